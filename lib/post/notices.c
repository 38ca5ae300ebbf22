/* What a game owes its players after it moved on. */
#include "post/post.h"

#include "post/people.h"
#include "post/post_private.h"
#include "record/history.h"
#include "table/context.h"
#include "tally/tally.h"

#define SIGNERS_MAX (64u * 1024u)
#define REPORT_MAX  (1024u * 1024u)

struct sp_standing sp_post_standing_of(const struct sp_live *live)
{
	struct sp_standing s = { .started = live->started,
		.head = live->head,
		.plays = SP_NOBODY,
		.counters = live->counters };

	if (live->started) {
		s.over = live->game.status == SP_GAME_OVER;
		s.decision = live->game.decision.number;
		s.asked = live->game.asked;
		s.kind = live->game.decision.kind;
		s.turn = live->game.turn;
		s.plays = sp_game_plays(&live->game);
		s.begins = live->game.phase == SP_PHASE_TIME_PASSES;
	}
	return s;
}

/* ---- what only one seat may know -------------------------------------- */

/* At the end of what a mail tells anyway; takes `story`. */
static void set_story(
	struct sp_live *live, int seat, json_t *context, json_t *story)
{
	json_t *news = sp_table_news_take(live, seat);

	json_array_extend(story, news);
	json_decref(news);
	sp_json_set(context, "story", story);
}

static int post_news_of(struct sp_post_office *office, struct sp_live *live,
	int seat, int64_t instant, struct sp_error *e)
{
	unsigned bit = 1U << seat;
	int rc = SP_OK;
	bool low = post_volume(office, live, seat) == SP_VOLUME_LOW;
	const char *title = (live->died & bit) != 0 ? "Your wizard is dead"
			    : (live->cut_short & bit) != 0 ? "Your turn is over"
			    : (live->planned & bit) != 0 ? "Your orders went on"
			    : (live->answered & bit) != 0
				    ? "What you declared was played"
			    : (live->heard & bit) != 0 ? "All have answered"
						       : NULL;
	struct sp_buf text;

	/* everybody reads of it in the story */
	if (low && title != NULL &&
		((live->died | live->cut_short | live->planned) & bit) == 0) {
		json_decref(sp_table_news_take(live, seat));
		return SP_OK;
	}
	sp_buf_init(&text, SIZE_MAX);
	if ((live->died & bit) != 0)
		sp_buf_adds(&text,
			"You are out of the game, and will get a mail when it "
			"ends.\n");
	sp_buf_adds(&text, sp_buf_str(&live->news[seat]));
	/* an empty line comes before the report */
	if (text.data[text.len - 1] == '\n')
		sp_buf_truncate(&text, text.len - 1);
	if (title != NULL)
		post_report_add(live, &text);
	/* that tells of the turn, too, of which there was no receipt */
	if ((live->planned & bit) != 0 &&
		live->people[seat].told.hex[0] != '\0') {
		live->people[seat].told.hex[0] = '\0';
		rc = sp_post_live_put_seat(office->registry, live, seat, e);
	}
	json_decref(sp_table_news_take(live, seat));
	if (rc == SP_OK)
		rc = sp_post_notice(office, live, seat, "news",
			title != NULL ? title : "What only you may know",
			sp_buf_str(&text), instant, NULL, e);
	sp_buf_free(&text);
	return rc;
}

static int post_news(struct sp_post_office *office, struct sp_live *live,
	int64_t instant, struct sp_error *e)
{
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++)
		if (live->news[s].len > 0 || (live->died >> s & 1U) != 0)
			rc = post_news_of(office, live, s, instant, e);
	return rc;
}

/* ---- what a witness needs --------------------------------------------- */

/* Where the game can be cloned: the configured text with its id in it. */
static void set_clone(const struct sp_post_office *office,
	const struct sp_live *live, json_t *context)
{
	const char *at = office->config->clone_url, *mark;
	struct sp_buf text;

	if (*at == '\0')
		return;
	sp_buf_init(&text, SIZE_MAX);
	while ((mark = strstr(at, "GID")) != NULL) {
		sp_buf_addf(&text, "%.*s%s", (int)(mark - at), at, live->gid);
		at = mark + strlen("GID");
	}
	sp_buf_adds(&text, at);
	sp_json_set_string(context, "clone", sp_buf_str(&text));
	sp_buf_free(&text);
}

/* The fingerprint of the key by which the next commits are signed. */
static int read_fingerprint(const struct sp_live *live,
	char out[SP_FINGERPRINT_TEXT], struct sp_error *e)
{
	struct sp_buf signers;

	sp_buf_init(&signers, SIGNERS_MAX);
	int rc = sp_store_read(
		live->repo, &live->head, "allowed_signers", &signers, e);
	if (rc == SP_OK)
		rc = sp_seal_fingerprint(
			out, sp_buf_str(&signers), signers.len, e);
	sp_buf_free(&signers);
	return rc;
}

/* ---- the start -------------------------------------------------------- */

/* While schools are chosen, before the first turn. */
static bool is_draft(const struct sp_live *live)
{
	return live->game.turn == 0 &&
	       live->game.decision.kind == SP_DECISION_CHOICE;
}

/* The kind of the mail that tells a seat of the start. Whoever moves first, or
 * chooses the first school, is called by it: another one would have the same
 * board. */
static const char *kind_of_welcome(
	struct sp_post_office *office, const struct sp_live *live, int seat)
{
	if (live->game.decision.kind == SP_DECISION_TURN)
		return sp_game_plays(&live->game) == seat ? "turn" : "welcome";
	return is_draft(live) && sp_table_awaited_seat(
					 office->scratch, live, seat)
		       ? "choice"
		       : "welcome";
}

int post_welcome(struct sp_post_office *office, struct sp_live *live, int seat,
	json_t *receipt, const char *answered, int64_t instant, int64_t *id,
	struct sp_error *e)
{
	const char *kind = kind_of_welcome(office, live, seat);
	bool called = sp_streq(kind, "turn"), luck = false;
	struct sp_post_letter post = { .seat = seat,
		.kind = kind,
		.template = "welcome",
		.instant = instant,
		.in_reply_to = answered };
	char first[SP_RENDER_NAME_SIZE], fingerprint[SP_FINGERPRINT_TEXT];
	json_t *since = NULL, *news;
	int rc = sp_record_live_find_root(live, e);

	if (rc == SP_OK)
		rc = read_fingerprint(live, fingerprint, e);
	if (rc == SP_OK)
		rc = sp_record_story(live, 1, seat, &since, e);
	if (rc != SP_OK) {
		json_decref(receipt);
		return rc;
	}
	for (int s = 0; s < live->setup.n_seats; s++)
		luck = luck || live->setup.luck[s][0] != '\0';
	sp_render_seat(&live->game, live->game.first, first);
	json_t *context = sp_post_context(office, live, seat, instant);
	sp_json_set_bool(context, "receipts",
		post_volume(office, live, seat) == SP_VOLUME_ALL);
	if (receipt != NULL)
		json_object_update(context, receipt);
	json_decref(receipt);
	sp_json_set(context, "seats", post_seats(live, seat));
	sp_json_set_bool(context, "any_luck", luck);
	sp_json_set_string(context, "First", first);
	sp_json_set_bool(context, "moved", live->game.turn > 1);
	sp_json_set_string(context, "fingerprint", fingerprint);
	/* what was dealt stands in the hand */
	news = sp_table_news_take(live, seat);
	if (json_array_size(since) > 0)
		json_array_extend(since, news);
	json_decref(news);
	sp_json_set(context, "since", since);
	if (called)
		sp_table_context_call(office->scratch, live, seat, context);
	if (sp_streq(kind, "choice"))
		post_question_add(office, live, seat, context);
	live->welcomed |= 1u << seat;
	return sp_post_queue(office, live, &post, context, id, e);
}

/* ---- turns and the end ------------------------------------------------ */

/* The nth reminder of the deadline, which may move while the head stays. */
static void reminder_kind(
	const struct sp_live *live, unsigned nth, char kind[SP_ROW_KIND])
{
	sp_format(kind, SP_ROW_KIND, "reminder/%u/%lld", nth,
		(long long)live->row->deadline);
}

/* Queue a mail that calls a seat, or tells it of the end; takes `context`. If
 * the seat wrote what led to this, it is the answer to that. */
static int queue_call(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, const struct sp_post_letter *post,
	json_t *context, struct sp_error *e)
{
	const struct sp_post_answer *answer = before->answer;
	struct sp_post_letter letter = *post;
	int64_t *id = NULL;
	char kind[SP_ROW_KIND];

	if (before->reminder > 0) {
		reminder_kind(live, before->reminder, kind);
		letter.kind = kind;
		sp_json_set_bool(context, "reminder", true);
	}
	if (before->wanted > 0)
		letter.anew = before->wanted;
	if (answer != NULL && answer->sitting->seat == post->seat) {
		post_receipt_tell(answer, context);
		letter.in_reply_to = answer->message->message_id;
		id = answer->id;
	}
	return sp_post_queue(office, live, &letter, context, id, e);
}

/* The call to move that told the seat of the start as well; *id 0: none did
 * (that to choose a school may have), or none is left. */
static int find_first_call(struct sp_post_office *office,
	const struct sp_live *live, int seat, int64_t *id, struct sp_error *e)
{
	const char *colour = live->setup.colour[seat];
	struct sp_outbox_row row;
	int rc = sp_registry_outbox_newest(
		office->registry, live->gid, colour, "welcome", &row, e);

	*id = 0;
	if (rc != SP_ENOTFOUND)
		return rc;
	rc = sp_registry_outbox_oldest(
		office->registry, live->gid, colour, "turn", &row, e);
	if (rc != SP_OK)
		return sp_registry_optional(rc, e);
	*id = row.id;
	rc = sp_registry_outbox_oldest(
		office->registry, live->gid, colour, "choice", &row, e);
	if (rc == SP_OK && row.id < *id)
		*id = 0;
	return sp_registry_optional(rc, e);
}

/* What waits for the sender to come back and calls to a decision that is over
 * is of no use any more: nobody got it, so it goes. (Receipts, answers, press
 * and what ends or begins a game are of use.) It cannot go where it may have
 * arrived: its player may answer it, and is told then that it is over. */
static int drop_superseded(struct sp_post_office *office,
	const struct sp_live *live, const char *kind, int seat, bool *dropped,
	struct sp_error *e)
{
	struct sp_outbox_row *rows = NULL;
	int64_t first = 0;
	size_t n = 0;
	int rc = SP_OK;

	*dropped = false;
	if (!office->held_up)
		return SP_OK;
	rc = sp_registry_outbox_waiting(office->registry, live->gid,
		live->setup.colour[seat], kind, &rows, &n, e);
	if (rc == SP_OK && n > 0)
		rc = find_first_call(office, live, seat, &first, e);
	for (size_t i = 0; rc == SP_OK && i < n; i++) {
		if (rows[i].decision >= (int64_t)live->game.decision.number ||
			rows[i].id == first ||
			sp_post_perhaps(office, rows[i].id))
			continue;
		rc = sp_registry_outbox_drop(office->registry, rows[i].id, e);
		*dropped = true;
	}
	sp_free(rows);
	return rc;
}

/* What a mail tells that calls a seat. */
struct told {
	bool within; /* the seat's turn, which is open: it was called to it */
	bool own;    /* from its own last turn on: no mail told it of that */
	json_t *story;
};

/* What a player is told of before his turn: what happened since his last one.
 * Where a call to that was dropped he was told nothing of it, nor of what was
 * before; where it had no receipt, of nothing since. */
static int turn_story(struct sp_post_office *office, struct sp_live *live,
	int seat, struct told *out, struct sp_error *e)
{
	struct sp_outbox_row last;
	struct sp_person *person = &live->people[seat];
	bool dropped = false;
	int rc = drop_superseded(office, live, "turn", seat, &dropped, e);

	if (rc != SP_OK)
		return rc;
	if (!dropped && person->told.hex[0] == '\0')
		return sp_record_story(live, 1, seat, &out->story, e);
	out->own = true;
	if (!dropped)
		rc = sp_record_story_since(
			live, person->told.hex, &out->story, e);
	person->told.hex[0] = '\0';
	if (rc == SP_OK)
		rc = sp_post_live_put_seat(office->registry, live, seat, e);
	if (rc != SP_OK || !dropped)
		return rc;
	rc = sp_registry_outbox_newest(office->registry, live->gid,
		live->setup.colour[seat], "turn", &last, e);
	if (rc != SP_OK && rc != SP_ENOTFOUND)
		return rc;
	return sp_record_story_since(
		live, rc == SP_OK ? last.head : NULL, &out->story, e);
}

bool post_report_is_open(const struct sp_live *live)
{
	char heading[32];

	sp_format(heading, sizeof(heading),
		"Turn %u:", (unsigned)live->game.turn);
	return live->report != NULL && sp_starts(live->report, heading);
}

/* The newest mail that asked the seat something; out->id 0: it was asked
 * nothing yet. */
static int find_last_asking(struct sp_post_office *office,
	const struct sp_live *live, int seat, struct sp_outbox_row *out,
	struct sp_error *e)
{
	static const char *const kinds[] = { "window", "choice", "discard" };
	int rc = SP_OK;

	out->id = 0;
	for (size_t i = 0; rc == SP_OK && i < SP_ARRAY_LEN(kinds); i++) {
		struct sp_outbox_row row;

		rc = sp_registry_outbox_newest(office->registry, live->gid,
			live->setup.colour[seat], kinds[i], &row, e);
		if (rc == SP_OK && row.id > out->id)
			*out = row;
		rc = sp_registry_optional(rc, e);
	}
	return rc;
}

/* What the report has more than a question of this turn told already, below its
 * heading; NULL: none was asked. */
static int told_since(struct sp_post_office *office, struct sp_live *live,
	int seat, json_t **story, struct sp_error *e)
{
	const char *report = live->report != NULL ? live->report : "";
	struct sp_outbox_row row;
	struct sp_oid known = { 0 };
	struct sp_buf told;
	int rc = find_last_asking(office, live, seat, &row, e);

	*story = NULL;
	if (rc != SP_OK || row.id == 0 ||
		!sp_copy(known.hex, sizeof(known.hex), row.head))
		return rc;
	sp_buf_init(&told, REPORT_MAX);
	rc = sp_registry_optional(
		sp_store_find(live->repo, &known, "report.txt", &told, e), e);
	if (rc == SP_OK && post_report_is_open(live) && told.len > 0 &&
		sp_starts(report, sp_buf_str(&told))) {
		char *text = sp_xasprintf("%.*s\n%s",
			(int)strcspn(report, "\n"), report, report + told.len);
		*story =
			post_report_lines(report[told.len] != '\0' ? text : "");
		sp_free(text);
	}
	sp_buf_free(&told);
	return rc;
}

/* What happened since the reader's last turn; to whoever is in the middle of
 * his own (out->within), and was called to it, what happened in it. */
static int story_for(struct sp_post_office *office, struct sp_live *live,
	int seat, struct told *out, struct sp_error *e)
{
	int rc = SP_OK;

	out->within = out->within && post_report_is_open(live);
	if (out->within)
		out->story = post_report_lines(live->report);
	else
		rc = turn_story(office, live, seat, out, e);
	return rc == SP_OK ? post_spared_take(office, live, seat, out->story, e)
			   : rc;
}

/* Into the mail; takes the story. */
static void set_told(struct sp_live *live, int seat, const struct told *told,
	json_t *context)
{
	sp_json_set_bool(context, "resumed", told->within);
	sp_json_set_bool(context, "own", told->own);
	set_story(live, seat, context, told->story);
}

/* True if the players chose the schools of cards until now: the cards were
 * dealt since, and nobody knows of what. */
static bool ends_draft(
	const struct sp_live *live, const struct sp_standing *before)
{
	return before->started && before->turn == 0 && live->game.turn > 0;
}

static void set_decks(struct sp_post_office *office, const struct sp_live *live,
	int seat, json_t *context)
{
	char first[SP_RENDER_NAME_SIZE];

	sp_json_set(
		context, "decks", sp_table_decks(office->scratch, live, seat));
	sp_render_seat(&live->game, live->game.first, first);
	sp_json_set_string(context, "First", first);
}

/* The schools are chosen: for those who are not called by that. */
static int post_dealt(struct sp_post_office *office, struct sp_live *live,
	int seat, const struct sp_standing *before, int64_t instant,
	struct sp_error *e)
{
	struct sp_post_letter post = { .seat = seat,
		.kind = "dealt",
		.template = "dealt",
		.instant = instant };
	json_t *context = sp_post_context(office, live, seat, instant);

	set_decks(office, live, seat, context);
	set_story(live, seat, context, json_array());
	return queue_call(office, live, before, &post, context, e);
}

static int post_turn(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	bool same = before->started && before->turn == live->game.turn &&
		    !before->begins;
	bool over = (same && !before->anew) || before->undone;
	struct told told = { .within = same || before->undone };
	int seat = sp_game_plays(&live->game);
	struct sp_post_letter post = { .seat = seat,
		.kind = "turn",
		.anew = before->anew ? live->resumed : 0,
		.template = "turn",
		.instant = instant };
	int rc = story_for(office, live, seat, &told, e);

	if (rc != SP_OK)
		return rc;
	json_t *context = sp_post_context(office, live, seat, instant);
	sp_json_set_bool(context, "over", over);
	sp_json_set_bool(context, "again", before->anew && !over);
	set_told(live, seat, &told, context);
	if (ends_draft(live, before))
		set_decks(office, live, seat, context);
	sp_json_set(context, "declared",
		sp_table_declared_lines(office->scratch, live, seat));
	sp_table_context_call(office->scratch, live, seat, context);
	return queue_call(office, live, before, &post, context, e);
}

/* ---- questions: reactions, choices, discards -------------------------- */

void post_question_add(struct sp_post_office *office,
	const struct sp_live *live, int seat, json_t *context)
{
	const struct sp_decision *d = &live->game.decision;

	if (!sp_table_awaited_seat(office->scratch, live, seat) ||
		!sp_words_asks_names(sp_vocable_asked(&live->game, seat)))
		return;
	sp_json_set_bool(context,
		d->kind == SP_DECISION_CHOICE ? "choose" : "discard", true);
	sp_table_context_question(office->scratch, live, seat, context);
}

/* The first mail of a seat that asks it for an answer to something announced
 * explains that, and shows what answers for it without being asked. */
static int set_first(struct sp_post_office *office, const struct sp_live *live,
	int seat, json_t *context, struct sp_error *e)
{
	struct sp_outbox_row row;
	int rc;

	if (live->game.decision.kind != SP_DECISION_REACTION)
		return SP_OK;
	rc = sp_registry_outbox_newest(office->registry, live->gid,
		live->setup.colour[seat],
		sp_render_question_template(&live->game), &row, e);
	if (rc == SP_ENOTFOUND) {
		sp_json_set_bool(context, "first", true);
		sp_json_set(context, "defaults",
			sp_table_defaults(office->scratch, live, seat));
	}
	return sp_registry_optional(rc, e);
}

static int post_question(struct sp_post_office *office, struct sp_live *live,
	int seat, const struct sp_standing *before, int64_t instant,
	struct sp_error *e)
{
	struct sp_post_letter post = { .seat = seat,
		.anew = before->anew ? live->resumed : 0,
		.instant = instant };
	struct told told = { .within =
				     sp_game_plays(&live->game) == seat &&
				     live->game.phase != SP_PHASE_TIME_PASSES };
	int rc = told.within || before->undone || before->anew ||
				 before->reminder > 0
			 ? SP_OK
			 : told_since(office, live, seat, &told.story, e);
	bool heard = told.story != NULL;

	if (rc == SP_OK && !heard)
		rc = story_for(office, live, seat, &told, e);
	if (rc != SP_OK)
		return rc;
	json_t *context = sp_post_context(office, live, seat, instant);
	sp_json_set_bool(context, "heard", heard);
	set_told(live, seat, &told, context);
	post.kind = post.template = sp_render_question_template(&live->game);
	sp_table_context_question(office->scratch, live, seat, context);
	rc = set_first(office, live, seat, context, e);
	if (rc == SP_OK)
		return queue_call(office, live, before, &post, context, e);
	json_decref(context);
	return rc;
}

/* True if the seat is asked about its own order, and nobody did anything in
 * between: then the receipt, which asks it, too, tells all that a mail would.
 */
static bool receipt_is_enough(
	const struct sp_live *live, const struct sp_standing *before, int seat)
{
	return (before->receipts & 1u << seat) != 0 &&
	       sp_game_plays(&live->game) == seat && before->started &&
	       before->turn == live->game.turn &&
	       before->kind != SP_DECISION_REACTION &&
	       before->counters == live->counters && !before->undone &&
	       !before->anew;
}

int sp_post_find_asking(struct sp_post_office *office,
	const struct sp_live *live, int seat, struct sp_outbox_row *out,
	struct sp_error *e)
{
	const char *colour = live->setup.colour[seat];
	int64_t decision = (int64_t)live->game.decision.number;
	struct sp_outbox_row receipt;
	int rc = sp_registry_outbox_newest(office->registry, live->gid, colour,
		sp_render_question_template(&live->game), out, e);
	bool found = rc == SP_OK;

	if ((rc != SP_OK && rc != SP_ENOTFOUND) ||
		(found && out->decision == decision) ||
		live->game.decision.kind == SP_DECISION_REACTION)
		return rc;
	rc = sp_registry_outbox_receipt(
		office->registry, live->gid, colour, decision, &receipt, e);
	if (rc == SP_OK)
		*out = receipt;
	return rc == SP_ENOTFOUND && found ? sp_registry_optional(rc, e) : rc;
}

/* The one whose move it is again after his own order needs no mail: he has the
 * receipt. But where somebody countered he is called anew, so that no mail from
 * before that is taken for his answer to it. */
static unsigned called_seats(struct sp_post_office *office,
	const struct sp_live *live, const struct sp_standing *before)
{
	bool same = before->started && before->turn == live->game.turn;
	unsigned seats;

	if (ends_draft(live, before))
		return (1u << live->setup.n_seats) - 1;
	if (live->game.decision.kind == SP_DECISION_TURN)
		return same && before->kind == SP_DECISION_TURN &&
				       live->counters == before->counters &&
				       !before->undone && !before->anew
			       ? 0
			       : 1u << sp_game_plays(&live->game);
	seats = sp_table_round_awaits(office->scratch, live);
	for (int s = 0; s < live->setup.n_seats; s++)
		if (receipt_is_enough(live, before, s))
			seats &= ~(1u << s);
	return seats;
}

bool post_calls_seat(struct sp_post_office *office, const struct sp_live *live,
	const struct sp_standing *before, int seat)
{
	struct sp_standing now = sp_post_standing_of(live);

	/* the start is told by another mail than the first call */
	if (!before->started || before->over)
		return false;
	if (now.over)
		return true;
	return now.decision != before->decision &&
	       (called_seats(office, live, before) & 1u << seat) != 0;
}

static int post_call(struct sp_post_office *office, struct sp_live *live,
	int seat, const struct sp_standing *before, int64_t instant,
	struct sp_error *e)
{
	if (ends_draft(live, before) &&
		!sp_table_awaited_seat(office->scratch, live, seat))
		return post_dealt(office, live, seat, before, instant, e);
	return live->game.decision.kind == SP_DECISION_TURN
		       ? post_turn(office, live, before, instant, e)
		       : post_question(office, live, seat, before, instant, e);
}

static int post_calls(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	unsigned seats = called_seats(office, live, before);
	int rc = SP_OK;

	for (int s = 0; rc == SP_OK && s < live->setup.n_seats; s++)
		if ((seats & 1u << s) != 0)
			rc = post_call(office, live, s, before, instant, e);
	return rc;
}

int sp_post_remind(struct sp_post_office *office, struct sp_live *live,
	int seat, unsigned nth, int64_t instant, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);
	const char *colour = live->setup.colour[seat];
	struct sp_outbox_row row;
	char id[SP_MSGID_SIZE], kind[SP_ROW_KIND];

	/* since the seat's last turn, not since the call */
	before.started = false;
	before.reminder = nth;
	reminder_kind(live, nth, kind);
	int rc = sp_post_id(office, live, colour, kind, id, e);
	if (rc == SP_OK)
		rc = sp_registry_outbox_find(office->registry, id, &row, e);
	if (rc != SP_ENOTFOUND) /* once each */
		return rc;
	return post_call(office, live, seat, &before, instant, e);
}

int sp_post_call_again(struct sp_post_office *office, struct sp_live *live,
	int seat, int64_t instant, struct sp_error *e)
{
	struct sp_standing before = sp_post_standing_of(live);

	before.started = false;
	before.wanted = instant;
	return sp_table_awaited_seat(office->scratch, live, seat)
		       ? post_call(office, live, seat, &before, instant, e)
		       : SP_OK;
}

static int post_closing(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	unsigned seats = (unsigned)live->setup.n_seats;
	unsigned turn = live->game.turn;
	unsigned from = turn > seats ? turn - seats + 1 : 1;
	char fingerprint[SP_FINGERPRINT_TEXT];
	int rc = sp_record_live_find_root(live, e);
	json_t *figures = NULL;

	if (rc == SP_OK)
		rc = sp_tally_lines(live, &figures, e);
	if (rc == SP_OK)
		rc = read_fingerprint(live, fingerprint, e);
	/* a round: nobody heard of anything since his last turn */
	for (int s = 0; s < live->setup.n_seats && rc == SP_OK; s++) {
		struct sp_post_letter post = { .seat = s,
			.kind = "closing",
			.template = "closing",
			.instant = instant };
		json_t *story = NULL;
		rc = sp_record_story(live, from, SP_NOBODY, &story, e);
		if (rc == SP_OK)
			rc = post_spared_take(office, live, s, story, e);
		if (rc != SP_OK) {
			json_decref(story);
			break;
		}
		json_t *context = sp_post_context(office, live, s, instant);
		set_story(live, s, context, story);
		sp_json_set_bool(context, "called_off",
			live->game.outcome == SP_OUTCOME_CANCELLED);
		sp_json_set_string(context, "fingerprint", fingerprint);
		if (figures != NULL)
			sp_json_set(context, "figures", json_incref(figures));
		set_clone(office, live, context);
		rc = queue_call(office, live, before, &post, context, e);
	}
	json_decref(figures);
	return rc;
}

int sp_post_moved(struct sp_post_office *office, struct sp_live *live,
	const struct sp_standing *before, int64_t instant, struct sp_error *e)
{
	struct sp_standing now = sp_post_standing_of(live);
	int rc = SP_OK;

	if (!now.started || before->over)
		return SP_OK;
	rc = post_spared_keep(office, live, e);
	if (rc == SP_OK)
		rc = post_observers(office, live, before, instant, e);
	if (rc != SP_OK)
		return rc;
	if (now.over)
		return post_closing(office, live, before, instant, e);
	rc = post_consent(office, live, before, instant, e);
	if (rc != SP_OK)
		return rc;
	if (before->started && now.decision == before->decision)
		return post_news(office, live, instant, e);
	for (int s = 0;
		!before->started && rc == SP_OK && s < live->setup.n_seats; s++)
		if ((live->welcomed & 1u << s) == 0)
			rc = post_welcome(
				office, live, s, NULL, NULL, instant, NULL, e);
	/* whom the mail of the start asks has the one mail of that kind */
	if (rc == SP_OK && (before->started || now.kind != SP_DECISION_TURN))
		rc = post_calls(office, live, before, instant, e);
	return rc == SP_OK ? post_news(office, live, instant, e) : rc;
}

/* ---- single texts ----------------------------------------------------- */

int sp_post_notice_as(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_letter *post, const char *title, const char *text,
	int64_t *id, struct sp_error *e)
{
	json_t *context =
		sp_post_context(office, live, post->seat, post->instant);

	sp_json_set_string(context, "title", title);
	sp_json_set(context, "text", sp_typeset_lines(text));
	return sp_post_queue(office, live, post, context, id, e);
}

int sp_post_notice(struct sp_post_office *office, struct sp_live *live,
	int seat, const char *kind, const char *title, const char *text,
	int64_t instant, int64_t *id, struct sp_error *e)
{
	const struct sp_post_letter post = { .seat = seat,
		.kind = kind,
		.template = "notice",
		.instant = instant };

	return sp_post_notice_as(office, live, &post, title, text, id, e);
}
