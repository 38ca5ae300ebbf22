/* Mistakes in orders, in a player's words. */
#include "refusal/refusal.h"

#include "render/render.h"

#include <assert.h>

/* The sentence with its arguments by name, in braces. */
static const char *sentence(enum sp_order_reason reason)
{
	switch (reason) {
	case SP_ORDER_REASON_NONE:
	case SP_ORDER_REASON_COUNT:
		break;
	case SP_ORDER_REASON_NO_ORDER:
		return "no order \"{quoted}\"";
	case SP_ORDER_REASON_SEVERAL_ORDERS:
		return "\"{quoted}\" could be \"{word}\" or \"{other}\"";
	case SP_ORDER_REASON_NEARLY_ORDER:
		return "\"{quoted}\" begins no order, but this looks like one";
	case SP_ORDER_REASON_NEARLY_LIKE:
		return "this looks like an order, but what stands behind "
		       "\"{quoted}\" makes none";
	case SP_ORDER_REASON_ORDER_WORD_FIRST:
		return "this looks like an order, but not all of it could be "
		       "read: write it with its word first, one order to a "
		       "line";
	case SP_ORDER_REASON_NOT_YET:
		return "this judge does not know \"{word}\" yet; \"help "
		       "later\" says what to do instead";
	case SP_ORDER_REASON_NO_CARDS:
		return "this game is played without cards, so there is nothing "
		       "to do with \"{word}\"";
	case SP_ORDER_REASON_FISTS_ONLY:
		return "this game has no cards to attack with, only fists";
	case SP_ORDER_REASON_IF:
		return "a declaration begins with \"when\"; behind \"if\" stands "
		       "what you do in your own turn, as \"help plan\" shows";
	case SP_ORDER_REASON_DEFAULTS_HOW:
		return "write `defaults on` or `defaults off`";
	case SP_ORDER_REASON_MAIL_HOW:
		return "write `set mail low`, `set mail normal` or `set mail "
		       "all`";
	case SP_ORDER_REASON_REMIND_HOW:
		return "write `set remind 24` to be reminded 24 hours before a "
		       "deadline (at most 72), or `set remind off`";
	case SP_ORDER_REASON_ZONE_HOW:
		return "write the time zone that your clock shows: `set zone "
		       "Europe/Berlin`, or `set zone UTC`";
	case SP_ORDER_REASON_VACATION_HOW:
		return "write the first and the last day: `vacation 2026-12-20 "
		       "to 2026-12-28`, or `vacation off`";
	case SP_ORDER_REASON_STANDIN_HOW:
		return "write the address of who is to play for you, and "
		       "nothing else: `standin ann@example.org`, or `standin "
		       "off`";
	case SP_ORDER_REASON_MUTE_WHOM:
		return "write whose messages you do not want: `mute red`, or "
		       "want again: `unmute red`";
	case SP_ORDER_REASON_TRY_WHAT:
		return "write the orders to be tried behind it, on the same "
		       "line: `try move n`";
	case SP_ORDER_REASON_GUARD_WHAT:
		return "\"{quoted}\" is no condition of orders: there are \"if "
		       "countered:\", \"if evaded:\", \"if hit:\", \"if red in "
		       "sight:\" and \"if red at c4:\"";
	case SP_ORDER_REASON_GUARD_SECRET:
		return "\"{quoted}\" asks for what you do not see: a condition "
		       "is judged by what lies open before you, like \"if red "
		       "in sight:\" or \"if countered:\"";
	case SP_ORDER_REASON_GUARD_ELSE:
		return "\"else:\" stands right below the orders of an \"if\", "
		       "with a colon behind it, and there is no \"if\" here";
	case SP_ORDER_REASON_GUARD_EMPTY:
		return "nothing stands behind this condition: write its orders "
		       "behind the colon with \";\" between, or further in on "
		       "the lines below, or between braces";
	case SP_ORDER_REASON_GUARD_ONLY:
		return "behind a condition stands only what you do in your own "
		       "turn: write this on a line of its own, above your "
		       "orders";
	case SP_ORDER_REASON_GUARD_NESTED:
		return "a condition does not stand within another: begin it "
		       "below, as far left as the first one";
	case SP_ORDER_REASON_GUARD_BRACE:
		return "this brace is not closed: close it behind the orders of "
		       "the condition";
	case SP_ORDER_REASON_GUARD_BROKEN:
		return "this may be the end of the line above, broken by your "
		       "mail program: put the orders of a condition between "
		       "braces, or an empty line below them";
	case SP_ORDER_REASON_BOOST_FIRST:
		return "what pays for more moves is an order of its own, above "
		       "the walk";
	case SP_ORDER_REASON_FORGET_WHAT:
		return "forget what? `forget all` drops your declarations, "
		       "`undo all` takes back what you did, and `cancel rest` "
		       "drops the orders that wait";
	case SP_ORDER_REASON_TOO_LONG:
		return "this is too long for an order";
	case SP_ORDER_REASON_QUESTION_MARK:
		return "with a question mark this is not done: leave it out if "
		       "you mean it";
	case SP_ORDER_REASON_FULL_STOP:
		return "one order to a line: start a new line here, or write "
		       "\";\" in place of \"{quoted}\"";
	case SP_ORDER_REASON_NEXT_ORDER:
		return "\"{quoted}\" begins another order: put it on a line of "
		       "its own, or \";\" before it";
	case SP_ORDER_REASON_MORE_BEHIND:
		return "\"{quoted}\" does not belong behind \"{word}\": an "
		       "order stands alone on its line";
	case SP_ORDER_REASON_MORE_HERE:
		return "\"{quoted}\" does not belong to this order: an order "
		       "stands alone on its line";
	case SP_ORDER_REASON_ONLY_ALONE:
		return "\"{word}\" counts only alone: if you mean it, write a "
		       "line with nothing but \"{word}\"";
	case SP_ORDER_REASON_NUMBER_ALONE:
		return "a number answers a numbered question, and none was "
		       "asked";
	case SP_ORDER_REASON_NUMBER_WORDS:
		return "a number of a list answers alone: write nothing else "
		       "on its line, and what else you mean below it, as "
		       "orders";
	case SP_ORDER_REASON_ANSWER_PLAINLY:
		return "\"{quoted}\" may be an answer, but which one we will "
		       "not guess: write \"pass\" or \"counter with\" and a "
		       "card, and nothing else on that line";
	case SP_ORDER_REASON_CHOICE_PLAINLY:
		return "\"{quoted}\" may be a choice, but which one we will "
		       "not guess: write its number and nothing else on that "
		       "line";
	case SP_ORDER_REASON_CARD_ALONE:
		return "a card is played with a word before it: \"cast\", "
		       "\"counter with\", \"use\", \"discard\" or \"choose\"";
	case SP_ORDER_REASON_STEPS_ALONE:
		return "steps without an order";
	case SP_ORDER_REASON_STEPS_WRAPPED:
		return "steps without an order; the line above may have been "
		       "broken by your mail program";
	case SP_ORDER_REASON_STEPS_AND_SQUARE:
		return "a walk is told by its steps or by its square, and "
		       "\"move to\" goes the shortest way there";
	case SP_ORDER_REASON_WHERE_TO:
		return "where to? Write steps (\"move n n e\") or a square "
		       "(\"move to c4\")";
	case SP_ORDER_REASON_NO_DIRECTION:
		return "\"{quoted}\" is no direction: steps are n, e, s and w";
	case SP_ORDER_REASON_SQUARE_AS_STEP:
		return "write \"to {quoted}\" for the square; steps with a "
		       "count are written like \"2n\"";
	case SP_ORDER_REASON_COUNT_APART:
		return "a count and its direction are one word, like "
		       "\"2n\"";
	case SP_ORDER_REASON_TOO_MANY_STEPS:
		return "that is more than {most} steps";
	case SP_ORDER_REASON_STEPS_BREAK_OFF:
		return "the steps break off here: write the whole walk on one "
		       "line";
	case SP_ORDER_REASON_WHICH_SQUARE:
		return "a square is missing, like \"c4\", or \"home\"";
	case SP_ORDER_REASON_NO_SQUARE:
		return "\"{quoted}\" is no square: write its letter and number "
		       "as on the board, like \"c4\", or \"home\"";
	case SP_ORDER_REASON_WHICH_SIDE:
		return "a square has four sides: say which, like \"{quoted} "
		       "north\"";
	case SP_ORDER_REASON_WHICH_EDGE:
		return "which {word}?";
	case SP_ORDER_REASON_NO_EDGE:
		return "\"{quoted}\" is no {word}: write a direction "
		       "(\"east\"), or the edge (\"c4/d4\" or \"c4 east\")";
	case SP_ORDER_REASON_PUNCH_WHOM:
		return "whom? Write a player's name";
	case SP_ORDER_REASON_NO_PLAYER:
		return "no player \"{quoted}\" here: the players are {names}";
	case SP_ORDER_REASON_SEVERAL_PLAYERS:
		return "\"{quoted}\" could be several of {names}";
	case SP_ORDER_REASON_PICK_UP:
		return "to take something write \"pick up\"";
	case SP_ORDER_REASON_WHOSE_TREASURE:
		return "whose treasure?";
	case SP_ORDER_REASON_NO_TREASURE:
		return "no \"{quoted}\" to be had";
	case SP_ORDER_REASON_THE_WHAT:
		return "the what?";
	case SP_ORDER_REASON_MY_WHAT:
		return "my what?";
	case SP_ORDER_REASON_WHICH_CARD:
		return "which card? Write its name";
	case SP_ORDER_REASON_NO_CARD:
		return "no card \"{quoted}\" in this game";
	case SP_ORDER_REASON_NO_CARD_LIKE:
		return "no card \"{quoted}\" in this game: part of a name is "
		       "enough, and \"hand\" lists the cards you hold";
	case SP_ORDER_REASON_SEVERAL_CARDS:
		return "\"{quoted}\" could be {names}";
	case SP_ORDER_REASON_NO_NAME:
		return "\"{quoted}\" is no card, player or place here";
	case SP_ORDER_REASON_ORDER_WHAT:
		return "{word} what?";
	case SP_ORDER_REASON_KEYWORD_WHAT:
		return "\"{quoted}\" what?";
	case SP_ORDER_REASON_TOO_MANY_NAMES:
		return "that is more than one order can name";
	case SP_ORDER_REASON_TOO_MANY_PHRASES:
		return "that is too much for one order";
	case SP_ORDER_REASON_TOO_MANY_CLAUSES:
		return "that is too much at once";
	case SP_ORDER_REASON_ATTACK_WHOM:
		return "whom? Write \"attack red with dagger\"";
	case SP_ORDER_REASON_ATTACK_HOW:
		return "with what? Write \"attack WHOM with CARD\", or "
		       "\"punch WHOM\"";
	case SP_ORDER_REASON_ATTACK_WITH:
		return "with what?";
	case SP_ORDER_REASON_BOOST_WITH:
		return "with what? Write \"boost 4\" or \"boost with\" and a "
		       "card";
	case SP_ORDER_REASON_COUNTER_WITH:
		return "with what? Write a card's name";
	case SP_ORDER_REASON_DRAW_COUNT:
		return "how many cards? Write \"draw 1\"; \"end\" draws all "
		       "you may";
	case SP_ORDER_REASON_WHEN_WHAT:
		return "when what? Write one of: attacked, spell, countered, "
		       "asked, behind which \"by\" and a player or a card may "
		       "stand, like \"when attacked by red: pass\"; damaged, "
		       "treasure";
	case SP_ORDER_REASON_IF_WHAT:
		return "this is no condition; write one of: damage >= 3, energy "
		       "<= 4, life <= 5, distance <= 3, aimed at me, deadly, "
		       "carrying, element fire, by red; with and, or, not";
	case SP_ORDER_REASON_IF_SECRET:
		return "a condition can only be about what everybody sees, not "
		       "about hands; write one of: damage >= 3, energy <= 4, "
		       "life <= 5, distance <= 3, aimed at me, deadly, "
		       "carrying, element fire, by red";
	case SP_ORDER_REASON_IF_NUMBER:
		return "compare {word} with what? Write like \"{word} >= 3\"";
	case SP_ORDER_REASON_IF_RANGE:
		return "{word} is from {number} to {most} here, so this holds "
		       "never or always";
	case SP_ORDER_REASON_IF_MANY:
		return "these are too many conditions for one line: write two "
		       "lines";
	case SP_ORDER_REASON_IF_BRACKET:
		return "brackets stand in pairs, and here one is missing";
	case SP_ORDER_REASON_UNTIL_WHAT:
		return "write `until my turn`, or leave it out: then it stands "
		       "always";
	case SP_ORDER_REASON_NO_COLON:
		return "a colon stands behind the condition, like \"when "
		       "attacked: pass\"";
	case SP_ORDER_REASON_BY_WHAT:
		return "by what?";
	case SP_ORDER_REASON_BY_TWICE:
		return "\"by\" stands once, with commas between: \"by red, "
		       "spell\" means either of them";
	case SP_ORDER_REASON_BY_OTHER:
		return "write \"by\" and spell, punch, weapon, a card or a "
		       "player";
	case SP_ORDER_REASON_PREFER_WAYS:
		return "write \"prefer\" and directions, those that you like best "
		       "first, like \"prefer w, s\", or write \"ask\"";
	case SP_ORDER_REASON_PREFER_CARDS:
		return "write \"prefer\" and cards, in the order in which they "
		       "are to go, like \"prefer dagger, energy 2\" or \"prefer "
		       "cheapest\", or write \"ask\"";
	case SP_ORDER_REASON_THEN_WHAT:
		return "then what? Write \"counter with\" and a card, \"pass\" "
		       "or \"ask\"";
	case SP_ORDER_REASON_WATCH_WHAT:
		return "watch what? Write step, turn, move, draw, end, drawn or "
		       "die, like \"watch step of red\", \"watch step at c4\" or "
		       "\"watch die 4\"";
	case SP_ORDER_REASON_DEAL_FORM:
		return "write with whom, a colon, what you give, \"for\" and what "
		       "you get, like \"deal with red: zot for dagger\"";
	case SP_ORDER_REASON_HISTORY_COUNT:
		return "write how many turns back, \"history 3\", or only "
		       "\"history\"";
	case SP_ORDER_REASON_HELP_TOPIC:
		return "write \"help\", or \"help\" and one topic, like "
		       "\"help orders\"";
	case SP_ORDER_REASON_LUCK_EMPTY:
		return "write your words behind \"luck\", any that nobody can "
		       "guess";
	case SP_ORDER_REASON_LUCK_TOO_LONG:
		return "luck takes at most {most} bytes, and these are "
		       "{number}";
	case SP_ORDER_REASON_LUCK_UNPRINTABLE:
		return "luck takes printable text only";
	case SP_ORDER_REASON_PRESS_FORM:
		return "write \"press to NAMES: your text\"";
	case SP_ORDER_REASON_PRESS_TO_WHOM:
		return "to whom? Write \"press to NAMES: your text\" or "
		       "\"press to all: your text\"";
	case SP_ORDER_REASON_PRESS_TO_ALL:
		return "\"all\" stands alone: write \"press to all: your "
		       "text\", or the names";
	case SP_ORDER_REASON_PRESS_EMPTY:
		return "this press has no text: write it behind the colon or "
		       "on the lines below";
	case SP_ORDER_REASON_PRESS_HOLDS_ORDER:
		return "this is an order, so the press it stands in was not "
		       "sent: write the order on a line of its own; or, if it "
		       "belongs to your message, \"endpress\" on the line below";
	case SP_ORDER_REASON_PRESS_MEETS_ORDER:
		return "this may be an order that is nobody else's business, "
		       "so the press above was not sent: write \"endpress\" on "
		       "a line below your message, and your orders below that";
	case SP_ORDER_REASON_NO_PRESS:
		return "no press is open here: it begins with \"press to "
		       "NAMES:\"";
	case SP_ORDER_REASON_LOST_CHARACTER:
		return "a character of this line was lost on its way; please "
		       "write the line again";
	case SP_ORDER_REASON_ENDLESS_FILE:
		return "a file or a signature begins here and has no end; send "
		       "your orders without it";
	case SP_ORDER_REASON_TOO_MANY_LINES:
		return "too many orders and remarks in one mail: nothing from "
		       "here on was read; send the rest in a mail of its own";
	case SP_ORDER_REASON_TOO_LONG_MAIL:
		return "this mail is too long: nothing from here on was read; "
		       "send the rest in a mail of its own";
	case SP_ORDER_REASON_NO_SCHOOL:
		return "\"{quoted}\" is no school of cards: choose one of "
		       "{names}, by its name or its number";
	case SP_ORDER_REASON_ONLY_SPELLS:
		return "only the name of a spell stands behind the colon: what "
		       "you do with an item or a fist is an order of its own";
	case SP_ORDER_REASON_END_DRAWING:
		return "\"end\" alone draws all you may; \"draw\" and a number "
		       "draws so many and ends your turn, \"draw 0\" without "
		       "drawing";
	case SP_ORDER_REASON_DROP_TREASURE:
		return "cards are given up; a treasure is put down by \"drop\"";
	case SP_ORDER_REASON_CORRECTED:
		return "\"{quoted}\" beside your orders leaves open which of "
		       "them hold, and that is not ours to guess: send those "
		       "that do once more, alone";
	case SP_ORDER_REASON_DONE:
		return "\"{quoted}\" ends no turn: for that write a line with "
		       "nothing but \"end\"";
	case SP_ORDER_REASON_TAKE_FROM:
		return "what lies in your square is picked up; what somebody "
		       "carries is taken only by a card that says so, with the "
		       "order that stands beside it in your hand";
	case SP_ORDER_REASON_END_WHAT:
		return "a spell of yours is ended by \"end spell\" and its "
		       "name; \"end\" alone ends your turn";
	}
	return "";
}

static void add_names(const struct sp_order_listed *names, struct sp_buf *out)
{
	const char *name = names->text;

	for (int i = 0; i < names->n; i++) {
		sp_buf_addf(out, "%s%s", i > 0 ? ", " : "", name);
		name += strlen(name) + 1;
	}
	if (names->more)
		sp_buf_adds(out, ", ...");
}

static void add_argument(const void *with, const char *name, struct sp_buf *out)
{
	const struct sp_order_mistake *mistake = with;
	const struct {
		const char *name, *text;
	} texts[] = {
		{ "quoted", mistake->quoted },
		{ "word", mistake->word },
		{ "other", mistake->other },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(texts); i++) {
		if (sp_streq(texts[i].name, name)) {
			assert(texts[i].text != NULL);
			sp_buf_adds(out, texts[i].text);
			return;
		}
	}
	if (sp_streq("names", name)) {
		add_names(&mistake->names, out);
	} else if (sp_streq("number", name)) {
		sp_buf_addf(out, "%zu", mistake->number);
	} else {
		assert(sp_streq("most", name));
		sp_buf_addf(out, "%zu", mistake->most);
	}
}

void sp_refusal_say_mistake(
	const struct sp_order_mistake *mistake, struct sp_buf *out)
{
	sp_render_sentence(sentence((enum sp_order_reason)mistake->reason),
		add_argument, mistake, out);
}
