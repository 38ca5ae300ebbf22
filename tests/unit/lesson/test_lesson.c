/* Which lesson comes in which position, and what it says to write. */
#include "lesson/lesson.h"

#include "rules/table.h"
#include "unit.h"

/* "attack: punch blue; end", "" where nothing is taught; static. */
static const char *lesson(const struct scene *s, const struct sp_deeds *deeds)
{
	static char text[400];
	json_t *lesson = sp_lesson_of(s->ruleset, &s->g, 0, deeds);
	struct sp_buf out;
	const char *title;

	text[0] = '\0';
	if (lesson == NULL)
		return text;
	title = json_string_value(json_object_get(lesson, "title"));
	if (title == NULL)
		title = json_is_true(json_object_get(lesson, "over")) ? "over"
								      : "rest";
	sp_buf_init(&out, sizeof(text) - 1);
	sp_buf_addf(&out, "%s%s:", title,
		json_is_true(json_object_get(lesson, "again")) ? " again" : "");
	for (size_t i = 0;
		i < json_array_size(json_object_get(lesson, "orders")); i++)
		sp_buf_addf(&out, "%s %s", i > 0 ? ";" : "",
			json_string_value(json_array_get(
				json_object_get(lesson, "orders"), i)));
	sp_format(text, sizeof(text), "%s", sp_buf_str(&out));
	sp_buf_free(&out);
	json_decref(lesson);
	return text;
}

static void begin(struct scene *s)
{
	table_begin(s, "red blue");
	EQUAL_INT(s->g.decision.kind, SP_DECISION_TURN);
	EQUAL_INT(s->g.active, 0);
}

/* The deeds of earlier turns. */
static struct sp_deeds deeds(unsigned done)
{
	struct sp_deeds d = { .done = done };

	d.moved = (done & SP_DEED_MOVED) != 0;
	d.attacked = (done & SP_DEED_ATTACKED) != 0;
	d.took = (done & SP_DEED_TOOK) != 0;
	d.last = done != 0;
	return d;
}

#define MOVED    SP_DEED_MOVED
#define ATTACKED (MOVED | SP_DEED_ATTACKED)
#define ALL      (ATTACKED | SP_DEED_TOOK)

TEST("lesson/lesson", "a tutorial is a game of one against the tutor")
{
	struct sp_setup setup;

	scene_setup(&setup, "red blue");
	EQUAL_INT(sp_lesson_pupil(&setup), SP_NOBODY);
	sp_format(setup.bot[0], SP_ID_SIZE, "tutor");
	EQUAL_INT(sp_lesson_pupil(&setup), 1);
	sp_format(setup.bot[1], SP_ID_SIZE, "apprentice");
	EQUAL_INT(sp_lesson_pupil(&setup), SP_NOBODY);
	sp_format(setup.bot[0], SP_ID_SIZE, "apprentice");
	setup.bot[1][0] = '\0';
	EQUAL_INT(sp_lesson_pupil(&setup), SP_NOBODY);
	scene_setup(&setup, "red blue yellow");
	sp_format(setup.bot[0], SP_ID_SIZE, "tutor");
	EQUAL_INT(sp_lesson_pupil(&setup), SP_NOBODY);
}

TEST("lesson/lesson", "move: the way to the nearest treasure")
{
	struct sp_deeds none = deeds(0), later = { .last = 1 };
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "c3");
	scene_lay(&s, 2, "c2");
	EQUAL_STRING(lesson(&s, &none), "move: move to c2; end");
	EQUAL_STRING(lesson(&s, &later), "move again: move to c2; end");
	s.g.moves = 0;
	EQUAL_STRING(lesson(&s, &none), "rest: end");
}

TEST("lesson/lesson", "attack: by what there is, else come nearer")
{
	struct sp_deeds moved = deeds(MOVED), now = deeds(MOVED),
			again = deeds(MOVED);
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "h3");
	EQUAL_STRING(lesson(&s, &moved), "attack: move towards h3; end");
	again.last = 3;
	EQUAL_STRING(lesson(&s, &again), "attack again: move towards h3; end");
	scene_put(&s, 1, "c2");
	EQUAL_STRING(lesson(&s, &moved), "attack: punch blue; end");
	table_hand(&s, 0, "fireball#1");
	EQUAL_STRING(lesson(&s, &moved), "attack: cast Fireball at blue; end");
	/* what does nothing to anybody is no attack */
	begin(&s);
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	table_hand(&s, 0, "glue#1 create-wall#1");
	EQUAL_STRING(lesson(&s, &moved), "attack: punch blue; end");
	/* one lesson in a turn */
	now.moved = now.last = s.g.turn;
	EQUAL_STRING(lesson(&s, &now), "rest: end");
	/* in their first turn nobody attacks, and nearer is no lesson */
	s.g.actor[0].turns = 1;
	s.g.actor[1].square = scene_square(&s, "h3");
	EQUAL_STRING(lesson(&s, &moved), "rest: end");
}

TEST("lesson/lesson", "treasure: the way, what lies here, and what is faster")
{
	struct sp_deeds d = deeds(ATTACKED);
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "c3");
	scene_lay(&s, 2, "c2");
	EQUAL_STRING(
		lesson(&s, &d), "treasure: move to c2; pick up treasure; end");
	scene_put(&s, 0, "c2");
	EQUAL_STRING(lesson(&s, &d), "treasure: pick up treasure; end");
	scene_lay(&s, 2, "i5");
	scene_lay(&s, 3, "i5");
	table_hand(&s, 0, "energy-6#1");
	CONTAINS(lesson(&s, &d), "treasure: move towards i5; end");
	json_t *l = sp_lesson_of(s.ruleset, &s.g, 0, &d);
	EQUAL_STRING(json_string_value(json_object_get(l, "boost")),
		"boost with Energy 6");
	json_decref(l);
}

TEST("lesson/lesson", "the last mail comes once, and the way home with it")
{
	struct sp_deeds d = deeds(ALL);
	struct scene s;

	d.took = d.last = 2;
	begin(&s);
	scene_put(&s, 0, "c2");
	s.g.treasure[2].carrier = 0;
	s.g.treasure[2].square = SP_NOWHERE;
	s.g.actor[0].carries = 2;
	EQUAL_STRING(lesson(&s, &d), "over: move to home; drop treasure");
	d.last = d.took + 1;
	EQUAL_STRING(lesson(&s, &d), "");
	/* in the turn in which it was taken */
	d.took = d.last = s.g.turn;
	EQUAL_STRING(lesson(&s, &d), "rest: end");
}

/* The words of a key that is true; static. */
static bool says(
	const struct scene *s, const struct sp_deeds *d, const char *key)
{
	json_t *l = sp_lesson_of(s->ruleset, &s->g, 0, d);
	bool yes = json_is_true(json_object_get(l, key));

	json_decref(l);
	return yes;
}

TEST("lesson/lesson", "treasure: whoever took one before learns the rest")
{
	struct sp_deeds d = deeds(ALL);
	struct scene s;

	/* in the turn of the attack, and before it */
	for (d.attacked = d.last = 5; d.took >= 1 && d.took <= 5; d.took += 2) {
		begin(&s);
		s.g.turn = 7;
		scene_put(&s, 0, "c2");
		s.g.treasure[2].carrier = 0;
		s.g.treasure[2].square = SP_NOWHERE;
		s.g.actor[0].carries = 2;
		d.last = 5;
		d.after_attacked = 0;
		EQUAL_STRING(lesson(&s, &d),
			"treasure: move to home; drop treasure; end");
		CU_ASSERT_TRUE(says(&s, &d, "carry"));
		CU_ASSERT_FALSE(says(&s, &d, "scored"));
		CU_ASSERT_FALSE(says(&s, &d, "lost"));
		CU_ASSERT_FALSE(says(&s, &d, "fetch"));
		/* an order later it is no news */
		d.last = d.after_attacked = 7;
		EQUAL_STRING(lesson(&s, &d),
			"treasure again: move to home; drop treasure; end");
		s.g.actor[0].square = s.g.actor[0].home;
		CONTAINS(lesson(&s, &d), "treasure again: drop ");
		/* and in the next turn the lessons are over, once */
		s.g.turn = 9;
		CONTAINS(lesson(&s, &d), "over: drop ");
		d.last = 9;
		EQUAL_STRING(lesson(&s, &d), "");
	}
	CU_ASSERT_TRUE(d.took > 5);
}

TEST("lesson/lesson", "treasure: one that is home already, or was lost")
{
	struct sp_deeds d = deeds(ALL);
	struct scene s;

	begin(&s);
	s.g.turn = 7;
	d.attacked = d.last = 5;
	scene_put(&s, 0, "c4");
	scene_lay(&s, 2, "c3");
	scene_lay(&s, 3, "c5");
	EQUAL_STRING(
		lesson(&s, &d), "treasure: move to c5; pick up treasure; end");
	CU_ASSERT_TRUE(says(&s, &d, "scored"));
	CU_ASSERT_FALSE(says(&s, &d, "lost"));
	CU_ASSERT_TRUE(says(&s, &d, "fetch"));
	/* where there is no step to go the sentence comes all the same */
	s.g.moves = 0;
	EQUAL_STRING(lesson(&s, &d), "treasure: end");
	CU_ASSERT_TRUE(says(&s, &d, "scored"));
	CU_ASSERT_FALSE(says(&s, &d, "fetch"));
	d.last = d.after_attacked = 7;
	EQUAL_STRING(lesson(&s, &d), "rest: end");
	d.last = 5;
	d.after_attacked = 0;
	begin(&s);
	s.g.turn = 7;
	scene_put(&s, 0, "c4");
	scene_lay(&s, 2, "c5");
	EQUAL_STRING(
		lesson(&s, &d), "treasure: move to c5; pick up treasure; end");
	CU_ASSERT_FALSE(says(&s, &d, "scored"));
	CU_ASSERT_TRUE(says(&s, &d, "lost"));
	/* an own treasure at home is no point */
	scene_lay(&s, 0, "c3");
	CU_ASSERT_FALSE(says(&s, &d, "scored"));
}

TEST("lesson/lesson", "the walk may be the last that was learned")
{
	struct sp_deeds d = deeds(ATTACKED);
	struct scene s;

	/* struck whoever came by, then walked */
	begin(&s);
	s.g.turn = 7;
	d.attacked = 3;
	d.moved = d.last = d.after_attacked = 5;
	scene_put(&s, 0, "c3");
	scene_lay(&s, 2, "c2");
	EQUAL_STRING(
		lesson(&s, &d), "treasure: move to c2; pick up treasure; end");
	d.done = ALL;
	d.took = 5;
	EQUAL_STRING(
		lesson(&s, &d), "treasure: move to c2; pick up treasure; end");
	d.last = d.after_moved = 6;
	CONTAINS(lesson(&s, &d), "over:");
}

TEST("lesson/lesson", "attack: what hurts most, for the fewest cards")
{
	struct sp_deeds moved = deeds(MOVED);
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	/* a punch from afar is a punch */
	table_hand(&s, 0, "stretch#1");
	EQUAL_STRING(lesson(&s, &moved), "attack: punch blue; end");
	table_hand(&s, 0, "waterbolt#1");
	/* nor is a spell better that does no more without energy */
	EQUAL_STRING(lesson(&s, &moved), "attack: punch blue; end");
	table_hand(&s, 0, "energy-4#1 energy-5#1");
	EQUAL_STRING(lesson(&s, &moved),
		"attack: cast Waterbolt at blue push 0 with Energy 5; end");
	table_hand(&s, 0, "fireball#1");
	EQUAL_STRING(lesson(&s, &moved), "attack: cast Fireball at blue; end");
	/* what costs oneself more is none the better */
	begin(&s);
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	(void)table_put(&s, SP_PLAYED_ITEM, 1, "fire-cloak#1");
	table_hand(&s, 0, "waterbolt#1");
	CONTAINS(lesson(&s, &moved), "attack: cast Waterbolt ");
	/* near enough to walk there and strike */
	begin(&s);
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "e3");
	EQUAL_STRING(
		lesson(&s, &moved), "attack: move towards e3; punch blue; end");
	CU_ASSERT_TRUE(says(&s, &moved, "strikes"));
	scene_put(&s, 1, "h3");
	EQUAL_STRING(lesson(&s, &moved), "attack: move towards h3; end");
	CU_ASSERT_FALSE(says(&s, &moved, "strikes"));
	/* nothing else reaches so far */
	begin(&s);
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "e3");
	table_hand(&s, 0, "stretch#1");
	CONTAINS(lesson(&s, &moved), "attack: cast Stretch ");
}

TEST("lesson/lesson", "counter: by one that is held, else a pass")
{
	struct sp_deeds none = deeds(0), asked = deeds(SP_DEED_ANSWERED),
			done = deeds(SP_DEED_ANSWERED | SP_DEED_COUNTERED);
	struct scene s;

	begin(&s);
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c2");
	table_hand(&s, 1, "fireball#1");
	scene_turn(&s, 1);
	EQUAL_INT(scene_do(&s, 1, "cast fireball#1 0 red"), SP_REASON_NONE);
	EQUAL_INT(s.g.decision.kind, SP_DECISION_REACTION);
	EQUAL_STRING(lesson(&s, &none), "counter: pass");
	EQUAL_STRING(lesson(&s, &asked), "counter again: pass");
	table_hand(&s, 0, "full-shield#1");
	EQUAL_STRING(lesson(&s, &none), "counter: counter with Full Shield");
	EQUAL_STRING(
		lesson(&s, &asked), "counter again: counter with Full Shield");
	EQUAL_STRING(lesson(&s, &done), "");
}
