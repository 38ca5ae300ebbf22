/* Slots of a cast on the stack, asked one by one: what may come in between. */
#include "law/asked.h"
#include "table.h"
#include "unit.h"

/* Red holds Darts and what rolls 2, so that three darts are aimed; blue and
 * green are in sight and might answer. */
static void begin(struct scene *s)
{
	struct sp_rng rng;
	uint64_t seed = 0;

	table_begin_with(s, cardplay_lab_ruleset(), "red blue green");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c2");
	scene_put(s, 2, "d3");
	table_hand(s, 0, "darts#1 jet#1 wild#1");
	table_hand(s, 1, "echo#1 mirror#1");
	table_hand(s, 2, "damper#1");
	do {
		scene_dice(&s->g.rng, seed++);
		rng = s->g.rng;
	} while ((int)sp_rng_die(&rng, 4) != 2);
}

static void asks_red(const struct scene *s)
{
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(s->g.decision.seats, 1);
	CU_ASSERT_TRUE(sp_law_choice_aims(&s->g));
}

TEST("rules/aim", "parts are sorted when the last is known")
{
	const sp_value wanted[] = { SP_REF(SP_KIND_ACTOR, 1),
		SP_REF(SP_KIND_ACTOR, 2) };
	struct scene s;

	begin(&s);
	EQUAL_INT(scene_do(&s, 0, "cast darts#1 0 wild#1"), SP_REASON_NONE);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_ASKED, 0));
	asks_red(&s);
	EQUAL_INT(s.g.cast[0].energy, 3);
	EQUAL_INT(s.g.cast[0].rolled[0], 2);
	EQUAL_INT(s.g.attacked, 1);
	EQUAL_INT(scene_do(&s, 0, "choose green"), SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].n_parts, 1);
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_ASKED, 0));
	EQUAL_INT(scene_do(&s, 0, "choose green"), SP_REASON_WRONG_TARGET);
	EQUAL_INT(scene_do(&s, 0, "choose *4"), SP_REASON_WRONG_TARGET);
	EQUAL_INT(scene_do(&s, 0, "choose *2"), SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].answer[0], SP_REF(SP_KIND_ACTOR, 2));
	EQUAL_INT(s.g.cast[0].times[0], 2);
	EQUAL_INT(scene_do(&s, 0, "choose *2"), SP_REASON_WRONG_TARGET);
	EQUAL_INT(scene_do(&s, 0, "choose blue"), SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].open, 0);
	EQUAL_INT(s.g.cast[0].n_parts, 2);
	EQUAL_INT(s.g.cast[0].times[0], 1);
	EQUAL_INT(s.g.cast[0].times[1], 2);
	CU_ASSERT(memcmp(s.g.cast[0].answer, wanted, sizeof(wanted)) == 0);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
}

/* Neither the answer nor the command that gave it tells others. */
TEST("rules/aim", "a secret slot is secret when it is asked later, too")
{
	static struct sp_game view;
	struct sp_command c;
	struct scene s;
	struct sp_buf text;

	begin(&s);
	table_hand(&s, 0, "feint#1");
	EQUAL_INT(scene_do(&s, 0, "cast feint#1 0 wild#1"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "choose blue"), SP_REASON_NONE);
	asks_red(&s);
	sp_law_command_init(&c, &s.g, 0);
	c.verb = SP_VERB_CHOOSE;
	c.answer[c.n_answers++] = 2;
	sp_buf_init(&text, 100);
	sp_notation_format(s.ruleset, &s.g, &c, SP_NOTATION_PUBLIC, &text);
	CONTAINS(sp_buf_str(&text), " choose ?");
	sp_buf_free(&text);
	EQUAL_INT(scene_do(&s, 0, "choose 2"), SP_REASON_NONE);
	EQUAL_INT(s.g.cast[0].answer[1], 2);
	sp_game_view(&s.g, 1, &view);
	EQUAL_INT(view.cast[0].answer[0], SP_REF(SP_KIND_ACTOR, 1));
	EQUAL_INT(view.cast[0].answer[1], SP_HIDDEN);
	sp_game_view(&s.g, 0, &view);
	EQUAL_INT(view.cast[0].answer[1], 2);
	table_pass(&s);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start - 2);
}

/* It falls with him, and his cards go. */
TEST("rules/aim", "who aims resigns")
{
	struct scene s;

	begin(&s);
	EQUAL_INT(scene_do(&s, 0, "cast darts#1 0 wild#1"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "choose blue"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "resign"), SP_REASON_NONE);
	EQUAL_INT(s.g.n_casts, 0);
	EQUAL_INT(s.g.n_frames, 0);
	EQUAL_INT(s.g.place[table_card(&s, "darts#1")].zone, SP_ZONE_DISCARD);
	EQUAL_INT(s.g.place[table_card(&s, "wild#1")].zone, SP_ZONE_DISCARD);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start);
	EQUAL_INT(s.g.active, 1);
}

/* The jet is for wizards: nobody is left but one out of sight. */
TEST("rules/aim", "all whom it could mean are gone")
{
	struct scene s;
	struct sp_command c;

	begin(&s);
	EQUAL_INT(scene_do(&s, 0, "cast jet#1 0 wild#1"), SP_REASON_NONE);
	asks_red(&s);
	EQUAL_INT(scene_do(&s, 1, "resign"), SP_REASON_NONE);
	asks_red(&s);
	scene_put(&s, 2, "i5");
	sp_law_default(s.ruleset, &s.g, &c);
	EQUAL_INT(c.n_answers, 1);
	EQUAL_INT(c.answer[0], SP_NOTHING);
	EQUAL_INT(scene_do(&s, 0, "choose green"), SP_REASON_WRONG_TARGET);
	EQUAL_INT(scene_do(&s, 0, "choose none"), SP_REASON_NONE);
	CU_ASSERT_PTR_NOT_NULL(scene_event(&s, SP_EVENT_FIZZLED, 0));
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_TIRED, 0));
	EQUAL_INT(s.g.n_casts, 0);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.attacked, 1);
	EQUAL_INT(s.g.actor[2].life, s.ruleset->life_start);
}

/* Where the stack is full the copy comes to nothing, and the rest goes on. */
TEST("rules/aim", "no room for a copy")
{
	struct scene s;
	int n;

	begin(&s);
	table_hand(&s, 0, "dart#1");
	EQUAL_INT(scene_do(&s, 0, "cast dart#1 0 blue"), SP_REASON_NONE);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
	/* as if so much were announced already: room for an answer and one
	 * to it */
	n = SP_CASTS_MAX - 2;
	for (int i = s.g.n_casts; i < n; i++) {
		s.g.cast[i] = s.g.cast[0];
		s.g.cast[i].copied = 1;
		s.g.cast[i].cancelled = 1;
	}
	s.g.n_casts = (uint8_t)n;
	EQUAL_INT(
		scene_do(&s, 1, "answer echo#1 0 item:0 none"), SP_REASON_NONE);
	table_pass(&s);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start - 3);
	EQUAL_INT(s.g.actor[0].life, s.ruleset->life_start);
}

/* What is cast is its own card's; a copy of it is taken up without one. */
TEST("rules/aim", "the card of what was copied stays where it is")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "dart#1");
	EQUAL_INT(scene_do(&s, 0, "cast dart#1 0 blue"), SP_REASON_NONE);
	EQUAL_INT(
		scene_do(&s, 1, "answer echo#1 0 item:0 none"), SP_REASON_NONE);
	table_pass(&s);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(scene_do(&s, 1, "choose red"), SP_REASON_NONE);
	EQUAL_INT(s.g.n_casts, 3);
	EQUAL_INT(s.g.cast[2].copied, 1);
	EQUAL_INT(s.g.place[table_card(&s, "dart#1")].zone, SP_ZONE_STACK);
	table_pass(&s);
	EQUAL_INT(s.g.place[table_card(&s, "dart#1")].zone, SP_ZONE_DISCARD);
	EQUAL_INT(s.g.actor[0].life, s.ruleset->life_start - 3);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start - 3);
}

/* As it went out first: round a corner, past a wall, with somebody who got out
 * of its way and a dart that was countered. None of that is true of it now. */
TEST("rules/aim", "what is turned goes out anew")
{
	struct scene s;
	struct sp_cast *cast;

	begin(&s);
	cast = &s.g.cast[0];
	scene_put(&s, 1, "c3");
	scene_put(&s, 0, "c2");
	table_hand(&s, 0, "power-3#1");
	table_hand(&s, 1, "turn-aside#1");
	EQUAL_INT(scene_do(&s, 0, "cast darts#1 0 power-3#1 blue *3"),
		SP_REASON_NONE);
	cast->corner = scene_square(&s, "d3");
	cast->blocked = scene_edge(&s, "e3/f3");
	cast->evaded = 1U << 2;
	cast->fallen[0] = 1;
	EQUAL_INT(scene_do(&s, 1, "answer turn-aside#1 0 item:0 none"),
		SP_REASON_NONE);
	table_pass(&s);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(s.g.decision.seats, 2);
	EQUAL_INT(cast->seat, 1);
	EQUAL_INT(cast->actor, SP_REF(SP_KIND_ACTOR, 1));
	EQUAL_INT(cast->origin, s.g.actor[1].square);
	EQUAL_INT(cast->corner, SP_NOWHERE);
	EQUAL_INT(cast->blocked, -1);
	EQUAL_INT(cast->evaded, 0);
	EQUAL_INT(cast->fallen[0], 0);
	EQUAL_INT(scene_do(&s, 1, "choose green"), SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 1, "choose *3"), SP_REASON_NONE);
	table_pass(&s);
	EQUAL_INT(s.g.actor[2].life, s.ruleset->life_start - 3);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start);
}

/* An area names nobody: there is nothing to send back. */
TEST("rules/aim", "what does not name him is not reflected")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "psychic-storm#1");
	EQUAL_INT(scene_do(&s, 0, "cast psychic-storm#1 0 none c2"),
		SP_REASON_NONE);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_INT(scene_do(&s, 1, "answer mirror#1 0 item:0 none"),
		SP_REASON_NONE);
	table_pass(&s);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.place[table_card(&s, "mirror#1")].zone, SP_ZONE_DISCARD);
	CU_ASSERT(s.g.actor[1].life < s.ruleset->life_start);
}

/* The better of two sources counts where what adds them up is negated. */
TEST("rules/aim", "what a die came to counts when it pays alone")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "spark#1 sum#1 wild#2");
	table_hand(&s, 1, "negate-neutral#1");
	EQUAL_INT(scene_do(&s, 0, "cast spark#1 0 sum#1 wild#1 wild#2"),
		SP_REASON_NONE);
	EQUAL_INT(scene_do(&s, 0, "choose blue"), SP_REASON_NONE);
	int first = s.g.cast[0].rolled[0], second = s.g.cast[0].rolled[1];
	int better = first > second ? first : second;
	EQUAL_INT(first, 2);
	CU_ASSERT(second > 0);
	EQUAL_INT(s.g.cast[0].energy, first + second + 2);
	EQUAL_INT(scene_do(&s, 1, "answer negate-neutral#1 0 item:1 none"),
		SP_REASON_NONE);
	table_pass(&s);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start - better - 1);
}

/* Nothing pays a copy, and it answers nothing; one that would stay falls where
 * there is no room. */
TEST("rules/aim", "what a copy is")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "spark#1 power-3#1");
	EQUAL_INT(scene_do(&s, 0, "cast spark#1 0 power-3#1 blue"),
		SP_REASON_NONE);
	EQUAL_INT(
		scene_do(&s, 1, "answer echo#1 0 item:0 none"), SP_REASON_NONE);
	table_pass(&s);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	EQUAL_INT(s.g.cast[2].n_paid, 0);
	EQUAL_INT(s.g.cast[2].parent, -1);
	EQUAL_INT(s.g.cast[2].energy, 3);
	EQUAL_INT(s.g.cast[2].seat, 1);
	begin(&s);
	table_hand(&s, 0, "rot#1");
	scene_put(&s, 2, "i5");
	EQUAL_INT(scene_do(&s, 0, "cast rot#1 0 none blue"), SP_REASON_NONE);
	while (!sp_game_play_area_full(&s.g))
		(void)sp_game_add_copied(&s.g, table_card(&s, "dart#1"), 2);
	EQUAL_INT(
		scene_do(&s, 1, "answer echo#1 0 item:0 none"), SP_REASON_NONE);
	while (s.g.decision.kind == SP_DECISION_REACTION &&
		scene_event(&s, SP_EVENT_COPIED, 0) == NULL)
		EQUAL_INT(scene_do(&s, s.g.decision.seats & 1 ? 0 : 1,
				  "answer none"),
			SP_REASON_NONE);
	while (scene_event(&s, SP_EVENT_NO_ROOM, 0) == NULL) {
		EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
		EQUAL_INT(scene_do(&s, s.g.decision.seats & 1 ? 0 : 1,
				  "answer none"),
			SP_REASON_NONE);
	}
	EQUAL_INT(scene_event(&s, SP_EVENT_NO_ROOM, 0)->seat, 1);
}

static void copy_rot(struct scene *s)
{
	int card;

	begin(s);
	card = table_card(s, "rot#1");
	table_hand(s, 0, "rot#1");
	EQUAL_INT(scene_do(s, 0, "cast rot#1 0 none blue"), SP_REASON_NONE);
	EQUAL_INT(
		scene_do(s, 1, "answer echo#1 0 item:0 none"), SP_REASON_NONE);
	for (int i = 0; i < 20 && sp_game_played_of(&s->g, card, 0) < 0; i++)
		if (s->g.decision.kind == SP_DECISION_CHOICE)
			EQUAL_INT(scene_do(s, 1, "choose red"), SP_REASON_NONE);
		else
			table_pass(s);
}

/* It lies there beside the spell itself, and leaves no card behind. */
TEST("rules/aim", "a copy that stays")
{
	struct scene s;
	int card, copy;

	copy_rot(&s);
	card = table_card(&s, "rot#1");
	copy = sp_game_played_of(&s.g, card, 1);
	CU_ASSERT_TRUE(copy >= 0);
	CU_ASSERT_TRUE(sp_game_played_of(&s.g, card, 0) >= 0);
	EQUAL_INT(s.g.played[copy].seat, 1);
	EQUAL_INT(s.g.played[copy].tokens, 1);
	EQUAL_INT(s.g.played[copy].target, SP_REF(SP_KIND_ACTOR, 0));
	EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
	/* another copy is the second, and the first that is free is taken */
	EQUAL_INT(s.g.played[sp_game_add_copied(&s.g, card, 2)].copied, 2);
	EQUAL_INT(sp_state_check(&s.g, NULL), SP_OK);
	sp_game_remove_played(&s.g, copy, SP_ZONE_DISCARD);
	EQUAL_INT(s.g.place[card].zone, SP_ZONE_PLAY);
	EQUAL_INT(s.g.place[card].seat, 0);
	EQUAL_INT(sp_game_played_of(&s.g, card, 1), -1);
	EQUAL_INT(s.g.played[sp_game_add_copied(&s.g, card, 2)].copied, 1);
}

TEST("rules/aim", "halves are rounded as the ruleset says")
{
	struct sp_ruleset ruleset = *cardplay_lab_ruleset();
	struct scene s;

	for (int up = 0; up < 2; up++) {
		begin(&s);
		ruleset.rounds_up = up != 0;
		s.ruleset = &ruleset;
		table_hand(&s, 0, "dart#1");
		EQUAL_INT(
			scene_do(&s, 0, "cast dart#1 0 green"), SP_REASON_NONE);
		EQUAL_INT(scene_do(&s, 2, "answer damper#1 0 item:0 none"),
			SP_REASON_NONE);
		table_pass(&s);
		EQUAL_INT(s.g.actor[2].life, ruleset.life_start - (up ? 2 : 1));
	}
}

/* A part of a spell is no spell of its own. */
TEST("rules/aim", "a modifier cannot be copied")
{
	struct scene s;

	begin(&s);
	table_hand(&s, 0, "spark#1 sum#1 power-3#1 power-3#2");
	EQUAL_INT(scene_do(&s, 0,
			  "cast spark#1 0 sum#1 power-3#1 power-3#2 blue"),
		SP_REASON_NONE);
	EQUAL_INT(
		scene_do(&s, 1, "answer echo#1 0 item:1 none"), SP_REASON_NONE);
	while (s.g.decision.kind == SP_DECISION_REACTION) {
		unsigned open =
			s.g.decision.seats & ~(unsigned)s.g.decision.answered;
		int seat = 0;

		while ((open >> seat & 1U) == 0)
			seat++;
		CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_COPIED, 0));
		EQUAL_INT_FATAL(
			scene_do(&s, seat, "answer none"), SP_REASON_NONE);
	}
	CU_ASSERT_PTR_NULL(scene_event(&s, SP_EVENT_COPIED, 0));
	EQUAL_INT(s.g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s.g.actor[0].life, s.ruleset->life_start);
	EQUAL_INT(s.g.actor[1].life, s.ruleset->life_start - 6);
}
