/* Answers to questions with a numbered list: in every way that people write
 * lists, and with the lines of the list as they stand in the mail. */
#include "../rules/table.h"
#include "agent_tests.h"
#include "fixtures.h"

static void expect(const struct scene *s, const char *text, const char *want)
{
	static struct sp_game view;
	struct sp_bound bound, again;
	struct sp_buf got;

	sp_game_view(&s->g, 0, &view);
	sp_buf_init(&got, 1024);
	if (agent_cards_bind(s->ruleset, &view, 0, text, &bound))
		sp_agent_understood(s->ruleset, &view, &bound.command, &got);
	else
		sp_buf_addf(
			&got, "%s [%s]", agent_test_last(), bound.suggestion);
	if (!sp_streq(sp_buf_str(&got), want))
		printf("\n\t{ \"%s\",\n\t\t\"%s\" },\n", text,
			sp_buf_str(&got));
	EQUAL_STRING(sp_buf_str(&got), want);
	if (bound.suggestion[0] != '\0')
		CU_ASSERT_TRUE(agent_cards_bind(
			s->ruleset, &view, 0, bound.suggestion, &again));
	sp_buf_free(&got);
}

/* Red, who holds ten with a spell, must give up three: 1 Drop Object, 2 and 3
 * Zot!, 4 Large Rock, 5 to 7 Energy 5, 8 Fireball, 9 Wizardblade, 10 Create
 * Wall. */
static void begin(struct scene *s)
{
	table_begin(s, "red blue");
	table_hand(s, 0,
		"meditate#1 zot#1 zot#2 drop-object#1 fireball#1 large-rock#1 "
		"energy-5#1");
	table_put(s, SP_PLAYED_SPELL, 0, "create-wall#1");
	EQUAL_INT_FATAL(table_do(s, 0, "cast meditate#1 0"), SP_OK);
	EQUAL_INT_FATAL(s->g.decision.kind, SP_DECISION_DISCARD);
}

TEST("agent/give up", "ways to write a list")
{
	static const struct {
		const char *text, *want;
	} lines[] = {
		{ "1", "2 more needed: give up 3 at once; you named Drop "
		       "Object [1, 2, 3]" },
		{ "1, 2", "1 more needed: give up 3 at once; you named Drop "
			  "Object, Zot! [1, 2, 3]" },
		{ "1, 2, 3", "discard Drop Object, Zot!, Zot!" },
		{ "3, 2, 1", "discard Drop Object, Zot!, Zot!" },
		{ "1, then 2, then 3", "discard Drop Object, Zot!, Zot!" },
		{ "1 2 3", "discard Drop Object, Zot!, Zot!" },
		{ "1, 2, 3, 4", "that is 4, and you give up 3 only [1, 2, 3]" },
		{ "1, 1, 2",
			"number 1 is named twice, and Drop Object is there only once [1, 2, 3]" },
		{ "1, 2, 2", "discard Drop Object, Zot!, Zot!" },
		{ "2, 2, 2", "only 2 Zot! can be given up [2, 3, 8]" },
		{ "1, 2, 11", "the list has numbers 1 to 10 [1, 2, 3]" },
		{ "0, 1, 2", "the list has numbers 1 to 10 [2, 3, 8]" },
		{ "drop object, large rock, fireball",
			"discard Drop Object, Large Rock, Fireball" },
		{ "Fireball and Drop Object then rock",
			"discard Drop Object, Large Rock, Fireball" },
		{ "fireball\nlarge rock\nDrop object",
			"discard Drop Object, Large Rock, Fireball" },
		{ "fireball,\n1\n- rock",
			"discard Drop Object, Large Rock, Fireball" },
		{ "  | 1  Drop Object\n  | 2  Zot!\n  | 4  Large Rock",
			"discard Drop Object, Zot!, Large Rock" },
		{ "| 2  Zot!\n| 3  Zot!\n1",
			"discard Drop Object, Zot!, Zot!" },
		{ "zot x2, rock", "discard Zot!, Large Rock, Zot!" },
		{ "2x zot and rock", "discard Zot!, Large Rock, Zot!" },
		{ "zot, zot, rock", "discard Zot!, Large Rock, Zot!" },
		{ "zot\nzot\nrock", "discard Zot!, Large Rock, Zot!" },
		{ "zot x3", "only 2 Zot! can be given up [2, 3, 8]" },
		{ "zot x2", "1 more needed: give up 3 at once; you named Zot!, "
			    "Zot! [2, 3, 8]" },
		{ "zot, zot, zot", "only 2 Zot! can be given up [2, 3, 8]" },
		{ "3 zot", "2 more needed: give up 3 at once; you named Zot! "
			   "[2, 3, 8]" },
		{ "3 energy 5", "discard Energy 5, Energy 5, Energy 5" },
		{ "2 energy 5, zot", "discard Zot!, Energy 5, Energy 5" },
		{ "discard zot x2 and create wall",
			"discard Zot!, Zot!, Create Wall" },
		{ "discard 2, zot, energy 5", "discard Zot!, Zot!, Energy 5" },
		{ "choose 2, 1, 3", "discard Drop Object, Zot!, Zot!" },
		{ "dagger, zot, rock",
			"you have no Dagger that you could give up [2, 3, 8]" },
		{ "rock", "2 more needed: give up 3 at once; you named Large "
			  "Rock [2, 3, 4]" },
		{ "discard all", "no order: \"all\" is no card, player or "
				 "place here []" },
		{ "zot, fireball, create wall, rock",
			"that is 4, and you give up 3 only [2, 4, 8]" },
		{ "1. drop object\n2. zot\n3. zot",
			"discard Drop Object, Zot!, Zot!" },
		{ "10, 9, 8", "discard Fireball, Wizardblade, Create Wall" },
		{ "8, 7, 10", "discard Energy 5, Fireball, Create Wall" },
	};
	struct scene s;

	begin(&s);
	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++)
		expect(&s, lines[i].text, lines[i].want);
}

/* Everything that may go is listed, each with its number, equal cards together,
 * whatever comes first. */
TEST("agent/give up", "the whole list")
{
	static const char *const want[] = { "Drop Object", "Zot!", "Zot!",
		"Large Rock", "Energy 5", "Energy 5", "Energy 5", "Fireball",
		"Wizardblade", "Create Wall" };
	static struct sp_game view;
	struct sp_suggestion option[20];
	struct scene s;

	begin(&s);
	sp_game_view(&s.g, 0, &view);
	EQUAL_INT_FATAL(sp_agent_options(s.ruleset, &view, 0, option, 20), 10);
	for (size_t i = 0; i < SP_ARRAY_LEN(want); i++)
		EQUAL_STRING(option[i].text, want[i]);
	/* nobody else is asked */
	sp_game_view(&s.g, 1, &view);
	EQUAL_INT(sp_agent_options(s.ruleset, &view, 1, option, 20), 0);
	EQUAL_INT(sp_vocable_asked(&view, 1), SP_ASKED_NOTHING);
}

/* A choice that is asked again lists equal cards once: the name or the number
 * may come as often as there are some. */
TEST("agent/give up", "equal cards of a choice that is asked again")
{
	static const struct {
		const char *text;
		int rest; /* -1: refused */
	} cases[] = { { "choose zot, zot", 1 }, { "choose zot x2", 1 },
		{ "1, 1", 1 }, { "1, 1, nothing", 2 }, { "2, 2", -1 },
		{ "choose zot x3", -1 }, { "choose shield, zot", 1 } };

	for (size_t i = 0; i < SP_ARRAY_LEN(cases); i++) {
		static struct sp_game view;
		static struct sp_events events;
		struct sp_bound first, next;
		struct scene s;

		table_begin(&s, "red blue");
		scene_put(&s, 0, "c3");
		scene_put(&s, 1, "c4");
		table_hand(&s, 0, "thought-steal#1");
		table_hand(&s, 1, "zot#1 shield#1 zot#2");
		EQUAL_INT_FATAL(table_do(&s, 0, "cast thought-steal#1 0 blue"),
			SP_REASON_NONE);
		sp_game_view(&s.g, 0, &view);
		EQUAL_INT(sp_agent_more_answers(s.ruleset, &view, 0), 1);
		EQUAL_INT(agent_cards_bind(
				  s.ruleset, &view, 0, cases[i].text, &first),
			cases[i].rest >= 0);
		if (cases[i].rest < 0)
			continue;
		EQUAL_INT(first.n_rest, cases[i].rest);
		EQUAL_INT_FATAL(sp_rules_apply(s.ruleset, &s.g, &first.command,
					&events, NULL),
			SP_OK);
		sp_game_view(&s.g, 0, &view);
		CU_ASSERT_TRUE(sp_agent_bind_next(
			s.ruleset, &view, 0, &first, 1, &next));
	}
}

/* Whoever is asked what it gives up may say so: "discard" and "give up". */
TEST("agent/give up", "discard as an answer")
{
	static const char *const orders[] = { "discard shield",
		"give up shield", "choose shield", "discard shield, zot",
		"give up shield and zot", "discard 1" };
	static struct sp_game view;
	struct sp_bound bound;
	struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c4");
	table_hand(&s, 1, "brain-burn#1");
	table_hand(&s, 0, "zot#1 shield#1");
	s.g.active = 1;
	s.g.actor[1].turns = 2;
	s.g.turn = 4;
	s.g.decision.seats = 1U << 1;
	agent_cards_act(&s, 1, "cast brain burn at red");
	if (s.g.decision.kind == SP_DECISION_REACTION)
		agent_cards_act(&s, 0, "pass");
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_CHOICE);
	sp_game_view(&s.g, 0, &view);
	for (size_t i = 0; i < SP_ARRAY_LEN(orders); i++) {
		CU_ASSERT_TRUE(agent_cards_bind(
			s.ruleset, &view, 0, orders[i], &bound));
		EQUAL_INT(bound.command.verb, SP_VERB_CHOOSE);
	}
}

/* A card of the hand and its like in play are two things: each has its name,
 * and the name alone means the one in the hand. */
TEST("agent/give up", "a card in the hand and in play")
{
	static const struct {
		const char *text, *want;
	} lines[] = {
		{ "create wall, zot, rock",
			"discard Zot!, Large Rock, Create Wall" },
		{ "zot, rock, create wall red",
			"discard Zot!, Large Rock, Create Wall red" },
		{ "create wall x2, zot",
			"discard Zot!, Create Wall, Create Wall red" },
	};
	struct sp_suggestion option[20];
	static struct sp_game view;
	struct scene s;
	int n, seen = 0;

	table_begin(&s, "red blue");
	table_hand(&s, 0,
		"meditate#1 zot#1 drop-object#1 fireball#1 large-rock#1 "
		"energy-5#1 create-wall#2");
	table_put(&s, SP_PLAYED_SPELL, 0, "create-wall#1");
	EQUAL_INT_FATAL(table_do(&s, 0, "cast meditate#1 0"), SP_OK);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_DISCARD);
	sp_game_view(&s.g, 0, &view);
	n = sp_agent_options(s.ruleset, &view, 0, option, 20);
	for (int i = 0; i < n; i++)
		seen += sp_streq(option[i].text, "Create Wall") +
			10 * sp_streq(option[i].text, "Create Wall red");
	EQUAL_INT(seen, 11);
	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++)
		expect(&s, lines[i].text, lines[i].want);
}

/* ---- random games ---------------------------------------------------------
 */

struct asked {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	uint64_t luck;
	int bad, some, one;
};

static int draw(struct asked *a, int n)
{
	a->luck = a->luck * 6364136223846793005u + 1442695040888963407u;
	return (int)((a->luck >> 33) % (uint64_t)n);
}

/* Does the answer mean these lines of the list? */
static void means(struct asked *a, const char *text, const char *want)
{
	struct sp_bound bound;
	struct sp_buf got;

	sp_buf_init(&got, 1024);
	if (agent_cards_bind(a->ruleset, a->view, a->seat, text, &bound))
		sp_agent_understood(a->ruleset, a->view, &bound.command, &got);
	if (!sp_streq(sp_buf_str(&got), want)) {
		printf("\n%s\n  want %s\n  got  %s%s\n", text, want,
			sp_buf_str(&got), agent_test_last());
		a->bad++;
	}
	sp_buf_free(&got);
}

/* So many lines of the list in some order: as copied lines, as numbers, as
 * names. All are the same answer. */
static void copy_lines(
	struct asked *a, const struct sp_suggestion option[], int n, int need)
{
	int line[SP_GIVE_UP_MAX];
	struct sp_buf copied, numbers, names, want;
	struct sp_bound bound;

	for (int i = 0; i < n; i++)
		line[i] = i;
	sp_buf_init(&copied, 4096);
	sp_buf_init(&numbers, 4096);
	sp_buf_init(&names, 4096);
	sp_buf_init(&want, 4096);
	for (int i = 0; i < need; i++) {
		int other = i + draw(a, n - i), k = line[other];

		line[other] = line[i];
		sp_buf_addf(&copied, "  | %d  %s\n", k + 1, option[k].text);
		sp_buf_addf(&numbers, "%s%d", i > 0 ? ", " : "", k + 1);
		sp_buf_addf(
			&names, "%s%s", i > 0 ? " and " : "", option[k].text);
	}
	if (agent_cards_bind(
		    a->ruleset, a->view, a->seat, sp_buf_str(&numbers), &bound))
		sp_agent_understood(a->ruleset, a->view, &bound.command, &want);
	CU_ASSERT_TRUE(want.len > 0);
	means(a, sp_buf_str(&copied), sp_buf_str(&want));
	if (need <= 1 || strstr(sp_buf_str(&want), " at ") == NULL)
		means(a, sp_buf_str(&names), sp_buf_str(&want));
	sp_buf_free(&copied);
	sp_buf_free(&numbers);
	sp_buf_free(&names);
	sp_buf_free(&want);
}

static void ask(struct asked *a)
{
	static struct sp_suggestion option[SP_DOMAIN_MAX];
	struct sp_suggestion example;
	int n = sp_agent_options(
		a->ruleset, a->view, a->seat, option, SP_DOMAIN_MAX);
	int need = sp_agent_need(a->ruleset, a->view, a->seat, &example);

	if (a->view->decision.kind == SP_DECISION_DISCARD) {
		CU_ASSERT_TRUE(need > 0 && need < n);
		copy_lines(a, option, n, need);
		a->some++;
	} else if (n > 0) {
		struct sp_bound bound;
		struct sp_buf want;
		char text[120];
		int k = draw(a, n);

		sp_buf_init(&want, 1024);
		sp_format(text, sizeof(text), "%d", k + 1);
		if (agent_cards_bind(
			    a->ruleset, a->view, a->seat, text, &bound))
			sp_agent_understood(
				a->ruleset, a->view, &bound.command, &want);
		CU_ASSERT_TRUE(want.len > 0);
		sp_format(text, sizeof(text), "  | %d  %s", k + 1,
			option[k].text);
		means(a, text, sp_buf_str(&want));
		sp_format(text, sizeof(text), "choose %s", option[k].text);
		means(a, text, sp_buf_str(&want));
		a->one++;
		sp_buf_free(&want);
	}
}

TEST("agent/give up", "lists of random games")
{
	static struct play p;
	static struct sp_game view;
	struct asked a = { .view = &view, .luck = 5 };
	int games = test_long() ? 400 : 40;

	/* until there was enough of both kinds */
	for (int n = 0; (n < games || ((a.some <= 5 || a.one <= 20) &&
					      n < 10 * games)) &&
			a.bad < 10;
		n++) {
		cardplay_begin(&p, (uint64_t)(3000 + n), 6);
		a.ruleset = p.ruleset;
		for (int i = 0; i < 300 && p.g.status == SP_GAME_RUNNING; i++) {
			struct sp_command c;

			for (a.seat = 0; a.seat < p.g.n_seats; a.seat++) {
				bool asked = sp_vocable_asked(&p.g, a.seat) !=
					     SP_ASKED_NOTHING;

				/* nobody but who answers, whosever turn */
				if (p.g.decision.kind == SP_DECISION_CHOICE ||
					p.g.decision.kind ==
						SP_DECISION_DISCARD)
					EQUAL_INT(asked,
						p.g.decision.seats >> a.seat &
							1);
				if (!asked)
					continue;
				sp_game_view(&p.g, a.seat, &view);
				ask(&a);
			}
			cardplay_step(&p, &c);
		}
	}
	EQUAL_INT(a.bad, 0);
	CU_ASSERT_TRUE(a.some > 5 && a.one > 20);
}
