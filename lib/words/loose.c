/* Words that orders of cards are written with, and may be written without. */
#include "words/words.h"

/* A line that is loosened. */
struct loose {
	struct piece *piece;
	const struct sp_order_words *words;
};

static bool is_keyword(const struct loose *p, const struct token *t)
{
	return sp_words_is_keyword(p->piece, p->words, t);
}

static int card_at(const struct loose *p, int at)
{
	int card;

	return sp_words_card(p->piece, p->words, at, &card);
}

/* "w", which could be a direction, "using", "for" of what pays. */
static bool means_with(const struct loose *p, int i)
{
	const struct token *t = &p->piece->token[i];
	bool west = sp_token_is(t, "w");

	if (i + 1 >= p->piece->n || is_keyword(p, t - 1) ||
		(!west && !sp_token_among(t, "using for mit")) ||
		(west && (sp_token_is_square(t[-1].word) ||
				 sp_token_is(t - 1, "of") || !t[-1].is_word)))
		return false;
	return sp_token_is_number(t + 1) || sp_token_is(t + 1, "energy") ||
	       (!sp_token_is(t, "for") && card_at(p, i + 1) > 0);
}

/* "energy 5", "5 energy" */
static bool is_energy(const struct loose *p, int i)
{
	const struct token *t = &p->piece->token[i];

	if (i + 1 >= p->piece->n)
		return false;
	return sp_token_is(t, "energy")
		       ? sp_token_is_number(t + 1)
		       : sp_token_is_number(t) &&
				 sp_token_is(t + 1, "energy") &&
				 (i + 2 >= p->piece->n ||
					 !sp_token_is_number(t + 2));
}

/* True if the keyword stands before whom or where, never before a card of one's
 * own; NULL: none was written. */
static bool is_before_aim(const struct token *keyword)
{
	return keyword == NULL || sp_token_among(keyword, "at on in from to");
}

/* "around the corner": how many tokens spell a card whose name begins with a
 * keyword. */
static int names_part(const struct loose *p, int i)
{
	int n = card_at(p, i);

	/* a part with a colon of its own */
	for (int k = i + n; k < p->piece->n && k <= i + n + 2; k++)
		if (sp_token_is_mark(&p->piece->token[k], ':'))
			return 0;
	return n > 1 && is_keyword(p, &p->piece->token[i]) ? n : 0;
}

/* "around the corner h2" is "around h2", and alone a card behind `with`. */
static void read_part(const struct loose *p, int i, int n)
{
	struct piece *piece = p->piece;
	struct token *t = &piece->token[i];
	bool with = sp_token_is(t - 1, "with");
	int at = i + n;

	if (at < piece->n && is_keyword(p, &piece->token[at]) &&
		at + 1 < piece->n &&
		sp_token_is_square(piece->token[at + 1].word))
		at++;
	if (at < piece->n && sp_token_is_square(piece->token[at].word)) {
		piece->n -= at - i - 1;
		memmove(t + 1, &piece->token[at],
			(size_t)(piece->n - i - 1) * sizeof(*t));
		if (with) {
			memmove(t - 1, t, (size_t)(piece->n - i) * sizeof(*t));
			piece->n--;
		}
	} else if (!with) {
		sp_token_insert_with(piece, i);
	}
}

/* True if energy that is named here pays, and no `with` says so. */
static bool lacks_with(
	const struct loose *p, int i, const struct token *keyword)
{
	const struct token *t = &p->piece->token[i];

	if (!is_energy(p, i) || is_keyword(p, t - 1) ||
		(keyword != NULL && (sp_token_is(keyword, "with") ||
					    sp_token_is(keyword, "against"))))
		return false;
	return !sp_token_separates(t - 1) || is_before_aim(keyword) ||
	       sp_token_is_number(t - 2);
}

void sp_words_loosen(struct piece *piece, const struct sp_order_words *words,
	enum sp_words_verb verb)
{
	const struct loose p = { piece, words };
	bool cast = verb == SP_WORDS_CAST, counter = verb == SP_WORDS_COUNTER;
	/* behind this `with` stands the card itself */
	bool own = counter || verb == SP_WORDS_ATTACK;
	const struct token *keyword = NULL;
	int i = 1;

	if (cast && piece->n > 1)
		i += card_at(&p, 1);
	for (; i < piece->n; i++) {
		struct token *t = &piece->token[i];
		int n = cast && i > 1 &&
					!sp_token_ends_clause(
						&piece->token[i - 1])
				? names_part(&p, i)
				: 0;

		if (n > 0)
			read_part(&p, i, n);
		else if (means_with(&p, i))
			sp_format(t->word, sizeof(t->word), "with");
		else if (verb != SP_WORDS_BOOST && i > 1 &&
			 lacks_with(&p, i, keyword))
			sp_token_insert_with(piece, i);
		if (sp_token_ends_clause(t)) {
			keyword = NULL;
			own = counter;
		} else if (is_keyword(&p, t)) {
			keyword = own && sp_token_is(t, "with") ? NULL : t;
			own = own && !sp_token_is(t, "with");
		}
	}
}
