/* What templates are told of a game, whoever shows them. */
#include "table/context.h"

#include "cardtext/cardtext.h"
#include "record/deeds.h"
#include "record/met.h"
#include "table/table.h"
#include "terms/terms.h"

static void set_capital(json_t *context, const char *key, const char *word)
{
	char text[SP_RENDER_NAME_SIZE];

	sp_render_capital(word, text);
	sp_json_set_string(context, key, text);
}

/* "Blue, Green"; nothing where no bot plays. */
static void set_bots(const struct sp_live *live, json_t *context)
{
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf names;
	int people = 0;

	sp_buf_init(&names, SP_SEATS_MAX * (SP_RENDER_NAME_SIZE + 2));
	for (int s = 0; s < live->setup.n_seats; s++) {
		if (!sp_record_bot_plays(live, s) && ++people > 0)
			continue;
		sp_render_capital(live->setup.colour[s], name);
		sp_buf_addf(&names, "%s%s", names.len > 0 ? ", " : "", name);
	}
	if (names.len > 0)
		sp_json_set_string(context, "bots", sp_buf_str(&names));
	sp_json_set_bool(context, "several", people > 1);
	sp_buf_free(&names);
}

/* A card that the seat has not met before stands in its hand with all its rule.
 * Whoever cannot read the record of the game so far has met none; what is wrong
 * with the record comes out where the game goes on. */
static void set_hand(const struct sp_live *live, const struct sp_game *view,
	int seat, json_t *position)
{
	bool met[SP_CARD_TYPES_MAX];
	struct sp_error why = { 0 };

	if (json_object_get(position, "hand") == NULL)
		return;
	if (sp_record_met(live, seat, met, &why) != SP_OK)
		memset(met, 0, sizeof(met));
	sp_json_set(position, "hand",
		sp_cardtext_hand(live->ruleset, view,
			sp_game_on_behalf(view, seat), met));
}

/* The position as this seat sees it. The rules say who may answer; whether the
 * seat is asked, and has not answered yet, depends on what it left word of. */
static void set_position(struct sp_scratch *scratch, const struct sp_live *live,
	json_t *context, int seat)
{
	const struct sp_decision *d = &live->game.decision;
	bool asked = sp_table_awaited_seat(scratch, live, seat);
	json_t *position;
	struct sp_buf words;

	sp_game_view(&live->game, seat, &scratch->view);
	position = sp_render_position(live->ruleset, &scratch->view, seat);
	set_hand(live, &scratch->view, seat, position);
	sp_json_set(context, "position", position);
	if (live->game.status != SP_GAME_RUNNING || d->kind == SP_DECISION_TURN)
		return;
	sp_json_set_bool(position, "asked", asked);
	sp_buf_init(&words, SIZE_MAX);
	sp_table_awaited_words(live, &words);
	sp_json_set_string(context, "awaited", sp_buf_str(&words));
	sp_buf_free(&words);
}

/* What a tutorial teaches the seat that is asked now. Where its record cannot
 * be read it teaches nothing; what is wrong comes out where the game goes on.
 */
static void set_lesson(struct sp_scratch *scratch, const struct sp_live *live,
	json_t *context, int seat)
{
	struct sp_error why = { 0 };
	struct sp_deeds deeds;

	if (seat == SP_NOBODY || sp_lesson_pupil(&live->setup) != seat ||
		!sp_table_awaited_seat(scratch, live, seat) ||
		sp_record_deeds(live, seat, &deeds, &why) != SP_OK)
		return;
	sp_game_view(&live->game, seat, &scratch->view);
	json_t *lesson =
		sp_lesson_of(live->ruleset, &scratch->view, seat, &deeds);
	if (lesson != NULL)
		sp_json_set(context, "lesson", lesson);
}

void sp_table_context_game(json_t *context, const char *gid)
{
	char *label = sp_xstrndup(gid, strlen(gid) - 9);

	sp_json_set_string(context, "gid", gid);
	sp_json_set_string(context, "label", label);
	set_capital(context, "Label", label);
	sp_free(label);
}

void sp_table_context_seat(json_t *context, const char *colour)
{
	sp_json_set_string(context, "seat", colour);
	set_capital(context, "Seat", colour);
}

json_t *sp_table_context(
	struct sp_scratch *scratch, const struct sp_live *live, int seat)
{
	json_t *context = json_object();

	sp_table_context_game(context, live->gid);
	sp_json_set_string(context, "ruleset", live->ruleset->title);
	sp_json_set_string(context, "head", live->head.hex);
	sp_json_set_string(context, "commitment", live->setup.commitment);
	if (!sp_store_oid_is_none(&live->root))
		sp_json_set_string(context, "root", live->root.hex);
	if (seat != SP_NOBODY)
		sp_table_context_seat(context, live->setup.colour[seat]);
	set_bots(live, context);
	sp_json_set(context, "terms", sp_terms_of(live));
	sp_json_set_bool(context, "tutorial",
		sp_lesson_pupil(&live->setup) != SP_NOBODY);
	if (!live->started) {
		sp_json_set_bool(context, "unjoined",
			seat != SP_NOBODY && !live->ended &&
				!sp_record_live_joined(live, seat));
		sp_json_set_bool(context, "cancelled", live->ended);
		return context;
	}
	sp_json_set_int(context, "turn", live->game.turn);
	sp_json_set_int(context, "decision", live->game.decision.number);
	set_position(scratch, live, context, seat);
	set_lesson(scratch, live, context, seat);
	return context;
}
