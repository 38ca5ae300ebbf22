/* Rulings: their text and their effect, which whoever replays a game computes
 * anew. */
#include "record/ruling.h"

#include "record/agents.h"
#include "record/plans.h"
#include "render/render.h"

#include <assert.h>

static const char *const words[] = {
	[SP_RULING_UNDO] = "undo",
	[SP_RULING_CANCEL] = "cancel",
	[SP_RULING_LOOK] = "look",
	[SP_RULING_CLOCK] = "clock",
	[SP_RULING_REPAIR] = "repair",
	[SP_RULING_ASK] = "ask-undo",
	[SP_RULING_AGREE] = "agree-undo",
	[SP_RULING_REFUSE] = "refuse-undo",
};

bool sp_record_ruling_is_word(enum sp_ruling_kind kind)
{
	return kind == SP_RULING_ASK || kind == SP_RULING_AGREE ||
	       kind == SP_RULING_REFUSE;
}

/* True if the text names a commit. */
static bool has_seq(enum sp_ruling_kind kind)
{
	return kind == SP_RULING_UNDO || sp_record_ruling_is_word(kind);
}

/* ---- text --------------------------------------------------------------- */

void sp_record_ruling_format(const struct sp_ruling *ruling,
	const struct sp_setup *setup, struct sp_buf *out)
{
	char from[SP_DATE_TEXT], to[SP_DATE_TEXT];

	sp_buf_adds(out, words[ruling->kind]);
	if (has_seq(ruling->kind))
		sp_buf_addf(out, " %llu", (unsigned long long)ruling->seq);
	else if (ruling->kind == SP_RULING_LOOK && ruling->seat != SP_NOBODY)
		sp_buf_addf(out, " %s", setup->colour[ruling->seat]);
	if (ruling->kind == SP_RULING_REPAIR)
		sp_buf_addf(out, " %u", (unsigned)ruling->number);
	if (ruling->kind == SP_RULING_CLOCK) {
		sp_date_iso(from, ruling->from);
		sp_date_iso(to, ruling->to);
		sp_buf_addf(out, " %s %s", from, to);
	}
}

/* "2026-11-24T17:00:00Z 2026-11-25T09:00:00Z" */
static bool parse_span(struct sp_ruling *out, const char *text)
{
	char from[SP_DATE_TEXT];
	size_t n = strcspn(text, " ");

	return text[n] == ' ' && sp_copyn(from, sizeof(from), text, n) &&
	       sp_date_parse_iso(&out->from, from) == SP_OK &&
	       sp_date_parse_iso(&out->to, text + n + 1) == SP_OK &&
	       out->from != out->to;
}

/* Only what format writes reads back, so "undo 017" and "look RED" do not. */
int sp_record_ruling_parse(struct sp_ruling *out, const struct sp_setup *setup,
	const char *text, struct sp_error *e)
{
	size_t n = strcspn(text, " ");
	const char *rest = text + n + (text[n] == ' ');
	long long seq = 0, number = 0;
	struct sp_buf again;
	bool same = false;

	*out = (struct sp_ruling){ .seat = SP_NOBODY };
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if (n == strlen(words[i]) && strncmp(text, words[i], n) == 0) {
			out->kind = (enum sp_ruling_kind)i;
			same = true;
		}
	if (same && has_seq(out->kind))
		same = sp_parse_int(rest, 0, INT64_MAX, &seq) == SP_OK;
	else if (same && out->kind == SP_RULING_LOOK && *rest != '\0')
		out->seat = sp_state_setup_seat(setup, rest);
	else if (same && out->kind == SP_RULING_CLOCK)
		same = parse_span(out, rest);
	else if (same && out->kind == SP_RULING_REPAIR)
		same = sp_parse_int(rest, 1, INT32_MAX, &number) == SP_OK;
	out->seq = (uint64_t)seq;
	out->number = (uint32_t)number;
	if (same) {
		sp_buf_init(&again, 128);
		sp_record_ruling_format(out, setup, &again);
		same = sp_streq(sp_buf_str(&again), text);
		sp_buf_free(&again);
	}
	return same ? SP_OK
		    : sp_error_set(e, SP_EINVAL,
			      "\"%s\" is no ruling: they are `undo SEQ`, "
			      "`cancel`, `look`, `look SEAT`, `clock FROM "
			      "TO`, `repair NUMBER`, `ask-undo SEQ`, "
			      "`agree-undo SEQ` and `refuse-undo SEQ`",
			      text);
}

bool sp_record_ruling_sets_right(const struct sp_ruling *ruling)
{
	return ruling->kind == SP_RULING_CLOCK && ruling->to < ruling->from;
}

void sp_record_ruling_tell(const struct sp_live *live,
	const struct sp_ruling *ruling, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];
	char from[SP_DATE_TEXT], to[SP_DATE_TEXT];

	if (ruling->seat != SP_NOBODY)
		sp_render_capital(live->setup.colour[ruling->seat], name);
	switch (ruling->kind) {
	case SP_RULING_ASK:
		sp_buf_addf(out, "%s asks to go back to step %llu", name,
			(unsigned long long)ruling->seq);
		break;
	case SP_RULING_AGREE:
		sp_buf_addf(out, "%s agrees to go back to step %llu", name,
			(unsigned long long)ruling->seq);
		break;
	case SP_RULING_REFUSE:
		if (ruling->seat == SP_NOBODY)
			sp_buf_addf(out,
				"The time is over to agree on step %llu",
				(unsigned long long)ruling->seq);
		else
			sp_buf_addf(out, "%s will not go back to step %llu",
				name, (unsigned long long)ruling->seq);
		break;
	case SP_RULING_UNDO:
		if (ruling->seat != SP_NOBODY) {
			if (ruling->quiet)
				sp_buf_addf(out, "%s goes back to step %llu",
					name, (unsigned long long)ruling->seq);
			else
				sp_buf_addf(out,
					"All agree: the game goes back to "
					"step %llu",
					(unsigned long long)ruling->seq);
			break;
		}
		sp_buf_addf(out,
			"Operator takes the game back to step %llu, in turn %d",
			(unsigned long long)ruling->seq, live->game.turn);
		break;
	case SP_RULING_CANCEL:
		if (ruling->lapsed)
			sp_buf_adds(out, live->started
						 ? "Nobody moved in time: the "
						   "game is called off"
						 : "Not all have joined in "
						   "time: the game is called "
						   "off");
		else
			sp_buf_adds(out, "Operator cancels the game");
		break;
	case SP_RULING_LOOK:
		if (ruling->seat == SP_NOBODY) {
			sp_buf_adds(
				out, "Operator looks at all that is hidden");
			break;
		}
		sp_buf_addf(out, "Operator looks at %s's hand", name);
		break;
	case SP_RULING_CLOCK:
		if (sp_record_ruling_sets_right(ruling)) {
			sp_date_long(from, ruling->from);
			sp_date_long(to, ruling->to);
			sp_buf_addf(out,
				"The clock was ahead: it showed %s at %s UTC",
				from, to);
			break;
		}
		sp_date_near(from, ruling->from, ruling->to);
		sp_date_near(to, ruling->to, ruling->from);
		sp_buf_addf(out, "The clock stood still from %s to %s UTC",
			from, to);
		break;
	case SP_RULING_REPAIR:
		sp_buf_addf(out,
			"Operator takes the game back to step %llu: what "
			"followed it is lost",
			(unsigned long long)live->seq);
		break;
	}
}

/* ---- effect ------------------------------------------------------------- */

/* What went on since then is not undone with it: draws, which would be known
 * now, and the number by which mails name what they answer. */
static void take_back(struct sp_game *g, const struct sp_game *old)
{
	struct sp_rng rng = g->rng;
	uint32_t number = g->decision.number;
	struct sp_lookout watch[SP_WATCHES_MAX];
	uint8_t n_watches = g->n_watches;

	/* what seats left word of in secret stays */
	memcpy(watch, g->watch, sizeof(watch));
	*g = *old;
	memcpy(g->watch, watch, sizeof(watch));
	memset(&g->asked, 0, sizeof(g->asked));
	g->n_watches = n_watches;
	g->rng = rng;
	g->decision.number = number + 1;
}

static uint64_t next_draw(const struct sp_ruling *ruling)
{
	return (uint64_t)ruling->number * SP_REPAIR_DRAWS;
}

bool sp_record_ruling_rises(
	const struct sp_ruling *ruling, const struct sp_game *game)
{
	return ruling->number > game->decision.number &&
	       next_draw(ruling) > game->rng.next;
}

static void ask(struct sp_live *live, const struct sp_ruling *ruling)
{
	struct sp_asked *asked = &live->game.asked;

	memset(asked, 0, sizeof(*asked));
	asked->by = (uint8_t)(ruling->seat + 1);
	asked->seats = (uint8_t)sp_record_ruling_asks(live, ruling->seat);
	asked->seq = (uint32_t)ruling->seq;
}

unsigned sp_record_ruling_apply(struct sp_live *live,
	const struct sp_ruling *ruling, const struct sp_game *old,
	const json_t *old_agents)
{
	switch (ruling->kind) {
	case SP_RULING_UNDO:
		assert(live->started && old != NULL);
		take_back(&live->game, old);
		if (ruling->seat == SP_NOBODY)
			return sp_record_agents_undo(live, old_agents);
		sp_record_agents_forget(live);
		sp_record_plan_drop(live);
		return 0;
	case SP_RULING_CANCEL:
		memset(&live->game.asked, 0, sizeof(live->game.asked));
		if (live->started)
			sp_game_cancel(&live->game);
		sp_record_plan_drop(live);
		return 0;
	case SP_RULING_REPAIR:
		assert(live->started &&
			sp_record_ruling_rises(ruling, &live->game));
		memset(&live->game.asked, 0, sizeof(live->game.asked));
		live->game.decision.number = ruling->number;
		live->game.rng.next = next_draw(ruling);
		return sp_record_agents_undo(
			live, json_object_get(live->sealed, "agents"));
	case SP_RULING_ASK:
		ask(live, ruling);
		break;
	case SP_RULING_AGREE:
		live->game.asked.agreed |= (uint8_t)(1U << ruling->seat);
		break;
	case SP_RULING_REFUSE:
		memset(&live->game.asked, 0, sizeof(live->game.asked));
		break;
	case SP_RULING_LOOK:
	case SP_RULING_CLOCK:
		break;
	}
	return 0;
}

unsigned sp_record_ruling_asks(const struct sp_live *live, int seat)
{
	unsigned seats = 0;

	for (int s = 0; s < live->setup.n_seats; s++)
		if (s != seat && live->game.actor[s].alive &&
			!sp_record_bot_plays(live, s))
			seats |= 1U << s;
	return seats;
}
