#include "bout.h"

#include "host_tests.h"
#include "unit.h"

static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static unsigned below(uint64_t *state, unsigned n)
{
	return (unsigned)(next(state) % n);
}

/* ---- what a player writes -------------------------------------------------
 */

/* The one line that a mail gives as an example. */
static bool example(const struct letter *letter, char out[200])
{
	const char *at = strstr(letter->text, "For example\n  | ");

	if (at == NULL)
		return false;
	at += strlen("For example\n  | ");
	return sp_copyn(out, 200, at, strcspn(at, "\n"));
}

/* One of the lines that a mail suggests behind these words; `end`, which is
 * always the last, if there is no other: whoever plays ends often enough. */
static bool suggestion(const struct letter *letter, const char *behind,
	uint64_t *chance, char out[200])
{
	const char *at = strstr(letter->text, behind);
	char order[200];
	unsigned seen = 0;

	if (at == NULL)
		return false;
	at += strcspn(at, "\n") + 1;
	while (letter_listed(&at, order))
		if ((seen == 0 || !sp_streq(order, "end")) &&
			below(chance, ++seen) == 0)
			sp_format(out, 200, "%s", order);
	return seen > 0;
}

/* Two of them are refused. */
static const char *const declarations[] = {
	"when attacked, damage >= 0 or deadly: pass",
	"when attacked while red holds shield: counter with full shield",
	"when spell: counter with anti-anti with least",
	"when attacked by spell: ask until my turn",
	"when punched hard: pass",
};

static const char *const talk[] = {
	"press to all: I come in peace",
	"press to red: shall we?",
	"when attacked: pass\npress to all: now you know",
};

static void mail(struct club *c, int who, const char *text)
{
	const struct person *person = &club_people[who];
	const struct letter *letter = club_last_to(c, 0, person->address);
	char *again = sp_xasprintf("again\n%s", text);

	c->now += 60;
	(void)club_reply(c, letter, person->colour, again);
	club_pass(c);
	sp_free(again);
}

/* More orders behind the first one: if it asks others they wait. */
static void plan(const struct letter *letter, uint64_t *chance, char order[200])
{
	static const struct {
		const char *before, *behind;
	} ifs[] = { { "", "" }, { "if hit: ", "" },
		{ "if countered: ", "\nelse: end" },
		{ "if evaded: end\nif red in sight:\n  ", "" },
		{ "if blue at c3 {\nend\n}\nelse {\n", "\n}" } };
	size_t k = below(chance, SP_ARRAY_LEN(ifs));
	char next[200], whole[600];

	if (!suggestion(letter, "Reply with a number", chance, next))
		return;
	sp_format(whole, sizeof(whole), "%s\n%s%s%s%s", order, ifs[k].before,
		next, ifs[k].behind, below(chance, 2) == 0 ? "\nend" : "");
	if (strlen(whole) < 200)
		sp_format(order, 200, "%s", whole);
}

static void answer(struct club *c, const struct bout *what,
	const struct sp_game *g, int who, uint64_t *chance)
{
	const struct letter *letter =
		club_last_to(c, 0, club_people[who].address);
	char order[200] = "end";

	switch ((enum sp_decision_kind)g->decision.kind) {
	case SP_DECISION_TURN:
		if (below(chance, 4) == 0 ||
			!suggestion(
				letter, "Reply with a number", chance, order))
			sp_format(order, sizeof(order), "end");
		else if (what->plans && below(chance, 2) == 0)
			plan(letter, chance, order);
		break;
	case SP_DECISION_REACTION:
		if (!suggestion(letter, "Reply with a number", chance, order))
			sp_format(order, sizeof(order), "pass");
		break;
	default:
		/* of several at once an example is there */
		if (below(chance, 2) != 0 || !example(letter, order))
			sp_format(order, sizeof(order), "%u",
				1 + below(chance, 2));
	}
	mail(c, who, order);
}

/* ---- what else happens ----------------------------------------------------
 */

static void rule(
	struct club *c, const char *name, const char *key, const char *value)
{
	json_t *act = json_object();

	sp_json_set_string(act, "act", name);
	sp_json_set_string(act, "game", BOUT_GID);
	if (key != NULL)
		sp_json_set_string(act, key, value);
	/* it may be refused */
	if (!sp_streq(name, "game undo") || club_aim(c, act))
		(void)club_try_act(c, act);
	json_decref(act);
	club_read(c);
}

static void resign(struct club *c, int who)
{
	mail(c, who, "resign");
	mail(c, who, "yes");
}

static int asked(const struct sp_game *g, int players, uint64_t *chance)
{
	int who = (int)below(chance, (unsigned)players);

	for (int i = 0; i < players; i++)
		if ((g->decision.seats & 1u << (who + i) % players) != 0)
			return (who + i) % players;
	return who;
}

static const char *const takes_back[] = {
	"undo",
	"undo",
	"undo 2",
	"undo all",
	"undo\nend",
};

static const char *const agrees[] = {
	"agree",
	"agree",
	"agree",
	"agree",
	"agree",
	"agree",
	"agree",
	"refuse",
	"withdraw",
};

static void step(struct club *c, const struct bout *what, uint64_t *chance)
{
	struct sp_game *g = club_state(c, BOUT_GID);
	unsigned dice = below(chance, 100);
	int anybody = (int)below(chance, (unsigned)what->players);

	if (g->asked.by != 0 && below(chance, 12) != 0) {
		mail(c, anybody, agrees[below(chance, SP_ARRAY_LEN(agrees))]);
	} else if (what->undoes && below(chance, 4) == 0) {
		mail(c, asked(g, what->players, chance),
			takes_back[below(chance, SP_ARRAY_LEN(takes_back))]);
	} else if (what->plans && below(chance, 30) == 0) {
		mail(c, anybody, "cancel rest");
	} else if (dice < 6 && sp_game_has_deck(g)) {
		mail(c, anybody,
			declarations[below(
				chance, SP_ARRAY_LEN(declarations))]);
	} else if (dice < 10) {
		mail(c, anybody, talk[below(chance, SP_ARRAY_LEN(talk))]);
	} else if (dice < 18 && what->clock) {
		club_later(c, CLUB_HOUR * (int64_t)(1 + below(chance, 80)));
	} else if (dice < 20 && what->rulings) {
		rule(c, "game look", dice < 19 ? "seat" : NULL, "red");
	} else if (dice < 22 && what->rulings) {
		rule(c, "game undo", NULL, NULL);
	} else if (dice == 22 && g->turn > 6) {
		resign(c, anybody);
	} else {
		answer(c, what, g, asked(g, what->players, chance), chance);
	}
	sp_free(g);
}

/* ---- whole games ----------------------------------------------------------
 */

bool bout_is_over(struct club *c)
{
	struct sp_game *g = club_state(c, BOUT_GID);
	bool over = g->status == SP_GAME_OVER;

	sp_free(g);
	return over;
}

void bout_go_on(struct club *c, const struct bout *what, int steps)
{
	uint64_t chance = what->seed ^ (uint64_t)club_commits(c, BOUT_GID)
					       << 32;

	for (int i = 0; i < steps && !bout_is_over(c); i++)
		step(c, what, &chance);
}

static void join(struct club *c, int who)
{
	const struct person *person = &club_people[who];

	c->now += 60;
	(void)club_reply(c, club_letter(c, person->colour, "invited"),
		person->colour,
		who == 0 ? "join\nluck a heron in the fog" : "join");
	club_pass(c);
}

void bout_play(struct club *c, const struct bout *what)
{
	json_t *act =
		club_new(BOUT_GID, what->players, what->options, what->start);
	int rc;

	if (what->bots != NULL)
		club_add_bots(act, what->bots);
	club_make(c);
	c->quiet = true;
	c->defaults = what->defaults;
	rc = club_try_act(c, act);
	if (rc != SP_OK)
		printf("\n  game new: %s\n", c->error.text);
	EQUAL_INT_FATAL(rc, SP_OK);
	json_decref(act);
	club_read(c);
	for (int s = 0; !what->start && s < what->players; s++)
		join(c, s);
	for (int s = 0; what->prefers && s < what->players; s++)
		mail(c, s,
			"when pushed: prefer n, e, s, w\n"
			"when asked to discard: prefer cheapest");
	if (what->steps > 0)
		bout_go_on(c, what, what->steps);
}

json_t *bout_verify(struct club *c)
{
	char *path = club_repository(c, BOUT_GID);
	struct sp_verify_options options = { .bots = true,
		.declarations = true };
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good = false;

	sp_buf_init(&text, 1 << 20);
	int rc = sp_audit_verify(path, &options, &json, &text, &good, &e);
	if (rc != SP_OK || !good)
		printf("\n  %s\n%s\n", e.text, sp_buf_str(&text));
	EQUAL_INT_FATAL(rc, SP_OK);
	CU_ASSERT_TRUE_FATAL(good);
	sp_buf_free(&text);
	sp_free(path);
	return json;
}
