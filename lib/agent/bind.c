/* From an order to a command. */
#include "agent/agent.h"

#include <assert.h>

#include "agent_private.h"
#include "rules/forecast.h"

/* ---- tools of the binder ------------------------------------------------- */

static bool refuse(struct sp_binding *b, const struct sp_order_place *at)
{
	b->out->at = *at;
	b->out->ok = false;
	return false;
}

bool agent_refuse_note(struct sp_binding *b, const struct sp_order_place *at,
	const struct sp_agent_note *note)
{
	b->out->note = *note;
	return refuse(b, at);
}

bool agent_refuse(struct sp_binding *b, const struct sp_order_place *at,
	enum sp_agent_reason reason)
{
	return agent_refuse_note(
		b, at, &(struct sp_agent_note){ .reason = (uint8_t)reason });
}

bool agent_refuse_quoted(struct sp_binding *b, const struct sp_order_place *at,
	enum sp_agent_reason reason, const char *quoted)
{
	struct sp_agent_note note = { .reason = (uint8_t)reason };

	sp_format(note.quoted, sizeof(note.quoted), "%s", quoted);
	return agent_refuse_note(b, at, &note);
}

bool agent_refuse_type(struct sp_binding *b, const struct sp_order_place *at,
	enum sp_agent_reason reason, int type)
{
	return agent_refuse_note(b, at,
		&(struct sp_agent_note){
			.reason = (uint8_t)reason, .card = (int16_t)type });
}

bool agent_refuse_law(struct sp_binding *b, const struct sp_order_place *at,
	const struct sp_refusal *why)
{
	b->out->why = *why;
	b->out->note.reason = SP_AGENT_REASON_NONE;
	return refuse(b, at);
}

void agent_list(struct sp_binding *b, sp_value value)
{
	struct sp_agent_note *note = &b->out->note;

	if (note->n_listed < (int)SP_ARRAY_LEN(note->listed))
		note->listed[note->n_listed++] = value;
}

void agent_list_kinds(struct sp_binding *b, const sp_value card[], int n)
{
	for (int i = 0; i < n; i++) {
		int type = agent_type_of(b->ruleset, b->view, card[i]);
		bool again = false;

		for (int k = 0; k < i; k++)
			again |= agent_type_of(b->ruleset, b->view, card[k]) ==
				 type;
		if (!again)
			agent_list(b, card[i]);
	}
}

void agent_list_hand(struct sp_binding *b)
{
	const struct sp_hand *hand = &b->view->hand[b->seat];
	sp_value card[SP_HAND_MAX];

	for (int i = 0; i < hand->n; i++)
		card[i] = SP_REF(SP_KIND_CARD, hand->card[i]);
	agent_list_kinds(b, card, hand->n);
}

void agent_suggest_command(struct sp_binding *b, const struct sp_command *c)
{
	struct sp_buf text;

	if (sp_law_check(b->ruleset, b->view, c, NULL) != SP_OK)
		return;
	sp_buf_init(&text, sizeof(b->out->suggestion) - 1);
	sp_agent_understood(b->ruleset, b->view, c, &text);
	if (!text.overflow)
		sp_format(b->out->suggestion, sizeof(b->out->suggestion), "%s",
			sp_buf_str(&text));
	sp_buf_free(&text);
}

bool agent_refuse_put_away(struct sp_binding *b, enum sp_verb verb)
{
	const struct sp_order_phrase *part = &b->order->part[0];
	const struct sp_named *name = &b->order->named[part->first];
	const struct sp_played *own;
	struct sp_command c;
	enum sp_verb right;
	sp_value value;

	if ((verb != SP_VERB_DISCARD && verb != SP_VERB_DROP_ITEM &&
		    verb != SP_VERB_END_SPELL) ||
		b->order->n_phrases == 0 || part->n == 0 ||
		name->kind != SP_NAMED_CARD)
		return false;
	value = agent_own_of_type(b, name->value, true);
	if (sp_kind_of(value) != SP_KIND_PLAYED)
		return false;
	own = &b->view->played[sp_index_of(value)];
	right = own->kind == SP_PLAYED_ITEM ? SP_VERB_DROP_ITEM
					    : SP_VERB_END_SPELL;
	if (verb == right)
		return false;
	(void)agent_refuse_type(b, &name->at,
		own->unmaintained            ? SP_AGENT_REASON_IS_PERMANENT
		: right == SP_VERB_DROP_ITEM ? SP_AGENT_REASON_IS_CARRIED
					     : SP_AGENT_REASON_IS_CAST,
		name->value);
	if (own->unmaintained)
		return true;
	agent_command_init(&c, b->view, b->seat);
	c.verb = (int)right;
	c.answer[c.n_answers++] = value;
	agent_suggest_command(b, &c);
	return true;
}

/* The first answer that a sensible player gives; -1: none is. */
static int sensible(const struct sp_binding *b, enum sp_verb verb,
	const struct sp_domain *domain)
{
	for (int i = 0; i < domain->n; i++)
		if (!sp_sense_is_poor(b->view, b->seat, verb, domain->value[i]))
			return i;
	return -1;
}

/* Suggest the verb with its first sensible answer. */
static void suggest_first(struct sp_binding *b, enum sp_verb verb)
{
	struct sp_command c;
	struct sp_domain domain;
	int first;

	agent_command_init(&c, b->view, b->seat);
	c.verb = (int)verb;
	sp_law_slots(b->ruleset, b->view, b->seat, &c, &domain);
	first = sensible(b, verb, &domain);
	if (!domain.complete && domain.n > 0 && first < 0)
		return;
	if (!domain.complete && first >= 0)
		c.answer[c.n_answers++] = domain.value[first];
	agent_suggest_command(b, &c);
}

void agent_suggest_any(struct sp_binding *b)
{
	struct sp_suggestion best;

	if (!b->quiet &&
		sp_agent_suggest(b->ruleset, b->view, b->seat, &best, 1) == 1)
		sp_format(b->out->suggestion, sizeof(b->out->suggestion), "%s",
			best.text);
}

/* To drop what is carried; else what would be sensible instead. */
static void suggest_drop(struct sp_binding *b)
{
	suggest_first(b, SP_VERB_DROP);
	if (b->out->suggestion[0] == '\0')
		agent_suggest_any(b);
}

bool agent_verb(struct sp_binding *b, enum sp_verb verb)
{
	struct sp_command *c = &b->out->command;
	struct sp_refusal why;

	sp_law_command_init(c, b->view, b->by);
	c->verb = (int)verb;
	/* Without answers the check says whether the verb itself may be used:
	 * what it has against missing answers comes behind. */
	if (sp_law_check(b->ruleset, b->view, c, &why) == SP_OK ||
		why.slot >= 0)
		return true;
	(void)agent_refuse_law(b, &b->order->phrase, &why);
	if (why.reason == SP_REASON_NO_MOVES)
		suggest_first(b, SP_VERB_END);
	else if (why.reason == SP_REASON_CARRIES)
		suggest_drop(b);
	else if (sp_game_has_deck(b->view) &&
		 b->view->decision.kind != SP_DECISION_TURN)
		agent_suggest_any(b);
	return false;
}

void agent_domain(const struct sp_binding *b, struct sp_domain *out)
{
	sp_law_slots(b->ruleset, b->view, b->seat, &b->out->command, out);
}

bool agent_offers(const struct sp_domain *domain, int value)
{
	for (int i = 0; i < domain->n; i++) {
		if (domain->value[i] == value)
			return true;
	}
	return false;
}

void agent_answer(struct sp_binding *b, int value)
{
	struct sp_command *c = &b->out->command;

	assert(c->n_answers < SP_ANSWERS_MAX);
	c->answer[c->n_answers++] = (sp_value)value;
}

bool agent_finish(struct sp_binding *b)
{
	struct sp_refusal why;

	b->out->ok = sp_law_check(b->ruleset, b->view, &b->out->command,
			     &why) == SP_OK;
	if (b->out->ok)
		return true;
	(void)agent_refuse_law(b, &b->order->phrase, &why);
	if (why.slot >= 0)
		suggest_first(b, (enum sp_verb)b->out->command.verb);
	return false;
}

/* ---- doors and walls ------------------------------------------------------
 */

/* Leave out what reads like an answer before it, as the second of two equal
 * stones: it does not matter which. */
static void leave_alike(const struct sp_binding *b, struct sp_domain *domain)
{
	struct sp_command c = b->out->command;
	struct sp_buf before, text;
	int n = 0;

	sp_buf_init(&before, SIZE_MAX);
	sp_buf_init(&text, SIZE_MAX);
	c.n_answers = 1;
	for (int i = 0; i < domain->n; i++) {
		c.answer[0] = domain->value[i];
		sp_buf_clear(&text);
		sp_buf_addc(&text, '\n');
		sp_agent_understood(b->ruleset, b->view, &c, &text);
		sp_buf_addc(&text, '\n');
		if (strstr(sp_buf_str(&before), sp_buf_str(&text)) != NULL)
			continue;
		sp_buf_adds(&before, sp_buf_str(&text));
		domain->value[n++] = domain->value[i];
	}
	domain->n = n;
	sp_buf_free(&text);
	sp_buf_free(&before);
}

/* Several answers are possible: list them. */
static bool refuse_listed(struct sp_binding *b, const struct sp_domain *domain,
	enum sp_agent_reason reason)
{
	struct sp_command c = b->out->command;

	memset(&b->out->why, 0, sizeof(b->out->why));
	(void)agent_refuse(b, &b->order->phrase, reason);
	for (int i = 0; i < domain->n; i++)
		agent_list(b, domain->value[i]);
	int first = sensible(b, (enum sp_verb)c.verb, domain);
	if (first < 0)
		return false;
	c.n_answers = 1;
	c.answer[0] = domain->value[first];
	agent_suggest_command(b, &c);
	return false;
}

static bool refuse_several(struct sp_binding *b, const struct sp_domain *domain)
{
	return refuse_listed(b, domain, SP_AGENT_REASON_WHICH_ANSWER);
}

/* The word "wall" or "door" was written for a punch. */
static bool is_edge_meant(const struct sp_binding *b, sp_value value)
{
	const struct sp_order *o = b->order;

	if (o->kind != SP_ORDER_PUNCH_EDGE)
		return true;
	return sp_kind_of(value) == SP_KIND_EDGE &&
	       (sp_board_edge_kind(&b->view->board,
			(uint16_t)sp_index_of(value)) == SP_EDGE_WALL) ==
		       o->is_wall;
}

/* A wall or door beside the wizard that a punch may have meant. */
static bool edge_beside(const struct sp_binding *b, sp_value *out)
{
	const struct sp_board *board = &b->view->board;
	uint16_t at = b->view->actor[agent_actor(b)].square;

	for (int d = 0; b->order->kind == SP_ORDER_PUNCH_EDGE && d < SP_DIRS;
		d++) {
		*out = SP_REF(SP_KIND_EDGE, board->edge_at[at][d]);
		if (sp_board_edge_stands(board, (uint16_t)sp_index_of(*out)) &&
			is_edge_meant(b, *out))
			return true;
	}
	return false;
}

/* The only legal edge of the wanted kind. */
static bool bind_only_edge(struct sp_binding *b, enum sp_agent_reason none)
{
	const struct sp_order *o = b->order;
	struct sp_domain domain;
	int n = 0;

	agent_domain(b, &domain);
	for (int i = 0; i < domain.n; i++) {
		if (is_edge_meant(b, domain.value[i]))
			domain.value[n++] = domain.value[i];
	}
	domain.n = n;
	if (n > 1)
		return refuse_several(b, &domain);
	if (n == 0 && !edge_beside(b, &domain.value[0]))
		return agent_refuse(b, &o->phrase, none);
	/* what stands there and is not legal is refused by the rules, which say
	 * why */
	agent_answer(b, domain.value[0]);
	return agent_finish(b);
}

static bool bind_edge(
	struct sp_binding *b, enum sp_verb verb, enum sp_agent_reason none)
{
	const struct sp_order *o = b->order;
	const struct sp_board *board = &b->view->board;
	uint16_t edge;

	if (!agent_verb(b, verb))
		return false;
	if (o->where[0] == '\0')
		return bind_only_edge(b, none);
	if (o->side >= 0)
		edge = board->edge_at[b->view->actor[agent_actor(b)].square]
				     [o->side];
	else
		edge = sp_board_edge_parse(board, o->where);
	if (edge == UINT16_MAX)
		return agent_refuse_quoted(
			b, &o->phrase, SP_AGENT_REASON_NO_EDGE, o->where);
	agent_answer(b, SP_REF(SP_KIND_EDGE, edge));
	return agent_finish(b);
}

/* ---- treasures ------------------------------------------------------------
 */

static bool is_meant(const struct sp_binding *b, int treasure)
{
	const struct sp_order *o = b->order;

	return agent_treasure_is_of(b, treasure, o->seat) &&
	       (o->number == 0 || treasure % 2 + 1 == o->number) &&
	       (o->where[0] == '\0' ||
		       sp_game_square_of(
			       b->view, SP_REF(SP_KIND_TREASURE, treasure)) ==
			       agent_square(b, o->where));
}

/* Nothing but the order's word is said, there is no treasure for it, but there
 * are items. */
static bool refuse_items(struct sp_binding *b, enum sp_verb verb)
{
	const struct sp_order *o = b->order;
	struct sp_domain domain;

	if (!sp_game_has_deck(b->view) || o->seat != -1 || o->number != 0 ||
		o->where[0] != '\0')
		return false;
	sp_law_command_init(&b->out->command, b->view, b->by);
	b->out->command.verb = (int)(verb == SP_VERB_DROP ? SP_VERB_DROP_ITEM
							  : SP_VERB_TAKE_ITEM);
	agent_domain(b, &domain);
	if (domain.n == 0)
		return false;
	leave_alike(b, &domain);
	(void)refuse_listed(b, &domain,
		verb == SP_VERB_DROP ? SP_AGENT_REASON_ITEMS_CARRIED
				     : SP_AGENT_REASON_ITEMS_INSTEAD);
	return true;
}

/* "drop object": the only one, else which they are. */
static bool bind_some_item(struct sp_binding *b, enum sp_verb verb)
{
	struct sp_domain domain;

	if (!agent_verb(b, verb))
		return false;
	agent_domain(b, &domain);
	leave_alike(b, &domain);
	if (domain.n > 1)
		return refuse_several(b, &domain);
	if (domain.n == 0)
		return agent_refuse(b, &b->order->phrase,
			verb == SP_VERB_DROP_ITEM
				? SP_AGENT_REASON_NO_ITEM_CARRIED
				: SP_AGENT_REASON_NO_ITEM_HERE);
	agent_answer(b, domain.value[0]);
	return agent_finish(b);
}

/* Say where treasures like that lie. */
static void list_lying(struct sp_binding *b)
{
	for (int t = 0; t < b->view->n_treasures; t++)
		if (b->view->treasure[t].carrier == SP_NOBODY &&
			b->view->treasure[t].square != SP_NOWHERE &&
			is_meant(b, t))
			agent_list(b, SP_REF(SP_KIND_TREASURE, t));
}

/* The treasure that the order may mean and that lies in his square; -1. */
static int lies_here(const struct sp_binding *b)
{
	const struct sp_treasure *t = b->view->treasure;

	for (int i = 0; i < b->view->n_treasures; i++)
		if (is_meant(b, i) && t[i].carrier == SP_NOBODY &&
			t[i].square == b->view->actor[agent_actor(b)].square)
			return i;
	return -1;
}

static bool bind_treasure(
	struct sp_binding *b, enum sp_verb verb, enum sp_agent_reason none)
{
	struct sp_domain domain;
	int n = 0, offered, meant = -1;

	if (!agent_verb(b, verb)) {
		if (b->out->why.reason == SP_REASON_CARRIES_NOT)
			(void)refuse_items(b, verb);
		return false;
	}
	agent_domain(b, &domain);
	for (int i = 0; i < domain.n; i++) {
		if (is_meant(b, sp_index_of(domain.value[i])))
			domain.value[n++] = domain.value[i];
	}
	offered = domain.n;
	domain.n = n;
	if (n > 1)
		return refuse_several(b, &domain);
	for (int t = b->view->n_treasures - 1; t >= 0; t--) {
		if (is_meant(b, t))
			meant = t;
	}
	if (verb == SP_VERB_PICK_UP && n == 0 && lies_here(b) >= 0)
		meant = lies_here(b); /* why not is for the rules to say */
	else if (n == 0 && (b->order->seat < 0 || meant < 0)) {
		if (offered == 0 && refuse_items(b, verb))
			return false;
		(void)agent_refuse(b, &b->order->phrase, none);
		if (verb == SP_VERB_PICK_UP)
			list_lying(b);
		if (offered > 0)
			suggest_first(b, verb);
		else
			agent_suggest_any(b);
		return false;
	}
	/* One that is not there is refused by the rules, which say where it
	 * is. */
	agent_answer(
		b, n == 1 ? domain.value[0] : SP_REF(SP_KIND_TREASURE, meant));
	return agent_finish(b);
}

/* Say of the treasure that he could pick up as well that this leaves it: it is
 * an order of its own. */
static void tell_treasure_stays(struct sp_binding *b)
{
	const struct sp_actor *w = &b->view->actor[agent_actor(b)];

	for (int t = 0; t < b->view->n_treasures && w->carries == SP_NOBODY;
		t++)
		if (b->view->treasure[t].carrier == SP_NOBODY &&
			b->view->treasure[t].square == w->square)
			b->out->note = (struct sp_agent_note){
				.reason = SP_AGENT_REASON_TREASURE_STAYS,
				.value = SP_REF(SP_KIND_TREASURE, t)
			};
}

/* "pick up all": all items at once if that may be done, else the only one, or
 * the treasure. */
static bool bind_all_items(struct sp_binding *b)
{
	struct sp_domain first, domain;

	if (!agent_verb(b, SP_VERB_TAKE_ITEM))
		return false;
	agent_domain(b, &first);
	if (first.n == 0)
		return bind_treasure(
			b, SP_VERB_PICK_UP, SP_AGENT_REASON_NO_ITEM_HERE);
	agent_answer(b, first.value[0]);
	for (agent_domain(b, &domain);
		!domain.complete && domain.value[0] != SP_NOTHING;
		agent_domain(b, &domain))
		agent_answer(b, domain.value[0]);
	if (b->out->command.n_answers == 1 && first.n > 1) {
		b->out->command.n_answers = 0;
		return refuse_several(b, &first);
	}
	tell_treasure_stays(b);
	return agent_finish(b);
}

/* ---- orders -----------------------------------------------------------------
 */

static bool bind_punch(struct sp_binding *b)
{
	if (!agent_verb(b, SP_VERB_PUNCH))
		return false;
	agent_answer(b, SP_REF(SP_KIND_ACTOR, b->order->seat));
	return agent_finish(b);
}

static bool bind_bare(struct sp_binding *b, enum sp_verb verb)
{
	return agent_verb(b, verb) && agent_finish(b);
}

static bool bind_pass(struct sp_binding *b)
{
	if (b->view->decision.kind == SP_DECISION_REACTION) {
		if (!agent_verb(b, SP_VERB_ANSWER))
			return false;
		b->out->command.answer[b->out->command.n_answers++] =
			SP_NOTHING;
		return agent_finish(b);
	}
	(void)agent_refuse(b, &b->order->phrase, SP_AGENT_REASON_NO_PASS);
	suggest_first(b, SP_VERB_END);
	return false;
}

bool agent_bind_order(struct sp_binding *b)
{
	memset(b->out, 0, sizeof(*b->out));
	b->out->at = b->order->phrase;
	b->out->regardless = b->order->regardless;
	switch ((enum sp_order_kind)b->order->kind) {
	case SP_ORDER_MOVE:
		return agent_bind_steps(b);
	case SP_ORDER_MOVE_TO:
	case SP_ORDER_MOVE_TOWARDS:
		return agent_bind_goal(b);
	case SP_ORDER_PUNCH:
		return bind_punch(b);
	case SP_ORDER_PUNCH_EDGE:
		return bind_edge(
			b, SP_VERB_PUNCH, SP_AGENT_REASON_NONE_TO_PUNCH);
	case SP_ORDER_PICK_UP:
		return bind_treasure(
			b, SP_VERB_PICK_UP, SP_AGENT_REASON_NO_TREASURE);
	case SP_ORDER_DROP:
		return bind_treasure(
			b, SP_VERB_DROP, SP_AGENT_REASON_NOT_CARRIED);
	case SP_ORDER_OPEN:
		return bind_edge(b, SP_VERB_OPEN, SP_AGENT_REASON_NONE_TO_OPEN);
	case SP_ORDER_HOLD:
		return bind_edge(b, SP_VERB_HOLD, SP_AGENT_REASON_NONE_TO_HOLD);
	case SP_ORDER_END:
		return bind_bare(b, SP_VERB_END);
	case SP_ORDER_RESIGN:
		return bind_bare(b, SP_VERB_RESIGN);
	case SP_ORDER_PASS:
		return bind_pass(b);
	case SP_ORDER_CAST:
	case SP_ORDER_USE:
	case SP_ORDER_ATTACK:
	case SP_ORDER_THROW:
	case SP_ORDER_PUNCH_THING:
	case SP_ORDER_BOOST:
	case SP_ORDER_END_SPELL:
	case SP_ORDER_ACTIVATE:
	case SP_ORDER_DISCARD:
	case SP_ORDER_DRAW:
	case SP_ORDER_COUNTER:
	case SP_ORDER_CHOOSE:
	case SP_ORDER_NUMBERS:
		return agent_bind_cards(b);
	case SP_ORDER_PICK_UP_ITEM:
		if (b->order->to == SP_ORDER_TO_ALL)
			return bind_all_items(b);
		return b->order->n_phrases > 0
			       ? agent_bind_cards(b)
			       : bind_some_item(b, SP_VERB_TAKE_ITEM);
	case SP_ORDER_DROP_ITEM:
		return b->order->n_phrases > 0
			       ? agent_bind_cards(b)
			       : bind_some_item(b, SP_VERB_DROP_ITEM);
	case SP_ORDER_WATCH:
	case SP_ORDER_UNWATCH:
	case SP_ORDER_DEAL:
	case SP_ORDER_AGREE:
	case SP_ORDER_REFUSE:
		return agent_bind_aside(b);
	case SP_ORDER_WATCHES:
	case SP_ORDER_DECLARATIONS:
	case SP_ORDER_WHEN:
	case SP_ORDER_FORGET:
	case SP_ORDER_HAND:
	case SP_ORDER_CARD:
	case SP_ORDER_BOARD:
	case SP_ORDER_STATUS:
	case SP_ORDER_HISTORY:
	case SP_ORDER_HELP:
	case SP_ORDER_PRESS:
	case SP_ORDER_JOIN:
	case SP_ORDER_LUCK:
	case SP_ORDER_YES:
	case SP_ORDER_NO:
	case SP_ORDER_AGAIN:
	case SP_ORDER_DEFAULTS:
	case SP_ORDER_CANCEL_REST:
	case SP_ORDER_SET_MAIL:
	case SP_ORDER_SET_REMIND:
	case SP_ORDER_SET_ZONE:
	case SP_ORDER_NEW_TOKEN:
	case SP_ORDER_VACATION:
	case SP_ORDER_STANDIN:
	case SP_ORDER_TRY:
	case SP_ORDER_UNDO:
	case SP_ORDER_MUTE:
	case SP_ORDER_UNMUTE:
	case SP_ORDER_REMATCH:
	case SP_ORDER_KIND_COUNT:
		break;
	}
	assert(false); /* only what changes the game is bound */
	return false;
}

/* What may be ordered at any time is done for oneself, whosever turn one plays.
 */
static bool is_own(enum sp_order_kind kind)
{
	return kind == SP_ORDER_HOLD || kind == SP_ORDER_RESIGN ||
	       kind == SP_ORDER_WATCH || kind == SP_ORDER_UNWATCH ||
	       kind == SP_ORDER_DEAL || kind == SP_ORDER_AGREE ||
	       kind == SP_ORDER_REFUSE;
}

bool sp_agent_bind(const struct sp_ruleset *ruleset, const struct sp_game *view,
	int seat, const struct sp_order *order, struct sp_bound *out)
{
	struct sp_binding b = { ruleset, view,
		is_own((enum sp_order_kind)order->kind)
			? seat
			: sp_game_on_behalf(view, seat),
		seat, order, out, false };

	assert(sp_order_effect((enum sp_order_kind)order->kind) ==
		SP_EFFECT_GAME);
	if (!agent_bind_order(&b))
		return false;
	if (order->kind != SP_ORDER_COUNTER)
		return true;
	switch (sp_rules_answer_effect(ruleset, view, &out->command)) {
	case SP_ANSWER_MATTERS:
		break;
	case SP_ANSWER_IN_VAIN:
		out->note.reason = SP_AGENT_REASON_IN_VAIN;
		break;
	case SP_ANSWER_BESIDE:
		out->note.reason = SP_AGENT_REASON_BESIDE;
		out->note.card = (int16_t)agent_type_of(
			ruleset, view, out->command.answer[0]);
		break;
	}
	return true;
}
