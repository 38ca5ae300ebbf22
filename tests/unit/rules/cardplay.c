#include "cardplay.h"

#include <assert.h>

#include "../fixtures.h"
#include "setup/setup.h"
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

/* ---- with the laboratory ---------------------------------------------------
 *
 * Its schools come first and into every deck, and what its ruleset has and the
 * other one lacks (keys, options) is there too.
 */
#define LAB_FILES 9

static char *read_lab(const char *name, size_t *len)
{
	char *path = sp_xasprintf(
		"%s/tests/rulesets/lab/%s", test_source_dir(), name);
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	if (sp_file_read(&text, path, &e) != SP_OK) {
		(void)fprintf(stderr, "%s\n", e.text);
		abort();
	}
	sp_free(path);
	*len = text.len;
	return sp_buf_take(&text);
}

static json_t *parse(const char *text, size_t len)
{
	json_t *root = NULL;

	EQUAL_INT_FATAL(sp_json_parse(&root, text, len, NULL), SP_OK);
	return root;
}

static void put_first(json_t *list, json_t *from)
{
	for (size_t i = json_array_size(from); i-- > 0;)
		(void)json_array_insert(list, 0, json_array_get(from, i));
}

static const char *member(json_t *list, size_t i, const char *key)
{
	return json_string_value(json_object_get(json_array_get(list, i), key));
}

static bool has(json_t *list, const char *key, const char *word)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (sp_streq(member(list, i, key), word))
			return true;
	return false;
}

/* Those that it lacks, by that key. */
static void add_missing(json_t *list, json_t *from, const char *key)
{
	for (size_t i = 0; i < json_array_size(from); i++)
		if (!has(list, key, member(from, i, key)))
			(void)json_array_append(list, json_array_get(from, i));
}

static void merge(json_t *root, json_t *lab)
{
	json_t *deck = json_object_get(root, "deck"), *value;
	const char *key;

	put_first(json_object_get(root, "schools"),
		json_object_get(lab, "schools"));
	put_first(json_object_get(deck, "always"),
		json_object_get(lab, "schools"));
	add_missing(json_object_get(root, "options"),
		json_object_get(lab, "options"), "name");
	json_object_foreach (lab, key, value)
		if (json_object_get(root, key) == NULL)
			(void)json_object_set(root, key, value);
}

/* Returns how many files it put at `more`. */
static size_t add_lab(
	struct sp_ruleset_file *json, struct sp_ruleset_file more[LAB_FILES])
{
	json_t *root = parse(json->text, json->len), *lab;
	json_t *schools;
	size_t len, n = 0;
	char *text = read_lab("ruleset.json", &len);

	lab = parse(text, len);
	sp_free(text);
	merge(root, lab);
	schools = json_object_get(lab, "schools");
	for (; n < json_array_size(schools); n++) {
		assert(n < LAB_FILES);
		more[n].path = sp_xasprintf("cards/%s.json",
			json_string_value(json_array_get(schools, n)));
		more[n].text = read_lab(more[n].path, &more[n].len);
	}
	json->text = json_dumps(root, JSON_INDENT(1));
	json->len = strlen(json->text);
	json_decref(root);
	json_decref(lab);
	return n;
}

static void add_traits(struct sp_ruleset_file *json)
{
	json_t *root = parse(json->text, json->len), *lab;
	size_t len;
	char *text = read_lab(json->path, &len);

	lab = parse(text, len);
	sp_free(text);
	add_missing(json_object_get(root, "traits"),
		json_object_get(lab, "traits"), "id");
	json->text = json_dumps(root, JSON_INDENT(1));
	json->len = strlen(json->text);
	json_decref(root);
	json_decref(lab);
}

/* With every card ready. */
static struct sp_ruleset *load_all(bool lab)
{
	struct sp_ruleset_file all[100 + LAB_FILES], *list = NULL;
	struct sp_ruleset_file *merged = NULL, *traits = NULL;
	struct sp_ruleset *draft, *ruleset;
	struct sp_buf ready;
	size_t n, more = 0;
	const struct sp_ruleset_file *files = scene_files(&n);

	assert(n < 100);
	for (size_t i = 0; i < n; i++) {
		all[i] = files[i];
		if (lab && sp_streq(files[i].path, "ruleset.json")) {
			merged = &all[i];
			more = add_lab(merged, &all[n]);
		}
		if (lab && sp_streq(files[i].path, "traits.json")) {
			traits = &all[i];
			add_traits(traits);
		}
		if (sp_streq(files[i].path, "cards/ready.txt"))
			list = &all[i];
	}
	assert(list != NULL);
	n += more;
	draft = load(all, n);
	sp_buf_init(&ready, 1 << 16);
	for (int i = 0; i < draft->n_cards; i++)
		sp_buf_addf(&ready, "%s\n", draft->card[i].id);
	list->text = ready.data;
	list->len = ready.len;
	ruleset = load(all, n);
	scene_seat_five(ruleset);
	sp_card_ruleset_free(draft);
	sp_buf_free(&ready);
	for (size_t i = n - more; i < n; i++) {
		sp_free((char *)(uintptr_t)all[i].path);
		sp_free((char *)(uintptr_t)all[i].text);
	}
	if (merged != NULL)
		free((char *)(uintptr_t)merged->text);
	if (traits != NULL)
		free((char *)(uintptr_t)traits->text);
	return ruleset;
}

const struct sp_ruleset *cardplay_ruleset(void)
{
	static struct sp_ruleset *ruleset;

	if (ruleset == NULL)
		ruleset = load_all(false);
	return ruleset;
}

const struct sp_ruleset *cardplay_lab_ruleset(void)
{
	static struct sp_ruleset *ruleset;

	if (ruleset == NULL)
		ruleset = load_all(true);
	return ruleset;
}

/* Now and then wizards die early, or strike at once; and the laboratory deals
 * its cards. */
static const struct sp_ruleset *variant(uint64_t n)
{
	static struct sp_ruleset frail[2];
	bool lab = (n & 2) != 0;
	const struct sp_ruleset *r =
		lab ? cardplay_lab_ruleset() : cardplay_ruleset();

	if (n % 2 == 0)
		return r;
	memcpy(&frail[lab], r, sizeof(frail[lab]));
	frail[lab].life_start = 4;
	frail[lab].base_speed = 5;
	frail[lab].activation_cost = 1;
	frail[lab].rule[SP_RULE_ATTACK_BAN] = SP_BAN_NONE;
	frail[lab].boards.rims = (uint8_t)(n / 4 % (SP_RIMS_OPPOSITE + 1));
	frail[lab].boards.joints = (uint8_t)(n / 16 % 2);
	frail[lab].lexicon.boards = &frail[lab].boards;
	return &frail[lab];
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
	if (n % 5 == 0)
		code = sp_card_ruleset_set_option(r, &p->setup,
			n % 2 == 0 ? "schools" : "custom-spellbook",
			n % 2 == 0 ? "players" : "yes", &e);
	EQUAL_INT_FATAL(code, SP_OK);
	scene_dice(&dice, n);
	p->events.n = 0;
	code = sp_setup_start(r, &p->setup, &dice, &p->g, &p->events, &e);
	if (code != SP_OK)
		(void)fprintf(stderr, "%s\n", e.text);
	EQUAL_INT_FATAL(code, SP_OK);
	/* each rule is now and then another than the usual one */
	if ((n & 2) != 0 && n / 4 % SP_RULE_COUNT != SP_RULE_SPELLBOOKS)
		p->g.rule[n / 4 % SP_RULE_COUNT] = 1;
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

/* It goes on as well without it. */
static bool is_aside(const struct sp_domain *d, sp_value v)
{
	return d->kind == SP_SLOT_VERB && v != SP_VERB_HOLD &&
	       v != SP_VERB_RESIGN && v != SP_VERB_AGREE &&
	       sp_law_verb_is_free((int)v);
}

static sp_value choose(struct play *p, const struct sp_domain *d)
{
	sp_value v;
	int tries = 0;

	do
		v = d->value[scene_below(&p->random, (uint32_t)d->n)];
	while (d->n > 1 &&
		((d->kind == SP_SLOT_VERB && v == SP_VERB_RESIGN &&
			 scene_below(&p->random, 500) > 0) ||
			(is_aside(d, v) && scene_below(&p->random, 6) > 0) ||
			(is_dull(d, v) && ++tries < 3)));
	return v;
}

static void tell(const struct play *p, const struct sp_command *c)
{
	struct sp_buf text;

	sp_buf_init(&text, 4096);
	if (c->verb >= 0)
		sp_notation_format(
			p->ruleset, &p->g, c, SP_NOTATION_FULL, &text);
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
