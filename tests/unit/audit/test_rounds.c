/*
 * Answers of a round that were changed in a finished game. The box of the
 * commit that closes a round has a line for each seat that was asked: seat, how
 * its answer came, command. An answer of a mail was sealed before.
 */
#include "host/host_tests.h"

#include "fixtures.h"
#include "host/tamper.h"

#define BOX_COMMAND "\"command\":\""

/* Where the words of the first such line begin ("red mail 12 answer none" for
 * "red mail "), NULL if the box has none. */
static char *line_of(const struct forged *c, const char *words)
{
	char *at = c->secret != NULL ? strstr(c->secret, BOX_COMMAND) : NULL;
	size_t len;

	if (at == NULL || strstr(c->message, " answer ?\n") == NULL)
		return NULL;
	at += strlen(BOX_COMMAND);
	len = strcspn(at, "\"");
	for (char *line = at; line < at + len; line++)
		if ((line == at || (line[-2] == '\\' && line[-1] == 'n')) &&
			sp_starts(line, words))
			return line;
	return NULL;
}

/* Put words in the place of the first `old` at or behind `at`. */
static void reword(struct forged *c, char *at, const char *old, const char *new)
{
	char *from = at != NULL ? strstr(at, old) : NULL;

	CU_ASSERT_PTR_NOT_NULL_FATAL(from);
	char *text = sp_xasprintf("%.*s%s%s", (int)(from - c->secret),
		c->secret, new, from + strlen(old));
	sp_free(c->secret);
	c->secret = text;
}

static bool is_timer(const struct forged *c)
{
	return strstr(c->message, "\nInput: timer ") != NULL;
}

struct answered {
	size_t mailed;    /* red's answer was used, and closed by a mail */
	size_t declared;  /* one that was declared */
	size_t countered; /* the bot played a card */
	size_t late;      /* the clock answered for red */
};

/* Look only: find the first round of each kind. */
static void look_at_round(
	struct forge *f, struct forged *c, const void *payload)
{
	struct answered *found = *(struct answered *const *)payload;
	const char *bot = line_of(c, "green bot ");

	(void)f;
	if (found->mailed == 0 && line_of(c, "red mail ") != NULL &&
		!is_timer(c))
		found->mailed = c->index;
	if (found->declared == 0 && line_of(c, "red declared ") != NULL)
		found->declared = c->index;
	if (found->countered == 0 && bot != NULL &&
		!sp_starts(strstr(bot, " answer "), " answer none"))
		found->countered = c->index;
	if (found->late == 0 && line_of(c, "red default ") != NULL &&
		is_timer(c))
		found->late = c->index;
}

static void passed_over(struct forge *f, struct forged *c, const void *payload)
{
	char *line = line_of(c, "red mail "), *end;

	(void)f;
	(void)payload;
	end = strstr(line, " answer ");
	char *old = sp_xasprintf("%.*s", (int)(end - line), line);
	reword(c, line, old, "red default 1");
	sp_free(old);
}

static void as_declared(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	reword(c, line_of(c, "red mail "), "mail", "declared");
}

static void as_mailed(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	reword(c, line_of(c, "red declared "), "declared", "mail");
}

static void of_nobody(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	reword(c, line_of(c, "red mail "), "red", "purple");
}

static void bot_passes(struct forge *f, struct forged *c, const void *payload)
{
	char *line = line_of(c, "green bot ");
	char *words = strstr(line, " answer ");

	(void)f;
	(void)payload;
	char *old = sp_xasprintf("%.*s", (int)strcspn(words, "\"\\"), words);
	reword(c, words, old, " answer none");
	sp_free(old);
}

/* The clock passed for somebody who was asked; now the others' answer did. */
static void without_clock(
	struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	(void)payload;
	forge_trailer(c, "Input",
		"0123456789abcdef0123456789abcdef"
		"0123456789abcdef0123456789abcdef");
}

TEST("audit/rounds", "the answers of a round")
{
	static const struct {
		size_t kind; /* offset in struct answered */
		struct tamper_change change;
		const char *what, *found;
		bool bots;
	} faked[] = {
		{ offsetof(struct answered, mailed),
			{ .name = "an answer passed over",
				.edit = passed_over },
			"sealed.json command", "", false },
		{ offsetof(struct answered, mailed),
			{ .name = "an answer as declared",
				.edit = as_declared },
			"sealed.json command", "", false },
		{ offsetof(struct answered, mailed),
			{ .name = "an answer of nobody", .edit = of_nobody },
			"sealed.json command", "", false },
		{ offsetof(struct answered, declared),
			{ .name = "a declared answer as mailed",
				.edit = as_mailed },
			"a closed round", "none of red", false },
		{ offsetof(struct answered, countered),
			{ .name = "a bot that passes", .edit = bot_passes },
			"the bot's choice", "answer none", true },
		{ offsetof(struct answered, late),
			{ .name = "closed before all answered",
				.edit = without_clock },
			"a closed round", "none of red", false },
	};
	const unsigned all = (1U << SP_ARRAY_LEN(faked)) - 1;
	struct bout what = tamper_base;
	struct tamper t;
	unsigned tried = 0;

	/* until there were games with each kind */
	what.options = "cards=yes rounds=9";
	for (what.seed = 6; tried != all && what.seed < 60; what.seed++) {
		struct answered found = { 0 }, *out = &found;
		struct forge *f = &t.f;

		tamper_lay_as(&t, &what);
		forge_write(
			f, NULL, f->n, 8, look_at_round, &out, FORGE_RESEALED);
		tamper_is_good(f, "looked at");
		for (size_t i = 0; i < SP_ARRAY_LEN(faked); i++) {
			size_t index = *(const size_t *)(const void
					*)((const char *)&found +
					   faked[i].kind);
			struct tamper_at at = { index, &faked[i].change };
			struct sp_verify_options o = { .bots = faked[i].bots };

			if (index == 0 || (tried >> i & 1U) != 0)
				continue;
			tried |= 1U << i;
			forge_write(f, NULL, f->n, index, tamper_edit, &at,
				FORGE_RESEALED);
			tamper_finds_with(f, &o, faked[i].change.name,
				(ptrdiff_t)index, faked[i].what,
				faked[i].found);
		}
		tamper_clear(&t);
	}
	EQUAL_INT(tried, all);
}

/* ---- public defaults ------------------------------------------------------ */

struct spared {
	size_t answered; /* a default passed for red, and no clock did */
	size_t late;     /* the clock passed for red */
};

static void look_for_spared(
	struct forge *f, struct forged *c, const void *payload)
{
	struct spared *found = *(struct spared *const *)payload;

	(void)f;
	if (found->answered == 0 && line_of(c, "red public ") != NULL &&
		!is_timer(c))
		found->answered = c->index;
	if (found->late == 0 && line_of(c, "red default ") != NULL &&
		is_timer(c))
		found->late = c->index;
}

static void as_clock(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	if (c->index == *(const size_t *)payload)
		reword(c, line_of(c, "red public "), "public", "default");
}

static void as_spared(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	if (c->index == *(const size_t *)payload)
		reword(c, line_of(c, "red default "), "default", "public");
}

/* A default passes and never counters. */
static void counters(struct forge *f, struct forged *c, const void *payload)
{
	const size_t *at = payload;
	char *line = c->index == *at ? line_of(c, "red public ") : NULL;

	(void)f;
	if (line != NULL)
		reword(c, line, " answer none", " answer full-shield#1 0");
}

/* Whole games in which they stand are true, also when they are looked at anew;
 * and a default that is made up is found. */
TEST("audit/rounds", "public defaults")
{
	static const struct sp_verify_options anew = { .declarations = true };
	struct bout what = tamper_base;
	struct spared found = { 0 }, *out = &found;
	unsigned tried = 0;

	what.options = "cards=yes rounds=9";
	what.defaults = true;
	for (what.seed = 6; tried != 3 && what.seed < 60; what.seed++) {
		struct tamper t;

		memset(&found, 0, sizeof(found));
		tamper_lay_as(&t, &what);
		forge_write(&t.f, NULL, t.f.n, 8, look_for_spared, &out,
			FORGE_RESEALED);
		tamper_is_good(&t.f, "looked at");
		if (found.answered > 0 && (tried & 1) == 0) {
			tried |= 1;
			forge_write(&t.f, NULL, t.f.n, found.answered, as_clock,
				&found.answered, FORGE_RESEALED);
			tamper_finds(&t.f, "a default of the clock's",
				(ptrdiff_t)found.answered, "a closed round",
				"none of red");
			forge_write(&t.f, NULL, t.f.n, found.answered, counters,
				&found.answered, FORGE_RESEALED);
			tamper_finds(&t.f, "a default that counters",
				(ptrdiff_t)found.answered, "a closed round",
				"none of red");
		}
		if (found.late > 0 && (tried & 2) == 0) {
			tried |= 2;
			forge_write(&t.f, NULL, t.f.n, found.late, as_spared,
				&found.late, FORGE_RESEALED);
			tamper_is_good(&t.f, "as spared");
			tamper_finds_with(&t.f, &anew, "as spared",
				(ptrdiff_t)found.late, "a public default",
				"red public");
		}
		tamper_clear(&t);
	}
	EQUAL_INT(tried, 3);
}

/* ---- what is recorded, and not computed --------------------------------- */

static void other_bot(struct forge *f, struct forged *c, const void *payload)
{
	(void)payload;
	if (c->n_entries > 0)
		forge_replace(f, c, "game.json", "\"green\": \"random\"",
			"\"green\": \"apprentice\"");
}

/* As if another bot had played: what it chose stands there. */
TEST("audit/rounds", "a bot of today chooses otherwise")
{
	static const struct sp_verify_options bots = { .bots = true };
	struct tamper t;

	tamper_lay(&t);
	forge_write(&t.f, NULL, t.f.n, 0, other_bot, NULL, FORGE_RESEALED);
	tamper_is_good(&t.f, "another bot");
	json_t *json = tamper_look(&t.f, &bots);
	const json_t *bad = json_object_get(json, "mismatch");
	EQUAL_STRING(json_string_value(json_object_get(bad, "what")),
		"the bot's choice");
	CU_ASSERT_TRUE(json_integer_value(json_object_get(bad, "seq")) > 0);
	json_decref(json);
	tamper_clear(&t);
}

/* The last round in which the clock passed for red, who had declared something
 * that said nothing to it. */
struct silent {
	bool declares;
	size_t late;
};

static void look_for_silent(
	struct forge *f, struct forged *c, const void *payload)
{
	static const char when[] = BOX_COMMAND "red when";
	struct silent *found = *(struct silent *const *)payload;
	const char *at = c->secret != NULL ? strstr(c->secret, when) : NULL;

	(void)f;
	if (at != NULL)
		found->declares = at[strlen(when)] == '\\';
	if (found->declares && line_of(c, "red default ") != NULL &&
		is_timer(c))
		found->late = c->index;
}

static void as_if_declared(
	struct forge *f, struct forged *c, const void *payload)
{
	if (c->index == *(const size_t *)payload)
		reword(c, line_of(c, "red default "), "default", "declared");
	(void)f;
}

/* It stands there that a declaration passed: whether it says that is asked of
 * those who bind orders. */
TEST("audit/rounds", "a declaration of today answers otherwise")
{
	static const struct sp_verify_options anew = { .declarations = true };
	struct bout what = tamper_base;
	struct silent found = { 0 }, *out = &found;
	struct tamper t;

	what.options = "cards=yes rounds=9";
	for (what.seed = 6; found.late == 0 && what.seed < 60; what.seed++) {
		found.declares = false;
		tamper_lay_as(&t, &what);
		forge_write(&t.f, NULL, t.f.n, 8, look_for_silent, &out,
			FORGE_RESEALED);
		if (found.late > 0) {
			forge_write(&t.f, NULL, t.f.n, found.late,
				as_if_declared, &found.late, FORGE_RESEALED);
			tamper_is_good(&t.f, "as declared");
			tamper_finds_with(&t.f, &anew, "as declared",
				(ptrdiff_t)found.late, "the declared answer",
				"red declared ");
		}
		tamper_clear(&t);
	}
	DIFFERENT_INT(found.late, 0);
}
