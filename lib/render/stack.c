/*
 * What is announced, in words: the answers of a cast on the stack.
 */
#include "render/render_private.h"

#include "eval/aim.h"
#include "eval/eval.h"
#include "eval/struck.h"

/* `self`: the viewer casts it. */
static void add_answer(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_card_slot *slot,
	sp_value value, bool self, int viewer, struct sp_buf *out)
{
	int kind = sp_kind_of(value);

	if (slot->asks == SP_ASK_DIRECTION && value >= 0 && value < SP_DIRS) {
		sp_buf_adds(out, sp_board_dir_name((enum sp_dir)value));
	} else if (slot->asks == SP_ASK_TURN) {
		sp_buf_addf(out, "%d degrees", 90 * (int)value);
	} else if (kind == SP_KIND_SQUARE || kind == SP_KIND_EDGE) {
		render_add_place(g, value, out);
	} else if (kind == SP_KIND_ACTOR && sp_index_of(value) == viewer) {
		sp_buf_adds(out, self ? "yourself" : "you");
	} else if (kind == SP_KIND_TREASURE && viewer != SP_NOBODY &&
		   g->treasure[sp_index_of(value)].owner == viewer) {
		sp_buf_adds(out, "your treasure");
	} else if (kind == SP_KIND_PLAYED && viewer != SP_NOBODY &&
		   g->played[sp_index_of(value)].seat == viewer) {
		sp_buf_addf(out, "your %s",
			render_card_name(
				ruleset, g->played[sp_index_of(value)].card));
	} else {
		render_add_ref(ruleset, g, value, out);
	}
}

bool render_tells_play(const struct sp_card *c, int play)
{
	const struct sp_card_play *p = &c->play[play];
	int n = 0;

	if (p->type != SP_PLAY_ATTACK && p->type != SP_PLAY_PHYSICAL)
		return false;
	for (int i = 0; i < c->n_plays; i++)
		n += c->play[i].type == p->type && c->play[i].from == p->from;
	/* what a spell in play does besides */
	return n > 1 || (p->from == SP_FROM_MAINTAINED && p->id[0] != '\0');
}

void render_add_play(const struct sp_ruleset *ruleset, int physical, int play,
	struct sp_buf *out)
{
	const struct sp_card *c = sp_ruleset_card(ruleset, physical);

	if (play < 0 || play >= c->n_plays || !render_tells_play(c, play))
		return;
	sp_buf_addf(out, c->play[play].type == SP_PLAY_ATTACK ? " %s" : " (%s)",
		c->play[play].id);
}

/* Is there something to say about this slot: it was asked, its answer is
 * public, and it is no plain "no". */
static bool is_told(const struct sp_card_slot *slot, const sp_value value[],
	int n, bool secret)
{
	if (n == 0 || secret || slot->secret || value[0] == SP_NOTHING ||
		value[0] == SP_HIDDEN)
		return false;
	return slot->asks != SP_ASK_YES || value[0] == 1;
}

static void add_slot(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const struct sp_card_slot *slot, const sp_value value[],
	const uint8_t *times, int n, bool self, int viewer, struct sp_buf *out)
{
	const char *words = slot->words[0] != '\0' ? slot->words : "on";
	struct sp_render_list list;
	int told = 0;

	/* "to the south", "on the east" */
	if (slot->asks == SP_ASK_DIRECTION && sp_streq(words, "on"))
		words = slot->words[0] != '\0' ? "on the" : "to the";
	/* "at you: your Large Rock": its keyword is a noun */
	if (slot->words[0] != '\0' && slot->subject >= 0 &&
		(slot->asks == SP_ASK_LOOT || slot->asks == SP_ASK_CARRIED))
		sp_buf_addc(out, ':');
	else /* an order names it right behind the card */
		sp_buf_addf(out, " %s", words);
	if (slot->asks == SP_ASK_YES)
		return;
	sp_buf_addc(out, ' ');
	for (int i = 0; i < n; i++)
		told += times == NULL || times[i] > 0;
	render_list_begin(&list, told);
	for (int i = 0; i < n; i++) {
		if (times != NULL && times[i] == 0)
			continue;
		render_list_next(&list, out);
		add_answer(ruleset, g, slot, value[i], self, viewer, out);
		if (times != NULL && times[i] > 1)
			sp_buf_addf(out, " %d times", times[i]);
	}
}

/* How often each part is told: to who is asked about the cast, those that are
 * left, if any is; else as it was announced. */
static void parts_told(
	const struct sp_cast *cast, int viewer, uint8_t told[SP_PARTS_DISTINCT])
{
	int left = 0;

	for (int k = 0; k < cast->n_parts; k++)
		left += sp_game_parts_left(cast, k);
	for (int k = 0; k < cast->n_parts; k++)
		told[k] = viewer == SP_NOBODY || left == 0
				  ? cast->times[k]
				  : (uint8_t)sp_game_parts_left(cast, k);
}

void render_add_answers(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_cast *cast, int viewer,
	struct sp_buf *out)
{
	uint8_t left[SP_PARTS_DISTINCT];
	const struct sp_card_play *play;
	int at = 0;

	parts_told(cast, viewer, left);
	if (cast->card < 0) { /* a punch has one answer: whom */
		sp_buf_addc(out, ' ');
		if (cast->answer[0] == SP_REF(SP_KIND_ACTOR, viewer) &&
			viewer != SP_NOBODY)
			sp_buf_adds(out, "you");
		else
			render_add_ref(ruleset, g, cast->answer[0], out);
		return;
	}
	play = &sp_ruleset_card(ruleset, cast->card)->play[cast->play];
	for (int s = 0; s < play->n_slots && at < cast->n_answers; s++) {
		const struct sp_card_slot *slot = &ruleset->slot[play->slot[s]];
		int n = slot->repeat >= 0 ? cast->n_parts : 1;

		if (is_told(slot, cast->answer + at, n,
			    cast->secret >> at & 1U))
			add_slot(ruleset, g, slot, cast->answer + at,
				slot->repeat >= 0 ? left : NULL, n,
				cast->actor == SP_REF(SP_KIND_ACTOR, viewer) &&
					viewer != SP_NOBODY,
				viewer, out);
		at += n;
	}
}

void render_add_through(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int viewer, int cast, json_t *lines)
{
	const struct sp_cast *it = &view->cast[cast];
	char text[160], name[SP_RENDER_NAME_SIZE];
	int caster = sp_eval_actor_index(it->actor), type;
	struct sp_aim aim;

	if (viewer < 0 || caster < 0 ||
		(sp_eval_affected(ruleset, view, cast) >> viewer & 1U) == 0)
		return;
	sp_eval_aim_of_cast(&aim, ruleset, view, cast);
	type = sp_eval_who_turns(ruleset, view, caster, SP_STAT_SEE_THROUGH);
	if (aim.range != SP_RANGE_SIGHT || !aim.spell || type < 0)
		return;
	aim.spell = false;
	if (sp_eval_in_range(&aim, SP_REF(SP_KIND_ACTOR, viewer)) ==
		SP_REASON_NONE)
		return;
	sp_format(text, sizeof(text),
		"It comes through a wall or a door: %s lets %s see you.",
		ruleset->card[type].name,
		sp_render_actor(ruleset, view, caster, name));
	(void)json_array_append_new(lines, json_string(text));
}
