/* What a mail says to an offer of what an earlier one may have meant. */
#include "post/agreed.h"

#include "token/token.h"

/* ---- the answer --------------------------------------------------------- */

bool post_agreed_is_limited(const char *line, size_t len)
{
	static const char limits[] =
		"but not no without only except first last instead wait then "
		"if unless end one second don't dont later maybe perhaps "
		"tomorrow never yet hold aber nicht ohne nur statt "
		"vielleicht morgen sp\303\244ter noch";
	struct piece piece;
	const struct spot from = { 0, 1, 1 };
	bool limited = false;

	sp_token_piece_scan(&piece, line, &from, len);
	for (int i = 0; i < piece.n; i++)
		limited |= sp_token_among(&piece.token[i], limits);
	return limited;
}

/* True for a greeting, thanks or a name beside a yes; not for words that may
 * take something of it back. */
static bool is_courtesy(const char *line, size_t len, bool *yes)
{
	static const char assents[] =
		"that's thats that is it i i'm im am was do so all exactly "
		"correct right please thanks thank you of course sure fine "
		"good done finished meant mean what this as judge yes yeah "
		"das ist war ich bin es so genau richtig bitte danke fertig "
		"stimmt meinte";
	struct piece piece;
	const struct spot from = { 0, 1, 1 };

	if (post_agreed_is_limited(line, len))
		return false;
	sp_token_piece_scan(&piece, line, &from, len);
	/* "yes, that's it, I'm done" */
	*yes = piece.n > 1 && !piece.question &&
	       sp_token_among(piece.token, "yes yeah yep yup ja jawohl");
	for (int i = 1; i < piece.n; i++)
		*yes = *yes &&
		       (!piece.token[i].is_word ||
			       sp_token_among(&piece.token[i], assents));
	return piece.n <= 4 || *yes;
}

bool post_agreed_are_courtesies(const char *text, size_t len, bool *yes)
{
	struct sp_cursor c;
	const char *line;
	bool says;
	size_t n;

	sp_cursor_init(&c, text, len);
	while (sp_cursor_line(&c, &line, &n)) {
		if (!is_courtesy(line, n, &says))
			return false;
		*yes = *yes || says;
	}
	return true;
}

enum said {
	SAID_ELSE,
	SAID_MORE, /* yes, and something besides */
	SAID_YES,
	SAID_NO,
	SAID_FIRST, /* of two readings */
	SAID_OTHER,
};

bool post_agreed_is_beside(const struct sp_order_line *line)
{
	enum sp_order_effect effect;

	if (line->line_class != SP_LINE_ORDER)
		return false;
	effect = sp_order_effect((enum sp_order_kind)line->order.kind);
	return effect == SP_EFFECT_PRESS || effect == SP_EFFECT_QUESTION;
}

/* True of "yes please" and the like, where a yes answers no question. */
static bool is_yes_with_more(const struct sp_order_line *line)
{
	return line->line_class == SP_LINE_ERROR &&
	       line->mistake.reason == SP_ORDER_REASON_ONLY_ALONE &&
	       sp_streq(line->mistake.word, sp_order_word(SP_ORDER_YES));
}

/* 'a' or 'b' alone on the mail's first line. */
static enum said letter_of(const char *text)
{
	char letter;

	text += strspn(text, " \t\n");
	if (*text == '\0')
		return SAID_ELSE;
	letter = (char)sp_lower((unsigned char)*text++);
	text += strspn(text, " .)!");
	if ((letter != 'a' && letter != 'b') ||
		(*text != '\0' && *text != '\n'))
		return SAID_ELSE;
	return letter == 'a' ? SAID_FIRST : SAID_OTHER;
}

static enum said said_by(const struct sp_sitting *sitting)
{
	enum said letter = letter_of(sitting->mail.text);
	bool yes = false, no = false, more = false;

	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];
		bool order = line->line_class == SP_LINE_ORDER;
		bool alone = is_yes_with_more(line);

		if (order && line->order.kind == SP_ORDER_YES)
			yes = true;
		else if (order && line->order.kind == SP_ORDER_NO)
			no = true;
		else if (!post_agreed_is_beside(line) &&
			 ((line->line_class != SP_LINE_CHATTER && !alone) ||
				 !post_agreed_are_courtesies(
					 sitting->orders.text + line->start,
					 line->len, &yes)))
			more = true;
		yes |= alone;
	}
	if (letter != SAID_ELSE)
		return more || yes || no ? SAID_MORE : letter;
	if (yes)
		return more || no ? SAID_MORE : SAID_YES;
	return no && !more ? SAID_NO : SAID_ELSE;
}

bool post_agreed_is_answer(const struct sp_sitting *sitting)
{
	return said_by(sitting) != SAID_ELSE;
}

void post_agreed_take(struct sp_sitting *sitting, const char *orders)
{
	struct sp_buf all;

	sp_buf_init(&all, SIZE_MAX);
	sp_buf_adds(&all, orders);
	for (int i = 0; i < sitting->orders.n; i++) {
		const struct sp_order_line *line = &sitting->orders.line[i];

		if (post_agreed_is_beside(line))
			sp_buf_addf(&all, "%.*s\n", (int)line->len,
				sitting->orders.text + line->start);
	}
	sp_order_clear(&sitting->orders);
	sp_table_read(sitting, sp_buf_str(&all), &sitting->orders);
	sp_buf_free(&all);
}

bool post_agreed_tell(
	struct sp_sitting *sitting, const char *key, const char *text)
{
	if (sp_streq(key, "refused"))
		sp_order_clear(&sitting->orders);
	else
		post_agreed_take(sitting, "");
	sp_table_receipt_tell(sitting, key, "your answer", text);
	sitting->seen++;
	sitting->errors += sp_streq(key, "refused");
	return true;
}

bool post_agreed_answer(struct sp_sitting *sitting,
	char *const kept[SP_TABLE_READINGS], bool over, bool *closed)
{
	enum said said = said_by(sitting);
	bool two = kept[1] != NULL;

	*closed = false;
	if (said == SAID_ELSE ||
		(!two && (said == SAID_FIRST || said == SAID_OTHER)))
		return false;
	*closed = over || said == SAID_NO;
	if (said == SAID_NO)
		return post_agreed_tell(sitting, "done",
			"nothing of it is done: write what you mean");
	if (over)
		return post_agreed_tell(sitting, "refused",
			"the game went on since that was asked: nothing of it "
			"was done");
	if (said == SAID_MORE)
		return post_agreed_tell(sitting, "refused",
			"there is more in your mail than that, so nothing of "
			"it was done: send it alone, or all that you mean as "
			"orders");
	if (two && said == SAID_YES)
		return post_agreed_tell(sitting, "refused",
			"there are two readings: reply `A` or `B`");
	*closed = true;
	post_agreed_take(sitting, kept[said == SAID_OTHER]);
	return true;
}
