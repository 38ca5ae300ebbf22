/* What is no scenario, or does not come out: told with its line, whatever the
 * file holds. */
#include "../fixtures.h"
#include "audit/audit.h"
#include "rules/deck.h"
#include "scenario.h"
#include "unit.h"

#define BEGIN                                                                  \
	"players red blue\nred at d3\nred holds zot, energy-4\n"               \
	"blue at e3\n"
#define CAST BEGIN "---\nred: cast zot hurt at blue with energy-4\n"

struct nonsense {
	const char *text;
	unsigned line;
	const char *says;
};

static void check(const struct nonsense *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct sp_error e = { 0 };

		EQUAL_INT(sp_audit_scenario(scene_ruleset(), row[i].text,
				  strlen(row[i].text), &e),
			SP_EINVAL);
		EQUAL_INT(e.line, row[i].line);
		EQUAL_STRING(e.text, row[i].says);
	}
}

TEST("scenario/nonsense", "what does not come out is expected and found")
{
	static const struct nonsense rows[] = {
		{ CAST "blue life 12\n", 7,
			"expected \"blue life 12\", found 11" },
		{ CAST "red holds zot\n", 7,
			"expected \"red holds zot\", found nothing" },
		{ CAST "blue at c4\n", 7, "expected \"blue at c4\", found e3" },
		{ CAST "blue dead\n", 7,
			"expected \"blue dead\", found them alive" },
		{ CAST "energy-4 discarded\nd3/e3 wall\n", 8,
			"expected \"d3/e3 wall\", found no wall" },
		{ CAST "winner red\n", 7,
			"expected \"winner red\", found a game that goes on" },
		{ CAST "asked blue\n", 7,
			"expected \"asked blue\", found asked nobody" },
		{ CAST "refused: out of sight\n", 7,
			"expected \"refused: out of sight\", found that the "
			"order was accepted" },
	};

	check(rows, SP_ARRAY_LEN(rows));
}

TEST("scenario/nonsense", "what is no scenario is told with its line")
{
	static const struct nonsense rows[] = {
		{ "", 0, "the file names no players" },
		{ "# nothing\n\n", 2, "the file names no players" },
		{ "---\n", 1, "\"---\": the first line must name the players" },
		{ BEGIN, 4, "the line \"---\" is missing" },
		{ BEGIN "---\n", 5, "nothing is said that must be true" },
		{ CAST, 6, "nothing is said that must be true" },
		{ CAST "dice 3\n", 7, "nothing is said that must be true" },
		{ BEGIN "blue lief 12\n---\n", 5,
			"\"blue lief 12\": what is said of a wizard?" },
		{ BEGIN "wombat at c4\n---\n", 5,
			"\"wombat at c4\": \"wombat\" is no wizard, treasure, "
			"square, line, card or sentence" },
		{ BEGIN "blue life\n---\n", 5,
			"\"blue life\": expected a number" },
		{ BEGIN "blue life 12 13\n---\n", 5,
			"\"blue life 12 13\": \"13\" is a word too many" },
		{ CAST "red: dance\n", 7,
			"\"red: dance\": there is no order \"dance\"" },
		{ CAST "next turn green\n", 7,
			"\"next turn green\": whose turn?" },
		{ BEGIN "dice 5\n---\n", 5, "\"dice 5\": a die shows 1 to 4" },
		{ BEGIN "dice\n---\n", 5, "\"dice\": which dice?" },
		{ BEGIN "dice 1 1 1 1 1 1 1\n---\n", 5,
			"\"dice 1 1 1 1 1 1 1\": \"1\" is a word too many" },
		{ BEGIN "red: cast zot at blue\n", 5,
			"\"red: cast zot at blue\": \"red:\" is no wizard, "
			"treasure, square, line, card or sentence" },
		{ BEGIN "rosebush of blue at 7\n---\n", 5,
			"\"rosebush of blue at 7\": rosebush lies on a "
			"square" },
		{ "players red blue\x01\n", 1, "this is not text" },
		{ "players red\xff\n", 1, "this is not text" },
		{ "players red mauve\n", 1,
			"\"players red mauve\": this ruleset has no colour "
			"\"mauve\"" },
		{ "players red blue on mars\n", 1, NULL },
		{ "players\n", 1, NULL },
		{ "players a b c d e f g h i\n", 1,
			"\"players a b c d e f g h i\": expected at most 6 "
			"colours" },
	};
	char line[400];
	struct nonsense huge = { line, 1, "a line has at most 199 characters" };

	for (size_t i = 0; i < SP_ARRAY_LEN(rows); i++) {
		struct sp_error e = { 0 };

		if (rows[i].says != NULL &&
			strstr(rows[i].says, "mauve") == NULL) {
			check(&rows[i], 1);
			continue;
		}
		EQUAL_INT(sp_audit_scenario(scene_ruleset(), rows[i].text,
				  strlen(rows[i].text), &e),
			SP_EINVAL);
		EQUAL_INT(e.line, 1);
		DIFFERENT_STRING(e.text, "");
	}
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	check(&huge, 1);
}

/* Turns of the dead never come: the clock runs on until the game is over, or
 * for as long as a line may make it run. */
TEST("scenario/nonsense", "a turn that never comes is not waited for")
{
	static const struct nonsense rows[] = {
		{ "players red blue yellow\nred at d3\nyellow at i5\n"
		  "red holds zot, energy-4\nblue at e3\nblue life 1\n---\n"
		  "red: cast zot hurt at blue with energy-4\nblue dead\n"
		  "next turn blue\nblue dead\n",
			10,
			"\"next turn blue\": the game is over before that "
			"turn" },
	};

	check(rows, 1);
}

TEST("scenario/nonsense", "a NUL byte is not the end of a scenario")
{
	static const char text[] = CAST "blue life 11\n\0blue life 15\n";
	struct sp_error e = { 0 };

	EQUAL_INT(
		sp_audit_scenario(scene_ruleset(), text, sizeof(text) - 1, &e),
		SP_EINVAL);
	EQUAL_INT(e.line, 8);
	EQUAL_STRING(e.text, "this is not text");
}

TEST("scenario/nonsense", "more in play than a game has room for")
{
	static const char more[] =
		"{\"id\": \"pebble\", \"name\": \"Pebble\", \"copies\": 99, "
		"\"source\": \"designed\", \"text\": \"t\", \"item\": true}, "
		"{\"id\": \"shard\", \"name\": \"Shard\", \"copies\": 99, "
		"\"source\": \"designed\", \"text\": \"t\", \"item\": true}, ";
	struct sp_ruleset *r = deck_ruleset(more);
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1 << 16);
	sp_buf_adds(&text, "players red blue\n");
	for (int i = 0; i < 2 * 99; i++)
		sp_buf_adds(
			&text, i < 99 ? "pebble of red\n" : "shard of red\n");
	EQUAL_INT(sp_audit_scenario(r, sp_buf_str(&text), text.len, &e),
		SP_EINVAL);
	EQUAL_INT(e.line, 2 + SP_PLAYED_MAX);
	CONTAINS(e.text, "no game has room for so much in play");
	sp_card_ruleset_free(r);
	sp_buf_free(&text);
}

/* ---- lines of scenarios in any order ------------------------------------- */

#define LINES 60

static const char *const lines[LINES] = { "players red blue", "players",
	"players red blue on b", "---", "red at d3", "blue at e3",
	"red holds zot, energy-4, shield", "blue holds shield, energy-6",
	"red: cast zot hurt at blue with energy-4", "blue: counter with shield",
	"blue: pass", "blue life 12", "red life 1", "red life -100",
	"blue stun 255", "red stun -1", "red moves 1000",
	"red carries red-1, large-rock", "blue carries red-1", "blue-1 at c4",
	"large-rock lies at c4", "rosebush of blue at c4",
	"rosebush of blue on c4 for 3", "glue of blue on red-1 for 2",
	"booby-trap of blue at c4 d4 e4 e5 real 2", "fire-wall of red at c4",
	"wall-of-earth of red at d3/e3", "rosebush at c4 cracks 0",
	"nothing at c4", "no rosebush", "zot discarded",
	"deck zot, shield, energy-1", "c4/d4 cracks 2", "c4/d4 destroyed",
	"a3/west destroyed", "b3/c3 held by red", "c4/d4 opened by blue",
	"c4/d4 closed", "turn blue", "turn red", "first turn", "dice 3 1",
	"asked red blue", "asked nobody", "red: use large-rock at blue",
	"red: walk n e stop", "red: walk e e e stop", "red: punch blue",
	"red: pick-up", "red: drop", "red: open b3/c3", "red: end",
	"red: discard zot", "red: draw 2", "blue: end", "red: give-up",
	"red: resign", "all pass", "clock", "next turn blue" };

TEST("scenario/nonsense", "lines in any order end with an error or a result")
{
	struct scene_random r = { 1 };
	unsigned passed = 0, failed = 0;

	for (int i = 0; i < 20000; i++) {
		char text[2000] = BEGIN;
		int n = 1 + (int)scene_below(&r, 20);
		struct sp_error e = { 0 };

		for (int k = 0; k < n; k++) {
			uint32_t at = scene_below(&r, LINES + 10);
			size_t len = strlen(text);

			sp_format(text + len, sizeof(text) - len, "%s\n",
				at < LINES ? lines[at] : "---");
		}
		if (sp_audit_scenario(
			    scene_ruleset(), text, strlen(text), &e) == SP_OK)
			passed++;
		else
			failed += e.line > 0 && e.text[0] != '\0';
	}
	EQUAL_INT(passed + failed, 20000);
	CU_ASSERT(passed > 10);
}
