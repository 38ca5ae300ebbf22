#include "cardplay.h"

#include <assert.h>

#include "unit.h"

static struct sp_ruleset *load(const struct sp_ruleset_file *files, size_t n)
{
	struct sp_ruleset *r;
	struct sp_error e = { 0 };

	if (sp_card_ruleset_load(&r, files, n, &e) != SP_OK) {
		(void)fprintf(stderr, "all cards: %s\n", e.text);
		abort();
	}
	return r;
}

const struct sp_ruleset *cardplay_ruleset(void)
{
	static struct sp_ruleset *ruleset;
	struct sp_ruleset_file all[100];
	struct sp_buf ready;
	size_t n;

	if (ruleset != NULL)
		return ruleset;
	const struct sp_ruleset_file *files = scene_files(&n);
	assert(n < SP_ARRAY_LEN(all));
	sp_buf_init(&ready, 1 << 16);
	for (int i = 0; i < scene_ruleset()->n_cards; i++)
		sp_buf_addf(&ready, "%s\n", scene_ruleset()->card[i].id);
	for (size_t i = 0; i < n; i++) {
		all[i] = files[i];
		if (sp_streq(files[i].path, "cards/ready.txt")) {
			all[i].text = ready.data;
			all[i].len = ready.len;
		}
	}
	ruleset = load(all, n);
	sp_buf_free(&ready);
	return ruleset;
}

/* Now and then wizards die early, or strike at once. */
static const struct sp_ruleset *variant(uint64_t n)
{
	static struct sp_ruleset frail;

	if (n % 2 == 0)
		return cardplay_ruleset();
	memcpy(&frail, cardplay_ruleset(), sizeof(frail));
	frail.life_start = 4;
	frail.base_speed = 5;
	frail.attack_first_turn = true;
	return &frail;
}

void cardplay_begin(struct play *p, uint64_t n, int rounds)
{
	const struct sp_ruleset *r = variant(n);
	struct sp_error e = { 0 };
	struct sp_rng dice;
	int code;

	play_begin(p, r, n, rounds);
	code = sp_card_ruleset_set_option(r, &p->setup, "cards", "yes", &e);
	EQUAL_INT_FATAL(code, SP_OK);
	scene_dice(&dice, n);
	p->events.n = 0;
	code = sp_rules_start(r, &p->setup, &dice, &p->g, &p->events, &e);
	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
}

/* One of those who have not answered. */
static int asked(struct play *p)
{
	unsigned open = p->g.decision.seats & ~(unsigned)p->g.decision.answered;
	int seat;

	assert(open != 0);
	do
		seat = (int)scene_below(&p->random, p->g.n_seats);
	while ((open >> seat & 1U) == 0);
	return seat;
}

/* What makes a game of it comes before what ends the turn. */
static bool is_dull(const struct sp_domain *d, sp_value v)
{
	if (d->kind == SP_SLOT_COUNTER || d->kind == SP_SLOT_MODIFIER)
		return v == SP_NOTHING;
	return d->kind == SP_SLOT_VERB &&
	       (v == SP_VERB_END || v == SP_VERB_DRAW || v == SP_VERB_DISCARD ||
		       v == SP_VERB_DROP_ITEM || v == SP_VERB_END_SPELL ||
		       v == SP_VERB_DROP || v == SP_VERB_BOOST);
}

static sp_value choose(struct play *p, const struct sp_domain *d)
{
	sp_value v;
	int tries = 0;

	do
		v = d->value[scene_below(&p->random, (uint32_t)d->n)];
	while (d->n > 1 && ((d->kind == SP_SLOT_VERB && v == SP_VERB_RESIGN &&
				    scene_below(&p->random, 500) > 0) ||
				   (is_dull(d, v) && ++tries < 3)));
	return v;
}

static void tell(const struct play *p, const struct sp_command *c)
{
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	if (c->verb >= 0)
		sp_rules_command_format(
			p->ruleset, &p->g, c, SP_COMMAND_FULL, &text);
	(void)fprintf(
		stderr, "%s: %s\n", p->g.colour[c->seat], sp_buf_str(&text));
	sp_buf_free(&text);
}

void cardplay_step(struct play *p, struct sp_command *c)
{
	static struct sp_game view;
	struct sp_domain d;
	struct sp_refusal why = { 0 };
	int seat = asked(p);
	int code;

	sp_game_view(&p->g, seat, &view);
	sp_law_command_init(c, &view, seat);
	for (;;) {
		sp_law_slots(p->ruleset, &view, seat, c, &d);
		if (d.complete)
			break;
		if (d.n == 0)
			tell(p, c);
		CU_ASSERT_FATAL(d.n > 0);
		if (d.kind == SP_SLOT_VERB)
			c->verb = choose(p, &d);
		else
			c->answer[c->n_answers++] = choose(p, &d);
	}
	p->events.n = 0;
	code = sp_rules_apply(p->ruleset, &p->g, c, &p->events, &why);
	if (code != SP_OK) {
		tell(p, c);
		(void)fprintf(stderr, "offered and refused: %s\n",
			refusal_words(p->ruleset, &p->g, &why));
	}
	EQUAL_INT_FATAL(code, SP_OK);
}
