/* How the mails begin that call a player: to move, and to answer. */
#include "table.h"

/* However a player says that nothing is played. */
TEST("host/calls", "words that pass")
{
	static const char *const forms[] = { "no", "No.", "nothing", "ok pass",
		"I pass", "no counter", "pass please", "1", "1.", "(1)",
		"Hi,\n\nI pass.\n\nThanks", "  | 1  pass", "pass", "nope" };

	for (size_t i = 0; i < SP_ARRAY_LEN(forms); i++) {
		struct club c;

		table(&c, "cards=yes schools=first");
		say(&c, "red", "cast zot hurt at blue with energy 6");
		say(&c, "blue", forms[i]);
		if (!says(answer_to(&c, "blue"), "errors 0"))
			printf("\n  not read: %s\n", forms[i]);
		CU_ASSERT_TRUE(says(answer_to(&c, "blue"), "| pass"));
		say(&c, "yellow", "no");
		say(&c, "green", "nothing");
		EQUAL_INT(life_of(&c, BLUE), 9);
		club_clear(&c);
	}
}
