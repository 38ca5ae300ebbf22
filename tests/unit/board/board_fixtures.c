#include "board_tests.h"

#include <assert.h>

#include "fixtures.h"

static const char *const sector_files[BOARD_SECTORS] = { "red-a", "blue-a",
	"green-a", "yellow-a", "red-b", "blue-b", "green-b", "yellow-b",
	"red-original", "blue-original", "green-original", "yellow-original",
	"purple-original", "purple-classic" };
static const char *const layout_files[BOARD_LAYOUTS] = { "2-crossed", "3-l",
	"4-crossed", "4-straight", "5-plus" };

static const char plain[] = "id plain\nset test\ncolour none\n"
			    "+---+---+ ^ +---+---+\n"
			    "| $                 |\n"
			    "+   .   .   .   .   +\n"
			    "|                   |\n"
			    "+   .   .   .   .   +\n"
			    "<         @         >\n"
			    "+   .   .   .   .   +\n"
			    "|                   |\n"
			    "+   .   .   .   .   +\n"
			    "|                 $ |\n"
			    "+---+---+ v +---+---+\n";
static const char lone[] = "id lone\nmap A\nwrap A.N-A.S\nwrap A.E-A.W\n";

static void load(struct sp_buf *text, const char *kind, const char *id)
{
	char *path = sp_xasprintf(
		"%s/games/wizwar8/%s/%s.txt", test_source_dir(), kind, id);
	struct sp_error e = { 0 };

	sp_buf_clear(text);
	if (sp_file_read(text, path, &e) != SP_OK) {
		CU_FAIL(e.text);
		(void)fprintf(stderr, "%s: %s\n", path, e.text);
	}
	sp_free(path);
}

static void check(int rc, const char *id, const struct sp_error *e)
{
	EQUAL_INT(rc, SP_OK);
	if (rc != SP_OK)
		(void)fprintf(stderr, "%s:%u:%u: %s\n", id, e->line, e->column,
			e->text);
}

static void fill(struct sp_boardset *set)
{
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1 << 16);
	for (unsigned i = 0; i < BOARD_SECTORS; i++) {
		load(&text, "sectors", sector_files[i]);
		check(sp_board_sector_parse(&set->sector[set->n_sectors++],
			      sp_buf_str(&text), text.len, &e),
			sector_files[i], &e);
	}
	check(sp_board_sector_parse(
		      &set->sector[set->n_sectors++], plain, strlen(plain), &e),
		"plain", &e);
	for (unsigned i = 0; i < BOARD_LAYOUTS; i++) {
		load(&text, "layouts", layout_files[i]);
		check(sp_board_layout_parse(&set->layout[set->n_layouts++],
			      sp_buf_str(&text), text.len, &e),
			layout_files[i], &e);
	}
	check(sp_board_layout_parse(
		      &set->layout[set->n_layouts++], lone, strlen(lone), &e),
		"lone", &e);
	sp_buf_free(&text);
}

const struct sp_boardset *board_set(void)
{
	static struct sp_boardset set;

	if (set.n_sectors == 0)
		fill(&set);
	return &set;
}

static const struct sp_boardset *set_with(enum sp_rims rims)
{
	static struct sp_boardset set;

	set = *board_set();
	set.rims = (uint8_t)rims;
	return &set;
}

void board_make(struct sp_board *b, const char *layout, const char *sectors)
{
	board_make_ruled(b, layout, sectors, SP_RIMS_KEPT);
}

void board_make_ruled(struct sp_board *b, const char *layout,
	const char *sectors, enum sp_rims rims)
{
	const struct sp_boardset *set = set_with(rims);
	const struct sp_layout *l = sp_board_boardset_layout(set, layout);
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t seat[SP_BAYS_MAX];
	const char *p = sectors;

	assert(l != NULL);
	for (unsigned i = 0; i < l->n_bays; i++) {
		const struct sp_sector *s;
		char id[SP_ID_SIZE];
		size_t n = strcspn(p, " :");
		bool fits = sp_copyn(id, sizeof(id), p, n);

		assert(fits);
		s = sp_board_boardset_sector(set, id);
		assert(s != NULL);
		p += n;
		sector[i] = (uint8_t)(s - set->sector);
		turn[i] = *p == ':' ? (uint8_t)(p[1] - '0') : 0;
		seat[i] = (int8_t)i;
		p += strcspn(p, " ");
		p += *p == ' ';
	}
	sp_board_build(b, set, (unsigned)(l - set->layout), sector, turn, seat);
}

void board_make_closed(struct sp_board *b, const char *sector)
{
	board_make(b, "lone", sector);
	for (unsigned i = 0; i < b->n_edges; i++)
		if (b->edge[i].outer)
			b->edge[i].created = SP_EDGE_WALL;
}

uint16_t at(const struct sp_board *b, const char *name)
{
	uint16_t square = sp_board_square_parse(b, name);

	DIFFERENT_INT_FATAL(square, SP_NOWHERE);
	return square;
}

struct sp_edge *edge(struct sp_board *b, const char *name)
{
	uint16_t id = sp_board_edge_parse(b, name);

	DIFFERENT_INT_FATAL(id, UINT16_MAX);
	return &b->edge[id];
}

/* xorshift64* */
unsigned roll(struct dice *d, unsigned n)
{
	d->state ^= d->state >> 12;
	d->state ^= d->state << 25;
	d->state ^= d->state >> 27;
	return (unsigned)((d->state * 0x2545f4914f6cdd1dULL) >> 33) % n;
}

void board_make_random(struct sp_board *b, struct dice *d)
{
	const struct sp_boardset *set = board_set();
	unsigned layout = roll(d, set->n_layouts);
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t seat[SP_BAYS_MAX];

	for (unsigned i = 0; i < set->layout[layout].n_bays; i++) {
		sector[i] = (uint8_t)roll(d, BOARD_SECTORS);
		turn[i] = (uint8_t)roll(d, SP_DIRS);
		seat[i] = (int8_t)i;
	}
	sp_board_build(b, set, layout, sector, turn, seat);
}

void board_with_rims(
	struct sp_board *out, const struct sp_board *b, enum sp_rims rims)
{
	uint8_t sector[SP_BAYS_MAX], turn[SP_BAYS_MAX];
	int8_t seat[SP_BAYS_MAX];
	struct sp_layout shape;

	for (unsigned i = 0; i < b->n_bays; i++) {
		sector[i] = b->bay[i].sector;
		turn[i] = b->bay[i].turn;
		seat[i] = b->bay[i].seat;
	}
	sp_board_shape(b, &shape);
	sp_board_build_shape(
		out, set_with(rims), b->layout, &shape, sector, turn, seat);
}

void board_make_any(struct sp_board *b, struct dice *d, enum sp_rims rims)
{
	struct sp_board plain_board;
	struct sp_layout shape;
	unsigned n;

	board_make_random(&plain_board, d);
	sp_board_shape(&plain_board, &shape);
	n = shape.n_bays;
	for (unsigned tries = roll(d, 8); tries > 0; tries--) {
		unsigned one = roll(d, n), two = roll(d, n);
		enum sp_dir side = (enum sp_dir)roll(d, SP_DIRS);
		enum sp_dir to = (enum sp_dir)roll(d, SP_DIRS);

		if (roll(d, 3) == 0)
			(void)sp_board_shape_move(&shape, one, two, side);
		else
			(void)sp_board_shape_join(&shape, one, side, two, to);
	}
	for (unsigned i = 0; i < n; i++) {
		plain_board.bay[i].row = shape.row[i];
		plain_board.bay[i].column = shape.column[i];
	}
	plain_board.n_seams = shape.n_seams;
	memcpy(plain_board.seam, shape.seam, sizeof(shape.seam));
	board_with_rims(b, &plain_board, rims);
}

char *text_with(
	const char *const lines[], size_t n, unsigned line, const char *with)
{
	struct sp_buf text;

	sp_buf_init(&text, 1 << 16);
	for (size_t i = 0; i <= n; i++) {
		const char *s = i + 1 == line ? with : i < n ? lines[i] : NULL;

		if (s == NULL)
			continue;
		sp_buf_adds(&text, s);
		sp_buf_addc(&text, '\n');
	}
	return sp_buf_take(&text);
}
