#include "../rules/play.h"
#include "unit.h"

static void check_text(const struct scene *s, const char *text, int verb,
	int n_answers, int first)
{
	struct sp_error e = { 0 };
	struct sp_command c;
	struct sp_buf out;

	EQUAL_INT_FATAL(
		sp_notation_parse(&c, s->ruleset, &s->g, text, &e), SP_OK);
	EQUAL_INT(c.decision, 12);
	EQUAL_INT(c.verb, verb);
	EQUAL_INT(c.n_answers, n_answers);
	if (n_answers > 0)
		EQUAL_INT(c.answer[0], first);
	sp_buf_init(&out, 1000);
	sp_notation_format(s->ruleset, &s->g, &c, SP_NOTATION_FULL, &out);
	EQUAL_STRING(sp_buf_str(&out), text);
	sp_buf_free(&out);
}

static sp_value edge_ref(const struct scene *s, const char *name)
{
	return SP_REF(SP_KIND_EDGE, scene_edge(s, name));
}

TEST("notation/command", "texts of commands")
{
	struct scene s;

	scene_begin(&s, "red blue");
	check_text(&s, "12 walk n n e stop", SP_VERB_WALK, 4, SP_NORTH);
	check_text(&s, "12 walk n link e stop", SP_VERB_WALK, 4, SP_NORTH);
	check_text(&s, "12 walk link", SP_VERB_WALK, 1, SP_THROUGH);
	check_text(&s, "12 punch blue", SP_VERB_PUNCH, 1,
		SP_REF(SP_KIND_ACTOR, 1));
	check_text(&s, "12 open b3/c3", SP_VERB_OPEN, 1, edge_ref(&s, "b3/c3"));
	check_text(&s, "12 hold i4/j4", SP_VERB_HOLD, 1, edge_ref(&s, "i4/j4"));
	check_text(&s, "12 punch a3/west", SP_VERB_PUNCH, 1,
		edge_ref(&s, "a3 west"));
	check_text(&s, "12 punch thing:7", SP_VERB_PUNCH, 1,
		SP_REF(SP_KIND_THING, 7));
	check_text(&s, "12 pick-up blue-1", SP_VERB_PICK_UP, 1,
		SP_REF(SP_KIND_TREASURE, 2));
	check_text(&s, "12 drop red-2", SP_VERB_DROP, 1,
		SP_REF(SP_KIND_TREASURE, 1));
	check_text(&s, "12 end", SP_VERB_END, 0, 0);
	check_text(&s, "12 resign", SP_VERB_RESIGN, 0, 0);
}

TEST("notation/command", "texts that are none")
{
	static const char *const bad[] = {
		"",
		" ",
		"12",
		"12 ",
		"walk n",
		"x walk n",
		"-1 walk n",
		"12 dance",
		"12  walk n",
		"12 walk n ",
		"12 walk north",
		"12 walk N",
		"12 punch mauve",
		"12 punch Blue",
		"12 open z9/z8",
		"12 open c3/b3",
		"12 open c3 west",
		"12 pick-up blue-3",
		"12 pick-up zot",
		"12 end now",
		"012 end",
		"99999999999 end",
		"12 resign\n",
	};
	struct scene s;
	char *longer;

	scene_begin(&s, "red blue");
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		struct sp_error e = { 0 };
		struct sp_command c;

		if (sp_notation_parse(&c, s.ruleset, &s.g, bad[i], &e) !=
				SP_EINVAL ||
			e.text[0] == '\0') {
			(void)fprintf(stderr, "taken: \"%s\"\n", bad[i]);
			CU_FAIL("a bad command text was taken");
		}
	}
	/* too many answers, too long a text */
	longer = sp_xmalloc(5000);
	sp_format(longer, 5000, "12 walk");
	for (size_t at = 7; at + 3 < 5000; at += 2) {
		struct sp_command c;
		int code;

		sp_format(longer + at, 3, " n");
		code = sp_notation_parse(&c, s.ruleset, &s.g, longer, NULL);
		EQUAL_INT(code == SP_OK, (at - 7) / 2 < SP_ANSWERS_MAX);
	}
	sp_free(longer);
}

/* parse is the inverse of format for whatever was played */
TEST("notation/command", "round trip of what is played")
{
	static struct play p, before;
	struct sp_command c, back;
	struct sp_buf text;

	sp_buf_init(&text, 1000);
	for (uint64_t n = 100; n < 130; n++) {
		play_begin(&p, scene_ruleset(), n, 10);
		while (p.g.status == SP_GAME_RUNNING) {
			before = p;
			play_step(&p, &c);
			sp_buf_clear(&text);
			sp_notation_format(p.ruleset, &before.g, &c,
				SP_NOTATION_FULL, &text);
			EQUAL_INT_FATAL(
				sp_notation_parse(&back, p.ruleset, &before.g,
					sp_buf_str(&text), NULL),
				SP_OK);
			back.seat = c.seat;
			CU_ASSERT(memcmp(&back, &c, sizeof(c)) == 0);
		}
	}
	sp_buf_free(&text);
}

TEST("notation/command", "words of verbs")
{
	EQUAL_STRING(sp_law_verb_word(SP_VERB_PICK_UP), "pick-up");
	EQUAL_STRING(sp_law_verb_word(SP_VERB_WALK), "walk");
}
