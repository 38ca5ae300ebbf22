/* Commits of a game in which something is hidden, and what they give away. */
#include "sealed.h"

#include "store/store.h"

#define GID SEALED_GID

/* ---- every commit of a game ------------------------------------------------
 */

struct walk {
	struct sp_live *live;
	unsigned boxes, sealed, before;
	struct sp_buf commands;
};

static bool trailer_of(
	const struct sp_commit_info *info, const char *key, struct sp_buf *out)
{
	sp_buf_clear(out);
	return sp_store_trailer(out, sp_buf_str(&info->message), key);
}

static void check_before(
	const struct walk *w, const struct sp_commit_info *info)
{
	struct sp_buf text;

	sp_buf_init(&text, 1 << 20);
	EQUAL_INT(sp_store_read(
			  w->live->repo, &info->id, "sealed.json", &text, NULL),
		SP_ENOTFOUND);
	CU_ASSERT_FALSE(trailer_of(info, "State", &text));
	CU_ASSERT_FALSE(trailer_of(info, "Input", &text));
	sp_buf_free(&text);
}

/* The tag again, from what the repository holds. */
static void check_tag(const struct walk *w, const struct sp_commit_info *info,
	const struct sp_box *box)
{
	struct sp_buf state, tag;
	uint8_t sum[SP_KEY_BYTES];

	sp_buf_init(&state, 1 << 20);
	sp_buf_init(&tag, 100);
	EQUAL_INT_FATAL(sp_store_read(w->live->repo, &info->id, "state.json",
				&state, NULL),
		SP_OK);
	struct sp_bytes bytes = { state.data, state.len };
	EQUAL_INT_FATAL(sp_seal_digest(sum, &bytes, 1, NULL), SP_OK);
	CU_ASSERT_TRUE(trailer_of(info, "State", &tag));
	EQUAL_INT(sp_seal_state_check(&w->live->secrets, box, info->parent.hex,
			  sum, sp_buf_str(&tag), NULL),
		SP_OK);
	sp_buf_free(&state);
	sp_buf_free(&tag);
}

static int check_commit(const struct sp_commit_info *info, void *payload)
{
	struct walk *w = payload;
	struct sp_buf value;
	struct sp_box box;
	long long seq = -1;

	sp_buf_init(&value, 100);
	CU_ASSERT_TRUE(trailer_of(info, "Seq", &value));
	EQUAL_INT(sp_parse_int(sp_buf_str(&value), 0, 100000, &seq), SP_OK);
	bool sealed = sp_streq(info->author_name, "Sealed");
	bool begun = trailer_of(info, "Turn", &value);
	if (!begun && !sealed) {
		check_before(w, info);
		w->before++;
	} else {
		char *text =
			sealed_opened(w->live, &info->id, (uint64_t)seq, &box);
		EQUAL_INT(box.size, sealed ? 2 * SP_BOX_LEAST : SP_BOX_LEAST);
		check_tag(w, info, &box);
		if (sealed)
			sp_buf_addf(&w->commands, "%s\n", text);
		else
			EQUAL_STRING(
				text, "{\"epochs\":{\"blue\":0,\"red\":0}}");
		w->boxes++;
		w->sealed += sealed;
		sp_free(text);
		sp_seal_box_clear(&box);
	}
	sp_buf_free(&value);
	return 0;
}

TEST("host/sealed", "every commit from the start on")
{
	struct club c;
	struct sp_live *live;
	char mark[SP_SHA256_TEXT];

	club_make(&c);
	club_game(&c, GID, 2, "rounds=2", false);
	c.now += 60;
	(void)club_reply(
		&c, club_letter(&c, "red", "invited"), "red", "join\nluck of");
	(void)club_reply(
		&c, club_letter(&c, "blue", "invited"), "blue", "join");
	club_pass(&c);
	(void)club_play(&c, GID, 2);
	struct draft draft = { .from = club_person("blue")->address,
		.to = club_letter(&c, "blue", "starts")->reply_to,
		.id = "<press.1@players.example>",
		.text = "press to all: the king is naked" };
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 1);
	CU_ASSERT_TRUE(club_play(&c, GID, 200) < 200);

	live = sealed_load(&c);
	struct walk w = { .live = live };
	sp_buf_init(&w.commands, 4096);
	EQUAL_INT(sp_store_log(live->repo, &live->head, check_commit, &w, NULL),
		SP_OK);
	EQUAL_INT(w.before, 3);
	CU_ASSERT_TRUE(w.boxes > 5);
	EQUAL_INT(w.sealed, 1);
	EQUAL_INT_FATAL(
		sp_seal_press(mark, &live->secrets, draft.id,
			"the king is naked", strlen("the king is naked"), NULL),
		SP_OK);
	char *wanted = sp_xasprintf("{\"command\":\"blue press red %s\","
				    "\"epochs\":{\"blue\":0,\"red\":0}}\n",
		mark);
	EQUAL_STRING(sp_buf_str(&w.commands), wanted);
	sp_free(wanted);
	sp_buf_free(&w.commands);
	sp_record_live_free(live);
	club_clear(&c);
}

/* ---- a sealed commit --------------------------------------------------------
 */

static void git_says(
	const struct club *c, const char *command, const char *wanted)
{
	struct sp_buf out;

	sp_buf_init(&out, 1 << 20);
	EQUAL_INT(club_git(c, GID, &out, command), 0);
	EQUAL_STRING(sp_buf_str(&out), wanted);
	sp_buf_free(&out);
}

/* It names nobody and changes nothing that is public; its mail carries it, and
 * the game, its story and its tags go on as if it were not there. */
TEST("host/sealed", "press names nobody")
{
	struct club c;
	struct sp_oid before, head;
	struct sp_game_row row, later;
	char *mover, *other;

	if (!club_has_git())
		return;
	sealed_begin(&c, 2);
	mover = sp_xstrdup(club_active(&c, GID));
	other = sp_xstrdup(sp_streq(mover, "red") ? "blue" : "red");
	(void)club_play(&c, GID, 1);
	if (!sp_streq(club_active(&c, GID), mover))
		(void)club_play(&c, GID, 1);
	club_head(&c, GID, &before);
	club_row(&c, GID, &row);
	c.now += 60;
	(void)club_reply(&c, club_letter(&c, other, "starts"), other,
		"press to all: hello");
	club_pass(&c);
	club_head(&c, GID, &head);
	club_row(&c, GID, &later);
	EQUAL_INT(c.pass.commits, 1);
	EQUAL_STRING(later.active, row.active);
	EQUAL_INT(later.deadline, row.deadline);
	EQUAL_INT(later.decision, row.decision);
	CONTAINS(club_letter(&c, mover, "says to")->text, head.hex);

	char *parent = sp_xasprintf("%s\n", before.hex);
	git_says(&c, "git rev-parse main~1", parent);
	sp_free(parent);
	git_says(&c, "git diff --name-status main~1 main", "M\tsealed.json\n");
	/* not dated with the other orders of its mail */
	git_says(&c,
		"test $(git log -1 --format=%at main) = "
		"$(git log -1 --format=%at main~1)",
		"");
	git_says(&c,
		"git log -1 --format='%an <%ae>%n%cn <%ce>%n%s%n%b' main |"
		" sed 's/: .*/:/'",
		"Sealed <sealed@" GID ".invalid>\n"
		"Judge <judge@" GID ".invalid>\n"
		"A sealed order\nSeq:\nState:\nInput:\n\n");
	git_says(&c, "git tag --points-at main", "");
	sp_free(mover);
	sp_free(other);
	club_clear(&c);
}

/* The Input trailer of a commit, as git has it. */
static void input_of(const struct club *c, const char *commit, char out[80])
{
	struct sp_buf text;
	char *command = sp_xasprintf("git log -1 --format='%%(trailers:key="
				     "Input,valueonly,separator=)' %s",
		commit);

	sp_buf_init(&text, 4096);
	EQUAL_INT(club_git(c, GID, &text, command), 0);
	sp_format(out, 80, "%.*s", (int)strcspn(sp_buf_str(&text), "\n"),
		sp_buf_str(&text));
	sp_buf_free(&text);
	sp_free(command);
}

/* Two sealed orders and a public one of a mail: nothing ties them together. */
TEST("host/sealed", "the Input of sealed commits")
{
	struct club c;
	char *words;
	struct sp_live *live;
	char given[3][80], wanted[3][SP_SHA256_TEXT];

	if (!club_has_git())
		return;
	sealed_begin(&c, 3);
	words = sp_xasprintf(
		"press to all: a\nendpress\npress to %s: b\n\nend\n",
		sp_streq(club_active(&c, GID), "red") ? "blue" : "red");
	struct draft draft = {
		.from = club_person(club_active(&c, GID))->address,
		.to = club_present(&c, GID)->reply_to,
		.id = "<three.1@players.example>",
		.text = words
	};
	(void)club_post(&c, &draft);
	club_pass(&c);
	EQUAL_INT(c.pass.commits, 3);
	input_of(&c, "main~2", given[0]);
	input_of(&c, "main~1", given[1]);
	input_of(&c, "main", given[2]);
	live = sealed_load(&c);
	for (int i = 0; i < 3; i++) {
		uint64_t seq = live->seq - 2 + (uint64_t)i;
		int rc = i == 2 ? sp_seal_input_mail(wanted[i], &live->secrets,
					  draft.id, words, strlen(words), NULL)
				: sp_seal_input_sealed(wanted[i],
					  &live->secrets, seq, draft.id, words,
					  strlen(words), NULL);
		EQUAL_INT(rc, SP_OK);
		EQUAL_STRING(given[i], wanted[i]);
	}
	sp_record_live_free(live);
	sp_free(words);
	club_clear(&c);
}

/* What a game tells: its story by mail, its tags, its subjects. */
static char *public_story(struct club *c, bool press)
{
	const struct letter *turn = club_present(c, GID);
	char order[200], *text = NULL;
	struct sp_buf out;

	for (int i = 0; i < 12; i++) {
		c->now += 60;
		turn = club_present(c, GID);
		CU_ASSERT_FATAL(letter_suggestion(turn, order));
		text = sp_xasprintf("%s%s\nend%s",
			press ? "press to all: a\nendpress\n" : "", order,
			press ? "\npress to all: b" : "");
		(void)club_reply(c, turn, club_active(c, GID), text);
		sp_free(text);
		club_pass(c);
	}
	sp_buf_init(&out, 1 << 20);
	turn = club_present(c, GID);
	const char *story = strstr(turn->text, "Turn 1");
	sp_buf_adds(&out, story != NULL ? story : "no story");
	sp_buf_truncate(&out, strcspn(sp_buf_str(&out), "+"));
	EQUAL_INT(club_git(c, GID, &out,
			  "git tag; git log --format='%an %s' main |"
			  " grep -v '^Sealed '"),
		0);
	return sp_buf_take(&out);
}

/* Sealed orders everywhere change none of it. */
TEST("host/sealed", "the story goes on")
{
	struct club with, without;
	char *a, *b;

	if (!club_has_git())
		return;
	sealed_begin(&with, 2);
	sealed_begin(&without, 2);
	a = public_story(&with, true);
	b = public_story(&without, false);
	LACKS(a, "no story");
	EQUAL_STRING(a, b);
	CU_ASSERT_TRUE(
		club_commits(&with, GID) >= club_commits(&without, GID) + 12);
	sp_free(a);
	sp_free(b);
	club_clear(&with);
	club_clear(&without);
}

/* More of them than a story looks at steps. */
TEST("host/sealed", "the story behind many of them")
{
	struct club c;
	struct sp_live *live;
	json_t *before = NULL, *after = NULL;

	sealed_begin(&c, 2);
	(void)club_play(&c, GID, 2);
	live = sealed_load(&c);
	EQUAL_INT(sp_record_story(live, 0, SP_NOBODY, &before, NULL), SP_OK);
	CU_ASSERT_TRUE(json_array_size(before) > 4);
	for (int i = 0; i < 450; i++)
		sealed_something(live);
	EQUAL_INT(sp_record_story(live, 0, SP_NOBODY, &after, NULL), SP_OK);
	CU_ASSERT_TRUE(json_equal(before, after));
	json_decref(before);
	json_decref(after);
	sp_record_live_free(live);
	club_clear(&c);
}

TEST("host/sealed", "history")
{
	struct club c;
	struct sp_live *live;
	struct sp_buf text;
	json_t *entries = NULL;

	sealed_begin(&c, 2);
	(void)club_play(&c, GID, 1);
	live = sealed_load(&c);
	sealed_something(live);
	sp_buf_init(&text, 1 << 16);
	EQUAL_INT(sp_record_history_read(live->repo, &live->head, 1, false,
			  &entries, &text, NULL),
		SP_OK);
	EQUAL_INT(json_array_size(entries), 2);
	const json_t *sealed = json_array_get(entries, 1);
	EQUAL_STRING(
		json_string_value(json_object_get(sealed, "author")), "Sealed");
	CU_ASSERT_PTR_NULL(json_object_get(sealed, "seat"));
	CU_ASSERT_PTR_NULL(json_object_get(sealed, "turn"));
	CU_ASSERT_PTR_NULL(json_object_get(sealed, "command"));
	CONTAINS(sp_buf_str(&text), "  (1 sealed order)\n");
	CU_ASSERT_PTR_EQUAL(
		strstr(sp_buf_str(&text), "Turn 1, "), sp_buf_str(&text));
	json_decref(entries);
	sp_buf_free(&text);
	sp_record_live_free(live);
	club_clear(&c);
}

/* ---- what a repository gives away -------------------------------------------
 */

/* Both clubs play the same in public; what is secret is all different. */
static void play_secretly(struct club *c, const char *press)
{
	c->now = CLUB_NOON + CLUB_HOUR;
	for (int i = 0; i < 6; i++) {
		struct draft talk = { .from = club_person("blue")->address,
			.to = club_letter(c, "blue", "starts")->reply_to,
			.text = press };
		char *id = sp_xasprintf("<move.%d@players.example>", i);
		char order[200];
		const struct letter *turn = club_present(c, GID);
		struct draft move = {
			.from = club_person(club_active(c, GID))->address,
			.to = turn->reply_to,
			.id = id,
			.text = order
		};

		CU_ASSERT_FATAL(letter_suggestion(turn, order));
		c->now += 60;
		(void)club_post(c, &talk);
		club_pass(c);
		EQUAL_INT(c->pass.commits, 1);
		c->now += 60;
		(void)club_post(c, &move);
		club_pass(c);
		EQUAL_INT(c->pass.commits, 1);
		sp_free(id);
	}
	struct sp_live *live = sealed_load(c);
	sealed_fill(live, strlen(press) * 10);
	sealed_something(live);
	sealed_give_back(live);
	(void)club_play(c, GID, 1);
}

/* Type, uncompressed size and, but for commits, trees and boxes, the content of
 * every object, in the order of the history. */
static void picture(const struct club *c, struct sp_buf *out)
{
	static const char command[] =
		"git rev-list --reverse main | while read c; do"
		" git cat-file -s $c; git cat-file -s $c^{tree};"
		" git ls-tree -r -l $c | sed '/sealed.json/s/blob [0-9a-f]*//';"
		" git log -1 --format='%an %at %ct %s' $c; done;"
		" git for-each-ref --format='%(refname)';"
		" git cat-file --batch-all-objects --unordered "
		"--batch-check='%(objecttype) %(objectsize)' | sort";

	EQUAL_INT(club_git(c, GID, out, command), 0);
}

static void boxes(const struct club *c, struct sp_buf *out)
{
	EQUAL_INT(
		club_git(c, GID, out,
			"git rev-list main | while read c; do"
			" git rev-parse -q --verify $c:sealed.json || :; done"),
		0);
}

TEST("host/sealed", "equal but for the boxes")
{
	struct club a, b;
	struct sp_buf pictures[2], boxed[2];

	if (!club_has_git())
		return;
	sealed_begin(&a, 3);
	sealed_begin(&b, 3);
	play_secretly(&a, "press to red: x");
	play_secretly(&b,
		"press to all: It was a dark and stormy night, and the rain "
		"fell.");
	for (int i = 0; i < 2; i++) {
		sp_buf_init(&pictures[i], 1 << 20);
		sp_buf_init(&boxed[i], 1 << 20);
		picture(i == 0 ? &a : &b, &pictures[i]);
		boxes(i == 0 ? &a : &b, &boxed[i]);
	}
	CU_ASSERT_TRUE(pictures[0].len > 10000);
	EQUAL_STRING(sp_buf_str(&pictures[0]), sp_buf_str(&pictures[1]));
	/* and not because nothing was hidden */
	EQUAL_INT(boxed[0].len, boxed[1].len);
	unsigned differ = 0;
	for (size_t at = 0; at + 41 <= boxed[0].len && at < 41 * 14; at += 41)
		differ +=
			memcmp(boxed[0].data + at, boxed[1].data + at, 40) != 0;
	EQUAL_INT(differ, 14 - 6);
	for (int i = 0; i < 2; i++) {
		sp_buf_free(&pictures[i]);
		sp_buf_free(&boxed[i]);
	}
	club_clear(&a);
	club_clear(&b);
}
