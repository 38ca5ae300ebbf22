/*
 * Choices that were made by what a seat prefers, in a finished game: what the
 * record says of them is checked as far as it can be without computing it.
 */
#include "host/host_tests.h"

#include "fixtures.h"
#include "host/tamper.h"

#define DECLARED "\nInput: declaration\n"

static const struct sp_verify_options anew = { .declarations = true };

/* The first commit of a choice that was preferred, and the last sealed order
 * with the lines that say so; 0: none. */
struct preferred {
	size_t choice, line;
	char seat[24];
	char begins[40];
};

static void look(struct forge *f, struct forged *c, const void *payload)
{
	struct preferred *found = *(struct preferred *const *)payload;
	const char *at = strstr(c->message, "\nSeat: ");

	(void)f;
	if (found->choice != 0 || strstr(c->message, DECLARED) == NULL ||
		at == NULL)
		return;
	at += strlen("\nSeat: ");
	found->choice = c->index;
	sp_format(found->seat, sizeof(found->seat), "%.*s",
		(int)strcspn(at, "\n"), at);
}

/* What commits say of answers, sealed orders and choices. */
#define ANSWER " answer ?\n"
#define SEALED "A sealed order"
#define CHOICE " choose "

static void look_for_line(
	struct forge *f, struct forged *c, const void *payload)
{
	struct preferred *found = *(struct preferred *const *)payload;

	(void)f;
	if (c->index < found->choice && c->secret != NULL &&
		strstr(c->secret, found->begins) != NULL)
		found->line = c->index;
}

/* What find_mailed looks for, and found; 0: nothing. */
struct mailed {
	const char *words;
	size_t at;
};

static void look_for_mailed(
	struct forge *f, struct forged *c, const void *payload)
{
	struct mailed *mailed = *(struct mailed *const *)payload;
	const char *input = strstr(c->message, "\nInput: ");

	(void)f;
	if (mailed->at == 0 && strstr(c->message, mailed->words) != NULL &&
		input != NULL &&
		strspn(input + strlen("\nInput: "), "0123456789abcdef") ==
			SP_SHA256_TEXT - 1)
		mailed->at = c->index;
}

/* The first commit from `from` on with these words, whose Input is a mail's; 0:
 * none has. */
static size_t find_mailed(struct forge *f, size_t from, const char *words)
{
	struct mailed mailed = { words, 0 }, *out = &mailed;

	forge_write(f, NULL, f->n, from, look_for_mailed, &out, FORGE_AS_IS);
	return mailed.at;
}

/* What the tests look for behind the declaration that chose. */
static bool has_all(struct tamper *t, const struct preferred *found)
{
	return find_mailed(&t->f, found->line, ANSWER) > 0 &&
	       find_mailed(&t->f, found->line, SEALED) > 0 &&
	       find_mailed(&t->f, found->line, CHOICE) > 0;
}

/* A game in which something was chosen so; `all`: and which has the rest. */
static void lay(struct tamper *t, struct preferred *found, bool all)
{
	struct bout what = tamper_base;

	what.options = "cards=yes rounds=12";
	what.prefers = true;
	for (what.seed = 1; what.seed < 60; what.seed++) {
		memset(found, 0, sizeof(*found));
		tamper_lay_as(t, &what);
		forge_write(&t->f, NULL, t->f.n, 8, look, &found, FORGE_AS_IS);
		sp_format(found->begins, sizeof(found->begins), "\"%s when\\n",
			found->seat);
		forge_write(&t->f, NULL, t->f.n, 0, look_for_line, &found,
			FORGE_AS_IS);
		if (found->choice > 0 && found->line > 0 &&
			(!all || has_all(t, found)))
			return;
		tamper_clear(t);
	}
	CU_FAIL_FATAL("no game has what is to be forged");
}

/* What is put in the place of what, in the box of the commit of that index. */
struct reworded {
	size_t index;
	const char *from, *to;
};

static void reword(struct forge *f, struct forged *c, const void *payload)
{
	const struct reworded *what = payload;

	(void)f;
	if (c->index == what->index)
		forge_reword(&c->secret, what->from, what->to);
}

static long long date_of(const struct forged *c)
{
	return strtoll(strchr(c->committer, '>') + 1, NULL, 10);
}

/* A command is said to have been preferred, at once. */
static void as_preferred(struct forge *f, struct forged *c, const void *payload)
{
	static long long before;

	(void)f;
	if (c->index == *(const size_t *)payload) {
		forge_trailer(c, "Input", "declaration");
		tamper_shift(c, before - date_of(c));
	}
	before = date_of(c);
}

static void a_day_later(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	if (c->index == *(const size_t *)payload)
		tamper_shift(c, 86400);
}

static void write_anew(
	struct tamper *t, forge_edit *edit, const void *payload, size_t from)
{
	forge_write(&t->f, NULL, t->f.n, from, edit, payload, FORGE_RESEALED);
}

/* What the second reader says of it: "" is good. It needs programs that need
 * not be there. */
static void second_says(struct tamper *t, const char *words)
{
	char *command = sp_xasprintf(
		"for p in python3 openssl ssh-keygen; do command -v $p "
		">/dev/null || exit 77; done; python3 %s/tests/tools/audit.py "
		". 2>&1",
		test_source_dir());
	struct sp_buf out;
	int status;

	sp_buf_init(&out, 1 << 16);
	status = club_git(&t->club, t->f.gid, &out, command);
	if (status != 77) {
		EQUAL_INT(status != 0, *words != '\0');
		CONTAINS(sp_buf_str(&out), words);
	}
	sp_buf_free(&out);
	sp_free(command);
}

/* Let the line prefer a card that was not given up, though it was in hand:
 * which one depends on the hand of that game. */
static void prefer_another(struct tamper *t, struct reworded *what, size_t line)
{
	const struct sp_ruleset *r = club_ruleset();
	static char to[80];
	bool another = false;

	for (int i = 0; i < r->n_cards && !another; i++) {
		if (i > 0)
			forge_undo(&t->f);
		sp_format(
			to, sizeof(to), "prefer %s, cheapest", r->card[i].name);
		what->to = to;
		write_anew(t, reword, what, line);
		json_t *json = tamper_look(&t->f, &anew);
		const char *found = json_string_value(json_object_get(
			json_object_get(json, "mismatch"), "what"));
		another = found != NULL &&
			  strstr(found, "the declared choice") != NULL;
		json_decref(json);
	}
	CU_ASSERT_TRUE_FATAL(another);
}

/* Nothing else but the choice itself says what was preferred: that it is what
 * the lines choose is asked of those who bind orders. */
TEST("audit/preferences", "what a seat prefers is done again")
{
	struct preferred found;
	struct reworded what;
	struct tamper t;
	json_t *json;

	lay(&t, &found, false);
	json = tamper_look(&t.f, &anew);
	CU_ASSERT_PTR_NULL(json_object_get(json, "mismatch"));
	json_decref(json);
	second_says(&t, "");
	what = (struct reworded){ found.line, "prefer cheapest", "ask" };
	write_anew(&t, reword, &what, found.line);
	tamper_finds(&t.f, "nothing preferred", (ptrdiff_t)found.choice,
		"trailer Input", "the seat prefers nothing");
	second_says(&t, "prefers");
	forge_undo(&t.f);
	prefer_another(&t, &what, found.line);
	tamper_is_good(&t.f, "another preference");
	tamper_finds_with(&t.f, &anew, "another preference",
		(ptrdiff_t)found.choice, "the declared choice", "give-up ");
	forge_undo(&t.f);
	what.to = "prefer Full Shield";
	write_anew(&t, reword, &what, found.line);
	tamper_finds_with(&t.f, &anew, "too little", (ptrdiff_t)found.choice,
		"the declared choice", "that the seat is asked");
	forge_undo(&t.f);
	write_anew(&t, a_day_later, &found.choice, found.choice);
	tamper_finds(&t.f, "late", (ptrdiff_t)found.choice, "date", "");
	tamper_clear(&t);
}

/* Without the secret, too: such a choice is one that asks the seat. */
TEST("audit/preferences", "what no preference can have done")
{
	struct preferred found;
	size_t order[600], walk, bot;
	struct tamper t;

	lay(&t, &found, false);
	walk = forge_find(&t.f, found.line, " walk ");
	write_anew(&t, as_preferred, &walk, walk - 1);
	tamper_finds(&t.f, "a walk", (ptrdiff_t)walk, "trailer Input",
		"no preference makes this choice");
	second_says(&t, "is preferred, and no choice of");
	forge_undo(&t.f);
	CU_ASSERT_TRUE_FATAL(t.f.n < SP_ARRAY_LEN(order));
	for (size_t i = 0; i < t.f.n; i++)
		order[i] = i;
	forge_write(&t.f, order, t.f.n - 1, walk - 1, as_preferred, &walk,
		FORGE_RESIGNED);
	tamper_finds(&t.f, "a walk, the secret unknown", (ptrdiff_t)walk,
		"trailer Input", "no preference makes this choice");
	forge_undo(&t.f);
	bot = forge_find(&t.f, found.line, "\nInput: bot\n");
	write_anew(&t, as_preferred, &bot, bot - 1);
	tamper_finds(&t.f, "a bot", (ptrdiff_t)bot, "trailer Input", "");
	tamper_clear(&t);
}

static void resigns(struct forge *f, struct forged *c, const void *payload)
{
	(void)f;
	if (c->index != *(const size_t *)payload)
		return;
	char *command = sp_xstrdup(strstr(c->message, "give-up"));

	command[strcspn(command, "\n")] = '\0';
	forge_reword(&c->message, command, "resign");
	sp_free(command);
}

/* Whoever is asked to discard may resign all the same, and prefers it never. */
TEST("audit/preferences", "another command of a seat that is asked")
{
	struct preferred found;
	size_t order[600];
	struct tamper t;

	lay(&t, &found, false);
	write_anew(&t, resigns, &found.choice, found.choice);
	tamper_finds(&t.f, "resign", (ptrdiff_t)found.choice, "trailer Input",
		"no preference makes this choice");
	second_says(&t, "is preferred, and no choice of");
	forge_undo(&t.f);
	CU_ASSERT_TRUE_FATAL(t.f.n < SP_ARRAY_LEN(order));
	for (size_t i = 0; i < t.f.n; i++)
		order[i] = i;
	forge_write(&t.f, order, t.f.n - 1, found.choice, resigns,
		&found.choice, FORGE_RESIGNED);
	tamper_finds(&t.f, "resign, the secret unknown",
		(ptrdiff_t)found.choice, "trailer Input",
		"no preference makes this choice");
	forge_undo(&t.f);
	tamper_clear(&t);
}

TEST("audit/preferences", "what no preference led to")
{
	struct preferred found;
	size_t order[600], at;
	struct tamper t;

	lay(&t, &found, true);
	at = find_mailed(&t.f, found.line, ANSWER);
	write_anew(&t, as_preferred, &at, at - 1);
	tamper_finds(&t.f, "a round", (ptrdiff_t)at, "trailer Input",
		"no preference led to this round");
	second_says(&t, "no preference led to it");
	forge_undo(&t.f);
	CU_ASSERT_TRUE_FATAL(t.f.n < SP_ARRAY_LEN(order));
	for (size_t i = 0; i < t.f.n; i++)
		order[i] = i;
	forge_write(&t.f, order, t.f.n - 1, at - 1, as_preferred, &at,
		FORGE_RESIGNED);
	tamper_finds(&t.f, "a round, the secret unknown", (ptrdiff_t)at,
		"trailer Input", "no preference led to this round");
	forge_undo(&t.f);
	at = find_mailed(&t.f, found.line, SEALED);
	write_anew(&t, as_preferred, &at, at - 1);
	tamper_finds(
		&t.f, "a sealed order", (ptrdiff_t)at, "trailer Input", "");
	second_says(&t, "is a sealed order, and by declaration");
	forge_undo(&t.f);
	/* a way that is not that of a push */
	at = find_mailed(&t.f, found.line, CHOICE);
	write_anew(&t, as_preferred, &at, at - 1);
	tamper_finds(&t.f, "a choice", (ptrdiff_t)at, "trailer Input",
		"no preference makes this choice");
	second_says(&t, "is preferred, and no choice of");
	tamper_clear(&t);
}

/* The box of this index has a plan that was made before, and met nothing. */
static void look_for_plan(
	struct forge *f, struct forged *c, const void *payload)
{
	size_t *found = *(size_t *const *)payload;
	const char *at =
		c->secret != NULL ? strstr(c->secret, "{\"plan\":") : NULL;

	(void)f;
	if (*found == 0 && at != NULL &&
		strtoull(at + strlen("{\"plan\":"), NULL, 10) != c->index)
		*found = c->index;
}

TEST("audit/preferences", "a plan is not quiet later on")
{
	struct bout played = tamper_base;
	size_t found = 0, *out = &found;
	struct reworded what;
	struct tamper t;

	played.options = "cards=yes rounds=9";
	played.plans = true;
	for (played.seed = 1; played.seed < 40; played.seed++) {
		tamper_lay_as(&t, &played);
		forge_write(
			&t.f, NULL, t.f.n, 0, look_for_plan, &out, FORGE_AS_IS);
		if (found > 0)
			break;
		tamper_clear(&t);
	}
	DIFFERENT_INT_FATAL(found, 0);
	what = (struct reworded){ found,
		"{\"plan\":", "{\"met\":\"quiet\",\"plan\":" };
	write_anew(&t, reword, &what, found);
	tamper_finds(
		&t.f, "quiet", (ptrdiff_t)found, "sealed.json agents", "quiet");
	tamper_clear(&t);
}
