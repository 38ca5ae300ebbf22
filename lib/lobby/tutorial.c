/*
 * Tutorials: a game of whoever writes the word, against the bot that teaches
 * (lib/lesson has the lessons). It is a game as any other; what is special is
 * who may have one and how it ends.
 *
 * Anybody may ask in anybody's name. So all that an address gets unasked is one
 * invitation: a tutorial begins when its yes came back, and one that nobody
 * takes is called off without a word. An address has one at a time and few in a
 * day, and the club as many at once as the key `tutorials` says; one in which
 * nobody moves for DEADLINE hours is over.
 *
 * A `rematch` of it is a practice: a game of the same person against a bot that
 * plays to win. That, and each rematch of one, is bounded by the same key, one
 * at a time for an address and few in a day. It begins at once, since who
 * writes it has shown by the tutorial that the address is theirs.
 */
#include "lobby/lobby_private.h"

#include "lesson/lesson.h"
#include "post/people.h"
#include "post/whose.h"
#include "record/commit.h"

#define DAY         86400
#define A_DAY       3 /* new ones for an address */
#define AGAIN_A_DAY 5 /* that the mail which waits is sent once more */
#define LABEL       "tutorial"
#define PRACTICE    "practice"

/* What it is played by: three schools with plain attacks and many counters,
 * and time that presses nobody. */
static const struct {
	const char *name, *value;
} options[] = {
	{ "schools", "conjuring,elemental,mutation" },
	{ "rounds", "40" },
	{ "deadline", "336" },
	{ "deadline-round", "336" },
	{ "deadline-further", "336" },
	{ "deadline-choice", "336" },
	{ "invitation", "3" },
};

bool sp_lobby_is_tutorial(const struct sp_live *live)
{
	return sp_lesson_pupil(&live->setup) != SP_NOBODY;
}

bool lobby_is_asked_for(const struct sp_live *live)
{
	return sp_starts(live->gid, LABEL "-") && sp_lobby_is_tutorial(live);
}

bool lobby_is_practice(const struct sp_live *live)
{
	return sp_starts(live->gid, PRACTICE "-");
}

/* A game of that label which waits or runs. */
static bool goes_on(const struct sp_game_row *row, const char *label)
{
	size_t n = strlen(label);

	return sp_starts(row->gid, label) && row->gid[n] == '-' &&
	       (row->status == SP_GAME_ROW_INVITING ||
		       row->status == SP_GAME_ROW_RUNNING);
}

/* ---- who may have one ------------------------------------------------------- */

static int find(struct sp_registry *registry, const char *label,
	const char *address, char gid[SP_GID_TEXT], struct sp_error *e)
{
	struct sp_seat_row *seats = NULL;
	size_t n = 0;
	int rc = sp_registry_seats_of(registry, address, &seats, &n, e);

	gid[0] = '\0';
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		struct sp_game_row row;

		rc = sp_registry_game_get(registry, seats[i].gid, &row, e);
		rc = sp_registry_required(rc, e, "game %s", seats[i].gid);
		if (rc == SP_OK && goes_on(&row, label))
			sp_format(gid, SP_GID_TEXT, "%s", row.gid);
	}
	sp_free(seats);
	return rc;
}

int lobby_find_tutorial(struct sp_registry *registry, const char *address,
	char gid[SP_GID_TEXT], struct sp_error *e)
{
	return find(registry, LABEL, address, gid, e);
}

static int count(struct sp_registry *registry, int *out, struct sp_error *e)
{
	struct sp_game_row *games = NULL;
	size_t n = 0;
	int rc = sp_registry_game_list(registry, &games, &n, e);

	*out = 0;
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		*out += goes_on(&games[i], LABEL) ||
			goes_on(&games[i], PRACTICE);
	sp_free(games);
	return rc;
}

int lobby_make_gid(struct sp_registry *registry, const char *label,
	const char *from, char gid[SP_GID_TEXT], struct sp_error *e)
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
	char digest[SP_SHA256_TEXT];
	struct sp_game_row row;
	int rc = SP_OK;

	for (unsigned n = 0; rc == SP_OK; n++) {
		char *text = sp_xasprintf("%s %u", from, n);
		struct sp_bytes part = { text, strlen(text) };

		rc = sp_seal_sha256(digest, &part, 1, e);
		sp_free(text);
		if (rc != SP_OK)
			return rc;
		char tail[9] = "";
		for (int i = 0; i < 8; i++) {
			const char two[] = { digest[2 * i], digest[2 * i + 1],
				'\0' };
			tail[i] = digits[strtoul(two, NULL, 16) & 31];
		}
		sp_format(gid, SP_GID_TEXT, "%s-%s", label, tail);
		rc = sp_registry_game_get(registry, gid, &row, e);
	}
	return sp_registry_optional(rc, e);
}

/* The id of a new one: the same mail makes the same game, whenever and how
 * often it is worked on. */
static int choose_gid(struct sp_registry *registry,
	const struct sp_lobby_asker *who, char gid[SP_GID_TEXT],
	struct sp_error *e)
{
	char *from = sp_xasprintf(
		"%s %s %lld", who->raw, who->address, (long long)who->instant);
	int rc = lobby_make_gid(registry, LABEL, from, gid, e);

	sp_free(from);
	return rc;
}

/* Is there room for one more, and may this address have it? */
static int take_one(struct sp_post_office *office, const char *label,
	const char *address, bool *may, struct sp_error *e)
{
	char *about = sp_xasprintf("%s/%s", label, address);
	int running = 0;
	int rc = count(office->registry, &running, e);

	*may = running < office->config->tutorials;
	if (rc == SP_OK && *may)
		rc = sp_registry_note_take(office->registry, about,
			sp_clock_now(office->clock), DAY, A_DAY, may, e);
	/* each leaves a game that stays for good */
	if (rc == SP_OK && *may)
		rc = sp_registry_note_take(office->registry, LABEL,
			sp_clock_now(office->clock), DAY,
			2 * (int64_t)office->config->tutorials, may, e);
	sp_free(about);
	return rc;
}

int sp_lobby_tutorial_ask(struct sp_post_office *office,
	const struct sp_lobby_asker *who, char gid[SP_GID_TEXT], bool *runs,
	bool *may, bool *told, struct sp_error *e)
{
	*runs = *may = false;
	*told = office->config->tutorials > 0;
	gid[0] = '\0';
	if (!*told)
		return SP_OK;
	int rc = lobby_may_answer(office, who->address, who->instant, may, e);
	if (rc != SP_OK || !*may)
		return rc;
	rc = lobby_find_tutorial(office->registry, who->address, gid, e);
	*runs = gid[0] != '\0';
	if (rc == SP_OK && *runs) {
		char *about = sp_xasprintf(LABEL "-again/%s", who->address);

		rc = sp_registry_note_take(office->registry, about,
			sp_clock_now(office->clock), DAY, AGAIN_A_DAY, may, e);
		sp_free(about);
	}
	if (rc != SP_OK || *runs)
		return rc;
	rc = take_one(office, LABEL, who->address, may, e);
	if (rc == SP_OK && *may)
		return choose_gid(office->registry, who, gid, e);
	return rc == SP_OK ? lobby_tell_open(office,
				     "There is no room for one more tutorial "
				     "now: ask again tomorrow",
				     who, e)
			   : rc;
}

/* ---- making it --------------------------------------------------------------- */

int lobby_practice_take(struct sp_post_office *office, const char *address,
	char runs[SP_GID_TEXT], bool *may, struct sp_error *e)
{
	int rc = find(office->registry, PRACTICE, address, runs, e);

	*may = false;
	return rc == SP_OK && runs[0] == '\0'
		       ? take_one(office, PRACTICE, address, may, e)
		       : rc;
}

int lobby_practice_gid(struct sp_registry *registry, const char *from,
	char gid[SP_GID_TEXT], struct sp_error *e)
{
	return lobby_make_gid(registry, PRACTICE, from, gid, e);
}

/* How long the game is stays: one that is left alone ends some day. */
bool lobby_is_for_lessons(const char *option)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(options); i++)
		if (sp_streq(options[i].name, option))
			return !sp_streq(option, "rounds");
	return false;
}

json_t *sp_lobby_tutorial_act(const char *gid, const char *address)
{
	json_t *list = json_array();

	for (size_t i = 0; i < SP_ARRAY_LEN(options); i++)
		json_array_append_new(
			list, json_pack("{s:s, s:s}", "name", options[i].name,
				      "value", options[i].value));
	return json_pack("{s:s, s:s, s:s, s:[{s:s, s:s}, {s:s, s:s}], s:o}",
		"act", "game new", "ruleset", "wizwar8", "gid", gid, "seats",
		"seat", "red", "address", address, "seat", "blue", "address",
		"bot:" SP_LESSON_BOT, "options", list);
}

int sp_lobby_tutorial_call(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	int pupil = sp_lesson_pupil(&live->setup);
	struct sp_lobby lobby;

	if (live->started)
		return sp_post_call_again(office, live, pupil, instant, e);
	/* who said no may say yes to this one */
	int rc = sp_lobby_get(office->registry, live, &lobby, e);
	lobby.declined = 0;
	if (rc == SP_OK)
		rc = sp_lobby_put(office->registry, live, &lobby, e);
	return rc == SP_OK ? sp_lobby_invite(office, live, 1U << pupil,
				     live->row->created != instant, instant, e)
			   : rc;
}

int sp_lobby_tutorial_end(struct sp_live *live, int64_t due, struct sp_error *e)
{
	struct sp_ruling ruling = {
		.kind = SP_RULING_CANCEL, .seat = SP_NOBODY, .lapsed = true
	};
	unsigned turn = live->game.turn;
	char input[SP_SHA256_TEXT];

	sp_seal_input_timer(input, due);
	(void)sp_record_ruling_apply(live, &ruling, NULL, NULL);
	return sp_record_ruling(live, &ruling, turn, NULL, due, input, e);
}
