/* Words for commands and for what came of them. */
#include "agent/agent.h"

#include <assert.h>

#include "agent_private.h"

/* ---- words for the parser -------------------------------------------------
 */

struct list {
	struct sp_order_vocable *out;
	size_t n;
};

static void add_word(
	struct list *l, const char *word, enum sp_word_kind kind, int value)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->out[i].kind == kind && sp_streq(l->out[i].word, word))
			return;
	}
	/* every edition has room: keywords and plays are few */
	if (word[0] != '\0' && l->n < SP_AGENT_WORDS_MAX)
		l->out[l->n++] =
			(struct sp_order_vocable){ word, kind, value, false };
}

/* What lies in the hand, in play or on the board, as types. */
static void mark_near(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, struct list *l)
{
	for (int card = 0; card < ruleset->n_copies; card++) {
		const struct sp_card_place *place = &view->place[card];

		if (place->zone == SP_ZONE_PLAY ||
			place->zone == SP_ZONE_BOARD ||
			place->zone == SP_ZONE_STACK ||
			(place->zone == SP_ZONE_HAND && place->seat == seat)) {
			for (size_t i = 0; i < l->n; i++) {
				if (l->out[i].kind == SP_WORD_CARD &&
					l->out[i].value == ruleset->type[card])
					l->out[i].near = true;
			}
		}
	}
}

size_t sp_agent_words(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat,
	struct sp_order_vocable out[SP_AGENT_WORDS_MAX])
{
	struct list l = { out, 0 };

	for (int s = 0; s < view->n_seats; s++)
		add_word(&l, view->colour[s], SP_WORD_SEAT, s);
	if (!view->cards)
		return l.n;
	for (int i = 0; i < ruleset->n_cards; i++) {
		const struct sp_card *card = &ruleset->card[i];

		add_word(&l, card->name, SP_WORD_CARD, i);
		for (int k = 0; k < card->n_plays && card->n_plays > 1; k++)
			add_word(&l, card->play[k].id, SP_WORD_PLAY, 0);
	}
	for (int i = 0; i < ruleset->n_slots; i++) {
		if (strchr(ruleset->slot[i].words, ' ') == NULL)
			add_word(
				&l, ruleset->slot[i].words, SP_WORD_KEYWORD, 0);
	}
	mark_near(ruleset, view, seat, &l);
	return l.n;
}

enum sp_order_asked sp_agent_asked(const struct sp_game *view, int seat)
{
	if (seat == SP_NOBODY || (view->decision.seats >> seat & 1) == 0)
		return SP_ASKED_NOTHING;
	if (view->decision.kind == SP_DECISION_CHOICE)
		return SP_ASKED_ONE;
	return view->decision.kind == SP_DECISION_DISCARD ? SP_ASKED_SOME
							  : SP_ASKED_NOTHING;
}

/* ---- commands as orders ----------------------------------------------------
 */

static void add_edge(const struct sp_game *view, const char *verb, int edge,
	struct sp_buf *out)
{
	char name[SP_EDGE_NAME_SIZE];

	sp_board_edge_name(&view->board, (uint16_t)edge, name);
	sp_buf_addf(out, "%s %s", verb, name);
}

static void add_treasure(const struct sp_game *view, const char *verb,
	int treasure, struct sp_buf *out)
{
	char name[SP_ID_SIZE + 4];

	sp_game_treasure_name(view, treasure, name);
	sp_buf_addf(out, "%s %s", verb, name);
}

void sp_agent_understood(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_command *c,
	struct sp_buf *out)
{
	int first = c->answer[0];

	switch ((enum sp_verb)c->verb) {
	case SP_VERB_WALK:
		sp_buf_adds(out, "move");
		for (int i = 0; i < c->n_answers && c->answer[i] != SP_STOP;
			i++)
			sp_buf_addf(out, " %c",
				sp_board_dir_name(
					(enum sp_dir)c->answer[i])[0]);
		break;
	case SP_VERB_PUNCH:
		sp_buf_addf(out, "punch %s", view->colour[first]);
		break;
	case SP_VERB_PUNCH_EDGE:
		add_edge(view,
			sp_board_edge_kind(&view->board, (uint16_t)first) ==
					SP_EDGE_DOOR
				? "punch door"
				: "punch wall",
			first, out);
		break;
	case SP_VERB_PICK_UP:
		add_treasure(view, "pick up", first, out);
		break;
	case SP_VERB_DROP:
		add_treasure(view, "drop", first, out);
		break;
	case SP_VERB_OPEN:
		add_edge(view, "open", first, out);
		break;
	case SP_VERB_HOLD:
		add_edge(view, "hold", first, out);
		break;
	case SP_VERB_END:
		sp_buf_adds(out, "end");
		break;
	case SP_VERB_RESIGN:
		sp_buf_adds(out, "resign");
		break;
	case SP_VERB_CAST:
	case SP_VERB_USE:
	case SP_VERB_PUNCH_THING:
	case SP_VERB_BOOST:
	case SP_VERB_TAKE_ITEM:
	case SP_VERB_DROP_ITEM:
	case SP_VERB_END_SPELL:
	case SP_VERB_DISCARD:
	case SP_VERB_DRAW:
	case SP_VERB_ANSWER:
	case SP_VERB_CHOOSE:
	case SP_VERB_GIVE_UP:
		agent_tell(ruleset, view, c, out);
		break;
	case SP_VERB_COUNT:
		assert(false); /* a command has a verb */
	}
}
