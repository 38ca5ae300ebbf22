/*
 * What anybody may write to the judge, without a token: for help, which games
 * are open, to take a seat of one, and what waits for oneself. A From can be
 * forged: so an answer goes to that address alone, few are sent, and a seat is
 * somebody's only when its token came back from there.
 */
#include "lobby/lobby_private.h"

#include "post/people.h"

#define HOUR        3600
#define DAY         86400
#define KEPT_DAYS   2  /* a seat waits so long for its yes */
#define JOINS_A_DAY 5  /* by one address */
#define STRANGERS   20 /* addresses that nobody knows, in an hour, in all */
#define LISTED_MOST 20
#define WORDS_MOST  80
#define TALK_MOST   4 /* lines around a word: a question, a greeting */

#define NOT_THERE                                                              \
	"No game of that id runs or waits for players. Its whole id is in "    \
	"each mail to its players"
#define NOT_OPEN "There is no open game of that name with a free seat"

/* ---- reading ---------------------------------------------------------------- */

/* The next line that is not empty, in lower case and without marks at its end,
 * "" if it is too long; false: no line is left. */
static bool next_line(const char **at, char out[WORDS_MOST])
{
	*at += strspn(*at, " \t\r\n");
	size_t n = strcspn(*at, "\r\n"), all = n;

	if (n == 0)
		return false;
	while (n > 0 && strchr(" \t.!?", (*at)[n - 1]) != NULL)
		n--;
	if (!sp_copyn(out, WORDS_MOST, *at, n))
		out[0] = '\0';
	sp_lower_string(out);
	*at += all;
	return true;
}

/* What a line alone asks for that needs no more words. */
static enum sp_lobby_kind kind_of(const char *line)
{
	static const struct {
		const char *line;
		enum sp_lobby_kind kind;
	} lines[] = { { "list", SP_LOBBY_LIST },
		{ "list games", SP_LOBBY_LIST },
		{ "open games", SP_LOBBY_LIST }, { "games", SP_LOBBY_GAMES },
		{ "my games", SP_LOBBY_GAMES },
		{ "tutorial", SP_LOBBY_TUTORIAL }, { "help", SP_LOBBY_HELP },
		{ "help me", SP_LOBBY_HELP }, { "help please", SP_LOBBY_HELP },
		{ "please help", SP_LOBBY_HELP }, { "hilfe", SP_LOBBY_HELP } };

	for (size_t i = 0; i < SP_ARRAY_LEN(lines); i++)
		if (sp_streq(line, lines[i].line))
			return lines[i].kind;
	return SP_LOBBY_NOTHING;
}

/* The line of a mail that asks for something: its only one, or, if `talk` may
 * stand around it, the only one of few that does; "": nothing does. Returns how
 * many lines are nothing but a word that asks. */
static int find_line(const char *text, bool talk, char out[WORDS_MOST])
{
	char line[WORDS_MOST];
	int lines = 0, words = 0;

	out[0] = '\0';
	while (next_line(&text, line)) {
		bool word = kind_of(line) != SP_LOBBY_NOTHING;

		if (word || lines == 0)
			sp_format(out, WORDS_MOST, "%s", line);
		words += word;
		lines++;
	}
	if (lines != 1 && (!talk || words != 1 || lines > 1 + TALK_MOST))
		out[0] = '\0';
	return words;
}

/* "join ID" and its like. */
static bool read_of_game(const char *line, struct sp_lobby_wish *wish)
{
	static const struct {
		const char *word;
		enum sp_lobby_kind kind;
	} words[] = { { "join ", SP_LOBBY_JOIN },
		{ "observe ", SP_LOBBY_OBSERVE },
		{ "observe game ", SP_LOBBY_OBSERVE },
		{ "unobserve ", SP_LOBBY_OBSERVE_NO },
		{ "stop observing ", SP_LOBBY_OBSERVE_NO } };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		size_t n = strlen(words[i].word);

		if (!sp_starts(line, words[i].word) ||
			strchr(line + n, ' ') != NULL)
			continue;
		wish->kind = words[i].kind;
		if (!sp_copy(wish->game, sizeof(wish->game), line + n))
			wish->game[0] = '\0'; /* longer than any id */
		return true;
	}
	return false;
}

/* What may answer a mail to an observer. */
static void read_answer(const char *line, struct sp_lobby_wish *wish)
{
	static const char *const yes[] = { "yes", "yes please", "ok", "ja",
		"observe" };
	static const char *const no[] = { "stop", "no", "no thanks", "nein",
		"unsubscribe", "stop observing", "stopp" };

	for (size_t i = 0; i < SP_ARRAY_LEN(yes); i++)
		if (sp_streq(line, yes[i]))
			wish->kind = SP_LOBBY_OBSERVE_YES;
	for (size_t i = 0; i < SP_ARRAY_LEN(no); i++)
		if (sp_streq(line, no[i]))
			wish->kind = SP_LOBBY_OBSERVE_NO;
}

/* What a text asks for, by a word alone on its line or, if nobody is known to
 * have written it from a game, by a sentence. */
static struct sp_lobby_wish read_text(const char *text, bool placed)
{
	struct sp_lobby_wish wish = { .kind = SP_LOBBY_NOTHING };
	char line[WORDS_MOST];
	/* in the mail of a player what stands around it may be orders */
	int words = find_line(text, !placed, line);

	wish.kind = kind_of(line);
	/* the game of a player has better help */
	if (placed && wish.kind == SP_LOBBY_HELP)
		wish.kind = SP_LOBBY_NOTHING;
	else if (wish.kind == SP_LOBBY_NOTHING && !read_of_game(line, &wish))
		read_answer(line, &wish);
	if (wish.kind == SP_LOBBY_NOTHING && !placed && words == 0)
		lobby_plea_read(text, &wish);
	return wish;
}

static struct sp_lobby_wish read_wish(
	const struct sp_message *message, bool placed)
{
	struct sp_lobby_wish wish = { .kind = SP_LOBBY_NOTHING };
	struct sp_reply reply = { 0 };

	if (message->unreadable != SP_MAIL_READABLE)
		return wish;
	sp_mail_reply_cut(&reply, message->text, strlen(message->text));
	wish = read_text(reply.text, placed);
	/* an answer's subject is ours, or that of a program that answers; and
	 * nobody's yes is read off a subject */
	if (!placed && wish.kind == SP_LOBBY_NOTHING &&
		message->in_reply_to.n == 0 &&
		lobby_plea_says_nothing(reply.text)) {
		wish = read_text(message->subject, false);
		if (wish.kind == SP_LOBBY_OBSERVE_YES ||
			wish.kind == SP_LOBBY_OBSERVE_NO)
			wish = (struct sp_lobby_wish){ SP_LOBBY_NOTHING, "",
				"" };
	}
	sp_mail_reply_clear(&reply);
	return wish;
}

/* Which open game does a JOIN name? */
static int find_open(struct sp_registry *registry, struct sp_lobby_wish *wish,
	struct sp_error *e)
{
	struct sp_game_row *games = NULL;
	size_t n = 0;
	bool exact = false, several = false;
	int rc = sp_registry_game_list(registry, &games, &n, e);

	wish->open[0] = '\0';
	for (size_t i = 0; rc == SP_OK && !exact && i < n; i++) {
		json_t *kept = NULL;

		if (games[i].status != SP_GAME_ROW_INVITING ||
			wish->game[0] == '\0' ||
			!sp_starts(games[i].gid, wish->game))
			continue;
		rc = lobby_kept(registry, games[i].gid, &kept, e);
		if (json_is_true(json_object_get(kept, "open"))) {
			exact = sp_streq(games[i].gid, wish->game);
			several = !exact && wish->open[0] != '\0';
			sp_format(wish->open, sizeof(wish->open), "%s",
				games[i].gid);
		}
		json_decref(kept);
	}
	if (several)
		wish->open[0] = '\0';
	sp_free(games);
	return rc;
}

/* Which mail to an observer does this one answer? */
static int find_answered(struct sp_registry *registry,
	const struct sp_message *message, struct sp_lobby_wish *wish,
	struct sp_error *e)
{
	const struct sp_mail_ids *ids = &message->in_reply_to;
	bool offer = false;
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && wish->game[0] == '\0' && i < ids->n;
		i++)
		rc = sp_post_observed(registry, ids->items[i],
			message->from.addr, wish->game, &offer, e);
	/* anybody's yes and no otherwise */
	if (wish->game[0] == '\0' ||
		(wish->kind == SP_LOBBY_OBSERVE_YES && !offer))
		wish->kind = SP_LOBBY_NOTHING;
	return rc;
}

/* Which game is it about? One of that whole id. */
static int find_observed(struct sp_registry *registry,
	struct sp_lobby_wish *wish, struct sp_error *e)
{
	struct sp_game_row game;
	int rc = sp_registry_game_get(registry, wish->game, &game, e);

	if (rc == SP_OK && (game.status == SP_GAME_ROW_INVITING ||
				   game.status == SP_GAME_ROW_RUNNING))
		sp_format(wish->open, sizeof(wish->open), "%s", game.gid);
	return sp_registry_optional(rc, e);
}

/* Does the mail answer a press? */
static int answers_press(struct sp_registry *registry,
	const struct sp_message *message, bool *yes, struct sp_error *e)
{
	const struct sp_mail_ids *ids = &message->in_reply_to;
	struct sp_outbox_row row;
	int rc = SP_OK;

	*yes = false;
	for (size_t i = 0; rc == SP_OK && !*yes && i < ids->n; i++) {
		rc = sp_registry_outbox_find(registry, ids->items[i], &row, e);
		*yes = rc == SP_OK && sp_starts(row.kind, "press/");
		rc = sp_registry_optional(rc, e);
	}
	return rc;
}

int sp_lobby_find(struct sp_registry *registry,
	const struct sp_message *message, bool placed,
	struct sp_lobby_wish *out, struct sp_error *e)
{
	bool press = false;
	int rc = SP_OK;

	*out = read_wish(message, placed);
	if ((out->kind == SP_LOBBY_OBSERVE_YES ||
		    out->kind == SP_LOBBY_OBSERVE_NO) &&
		out->game[0] == '\0')
		rc = find_answered(registry, message, out, e);
	else if (placed && out->kind != SP_LOBBY_NOTHING)
		rc = answers_press(registry, message, &press, e);
	if (press)
		out->kind = SP_LOBBY_NOTHING;
	if (rc != SP_OK)
		return rc;
	switch (out->kind) {
	case SP_LOBBY_JOIN:
		return find_open(registry, out, e);
	case SP_LOBBY_OBSERVE:
	case SP_LOBBY_OBSERVE_YES:
	case SP_LOBBY_OBSERVE_NO:
		return find_observed(registry, out, e);
	case SP_LOBBY_TUTORIAL:
		return lobby_find_tutorial(
			registry, message->from.addr, out->open, e);
	case SP_LOBBY_NOTHING:
	case SP_LOBBY_LIST:
	case SP_LOBBY_GAMES:
	case SP_LOBBY_HELP:
		break;
	}
	return SP_OK;
}

/* ---- may it be answered? ------------------------------------------------------ */

/* Whom nobody knows is one of few in an hour. */
int lobby_may_answer(struct sp_post_office *office, const char *to,
	int64_t instant, bool *may, struct sp_error *e)
{
	struct sp_player_row player;
	int rc = sp_registry_player_find(office->registry, to, &player, e);

	*may = rc == SP_OK;
	if (rc == SP_ENOTFOUND)
		rc = sp_registry_note_take(office->registry, "door",
			sp_clock_now(office->clock), HOUR, STRANGERS, may, e);
	return rc == SP_OK && *may
		       ? sp_post_may_answer(office, to, instant, may, e)
		       : rc;
}

static int send(struct sp_post_office *office, const char *template,
	json_t *context, const struct sp_lobby_asker *who, struct sp_error *e)
{
	return sp_post_unplaced(office, template, context, who->address,
		who->message_id, who->raw, NULL, who->instant, who->receipt, e);
}

/* ---- open games ----------------------------------------------------------------- */

/* May whoever comes have the seat? */
static bool is_free(int64_t player, int64_t joined, bool declined)
{
	return joined == SP_NEVER && (player == 0 || declined);
}

static bool has_colour(const json_t *declined, const char *seat)
{
	const json_t *colour;
	size_t i;

	json_array_foreach (declined, i, colour)
		if (sp_streq(json_string_value(colour), seat))
			return true;
	return false;
}

/* One of the list; NULL: it has no free seat for whoever comes. */
static int describe(struct sp_registry *registry,
	const struct sp_game_row *game, json_t **out, struct sp_error *e)
{
	struct sp_seat_row *seats = NULL;
	json_t *kept = NULL;
	size_t n = 0;
	int free = 0;
	int rc = lobby_kept(registry, game->gid, &kept, e);

	*out = NULL;
	if (rc != SP_OK || !json_is_true(json_object_get(kept, "open"))) {
		json_decref(kept);
		return rc;
	}
	rc = sp_registry_seat_list(registry, game->gid, &seats, &n, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++)
		free += is_free(seats[i].player, seats[i].joined,
			has_colour(json_object_get(kept, "declined"),
				seats[i].seat));
	if (free > 0) {
		*out = json_object();
		sp_json_set_string(*out, "gid", game->gid);
		sp_json_set_string(*out, "ruleset", game->ruleset);
		sp_json_set_int(*out, "free", free);
		sp_json_set_int(*out, "seats", (int64_t)n);
	}
	sp_free(seats);
	json_decref(kept);
	return rc;
}

static int list_open(
	struct sp_post_office *office, json_t *list, struct sp_error *e)
{
	struct sp_game_row *games = NULL;
	size_t n = 0;
	int rc = sp_registry_game_list(office->registry, &games, &n, e);

	for (size_t i = 0;
		rc == SP_OK && i < n && json_array_size(list) < LISTED_MOST;
		i++) {
		json_t *entry = NULL;

		if (games[i].status == SP_GAME_ROW_INVITING)
			rc = describe(office->registry, &games[i], &entry, e);
		if (entry != NULL)
			json_array_append_new(list, entry);
	}
	sp_free(games);
	return rc;
}

/* The list of open games, below a sentence. */
int lobby_tell_open(struct sp_post_office *office, const char *title,
	const struct sp_lobby_asker *who, struct sp_error *e)
{
	json_t *context = json_object(), *list = json_array();
	int rc = list_open(office, list, e);

	sp_json_set_string(context, "title", title);
	sp_json_set(context, "games", list);
	if (rc == SP_OK)
		return send(office, "open-games", context, who, e);
	json_decref(context);
	return rc;
}

/* ---- taking a seat ---------------------------------------------------------------- */

static int find_free(const struct sp_live *live, const struct sp_lobby *lobby)
{
	for (int s = 0; s < live->setup.n_seats; s++)
		if (is_free(live->people[s].player,
			    sp_record_live_joined(live, s) ? 0 : SP_NEVER,
			    (lobby->declined >> s & 1U) != 0))
			return s;
	return SP_NOBODY;
}

/* One that its player declined is nobody's, and the player may have it again.
 */
int lobby_has_seat(struct sp_post_office *office, const struct sp_live *live,
	const struct sp_lobby *lobby, const char *address, bool *has,
	struct sp_error *e)
{
	int rc = SP_OK;

	*has = false;
	for (int s = 0; rc == SP_OK && !*has && s < live->setup.n_seats; s++)
		if ((lobby->declined >> s & 1U) == 0)
			rc = sp_registry_seat_knows(office->registry, live->gid,
				live->setup.colour[s], address, has, e);
	return rc;
}

/* The seat waits for the yes of that address. */
static int reserve(struct sp_post_office *office, struct sp_live *live,
	int seat, const struct sp_lobby_asker *who, struct sp_error *e)
{
	struct sp_post_invitation how = { .anew = who->instant,
		.kept = who->instant + (int64_t)KEPT_DAYS * DAY };
	int rc = sp_lobby_reseat(
		office, live, seat, who->address, who->instant, e);

	if (rc == SP_OK)
		rc = lobby_put_timer(office, live, SP_TIMER_SEAT,
			live->setup.colour[seat], who->instant, how.kept, e);
	return rc == SP_OK ? lobby_send(office, live, 1U << seat, &how,
				     who->instant, e)
			   : rc;
}

int sp_lobby_enter(struct sp_post_office *office, struct sp_live *live,
	const struct sp_lobby_asker *who, bool *done, struct sp_error *e)
{
	char *about = sp_xasprintf("door/%s", who->address);
	struct sp_lobby lobby;
	bool may = false, has = false;
	int rc = lobby_may_answer(office, who->address, who->instant, &may, e);

	*done = false;
	/* whoever wants no more gets no more, answered or not */
	if (rc == SP_OK && !may && who->wish->kind == SP_LOBBY_OBSERVE_NO)
		rc = sp_registry_optional(
			sp_registry_observer_remove(
				office->registry, live->gid, who->address, e),
			e);
	if (rc == SP_OK && may && who->wish->kind != SP_LOBBY_JOIN) {
		sp_free(about);
		return lobby_observe(office, live, who, done, e);
	}
	if (rc == SP_OK && may)
		rc = sp_registry_note_take(office->registry, about,
			sp_clock_now(office->clock), DAY, JOINS_A_DAY, &may, e);
	sp_free(about);
	if (rc != SP_OK || !may)
		return rc;
	if ((rc = sp_lobby_get(office->registry, live, &lobby, e)) ||
		(rc = lobby_has_seat(
			 office, live, &lobby, who->address, &has, e)))
		return rc;
	int seat = find_free(live, &lobby);
	/* nothing is told of a game that is not open */
	if (!lobby.open || live->started || live->ended || seat == SP_NOBODY)
		return lobby_tell_open(office, NOT_OPEN, who, e);
	if (has)
		return lobby_tell_open(office,
			"You have a seat in that game, or were asked for your "
			"yes in another mail",
			who, e);
	*done = true;
	return reserve(office, live, seat, who, e);
}

int sp_lobby_ask(struct sp_post_office *office,
	const struct sp_lobby_wish *wish, const struct sp_lobby_asker *who,
	bool *told, struct sp_error *e)
{
	struct sp_seat_row *seats = NULL;
	bool may = false;
	size_t n = 0;
	int rc = SP_OK;

	*told = wish->kind != SP_LOBBY_GAMES;
	if (wish->kind == SP_LOBBY_GAMES) {
		rc = sp_registry_seats_of(
			office->registry, who->address, &seats, &n, e);
		*told = n > 0; /* of a stranger nothing is known */
	}
	if (rc == SP_OK && *told)
		rc = lobby_may_answer(
			office, who->address, who->instant, &may, e);
	if (rc == SP_OK && may)
		rc = wish->kind == SP_LOBBY_GAMES
			     ? lobby_tell_games(office, seats, n, who, e)
		     : wish->kind == SP_LOBBY_HELP
			     ? send(office, "door", json_object(), who, e)
			     : lobby_tell_open(office,
				       wish->kind == SP_LOBBY_JOIN ? NOT_OPEN
				       : wish->kind == SP_LOBBY_LIST
					       ? "Games that are open to "
						 "whoever comes"
					       : NOT_THERE,
				       who, e);
	sp_free(seats);
	return rc;
}

/* ---- a seat that was somebody's ---------------------------------------------- */

/* Each player of a seat was invited to it, with a later token. */
static int find_gone(struct sp_post_office *office, const struct sp_live *live,
	int seat, int64_t epoch, const char *address, bool *gone,
	struct sp_error *e)
{
	const char *colour = live->setup.colour[seat];
	struct sp_outbox_row invitation;
	bool known = false;
	int rc = sp_registry_seat_knows(
		office->registry, live->gid, colour, address, &known, e);

	*gone = !known && live->people[seat].player == 0;
	if (rc != SP_OK || known || *gone)
		return rc;
	rc = sp_registry_outbox_newest(office->registry, live->gid, colour,
		"invitation", &invitation, e);
	*gone = rc == SP_OK && epoch < invitation.epoch;
	return sp_registry_optional(rc, e);
}

int sp_lobby_gone(struct sp_post_office *office, const struct sp_live *live,
	int seat, int64_t epoch, const struct sp_lobby_asker *who, bool *gone,
	struct sp_error *e)
{
	bool may = false;
	int rc = find_gone(office, live, seat, epoch, who->address, gone, e);

	if (rc != SP_OK || !*gone)
		return rc;
	char *about = sp_xasprintf("gone/%s", who->address);
	rc = sp_registry_note_take(office->registry, about,
		sp_clock_now(office->clock), DAY, 1, &may, e);
	sp_free(about);
	if (rc == SP_OK && may)
		rc = lobby_may_answer(
			office, who->address, who->instant, &may, e);
	return rc == SP_OK && may
		       ? lobby_tell_open(office,
				 "The seat that you were asked to take is not "
				 "kept for you any more, so nothing was done",
				 who, e)
		       : rc;
}
