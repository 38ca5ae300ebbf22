/*
 * Nearly an order: a line that begins with no order word, but was meant as an
 * order. It is an error, so that what stands below it is not done and `end`
 * waits (lib/reply). The rule: a verb meets a name that it could be about ("hit
 * red", "please move n"), with nothing but small words between, or more than
 * half of the words are the game's, and one of them is no player ("red
 * fireball"). All else is prose.
 */
#include "order/order.h"

#include "cards_private.h"
#include "piece_private.h"

/* Words that say nothing by themselves. */
static bool is_small(const struct parse *p, int at)
{
	const struct token *t = &p->piece->token[at];

	return order_is_keyword(p, t) ||
	       sp_token_among(t,
		       "the a an my his her your i at on to up with it then and "
		       "please towards toward into of");
}

/* Might a card's whole name begin with this word? Most words of prose are
 * settled here. */
static bool begins_card(const struct parse *p, const struct token *t)
{
	for (size_t i = 0; i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];

		if (v->kind == SP_WORD_CARD &&
			sp_lower((unsigned char)v->word[0]) ==
				(unsigned char)t->word[0])
			return true;
	}
	return false;
}

/* Is it a whole card's name, of one that is near at hand? */
static bool is_near(const struct parse *p, int at)
{
	int card;

	if (order_card_spelled(p, at, &card) == 0)
		return false;
	for (size_t i = 0; i < p->words->n; i++)
		if (p->words->word[i].kind == SP_WORD_CARD &&
			p->words->word[i].value == card &&
			p->words->word[i].near)
			return true;
	return false;
}

/* What the words at `at` name, and how many they are; 0: nothing. `part`: a
 * part of a card's name is enough. */
static unsigned name_at(const struct parse *p, int at, bool part, int *n)
{
	const struct token *t = &p->piece->token[at];
	struct sp_order_listed names;
	const char *meant;
	int value;

	*n = 1;
	if (!t->is_word || t->cut)
		return 0;
	*n = begins_card(p, t) ? order_card_spelled(p, at, &value) : 0;
	if (*n > 0)
		return SP_TOKEN_CARD;
	*n = order_name_find(p, at, true, &value);
	if (*n > 0)
		return SP_TOKEN_SEAT;
	*n = 1;
	if (sp_token_is(t, "him"))
		return SP_TOKEN_SEAT;
	if (sp_token_is_square(t->word) || sp_token_is_pair(t->word) ||
		sp_token_is(t, "home") || sp_token_is_step(t, false))
		return SP_TOKEN_PLACE;
	if (sp_token_among(t, "treasure wall door"))
		return SP_TOKEN_THING;
	if (sp_token_is(t, "energy"))
		return SP_TOKEN_CARD;
	if (part && sp_token_is_number(t))
		return SP_TOKEN_COUNT;
	if (!part || strlen(t->word) < 4 || order_is_keyword(p, t))
		return 0;
	if (order_card_part(p, at, &value, &names) != 0 ||
		order_card_slip(p, at, &meant) > 0)
		return SP_TOKEN_CARD;
	return 0;
}

/* The first verb that meets a name; -1: none does. */
static int find_meeting(const struct parse *p)
{
	for (int i = 0; i < p->piece->n; i++) {
		const struct sp_token_action *action =
			sp_token_action_of(&p->piece->token[i]);
		int at = i + 1, n;

		/* "hold on to your treasure" */
		if (sp_token_is(&p->piece->token[i], "hold") &&
			i + 1 < p->piece->n &&
			sp_token_among(&p->piece->token[i + 1], "on onto"))
			continue;
		/* "I will not attack red" */
		if (action == NULL ||
			(i > 0 && sp_token_among(&p->piece->token[i - 1],
					  "not never don't won't can't cannot "
					  "didn't wouldn't nicht nie")))
			continue;
		while (at < p->piece->n && is_small(p, at))
			at++;
		if (at < p->piece->n &&
			(name_at(p, at, true, &n) & action->takes) != 0)
			return i;
	}
	return -1;
}

/* Are more than half of the words the game's? */
static bool mostly_known(const struct parse *p)
{
	int known = 0, unknown = 0, n;
	bool more = false;

	for (int i = 0; i < p->piece->n && unknown < p->piece->n / 2 + 1;
		i += n) {
		unsigned name = name_at(p, i, false, &n);

		if (name == 0)
			n = 1;
		if (name != 0 ||
			sp_token_action_of(&p->piece->token[i]) != NULL)
			known++;
		else if (p->piece->token[i].is_word && !is_small(p, i))
			unknown++;
		more = more || (name & ~(unsigned)SP_TOKEN_SEAT) != 0;
	}
	return more && known >= 2 && known > unknown;
}

/* The order that the words from `at` on would be with an order word before
 * them; "" if none. */
static void suggest(
	const struct parse *p, int at, char out[SP_ORDER_SUGGESTION_SIZE])
{
	const struct sp_token_action *action =
		sp_token_action_of(&p->piece->token[at]);
	char rest[SP_ORDER_SUGGESTION_SIZE - 10] = "";
	const struct piece *piece = p->piece;

	out[0] = '\0';
	sp_token_words(piece, at + 1, rest, sizeof(rest));
	for (size_t i = 0; action != NULL && i < SP_ARRAY_LEN(action->as) &&
			   action->as[i] != NULL;
		i++) {
		sp_format(out, SP_ORDER_SUGGESTION_SIZE, "%s %s", action->as[i],
			rest);
		if (order_text_parses(p->words, out))
			return;
	}
	out[0] = '\0';
}

/* "take dagger from red": nobody takes that by picking it up. */
static bool takes_from(const struct parse *p, int at)
{
	const struct sp_token_action *action =
		sp_token_action_of(&p->piece->token[at]);
	int value;

	if (action == NULL || action->as[0] == NULL ||
		!sp_starts(action->as[0], "pick"))
		return false;
	for (int i = at + 1; i + 1 < p->piece->n; i++)
		if (sp_token_is(&p->piece->token[i], "from") &&
			order_name_find(p, i + 1, true, &value) > 0)
			return true;
	return false;
}

/* "I punch old Grimm on the nose", "I dispel the bush": it begins with a verb
 * of the game or a card, behind what is polite, and names something that could
 * be meant. Notes where in *at. */
static bool begins_as_order(const struct parse *p, int *at)
{
	struct piece trial = *p->piece;
	const struct parse q = { .piece = &trial, .words = p->words };
	const struct sp_token_action *action;
	int card, n, from = 1;
	bool asked, mine = false;

	(void)sp_token_take_manners(&trial, &asked);
	if (trial.question || trial.n < 2 || !trial.token[0].is_word ||
		p->words->asked != SP_ASKED_NOTHING)
		return false;
	*at = p->piece->n - trial.n;
	action = sp_token_action_of(&trial.token[0]);
	from = *at > 0 ? order_card_spelled(&q, 0, &card) : 0;
	if (from > 0)
		return from < trial.n;
	/* "take that, Red!", "kill green!" are threats */
	for (int i = 0; i < *at; i++)
		mine = mine || sp_token_among(&p->piece->token[i],
				       "i i'll i'm i'd ich");
	if ((action == NULL || (action->everyday && !mine) ||
		    action->takes == 0) &&
		(action != NULL ||
			sp_token_synonym_of(&trial.token[0]) == NULL ||
			sp_token_among(&trial.token[0],
				"kill blast burn get beat fight zap")))
		return false;
	for (int i = 1; i < trial.n; i++)
		if (sp_token_among(&trial.token[i], "that this care you your"))
			return false;
	for (int i = 1; i < trial.n; i += n) {
		if (name_at(&q, i, true, &n) != 0 ||
			sp_token_is(&trial.token[i], "him") ||
			(i + 1 == trial.n &&
				sp_token_is(&trial.token[i], "it")))
			return true;
		/* a walk may be told at length, and so may what "I" do */
		if (!mine && !is_small(&q, i) &&
			!sp_token_is(&trial.token[i], "me") &&
			(action == NULL ||
				(action->takes & SP_TOKEN_PLACE) == 0))
			return false;
		n = 1;
	}
	return false;
}

/* "So Zot brings me to c4": a card near at hand and a place, and nobody else
 * who does it. */
static bool names_card_and_place(const struct parse *p)
{
	bool card = false, place = false;
	int n;

	if (p->words->asked != SP_ASKED_NOTHING || p->piece->question)
		return false;
	for (int i = 0; i < p->piece->n; i += n) {
		const struct token *t = &p->piece->token[i];
		unsigned name = name_at(p, i, false, &n);

		if ((name & SP_TOKEN_SEAT) != 0 ||
			sp_token_among(t,
				"you your he his she they not never no nobody "
				"if when was were had have could would du dein "
				"er sie ihr nicht nie kein keine w\303\244re "
				"h\303\244tte w\303\274rde war hatte habe "
				"wollte h\303\244tten k\303\266nnte wenn"))
			return false;
		card = card || (name == SP_TOKEN_CARD && is_near(p, i));
		place = place ||
			(name == SP_TOKEN_PLACE && strlen(t->word) > 1 &&
				(sp_token_is_square(t->word) ||
					sp_token_is_pair(t->word)));
		n = name == 0 ? 1 : n;
	}
	return card && place;
}

/* A verb of German, which orders begin with, and what could be meant. */
static bool is_ordered(const struct parse *p)
{
	for (int i = 1, n; p->piece->ordered && i < p->piece->n; i++)
		if (name_at(p, i, false, &n) != 0 ||
			(i == 1 && sp_token_is_number(&p->piece->token[i])) ||
			sp_token_is(&p->piece->token[i], "me"))
			return true;
	return false;
}

/* Does a verb or a card of the game stand before the token? Then more is meant
 * than what stands from there on. */
static bool says_before(const struct parse *p, int at)
{
	for (int i = 0; i < at; i++) {
		const struct token *t = &p->piece->token[i];
		const struct sp_token_action *action = sp_token_action_of(t);
		int card;

		/* "take that, Red!", "nice move!" */
		if (sp_token_is(t + 1, "that") ||
			sp_token_among(t, "move play"))
			continue;
		if ((action != NULL && action->takes != 0) ||
			(action == NULL && sp_token_synonym_of(t) != NULL) ||
			order_card_spelled(p, i, &card) > 0)
			return true;
	}
	return false;
}

bool order_is_nearly(struct parse *p)
{
	char would[SP_ORDER_SUGGESTION_SIZE];
	int at = p->piece->copied ? -1 : find_meeting(p);

	if (p->piece->copied || sp_token_only_asks(p->piece) ||
		(at < 0 && !mostly_known(p) && !begins_as_order(p, &at) &&
			!is_ordered(p) && !names_card_and_place(p)) ||
		sp_token_doubt_of(p->piece) == SP_TOKEN_DOUBT_NUMBER)
		return false;
	for (int i = 0; at < 0 && i < p->piece->n; i++) {
		if (sp_token_action_of(&p->piece->token[i]) != NULL)
			at = i;
	}
	at = at < 0 ? 0 : at;
	for (int i = at; i < p->piece->n; i++)
		if (sp_token_is(&p->piece->token[i], "him")) {
			p->at = i;
			return !order_name_seat(p, &(int){ -1 });
		}
	if (takes_from(p, at))
		return !order_parse_fail(p, at, "", SP_ORDER_REASON_TAKE_FROM);
	suggest(p, at, would);
	/* a half of what was written is never offered in place of all */
	if (says_before(p, at))
		would[0] = '\0';
	return !order_parse_fail(p, at, would,
		at > 0 && order_verb_is(&p->piece->token[at])
			? SP_ORDER_REASON_ORDER_WORD_FIRST
		: sp_token_synonym_of(&p->piece->token[at]) != NULL
			? SP_ORDER_REASON_NEARLY_LIKE
			: SP_ORDER_REASON_NEARLY_ORDER);
}

/* True if the piece has a word of the game: a verb, a card, a place or a thing.
 * Players do not count, nor verbs of greetings ("here is my move:"). */
static bool has_game_word(const struct parse *p)
{
	for (int i = 0; i < p->piece->n; i++) {
		const struct token *t = &p->piece->token[i];
		const struct sp_token_action *action = sp_token_action_of(t);
		int n;
		unsigned name = name_at(p, i, false, &n);

		if ((action != NULL && !action->everyday) ||
			(name & (SP_TOKEN_CARD | SP_TOKEN_THING)) != 0 ||
			(name == SP_TOKEN_PLACE && strlen(t->word) > 1))
			return true;
	}
	return false;
}

/* Does a word name somebody who could be aimed at, though shortened or with a
 * slip? A letter may be a direction. */
static int aimed_at(const struct parse *p, int at)
{
	const struct token *t = &p->piece->token[at];
	int seat, n = order_name_find(p, at, true, &seat);

	if (n > 0 || sp_token_is_greeting(t))
		return n;
	if (sp_token_among(t, "him her them guy enemy opponent player n e s w"))
		return 1;
	if (strlen(t->word) < 3)
		return 0;
	if (order_name_find(p, at, false, &seat) != 0)
		return 1;
	for (size_t i = 0; strlen(t->word) >= 4 && i < p->words->n; i++) {
		const struct sp_order_vocable *v = &p->words->word[i];

		if (v->kind == SP_WORD_SEAT &&
			sp_edit_distance(t->word, v->word, 2) <= 1)
			return 1;
	}
	return 0;
}

/* Is a word nearly one of the game's, as one mistypes them? */
static bool is_like(const struct parse *p, const struct token *t)
{
	if (strlen(t->word) < 4 || sp_token_is_greeting(t))
		return false;
	for (int d = 0; d < 4; d++)
		if (sp_edit_distance(t->word, sp_token_direction(d), 2) < 2)
			return true;
	for (size_t i = 0; i < p->words->n; i++)
		if (sp_edit_distance(t->word, p->words->word[i].word, 2) < 2)
			return true;
	return sp_token_is_like_action(t);
}

/* At least five words and a full stop, none of them like a word of the game:
 * "Sorry for the delay, the cat was ill." */
static bool is_surely_prose(const struct parse *p)
{
	const struct piece *piece = p->piece;
	int n = 0;

	if (piece->n == 0 ||
		strchr(".!", piece->token[piece->n - 1].word[0]) == NULL ||
		sp_token_takes_back(piece->text + piece->token[0].start,
			piece->token[piece->n - 1].end - piece->token[0].start,
			false) != NULL)
		return false;
	for (int i = 0; i < piece->n; i++) {
		n += piece->token[i].is_word;
		/* it may put off what stands below */
		if (sp_token_among(&piece->token[i],
			    "wait hold hang not before first but until unless "
			    "if maybe perhaps instead rather warte erst nicht "
			    "aber falls wenn"))
			return false;
		if (piece->token[i].is_word && is_like(p, &piece->token[i]))
			return false;
	}
	return n >= 5;
}

static enum sp_order_talk talk_of(const struct parse *p)
{
	bool aimed = false, more = false;

	for (int i = 0, n; i < p->piece->n; i += n) {
		const struct token *t = &p->piece->token[i];

		n = 1;
		if (!t->is_word)
			continue;
		n = aimed_at(p, i);
		aimed = aimed || n > 0;
		more = more || (n == 0 && !sp_token_is_greeting(t));
		n = n > 0 ? n : 1;
	}
	if (p->piece->n > 2 && sp_token_only_asks(p->piece))
		return SP_ORDER_TALK_SURE;
	if (p->piece->cut || (more && aimed) || has_game_word(p))
		return SP_ORDER_TALK_PERHAPS_ORDER;
	if (!more)
		return SP_ORDER_TALK_PLAIN;
	return is_surely_prose(p) ? SP_ORDER_TALK_SURE : SP_ORDER_TALK_FREE;
}

enum sp_order_talk sp_order_talk_of(const char *text, size_t start, size_t end,
	const struct sp_order_words *words, bool *answers)
{
	struct spot at = { start, 1, 1 };
	struct piece piece;
	struct parse p = { .piece = &piece, .words = words };

	sp_token_piece_scan(&piece, text, &at, end);
	*answers = piece.n > 0 && (sp_token_is(&piece.token[0], "yes") ||
					  sp_token_is(&piece.token[0], "no"));
	return talk_of(&p);
}
