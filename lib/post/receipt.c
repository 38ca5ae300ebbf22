/* The receipt of a mail goes out. */
#include "post/post.h"

#include "post/people.h"
#include "post/post_private.h"
#include "record/plans.h"
#include "table/context.h"

#define SHOWN_WHOLE  60 /* bytes of a message that a receipt shows */
#define SHOWN_START  34
#define SHOWN_FINISH 22

/* How mail programs mark an answer or what is sent on, in the languages of
 * their users. */
static const char *const marks[] = { "re", "aw", "antw", "antwort", "sv", "vs",
	"odp", "tr", "rif", "ynt", "res", "ref", "rv", "enc", "fw", "fwd", "wg",
	"vb", "vl", "doorst", "i", "r", "bls", "atb", "ats", "ilt", "hal",
	"v\xc3\xa1", "V\xc3\x81", "\xd0\x9d\xd0\x90", "\xce\x91\xce\xa0",
	"\xce\xa3\xce\xa7\xce\x95\xce\xa4", "\xe5\x9b\x9e\xe5\xa4\x8d",
	"\xe7\xad\x94\xe5\xa4\x8d", "\xe5\x9b\x9e\xe8\xa6\x86" };

/* Behind a mark come, perhaps, a number ("[2]", "(2)", "^2") and a colon, also
 * the wide one. NULL: no mark stands here. */
static const char *behind_mark(const char *at)
{
	if (*at == '[' || *at == '(' || *at == '^') {
		size_t digits = strspn(at + 1, "0123456789");
		const char *end = at + 1 + digits;

		if (digits == 0 || (*at != '^' && *end != ']' && *end != ')'))
			return NULL;
		at = end + (*at != '^');
	}
	at += strspn(at, " ");
	at += sp_starts(at, "\xc2\xa0") ? 2 : 0;
	if (*at == ':')
		return at + 1;
	return sp_starts(at, "\xef\xbc\x9a") ? at + 3 : NULL;
}

/* Without the "Re: " that the receipt puts before it again, and others of the
 * kind. */
static const char *bare_subject(const char *subject)
{
	const char *next = subject;

	while (next != NULL) {
		subject = next + strspn(next, " ");
		next = NULL;
		for (size_t i = 0; next == NULL && i < SP_ARRAY_LEN(marks); i++)
			if (sp_starts_i(subject, marks[i]))
				next = behind_mark(subject + strlen(marks[i]));
	}
	return subject;
}

/* The sender's address where it is known by now, else that of record. */
static int receipt_to(
	const struct sp_sitting *sitting, const char **to, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	bool known = false;
	int rc = sp_registry_seat_knows(sitting->office->registry, live->gid,
		live->setup.colour[sitting->seat], sitting->from, &known, e);

	*to = known ? sitting->from : NULL;
	return rc;
}

bool post_receipt_is_whole(const char *text)
{
	return strlen(text) <= SHOWN_WHOLE && strchr(text, '\n') == NULL;
}

void post_receipt_ends(const char *text, struct sp_buf *out)
{
	size_t n = strlen(text), from = out->len;
	size_t start = SHOWN_START, end = n - SHOWN_FINISH;

	if (n <= SHOWN_WHOLE) {
		sp_buf_add(out, text, n);
	} else {
		/* whole words, or at least whole characters */
		while (start > SHOWN_START / 2 && text[start] != ' ')
			start--;
		while (end < n - SHOWN_FINISH / 2 && text[end - 1] != ' ')
			end++;
		while (((unsigned char)text[start] & 0xc0) == 0x80)
			start--;
		while (((unsigned char)text[end] & 0xc0) == 0x80)
			end++;
		sp_buf_add(out, text, start);
		sp_buf_addf(out, " ... %s", text + end);
	}
	for (size_t i = from; i < out->len; i++)
		if (sp_is_space((unsigned char)out->data[i]))
			out->data[i] = ' ';
}

static void set_footer(json_t *context, const char *footer)
{
	struct sp_buf shown;

	sp_buf_init(&shown, 512);
	post_receipt_ends(footer, &shown);
	sp_json_set_string(context, "footer", sp_buf_str(&shown));
	sp_buf_free(&shown);
}

/* How many quoted lines the player should be told of: those that may be words
 * of theirs, or all of them if the rest says nothing that is to be done. */
static unsigned quoted_of(
	const struct sp_sitting *sitting, const struct sp_reply *reply)
{
	for (int i = 0; i < sitting->orders.n && reply->doubtful == 0; i++) {
		enum sp_line_class class = sitting->orders.line[i].line_class;

		if (class == SP_LINE_ORDER || class == SP_LINE_ERROR)
			return 0;
	}
	return reply->doubtful > 0 ? reply->doubtful : reply->quoted;
}

/* What was not read in the mail, and why. */
static void set_left_out(json_t *context, struct sp_sitting *sitting,
	const struct sp_message *message, const struct sp_reply *reply)
{
	unsigned below = sp_table_sitting_count_orders(sitting, reply->below);

	if (quoted_of(sitting, reply) > 0)
		sp_json_set_int(context, "quoted", quoted_of(sitting, reply));
	if (reply->pressed > 0 && sitting->pressed) {
		char lines[SP_RENDER_NAME_SIZE];

		sp_render_count((int)reply->pressed, "line", lines);
		sp_json_set_string(context, "unsent", lines);
	}
	if (reply->footer[0] != '\0')
		set_footer(context, reply->footer);
	if (below > 0)
		sp_json_set_int(context, "below", below);
	if (sitting->seen == 0 && message->attachment[0] != '\0')
		sp_json_set_string(context, "attachment", message->attachment);
}

/* Where the calls go. */
static const char *home_of(const struct sp_sitting *sitting)
{
	const struct sp_person *person = &sitting->live->people[sitting->seat];

	return person->standin[0] != '\0' ? person->standin : person->address;
}

/* True if the receipt goes where the calls go. */
static bool goes_home(
	const struct sp_sitting *sitting, const struct sp_post_letter *post)
{
	return post->confirm == 0 &&
	       (post->to == NULL ||
		       sp_mail_addr_equal(post->to, home_of(sitting)));
}

/* True if the mail did nothing but take the last seat: then the mail that tells
 * of the start is its receipt, as it goes to the same place. */
static bool starts_the_game(
	const struct sp_sitting *sitting, const struct sp_post_letter *post)
{
	static const char *const keys[] = { "joined", "luck", "error_count",
		"ignored", "questioned" };
	const struct sp_live *live = sitting->live;
	size_t known = 0;

	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
		known += json_object_get(sitting->receipt, keys[i]) != NULL;
	return sitting->joined && live->started && goes_home(sitting, post) &&
	       known == json_object_size(sitting->receipt);
}

/* Something was refused or not understood: the first line says so. */
static void set_failed(const struct sp_sitting *sitting, json_t *context)
{
	static const char *const keys[] = { "done", "planned", "answers",
		"joined" };
	const json_t *receipt = sitting->receipt;
	bool unread = json_object_get(receipt, "errors") != NULL;
	bool whole = sitting->asks == NULL;
	json_t *failed;

	if (!unread && json_object_get(receipt, "refused") == NULL)
		return;
	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
		whole = whole && json_object_get(receipt, keys[i]) == NULL;
	failed = json_object();
	sp_json_set_bool(failed, "whole", whole);
	sp_json_set_bool(failed, "unread", unread);
	sp_json_set(context, "failed", failed);
}

void post_receipt_tell(const struct sp_post_answer *answer, json_t *context)
{
	json_object_update(context, answer->sitting->receipt);
	set_failed(answer->sitting, context);
	set_left_out(context, answer->sitting, answer->message, answer->reply);
	sp_json_set_bool(context, "replied", true);
}

/* The kind of the receipt, and where it goes. */
static int address_receipt(const struct sp_sitting *sitting,
	struct sp_post_letter *post, char kind[SP_ROW_KIND], struct sp_error *e)
{
	char digest[SP_MAIL_KIND_TEXT];
	int rc = sp_seal_receipt_kind(digest, sitting->mail.message_id,
		sitting->mail.text, strlen(sitting->mail.text), e);

	if (rc != SP_OK)
		return rc;
	sp_format(kind, SP_ROW_KIND, "%s", digest);
	/* like the question, to the address of record alone; an answer to it
	 * is known by its kind where the reply address was lost */
	post->confirm = sitting->question;
	if (sitting->question == 0)
		return receipt_to(sitting, &post->to, e);
	sp_format(kind, SP_ROW_KIND, "confirm/%lld/%s",
		(long long)sitting->question, digest + strlen("receipt/"));
	return SP_OK;
}

/* ---- mails that need none ------------------------------------------------ */

/* True if each order of the mail is of the game and, with `only`, of that kind.
 */
static bool orders_all(const struct sp_orders *orders, int only)
{
	for (int i = 0; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];
		enum sp_order_kind kind = (enum sp_order_kind)line->order.kind;

		if (line->line_class == SP_LINE_ORDER &&
			(sp_order_effect(kind) != SP_EFFECT_GAME ||
				(only >= 0 && (int)kind != only)))
			return false;
	}
	return true;
}

/* True if a receipt has nothing to say but what was done, order by order, that
 * nothing of it was for this player alone, and that `end` waits, at most. */
static bool is_all_done(const json_t *told)
{
	static const char *const keys[] = { "done", "replied", "quoted",
		"error_count", "planned", "later" };
	const json_t *done = json_object_get(told, "done"), *entry;
	const json_t *planned = json_object_get(told, "planned");
	size_t known = 0, i;

	for (i = 0; i < SP_ARRAY_LEN(keys); i++)
		known += json_object_get(told, keys[i]) != NULL;
	json_array_foreach (done, i, entry) {
		const char *order =
			json_string_value(json_object_get(entry, "order"));

		if (order == NULL || order[0] == '\0')
			return false;
	}
	const char *first = json_string_value(json_array_get(planned, 0));
	bool ends = json_array_size(planned) == 1 && first != NULL &&
		    sp_streq(first, sp_order_word(SP_ORDER_END));

	return known == json_object_size(told) && (planned == NULL || ends);
}

/* True if the mail was done whole and left nothing to do: a turn from its
 * orders to its end, though the end may wait, or a pass. Who did not ask for
 * each receipt reads of it in the next mail. */
static bool needs_no_receipt(const struct sp_post_answer *answer,
	const struct sp_post_letter *post, const struct sp_standing *before)
{
	struct sp_sitting *sitting = answer->sitting;
	struct sp_post_office *office = sitting->office;
	const struct sp_live *live = sitting->live;
	int seat = sitting->seat;
	bool own = before->plays == seat;

	if (!before->started || live->game.status == SP_GAME_OVER ||
		sitting->applied == 0 || sitting->errors > 0 ||
		live->stood.len > 0 || !live->game.actor[seat].alive ||
		!goes_home(sitting, post) ||
		post_volume(office, live, seat) == SP_VOLUME_ALL ||
		sp_table_awaited_seat(office->scratch, live, seat) ||
		(own && before->turn == live->game.turn &&
			!sp_record_plan_waits(live, seat)) ||
		!orders_all(&sitting->orders, own ? -1 : (int)SP_ORDER_PASS))
		return false;
	json_t *told = json_object();
	post_receipt_tell(answer, told);
	bool all = is_all_done(told);
	json_decref(told);
	return all;
}

/* Nothing is sent: the next mail to the seat tells from there on. */
static int tell_later(struct sp_sitting *sitting,
	const struct sp_standing *before, struct sp_error *e)
{
	struct sp_person *person = &sitting->live->people[sitting->seat];

	if (before->plays != sitting->seat || person->told.hex[0] != '\0')
		return SP_OK;
	person->told = before->head;
	return sp_post_live_put_seat(
		sitting->office->registry, sitting->live, sitting->seat, e);
}

/* The receipt of a mail by which the game started; takes nothing. */
static int welcome_with(const struct sp_post_answer *answer,
	const struct sp_post_letter *post, struct sp_error *e)
{
	struct sp_sitting *sitting = answer->sitting;
	json_t *told = json_object();

	post_receipt_tell(answer, told);
	return post_welcome(sitting->office, sitting->live, sitting->seat, told,
		post->in_reply_to, post->instant, answer->id, e);
}

int sp_post_receipt(const struct sp_post_answer *answer,
	struct sp_standing *before, struct sp_error *e)
{
	struct sp_sitting *sitting = answer->sitting;
	struct sp_post_office *office = sitting->office;
	struct sp_live *live = sitting->live;
	int seat = sitting->seat;
	char kind[SP_ROW_KIND];
	struct sp_post_letter post = { .seat = seat,
		.kind = kind,
		.template = "receipt",
		.instant = sitting->instant,
		.in_reply_to = answer->message->message_id };
	int rc = address_receipt(sitting, &post, kind, e);

	if (rc != SP_OK)
		return rc;
	sitting->answered = true;
	if (starts_the_game(sitting, &post))
		return welcome_with(answer, &post, e);
	json_t *context = sp_post_context(office, live, seat, post.instant);
	post_question_add(office, live, seat, context);
	if (goes_home(sitting, &post)) {
		bool asks = json_object_get(context, "question") != NULL;

		before->receipts = asks ? 1u << seat : 0;
		if (post_calls_seat(office, live, before, seat)) {
			before->answer = answer;
			json_decref(context);
			return SP_OK;
		}
	}
	if (needs_no_receipt(answer, &post, before)) {
		json_decref(context);
		return tell_later(sitting, before, e);
	}
	post_receipt_tell(answer, context);
	sp_json_set_string(
		context, "subject", bare_subject(answer->message->subject));
	if (json_object_get(context, "joined") == NULL)
		sp_table_context_suggestions(
			office->scratch, live, seat, context);
	if (live->started)
		sp_json_set_bool(context, "changed", sitting->applied > 0);
	return sp_post_queue(office, live, &post, context, answer->id, e);
}
