/* What may stand behind each order word. */
#include "order/order.h"

#include <assert.h>

#include "cards_private.h"
#include "piece_private.h"

/* ---- on the board --------------------------------------------------- */

bool order_verb_move(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return order_parse_here(p, SP_ORDER_REASON_WHERE_TO);
	o->phrase = order_token_place(p->piece, p->at);
	/* "home" is the square, too */
	if (sp_token_is(t, "home") || order_parse_take(p, "to")) {
		o->kind = SP_ORDER_MOVE_TO;
	} else if (order_parse_take(p, "towards") ||
		   order_parse_take(p, "toward")) {
		o->kind = SP_ORDER_MOVE_TOWARDS;
	} else {
		if (!order_phrase_steps(p, o))
			return false;
	}
	if (o->kind != SP_ORDER_MOVE && !order_phrase_square(p, o))
		return false;
	o->regardless = order_parse_take(p, "regardless");
	return order_parse_end(p, sp_order_word((enum sp_order_kind)o->kind));
}

static bool take_wall_or_door(struct parse *p, struct sp_order *o)
{
	if (order_parse_take(p, "wall"))
		o->is_wall = true;
	else if (!order_parse_take(p, "door"))
		return false;
	o->kind = SP_ORDER_PUNCH_EDGE;
	return true;
}

bool order_verb_punch(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *t;
	int from;

	order_parse_take(p, "the");
	t = order_parse_peek(p);
	if (t == NULL)
		return order_parse_here(p, SP_ORDER_REASON_PUNCH_WHOM);
	o->phrase = order_token_place(p->piece, p->at);
	if (p->at + 1 < p->piece->n && t->is_word &&
		sp_token_direction_of(t->word) >= 0) {
		o->side = (int8_t)sp_token_direction_of(t->word);
		p->at++;
		if (take_wall_or_door(p, o)) {
			static const char *const name[] = { "north", "east",
				"south", "west" };

			sp_format(o->where, sizeof(o->where), "%s",
				name[o->side]);
			return order_parse_end(p, "punch");
		}
		p->at--;
		o->side = -1;
	}
	if (take_wall_or_door(p, o))
		return order_phrase_edge(p, o, o->is_wall ? "wall" : "door") &&
		       order_parse_end(p, "punch");
	from = p->at;
	if (sp_words_have_cards(p->words) && !order_name_fits(p, p->at))
		return order_names(p, SP_ORDER_PUNCH_THING);
	if (!order_name_seat(p, &o->seat))
		return false;
	o->phrase = order_phrase_from(p, from);
	order_parse_take(p, "wizard");
	return order_parse_end(p, "punch");
}

bool order_verb_pick(struct parse *p)
{
	static const char verb[] = "pick up ";
	char would[SP_ORDER_SUGGESTION_SIZE],
		rest[sizeof(would) - sizeof(verb)];

	if (order_parse_take(p, "up"))
		return order_verb_pickup(p);
	if (order_parse_peek(p) != NULL) {
		sp_token_quote(p->piece->text, order_parse_peek(p)->start,
			p->piece->token[p->piece->n - 1].end, rest,
			sizeof(rest));
		sp_format(would, sizeof(would), "%s%s", verb, rest);
		if (order_text_parses(p->words, would))
			return order_parse_fail(
				p, p->at, would, SP_ORDER_REASON_PICK_UP);
	}
	return order_parse_fail(
		p, p->at, "pick up treasure", SP_ORDER_REASON_PICK_UP);
}

/* Of what is picked up or dropped: a card, not a treasure. */
static bool is_item(const struct parse *p)
{
	return sp_words_have_cards(p->words) && order_parse_peek(p) != NULL &&
	       !order_phrase_treasure_fits(p);
}

/* "drop object": some item, and nothing says which. */
static bool some_item(struct parse *p, enum sp_order_kind kind)
{
	int from = p->at;

	if (!sp_words_have_cards(p->words) || p->at + 1 != p->piece->n ||
		!sp_token_among(order_parse_peek(p),
			"item items object objects something thing"))
		return false;
	p->at++;
	p->line->order.kind = (uint8_t)kind;
	return order_whole_phrase(p, from);
}

/* "pick up all": all items that lie there. */
static bool all_items(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	int from = p->at;

	if (!sp_words_have_cards(p->words) || p->at + 1 != p->piece->n ||
		(!order_parse_take(p, "all") &&
			!order_parse_take(p, "everything")))
		return false;
	o->kind = SP_ORDER_PICK_UP_ITEM;
	o->seat = -1;
	o->to = SP_ORDER_TO_ALL;
	return order_whole_phrase(p, from);
}

bool order_verb_pickup(struct parse *p)
{
	if (all_items(p) || some_item(p, SP_ORDER_PICK_UP_ITEM))
		return true;
	if (is_item(p))
		return order_names(p, SP_ORDER_PICK_UP_ITEM);
	return order_phrase_treasure_at(p, &p->line->order) &&
	       order_parse_end(p, "pick up");
}

/* "drop object dagger on blue" begins with a card, and says at whom. */
static bool casts_drop(const struct parse *p)
{
	int value, i = order_card_spelled(p, 0, &value);

	for (; i > 1 && i < p->piece->n; i++)
		if (order_is_keyword(p, &p->piece->token[i]) ||
			order_name_find(p, i, true, &value) > 0)
			return true;
	return false;
}

bool order_verb_drop(struct parse *p)
{
	if (casts_drop(p))
		return order_parse_here(p, SP_ORDER_REASON_CARD_ALONE);
	if (order_drops_defaults(p))
		return true;
	/* One carries one treasure at most: "my" says nothing more. */
	if ((order_parse_take(p, "my") || order_parse_take(p, "your") ||
		    order_parse_take(p, "own")) &&
		order_parse_peek(p) == NULL)
		return order_parse_fail(
			p, p->at, "treasure", SP_ORDER_REASON_MY_WHAT);
	if (some_item(p, SP_ORDER_DROP_ITEM))
		return true;
	if (is_item(p))
		return order_names(p, SP_ORDER_DROP_ITEM);
	return order_phrase_treasure_at(p, &p->line->order) &&
	       order_parse_end(p, "drop");
}

/* "open", "open door", "open the door to the east", "open east door" */
bool order_verb_open(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	bool said;

	if (!order_parse_take(p, "the"))
		order_parse_take(p, "my");
	said = order_parse_take(p, "door");
	if (!order_phrase_edge(p, o, "door"))
		return false;
	if (!said)
		order_parse_take(p, "door");
	return order_parse_end(p, p->verb->word);
}

/* ---- alone on the line ---------------------------------------------- */

static bool fail_alone(struct parse *p)
{
	return order_parse_fail_with(p, p->at, "",
		&(struct sp_order_mistake){
			.reason = SP_ORDER_REASON_ONLY_ALONE,
			.word = p->verb->word });
}

bool order_verb_alone(struct parse *p)
{
	return order_parse_peek(p) == NULL || fail_alone(p);
}

/* "yes please", "no thanks" */
bool order_verb_answer(struct parse *p)
{
	/* "no thanks" counters nothing */
	if (p->words->asked == SP_ASKED_COUNTER)
		return order_verb_alone(p);
	if (p->at + 1 < p->piece->n &&
		sp_token_is_mark(order_parse_peek(p), ',') &&
		sp_token_among(
			&p->piece->token[p->at + 1], "please thanks thank"))
		p->at++;
	if (order_parse_take(p, "thank"))
		order_parse_take(p, "you");
	else if (!order_parse_take(p, "please"))
		order_parse_take(p, "thanks");
	return order_verb_alone(p);
}

/* "end create wall" is the usual slip. False: it was refused here. */
static bool fail_end_what(struct parse *p)
{
	static const char verb[] = "end spell ";
	char near[SP_ORDER_SUGGESTION_SIZE] = "";
	struct parse behind = *p;
	struct sp_order_listed names;
	const struct token *t;
	size_t from, n;
	int card;

	if (!order_parse_take(&behind, "the"))
		order_parse_take(&behind, "my");
	t = order_parse_peek(&behind);
	if (t == NULL || !sp_words_have_cards(p->words) || !t->is_word)
		return true;
	/* "end werewolf", but not "end turn now" */
	if (order_card_spelled(p, behind.at, &card) == 0 &&
		(strlen(t->word) < 4 || sp_token_is(t, "turn") ||
			order_card_part(p, behind.at, &card, &names) == 0))
		return true;
	from = t->start;
	n = p->piece->token[p->piece->n - 1].end - from;
	/* what is too long names no card alone */
	if (n < sizeof(near) - sizeof(verb))
		sp_format(near, sizeof(near), "%s%.*s", verb, (int)n,
			p->piece->text + from);
	if (near[0] != '\0' && !order_text_parses(p->words, near))
		near[0] = '\0';
	return order_parse_fail(p, p->at, near, SP_ORDER_REASON_END_WHAT);
}

/* "end all spells". False: it was refused here. */
static bool fail_end_all(struct parse *p)
{
	int last = p->piece->n - 1;

	if (last < 2 || !sp_words_have_cards(p->words) ||
		(!sp_token_is(&p->piece->token[last], "spells") &&
			!sp_token_is(&p->piece->token[last], "spell")))
		return true;
	return order_parse_here(p, SP_ORDER_REASON_END_WHAT);
}

/* "end without drawing", "end, draw 1". False: it was refused here. */
static bool fail_end_drawing(struct parse *p)
{
	const struct piece *piece = p->piece;
	char near[SP_ORDER_SUGGESTION_SIZE] = "draw 0";

	if (!sp_words_have_cards(p->words))
		return true;
	for (int i = p->at; i < piece->n; i++) {
		const struct token *t = &piece->token[i];

		if (!t->is_word || (!sp_starts(t->word, "draw") &&
					   !sp_starts(t->word, "card")))
			continue;
		if (i + 1 < piece->n && sp_token_is_number(t + 1) &&
			!(t + 1)->cut)
			sp_format(near, sizeof(near), "draw %s", t[1].word);
		return order_parse_fail(
			p, p->at, near, SP_ORDER_REASON_END_DRAWING);
	}
	return true;
}

bool order_verb_end(struct parse *p)
{
	if (p->piece->n == 2 && sp_token_is(&p->piece->token[1], "press"))
		return order_verb_endpress(p);
	if (p->piece->n > 1 && sp_words_have_cards(p->words) &&
		(order_parse_take(p, "spell") || order_parse_take(p, "spells")))
		return order_names(p, SP_ORDER_END_SPELL);
	if (p->piece->n == 2)
		order_parse_take(p, "turn");
	return fail_end_what(p) && fail_end_drawing(p) && fail_end_all(p) &&
	       order_verb_alone(p);
}

/* "cancel rest", "cancel the rest" */
bool order_verb_cancel(struct parse *p)
{
	order_parse_take(p, "the");
	if (!order_parse_take(p, "rest"))
		return order_parse_fail(p, 0,
			order_parse_peek(p) == NULL ? "cancel rest" : "",
			SP_ORDER_REASON_NEARLY_ORDER);
	return order_parse_end(p, "cancel rest");
}

/* "that", "the last move", "my last order": the last one, and no more. */
static bool takes_last(struct parse *p)
{
	struct parse behind = *p;

	if (order_parse_take(&behind, "that") ||
		order_parse_take(&behind, "it")) {
		p->at = behind.at;
		return true;
	}
	if (!order_parse_take(&behind, "my"))
		order_parse_take(&behind, "the");
	if (!order_parse_take(&behind, "last"))
		return false;
	if (!order_parse_take(&behind, "move"))
		order_parse_take(&behind, "order");
	p->at = behind.at;
	return true;
}

/* "undo", "undo 2", "undo all", "undo my last move" */
bool order_verb_undo(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *t = order_parse_peek(p);
	long long number;

	if (order_parse_take(p, "all") || order_parse_take(p, "everything")) {
		o->to = SP_ORDER_TO_ALL;
	} else if (takes_last(p)) {
		o->number = 0;
	} else if (t != NULL && t->is_word &&
		   sp_parse_int(t->word, 1, 99, &number) == SP_OK) {
		o->number = (int)number;
		p->at++;
	}
	return order_parse_end(p, "undo");
}

bool order_verb_endpress(struct parse *p)
{
	return order_parse_fail(p, 0, "", SP_ORDER_REASON_NO_PRESS);
}

/* ---- questions ------------------------------------------------------ */

bool order_verb_history(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *t = order_parse_peek(p);
	long long number;

	if (t == NULL)
		return true;
	if (!t->is_word || sp_parse_int(t->word, 1, 999, &number) != 0)
		return order_parse_here(p, SP_ORDER_REASON_HISTORY_COUNT);
	o->phrase = order_token_place(p->piece, p->at);
	o->number = (int)number;
	p->at++;
	return order_parse_end(p, "history");
}

bool order_verb_help(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *first = order_parse_peek(p);

	if (first == NULL)
		return true;
	o->phrase = order_token_place(p->piece, p->at);
	o->text = first->start;
	o->text_len = p->piece->token[p->piece->n - 1].end - first->start;
	if (!first->is_word || o->text_len > SP_ORDER_TOPIC_MAX)
		return order_parse_here(p, SP_ORDER_REASON_HELP_TOPIC);
	p->at = p->piece->n;
	return true;
}

/* ---- the rest of the line ------------------------------------------- */

/* The bytes from there on, trimmed. */
static void rest_of_line(const struct parse *p, size_t from, struct sp_order *o)
{
	const char *text = p->piece->text;
	size_t len = p->piece->end - from;
	const char *s = sp_trim(text + from, &len);

	o->text = (size_t)(s - text);
	o->text_len = len;
}

/* What is behind the word, or behind a colon if one stands there. */
static void rest_behind(const struct parse *p, struct sp_order *o)
{
	bool colon = p->at < p->piece->n &&
		     sp_token_is_mark(order_parse_peek(p), ':');

	rest_of_line(p, p->piece->token[colon ? p->at : 0].end, o);
}

bool order_verb_luck(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const char *text = p->piece->text;

	rest_behind(p, o);
	if (o->text_len == 0)
		return order_parse_fail(p, 1, "", SP_ORDER_REASON_LUCK_EMPTY);
	if (o->text_len > SP_ORDER_LUCK_MAX)
		return order_parse_fail_with(p, 1, "",
			&(struct sp_order_mistake){
				.reason = SP_ORDER_REASON_LUCK_TOO_LONG,
				.number = o->text_len,
				.most = SP_ORDER_LUCK_MAX });
	if (!sp_utf8_valid(text + o->text, o->text_len) ||
		sp_token_has_controls(text + o->text, o->text_len))
		return order_parse_fail(
			p, 1, "", SP_ORDER_REASON_LUCK_UNPRINTABLE);
	return true;
}

bool order_verb_try(struct parse *p)
{
	rest_behind(p, &p->line->order);
	return p->line->order.text_len > 0 ||
	       order_parse_here(p, SP_ORDER_REASON_TRY_WHAT);
}

/* The names in front of the colon. What is behind it, and how far it goes, is
 * for whoever sees the next lines. */
bool order_verb_press(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct piece *piece = p->piece;

	/* a player may be called so */
	if (piece->n > 2 && sp_token_is(&piece->token[2], "to"))
		o->number = order_parse_take(p, "grey") ||
			    order_parse_take(p, "gray");
	order_parse_take(p, "to");
	for (;;) {
		const struct token *t = order_parse_peek(p);
		int seat = -1;

		if (t == NULL || sp_token_is_mark(t, ':'))
			break;
		if (o->to != 0 &&
			(sp_token_is_mark(t, ',') || sp_token_is_mark(t, '&') ||
				sp_token_is(t, "and"))) {
			p->at++;
			continue;
		}
		if (o->to == SP_ORDER_TO_ALL ||
			(o->to != 0 && sp_token_is(t, "all")))
			return order_parse_here(
				p, SP_ORDER_REASON_PRESS_TO_ALL);
		if (order_parse_take(p, "all")) {
			o->to = SP_ORDER_TO_ALL;
			continue;
		}
		if (!t->is_word || !order_name_seat(p, &seat))
			return order_parse_here(p, SP_ORDER_REASON_PRESS_FORM);
		assert(seat >= 0 && seat < 31);
		o->to |= UINT32_C(1) << seat;
	}
	if (o->to == 0)
		return order_parse_here(p, SP_ORDER_REASON_PRESS_TO_WHOM);
	o->phrase = order_token_place(piece, 1);
	rest_of_line(
		p, p->at < piece->n ? piece->token[p->at].end : piece->end, o);
	return true;
}

/* ---- not yet -------------------------------------------------------- */

bool order_verb_attack_bare(struct parse *p)
{
	char punch[SP_ORDER_SUGGESTION_SIZE] = "";
	int seat;

	if (order_name_fits(p, p->at)) {
		bool named = order_name_seat(p, &seat);
		const struct token *t = &p->piece->token[1];

		assert(named);
		sp_format(punch, sizeof(punch), "punch %s", t->word);
	}
	return order_parse_fail(p, 0, punch, SP_ORDER_REASON_FISTS_ONLY);
}

bool order_verb_later(struct parse *p)
{
	return order_parse_fail_with(p, 0, "",
		&(struct sp_order_mistake){ .reason = SP_ORDER_REASON_NOT_YET,
			.word = p->verb->word });
}

/* "else" without its colon: guard.c reads it with one. */
bool order_verb_else(struct parse *p)
{
	if (!sp_words_have_cards(p->words))
		return order_no_cards(p);
	return order_parse_fail(p, 0, "", SP_ORDER_REASON_GUARD_ELSE);
}

/* ---- what a player sets for himself ---------------------------------- */

static bool set_mail(struct parse *p)
{
	const struct token *t;

	order_parse_take(p, "to");
	t = order_parse_peek(p);
	p->line->order.number =
		t == NULL ? SP_VOLUME_UNSAID : (int)sp_volume_find(t->word);
	if (p->line->order.number == SP_VOLUME_UNSAID)
		return order_parse_here(p, SP_ORDER_REASON_MAIL_HOW);
	p->at++;
	return order_parse_end(p, "set mail");
}

/* "set remind off", "set remind 24 hours" */
static bool set_remind(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct token *t;
	long long hours = 0;

	o->kind = SP_ORDER_SET_REMIND;
	order_parse_take(p, "to");
	t = order_parse_peek(p);
	if (t == NULL || (!sp_token_among(t, "off on none never") &&
				 sp_parse_int(t->word, 0, SP_ORDER_REMIND_MAX,
					 &hours) != SP_OK))
		return order_parse_here(p, SP_ORDER_REASON_REMIND_HOW);
	if (sp_token_is(t, "on"))
		hours = SP_ORDER_REMIND_USUAL;
	o->number = (int)hours;
	p->at++;
	t = order_parse_peek(p);
	if (t != NULL && sp_token_among(t, "h hour hours"))
		p->at++;
	order_parse_take(p, "before");
	return order_parse_end(p, "set remind");
}

static bool is_remind(const struct token *t)
{
	return sp_token_among(t, "remind reminder reminders");
}

/* "set zone Europe/Berlin": whoever has the list knows whether it is one */
static bool set_zone(struct parse *p)
{
	struct sp_order *o = &p->line->order;

	o->kind = SP_ORDER_SET_ZONE;
	order_parse_take(p, "zone");
	order_parse_take(p, "to");
	if (order_parse_peek(p) == NULL)
		return order_parse_here(p, SP_ORDER_REASON_ZONE_HOW);
	rest_of_line(p, order_parse_peek(p)->start, o);
	p->at = p->piece->n;
	return true;
}

/* What else may be set is still to come. */
bool order_verb_set(struct parse *p)
{
	if (order_parse_take(p, "mail") || order_parse_take(p, "mails"))
		return set_mail(p);
	if (order_parse_take(p, "zone") || order_parse_take(p, "timezone") ||
		order_parse_take(p, "time"))
		return set_zone(p);
	if (order_parse_peek(p) == NULL || !is_remind(order_parse_peek(p)))
		return order_verb_later(p);
	p->at++;
	return set_remind(p);
}

bool order_verb_new(struct parse *p)
{
	order_parse_take(p, "token");
	order_parse_take(p, "please");
	return order_parse_end(p, "new token");
}

static int day_number(const struct sp_token_day *day)
{
	return day->year * 10000 + day->month * 100 + day->day;
}

static bool takes_off(struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	return t != NULL && sp_token_among(t, "off end over none nobody") &&
	       p->at + 1 == p->piece->n;
}

/* "vacation 2026-12-20 to 2026-12-28", "vacation off" */
bool order_verb_vacation(struct parse *p)
{
	struct sp_order *o = &p->line->order;
	const struct piece *piece = p->piece;
	struct sp_token_day from, to;
	size_t at = piece->token[0].end;

	if (!takes_off(p)) {
		if (!sp_token_days(
			    piece->text + at, piece->end - at, &from, &to))
			return order_parse_here(
				p, SP_ORDER_REASON_VACATION_HOW);
		o->number = from.day == 0 ? 0 : day_number(&from);
		o->to = (uint32_t)day_number(&to);
	}
	p->at = piece->n;
	return true;
}

/* "standin ann@example.org", "standin off" */
bool order_verb_standin(struct parse *p)
{
	struct sp_order *o = &p->line->order;

	if (takes_off(p)) {
		p->at = p->piece->n;
		return true;
	}
	rest_of_line(p, p->piece->token[0].end, o);
	if (!sp_token_bare_address(p->piece->text, &o->text, &o->text_len))
		return order_parse_here(p, SP_ORDER_REASON_STANDIN_HOW);
	p->at = p->piece->n;
	return true;
}

/* "mute red": no press of that player is mailed */
bool order_verb_mute(struct parse *p)
{
	if (order_parse_peek(p) == NULL)
		return order_parse_here(p, SP_ORDER_REASON_MUTE_WHOM);
	return order_name_seat(p, &p->line->order.seat) &&
	       order_parse_end(p, p->verb->word);
}

/* True for what a player sets for himself. */
static bool is_setting(enum sp_order_kind kind)
{
	return kind == SP_ORDER_SET_MAIL || kind == SP_ORDER_NEW_TOKEN ||
	       kind == SP_ORDER_VACATION || kind == SP_ORDER_STANDIN;
}

static bool setting_fits(const struct parse *p)
{
	const struct piece *piece = p->piece;
	const struct token *t = order_parse_peek(p);
	struct parse copy = *p;

	if (t == NULL)
		return p->verb->kind == SP_ORDER_VACATION ||
		       p->verb->kind == SP_ORDER_STANDIN;
	if (p->verb->kind == SP_ORDER_NEW_TOKEN)
		return sp_token_is(t, "token") &&
		       (p->at + 1 == piece->n ||
			       sp_token_is(&piece->token[p->at + 1], "please"));
	if (p->verb->kind == SP_ORDER_SET_MAIL)
		return sp_token_among(t,
			       "board language mail mails time timezone zone") ||
		       is_remind(t);
	if (takes_off(&copy))
		return true;
	for (int i = p->at; i < piece->n; i++)
		if (p->verb->kind == SP_ORDER_STANDIN
				? sp_token_is_mark(&piece->token[i], '@') ||
					  strchr(piece->token[i].word, '@') !=
						  NULL
				: sp_is_digit((unsigned char)piece->token[i]
						      .word[0]))
			return true;
	return false;
}

/* ---- weak words ----------------------------------------------------- */

static bool fits_walk(const struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (t == NULL)
		return false;
	if (sp_token_is(t, "to") || sp_token_is(t, "towards") ||
		sp_token_is(t, "toward") || sp_token_is_step(t, false))
		return true;
	if (sp_token_is(t, "home") && p->at + 1 == p->piece->n)
		return true;
	/* "go see it" begins with letters of directions, too. */
	for (int i = p->at; i < p->piece->n; i++) {
		if (!sp_token_is_step(&p->piece->token[i], true) &&
			!sp_token_is(&p->piece->token[i], "regardless"))
			return false;
	}
	return true;
}

/* "yes", "no", "rematch": prose begins with them, too. "yes please" may be
 * meant, so may "no, end", and "yes   they are mine" is a line of our mails
 * with what it says about the order. */
static bool fits_answer(const struct parse *p)
{
	const struct token *t = p->piece->token;
	const struct verb *verb, *other;
	bool meant = true;
	int at = p->at;

	while (at < p->piece->n && !t[at].is_word)
		at++;
	if (at == p->piece->n || t[1].start >= t[0].end + 2 ||
		(order_verb_match(&t[at], &verb, &other) == MATCH_EXACT &&
			(verb->flags & VERB_WEAK) == 0))
		return true;
	for (; at < p->piece->n && meant; at++)
		meant = !t[at].is_word ||
			sp_token_among(&t[at],
				"please thanks thank you indeed sure sir");
	return meant;
}

bool order_verb_fits(const struct parse *p)
{
	const struct token *t = order_parse_peek(p);

	if (p->verb->parse == order_verb_answer)
		return fits_answer(p);
	if (p->verb->kind >= SP_ORDER_WATCH && p->verb->kind <= SP_ORDER_REFUSE)
		return order_aside_fits(p);
	if (p->verb->kind == SP_ORDER_DEFAULTS)
		return order_switches(p);
	if (p->verb->kind == SP_ORDER_TRY)
		return t == NULL || sp_token_is_mark(t, ':') ||
		       (order_verb_is(t) && !sp_token_is(t, "again"));
	if (p->verb->kind == SP_ORDER_CANCEL_REST)
		return t == NULL || sp_token_among(t, "the rest");
	if (is_setting(p->verb->kind))
		return setting_fits(p);
	if (p->verb->parse == order_verb_mute)
		return p->at + 1 >= p->piece->n || order_name_fits(p, p->at);
	if (t == NULL)
		return false;
	if (p->verb->kind == SP_ORDER_MOVE)
		return fits_walk(p);
	if (p->verb->kind == SP_ORDER_PICK_UP)
		return order_phrase_treasure_fits(p) || order_takes(p);
	if (sp_streq(p->verb->word, "give"))
		return order_gives_up(p);
	if (sp_streq(p->verb->word, "stab"))
		return order_stabs(p);
	if (p->verb->kind == SP_ORDER_FORGET)
		return order_forgets(p);
	if (sp_streq(p->verb->word, "when") || sp_streq(p->verb->word, "if"))
		return order_declares(p);
	/* else: a colon stands behind it */
	for (int i = p->at; i < p->piece->n; i++) {
		if (sp_token_is_mark(&p->piece->token[i], ':'))
			return true;
	}
	return false;
}
