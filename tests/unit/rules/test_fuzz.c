/*
 * Anything at all as a command and as its text, in games with
 * all cards: no crash, what is taken keeps every invariant, what is read is
 * written again the same.
 */
#include "../fixtures.h"
#include "cardplay.h"
#include "unit.h"

static struct play p;

static uint32_t below(uint32_t n)
{
	return scene_below(&p.random, n);
}

static void check(const struct sp_game *g)
{
	struct sp_error e = { 0 };
	int code = sp_state_check(g, &e);

	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
}

/* ---- commands ------------------------------------------------------------
 */

static sp_value anything(void)
{
	switch (below(4)) {
	case 0:
		return (sp_value)below(10);
	case 1:
		return SP_REF(below(SP_KIND_COUNT), below(SP_CARDS_MAX));
	case 2:
		return SP_REF(below(SP_KIND_COUNT), below(8));
	default:
		return (sp_value)((below(1U << 16) << 16) ^ below(1U << 16));
	}
}

/* A command of which most is offered and the rest is not. */
static void make(struct sp_command *c)
{
	struct sp_domain d;
	uint32_t odds = 2 + below(8);

	sp_law_command_init(c, &p.g, (int)below(SP_SEATS_MAX + 2) - 1);
	c->source = (uint8_t)below(4);
	if (below(16) == 0)
		c->decision = below(UINT32_MAX);
	sp_law_slots(p.ruleset, &p.g, c->seat, c, &d);
	c->verb = d.n > 0 && below(odds) > 0
			  ? d.value[below((uint32_t)d.n)]
			  : (int)below(SP_VERB_COUNT + 4) - 2;
	if (c->verb == SP_VERB_RESIGN && below(50) > 0)
		c->verb = SP_VERB_ANSWER;
	while (c->n_answers < SP_ANSWERS_MAX && below(32) > 0) {
		sp_law_slots(p.ruleset, &p.g, c->seat, c, &d);
		if (d.complete && below(odds) > 0)
			break;
		c->answer[c->n_answers++] =
			d.n > 0 && below(odds) > 0
				? d.value[below((uint32_t)d.n)]
				: anything();
	}
	if (below(64) == 0)
		c->n_answers = (int)below(3 * SP_ANSWERS_MAX) - SP_ANSWERS_MAX;
}

TEST("rules/fuzz", "anything as a command")
{
	static struct sp_game before;
	uint64_t games = test_long() ? 1000 : 30;
	unsigned long taken = 0, refused = 0;
	struct sp_command c;

	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 7000 + n, 6);
		for (int k = 0; k < 400 && p.g.status == SP_GAME_RUNNING; k++) {
			struct sp_refusal why = { 0 };
			int code;

			before = p.g;
			make(&c);
			p.events.n = 0;
			code = sp_rules_apply(
				p.ruleset, &p.g, &c, &p.events, &why);
			if (code == SP_OK) {
				taken++;
				check(&p.g);
				continue;
			}
			refused++;
			EQUAL_INT(code, SP_EREFUSED);
			DIFFERENT_INT(
				refusal_words(p.ruleset, &p.g, &why)[0], '\0');
			CU_ASSERT(memcmp(&before, &p.g, sizeof(p.g)) == 0);
		}
	}
	CU_ASSERT(taken > games);
	CU_ASSERT(refused > games);
}

/* ---- their text ------------------------------------------------------------
 */

static const char *const scraps[] = { "none", "blue", "red", "c4", "c4/d4",
	"a3/west", "zot#1", "fireball#2", "played:", "thing:7", "item:0",
	"sector:2", "#", "-1", "99999999999", "\xc3\xa4", "stop", "n", " ",
	"card:", "hidden", "?" };

static void damage(char *text, size_t size)
{
	size_t len = strlen(text);
	size_t at = below((uint32_t)len + 1);
	const char *scrap = scraps[below(SP_ARRAY_LEN(scraps))];
	size_t add = strlen(scrap);

	switch (below(4)) {
	case 0:
		if (at < len)
			text[at] = (char)(1 + below(255));
		break;
	case 1:
		text[at] = '\0';
		break;
	case 2:
		if (at < len)
			memmove(text + at, text + at + 1, len - at);
		break;
	default:
		if (len + add >= size)
			break;
		memmove(text + at + add, text + at, len - at + 1);
		memcpy(text + at, scrap, add);
		break;
	}
}

static unsigned long parsed;

/* What reads is written and read again the same. */
static void check_text(const char *text, int seat)
{
	static struct sp_game g;
	static struct sp_events events;
	struct sp_command c, again;
	struct sp_error e = { 0 };
	struct sp_buf out;

	memset(&c, 0, sizeof(c));
	memset(&again, 0, sizeof(again));
	if (sp_notation_parse(&c, p.ruleset, &p.g, text, &e) != SP_OK) {
		DIFFERENT_INT(e.text[0], '\0');
		return;
	}
	parsed++;
	sp_buf_init(&out, 8192);
	sp_notation_format(p.ruleset, &p.g, &c, SP_NOTATION_FULL, &out);
	if (sp_notation_parse(&again, p.ruleset, &p.g, sp_buf_str(&out), &e) !=
		SP_OK) {
		(void)fprintf(stderr, "\"%s\" gives \"%s\": %s\n", text,
			sp_buf_str(&out), e.text);
		CU_FAIL("what was written does not read");
	} else {
		CU_ASSERT(memcmp(&c, &again, sizeof(c)) == 0);
	}
	sp_buf_free(&out);
	g = p.g;
	events.n = 0;
	c.seat = (int8_t)seat;
	if (sp_rules_apply(p.ruleset, &g, &c, &events, NULL) == SP_OK)
		check(&g);
	else
		CU_ASSERT(memcmp(&g, &p.g, sizeof(g)) == 0);
}

TEST("rules/fuzz", "anything as the text of a command")
{
	static struct sp_game before, after;
	uint64_t games = test_long() ? 300 : 10;
	struct sp_command c;
	struct sp_buf good;

	parsed = 0;
	sp_buf_init(&good, 8192);
	for (uint64_t n = 0; n < games; n++) {
		cardplay_begin(&p, 8000 + n, 8);
		while (p.g.status == SP_GAME_RUNNING) {
			before = p.g;
			cardplay_step(&p, &c);
			after = p.g;
			p.g = before;
			sp_buf_clear(&good);
			sp_notation_format(
				p.ruleset, &p.g, &c, SP_NOTATION_FULL, &good);
			for (int k = 0; k < 4; k++) {
				char text[1024];

				sp_format(text, sizeof(text), "%s",
					sp_buf_str(&good));
				for (uint32_t m = below(3); m < 3; m++)
					damage(text, sizeof(text));
				check_text(text, c.seat);
			}
			p.g = after;
		}
	}
	sp_buf_free(&good);
	CU_ASSERT(parsed > 100);
}
