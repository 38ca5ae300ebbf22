/* What is asked in random games with all cards, and what is said of an answer
 * that will not do. */
#include "../rules/table.h"
#include "agent/agent.h"
#include "law/asked.h"
#include "order/order.h"
#include "refusal/refusal.h"
#include "render/render.h"
#include "unit.h"

struct asked {
	const struct play *p;
	int seat;
	struct sp_game view;
	struct sp_domain domain;
	const struct sp_card *card; /* that asks */
	char title[120], refusal[400];
};

/* The same question again has nothing new to show. */
static bool is_new(const char *title)
{
	static char seen[200][120];
	static int n;

	for (int i = 0; i < n; i++)
		if (sp_streq(seen[i], title))
			return false;
	if (n < (int)SP_ARRAY_LEN(seen))
		sp_format(seen[n++], sizeof(seen[0]), "%s", title);
	return true;
}

static bool begin(struct asked *a, const struct play *p, int seat)
{
	struct sp_command c;
	json_t *question;
	int type;

	a->p = p;
	a->seat = seat;
	sp_game_view(&p->g, seat, &a->view);
	sp_law_command_init(&c, &a->view, seat);
	c.verb = SP_VERB_CHOOSE;
	sp_law_slots(p->ruleset, &a->view, seat, &c, &a->domain);
	type = sp_law_asker(p->ruleset, &a->view);
	a->card = type < 0 ? NULL : &p->ruleset->card[type];
	question = sp_render_question(p->ruleset, &a->view, seat);
	sp_format(a->title, sizeof(a->title), "%s",
		json_string_value(json_object_get(question, "title")));
	json_decref(question);
	return a->domain.n > 1;
}

/* Give an answer of no use. */
static void answer_wrong(struct asked *a)
{
	struct sp_command c;
	struct sp_refusal why;
	struct sp_buf text;

	sp_law_command_init(&c, &a->view, a->seat);
	c.verb = SP_VERB_CHOOSE;
	c.answer[c.n_answers++] = SP_HIDDEN;
	EQUAL_INT_FATAL(
		sp_law_check(a->p->ruleset, &a->view, &c, &why), SP_EREFUSED);
	sp_buf_init(&text, SIZE_MAX);
	sp_refusal_say(a->p->ruleset, &a->view, &why, &text);
	sp_format(a->refusal, sizeof(a->refusal), "%s", sp_buf_str(&text));
	sp_buf_free(&text);
}

/* Is it understood as one of the answers? */
static bool binds(const struct asked *a, const char *word)
{
	static struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { .word = vocable };
	char *text = sp_xasprintf("choose %s", word);
	struct sp_orders orders;
	struct sp_bound bound;
	bool ok;

	words.n = sp_vocable_words(a->p->ruleset, &a->view, a->seat, vocable);
	words.asked = (uint8_t)sp_vocable_asked(&a->view, a->seat);
	sp_order_parse(&orders, text, strlen(text), &words);
	ok = orders.n == 1 && orders.line[0].line_class == SP_LINE_ORDER &&
	     sp_agent_bind(a->p->ruleset, &a->view, a->seat,
		     &orders.line[0].order, &bound);
	sp_order_clear(&orders);
	sp_free(text);
	return ok;
}

static void check(struct asked *a)
{
	char *possible, *more, *word, *rest;

	CU_ASSERT_PTR_NOT_NULL_FATAL(a->card);
	CONTAINS(a->title, a->card->name);
	answer_wrong(a);
	CONTAINS(a->refusal, a->card->name);
	possible = strstr(a->refusal, "; possible: ");
	CU_ASSERT_PTR_NOT_NULL_FATAL(possible);
	word = possible + strlen("; possible: ");
	more = strstr(word, " and ");
	if (more != NULL)
		*more = '\0';
	for (; word != NULL; word = rest) {
		rest = strstr(word, ", ");
		if (rest != NULL) {
			*rest = '\0';
			rest += 2;
		}
		if (!binds(a, word)) {
			printf("\n%s: choose %s\n", a->title, word);
			CU_FAIL("an answer that is offered is not understood");
		}
	}
}

TEST("refusal/asked",
	"whatever asks is named, and so is what it may be answered")
{
	static struct play p;
	static struct asked a;
	int n = 0;

	for (uint64_t game = 0; game < 200; game++) {
		cardplay_begin(&p, game, 12);
		while (p.g.decision.kind != SP_DECISION_NONE) {
			struct sp_command c;

			for (int s = 0; s < p.g.n_seats; s++)
				if (p.g.decision.kind == SP_DECISION_CHOICE &&
					p.g.turn > 0 &&
					(p.g.decision.seats >> s & 1U) != 0 &&
					begin(&a, &p, s) && is_new(a.title)) {
					check(&a);
					n++;
				}
			cardplay_step(&p, &c);
		}
	}
	CU_ASSERT_TRUE(n > 10);
}

/* What a line of a question says. */
static void says(
	const struct scene *s, int seat, size_t line, const char *words)
{
	static struct sp_game view;
	json_t *question;

	sp_game_view(&s->g, seat, &view);
	question = sp_render_question(s->ruleset, &view, seat);
	EQUAL_STRING(json_string_value(json_array_get(
			     json_object_get(question, "lines"), line)),
		words);
	json_decref(question);
}

TEST("refusal/asked", "whoever is moved reads by what, from where and how far")
{
	static struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c3");
	table_hand(&s, 0, "fireball#1");
	(void)table_put(&s, SP_PLAYED_SPELL, 1, "featherweight#1");
	EQUAL_INT_FATAL(
		table_do(&s, 0, "cast fireball#1 0 blue"), SP_REASON_NONE);
	says(&s, 1, 0,
		"Featherweight asks you which way you go from c3: 5 squares "
		"are left. One answer may be the whole way, with commas "
		"between its steps.");
	says(&s, 1, 1,
		"It is for 5 damage from Red's Fireball: each square spares "
		"you a point.");
}

TEST("refusal/asked", "whoever is pushed on reads who comes")
{
	static struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	scene_put(&s, 1, "f3");
	(void)table_put(&s, SP_PLAYED_SPELL, 0, "big-man-form#1");
	EQUAL_INT_FATAL(table_do(&s, 0, "walk e stop"), SP_REASON_NONE);
	says(&s, 1, 0,
		"Big Man Form asks you which way you go from f3: 1 square is "
		"left.");
	says(&s, 1, 1, "Red (e3) fills a whole square and comes into yours.");
}

/* Blue may part with two cards and a spell. */
static void burn(struct scene *s)
{
	table_begin(s, "red blue");
	scene_put(s, 0, "c3");
	scene_put(s, 1, "c4");
	table_hand(s, 0, "brain-burn#1");
	table_hand(s, 1, "zot#1 swap#1 glue#1");
	(void)table_put(s, SP_PLAYED_SPELL, 1, "rosebush#1");
	EQUAL_INT_FATAL(
		table_do(s, 0, "cast brain-burn#1 0 blue"), SP_REASON_NONE);
}

TEST("refusal/asked", "what is asked again says how often, and what ends it")
{
	static struct scene s;

	burn(&s);
	says(&s, 1, 0,
		"Brain Burn asks you for what you give up. After your answer "
		"it asks for the same again, up to 3 more times; one answer "
		"may name several: `1, 2`.");
	says(&s, 1, 1,
		"If you choose `nothing` now: Blue takes 4 damage from Brain "
		"Burn (15 to 11).");
	EQUAL_INT_FATAL(table_do(&s, 1, "choose zot#1"), SP_REASON_NONE);
	says(&s, 1, 1,
		"If you choose `nothing` now: Blue takes 3 damage from Brain "
		"Burn (15 to 12).");
}

TEST("refusal/asked", "a direction is told with its article")
{
	static struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "c3");
	scene_put(&s, 1, "c3");
	table_hand(&s, 0, "lightning-bolt#1 energy-5#1");
	table_hand(&s, 1, "full-shield#1");
	EQUAL_INT_FATAL(scene_do(&s, 0, "cast lightning-bolt#1 0 energy-5#1 2"),
		SP_REASON_NONE);
	EQUAL_INT_FATAL(s.g.decision.kind, SP_DECISION_REACTION);
	says(&s, 1, 0,
		"Red (c3) casts Lightning Bolt to the south; energy 5, paid "
		"with Energy 5.");
}

/* A way may turn where somebody leads, but not where a push goes. */
TEST("refusal/asked", "a push has no way that could be told in steps")
{
	static struct scene s;

	table_begin(&s, "red blue");
	scene_put(&s, 0, "e3");
	scene_put(&s, 1, "e3");
	table_hand(&s, 0, "waterbolt#1 energy-4#1");
	EQUAL_INT_FATAL(table_do(&s, 0, "cast waterbolt#1 0 energy-4#1 blue 3"),
		SP_REASON_NONE);
	says(&s, 0, 0,
		"Waterbolt asks you which way Blue goes from e3: 3 squares are "
		"left.");
}
