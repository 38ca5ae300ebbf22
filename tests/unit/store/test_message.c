#include "store_tests.h"

#include "fixtures.h"

#include <unistd.h>

static void message_is(
	const char *subject, const char *body, const char *expected)
{
	struct sp_trailer trailers[] = { { "Turn", "3" }, { "Seat", NULL },
		{ "Command", "" }, { "Draws", " \n" }, { "Seq", "17" } };
	struct sp_buf b;

	sp_buf_init(&b, 10000);
	sp_store_message(&b, subject, body, trailers, 5);
	EQUAL_STRING(sp_buf_str(&b), expected);
	sp_buf_free(&b);
}

TEST("store/message", "builds")
{
	message_is("Red walks", NULL, "Red walks\n\nTurn: 3\nSeq: 17\n");
	message_is("Red walks", "", "Red walks\n\nTurn: 3\nSeq: 17\n");
	message_is(" Red\twalks\r\n far ", "\n\n> move n\r\n\n\nat c4  \n",
		"Red walks far\n\n> move n\n\nat c4\n\nTurn: 3\nSeq: 17\n");
	message_is("", NULL, "(untitled)\n\nTurn: 3\nSeq: 17\n");
	message_is("\x01", "  indented",
		"(untitled)\n\n  indented\n\n"
		"Turn: 3\nSeq: 17\n");
	message_is("# no comment", "# a\n---\n--- b\n-- c",
		": # no comment\n\n # a\n ---\n --- b\n-- c\n\n"
		"Turn: 3\nSeq: 17\n");
	message_is("caf\xc3\xa9", "bad \xff\xc3\xa9 byte",
		"caf\xc3\xa9\n\nbad ??? byte\n\nTurn: 3\nSeq: 17\n");
}

TEST("store/message", "finds trailers")
{
	static const char message[] = "Seq: 1\n\nSeq: 2\n\nTurn: 3\n"
				      "Command: say a: b\nSeq:  17 \n";
	struct sp_buf b;

	sp_buf_init(&b, 1000);
	CU_ASSERT(sp_store_trailer(&b, message, "Seq"));
	EQUAL_STRING(sp_buf_str(&b), "17");
	sp_buf_clear(&b);
	CU_ASSERT(sp_store_trailer(&b, message, "Command"));
	EQUAL_STRING(sp_buf_str(&b), "say a: b");
	CU_ASSERT_FALSE(sp_store_trailer(&b, message, "Se"));
	CU_ASSERT_FALSE(sp_store_trailer(&b, message, "seq"));
	CU_ASSERT_FALSE(sp_store_trailer(&b, "Seq: 1\n", "Seq"));
	CU_ASSERT_FALSE(sp_store_trailer(&b, "", "Seq"));
	sp_buf_clear(&b);
	CU_ASSERT(sp_store_trailer(&b, "x\n\nSeq: 4\n\n\n", "Seq"));
	EQUAL_STRING(sp_buf_str(&b), "4");
	sp_buf_free(&b);
}

/* Whatever subject and body are, git finds our trailers and no others. */
TEST("store/message", "git agrees")
{
	static const char *const nasty[] = { "Red walks", "Seq: 99",
		"Signed-off-by: Mallory <m@example.org>", "---", "--- a/file",
		"--- ", "# comment", "#", "Conflicts:", "\tConflicts:\n\tx",
		"# ------------------------ >8 ------------------------",
		"diff --git a/x b/x", "Seq", ":", "Seq:", "a: b: c",
		"\n\nSeq: 98\n\n", "x\n\nSeq: 97\n",
		"cherry picked from commit x",
		"(cherry picked from commit 1234)", "caf\xe9",
		"\xf0\x9f\x8e\xb2", "", "Turn: 1\nSeq: 2", "fixup! x", "x\ry",
		"  lead", "\x1b[31mred" };
	static const char wanted[] =
		"Turn: 3\nCommand: punch blue: hard # not --- this\nSeq: 17\n";
	struct sp_trailer trailers[] = { { "Turn", "3" },
		{ "Command", "punch blue:\nhard # not --- this" },
		{ "Seq", "17" } };
	struct place p = place_open(test_tempdir());
	char *path = place_path(p.game, "message");
	char *command =
		sp_xasprintf("git interpret-trailers --parse '%s'", path);

	for (size_t i = 0; place_has_git() && i < SP_ARRAY_LEN(nasty); i++) {
		for (size_t j = 0; j < SP_ARRAY_LEN(nasty); j++) {
			struct sp_buf message;
			struct sp_buf out;

			/* every pair is 784 programs; a diagonal and the edges
			 * will do but for the long run */
			if (!test_long() && i != j && i != 0 && j != 0)
				continue;
			sp_buf_init(&message, 10000);
			sp_buf_init(&out, 10000);
			sp_store_message(
				&message, nasty[i], nasty[j], trailers, 3);
			EQUAL_INT(sp_file_write(path, message.data, message.len,
					  0600, NULL),
				SP_OK);
			EQUAL_INT(place_git(p.game, &out, command), 0);
			EQUAL_STRING(sp_buf_str(&out), wanted);
			CU_ASSERT(sp_utf8_valid(message.data, message.len));
			sp_buf_clear(&out);
			CU_ASSERT(sp_store_trailer(&out, message.data, "Seq"));
			EQUAL_STRING(sp_buf_str(&out), "17");
			sp_buf_free(&message);
			sp_buf_free(&out);
		}
	}
	sp_free(command);
	sp_free(path);
	place_close(&p);
}

TEST("store/message", "git log reads it")
{
	struct place p = place_open(test_tempdir());
	struct sp_buf out;

	if (place_has_git()) {
		(void)place_play(p.game, 0);
		(void)place_play(p.game, 1);
		sp_buf_init(&out, 10000);
		EQUAL_INT(
			place_git(p.game, &out,
				"@ log --format='%s|%an <%ae>|%cn "
				"<%ce>|%ad|%(trailers:"
				"key=Seq,valueonly,separator=)' --date=raw -1"),
			0);
		EQUAL_STRING(sp_buf_str(&out),
			"Red walks|Red <red@" GID ".invalid>|Judge <judge@" GID
			".invalid>|1795539601 +0000|1\n");
		sp_buf_free(&out);
	}
	place_close(&p);
}
