/*
 * Layout files: bays on a grid, and the seams that join their outer sides.
 */
#include "board_private.h"

struct reading {
	struct sp_layout *out;
	unsigned rows, columns; /* of the map, in sectors */
	unsigned first_map;     /* line of the first "map"; 0 none yet */
	bool placed[SP_BAYS_MAX];
	unsigned place_line[SP_BAYS_MAX], place_column[SP_BAYS_MAX];
	bool joined[SP_BAYS_MAX][SP_DIRS];
};

int board_layout_neighbour(
	const struct sp_layout *l, unsigned bay, enum sp_dir dir)
{
	static const int down[SP_DIRS] = { -1, 0, 1, 0 };
	static const int right[SP_DIRS] = { 0, 1, 0, -1 };

	for (unsigned i = 0; i < l->n_bays; i++)
		if (l->row[i] == l->row[bay] + down[dir] &&
			l->column[i] == l->column[bay] + right[dir])
			return (int)i;
	return -1;
}

static int map_place(struct reading *r, const struct sp_line *line,
	const struct sp_word *word, unsigned column, struct sp_error *e)
{
	unsigned bay;

	if (board_word_is(word, "."))
		return SP_OK;
	if (word->len != 1 || word->text[0] < 'A' ||
		word->text[0] >= 'A' + SP_BAYS_MAX)
		return sp_error_at(e, SP_EINVAL, line->number, word->column,
			"expected a bay, one letter from A to %c, or . for a "
			"gap",
			'A' + SP_BAYS_MAX - 1);
	bay = (unsigned)(word->text[0] - 'A');
	if (r->placed[bay])
		return sp_error_at(e, SP_EINVAL, line->number, word->column,
			"bay %c is on the map already: give each bay a "
			"letter of its own",
			word->text[0]);
	r->placed[bay] = true;
	r->place_line[bay] = line->number;
	r->place_column[bay] = word->column;
	r->out->row[bay] = (uint8_t)r->rows;
	r->out->column[bay] = (uint8_t)column;
	r->out->n_bays++;
	return SP_OK;
}

static int read_map(struct reading *r, struct sp_line *line, struct sp_error *e)
{
	struct sp_word word;
	unsigned n = 0;

	if (r->out->n_seams > 0)
		return sp_error_at(e, SP_EINVAL, line->number, 1,
			"the map goes on after a wrap or portal: write all map "
			"lines first");
	if (r->rows == SP_MAP_MAX)
		return sp_error_at(e, SP_EINVAL, line->number, 1,
			"the map has too many rows: use at most %d",
			SP_MAP_MAX);
	while (board_line_word(line, &word)) {
		int rc;

		if (n == SP_MAP_MAX)
			return sp_error_at(e, SP_EINVAL, line->number,
				word.column,
				"this row of the map is too long: use at most "
				"%d places",
				SP_MAP_MAX);
		rc = map_place(r, line, &word, n++, e);
		if (rc != SP_OK)
			return rc;
	}
	if (n == 0)
		return sp_error_at(e, SP_EINVAL, line->number, word.column,
			"this row of the map is empty: write bay letters, . "
			"for a gap");
	if (r->rows == 0) {
		r->columns = n;
		r->first_map = line->number;
	} else if (n != r->columns) {
		return sp_error_at(e, SP_EINVAL, line->number, word.column,
			"this row of the map has %u places, the first has %u: "
			"fill up with . for gaps",
			n, r->columns);
	}
	r->rows++;
	return SP_OK;
}

/* "A.N" at p; the end of the seam goes to bay and side. */
static int read_side(struct reading *r, const struct sp_line *line,
	const char *p, unsigned column, uint8_t *bay, uint8_t *side,
	struct sp_error *e)
{
	static const char letters[] = "NESW";
	const char *found;
	int touches;

	if (p[0] < 'A' || p[0] >= 'A' + SP_BAYS_MAX || !r->placed[p[0] - 'A'])
		return sp_error_at(e, SP_EINVAL, line->number, column,
			"no bay of this letter is on the map: use one of the "
			"map lines above");
	*bay = (uint8_t)(p[0] - 'A');
	found = p[2] == '\0' ? NULL : strchr(letters, p[2]);
	if (found == NULL)
		return sp_error_at(e, SP_EINVAL, line->number, column + 2,
			"this is no side: write N, E, S or W");
	*side = (uint8_t)(found - letters);
	touches = board_layout_neighbour(r->out, *bay, (enum sp_dir) * side);
	if (touches >= 0)
		return sp_error_remedy(e,
			sp_error_at(e, SP_EINVAL, line->number, column,
				"%.3s is no outer side: it touches bay %c "
				"on the map",
				p, 'A' + touches),
			"remove it here");
	if (r->joined[*bay][*side])
		return sp_error_at(e, SP_EINVAL, line->number, column,
			"%.3s is joined already: join each side once", p);
	r->joined[*bay][*side] = true;
	return SP_OK;
}

static int read_seam(struct reading *r, struct sp_line *line, unsigned portal,
	struct sp_error *e)
{
	struct sp_seam seam = { .portal = (uint8_t)portal };
	struct sp_word w;
	int rc;

	if (r->rows == 0)
		return sp_error_at(e, SP_EINVAL, line->number, 1,
			"the map is not drawn yet: write the map lines first");
	if (!board_line_word(line, &w) || w.len != 7 || w.text[1] != '.' ||
		w.text[3] != '-' || w.text[5] != '.')
		return sp_error_at(e, SP_EINVAL, line->number, w.column,
			"this is no pair of sides: write them like A.W-B.E");
	rc = read_side(
		r, line, w.text, w.column, &seam.bay[0], &seam.side[0], e);
	if (rc == SP_OK)
		rc = read_side(r, line, w.text + 4, w.column + 4, &seam.bay[1],
			&seam.side[1], e);
	if (rc == SP_OK)
		rc = board_line_end(line, e);
	if (rc == SP_OK)
		r->out->seam[r->out->n_seams++] = seam;
	return rc;
}

static int read_portal(
	struct reading *r, struct sp_line *line, struct sp_error *e)
{
	struct sp_word w;
	char digits[4] = "";
	long long n;

	if (!board_line_word(line, &w) ||
		!sp_copyn(digits, sizeof(digits), w.text, w.len) ||
		sp_parse_int(digits, 1, 2LL * SP_BAYS_MAX, &n) != SP_OK)
		return sp_error_at(e, SP_EINVAL, line->number, w.column,
			"a portal needs its number, from 1 to %d: write it "
			"like portal 1 A.N-B.S",
			2 * SP_BAYS_MAX);
	for (unsigned i = 0; i < r->out->n_seams; i++)
		if (r->out->seam[i].portal == n)
			return sp_error_at(e, SP_EINVAL, line->number, w.column,
				"portal %lld is there already: number each "
				"portal differently",
				n);
	return read_seam(r, line, (unsigned)n, e);
}

static int read_line(
	struct reading *r, struct sp_line *line, struct sp_error *e)
{
	struct sp_word key;

	board_line_word(line, &key);
	if (board_word_is(&key, "id"))
		return board_line_id(line, "the id", r->out->id, e);
	if (board_word_is(&key, "map"))
		return read_map(r, line, e);
	if (board_word_is(&key, "wrap"))
		return read_seam(r, line, 0, e);
	if (board_word_is(&key, "portal"))
		return read_portal(r, line, e);
	return sp_error_at(e, SP_EINVAL, line->number, key.column,
		"this key is not known: use id, map, wrap or portal");
}

static int check_whole(
	const struct reading *r, unsigned end, struct sp_error *e)
{
	const struct sp_layout *l = r->out;

	if (l->id[0] == '\0')
		return sp_error_at(e, SP_EINVAL, 1, 1,
			"a line \"id\" is missing: add it at the top");
	if (l->n_bays == 0)
		return sp_error_at(e, SP_EINVAL,
			r->first_map > 0 ? r->first_map : end, 1,
			"the map has no bay: write letters from A into its map "
			"lines");
	for (unsigned i = 0; i < l->n_bays; i++)
		if (!r->placed[i])
			return sp_error_at(e, SP_EINVAL, r->first_map, 1,
				"the map has %u bays but no %c: letter them "
				"from A without gaps",
				l->n_bays, 'A' + (int)i);
	for (unsigned i = 0; i < l->n_bays; i++)
		for (int dir = 0; dir < SP_DIRS; dir++)
			if (!r->joined[i][dir] && board_layout_neighbour(l, i,
							  (enum sp_dir)dir) < 0)
				return sp_error_at(e, SP_EINVAL,
					r->place_line[i], r->place_column[i],
					"side %c.%c of this bay is joined to "
					"nothing: add a wrap or a portal",
					'A' + (int)i, "NESW"[dir]);
	return SP_OK;
}

int sp_board_layout_parse(
	struct sp_layout *out, const char *text, size_t len, struct sp_error *e)
{
	struct reading r = { .out = out };
	struct sp_cursor c;
	struct sp_line line;

	memset(out, 0, sizeof(*out));
	sp_cursor_init(&c, text, len);
	while (board_line_next(&c, &line)) {
		int rc = read_line(&r, &line, e);

		if (rc != SP_OK)
			return rc;
	}
	return check_whole(&r, line.number, e);
}
