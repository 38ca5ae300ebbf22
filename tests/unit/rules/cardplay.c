#include "cardplay.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>

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

/* Schools of the laboratory: its files, by name. */
#define LAB_SCHOOLS_MAX 16
struct lab {
	int n;
	char id[LAB_SCHOOLS_MAX][SP_ID_SIZE];
};

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void find_schools(struct lab *lab, const char *folder)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	assert(dir != NULL);
	lab->n = 0;
	while ((entry = readdir(dir)) != NULL) {
		size_t len = strlen(entry->d_name);

		if (len <= 5 || !sp_streq(entry->d_name + len - 5, ".json"))
			continue;
		assert(lab->n < LAB_SCHOOLS_MAX);
		sp_format(lab->id[lab->n++], SP_ID_SIZE, "%.*s", (int)(len - 5),
			entry->d_name);
	}
	(void)closedir(dir);
	qsort(lab->id, (size_t)lab->n, sizeof(lab->id[0]), by_name);
}

/* Put the schools at the front of the list behind `key`. */
static char *with_schools(char *text, const char *key, const struct lab *lab)
{
	struct sp_buf with;
	const char *at = strstr(text, key);
	size_t head;

	assert(at != NULL);
	head = (size_t)(at - text) + strlen(key);
	sp_buf_init(&with, 1 << 20);
	sp_buf_add(&with, text, head);
	for (int i = 0; i < lab->n; i++)
		sp_buf_addf(&with, "\"%s\",", lab->id[i]);
	sp_buf_adds(&with, text + head);
	sp_free(text);
	return sp_buf_take(&with);
}

/* The cards of the laboratory as more schools, the first, which are in every
 * deck. Returns how many files it has added. */
static size_t add_lab(
	struct sp_ruleset_file *json, struct sp_ruleset_file files[])
{
	static char path[LAB_SCHOOLS_MAX][64];
	char *folder =
		sp_xasprintf("%s/tests/rulesets/lab/cards", test_source_dir());
	struct sp_error e = { 0 };
	struct lab lab;
	char *text;

	find_schools(&lab, folder);
	for (int i = 0; i < lab.n; i++) {
		char *file = sp_xasprintf("%s/%s.json", folder, lab.id[i]);
		struct sp_buf cards;

		sp_buf_init(&cards, 1 << 20);
		if (sp_file_read(&cards, file, &e) != SP_OK) {
			(void)fprintf(stderr, "%s\n", e.text);
			abort();
		}
		sp_free(file);
		sp_format(path[i], sizeof(path[i]), "cards/%s.json", lab.id[i]);
		files[i].path = path[i];
		files[i].len = cards.len;
		files[i].text = sp_buf_take(&cards);
	}
	sp_free(folder);
	text = sp_xstrndup(json->text, json->len);
	text = with_schools(text, "\"schools\": [", &lab);
	text = with_schools(text, "\"always\": [", &lab);
	json->text = text;
	json->len = strlen(text);
	return (size_t)lab.n;
}

/* With every card ready. */
static struct sp_ruleset *load_all(bool lab)
{
	struct sp_ruleset_file all[100], *list = NULL;
	struct sp_ruleset *draft, *ruleset;
	struct sp_buf ready;
	size_t n, more = 0;
	const struct sp_ruleset_file *files = scene_files(&n);

	assert(n < SP_ARRAY_LEN(all));
	for (size_t i = 0; i < n; i++) {
		all[i] = files[i];
		if (lab && sp_streq(files[i].path, "ruleset.json"))
			more = add_lab(&all[i], &all[n]);
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
	sp_card_ruleset_free(draft);
	sp_buf_free(&ready);
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
	frail[lab].attack_first_turn = true;
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
	scene_dice(&dice, n);
	p->events.n = 0;
	code = sp_setup_start(r, &p->setup, &dice, &p->g, &p->events, &e);
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
