#include "undoing.h"

void undoing_begin(struct club *c)
{
	table(c, OPTIONS);
	c->quiet = getenv("SP_LOUD") == NULL;
}

/* Yellow and Green are asked nothing. */
void undoing_begin_with_blue(struct club *c)
{
	undoing_begin(c);
	say(c, "yellow", "when asked: pass");
	say(c, "green", "when asked: pass");
}

void undoing_stands(struct club *c, int seat, const char *square)
{
	struct sp_game *g = club_state(c, GID);

	EQUAL_INT(g->actor[seat].square,
		sp_board_square_parse(&g->board, square));
	sp_free(g);
}

/* The key of the agent data of Blue, in the box of the head. */
bool undoing_answered(struct club *c)
{
	struct sp_live *live = table_load(c);
	const json_t *blue = json_object_get(
		json_object_get(live->sealed, "agents"), "blue");
	bool yes = json_object_get(blue, "answer") != NULL;

	sp_record_live_free(live);
	return yes;
}

/* Nothing is done for an `undo`, and the receipt says that. */
void undoing_refused(
	struct club *c, const char *who, const char *text, const char *words)
{
	unsigned commits = club_commits(c, GID);

	say(c, who, text);
	EQUAL_INT(club_commits(c, GID), commits);
	CU_ASSERT_TRUE(tells(answer_to(c, who)->text, words));
	if (!tells(answer_to(c, who)->text, words))
		printf("\n  no \"%s\" in: %s\n", words,
			answer_to(c, who)->text);
}
