/*
 * A game that was repaired, and a server that lies about it: it signs what it
 * says, and where its secret is public its boxes and tags fit, too. What it may
 * not say is named by verify, and what it may is good.
 */
#include "host_tests.h"
#include "hurt.h"
#include "tamper.h"

#define FIRST  "1111111111111111111111111111111111111111"
#define SECOND "abcdefabcdefabcdefabcdefabcdefabcdefabcd"
#define LARGE  "ABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD"

/* A game that lost its tip and was taken back. */
struct repaired {
	struct tamper t;
	size_t at;               /* the repair */
	int64_t before, number;  /* of the decision, at it and before it */
	uint64_t draws, further; /* the draws before it, and before that */
};

static void look(struct forge *f, size_t index, int64_t *number, uint64_t *next)
{
	struct forged c = { .index = index };
	json_t *state = NULL;

	forge_files(f, &c);
	char *text = forge_file(f, &c, "state.json");
	EQUAL_INT_FATAL(sp_json_parse(&state, text, strlen(text), NULL), SP_OK);
	*number = json_integer_value(
		json_object_get(json_object_get(state, "decision"), "number"));
	*next = (uint64_t)json_integer_value(json_object_get(state, "draws"));
	json_decref(state);
	sp_free(text);
}

static bool is_over(const struct club *c)
{
	struct sp_game *g = club_state(c, HURT_BAD);
	bool over = g->status == SP_GAME_OVER;

	sp_free(g);
	return over;
}

/* By two players and a bot; played to its end, or on for a while. */
static void lay(struct repaired *r, bool end)
{
	struct club *c = &r->t.club;
	json_t *answer, *act = club_new(HURT_BAD, 2,
				"cards=yes rounds=3 deadline=24", true);
	uint64_t next;

	club_add_bots(act, "green");
	club_make(c);
	c->quiet = true;
	EQUAL_INT_FATAL(club_try_act(c, act), SP_OK);
	json_decref(act);
	club_read(c);
	(void)club_play(c, HURT_BAD, 8);
	/* the clock goes on where somebody is asked out of turn */
	club_later(c, (int64_t)30 * CLUB_HOUR);
	(void)club_play(c, HURT_BAD, 8);
	hurt_run(c, HURT_BAD, HURT_BLOB ": >$f");
	EQUAL_INT_FATAL(
		hurt_act(c, NULL, HURT_BACK | HURT_BEHIND, &answer), SP_OK);
	json_decref(answer);
	(void)club_play(c, HURT_BAD, 4);
	/* who is asked out of turn is late */
	for (int i = 0; end && i < 100 && !is_over(c); i++) {
		club_later(c, (int64_t)30 * CLUB_HOUR);
		(void)club_play(c, HURT_BAD, 2);
	}
	/* they name commits that are written anew */
	hurt_run(c, HURT_BAD, "git tag | xargs git tag -d >/dev/null");
	tamper_take_game(&r->t, HURT_BAD);
	EQUAL_INT_FATAL(r->t.f.secrets.keyed, end);
	r->at = forge_find(&r->t.f, 1, "\nCommand: repair ");
	look(&r->t.f, r->at, &r->number, &next);
	look(&r->t.f, r->at - 2, &r->before, &r->further);
	look(&r->t.f, r->at - 1, &r->before, &r->draws);
	/* so a number before it can be named */
	CU_ASSERT(r->before > 1);
	CU_ASSERT(r->number > r->before);
}

/* ---- while it runs ------------------------------------------------------ */

struct lie {
	const struct repaired *r;
	int64_t number;
	uint64_t draws;
	const char *lost;
	const char *input;
};

/* Write key 1 in place of key 0 in the position. */
static void change(struct forge *f, struct forged *c, const char *key,
	uint64_t from, uint64_t to)
{
	char *was = sp_xasprintf("\"%s\": %llu", key, (unsigned long long)from);
	char *is = sp_xasprintf("\"%s\": %llu", key, (unsigned long long)to);

	forge_replace(f, c, "state.json", was, is);
	sp_free(was);
	sp_free(is);
}

/* Another number, and all that follows from it. */
static void renumber(struct forge *f, struct forged *c, const void *payload)
{
	const struct lie *lie = payload;
	uint64_t was = (uint64_t)lie->r->number, is = (uint64_t)lie->number;
	char *command = sp_xasprintf("repair %llu", (unsigned long long)is);

	if (c->index == lie->r->at) {
		change(f, c, "number", was, is);
		change(f, c, "draws", was * SP_REPAIR_DRAWS,
			is * SP_REPAIR_DRAWS);
		forge_trailer(c, "Command", command);
	}
	sp_free(command);
}

/* The step before it drew until there. */
static void draw_more(struct forge *f, struct forged *c, const void *payload)
{
	const struct lie *lie = payload;
	const struct repaired *r = lie->r;
	char value[60];

	if (c->index != r->at - 1)
		return;
	sp_format(value, sizeof(value), "%llu-%llu",
		(unsigned long long)r->further,
		(unsigned long long)lie->draws - 1);
	char *line = sp_xasprintf("\nDraws: %s\nState: ", value);
	change(f, c, "draws", r->draws, lie->draws);
	if (r->draws > r->further)
		forge_trailer(c, "Draws", value);
	else
		forge_reword(&c->message, "\nState: ", line);
	sp_free(line);
}

static void lose(struct forge *f, struct forged *c, const void *payload)
{
	const struct lie *lie = payload;

	(void)f;
	if (c->index == lie->r->at)
		forge_trailer(c, "Lost", lie->lost);
}

static void lose_nothing(struct forge *f, struct forged *c, const void *payload)
{
	const struct lie *lie = payload;

	(void)f;
	if (c->index == lie->r->at)
		*(strstr(c->message, "\nLost: ") + 1) = '\0';
}

static void come_from(struct forge *f, struct forged *c, const void *payload)
{
	const struct lie *lie = payload;

	(void)f;
	if (c->index == lie->r->at)
		forge_trailer(c, "Input", lie->input);
}

static void hurt_red(struct forge *f, struct forged *c, const void *payload)
{
	const struct lie *lie = payload;

	if (c->index == lie->r->at)
		forge_replace(
			f, c, "state.json", "\"life\": 15", "\"life\": 14");
}

/* The history up to the repair, with a lie; `what` NULL: it is good. */
static void tell(struct repaired *r, const char *name, forge_edit *edit,
	const struct lie *lie, const char *what, const char *words)
{
	forge_write(&r->t.f, NULL, r->at + 1, 0, edit, lie, FORGE_RESIGNED);
	if (what == NULL)
		tamper_is_good(&r->t.f, name);
	else
		tamper_finds(&r->t.f, name, (ptrdiff_t)r->at, what, words);
}

TEST("host/repaired", "numbers and draws that do not rise")
{
	struct repaired r;

	if (!club_has_git())
		return;
	lay(&r, false);
	struct lie lie = { .r = &r, .number = r.before + 1 };
	tell(&r, "the next number", renumber, &lie, NULL, NULL);
	lie.number = r.before;
	tell(&r, "the same number", renumber, &lie, "trailer Command",
		"a repair whose number is above");
	lie.number = r.before - 1;
	tell(&r, "a number before", renumber, &lie, "trailer Command",
		"a repair whose number is above");
	lie.draws = (uint64_t)r.number * SP_REPAIR_DRAWS - 1;
	tell(&r, "the next draw", draw_more, &lie, NULL, NULL);
	lie.draws++;
	tell(&r, "the same draw", draw_more, &lie, "trailer Command",
		"leads to draws that were not made yet");
	lie.draws++;
	tell(&r, "a draw before", draw_more, &lie, "trailer Command",
		"leads to draws that were not made yet");
	tell(&r, "another position", hurt_red, &lie, "state.json",
		"\"life\": 14");
	lie.input = FIRST "111111111111111111111111";
	tell(&r, "by mail", come_from, &lie, "trailer Input",
		"an operator's act");
	tamper_clear(&r.t);
}

TEST("host/repaired", "what is lost")
{
	static const char *const wrong[] = {
		SECOND " " FIRST,          /* not in order */
		FIRST " " FIRST,           /* twice */
		FIRST "," SECOND,          /* no blank */
		FIRST SECOND "1",          /* none at all */
		"1" FIRST,                 /* too long */
		FIRST " " LARGE,           /* not as ids are written */
		FIRST " " SECOND " 12345", /* cut */
	};
	struct repaired r;
	char root[SP_OID_TEXT], before[SP_OID_TEXT];

	if (!club_has_git())
		return;
	lay(&r, false);
	struct lie lie = { .r = &r, .lost = FIRST };
	tell(&r, "one", lose, &lie, NULL, NULL);
	lie.lost = FIRST " " SECOND;
	tell(&r, "two", lose, &lie, NULL, NULL);
	tell(&r, "none", lose_nothing, &lie, NULL, NULL);
	for (size_t i = 0; i < SP_ARRAY_LEN(wrong); i++) {
		lie.lost = wrong[i];
		tell(&r, wrong[i], lose, &lie, "trailer Lost", "");
	}
	(void)git_oid_tostr(root, sizeof(root), &r.t.f.id[0]);
	(void)git_oid_tostr(before, sizeof(before), &r.t.f.id[r.at - 1]);
	lie.lost = root;
	tell(&r, "the root", lose, &lie, "trailer Lost", root);
	lie.lost = before;
	tell(&r, "the one before", lose, &lie, "trailer Lost", before);
	tamper_clear(&r.t);
}

/* ---- once its secret is public ------------------------------------------ */

static void is_good(struct forge *f, const char *name)
{
	json_t *json = tamper_look(f, NULL);

	tamper_is_good(f, name);
	CU_ASSERT_TRUE(json_is_true(json_object_get(json, "replayed")));
	EQUAL_INT(json_integer_value(json_object_get(json, "repairs")), 1);
	CU_ASSERT(json_integer_value(json_object_get(json, "lost")) > 0);
	/* those that it passed over were not made */
	CU_ASSERT(json_integer_value(json_object_get(json, "draws")) < 10000);
	json_decref(json);
}

static void other_epochs(struct forge *f, struct forged *c, const void *payload)
{
	char *all = strstr(c->secret, "\"epochs\":{");

	(void)f;
	CU_ASSERT_PTR_NOT_NULL_FATAL(all);
	char *was = sp_xstrndup(all, strcspn(all, "}"));
	EQUAL_STRING(was, "\"epochs\":{\"blue\":1,\"green\":0,\"red\":1");
	forge_reword(&c->secret, was, payload);
	sp_free(was);
}

static void tell_epochs(
	struct repaired *r, const char *epochs, const char *words)
{
	char *part = sp_xasprintf("\"epochs\":{%s", epochs);

	forge_write(&r->t.f, NULL, r->t.f.n, r->at, other_epochs, part,
		FORGE_RESEALED);
	if (words == NULL)
		is_good(&r->t.f, epochs);
	else
		tamper_finds(&r->t.f, epochs, (ptrdiff_t)r->at, "sealed.json",
			words);
	sp_free(part);
}

TEST("host/repaired", "replayed, with tokens that stay")
{
	struct repaired r;

	if (!club_has_git())
		return;
	lay(&r, true);
	is_good(&r.t.f, "as it is");
	CU_ASSERT(r.at + 10 < r.t.f.n);
	/* nobody knows how many were lost with the rest */
	tell_epochs(&r, "\"blue\":7,\"green\":0,\"red\":1", NULL);
	tell_epochs(&r, "\"blue\":1,\"green\":0,\"red\":0",
		"that of red is 0 after 0");
	tell_epochs(&r, "\"blue\":0,\"green\":0,\"red\":1",
		"that of blue is 0 after 0");
	tell_epochs(&r, "\"blue\":1,\"green\":1,\"red\":1",
		"that of green is 1 after 0");
	tamper_clear(&r.t);
}

/* The repair once more somewhere else, sealed for that place. */
TEST("host/repaired", "where it may be")
{
	struct repaired r;
	size_t order[4096];

	if (!club_has_git())
		return;
	lay(&r, true);
	struct forge *f = &r.t.f;
	CU_ASSERT_FATAL(f->n + 1 < SP_ARRAY_LEN(order));
	for (size_t i = 0; i < f->n; i++)
		order[i] = i;
	order[f->n] = r.at;
	forge_write(f, order, f->n + 1, 0, NULL, NULL, FORGE_RESEALED);
	tamper_finds(f, "behind the end", (ptrdiff_t)f->n, "", "has ended");
	order[r.at + 1] = r.at;
	forge_write(f, order, r.at + 2, 0, NULL, NULL, FORGE_RESEALED);
	tamper_finds(f, "twice", (ptrdiff_t)r.at + 1, "trailer Command",
		"a repair whose number is above");
	order[1] = r.at;
	forge_write(f, order, 2, 0, NULL, NULL, FORGE_RESEALED);
	tamper_finds(f, "before the start", 1, "trailer Turn", "Turn: 0");
	tamper_clear(&r.t);
}
