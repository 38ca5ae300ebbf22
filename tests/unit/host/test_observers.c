/* Who gets the board of a game without playing it. */
#include "table.h"

#define WHO "olga@players.example"
#define DAY 86400

static void write_mail(struct club *c, const char *from, const char *text)
{
	(void)club_post(c, &(struct draft){ .from = from, .text = text });
	club_later(c, 60);
}

static void answer(
	struct club *c, const char *from, const char *id, const char *text)
{
	(void)club_post(
		c, &(struct draft){
			   .from = from, .in_reply_to = id, .text = text });
	club_later(c, 60);
}

/* How many letters went to the address since letter number `from`. */
static unsigned got(const struct club *c, size_t from, const char *address)
{
	unsigned n = 0;

	for (size_t i = from; i < c->n_letters; i++)
		n += sp_streq(c->letter[i]->to, address);
	return n;
}

static const struct letter *last(const struct club *c)
{
	const struct letter *letter = club_last_to(c, 0, WHO);

	CU_ASSERT_PTR_NOT_NULL_FATAL(letter);
	return letter;
}

/* Ask for the board, and say yes. */
static void observe(struct club *c)
{
	write_mail(c, WHO, "observe " TABLE_GID);
	answer(c, WHO, last(c)->id, "yes");
}

TEST("host/observers", "the board comes once a turn, after a yes, until a stop")
{
	struct club c;
	char offer[SP_MSGID_SIZE];

	table(&c, "cards=yes");
	write_mail(&c, WHO, "Observe " TABLE_GID ".");
	CU_ASSERT_TRUE(
		strstr(last(&c)->subject, "Do you want to observe") != NULL);
	CU_ASSERT_TRUE(says(last(&c), "Reply with the one word `yes`"));
	/* whoever was made to ask by somebody else gets no more */
	say(&c, "red", "end");
	EQUAL_INT(got(&c, 0, WHO), 1);
	sp_format(offer, sizeof(offer), "%s", last(&c)->id);
	answer(&c, WHO, offer, "Yes!");
	CU_ASSERT_TRUE(
		strstr(last(&c)->subject, "You observe this game") != NULL);
	EQUAL_INT(got(&c, 0, WHO), 2);
	say(&c, "blue", "move n");
	EQUAL_INT(got(&c, 0, WHO), 2);
	say(&c, "blue", "end");
	EQUAL_INT(got(&c, 0, WHO), 3);
	CU_ASSERT_TRUE(strstr(last(&c)->subject, "Turn 7: ") != NULL);
	CU_ASSERT_TRUE(says(last(&c), "Blue draws"));
	CU_ASSERT_TRUE(strstr(last(&c)->text, "+---+") != NULL);
	CU_ASSERT_TRUE(strstr(last(&c)->text, "Red walks") == NULL);
	/* it is no seat: no token, no hand, no seat's name above */
	EQUAL_STRING(last(&c)->reply_to, "");
	CU_ASSERT_TRUE(strstr(last(&c)->text, "Your hand") == NULL);
	answer(&c, WHO, last(&c)->id, "stop");
	CU_ASSERT_TRUE(strstr(last(&c)->subject, "no more") != NULL);
	say(&c, "yellow", "end");
	EQUAL_INT(got(&c, 0, WHO), 4);
	/* the same yes once more: the offer stands */
	answer(&c, WHO, offer, "yes");
	EQUAL_INT(got(&c, 0, WHO), 5);
	write_mail(&c, WHO, "stop observing " TABLE_GID);
	say(&c, "green", "end");
	EQUAL_INT(got(&c, 0, WHO), 6);
	club_clear(&c);
}

TEST("host/observers", "a yes is the asked one's, and ids are whole")
{
	struct club c;
	char offer[SP_MSGID_SIZE];

	table(&c, "cards=yes");
	write_mail(&c, WHO, "observe " TABLE_GID);
	sp_format(offer, sizeof(offer), "%s", last(&c)->id);
	answer(&c, "mallory@elsewhere.example", offer, "yes");
	answer(&c, WHO, "<made.up@club.example>", "yes");
	say(&c, "red", "end");
	EQUAL_INT(got(&c, 0, WHO), 2); /* the second is told how one plays */
	/* the beginning of an id names no game, and which there are is not told
	 */
	write_mail(&c, "other@players.example", "observe cards");
	write_mail(&c, "third@players.example", "observe cards-aaaaaaaa");
	const struct letter *part =
		club_last_to(&c, 0, "other@players.example");
	const struct letter *none =
		club_last_to(&c, 0, "third@players.example");
	CU_ASSERT_TRUE(says(part, "No game of that id runs"));
	CU_ASSERT_TRUE(says(none, "No game of that id runs"));
	EQUAL_STRING(part->text, none->text);
	/* a player has the boards */
	write_mail(&c, club_person("blue")->address, "observe " TABLE_GID);
	CU_ASSERT_TRUE(says(club_last_to(&c, 0, club_person("blue")->address),
		"You play in that game"));
	club_clear(&c);
}

TEST("host/observers", "offers are few, and so are observers")
{
	struct club c;
	char address[40];
	size_t before;

	table(&c, "cards=yes");
	for (int i = 0; i < 8; i++)
		write_mail(&c, WHO, "observe " TABLE_GID);
	EQUAL_INT(got(&c, 0, WHO), 5);
	for (int i = 0; i < 40; i++) {
		sp_format(address, sizeof(address), "o%d@players.example", i);
		EQUAL_INT(sp_registry_observer_add(club_registry(&c), TABLE_GID,
				  address, c.now, 40, &c.error),
			SP_OK);
	}
	answer(&c, WHO, last(&c)->id, "yes");
	CU_ASSERT_TRUE(says(last(&c), "As many people observe that game"));
	EQUAL_INT(sp_registry_observer_remove(club_registry(&c), TABLE_GID,
			  "O7@players.example", &c.error),
		SP_OK);
	EQUAL_INT(sp_registry_observer_remove(club_registry(&c), TABLE_GID,
			  "o7@players.example", &c.error),
		SP_ENOTFOUND);
	club_later(&c, 2 * CLUB_HOUR); /* answers of an hour are few as well */
	write_mail(&c, "o1@players.example", "unobserve " TABLE_GID);
	before = c.n_letters;
	say(&c, "red", "end");
	EQUAL_INT(got(&c, before, "o0@players.example"), 1);
	EQUAL_INT(got(&c, before, "o1@players.example"), 0);
	EQUAL_INT(got(&c, before, "o7@players.example"), 0);
	EQUAL_INT(got(&c, before, "o39@players.example"), 1);
	club_clear(&c);
}

TEST("host/observers", "the last board tells the end, and nobody is kept")
{
	struct sp_observer_row *rows = NULL;
	struct club c;
	size_t n = 0;

	table(&c, "cards=yes rounds=2");
	observe(&c);
	say(&c, "red", "end");
	say(&c, "blue", "end");
	say(&c, "yellow", "end");
	say(&c, "green", "end");
	CU_ASSERT_TRUE(strstr(last(&c)->subject, "The game is over: ") != NULL);
	CU_ASSERT_TRUE(says(last(&c), "This is the last board."));
	EQUAL_INT(sp_registry_observer_list(
			  club_registry(&c), TABLE_GID, &rows, &n, &c.error),
		SP_OK);
	EQUAL_INT(n, 1);
	sp_free(rows);
	for (int i = 0; i < 4; i++)
		club_later(&c, DAY);
	EQUAL_INT(sp_registry_observer_list(
			  club_registry(&c), TABLE_GID, &rows, &n, &c.error),
		SP_OK);
	EQUAL_INT(n, 0);
	sp_free(rows);
	write_mail(&c, WHO, "observe " TABLE_GID);
	CU_ASSERT_TRUE(says(last(&c), "No game of that id runs"));
	club_clear(&c);
}
