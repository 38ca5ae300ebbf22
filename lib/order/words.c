/* Order words and the caller's names: exact, shortened, mistyped. */
#include "order/order.h"

#include <assert.h>

#include "cards_private.h"

/* Of a word that came late: prose has it, too. */
#define VERB_LATE (VERB_LONG | VERB_WHOLE | VERB_WEAK)

static const struct verb verbs[] = {
	{ "move", SP_ORDER_MOVE, VERB_ACTION, order_verb_move },
	{ "walk", SP_ORDER_MOVE, VERB_WEAK, order_verb_move },
	{ "go", SP_ORDER_MOVE, VERB_WEAK, order_verb_move },
	{ "mv", SP_ORDER_MOVE, VERB_WEAK, order_verb_move },
	{ "punch", SP_ORDER_PUNCH, VERB_ACTION, order_verb_punch },
	{ "pick", SP_ORDER_PICK_UP, VERB_ACTION, order_verb_pick },
	{ "pickup", SP_ORDER_PICK_UP, VERB_ACTION, order_verb_pickup },
	{ "take", SP_ORDER_PICK_UP, VERB_WEAK, order_verb_pickup },
	{ "get", SP_ORDER_PICK_UP, VERB_WEAK, order_verb_pickup },
	{ "drop", SP_ORDER_DROP, VERB_ACTION, order_verb_drop },
	{ "open", SP_ORDER_OPEN, VERB_ACTION, order_verb_open },
	{ "hold", SP_ORDER_HOLD, VERB_ACTION, order_verb_open },
	{ "end", SP_ORDER_END, VERB_WHOLE, order_verb_end },
	{ "pass", SP_ORDER_PASS, 0, order_verb_alone },
	{ "resign", SP_ORDER_RESIGN, VERB_WHOLE, order_verb_alone },
	{ "board", SP_ORDER_BOARD, 0, order_verb_alone },
	{ "status", SP_ORDER_STATUS, 0, order_verb_alone },
	{ "history", SP_ORDER_HISTORY, 0, order_verb_history },
	{ "help", SP_ORDER_HELP, 0, order_verb_help },
	{ "press", SP_ORDER_PRESS, VERB_LINE, order_verb_press },
	{ "join", SP_ORDER_JOIN, VERB_WHOLE, order_verb_alone },
	{ "luck", SP_ORDER_LUCK, VERB_WHOLE | VERB_LINE, order_verb_luck },
	{ "yes", SP_ORDER_YES, VERB_WHOLE | VERB_WEAK, order_verb_answer },
	{ "no", SP_ORDER_NO, VERB_WHOLE | VERB_WEAK, order_verb_answer },
	{ "again", SP_ORDER_AGAIN, VERB_WHOLE, order_verb_alone },
	{ "rematch", SP_ORDER_REMATCH, VERB_WHOLE | VERB_WEAK,
		order_verb_answer },
	/* not an order by itself: it closes a press */
	{ "endpress", SP_ORDER_KIND_COUNT, VERB_WHOLE, order_verb_endpress },
	/* Orders of cards. */
	{ "activate", SP_ORDER_ACTIVATE, VERB_LONG | VERB_CARDS,
		order_verb_names },
	{ "attack", SP_ORDER_ATTACK, VERB_LONG, order_verb_attack },
	{ "boost", SP_ORDER_BOOST, VERB_LONG, order_verb_boost },
	{ "card", SP_ORDER_CARD, VERB_LONG, order_verb_card },
	{ "cast", SP_ORDER_CAST, VERB_LONG | VERB_ACTION, order_verb_cast },
	{ "counter", SP_ORDER_COUNTER, VERB_LONG, order_verb_counter },
	{ "discard", SP_ORDER_DISCARD, VERB_LONG, order_verb_names },
	{ "give", SP_ORDER_DISCARD, VERB_LATE, order_verb_give },
	{ "draw", SP_ORDER_DRAW, VERB_LONG, order_verb_draw },
	{ "hand", SP_ORDER_HAND, VERB_LONG, order_verb_hand },
	{ "throw", SP_ORDER_THROW, VERB_LONG, order_verb_cast },
	{ "use", SP_ORDER_USE, VERB_LONG | VERB_WHOLE, order_verb_cast },
	{ "stab", SP_ORDER_ATTACK, VERB_LATE | VERB_CARDS, order_verb_stab },
	{ "choose", SP_ORDER_CHOOSE, VERB_LONG | VERB_CARDS, order_verb_names },
	/* Others that are still to come. */
	{ "rules", SP_ORDER_HELP, VERB_LONG, order_verb_help },
	{ "undo", SP_ORDER_UNDO, VERB_LONG | VERB_WHOLE, order_verb_undo },
	{ "try", SP_ORDER_TRY, VERB_LATE | VERB_LINE, order_verb_try },
	{ "vacation", SP_ORDER_VACATION, VERB_LATE, order_verb_vacation },
	{ "standin", SP_ORDER_STANDIN, VERB_LATE, order_verb_standin },
	{ "mute", SP_ORDER_MUTE, VERB_LATE, order_verb_mute },
	{ "unmute", SP_ORDER_UNMUTE, VERB_LATE, order_verb_mute },
	{ "watches", SP_ORDER_WATCHES, VERB_LONG | VERB_WHOLE | VERB_CARDS,
		order_verb_alone },
	{ "declarations", SP_ORDER_DECLARATIONS,
		VERB_LONG | VERB_WHOLE | VERB_CARDS, order_verb_alone },
	{ "undeclare", SP_ORDER_FORGET, VERB_LONG | VERB_WHOLE | VERB_CARDS,
		order_verb_forget },
	/* These begin much prose: see order_verb_fits. */
	{ "watch", SP_ORDER_WATCH, VERB_LATE | VERB_CARDS, order_verb_watch },
	{ "unwatch", SP_ORDER_UNWATCH, VERB_LATE | VERB_CARDS,
		order_verb_watch },
	{ "deal", SP_ORDER_DEAL, VERB_LATE | VERB_CARDS, order_verb_deal },
	{ "agree", SP_ORDER_AGREE, VERB_LATE | VERB_CARDS, order_verb_agree },
	{ "refuse", SP_ORDER_REFUSE, VERB_LATE | VERB_CARDS, order_verb_agree },
	{ "withdraw", SP_ORDER_REFUSE, VERB_LATE | VERB_CARDS,
		order_verb_agree },
	{ "when", SP_ORDER_WHEN, VERB_LATE, order_verb_when },
	{ "forget", SP_ORDER_FORGET, VERB_LATE, order_verb_forget },
	{ "defaults", SP_ORDER_DEFAULTS, VERB_LATE | VERB_CARDS,
		order_verb_defaults },
	{ "cancel", SP_ORDER_CANCEL_REST, VERB_LATE, order_verb_cancel },
	{ "if", SP_ORDER_KIND_COUNT, VERB_LATE, order_verb_if },
	{ "else", SP_ORDER_KIND_COUNT, VERB_LATE, order_verb_else },
	{ "set", SP_ORDER_SET_MAIL, VERB_LATE, order_verb_set },
	{ "new", SP_ORDER_NEW_TOKEN, VERB_LATE, order_verb_new },
};

const struct verb *order_verb_at(size_t i)
{
	return i < SP_ARRAY_LEN(verbs) ? &verbs[i] : NULL;
}

static const struct verb *verb_find(const struct token *t)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++) {
		if (sp_token_is(t, verbs[i].word))
			return &verbs[i];
	}
	return NULL;
}

bool order_verb_is(const struct token *t)
{
	return verb_find(t) != NULL;
}

/* Words that came later count from three letters on, but they make a beginning
 * ambiguous at once, so that none changes its meaning. */
static enum match match_short(
	const char *word, const struct verb **out, const struct verb **other)
{
	size_t len = strlen(word);
	const struct verb *found = NULL;

	if (len < 2 || sp_token_is_everyday(word))
		return MATCH_NONE;
	for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++) {
		const struct verb *v = &verbs[i];

		if ((v->flags & (VERB_WHOLE | VERB_WEAK)) != 0 ||
			!sp_starts(v->word, word))
			continue;
		if (found != NULL && found->kind == v->kind &&
			v->kind != SP_ORDER_KIND_COUNT)
			continue;
		if (found != NULL) {
			*out = found;
			*other = v;
			return len > 2 || !(found->flags & v->flags & VERB_LONG)
				       ? MATCH_AMBIGUOUS
				       : MATCH_NONE;
		}
		found = v;
	}
	if (found == NULL || (len == 2 && (found->flags & VERB_LONG) != 0))
		return MATCH_NONE;
	*out = found;
	return MATCH_SHORT;
}

enum match order_verb_match(const struct token *t, const struct verb **out,
	const struct verb **other)
{
	enum match match;

	if (!t->is_word || t->cut)
		return MATCH_NONE;
	*out = verb_find(t);
	if (*out != NULL)
		return MATCH_EXACT;
	match = match_short(t->word, out, other);
	if (match != MATCH_NONE || sp_token_is_everyday(t->word))
		return match;
	for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++) {
		if (strlen(verbs[i].word) >= 5 &&
			sp_edit_distance(t->word, verbs[i].word, 2) == 1) {
			*out = &verbs[i];
			return MATCH_SLIP;
		}
	}
	return MATCH_NONE;
}

/* ---- names of seats ------------------------------------------------- */

bool order_name_fits(const struct parse *p, int at)
{
	int seat;

	return at < p->piece->n && order_name_find(p, at, false, &seat) > 0;
}

static const char *name_near(const struct parse *p, const char *word)
{
	const char *near = "";
	unsigned best = 3;

	for (size_t i = 0; i < p->words->n; i++) {
		const char *name = p->words->word[i].word;
		unsigned d = sp_edit_distance(word, name, best);

		if (p->words->word[i].kind == SP_WORD_SEAT && d < best &&
			2 * d < strlen(name)) {
			best = d;
			near = name;
		}
	}
	return near;
}

bool order_name_seat(struct parse *p, int *seat)
{
	const struct token *t = order_parse_peek(p);
	struct sp_order_mistake unknown = { .reason =
						    SP_ORDER_REASON_NO_PLAYER };
	int n;

	assert(t != NULL);
	n = order_name_find(p, p->at, false, seat);
	if (n > 0) {
		p->at += n;
		return true;
	}
	for (size_t i = 0; i < p->words->n; i++) {
		if (p->words->word[i].kind == SP_WORD_SEAT &&
			!sp_mistake_list_add(
				&unknown.names, p->words->word[i].word))
			break;
	}
	if (n < 0)
		unknown.reason = SP_ORDER_REASON_SEVERAL_PLAYERS;
	return order_parse_fail_with(
		p, p->at, n < 0 ? "" : name_near(p, t->word), &unknown);
}
