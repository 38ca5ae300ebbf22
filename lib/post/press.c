/*
 * Press: what the players of a game write to each other through the judge.
 *
 * 1. All press of a mail to one person is one mail: the texts in their order,
 *    each with those whom it went to. It goes out at the first press of the
 *    mail, for all of them.
 * 2. It is one sealed commit for all who get the same texts: `press to all` is
 *    one, `press to blue` beside it two. How many sealed orders were given is
 *    public, who gave them, to whom and what, is not (sealed.c); the box has
 *    "red press blue green MARK", and the mark is of the texts as they were
 *    sent, with an empty line between.
 * 3. From one person to another go at most so many mails a day as the game's
 *    option `press-a-day` says. One too many is refused, and the receipt says
 *    when there is room again.
 * 4. Whoever muted its writer is not mailed it, and nobody is told: it is
 *    sealed and counted as what is sent.
 *    Where all press is public its text stands in report.txt, too.
 * 5. The game's option `press` says what may be written; what may not is
 *    refused with the reason.
 * 6. What would show who its writer is, or let others write his orders, is not
 *    sent: a reply address, or an address of his (press_text.c).
 */
#include "post/post.h"

#include "post/post_private.h"
#include "record/commit.h"
#include "record/pressed.h"
#include "reply/reply.h"

#define DAY   86400
#define A_DAY 20 /* rulesets without the option */

/* What the mail being played presses. */
struct sent {
	struct sp_sitting *sitting;
	int n;                             /* items of the mail */
	unsigned to[SP_ORDER_LINES_MAX];   /* of each: bit i is seat i */
	unsigned bots[SP_ORDER_LINES_MAX]; /* who is named, and reads none */
	char *text[SP_ORDER_LINES_MAX];    /* NULL: no press */
	const char *wrong[SP_ORDER_LINES_MAX]; /* NULL, or why it is not sent */
	const char *barred[SP_ORDER_LINES_MAX]; /* NULL, or what forbids it */
};

/* The seats that a press goes to: bit i is seat i. */
static unsigned press_to(
	const struct sp_sitting *sitting, const struct sp_order *order)
{
	unsigned all = 0;

	for (int s = 0; s < sitting->live->setup.n_seats; s++)
		if (!sp_record_bot_plays(sitting->live, s))
			all |= 1u << s;
	return (order->to == SP_ORDER_TO_ALL ? all : order->to & all) &
	       ~(1u << sitting->seat);
}

/* Those that it names and that the server plays. */
static unsigned bots_of(
	const struct sp_sitting *sitting, const struct sp_order *order)
{
	unsigned bots = 0;

	for (int s = 0; s < sitting->live->setup.n_seats; s++)
		if (sp_record_bot_plays(sitting->live, s))
			bots |= 1u << s;
	return order->to == SP_ORDER_TO_ALL ? 0 : order->to & bots;
}

static bool is_press(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ORDER &&
	       line->order.kind == SP_ORDER_PRESS;
}

/* ---- what the game allows ------------------------------------------------ */

static bool option_is(const struct sp_live *live, const char *wanted)
{
	const char *word = sp_card_ruleset_option_word(
		live->ruleset, &live->setup, "press");

	return word != NULL && sp_streq(word, wanted);
}

/* Is the press of line i without a name? */
static bool is_grey(const struct sent *sent, int i)
{
	return sent->sitting->orders.line[i].order.number != 0;
}

/* True if something stands beside press that is done, and not only asked: the
 * commits of both would stand side by side, and tell whose the press is. */
static bool orders_beside(const struct sp_orders *o)
{
	for (int i = 0; i < o->n; i++) {
		enum sp_order_effect effect = sp_order_effect(
			(enum sp_order_kind)o->line[i].order.kind);

		if (o->line[i].line_class == SP_LINE_ORDER &&
			effect != SP_EFFECT_PRESS &&
			effect != SP_EFFECT_QUESTION)
			return true;
	}
	return false;
}

/* Why press i may not go in this game; NULL: it may. One without a name comes
 * alone and goes to all: what it stood beside, and whom it left out, would tell
 * whose it is. */
static const char *not_allowed(const struct sent *sent, int i)
{
	const struct sp_live *live = sent->sitting->live;
	bool all = sent->sitting->orders.line[i].order.to == SP_ORDER_TO_ALL;

	if (option_is(live, "none"))
		return "in this game players write nothing to each other: its "
		       "option `press` is `none`";
	if (sp_record_press_is_public(live) && !all)
		return "not sent: in this game press goes to all, as its "
		       "option `press` is `public`; write `press to all: ...`";
	for (int k = 0; k < sent->n; k++)
		if (sent->text[k] != NULL && k != i &&
			(is_grey(sent, k) || is_grey(sent, i)))
			return "not sent: press without a name comes alone, in "
			       "a mail with no other press";
	if (!is_grey(sent, i))
		return NULL;
	if (!option_is(live, "grey"))
		return "not sent: in this game all press has its writer's "
		       "name; only the option `press` `grey` allows others";
	if (orders_beside(&sent->sitting->orders))
		return "not sent: press without a name comes alone, for what "
		       "is done beside it would tell whose it is; send it in "
		       "a mail with no orders";
	return all ? NULL
		   : "not sent: press without a name goes to all: write "
		     "`press grey to all: ...`";
}

static int collect(
	struct sent *sent, struct sp_sitting *sitting, struct sp_error *e)
{
	int rc = SP_OK;

	memset(sent, 0, sizeof(*sent));
	sent->sitting = sitting;
	sent->n = sitting->orders.n;
	for (int i = 0; i < sent->n && rc == SP_OK; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];
		struct sp_buf words;

		if (!is_press(line))
			continue;
		sent->to[i] = press_to(sitting, &line->order);
		sent->bots[i] = bots_of(sitting, &line->order);
		sp_buf_init(&words, sitting->orders.text_len + 1);
		sp_reply_press_text(&sitting->orders, &line->order, &words);
		sent->text[i] = sp_buf_take(&words);
		rc = post_press_check(
			sitting, sent->text[i], &sent->wrong[i], e);
		if (sent->wrong[i] != NULL)
			sent->to[i] = 0;
	}
	for (int i = 0; i < sent->n && rc == SP_OK; i++) {
		const char *no =
			sent->text[i] == NULL ? NULL : not_allowed(sent, i);

		if (no == NULL)
			continue;
		sent->to[i] = 0;
		sent->barred[i] = no;
	}
	return rc;
}

static void collected_clear(struct sent *sent)
{
	for (int i = 0; i < sent->n; i++)
		sp_free(sent->text[i]);
}

/* ---- so many a day ----------------------------------------------------- */

/* Is there room for one more to that seat? Else from when on. */
static int check_room(struct sp_sitting *sitting, int seat, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;
	int most = sp_card_ruleset_option(
		live->ruleset, &live->setup, "press-a-day", A_DAY);
	int64_t created = 0;
	int rc = sp_registry_press_nth(sitting->office->registry, live->gid,
		live->setup.colour[sitting->seat], live->setup.colour[seat],
		(unsigned)most, &created, e);

	if (rc == SP_OK && created > sitting->instant - DAY) {
		sitting->press_full |= 1u << seat;
		sitting->press_again[seat] = created + DAY;
	}
	return sp_registry_optional(rc, e);
}

/* ---- out of the mail --------------------------------------------------- */

/* Do both seats get the same texts? */
static bool same_texts(const struct sent *sent, int a, int b)
{
	for (int i = 0; i < sent->n; i++)
		if (((sent->to[i] >> a ^ sent->to[i] >> b) & 1u) != 0)
			return false;
	return true;
}

/* Press is a sealed order: the record says to whom and keeps a mark of the
 * text, both in the box. A game that is not played has no boxes. */
static int seal_press(const struct sp_sitting *sitting, unsigned to,
	const char *text, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char mark[SP_SHA256_TEXT], input[SP_SHA256_TEXT];
	struct sp_buf command;

	if (!live->started || live->game.status == SP_GAME_OVER)
		return SP_OK;
	sp_buf_init(&command, 512);
	int rc = sp_seal_press(mark, &live->secrets, sitting->mail.message_id,
		text, strlen(text), e);
	if (rc == SP_OK)
		rc = sp_seal_input_mail(input, &live->secrets,
			sitting->mail.message_id, sitting->mail.text,
			strlen(sitting->mail.text), e);
	if (rc == SP_OK) {
		sp_buf_adds(&command, "press");
		for (int s = 0; s < live->setup.n_seats; s++)
			if ((to & (1u << s)) != 0)
				sp_buf_addf(
					&command, " %s", live->setup.colour[s]);
		sp_buf_addf(&command, " %s", mark);
	}
	if (rc == SP_OK && sp_record_press_is_public(live)) {
		char *shown = post_press_shown(text);

		rc = sp_record_pressed(live, sitting->seat,
			sp_buf_str(&command), shown, sitting->instant, input,
			e);
		sp_free(shown);
	} else if (rc == SP_OK) {
		rc = sp_record_sealed(live, sitting->seat, sp_buf_str(&command),
			sitting->instant, input, e);
	}
	sp_buf_free(&command);
	return rc;
}

static void add_names(
	const struct sp_sitting *sitting, unsigned to, struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];
	const char *before = "";

	for (int s = 0; s < sitting->live->setup.n_seats; s++) {
		if ((to & 1u << s) == 0)
			continue;
		sp_render_capital(sitting->live->setup.colour[s], name);
		sp_buf_addf(out, "%s%s", before, name);
		before = ", ";
	}
}

/* "you, Blue and Green": the seat that reads it first. */
static void add_hearers(const struct sp_sitting *sitting, unsigned to, int seat,
	struct sp_buf *out)
{
	char name[SP_RENDER_NAME_SIZE];
	unsigned others = to & ~(1u << seat);

	sp_buf_adds(out, "you");
	for (int s = 0; others >> s != 0; s++) {
		if ((others >> s & 1u) == 0)
			continue;
		sp_render_capital(sitting->live->setup.colour[s], name);
		sp_buf_addf(
			out, "%s%s", others >> s == 1 ? " and " : ", ", name);
	}
}

/* The texts for a seat, as the template `press` has them; *all: each is to all.
 */
static json_t *parts_for(const struct sent *sent, int seat, bool *all)
{
	json_t *parts = json_array();

	*all = true;
	for (int i = 0; i < sent->n; i++) {
		const struct sp_order *order =
			&sent->sitting->orders.line[i].order;
		json_t *part;
		struct sp_buf names;
		char *shown;

		if ((sent->to[i] & 1u << seat) == 0)
			continue;
		part = json_object();
		sp_buf_init(&names, 512);
		add_hearers(sent->sitting, sent->to[i], seat, &names);
		sp_json_set_string(part, "to",
			order->to == SP_ORDER_TO_ALL ? "all"
						     : sp_buf_str(&names));
		shown = post_press_shown(sent->text[i]);
		sp_json_set(part, "text", sp_typeset_lines(shown));
		sp_free(shown);
		json_array_append_new(parts, part);
		*all = *all && order->to == SP_ORDER_TO_ALL;
		sp_buf_free(&names);
	}
	return parts;
}

/* Is what goes to that seat without a name? Then it is all that goes to it. */
static bool first_is_grey(const struct sent *sent, int to)
{
	for (int i = 0; i < sent->n; i++)
		if ((sent->to[i] & 1u << to) != 0)
			return is_grey(sent, i);
	return false;
}

static int post_press(const struct sent *sent, int to, const char *text,
	const char *mark, struct sp_error *e)
{
	const struct sp_sitting *sitting = sent->sitting;
	struct sp_live *live = sitting->live;
	struct sp_press_row row = { .created = sitting->instant };
	char from[SP_RENDER_NAME_SIZE], kind[SP_ROW_KIND];
	bool all, grey = first_is_grey(sent, to);

	sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
	sp_format(row.seat, sizeof(row.seat), "%s",
		live->setup.colour[sitting->seat]);
	sp_format(row.to, sizeof(row.to), "%s", live->setup.colour[to]);
	int rc = sp_registry_press_add(
		sitting->office->registry, &row, text, strlen(text), e);
	if (rc != SP_OK)
		return rc;
	/* whoever muted the writer would learn whose the others are */
	if (!grey && (live->people[to].muted & 1u << sitting->seat) != 0)
		return SP_OK;
	struct sp_post_letter post = { .seat = to,
		.kind = kind,
		.template = "press",
		.instant = sitting->instant };
	json_t *context =
		sp_post_context(sitting->office, live, to, sitting->instant);
	sp_render_capital(
		grey ? "somebody" : live->setup.colour[sitting->seat], from);
	sp_json_set_string(context, "From", from);
	sp_json_set(context, "parts", parts_for(sent, to, &all));
	sp_json_set_bool(context, "all", all);
	post_press_kind(kind, grey ? "" : row.seat, all, mark);
	return sp_post_queue(sitting->office, live, &post, context, NULL, e);
}

/* One commit, and a mail to each of the seats, which get the same texts. */
static int send_to(const struct sent *sent, unsigned to, int first,
	const char *mark, struct sp_error *e)
{
	const struct sp_sitting *sitting = sent->sitting;
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	for (int i = 0; i < sent->n; i++)
		if ((sent->to[i] & 1u << first) != 0)
			sp_buf_addf(&text, "%s%s", text.len > 0 ? "\n\n" : "",
				sent->text[i]);
	int rc = seal_press(sitting, to, sp_buf_str(&text), e);
	for (int s = 0; s < sitting->live->setup.n_seats && rc == SP_OK; s++)
		if ((to & 1u << s) != 0)
			rc = post_press(sent, s, sp_buf_str(&text), mark, e);
	sp_buf_free(&text);
	return rc;
}

/* Those who have room, in groups of those who get the same. */
static int send_all(const struct sent *sent, struct sp_error *e)
{
	struct sp_sitting *sitting = sent->sitting;
	char digest[SP_MAIL_KIND_TEXT];
	unsigned left = 0;
	int n = sitting->live->setup.n_seats;
	int rc = sp_seal_receipt_kind(digest, sitting->mail.message_id,
		sitting->mail.text, strlen(sitting->mail.text), e);

	for (int i = 0; i < sent->n; i++)
		left |= sent->to[i];
	for (int s = 0; s < n && rc == SP_OK; s++)
		if ((left & 1u << s) != 0)
			rc = check_room(sitting, s, e);
	left &= ~sitting->press_full;
	for (int s = 0; s < n && rc == SP_OK; s++) {
		unsigned group = 0;

		if ((left & 1u << s) == 0)
			continue;
		for (int other = s; other < n; other++)
			if ((left & 1u << other) != 0 &&
				same_texts(sent, s, other))
				group |= 1u << other;
		rc = send_to(sent, group, s, digest + strlen("receipt/"), e);
		left &= ~group;
	}
	return rc;
}

/* ---- the receipt -------------------------------------------------------- */

/* Say to whom it did not go, and from when on it may. */
static void refuse(
	struct sp_sitting *sitting, const struct sp_order_line *line, int seat)
{
	char when[SP_TIMEZONE_TEXT], name[SP_RENDER_NAME_SIZE];
	char mails[SP_RENDER_NAME_SIZE];
	int most = sp_card_ruleset_option(sitting->live->ruleset,
		&sitting->live->setup, "press-a-day", A_DAY);

	/* a minute is what is shown, and may not be too early */
	sp_timezone_text(when, sitting->zone, sitting->press_again[seat] + 59,
		sitting->instant, SP_TIMEZONE_BESIDE);
	sp_render_capital(sitting->live->setup.colour[seat], name);
	sp_render_count(most, "mail", mails);
	char *why = sp_xasprintf("not sent to %s: %s from you to %s in a day "
				 "%s the most, and so many went; send it again "
				 "after %s",
		name, mails, name, most == 1 ? "is" : "are", when);
	sp_table_receipt_refuse(sitting, line, why);
	sp_free(why);
}

/* "Blue is played by the server and reads no press". */
static void add_bots(
	const struct sp_sitting *sitting, unsigned bots, struct sp_buf *out)
{
	bool one = (bots & (bots - 1)) == 0;

	add_names(sitting, bots, out);
	sp_buf_adds(out, one ? " is played by the server and reads no press"
			     : " are played by the server and read no press");
}

/* The message whole, unless the line that says it was sent has all of it, and
 * what stands below it that may have been meant as more. */
static void echo(struct sp_sitting *sitting, const struct sp_order_line *line,
	const char *to, bool grey, const char *text)
{
	struct sp_order below;
	bool left = sp_reply_press_left(
		&sitting->orders, (int)(line - sitting->orders.line), &below);
	json_t *entry;

	if (!left && post_receipt_is_whole(text))
		return;
	entry = json_object();
	sp_json_set_string(entry, "to", to);
	sp_json_set_bool(entry, "grey", grey);
	char *shown = post_press_shown(text);
	sp_json_set(entry, "lines", sp_typeset_lines(shown));
	sp_free(shown);
	if (left) {
		struct sp_buf words;

		sp_buf_init(&words, sitting->orders.text_len + 1);
		sp_reply_press_text(&sitting->orders, &below, &words);
		shown = post_press_shown(sp_buf_str(&words));
		sp_json_set(entry, "left", sp_typeset_lines(shown));
		sp_free(shown);
		sp_buf_free(&words);
	}
	sp_table_receipt_add(sitting->receipt, "pressed", entry);
}

static void report(struct sp_sitting *sitting, const struct sp_order_line *line,
	unsigned to, unsigned bots, const char *text)
{
	unsigned sent = to & ~sitting->press_full;
	/* what is offered below it must not name its writer either */
	bool grey = line->order.number != 0;
	bool sealed = sitting->live->started &&
		      sitting->live->game.status != SP_GAME_OVER;
	struct sp_buf names, order, shown;

	sp_buf_init(&names, 512);
	sp_buf_init(&order, 512);
	sp_buf_init(&shown, 512);
	if (grey)
		sp_buf_adds(&names, "all");
	else
		add_names(sitting, sent, &names);
	sp_buf_addf(&order, "press %sto %s", grey ? "grey " : "",
		sp_buf_str(&names));
	sp_buf_addf(&shown, "sent%s: \"", grey ? " without your name" : "");
	post_receipt_ends(text, &shown);
	sp_buf_adds(&shown, "\"");
	if (sealed && sp_record_press_is_public(sitting->live))
		sp_buf_adds(&shown, "; it stands in the history for good");
	if (bots != 0) {
		sp_buf_adds(&shown, "; ");
		add_bots(sitting, bots, &shown);
	}
	if (sent != 0) {
		sp_table_receipt_tell(sitting, "done", sp_buf_str(&order),
			sp_buf_str(&shown));
		echo(sitting, line, sp_buf_str(&names), grey, text);
	}
	for (int s = 0; s < sitting->live->setup.n_seats; s++)
		if ((to & sitting->press_full & 1u << s) != 0)
			refuse(sitting, line, s);
	sp_buf_free(&names);
	sp_buf_free(&order);
	sp_buf_free(&shown);
}

static void refuse_bots(struct sp_sitting *sitting,
	const struct sp_order_line *line, unsigned bots)
{
	struct sp_buf why;

	sp_buf_init(&why, 512);
	add_bots(sitting, bots, &why);
	sp_table_receipt_refuse(sitting, line, sp_buf_str(&why));
	sp_buf_free(&why);
}

int sp_post_press(struct sp_sitting *sitting, const struct sp_order_line *line,
	struct sp_error *e)
{
	int i = (int)(line - sitting->orders.line);
	struct sent *sent = sp_xmalloc(sizeof(*sent));
	int rc;

	sitting->questions++;
	rc = collect(sent, sitting, e);
	if (rc == SP_OK && !sitting->pressed)
		rc = send_all(sent, e);
	sitting->pressed = true;
	if (rc == SP_OK && sent->wrong[i] != NULL) {
		/* what stands below may be no more his than the address is */
		sp_table_receipt_refuse(sitting, line, sent->wrong[i]);
		sitting->blocked = true;
	} else if (rc == SP_OK && sent->barred[i] != NULL)
		sp_table_receipt_refuse(sitting, line, sent->barred[i]);
	else if (rc == SP_OK && sent->to[i] == 0 && sent->bots[i] != 0)
		refuse_bots(sitting, line, sent->bots[i]);
	else if (rc == SP_OK && sent->to[i] == 0)
		sp_table_receipt_refuse(sitting, line,
			"nobody else who reads mail is named in it");
	else if (rc == SP_OK)
		report(sitting, line, sent->to[i], sent->bots[i],
			sent->text[i]);
	collected_clear(sent);
	sp_free(sent);
	return rc;
}
