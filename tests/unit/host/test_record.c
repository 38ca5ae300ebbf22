/* Whole games by mail, and what their repositories hold afterwards. */
#include "table.h"

#define GID "tale-cccccccc"

/* ---- playing
 * ------------------------------------------------------------------ */

static const char *const words[SP_SEATS_MAX] = {
	"seven herons over a green pond",
	NULL, /* the Message-ID of the mail */
	"\xe2\x9c\xa8 Gl\xc3\xbc"
	"ck #1; and more",
	NULL,
	"x",
};

static bool was_told(
	const struct club *c, int seat, const char *hash, const char *phrase)
{
	for (size_t i = 0; i < c->n_letters; i++)
		if (sp_mail_addr_equal(
			    c->letter[i]->to, club_people[seat].address) &&
			strstr(c->letter[i]->text, "You have joined") != NULL)
			return strstr(c->letter[i]->text, hash) != NULL &&
			       strstr(c->letter[i]->text, phrase) != NULL;
	return false;
}

static void check_luck(struct club *c, int seats)
{
	struct sp_game_row row;
	struct sp_buf text;
	struct sp_setup setup;

	club_row(c, GID, &row);
	sp_buf_init(&text, 1 << 20);
	EQUAL_INT_FATAL(club_git(c, GID, &text, "git show main:game.json"), 0);
	EQUAL_INT_FATAL(sp_state_setup_decode(
				&setup, sp_buf_str(&text), text.len, NULL),
		SP_OK);
	for (int s = 0; s < seats; s++) {
		char *phrase =
			words[s] != NULL
				? sp_xstrdup(words[s])
				: sp_xasprintf("<join.%d@players.example>", s);
		struct sp_bytes part[] = { { "spellpost/1 luck\n", 17 },
			{ GID, strlen(GID) }, { "\n", 1 },
			{ phrase, strlen(phrase) } };
		char hash[SP_SHA256_TEXT];

		EQUAL_INT(sp_seal_sha256(hash, part, 4, NULL), SP_OK);
		EQUAL_STRING(setup.luck[s], hash);
		/* and the player was told both */
		CU_ASSERT_TRUE(was_told(c, s, hash, phrase));
		sp_free(phrase);
	}
	sp_buf_free(&text);
}

static void join_all(struct club *c, int seats)
{
	for (int s = 0; s < seats; s++) {
		const struct letter *invitation =
			club_letter(c, club_people[s].colour, "invited");
		char *id = sp_xasprintf("<join.%d@players.example>", s);
		char *text =
			words[s] != NULL
				? sp_xasprintf("Join.\nluck  %s ", words[s])
				: sp_xstrdup("Hello there, dear judge!\n\n"
					     "join\n\n-- \nhave fun");
		char *from = sp_xasprintf(
			"%s <%s>", club_people[s].name, club_people[s].address);
		struct draft draft = { .from = from,
			.to = invitation->reply_to,
			.id = id,
			.in_reply_to = invitation->id,
			.extra = "Content-Type: text/plain; charset=utf-8\n"
				 "Content-Transfer-Encoding: 8bit\n",
			.text = text };
		struct sp_game_row row;

		club_row(c, GID, &row);
		EQUAL_INT(row.status, SP_GAME_ROW_INVITING);
		c->now += 30;
		(void)club_post(c, &draft);
		club_pass(c);
		EQUAL_INT(c->pass.commits, s == seats - 1 ? 2 : 1);
		sp_free(id);
		sp_free(text);
		sp_free(from);
	}
	EQUAL_INT(club_letters(c, 0, NULL, "The game starts"), (unsigned)seats);
}

/* ---- the repository
 * --------------------------------------------------------------- */

struct walk {
	struct sp_store_game *game;
	unsigned commits, boards, turns;
	int64_t when;
	uint16_t turn; /* of the commit after (we walk back) */
	struct sp_oid after;
	struct sp_game g;
	struct sp_buf tags; /* "turn/3 <id>" as they should be */
};

static void check_board(struct walk *w, const struct sp_commit_info *info)
{
	struct sp_buf text, board, drawn;

	sp_buf_init(&text, 1 << 20);
	sp_buf_init(&board, 1 << 20);
	sp_buf_init(&drawn, 1 << 20);
	int rc = sp_store_read(w->game, &info->id, "state.json", &text, NULL);
	w->g.turn = 0;
	if (rc == SP_OK) {
		EQUAL_INT_FATAL(sp_state_decode(&w->g, &club_ruleset()->lexicon,
					sp_buf_str(&text), text.len, NULL),
			SP_OK);
		EQUAL_INT(sp_store_read(w->game, &info->id, "board.txt", &board,
				  NULL),
			SP_OK);
		sp_render_board_file(club_ruleset(), &w->g, &drawn);
		EQUAL_STRING(sp_buf_str(&board), sp_buf_str(&drawn));
		w->boards++;
	} else {
		EQUAL_INT(rc, SP_ENOTFOUND);
	}
	sp_buf_free(&text);
	sp_buf_free(&board);
	sp_buf_free(&drawn);
}

static int check_commit(const struct sp_commit_info *info, void *payload)
{
	struct walk *w = payload;
	struct sp_buf seq;
	long long n = -1;

	sp_buf_init(&seq, 30);
	CU_ASSERT_TRUE(
		sp_store_trailer(&seq, sp_buf_str(&info->message), "Seq"));
	EQUAL_INT(sp_parse_int(sp_buf_str(&seq), 0, 100000, &n), SP_OK);
	sp_buf_free(&seq);
	EQUAL_INT((unsigned)n + 1, w->commits);
	w->commits--;
	CU_ASSERT_TRUE(info->when <= w->when);
	w->when = info->when;

	check_board(w, info);
	/* the commit after this one began a turn */
	if (w->turn != w->g.turn && w->turn != 0) {
		sp_buf_addf(&w->tags, "turn/%u %s\n", w->turn, w->after.hex);
		w->turns++;
	}
	w->turn = w->g.turn;
	w->after = info->id;
	return 0;
}

static void check_history(struct club *c)
{
	struct walk *w = sp_xcalloc(1, sizeof(*w));
	struct sp_store *store;
	struct sp_buf tags;
	struct sp_oid head;
	char *games = sp_xasprintf("%s/games", c->dir);

	w->commits = club_commits(c, GID);
	w->when = c->now;
	sp_buf_init(&w->tags, 1 << 20);
	sp_buf_init(&tags, 1 << 20);
	EQUAL_INT_FATAL(sp_store_open(&store, games, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_store_game_open(&w->game, store, GID, NULL), SP_OK);
	EQUAL_INT_FATAL(sp_store_head(w->game, &head, NULL), SP_OK);
	EQUAL_INT(sp_store_log(w->game, &head, check_commit, w, NULL), SP_OK);
	EQUAL_INT(w->commits, 0); /* down to Seq 0 */
	CU_ASSERT_TRUE(w->boards > 4);
	CU_ASSERT_TRUE(w->turns > 2);
	EQUAL_INT(
		club_git(c, GID, &tags,
			"git for-each-ref refs/tags --format='%(refname:short)"
			" %(objectname)' --sort=-v:refname"),
		0);
	EQUAL_STRING(sp_buf_str(&tags), sp_buf_str(&w->tags));
	sp_store_game_close(w->game);
	sp_store_close(store);
	sp_buf_free(&w->tags);
	sp_buf_free(&tags);
	sp_free(games);
	sp_free(w);
}

static void nothing(const struct sp_buf *out)
{
	if (out->len > 0)
		printf("\n%.2000s", sp_buf_str(out));
	EQUAL_INT(out->len, 0);
}

/* What git itself says of the messages, the objects and the dates. */
static void check_with_git(struct club *c)
{
	static const char trailers[] =
		"for c in $(git rev-list main); do"
		" git log -1 --format=%B $c >message;"
		" git interpret-trailers --parse <message >parsed;"
		" test $(wc -l <parsed) -ge 2 || echo few in $c;"
		/* the last paragraph is all trailers, and nothing else is */
		" awk -v RS= 'END { print }' message | cmp -s - parsed ||"
		" echo other in $c;"
		" grep -q '^Seq: [0-9][0-9]*$' parsed || echo no Seq in $c;"
		" grep -vE '^(Turn|Seq|Seat|Command|Draws|State|Input|"
		"Commitment): .'"
		" parsed;"
		" head -1 message | grep -qE '^.{4,100}$' || echo subject $c;"
		" done; rm -f message parsed";
	/* nobody's name, address, press or mail id, in any object */
	static const char private[] =
		"git cat-file --batch-all-objects --batch | grep -a -i -E "
		"'rowena|bertram|ysolde|gawain|perrin|players\\.example|@"
		"example|zanzibar"
		"|herons|spellpost.invalid'";
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT(club_git(c, GID, &out, "git fsck --strict --no-dangling"), 0);
	nothing(&out);
	EQUAL_INT(club_git(c, GID, &out, trailers), 0);
	nothing(&out);
	(void)club_git(c, GID, &out, private);
	nothing(&out);
	sp_buf_clear(&out);
	EQUAL_INT(club_git(c, GID, &out,
			  "git log --format='%at %ct' main | awk '"
			  "$1 != $2 { print } last && $1 > last { print }"
			  " { last = $1 }'"),
		0);
	nothing(&out);
	/* who wrote what: the seats and the judge, who commits all of it */
	EQUAL_INT(club_git(c, GID, &out,
			  "git log --format='%an <%ae>%n%cn <%ce>' main |"
			  " sort -u | grep -vE '^(Judge|Red|Blue|Yellow|Green|"
			  "Purple|Sealed) <(judge|red|blue|yellow|green|purple|"
			  "sealed)"
			  "@" GID ".invalid>$'; git log --format=%cn main |"
			  " sort -u"),
		0);
	EQUAL_STRING(sp_buf_str(&out), "Judge\n");
	sp_buf_free(&out);
}

/* Every letter about the game names a commit of it, and stays within 72
 * columns where it is ours to say. */
static void check_letters(struct club *c)
{
	struct sp_buf ids;

	sp_buf_init(&ids, 1 << 20);
	EQUAL_INT(club_git(c, GID, &ids, "git rev-list main"), 0);
	for (size_t i = 0; i < c->n_letters; i++) {
		const char *at = strstr(c->letter[i]->text, ":: head ");
		char hex[41] = "";

		CU_ASSERT_PTR_NOT_NULL(at);
		if (at != NULL)
			CU_ASSERT_TRUE(sp_copyn(hex, sizeof(hex), at + 8, 40));
		CONTAINS(sp_buf_str(&ids), hex);
	}
	sp_buf_free(&ids);
}

static int turns_in(const char *text)
{
	int n = 0;

	for (; (text = strstr(text, "\n  Turn ")) != NULL; text++)
		n++;
	return n;
}

static void check_end(struct club *c, int seats)
{
	struct sp_game *g = club_state(c, GID);
	struct sp_game_row row;
	struct sp_timer_row *timers = NULL;
	size_t n = 0;

	club_row(c, GID, &row);
	EQUAL_INT(row.status, SP_GAME_ROW_OVER);
	EQUAL_INT(row.deadline, SP_NEVER);
	EQUAL_INT(g->status, SP_GAME_OVER);
	EQUAL_INT(sp_registry_timer_list(
			  club_registry(c), GID, &timers, &n, NULL),
		SP_OK);
	EQUAL_INT(n, 0);
	sp_free(timers);
	for (int s = 0; s < seats; s++) {
		const struct letter *closing = club_letter(
			c, club_people[s].colour, "The game is over");
		struct sp_oid head;

		club_head(c, GID, &head);
		CONTAINS(closing->text, head.hex);
		EQUAL_INT(turns_in(closing->text), seats);
		EQUAL_INT(club_letters(c, 0, club_people[s].colour,
				  "The game is over"),
			1);
	}
	sp_free(g);
}

static void whole_game(int seats, const char *options)
{
	struct club c;

	if (!club_has_git())
		return;
	club_make(&c);
	club_game(&c, GID, seats, options, false);
	EQUAL_INT(club_letters(&c, 0, NULL, "invited"), (unsigned)seats);
	join_all(&c, seats);
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, "red", "starts"), "red",
		"press to all: meet me in zanzibar, says Rowena");
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(club_play(&c, GID, 1500) < 1500);
	check_luck(&c, seats);
	check_history(&c);
	check_with_git(&c);
	check_letters(&c);
	check_end(&c, seats);
	club_clear(&c);
}

TEST("host/record", "a whole game for two")
{
	whole_game(2, "");
}

TEST("host/record", "a whole game for three")
{
	whole_game(3, test_long() ? "" : "rounds=6");
}

TEST("host/record", "a whole game for four")
{
	whole_game(4, test_long() ? "" : "rounds=3");
}

/* Only what the host leaves behind may be in its folder: no half-written file,
 * nobody's secret readable by others. */
TEST("host/record", "nothing half-written stays")
{
	struct sp_buf out;
	struct club c;
	char *command;

	club_make(&c);
	club_game(&c, GID, 2, "rounds=1", true);
	(void)club_play(&c, GID, 100);
	club_close(&c);
	sp_buf_init(&out, 1 << 20);
	command = sp_xasprintf("cd '%s' && find . -name '*.tmp' -o "
			       "-perm /022 ! -type l -o -path '*/tmp/*'",
		c.dir);
	EQUAL_INT(club_git(&c, GID, &out, command), 0);
	nothing(&out);
	sp_free(command);
	sp_buf_free(&out);
	club_clear(&c);
}

/* A mistake of the rules must not become history. */
TEST("host/record", "what is no position is not committed")
{
	static struct sp_events none;
	struct sp_error e = { 0 };
	struct club c;

	table(&c, "cards=yes schools=first");
	unsigned commits = club_commits(&c, TABLE_GID);
	struct sp_live *live = table_load(&c);
	struct sp_oid head = live->head;
	struct sp_render_step step = { live->ruleset, NULL, &live->game, NULL,
		&none, false };

	live->game.actor[RED].turns = 0;
	live->game.actor[BLUE].square = SP_NOWHERE;
	EQUAL_INT(sp_record_step(live, &step, NULL, live->when + 5, "test", &e),
		SP_ECORRUPT);
	CONTAINS(e.text, "is no position: ");
	CONTAINS(e.remedy, "mistake of the program");
	EQUAL_STRING(live->head.hex, head.hex);
	sp_record_live_free(live);
	EQUAL_INT(club_commits(&c, TABLE_GID), commits);
	club_clear(&c);
}
