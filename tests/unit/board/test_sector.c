#include "board_tests.h"

static const char *const good[] = {
	"id test",
	"set a b",
	"colour red",
	"+---+---+ ^ +---+---+",
	"|           D     $ |",
	"+   +---+   +   +---+",
	"|   |       |       |",
	"+   +   +   +   +---+",
	"<       | @ |       >",
	"+---+   +   +   +   +",
	"|       |       |   |",
	"+---+   +   +---+   +",
	"| $     D           |",
	"+---+---+ v +---+---+",
};

static int parse(const char *text, struct sp_sector *s, struct sp_error *e)
{
	sp_error_clear(e);
	return sp_board_sector_parse(s, text, strlen(text), e);
}

TEST("board/sector", "a good file is read")
{
	struct sp_sector s;
	struct sp_error e = { 0 };
	char *text = text_with(good, SP_ARRAY_LEN(good), 0, NULL);

	EQUAL_INT(parse(text, &s, &e), SP_OK);
	EQUAL_STRING(s.id, "test");
	EQUAL_STRING(s.set, "a b");
	EQUAL_STRING(s.colour, "red");
	EQUAL_INT(s.home, 12);
	EQUAL_INT(s.treasure[0], 4);
	EQUAL_INT(s.treasure[1], 20);
	EQUAL_INT(s.across[0][0], SP_EDGE_WALL);
	EQUAL_INT(s.across[0][2], SP_EDGE_OPEN);
	EQUAL_INT(s.across[1][1], SP_EDGE_WALL);
	EQUAL_INT(s.down[0][3], SP_EDGE_DOOR);
	EQUAL_INT(s.down[2][0], SP_EDGE_OPEN);
	EQUAL_INT(s.down[2][3], SP_EDGE_WALL);
	sp_free(text);
}

TEST("board/sector", "comments, blank lines and CRLF are fine")
{
	static const char with[] = "# a comment\r\n\r\nset a\r\n  # more\r\n"
				   "id test\r\ncolour red\r\n\r\n";
	struct sp_sector s;
	struct sp_error e = { 0 };
	struct sp_buf text;

	sp_buf_init(&text, 1 << 12);
	sp_buf_adds(&text, with);
	for (unsigned i = 3; i < SP_ARRAY_LEN(good); i++)
		sp_buf_addf(&text, "%s\r\n", good[i]);
	sp_buf_adds(&text, "# the end\r\n\r\n");
	EQUAL_INT(parse(sp_buf_str(&text), &s, &e), SP_OK);
	EQUAL_STRING(s.id, "test");
	sp_buf_free(&text);
}

static const struct bad_file bad[] = {
	/* the head */
	{ 1, NULL, 3, 1, "\"id\" is missing" },
	{ 2, NULL, 3, 1, "\"set\" is missing" },
	{ 3, NULL, 3, 1, "\"colour\" is missing" },
	{ 1, "id", 1, 3, "write it after the key" },
	{ 1, "id  Red", 1, 5, "a to z" },
	{ 1, "id red_a", 1, 7, "a to z" },
	{ 1, "id red again", 1, 8, "remove the rest" },
	{ 1, "id a23456789-123456789-1234", 1, 4, "23 characters" },
	{ 2, "id again", 2, 1, "keep one" },
	{ 1, "set c", 2, 1, "all sets on one line" },
	{ 2, "set", 2, 4, "write it after the key" },
	{ 2, "set a B", 2, 7, "a to z" },
	{ 2, "set a2345678901 b23456789012", 2, 17, "23 characters" },
	{ 3, "color red", 3, 1, "use id, set or colour" },
	{ 3, "  colour2 red", 3, 3, "use id, set or colour" },
	/* the shape of the drawing */
	{ 4, " +---+---+ ^ +---+---+", 4, 1, "remove the blanks" },
	{ 5, "|           D     $", 5, 20, "make it 21" },
	{ 5, "|           D     $ | ", 5, 23, "make it 21" },
	{ 9, "", 9, 1, "make it 21" },
	{ 14, NULL, 14, 1, "draw all 11" },
	{ 15, "and more", 15, 1, "after the drawing" },
	/* marks of squares */
	{ 9, "<       |   |       >", 4, 1, "no home base" },
	{ 7, "|   |     @ |       |", 9, 11, "second home base" },
	{ 7, "|   |     $ |       |", 13, 3, "third treasure" },
	{ 5, "|           D       |", 4, 1, "1 of its two treasures" },
	{ 7, "|   |     T |       |", 7, 11, "no mark of a square" },
	{ 9, "<       |@  |       >", 9, 10, "leave this blank" },
	{ 9, "<       |  @|       >", 9, 12, "leave this blank" },
	/* edges */
	{ 4, "+---+---+   +---+---+", 4, 11, "mark the exit with ^" },
	{ 14, "+---+---+   +---+---+", 14, 11, "mark the exit with v" },
	{ 9, "        | @ |       >", 9, 1, "mark the exit with <" },
	{ 9, "<       | @ |        ", 9, 21, "mark the exit with >" },
	{ 4, "+---+---+ v +---+---+", 4, 11, "exit mark is misplaced" },
	{ 9, ">       | @ |       >", 9, 1, "exit mark is misplaced" },
	{ 6, "+   +---+ ^ +   +---+", 6, 11, "exit mark is misplaced" },
	{ 9, "<   >   | @ |       >", 9, 5, "exit mark is misplaced" },
	{ 4, "+=D=+---+ ^ +---+---+", 4, 2, "doors stand inside" },
	{ 5, "D           D     $ |", 5, 1, "doors stand inside" },
	{ 6, "+   +-- +   +   +---+", 6, 6, "this is no edge" },
	{ 6, "+   + D +   +   +---+", 6, 7, "this is no edge" },
	{ 7, "|   !       |       |", 7, 5, "this is no edge" },
	/* corners repeat what the edges say */
	{ 6, "+   .---+   +   +---+", 6, 5, "write +" },
	{ 6, "+   x---+   +   +---+", 6, 5, "write +" },
	/* ways: the last square of the first row is walled in */
	{ 5, "|           D   | $ |", 5, 19, "open a wall" },
	{ 5, "|           D   D $ |", 5, 19, "open a wall" },
};

TEST("board/sector", "bad files are refused with place and advice")
{
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++) {
		const struct bad_file *c = &bad[i];
		struct sp_sector s;
		struct sp_error e = { 0 };
		char *text =
			text_with(good, SP_ARRAY_LEN(good), c->edit, c->with);
		int rc = parse(text, &s, &e);

		EQUAL_INT(rc, SP_EINVAL);
		EQUAL_INT(e.line, c->line);
		EQUAL_INT(e.column, c->column);
		CONTAINS(e.text, c->says);
		if (rc != SP_EINVAL || e.line != c->line ||
			e.column != c->column ||
			strstr(e.text, c->says) == NULL)
			(void)fprintf(stderr, "case %zu: %d %u:%u %s\n", i, rc,
				e.line, e.column, e.text);
		sp_free(text);
	}
}

static void refused(const char *text, unsigned line, const char *says)
{
	struct sp_sector s;
	struct sp_error e = { 0 };

	EQUAL_INT(parse(text, &s, &e), SP_EINVAL);
	EQUAL_INT(e.line, line);
	EQUAL_INT(e.column, 1);
	CONTAINS(e.text, says);
}

TEST("board/sector", "files without a drawing are refused")
{
	refused("", 1, "no drawing");
	refused("id x\nset a\ncolour red\n", 4, "no drawing");
}

TEST("board/sector", "a sector needs an exit")
{
	refused("id x\nset a\ncolour red\n"
		"+---+---+---+---+---+\n"
		"| $                 |\n"
		"+   .   .   .   .   +\n"
		"|                   |\n"
		"+   .   .   .   .   +\n"
		"|         @         |\n"
		"+   .   .   .   .   +\n"
		"|                   |\n"
		"+   .   .   .   .   +\n"
		"|                 $ |\n"
		"+---+---+---+---+---+\n",
		4, "no exit");
}

TEST("board/sector", "a free corner is marked with a dot")
{
	struct sp_sector s;
	struct sp_error e = { 0 };

	EQUAL_INT(parse("id x\nset a\ncolour red\n"
			"+---+---+ ^ +---+---+\n"
			"| $                 |\n"
			"+   .   .   +   .   +\n"
			"|                   |\n"
			"+   .   .   .   .   +\n"
			"|         @         |\n"
			"+   .   .   .   .   +\n"
			"|                   |\n"
			"+   .   .   .   .   +\n"
			"|                 $ |\n"
			"+---+---+---+---+---+\n",
			  &s, &e),
		SP_EINVAL);
	EQUAL_INT(e.line, 6);
	EQUAL_INT(e.column, 13);
	CONTAINS(e.text, "write .");
}

/* What no editor writes: every cut and every changed byte of a good file is
 * read or refused, never more. */
TEST("board/sector", "odd bytes are no danger")
{
	static const char odd[] = { '\0', '\n', '\t', '\x80', '+', '@', ' ' };
	struct sp_sector s;
	char *text = text_with(good, SP_ARRAY_LEN(good), 0, NULL);
	size_t len = strlen(text);

	for (size_t i = 0; i < len - 1; i++) {
		struct sp_error e = { 0 };
		char *part = sp_xstrndup(text, i);

		EQUAL_INT(sp_board_sector_parse(&s, part, i, &e), SP_EINVAL);
		CU_ASSERT(e.line > 0 && e.column > 0);
		sp_free(part);
	}
	for (size_t i = 0; i < len; i++)
		for (size_t k = 0; k < SP_ARRAY_LEN(odd); k++) {
			struct sp_error e = { 0 };
			char was = text[i];
			int rc;

			text[i] = odd[k];
			rc = sp_board_sector_parse(&s, text, len, &e);
			CU_ASSERT(
				rc == SP_OK || (rc == SP_EINVAL && e.line > 0 &&
						       e.column > 0));
			text[i] = was;
		}
	sp_free(text);
}

TEST("board/sector", "four quarter turns are none")
{
	const struct sp_boardset *set = board_set();

	for (unsigned i = 0; i < BOARD_SECTORS; i++) {
		struct sp_sector s = set->sector[i];
		struct sp_sector t;

		for (unsigned turn = 0; turn < 4; turn++) {
			board_sector_turned(&t, &s, 1);
			/* No sector looks the same from two sides. */
			DIFFERENT_INT(
				memcmp(t.across, s.across, sizeof(t.across)),
				0);
			s = t;
		}
		EQUAL_INT(memcmp(&s, &set->sector[i], sizeof(s)), 0);
		board_sector_turned(&t, &s, 3);
		board_sector_turned(&s, &t, 1);
		EQUAL_INT(memcmp(&s, &set->sector[i], sizeof(s)), 0);
	}
}

TEST("board/sector", "a quarter turn is clockwise")
{
	struct sp_sector s, t;
	struct sp_error e = { 0 };
	char *text = text_with(good, SP_ARRAY_LEN(good), 0, NULL);

	EQUAL_INT(parse(text, &s, &e), SP_OK);
	board_sector_turned(&t, &s, 1);
	/* The upper right corner comes to the lower right. */
	EQUAL_INT(t.treasure[0], 24);
	EQUAL_INT(t.treasure[1], 0);
	EQUAL_INT(t.home, 12);
	/* The door between c1 and d1 comes between e3 and e4. */
	EQUAL_INT(t.across[3][4], SP_EDGE_DOOR);
	/* The wall above b2 comes to the right of d2. */
	EQUAL_INT(t.down[1][4], SP_EDGE_WALL);
	sp_free(text);
}
