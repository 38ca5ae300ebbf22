#include "scene.h"
#include "refusal/refusal.h"

#include <assert.h>
#include <dirent.h>

#include "../fixtures.h"
#include "setup/setup.h"
#include "unit.h"

/* ---- the ruleset of the source tree ---------------------------------------
 */

static struct sp_ruleset_file *files;
static size_t n_files;

static void read_file(const char *folder, const char *path)
{
	char *whole = sp_xasprintf(
		"%s/games/wizwar8/%s%s", test_source_dir(), folder, path);
	struct sp_error e = { 0 };
	struct sp_buf text;
	int code;

	sp_buf_init(&text, 1 << 20);
	code = sp_file_read(&text, whole, &e);
	assert(code == SP_OK);
	files = sp_xrealloc(files, n_files + 2, sizeof(*files));
	files[n_files].path = sp_xasprintf("%s%s", folder, path);
	files[n_files].len = text.len;
	files[n_files].text = sp_buf_take(&text);
	files[++n_files].path = NULL;
	sp_free(whole);
}

/* Text and JSON files; a folder that is not there has none. */
static void read_folder(const char *folder)
{
	char *whole =
		sp_xasprintf("%s/games/wizwar8/%s", test_source_dir(), folder);
	DIR *dir = opendir(whole);
	const struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (strstr(entry->d_name, ".txt") != NULL ||
			strstr(entry->d_name, ".json") != NULL)
			read_file(folder, entry->d_name);
	}
	if (dir != NULL)
		(void)closedir(dir);
	sp_free(whole);
}

struct sp_ruleset_file *scene_files(size_t *n)
{
	if (files == NULL) {
		read_folder("");
		read_folder("sectors/");
		read_folder("layouts/");
		read_folder("cards/");
	}
	*n = n_files;
	return files;
}

void scene_seat_five(struct sp_ruleset *r)
{
	const struct sp_layout *plus =
		sp_board_boardset_layout(&r->boards, "5-plus");

	assert(plus != NULL && r->n_colours == 4);
	r->seats_max = 5;
	sp_format(r->colour[r->n_colours++], SP_ID_SIZE, "purple");
	r->layout_for[5] = (int)(plus - r->boards.layout);
}

const struct sp_ruleset *scene_ruleset(void)
{
	static struct sp_ruleset *ruleset;
	struct sp_error e = { 0 };
	size_t n;

	if (ruleset == NULL) {
		const struct sp_ruleset_file *all = scene_files(&n);

		if (sp_card_ruleset_load(&ruleset, all, n, &e) != SP_OK) {
			(void)fprintf(stderr, "wizwar8: %s\n", e.text);
			abort();
		}
		scene_seat_five(ruleset);
	}
	return ruleset;
}

/* ---- setups and dice
 * ---------------------------------------------------------- */

uint32_t scene_below(struct scene_random *r, uint32_t n)
{
	/* splitmix64 */
	uint64_t z = r->state += 0x9e3779b97f4a7c15U;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return (uint32_t)((z ^ (z >> 31)) % n);
}

void scene_setup(struct sp_setup *setup, const char *colours)
{
	const char *c = colours;

	memset(setup, 0, sizeof(*setup));
	sp_format(setup->gid, sizeof(setup->gid), "test-abcdefgh");
	sp_format(setup->ruleset, sizeof(setup->ruleset), "wizwar8");
	memset(setup->ruleset_hash, 'a', 64);
	memset(setup->commitment, '0', 64);
	setup->engine = SP_ENGINE_LEVEL;
	setup->key = 1;
	while (*c != '\0') {
		size_t len = strcspn(c, " ");
		bool fits = sp_copyn(
			setup->colour[setup->n_seats], SP_ID_SIZE, c, len);

		assert(fits);
		setup->n_seats++;
		c += len;
		c += strspn(c, " ");
	}
}

void scene_dice(struct sp_rng *rng, uint64_t seed)
{
	uint8_t key[32] = { 0 };

	sp_put_be64(key, seed);
	memset(rng, 0, sizeof(*rng));
	sp_rng_init(rng, key, 0);
}

/* ---- scenes
 * --------------------------------------------------------------------- */

/* What dice decided is laid out in seat order instead. */
static void lay_out(struct scene *s)
{
	struct sp_game *g = &s->g;
	const struct sp_boardset *set = &s->ruleset->boards;
	uint8_t sector[SP_BAYS_MAX] = { 0 };
	uint8_t turn[SP_BAYS_MAX] = { 0 };
	int8_t seat[SP_BAYS_MAX] = { 0 };
	unsigned layout = g->board.layout;

	for (unsigned i = 0; i < g->board.n_bays; i++) {
		const struct sp_bay *slot = &g->board.bay[i];

		sector[slot->seat] = slot->sector;
		seat[i] = (int8_t)i;
	}
	sp_board_build(&g->board, set, layout, sector, turn, seat);
	for (unsigned i = 0; i < g->n_seats; i++) {
		g->actor[i].home = sp_board_home(&g->board, set, i);
		g->actor[i].square = g->actor[i].home;
		for (unsigned k = 0; k < 2; k++)
			g->treasure[2 * i + k].square =
				sp_board_treasure(&g->board, set, i, k);
	}
	g->actor[g->first].turns = 0;
	g->first = 0;
	g->active = 0;
	g->actor[0].turns = 1;
	g->decision.seats = 1;
}

void scene_begin_on(struct scene *s, const char *colours, const char *side,
	const char *layout)
{
	struct sp_error e = { 0 };
	struct sp_setup setup;
	struct sp_rng dice;
	int code;

	memset(s, 0, sizeof(*s));
	s->ruleset = scene_ruleset();
	scene_setup(&setup, colours);
	code = sp_card_ruleset_set_option(
		s->ruleset, &setup, "sectors", side, &e);
	if (code == SP_OK)
		code = sp_card_ruleset_set_option(
			s->ruleset, &setup, "cards", "no", &e);
	if (code == SP_OK && *layout != '\0')
		code = sp_card_ruleset_set_option(
			s->ruleset, &setup, "layout", layout, &e);
	scene_dice(&dice, 1);
	if (code == SP_OK)
		code = sp_setup_start(
			s->ruleset, &setup, &dice, &s->g, &s->events, &e);
	if (code != SP_OK) {
		(void)fprintf(stderr, "scene: %s\n", e.text);
		abort();
	}
	lay_out(s);
}

void scene_begin(struct scene *s, const char *colours)
{
	scene_begin_on(s, colours, "a", "");
}

uint16_t scene_square(const struct scene *s, const char *name)
{
	uint16_t square = sp_board_square_parse(&s->g.board, name);

	assert(square != SP_NOWHERE);
	return square;
}

uint16_t scene_edge(const struct scene *s, const char *name)
{
	uint16_t edge = sp_board_edge_parse(&s->g.board, name);

	assert(edge != SP_NOWHERE);
	return edge;
}

void scene_put(struct scene *s, int seat, const char *square)
{
	s->g.actor[seat].square = scene_square(s, square);
}

void scene_lay(struct scene *s, int treasure, const char *square)
{
	s->g.treasure[treasure].square = scene_square(s, square);
}

const char *refusal_words(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_refusal *why)
{
	static char text[512];
	struct sp_buf words;

	sp_buf_init(&words, sizeof(text) - 1);
	sp_refusal_say(ruleset, g, why, &words);
	sp_format(text, sizeof(text), "%s", sp_buf_str(&words));
	sp_buf_free(&words);
	return text;
}

const char *scene_words(const struct scene *s)
{
	return refusal_words(s->ruleset, &s->g, &s->why);
}

enum sp_reason scene_do(struct scene *s, int seat, const char *order)
{
	static struct sp_game before;
	char *text = sp_xasprintf(
		"%lu %s", (unsigned long)s->g.decision.number, order);
	struct sp_error e = { 0 };
	struct sp_command c;
	int code = sp_notation_parse(&c, s->ruleset, &s->g, text, &e);

	if (code != SP_OK) {
		(void)fprintf(stderr, "%s: %s\n", text, e.text);
		abort();
	}
	sp_free(text);
	c.seat = (int8_t)seat;
	before = s->g;
	s->events.n = 0;
	code = sp_rules_apply(s->ruleset, &s->g, &c, &s->events, &s->why);
	if (code == SP_OK) {
		EQUAL_INT(s->why.reason, SP_REASON_NONE);
	} else {
		EQUAL_INT(code, SP_EREFUSED);
		DIFFERENT_INT(s->why.reason, SP_REASON_NONE);
		CU_ASSERT(scene_words(s)[0] != '\0');
		EQUAL_INT(s->events.n, 0);
		CU_ASSERT(memcmp(&before, &s->g, sizeof(before)) == 0);
	}
	code = sp_state_check(&s->g, &e);
	if (code != SP_OK)
		(void)fprintf(stderr, "%s: %s\n", order, e.text);
	EQUAL_INT(code, SP_OK);
	return (enum sp_reason)s->why.reason;
}

void scene_turn(struct scene *s, int seat)
{
	do {
		enum sp_reason reason = scene_do(s, s->g.active, "end");

		EQUAL_INT_FATAL(reason, SP_REASON_NONE);
	} while (s->g.active != seat);
}

void scene_past_first(struct scene *s)
{
	scene_turn(s, 0);
}

const struct sp_event *scene_event(
	const struct scene *s, enum sp_event_kind kind, int n)
{
	for (int i = 0; i < s->events.n; i++) {
		if (s->events.event[i].kind == kind && n-- == 0)
			return &s->events.event[i];
	}
	return NULL;
}
