/*
 * Sentences on one line: "Hi all! Move n n e. Cheers, Anna". The line parts at
 * their full stops if each of them is either an order, or orders, wholly, or
 * prose that cannot be one: it has no word of the game, takes nothing back and
 * leaves nothing open. Anything else leaves the line in one piece, which is a
 * mistake then if an order is in it.
 */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

#define SENTENCES_MAX 12 /* of a line that is parted */

struct sentence {
	int from, end;
	bool is_order;
};

/* True if a card's name ends there with its own mark: "Zot!". */
static bool is_name_end(
	const struct piece *p, const struct sp_order_words *words, int at)
{
	const struct token *t = &p->token[at];

	for (size_t i = 0; sp_token_is_mark(t, '!') && i < words->n; i++) {
		const char *name = words->word[i].word;
		size_t n = strlen(name), len = strlen(t[-1].word);

		if (words->word[i].kind == SP_WORD_CARD && n > len &&
			name[n - 1] == '!' &&
			sp_starts_i(name + n - 1 - len, t[-1].word))
			return true;
	}
	return false;
}

/* Returns how many there are; 0: the line is not to be parted. */
static int find_sentences(const struct piece *p,
	const struct sp_order_words *words, struct sentence list[SENTENCES_MAX])
{
	int n = 0;

	for (int at = 0, end; at < p->n; at = end) {
		end = sp_token_sentence_end(p, at);
		if (n == SENTENCES_MAX ||
			(end < p->n && is_name_end(p, words, end - 1)))
			return 0;
		list[n++] = (struct sentence){ .from = at, .end = end };
	}
	return n > 1 ? n : 0;
}

/* Orders that may stand beside prose, each a sentence; `end` and `pass` only as
 * the last one. */
static bool may_stand(const struct sp_order *o, bool last)
{
	enum sp_order_kind kind = (enum sp_order_kind)o->kind;

	return order_may_join(o, last) || (kind == SP_ORDER_JOIN && last);
}

static bool is_order(const struct piece *whole,
	const struct sp_order_words *words, const struct sentence *s, bool last,
	bool *talks)
{
	struct sp_order_line line;
	struct piece piece;
	int next;

	sp_token_piece_part(whole, s->from, s->end, &piece);
	memset(&line, 0, sizeof(line));
	if (order_piece_part(&piece, words, &next) > 0)
		return true;
	order_piece_read(&piece, words, &line);
	*talks = line.line_class == SP_LINE_CHATTER;
	return line.line_class == SP_LINE_ORDER && may_stand(&line.order, last);
}

/* Is it prose, and no more? `behind` an order. */
static bool is_clear(const struct piece *p, const struct sp_order_words *words,
	const struct sentence *s, bool behind)
{
	size_t start = p->token[s->from].start;
	size_t end = p->token[s->end - 1].end;
	const char *taken;
	bool answers;

	/* "move n. nne. Thanks!"; "see you" are words */
	if (sp_token_is_step(&p->token[s->from],
		    s->end == s->from + 1 || !p->token[s->from + 1].is_word) ||
		sp_order_talk_of(p->text, start, end, words, &answers) ==
			SP_ORDER_TALK_PERHAPS_ORDER ||
		sp_token_doubts_above(p->text + start, end - start) != NULL)
		return false;
	taken = sp_token_takes_back(p->text + start, end - start, true);
	if (taken != NULL && sp_streq(taken, "sorry") &&
		sp_token_apologises(p->text, start, end))
		taken = NULL;
	return !behind ||
	       (taken == NULL && sp_token_doubts_below(
					 p->text + start, end - start) == NULL);
}

/* True if no sentence but that one has a verb or a card of the game: else the
 * one would be offered in place of all. */
static bool are_talk(const struct piece *piece,
	const struct sp_order_words *words, const struct sentence *but)
{
	int card;

	for (int i = 0; i < piece->n; i++) {
		const struct token *t = &piece->token[i];
		const struct sp_token_action *action = sp_token_action_of(t);

		if (i >= but->from && i < but->end)
			continue;
		/* "take that, Red!" */
		if (i + 1 < piece->n && sp_token_is(t + 1, "that"))
			continue;
		if ((action != NULL && action->takes != 0 &&
			    !action->everyday) ||
			(action == NULL && sp_token_synonym_of(t) != NULL) ||
			sp_words_card(piece, words, i, &card) > 0)
			return false;
	}
	return true;
}

/* Are there orders in it? A line of prose beside which a whole order stands is
 * none that may be passed over: record the mistake. */
void order_piece_hidden(const struct piece *piece,
	const struct sp_order_words *words, struct sp_order_line *line)
{
	struct sentence list[SENTENCES_MAX];
	struct parse p = { .piece = piece, .words = words, .line = line };
	char would[SP_ORDER_SUGGESTION_SIZE];
	int n = piece->cut || piece->copied || piece->bar
			? 0
			: find_sentences(piece, words, list);
	bool talks;

	for (int i = 0; i < n; i++) {
		if (!is_order(piece, words, &list[i], true, &talks))
			continue;
		sp_token_quote(piece->text, piece->token[list[i].from].start,
			piece->token[list[i].end - 1].end, would,
			sizeof(would));
		if (!order_text_parses(words, would) ||
			!are_talk(piece, words, &list[i]))
			would[0] = '\0';
		(void)order_parse_fail(&p, list[i].from, would,
			SP_ORDER_REASON_ORDER_WORD_FIRST);
		return;
	}
}

int order_piece_sentence(const struct piece *piece,
	const struct sp_order_words *words, bool below, int *next)
{
	struct sentence list[SENTENCES_MAX];
	int n = piece->cut || piece->copied || piece->bar
			? 0
			: find_sentences(piece, words, list);
	int last = -1;
	bool talks[SENTENCES_MAX] = { false };

	/* "Thanks! End" */
	if (n > 0 && order_is_one(piece, words))
		return 0;

	for (int i = n - 1; i >= 0; i--) {
		list[i].is_order =
			is_order(piece, words, &list[i], last < 0, &talks[i]);
		if (list[i].is_order && last < 0)
			last = i;
		else if (!list[i].is_order && !talks[i])
			return 0;
	}
	if (last < 0)
		return 0;
	for (int i = 0; i < n; i++) {
		if (!list[i].is_order &&
			!is_clear(piece, words, &list[i], below))
			return 0;
		below = below || list[i].is_order;
	}
	*next = list[0].end;
	return list[0].end;
}
