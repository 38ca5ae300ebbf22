#include "board_tests.h"

static const char *const good[] = {
	"id 4-crossed",
	"map A B",
	"map C D",
	"wrap A.W-B.E",
	"wrap C.W-D.E",
	"portal 1 A.N-D.S",
	"portal 2 B.N-C.S",
};

static int parse(const char *text, struct sp_layout *l, struct sp_error *e)
{
	sp_error_clear(e);
	return sp_board_layout_parse(l, text, strlen(text), e);
}

TEST("board/layout", "a good file is read")
{
	struct sp_layout l;
	struct sp_error e = { 0 };
	char *text = text_with(good, SP_ARRAY_LEN(good), 0, NULL);

	EQUAL_INT(parse(text, &l, &e), SP_OK);
	EQUAL_STRING(l.id, "4-crossed");
	EQUAL_INT(l.n_bays, 4);
	EQUAL_INT(l.row[2], 1);
	EQUAL_INT(l.column[2], 0);
	EQUAL_INT(l.n_seams, 4);
	EQUAL_INT(l.seam[0].portal, 0);
	EQUAL_INT(l.seam[3].portal, 2);
	EQUAL_INT(l.seam[3].bay[0], 1);
	EQUAL_INT(l.seam[3].side[0], SP_NORTH);
	EQUAL_INT(l.seam[3].bay[1], 2);
	EQUAL_INT(l.seam[3].side[1], SP_SOUTH);
	sp_free(text);
}

TEST("board/layout", "gaps and comments are fine")
{
	struct sp_layout l;
	struct sp_error e = { 0 };

	EQUAL_INT(parse("# two apart\nid x\n\nmap . A\nmap B .\n"
			"wrap A.N-B.S\nwrap A.S-B.N\nwrap A.E-A.W\n"
			"portal 3 B.E-B.W\n",
			  &l, &e),
		SP_OK);
	EQUAL_INT(l.n_bays, 2);
	EQUAL_INT(l.column[0], 1);
	EQUAL_INT(l.row[1], 1);
	EQUAL_INT(board_layout_neighbour(&l, 0, SP_SOUTH), -1);
}

static const struct bad_file bad[] = {
	{ 1, NULL, 1, 1, "\"id\" is missing" },
	{ 1, "id Four", 1, 4, "a to z" },
	{ 2, "id again", 2, 1, "keep one" },
	{ 1, "name x", 1, 1, "use id, map, wrap or portal" },
	/* the map */
	{ 2, "map A b", 2, 7, "letter from A to I" },
	{ 2, "map A BB", 2, 7, "letter from A to I" },
	{ 2, "map A J", 2, 7, "letter from A to I" },
	{ 3, "map C A", 3, 7, "on the map already" },
	{ 3, "map C", 3, 6, "fill up with . for gaps" },
	{ 3, "map C D .", 3, 10, "fill up with . for gaps" },
	{ 3, "map", 3, 4, "this row of the map is empty" },
	{ 2, "map . . . . . A", 2, 15, "at most 5 places" },
	{ 8, "map E F", 8, 1, "write all map lines first" },
	/* seams */
	{ 2, "wrap A.W-B.E", 2, 1, "write the map lines first" },
	{ 4, "wrap A.W-F.E", 4, 10, "no bay of this letter" },
	{ 4, "wrap Z.W-B.E", 4, 6, "no bay of this letter" },
	{ 4, "wrap A.X-B.E", 4, 8, "write N, E, S or W" },
	{ 4, "wrap A.W-B.e", 4, 12, "write N, E, S or W" },
	{ 4, "wrap A.E-B.W", 4, 6, "touches bay B" },
	{ 4, "wrap A.W-A.W", 4, 10, "joined already" },
	{ 5, "wrap C.W-B.E", 5, 10, "joined already" },
	{ 7, NULL, 2, 7, "side B.N of this bay is joined to nothing" },
	{ 4, NULL, 2, 5, "side A.W of this bay is joined to nothing" },
	{ 4, "wrap", 4, 5, "like A.W-B.E" },
	{ 4, "wrap A.W", 4, 6, "like A.W-B.E" },
	{ 4, "wrap A.W+B.E", 4, 6, "like A.W-B.E" },
	{ 4, "wrap A.W-B.E C", 4, 14, "remove the rest" },
	{ 6, "portal", 6, 7, "needs its number" },
	{ 6, "portal A.N-D.S", 6, 8, "needs its number" },
	{ 6, "portal 0 A.N-D.S", 6, 8, "needs its number" },
	{ 6, "portal 19 A.N-D.S", 6, 8, "needs its number" },
	{ 6, "portal 1", 6, 9, "like A.W-B.E" },
	{ 7, "portal 1 B.N-C.S", 7, 8, "number each portal differently" },
};

static void refused(
	const char *text, unsigned line, unsigned column, const char *says)
{
	struct sp_layout l;
	struct sp_error e = { 0 };
	int rc = parse(text, &l, &e);

	EQUAL_INT(rc, SP_EINVAL);
	EQUAL_INT(e.line, line);
	EQUAL_INT(e.column, column);
	CONTAINS(e.text, says);
	if (rc != SP_EINVAL || e.line != line || e.column != column ||
		strstr(e.text, says) == NULL)
		(void)fprintf(stderr, "%s: %d %u:%u %s\n", says, rc, e.line,
			e.column, e.text);
}

TEST("board/layout", "bad files are refused with place and advice")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		const struct bad_file *c = &bad[i];
		char *text =
			text_with(good, SP_ARRAY_LEN(good), c->edit, c->with);

		refused(text, c->line, c->column, c->says);
		sp_free(text);
	}
}

TEST("board/layout", "bad maps are refused")
{
	refused("id x\n", 2, 1, "the map has no bay");
	refused("id x\nmap . .\n", 2, 1, "the map has no bay");
	refused("id x\nmap A C\n", 2, 1, "2 bays but no B");
	refused("id x\nmap A\nmap .\nmap .\nmap .\nmap .\nmap B\n", 7, 1,
		"at most 5");
}

TEST("board/layout", "every changed byte is read or refused")
{
	static const char odd[] = { '\0', '\n', ' ', '\x80', '.', 'A', '9' };
	char *text = text_with(good, SP_ARRAY_LEN(good), 0, NULL);
	size_t len = strlen(text);
	struct sp_layout l;

	for (size_t i = 0; i < len; i++)
		for (size_t k = 0; k < SP_ARRAY_LEN(odd); k++) {
			struct sp_error e = { 0 };
			char was = text[i];
			int rc;

			text[i] = odd[k];
			rc = sp_board_layout_parse(&l, text, len, &e);
			CU_ASSERT(
				rc == SP_OK || (rc == SP_EINVAL && e.line > 0 &&
						       e.column > 0));
			text[i] = was;
		}
	sp_free(text);
}
