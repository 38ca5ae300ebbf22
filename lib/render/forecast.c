/* What a seat can expect where nobody answers, or if it chooses nothing. */
#include "render/clause.h"

#include "agent/agent.h"
#include "rules/forecast.h"

/* "; Red may walk Blue up to 4 squares": what the one who chooses may do, and
 * the clock would not. */
static void add_liberty(const struct sp_ruleset *ruleset,
	const struct sp_forecast *f, size_t before, struct sp_buf *out)
{
	char chooser[SP_RENDER_NAME_SIZE], name[SP_RENDER_NAME_SIZE];
	char number[SP_RENDER_NAME_SIZE];
	bool leads = f->led != SP_NOBODY;

	sp_render_count(leads ? f->squares : f->cards,
		leads ? "square" : "card", number);
	sp_render_actor(ruleset, &f->g, leads ? f->led : f->robbed, name);
	sp_buf_addf(out, "%s%s may ", out->len > before ? "; " : "",
		sp_render_seat(&f->g, f->chooser, chooser));
	if (leads)
		sp_buf_addf(out, "walk %s up to %s", name, number);
	else
		sp_buf_addf(out, "take up to %s of %s's hand", number, name);
}

static bool same_wizards(const struct sp_game *a, const struct sp_game *b)
{
	for (int i = 0; i < SP_ACTORS_MAX; i++) {
		const struct sp_actor *x = &a->actor[i], *y = &b->actor[i];

		if (x->alive != y->alive || x->life != y->life ||
			x->square != y->square || x->carries != y->carries ||
			x->stun != y->stun || x->stunned != y->stunned ||
			x->no_pickup != y->no_pickup)
			return false;
	}
	return true;
}

/* True if what is answered leaves all as it is, but that cards are spent. */
static bool is_idle(const struct sp_game *view, const struct sp_forecast *f)
{
	const struct sp_game *a = &f->before, *b = &f->g;

	if (view->decision.kind != SP_DECISION_REACTION ||
		view->n_rounds == 0 ||
		sp_kind_of(view->reaction[view->n_rounds - 1].subject) !=
			SP_KIND_ITEM)
		return false;
	/* Both are copies of one position, padding too.
	 * NOLINTBEGIN(bugprone-suspicious-memory-comparison,cert-*) */
	return f->chooser == SP_NOBODY && f->giver == SP_NOBODY &&
	       a->status == b->status && a->active == b->active &&
	       a->moves == b->moves && a->stopped == b->stopped &&
	       same_wizards(a, b) &&
	       memcmp(a->played, b->played, sizeof(a->played)) == 0 &&
	       memcmp(a->treasure, b->treasure, sizeof(a->treasure)) == 0 &&
	       memcmp(a->thing, b->thing, sizeof(a->thing)) == 0 &&
	       memcmp(&a->board, &b->board, sizeof(a->board)) == 0;
	/* NOLINTEND(bugprone-suspicious-memory-comparison,cert-*) */
}

/* Where dice fall so; false: something that the seat does not know decides. */
static bool add_outcome(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, enum sp_dice dice,
	struct sp_buf *out)
{
	struct sp_forecast *f = sp_xmalloc(sizeof(*f));
	bool known = sp_rules_forecast_dice(ruleset, view, seat, dice, f);

	if (known) {
		struct sp_render_step step = { .ruleset = ruleset,
			.before = &f->before,
			.after = &f->g,
			.events = &f->events };
		struct clauses *c = render_clauses_new(&step, CLAUSE_BRIEF);
		size_t before = out->len;
		char name[SP_RENDER_NAME_SIZE];

		render_clauses_join(&step, c, CLAUSE_USEFUL, "; ", out);
		/* nothing but details: they are all there is to say */
		if (out->len == before)
			render_clauses_join(&step, c, CLAUSE_DETAIL, "; ", out);
		if (out->len == before && is_idle(view, f))
			sp_buf_adds(out, "nothing changes");
		if (out->len > before && render_has_article(out->data + before))
			out->data[before] = (char)sp_lower(
				(unsigned char)out->data[before]);
		if (f->giver != SP_NOBODY)
			sp_buf_addf(out, "%s%s discards %d card%s",
				out->len > before ? "; " : "",
				sp_render_seat(&f->g, f->giver, name), f->gives,
				sp_plural(f->gives));
		if (f->led != SP_NOBODY || f->robbed != SP_NOBODY)
			add_liberty(ruleset, f, before, out);
		else if (f->chooser != SP_NOBODY && out->len > before)
			sp_buf_addf(out,
				" (as the clock would choose: %s chooses%s%s)",
				sp_render_seat(&f->g, f->chooser, name),
				f->asker >= 0 ? " for " : "",
				f->asker >= 0 ? ruleset->card[f->asker].name
					      : "");
		sp_free(c);
	}
	sp_free(f);
	return known;
}

/* "a die decides: at its lowest Blue evades Zot!; at its highest ..." */
static void add_range(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_buf *out)
{
	struct sp_buf low, high;

	sp_buf_init(&low, SIZE_MAX);
	sp_buf_init(&high, SIZE_MAX);
	if (add_outcome(ruleset, view, seat, SP_DICE_LOWEST, &low) &&
		add_outcome(ruleset, view, seat, SP_DICE_HIGHEST, &high)) {
		sp_buf_adds(out, "a die decides");
		if (low.len > 0)
			sp_buf_addf(
				out, "; at its lowest: %s", sp_buf_str(&low));
		if (high.len > 0)
			sp_buf_addf(
				out, "; at its highest: %s", sp_buf_str(&high));
	}
	sp_buf_free(&low);
	sp_buf_free(&high);
}

void sp_render_forecast(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct sp_buf *out)
{
	if (!add_outcome(ruleset, view, seat, SP_DICE_UNKNOWN, out))
		add_range(ruleset, view, seat, out);
}

/* "Blue takes 6 damage from Zot! (15 to 9)" for Blue: "you take 6 damage from
 * Zot!, 15 -> 9 life". Any other outcome stays as it is. */
static void add_to_viewer(
	const char *text, const char *viewer, struct sp_buf *out)
{
	static const char verb[] = " takes ", to[] = " to ";
	size_t n = strlen(viewer);
	const char *life = strrchr(text, '(');
	const char *left = life != NULL ? strstr(life, to) : NULL;

	if (!sp_starts(text, viewer) || !sp_starts(text + n, verb) ||
		strchr(text, ';') != NULL || strstr(text, " damage") == NULL ||
		left == NULL || !sp_streq(left + strcspn(left, ")"), ")")) {
		sp_buf_adds(out, text);
		return;
	}
	text += n + strlen(verb);
	sp_buf_addf(out, "you take %.*s, %.*s -> %.*s life",
		(int)(life - 1 - text), text, (int)(left - life - 1), life + 1,
		(int)strcspn(left + strlen(to), ")"), left + strlen(to));
}

void render_set_otherwise(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, const json_t *lines,
	json_t *question)
{
	json_t *rest = json_copy((json_t *)(uintptr_t)lines);
	char name[SP_RENDER_NAME_SIZE];
	struct sp_buf text, told;

	sp_buf_init(&text, SIZE_MAX);
	sp_buf_init(&told, SIZE_MAX);
	sp_render_forecast(ruleset, view, viewer, &text);
	add_to_viewer(
		sp_buf_str(&text), sp_render_seat(view, viewer, name), &told);
	sp_json_set_string(question, "otherwise", sp_buf_str(&told));
	sp_json_set_string(
		question, "lead", json_string_value(json_array_get(lines, 0)));
	(void)json_array_remove(rest, 0);
	sp_json_set(question, "rest", rest);
	sp_buf_free(&text);
	sp_buf_free(&told);
}
