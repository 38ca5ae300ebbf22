/*
 * Mails about single things that came to pass: the clock answered, a mail could
 * not be read or went astray, a token is a new one, a game is suspended or goes
 * on.
 */
#include "post/told.h"

#include "post/post_private.h"
#include "record/pressed.h"

/* ---- the clock ------------------------------------------------------------ */

json_t *post_report_lines(const char *report)
{
	struct sp_buf text;
	json_t *lines;

	sp_buf_init(&text, SIZE_MAX);
	if (report != NULL)
		sp_record_press_strip(report, &text);
	lines = sp_typeset_lines(sp_buf_str(&text));
	sp_buf_free(&text);
	return lines;
}

/* What came of it: the turn as everybody may read it. */
void post_report_add(const struct sp_live *live, struct sp_buf *text)
{
	struct sp_buf report;
	struct sp_cursor c;
	const char *line;
	size_t n;

	if (live->report == NULL || live->report[0] == '\0')
		return;
	sp_buf_init(&report, SIZE_MAX);
	sp_record_press_strip(live->report, &report);
	sp_buf_addf(text, "\n\n%s\n",
		post_report_is_open(live) ? "In this turn so far"
					  : "In the turn that is over now");
	sp_cursor_init(&c, sp_buf_str(&report), report.len);
	while (sp_cursor_line(&c, &line, &n))
		sp_buf_addf(text, "  %.*s\n", (int)n, line);
	sp_buf_free(&report);
}

static int late_mail(struct sp_post_office *office, struct sp_live *live,
	int seat, const char *title, const struct sp_buf *text, int64_t due,
	struct sp_error *e)
{
	const struct sp_post_letter post = {
		.seat = seat, .kind = "late", .template = "late", .instant = due
	};

	return sp_post_notice_as(
		office, live, &post, title, sp_buf_str(text), NULL, e);
}

int sp_post_late(struct sp_post_office *office, struct sp_live *live,
	unsigned late, uint8_t kind, int64_t due, struct sp_error *e)
{
	const char *title = "The clock answered for you";
	const char *text =
		kind == SP_DECISION_REACTION
			? "Your deadline passed, so the clock passed for you."
			: "Your deadline passed, so the clock chose for you.";
	struct sp_buf told;
	int rc = SP_OK;

	if (kind == SP_DECISION_TURN) {
		title = "The clock ended your turn";
		text = "Your deadline passed, so the clock ended your turn.\n"
		       "Your wizard stays in the game.";
	}
	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		if ((late & 1u << s) == 0 || !live->game.actor[s].alive)
			continue;
		sp_buf_init(&told, SIZE_MAX);
		sp_buf_adds(&told, sp_buf_str(&live->stood));
		sp_buf_adds(&told,
			kind == SP_DECISION_REACTION &&
					sp_table_round_given_up(live, s)
				? "Your deadline passed, so the clock passed "
				  "for you, the second time in a row. From "
				  "now on you are not asked: only what you "
				  "declared (`when ...`) answers for you, "
				  "until you write again."
				: text);
		if (kind != SP_DECISION_TURN)
			post_report_add(live, &told);
		rc = late_mail(office, live, s, title, &told, due, e);
		sp_buf_free(&told);
	}
	return rc;
}

/* ---- about a mail --------------------------------------------------------- */

int sp_post_unreadable(struct sp_sitting *sitting,
	const struct sp_message *message, int64_t *id, struct sp_error *e)
{
	char kind[SP_MAIL_KIND_TEXT];
	char *text = sp_xasprintf(
		"I could not read your mail \"%s\":\n%s.\n\nNothing was done.",
		message->subject, sp_mail_reason_text(message->unreadable));
	int rc = sp_seal_receipt_kind(kind, sitting->mail.message_id, "", 0, e);

	if (rc == SP_OK)
		rc = sp_post_notice(sitting->office, sitting->live,
			sitting->seat, kind, "Your mail could not be read",
			text, sitting->instant, id, e);
	sp_free(text);
	return rc;
}

/* A player wrote to the reply address of another player, as "reply to all"
 * does: told at the address of record. `held`: the other one is asked whether
 * the orders are theirs, as two players may share a mailbox. */
int sp_post_astray(struct sp_sitting *sitting, const char *raw, int writer,
	bool held, int64_t *id, struct sp_error *e)
{
	char kind[SP_ROW_KIND], name[SP_RENDER_NAME_SIZE];

	sp_render_capital(sitting->live->setup.colour[sitting->seat], name);
	sp_format(kind, sizeof(kind), "astray/%s", raw);
	char *text = sp_xasprintf(
		"You wrote to the reply address of %s, perhaps by \"reply to "
		"all\" to a mail of theirs. That address is not yours, so "
		"nothing was done%s%s.\n\n"
		"Answer this mail, or the newest that you got from me about "
		"this game.",
		name,
		held ? " yet; I ask whether the orders are those of " : "",
		held ? name : "");
	int rc = sp_post_notice(sitting->office, sitting->live, writer, kind,
		"Your mail went to another player's address", text,
		sitting->instant, id, e);

	sp_free(text);
	return rc;
}

int sp_post_exposed(struct sp_sitting *sitting, struct sp_error *e)
{
	char kind[32];

	sp_format(kind, sizeof(kind), "token/%lld",
		(long long)sitting->live->people[sitting->seat].epoch);
	return sp_post_notice(sitting->office, sitting->live, sitting->seat,
		kind, "Your reply address is a new one",
		"A mail of yours about this game went to another player of it "
		"as well. Its reply address lets whoever has it write orders "
		"for you, so I gave you a new one: answer this mail, or a "
		"newer one. Answers to older mails are not taken any more.\n\n"
		"Whatever you want to tell the others, write it as\n"
		"  | press to all: ...\n"
		"to me alone, and they get it.",
		sitting->instant, NULL, e);
}

/* ---- games that do not go on ---------------------------------------------- */

/* The secrets of a game that cannot be read: those by which its first mail to a
 * seat got its Message-ID. *found: false where none did. */
static int find_secrets(struct sp_post_office *office,
	const struct sp_master *master, const struct sp_seat_row *seat,
	struct sp_secrets *secrets, bool *found, struct sp_error *e)
{
	struct sp_outbox_row first;
	char local[SP_MID_TEXT];
	int rc = sp_registry_outbox_find(
		office->registry, seat->thread, &first, e);

	*found = false;
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	for (size_t i = 0; rc == SP_OK && i < master->n; i++) {
		rc = sp_seal_open(secrets, master->keys[i].key, seat->gid, e);
		if (rc == SP_OK)
			rc = sp_seal_message_id(local, secrets, first.head,
				seat->seat, first.kind, e);
		*found = rc == SP_OK && strncmp(first.message_id + 1, local,
						strlen(local)) == 0;
		if (*found)
			break;
		sp_seal_clear(secrets);
	}
	return rc;
}

/* The people of a game whose repository does not read: the registry knows. */
int sp_post_suspended(struct sp_post_office *office,
	const struct sp_master *master, const struct sp_game_row *row,
	struct sp_error *e)
{
	const char *gid = row->gid;
	int64_t now = sp_clock_now(office->clock);
	struct sp_seat_row *seats = NULL;
	struct sp_player_row player;
	char digest[SP_SHA256_TEXT];
	char kind[32];
	uint8_t when[8];
	size_t n = 0;
	int64_t id;
	struct sp_secrets secrets = { 0 };
	bool found;
	int rc = sp_registry_seat_list(office->registry, gid, &seats, &n, e);

	sp_put_be64(when, (uint64_t)now);
	sp_format(kind, sizeof(kind), "suspended/%lld", (long long)now);
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		struct sp_bytes part[] = {
			{ "suspended/", 10 },
			{ when, sizeof(when) }, /* it may happen again */
			{ gid, strlen(gid) },
			{ "/", 1 },
			{ seats[i].seat, strlen(seats[i].seat) },
		};
		if (seats[i].player == 0)
			continue;
		rc = sp_registry_player_get(
			office->registry, seats[i].player, &player, e);
		rc = sp_registry_required(rc, e,
			"the player of seat %s of game %s", seats[i].seat, gid);
		if (rc == SP_OK)
			rc = sp_seal_sha256(
				digest, part, SP_ARRAY_LEN(part), e);
		if (rc == SP_OK)
			rc = find_secrets(
				office, master, &seats[i], &secrets, &found, e);
		if (rc != SP_OK)
			break;
		const struct sp_post_away away = { .secrets = &secrets,
			.gid = gid,
			.seat = seats[i].seat,
			.head = row->head,
			.kind = kind,
			.epoch = seats[i].epoch,
			.decision = row->decision };
		rc = sp_post_unplaced(office, "suspended",
			sp_post_unread_context(row, seats[i].seat),
			player.address, seats[i].thread, digest,
			found ? &away : NULL, now, &id, e);
		sp_seal_clear(&secrets);
	}
	sp_free(seats);
	return rc;
}

int sp_post_resumed(struct sp_post_office *office, struct sp_live *live,
	const struct sp_resumption *how, struct sp_error *e)
{
	char *kind = sp_xasprintf("resumed/%lld", (long long)how->instant);
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		struct sp_post_letter post = { .seat = s,
			.kind = kind,
			.template = "resumed",
			.instant = how->instant };
		if (live->people[s].address[0] == '\0')
			continue;
		json_t *context =
			sp_post_context(office, live, s, how->instant);
		sp_json_set_bool(context, "back", how->back);
		sp_json_set_bool(context, "behind", how->behind);
		sp_json_set_int(context, "step", how->step);
		if (json_array_size(how->steps) > 0)
			sp_json_set(
				context, "steps", json_deep_copy(how->steps));
		sp_json_set_bool(context, "started", live->started);
		sp_json_set_bool(context, "over", live->ended);
		rc = sp_post_queue(office, live, &post, context, NULL, e);
	}
	sp_free(kind);
	return rc;
}

/* ---- a clock that was ahead ----------------------------------------------- */

int sp_post_set_right(
	struct sp_post_office *office, struct sp_live *live, struct sp_error *e)
{
	unsigned asked = sp_table_round_awaits(office->scratch, live);
	char from[SP_TIMEZONE_TEXT], to[SP_TIMEZONE_TEXT],
		until[SP_TIMEZONE_TEXT];
	int64_t now = live->row->moment;
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++) {
		const char *zone = sp_post_zone(office, live, s);

		sp_timezone_text(from, zone, live->row->ahead, now,
			SP_TIMEZONE_YEAR | SP_TIMEZONE_BARE);
		sp_timezone_text(to, zone, now, now,
			SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE);
		sp_timezone_text(until, zone, live->row->deadline, now,
			SP_TIMEZONE_YEAR | SP_TIMEZONE_BESIDE |
				SP_TIMEZONE_LEFT);
		char *text = sp_xasprintf(
			"The clock of %s was ahead: it showed %s at %s. It "
			"is right again, and nobody's turn was played by it.\n"
			"\n"
			"Deadlines in mails of that time are wrong. %s: until "
			"%s.\n",
			office->config->club, from, to,
			(asked & 1u << s) != 0
				? "You are asked, and have all your time again, "
				  "from now on"
				: "Whoever is asked has all their time again, "
				  "from now on",
			until);
		rc = sp_post_notice(office, live, s, "clock",
			"The clock was wrong", text, now, NULL, e);
		sp_free(text);
	}
	return rc;
}
