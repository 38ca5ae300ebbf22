/*
 * "Yes, I take the seat, thank you!": a yes in a sentence, in answer to an
 * invitation. Any word of the mail's that may limit it leaves it as it stands.
 */
#include "reply_private.h"

#include "token/token.h"

static const char limits[] =
	"but if no not only when later first until till unless except depends "
	"depending maybe perhaps instead next wait before after though although "
	"however probably possibly think thinking consider ask tomorrow soon "
	"once provided without cannot never except sorry busy against rather "
	"aber wenn nein nicht nur erst sobald falls vielleicht sp\303\244ter "
	"sp\303\244t au\303\237er ohne kein keine noch morgen bis nach vor maar "
	"niet";

static bool is_stop(const struct token *t)
{
	return !t->is_word && strchr(".!?", t->word[0]) != NULL;
}

/* Behind the sentences from `at` on that ask how, what or where and limit
 * nothing. */
static int behind_question(const struct piece *p, int at)
{
	while (at < p->n) {
		int end = sp_token_sentence_end(p, at);
		struct piece part;

		sp_token_piece_part(p, at, end, &part);
		if (part.n < 3 || !sp_token_is_mark(&p->token[end - 1], '?') ||
			!sp_token_among(part.token,
				"how what where who which why wie was wo wer"))
			break;
		at = end;
	}
	return at;
}

/* True if a word or a question mark of the line may take something of it back.
 */
static bool limits_it(const struct sp_orders *o, const struct sp_order_line *at)
{
	size_t start = at->start, end = at->start + at->len;

	while (start < end) {
		struct spot from = { start, 1, 1 };
		struct piece piece;
		size_t stop = start;

		while (stop < end && o->text[stop] != '\n')
			stop++;
		sp_token_piece_scan(&piece, o->text, &from, stop);
		for (int i = 0; i < piece.n; i++) {
			if (i == 0 || is_stop(&piece.token[i - 1]))
				i = behind_question(&piece, i);
			if (i == piece.n)
				break;

			const struct token *t = &piece.token[i];
			size_t n = strlen(t->word);

			if (sp_token_among(t, limits) ||
				sp_token_is_mark(t, '?') ||
				(n > 3 && sp_streq(t->word + n - 3, "n't")))
				return true;
		}
		if (piece.cut)
			return true;
		start = stop + 1;
	}
	return false;
}

static bool begins_with_yes(
	const struct sp_orders *o, const struct sp_order_line *line)
{
	struct spot from = { line->start, 1, 1 };
	struct piece piece;

	sp_token_piece_scan(&piece, o->text, &from, line->start + line->len);
	for (int at = 0; piece.n > 1 && at < piece.n;
		at = sp_token_sentence_end(&piece, at))
		if (sp_token_among(&piece.token[at],
			    "yes yeah yep yup ja jawohl sure gladly gerne"))
			return true;
	return false;
}

void sp_reply_assent(struct sp_orders *o)
{
	struct sp_order_line *yes = NULL;

	for (int i = 0; i < o->n; i++) {
		struct sp_order_line *line = &o->line[i];

		if (line->line_class == SP_LINE_ORDER) {
			if (line->order.kind != SP_ORDER_LUCK)
				return;
			continue;
		}
		if (line->line_class != SP_LINE_CHATTER || limits_it(o, line))
			return;
		if (yes == NULL && begins_with_yes(o, line))
			yes = line;
	}
	if (yes == NULL)
		return;
	yes->line_class = SP_LINE_ORDER;
	yes->order.kind = SP_ORDER_YES;
}
