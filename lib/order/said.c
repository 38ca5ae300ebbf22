/*
 * Words that stand for what was said before: "him" for whoever the mail named
 * last, or for the only other wizard there is; "it" behind "pick up" for the
 * thing that was named last; "go through" for the side of the door that is
 * opened. Who is named beside another, "red and blue", is not meant by it, nor
 * is who is named in a message to somebody.
 */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

/* The word of that kind and value; NULL: not in this game. */
static const char *word_of(
	const struct sp_order_words *words, enum sp_word_kind kind, int value)
{
	for (size_t i = 0; i < words->n; i++)
		if (words->word[i].kind == kind &&
			words->word[i].value == value)
			return words->word[i].word;
	return NULL;
}

/* The seat that "him" is whoever is named; ORDER_SAID_NONE: it depends. */
static int only_him(const struct sp_order_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		if (words->word[i].kind == SP_WORD_HIM)
			return words->word[i].value;
	return ORDER_SAID_NONE;
}

/* "punch him", "hit her with zot", "zot auf ihn": not "her treasure", nor
 * "hebe ihn auf", which may be a treasure. */
static bool is_him(const struct parse *p, int at)
{
	const struct token *t = &p->piece->token[at];

	if (sp_token_is(t, "him"))
		return true;
	if (sp_token_is(t, "her"))
		return at + 1 == p->piece->n || order_is_keyword(p, t + 1) ||
		       sp_token_is_joint(t + 1) || !t[1].is_word;
	return at > 0 && sp_token_among(t, "ihn ihm") &&
	       sp_token_among(t - 1,
		       "auf gegen an bei zu nach schlage schlag haue hau trete "
		       "tritt");
}

static void put_word(struct token *t, const char *word)
{
	if (word != NULL)
		sp_format(t->word, sizeof(t->word), "%s", word);
}

/* How many tokens name a seat there, which *said notes; 0: they name nobody. */
static int seat_at(const struct parse *p, int at, bool beside,
	struct order_said *said, bool *joined)
{
	const struct piece *piece = p->piece;
	int seat, n = order_name_find(p, at, true, &seat);

	if (n == 0)
		return 0;
	said->him = beside && seat != said->him ? ORDER_SAID_SEVERAL : seat;
	*joined = at + n + 1 < piece->n &&
		  sp_token_is_joint(&piece->token[at + n]);
	return n + *joined;
}

/* How many tokens name a thing that could be picked up, which *said notes. */
static int thing_at(const struct parse *p, int at, struct order_said *said)
{
	const struct token *t = &p->piece->token[at];
	int card, n;

	if (sp_token_among(t, "treasure loot booty chest schatz")) {
		said->it = ORDER_SAID_TREASURE;
		return 1;
	}
	n = sp_token_is(t, "energy") ? 0 : order_card_spelled(p, at, &card);
	if (n > 0)
		said->it = card;
	return n;
}

/* "pick it up", "grab it": the thing in place of "it", if it was named, or is
 * likely a treasure. Nothing is done of a card of several words, nor of another
 * "it": "take it easy". */
static void put_thing(struct parse *p, struct piece *piece, int at,
	const struct order_said *said)
{
	const char *name = said->it >= 0
				   ? word_of(p->words, SP_WORD_CARD, said->it)
				   : "treasure";
	int behind = at + 1;

	if (behind < piece->n && sp_token_is(&piece->token[behind], "up"))
		behind++;
	if (at == 0 || p->words->asked != SP_ASKED_NOTHING ||
		!sp_token_is(&piece->token[at], "it") ||
		!sp_token_among(&piece->token[at - 1],
			said->it == ORDER_SAID_NONE
				? "pick grab drop up"
				: "pick grab take get snatch collect fetch "
				  "drop up") ||
		(behind < piece->n && piece->token[behind].is_word &&
			!sp_token_is(&piece->token[behind], "at") &&
			!sp_token_is_joint(&piece->token[behind])) ||
		name == NULL || strchr(name, ' ') != NULL)
		return;
	put_word(&piece->token[at], name);
}

/* "use energy 5", by itself, spends it on steps: it is nothing else. Right
 * below an order of cards it may be meant for that. */
static void put_boost(struct piece *piece, const struct order_said *said)
{
	struct piece trial = *piece;
	bool asked;

	if (said->aimed || piece->copied || piece->question || piece->n < 3 ||
		!sp_token_is(&piece->token[piece->n - 2], "energy"))
		return;
	(void)sp_token_take_manners(&trial, &asked);
	if (!sp_token_among(trial.token, "use play spend burn"))
		return;
	if (trial.n == 4 && sp_token_among(&trial.token[1], "my the an"))
		sp_token_piece_drop_first(&trial, 1);
	if (trial.n == 3 && sp_token_is(&trial.token[1], "energy") &&
		sp_token_is_number(&trial.token[2]) &&
		sp_token_put_first(&trial, 1, "boost with"))
		*piece = trial;
}

void order_said_read(struct piece *piece, const struct sp_order_words *words,
	struct order_said *said)
{
	struct parse p = { .piece = piece, .words = words };
	int only = only_him(words), n;
	bool joined = false;

	if (words->asked == SP_ASKED_NOTHING)
		put_boost(piece, said);
	said->side = sp_token_take_through(piece, said->side);
	for (int i = 0; i < piece->n; i += n) {
		bool beside = joined;

		joined = false;
		n = seat_at(&p, i, beside, said, &joined);
		if (n == 0)
			n = thing_at(&p, i, said);
		if (n > 0)
			continue;
		n = 1;
		if (is_him(&p, i))
			put_word(&piece->token[i],
				word_of(words, SP_WORD_SEAT,
					only >= 0 ? only : said->him));
		else
			put_thing(&p, piece, i, said);
	}
}
