/* Each mistake that the parser finds, with the sentence that a player reads. */
#include "order/order_tests.h"
#include "refusal/refusal.h"

static const struct sp_order_vocable alike_words[] = {
	{ "green", SP_WORD_SEAT, 0, false, false },
	{ "grey", SP_WORD_SEAT, 1, false, false },
	{ "Stone A", SP_WORD_CARD, 0, false, false },
	{ "Stone B", SP_WORD_CARD, 1, false, false },
	{ "Stone C", SP_WORD_CARD, 2, false, false },
	{ "Stone D", SP_WORD_CARD, 3, false, false },
	{ "Stone E", SP_WORD_CARD, 4, false, false },
	{ "Stone F", SP_WORD_CARD, 5, false, false },
	{ "Stone G", SP_WORD_CARD, 6, false, false },
};

static const struct sp_order_words alike = { alike_words,
	SP_ARRAY_LEN(alike_words), SP_ASKED_NOTHING };

static const struct sp_order_vocable school_words[] = {
	{ "alchemy", SP_WORD_SCHOOL, 0, true, false },
	{ "white-cantrip", SP_WORD_SCHOOL, 1, false, false },
	{ "mutation", SP_WORD_SCHOOL, 2, true, false },
	{ "Fireball", SP_WORD_CARD, 0, false, false },
};

static const struct sp_order_words schools = { school_words,
	SP_ARRAY_LEN(school_words), SP_ASKED_ONE };

static const struct sp_order_vocable window_words[] = {
	{ "Full Shield", SP_WORD_CARD, 0, true, true },
};

static const struct sp_order_words window = { window_words,
	SP_ARRAY_LEN(window_words), SP_ASKED_COUNTER };

#define BOARD &order_test_words
#define CARDS &order_test_card_words
#define ALIKE &alike

static const struct row {
	enum sp_order_reason reason;
	const struct sp_order_words *words;
	const char *text, *more; /* behind it, so many times */
	int times;
	const char *sentence, *suggestion;
} rows[] = {
	{ SP_ORDER_REASON_NO_ORDER, BOARD, "pnuch red", NULL, 0,
		"no order \"pnuch\"", "punch" },
	{ SP_ORDER_REASON_NO_ORDER, BOARD, "p red", NULL, 0, "no order \"p\"",
		"punch" },
	{ SP_ORDER_REASON_SEVERAL_ORDERS, BOARD, "bo", NULL, 0,
		"\"bo\" could be \"board\" or \"boost\"", "" },
	{ SP_ORDER_REASON_NEARLY_ORDER, BOARD, "push red", NULL, 0,
		"\"push\" begins no order, but this looks like one", "" },
	{ SP_ORDER_REASON_NEARLY_LIKE, BOARD, "shoot red", NULL, 0,
		"this looks like an order, but what stands behind \"shoot\" makes none",
		"" },
	{ SP_ORDER_REASON_NUMBER_WORDS, CARDS, "2, throw it at him", NULL, 0,
		"a number of a list answers alone: write nothing else on its line, and what else you mean below it, as orders",
		"" },
	{ SP_ORDER_REASON_ANSWER_PLAINLY, &window, "maybe the full shield",
		NULL, 0,
		"\"maybe the full shield\" may be an answer, but which one we will not guess: write \"pass\" or \"counter with\" and a card, and nothing else on that line",
		"counter with Full Shield" },
	{ SP_ORDER_REASON_CHOICE_PLAINLY, &schools, "maybe the second", NULL, 0,
		"\"maybe the second\" may be a choice, but which one we will not guess: write its number and nothing else on that line",
		"2" },
	{ SP_ORDER_REASON_MORE_HERE, BOARD, "run home, all of us", NULL, 0,
		"\",\" does not belong to this order: an order stands alone on its line",
		"" },
	{ SP_ORDER_REASON_STEPS_AND_SQUARE, BOARD, "walk n n to c4", NULL, 0,
		"a walk is told by its steps or by its square, and \"move to\" goes the shortest way there",
		"move to c4" },
	{ SP_ORDER_REASON_ORDER_WORD_FIRST, BOARD, "Perhaps move to c4", NULL,
		0,
		"this looks like an order, but not all of it could be read: write it with its word first, one order to a line",
		"move to c4" },
	{ SP_ORDER_REASON_NOT_YET, BOARD, "set board", NULL, 0,
		"this judge does not know \"set\" yet; \"help later\" says what to do instead",
		"" },
	{ SP_ORDER_REASON_NO_CARDS, BOARD, "use", NULL, 0,
		"this game is played without cards, so there is nothing to do with \"use\"",
		"" },
	{ SP_ORDER_REASON_FISTS_ONLY, BOARD, "attack red", NULL, 0,
		"this game has no cards to attack with, only fists",
		"punch red" },
	{ SP_ORDER_REASON_IF, CARDS, "if attacked: pass", NULL, 0,
		"a declaration begins with \"when\"; behind \"if\" stands what you do in your own turn, as \"help plan\" shows",
		"when attacked: pass" },
	{ SP_ORDER_REASON_TOO_LONG, BOARD, "move ", "n ", 100,
		"this is too long for an order", "" },
	{ SP_ORDER_REASON_QUESTION_MARK, BOARD, "end?", NULL, 0,
		"with a question mark this is not done: leave it out if you mean it",
		"" },
	{ SP_ORDER_REASON_FULL_STOP, BOARD, "move n. punch rde", NULL, 0,
		"one order to a line: start a new line here, or write \";\" in place of \".\"",
		"" },
	{ SP_ORDER_REASON_FULL_STOP, BOARD, "move n ! punch rde", NULL, 0,
		"one order to a line: start a new line here, or write \";\" in place of \"!\"",
		"" },
	{ SP_ORDER_REASON_NEXT_ORDER, BOARD, "move n Punch", NULL, 0,
		"\"Punch\" begins another order: put it on a line of its own, or \";\" before it",
		"" },
	{ SP_ORDER_REASON_MORE_BEHIND, BOARD, "punch red Green", NULL, 0,
		"\"Green\" does not belong behind \"punch\": an order stands alone on its line",
		"" },
	{ SP_ORDER_REASON_MORE_BEHIND, BOARD, "move to c4 fast", NULL, 0,
		"\"fast\" does not belong behind \"move to\": an order stands alone on its line",
		"" },
	{ SP_ORDER_REASON_ONLY_ALONE, BOARD, "end of story", NULL, 0,
		"\"end\" counts only alone: if you mean it, write a line with nothing but \"end\"",
		"" },
	{ SP_ORDER_REASON_NUMBER_ALONE, BOARD, "1, then 2", NULL, 0,
		"a number answers a numbered question, and none was asked",
		"" },
	{ SP_ORDER_REASON_CARD_ALONE, CARDS, "fireball", NULL, 0,
		"a card is played with a word before it: \"cast\", \"counter with\", \"use\", \"discard\" or \"choose\"",
		"" },
	{ SP_ORDER_REASON_STEPS_ALONE, BOARD, "n n e regardless", NULL, 0,
		"steps without an order", "move n n e regardless" },
	{ SP_ORDER_REASON_STEPS_WRAPPED, BOARD, "move n n\ne e", NULL, 0,
		"steps without an order; the line above may have been broken by your mail program",
		"move e e" },
	{ SP_ORDER_REASON_WHERE_TO, BOARD, "move", NULL, 0,
		"where to? Write steps (\"move n n e\") or a square (\"move to c4\")",
		"" },
	{ SP_ORDER_REASON_NO_DIRECTION, BOARD, "move nroth", NULL, 0,
		"\"nroth\" is no direction: steps are n, e, s and w", "north" },
	{ SP_ORDER_REASON_SQUARE_AS_STEP, BOARD, "move A7", NULL, 0,
		"write \"to A7\" for the square; steps with a count are written like \"2n\"",
		"" },
	{ SP_ORDER_REASON_COUNT_APART, BOARD, "move 3", NULL, 0,
		"a count and its direction are one word, like \"2n\"", "" },
	{ SP_ORDER_REASON_TOO_MANY_STEPS, BOARD, "move 40n n", NULL, 0,
		"that is more than 40 steps", "" },
	{ SP_ORDER_REASON_STEPS_BREAK_OFF, BOARD, "move n,", NULL, 0,
		"the steps break off here: write the whole walk on one line",
		"" },
	{ SP_ORDER_REASON_WHICH_SQUARE, BOARD, "move to", NULL, 0,
		"a square is missing, like \"c4\", or \"home\"", "" },
	{ SP_ORDER_REASON_NO_SQUARE, BOARD, "go to bed", NULL, 0,
		"\"bed\" is no square: write its letter and number as on the board, like \"c4\", or \"home\"",
		"" },
	{ SP_ORDER_REASON_WHICH_SIDE, BOARD, "open C4", NULL, 0,
		"a square has four sides: say which, like \"c4 north\"", "" },
	{ SP_ORDER_REASON_WHICH_SIDE, BOARD, "open J10", NULL, 0,
		"a square has four sides: say which, like \"j10 north\"", "" },
	{ SP_ORDER_REASON_WHICH_EDGE, BOARD, "open at", NULL, 0, "which door?",
		"" },
	{ SP_ORDER_REASON_WHICH_EDGE, BOARD, "punch wall at", NULL, 0,
		"which wall?", "" },
	{ SP_ORDER_REASON_NO_EDGE, BOARD, "hold Window", NULL, 0,
		"\"Window\" is no door: write a direction (\"east\"), or the edge (\"c4/d4\" or \"c4 east\")",
		"" },
	{ SP_ORDER_REASON_NO_EDGE, BOARD, "punch wall x", NULL, 0,
		"\"x\" is no wall: write a direction (\"east\"), or the edge (\"c4/d4\" or \"c4 east\")",
		"" },
	{ SP_ORDER_REASON_PUNCH_WHOM, BOARD, "punch", NULL, 0,
		"whom? Write a player's name", "" },
	{ SP_ORDER_REASON_NO_PLAYER, BOARD, "punch gren", NULL, 0,
		"no player \"gren\" here: the players are red, blue, green, yellow, merlin, old Grimm",
		"green" },
	{ SP_ORDER_REASON_NO_PLAYER, BOARD, "punch ", "abcdefgh", 7,
		"no player \"abcdefghabcdefghabcdefghabcdefghabcd...\" here: the players are red, blue, green, yellow, merlin, old Grimm",
		"" },
	{ SP_ORDER_REASON_SEVERAL_PLAYERS, ALIKE, "press to gr: hi", NULL, 0,
		"\"gr\" could be several of green, grey", "" },
	{ SP_ORDER_REASON_PICK_UP, BOARD, "pick treasure", NULL, 0,
		"to take something write \"pick up\"", "pick up treasure" },
	{ SP_ORDER_REASON_WHOSE_TREASURE, BOARD, "drop treasure of", NULL, 0,
		"whose treasure?", "" },
	{ SP_ORDER_REASON_NO_TREASURE, BOARD, "pick up Tresure", NULL, 0,
		"no \"Tresure\" to be had", "treasure" },
	{ SP_ORDER_REASON_THE_WHAT, BOARD, "drop the", NULL, 0, "the what?",
		"treasure" },
	{ SP_ORDER_REASON_THE_WHAT, CARDS, "cast fireball at the", NULL, 0,
		"the what?", "" },
	{ SP_ORDER_REASON_MY_WHAT, BOARD, "drop my", NULL, 0, "my what?",
		"treasure" },
	{ SP_ORDER_REASON_WHICH_CARD, CARDS, "cast", NULL, 0,
		"which card? Write its name", "" },
	{ SP_ORDER_REASON_WHICH_CARD, CARDS, "card", NULL, 0,
		"which card? Write its name", "" },
	{ SP_ORDER_REASON_NO_CARD, CARDS, "cast fierball", NULL, 0,
		"no card \"fierball\" in this game", "Fireball" },
	{ SP_ORDER_REASON_NO_CARD_LIKE, CARDS, "card nonsense", NULL, 0,
		"no card \"nonsense\" in this game: part of a name is enough, and \"hand\" lists the cards you hold",
		"" },
	{ SP_ORDER_REASON_SEVERAL_CARDS, CARDS, "cast fire", NULL, 0,
		"\"fire\" could be Fireball, Fire Darts, Wall of Fire", "" },
	{ SP_ORDER_REASON_SEVERAL_CARDS, CARDS, "discard fire", NULL, 0,
		"\"fire\" could be Fireball, Fire Darts, Wall of Fire", "" },
	{ SP_ORDER_REASON_SEVERAL_CARDS, ALIKE, "cast stone", NULL, 0,
		"\"stone\" could be Stone A, Stone B, Stone C, Stone D, Stone E, Stone F, ...",
		"Stone A or Stone B or Stone C or Stone D or Stone E" },
	{ SP_ORDER_REASON_NO_NAME, CARDS, "cast fireball at xyzzy", NULL, 0,
		"\"xyzzy\" is no card, player or place here", "" },
	{ SP_ORDER_REASON_ORDER_WHAT, CARDS, "choose", NULL, 0, "choose what?",
		"" },
	{ SP_ORDER_REASON_ORDER_WHAT, CARDS, "end spell", NULL, 0,
		"end spell what?", "" },
	{ SP_ORDER_REASON_KEYWORD_WHAT, CARDS, "cast fireball At", NULL, 0,
		"\"at\" what?", "" },
	{ SP_ORDER_REASON_TOO_MANY_NAMES, CARDS, "cast fireball at", " red", 40,
		"that is more than one order can name", "" },
	{ SP_ORDER_REASON_TOO_MANY_PHRASES, CARDS, "cast fireball at red",
		", red", 40, "that is too much for one order", "" },
	{ SP_ORDER_REASON_TOO_MANY_CLAUSES, CARDS, "cast fireball", ": dagger",
		4, "that is too much at once", "" },
	{ SP_ORDER_REASON_ATTACK_WHOM, CARDS, "attack", NULL, 0,
		"whom? Write \"attack red with dagger\"", "" },
	{ SP_ORDER_REASON_ATTACK_HOW, CARDS, "attack red dagger", NULL, 0,
		"with what? Write \"attack WHOM with CARD\", or \"punch WHOM\"",
		"" },
	{ SP_ORDER_REASON_ATTACK_WITH, CARDS, "attack red with", NULL, 0,
		"with what?", "" },
	{ SP_ORDER_REASON_BOOST_WITH, CARDS, "boost", NULL, 0,
		"with what? Write \"boost 4\" or \"boost with\" and a card",
		"" },
	{ SP_ORDER_REASON_COUNTER_WITH, CARDS, "counter", NULL, 0,
		"with what? Write a card's name", "" },
	{ SP_ORDER_REASON_DRAW_COUNT, CARDS, "draw", NULL, 0,
		"how many cards? Write \"draw 1\"; \"end\" draws all you may",
		"" },
	{ SP_ORDER_REASON_WHEN_WHAT, CARDS, "when blue hits me: pass", NULL, 0,
		"when what? Write one of: attacked, spell, countered, asked, behind which \"by\" and a player or a card may stand, like \"when attacked by red: pass\"; damaged, treasure",
		"when attacked by blue: pass" },
	{ SP_ORDER_REASON_IF_WHAT, CARDS, "when attacked, moon is full: pass",
		NULL, 0,
		"this is no condition; write one of: damage >= 3, energy <= 4, life <= 5, distance <= 3, aimed at me, deadly, carrying, element fire, by red; with and, or, not",
		"" },
	{ SP_ORDER_REASON_IF_SECRET, CARDS,
		"when attacked while red holds shield: pass", NULL, 0,
		"a condition can only be about what everybody sees, not about hands; write one of: damage >= 3, energy <= 4, life <= 5, distance <= 3, aimed at me, deadly, carrying, element fire, by red",
		"" },
	{ SP_ORDER_REASON_IF_NUMBER, CARDS, "when attacked, damage: pass", NULL,
		0, "compare damage with what? Write like \"damage >= 3\"", "" },
	{ SP_ORDER_REASON_IF_RANGE, CARDS, "when attacked, life below 0: pass",
		NULL, 0,
		"life is from 1 to 99 here, so this holds never or always",
		"" },
	{ SP_ORDER_REASON_IF_MANY, CARDS, "when attacked, ", "(", 9,
		"these are too many conditions for one line: write two lines",
		"" },
	{ SP_ORDER_REASON_IF_BRACKET, CARDS, "when attacked, (deadly: pass",
		NULL, 0, "brackets stand in pairs, and here one is missing",
		"" },
	{ SP_ORDER_REASON_UNTIL_WHAT, CARDS, "when attacked until noon: pass",
		NULL, 0,
		"write `until my turn`, or leave it out: then it stands always",
		"" },
	{ SP_ORDER_REASON_NO_COLON, CARDS, "when attacked nothing pass", NULL,
		0,
		"a colon stands behind the condition, like \"when attacked: pass\"",
		"" },
	{ SP_ORDER_REASON_BY_WHAT, CARDS, "when attacked by: pass", NULL, 0,
		"by what?", "" },
	{ SP_ORDER_REASON_BY_TWICE, CARDS, "when attacked by red by blue: pass",
		NULL, 0,
		"\"by\" stands once, with commas between: \"by red, spell\" means either of them",
		"" },
	{ SP_ORDER_REASON_BY_OTHER, CARDS, "when attacked by c4: pass", NULL, 0,
		"write \"by\" and spell, punch, weapon, a card or a player",
		"" },
	{ SP_ORDER_REASON_THEN_WHAT, CARDS, "when attacked: jump", NULL, 0,
		"then what? Write \"counter with\" and a card, \"pass\" or \"ask\"",
		"" },
	{ SP_ORDER_REASON_WATCH_WHAT, CARDS, "watch step of", "", 0,
		"watch what? Write step, turn, move, draw, end, drawn or die, like \"watch step of red\", \"watch step at c4\" or \"watch die 4\"",
		"" },
	{ SP_ORDER_REASON_DEAL_FORM, CARDS, "deal with red: zot", "", 0,
		"write with whom, a colon, what you give, \"for\" and what you get, like \"deal with red: zot for dagger\"",
		"" },
	{ SP_ORDER_REASON_HISTORY_COUNT, BOARD, "history 0", NULL, 0,
		"write how many turns back, \"history 3\", or only \"history\"",
		"" },
	{ SP_ORDER_REASON_HELP_TOPIC, BOARD, "help :", NULL, 0,
		"write \"help\", or \"help\" and one topic, like \"help orders\"",
		"" },
	{ SP_ORDER_REASON_LUCK_EMPTY, BOARD, "luck", NULL, 0,
		"write your words behind \"luck\", any that nobody can guess",
		"" },
	{ SP_ORDER_REASON_LUCK_TOO_LONG, BOARD, "luck ", "z", 201,
		"luck takes at most 200 bytes, and these are 201", "" },
	{ SP_ORDER_REASON_LUCK_UNPRINTABLE, BOARD, "luck a\001b", NULL, 0,
		"luck takes printable text only", "" },
	{ SP_ORDER_REASON_PRESS_FORM, BOARD, "press % : hi", NULL, 0,
		"write \"press to NAMES: your text\"", "" },
	{ SP_ORDER_REASON_PRESS_TO_WHOM, BOARD, "press", NULL, 0,
		"to whom? Write \"press to NAMES: your text\" or \"press to all: your text\"",
		"" },
	{ SP_ORDER_REASON_PRESS_TO_ALL, BOARD, "press red all: hi", NULL, 0,
		"\"all\" stands alone: write \"press to all: your text\", or the names",
		"" },
	{ SP_ORDER_REASON_PRESS_EMPTY, BOARD, "press to red:", NULL, 0,
		"this press has no text: write it behind the colon or on the lines below",
		"" },
	{ SP_ORDER_REASON_PRESS_HOLDS_ORDER, BOARD, "press to red: a; move n",
		NULL, 0,
		"this is an order, so the press it stands in was not sent: write the order on a line of its own; or, if it belongs to your message, \"endpress\" on the line below",
		"" },
	{ SP_ORDER_REASON_PRESS_MEETS_ORDER, BOARD, "press to red: a\nmvoe n",
		NULL, 0,
		"this may be an order that is nobody else's business, so the press above was not sent: write \"endpress\" on a line below your message, and your orders below that",
		"" },
	{ SP_ORDER_REASON_NO_PRESS, BOARD, "endpress", NULL, 0,
		"no press is open here: it begins with \"press to NAMES:\"",
		"" },
	{ SP_ORDER_REASON_LOST_CHARACTER, BOARD, "move \357\277\275", NULL, 0,
		"a character of this line was lost on its way; please write the line again",
		"" },
	{ SP_ORDER_REASON_ENDLESS_FILE, BOARD, "\357\277\275 begin x", NULL, 0,
		"a file or a signature begins here and has no end; send your orders without it",
		"" },
	{ SP_ORDER_REASON_TOO_MANY_LINES, BOARD, "", "move n\n", 200,
		"too many orders and remarks in one mail: nothing from here on was read; send the rest in a mail of its own",
		"" },
	{ SP_ORDER_REASON_TOO_LONG_MAIL, BOARD, "", "hello\n", 11000,
		"this mail is too long: nothing from here on was read; send the rest in a mail of its own",
		"" },
	{ SP_ORDER_REASON_ONLY_SPELLS, CARDS,
		"cast fireball: stab red with dagger", NULL, 0,
		"only the name of a spell stands behind the colon: what you do with an item or a fist is an order of its own",
		"" },
	{ SP_ORDER_REASON_CORRECTED, BOARD, "move n\nno wait, move s", NULL, 0,
		"\"no wait\" beside your orders leaves open which of them hold, and that is not ours to guess: send those that do once more, alone",
		"" },
	{ SP_ORDER_REASON_DEFAULTS_HOW, CARDS, "defaults", NULL, 0,
		"write `defaults on` or `defaults off`", "" },
	{ SP_ORDER_REASON_MAIL_HOW, BOARD, "set mail loud", NULL, 0,
		"write `set mail low`, `set mail normal` or `set mail all`",
		"" },
	{ SP_ORDER_REASON_REMIND_HOW, BOARD, "set remind 73", NULL, 0,
		"write `set remind 24` to be reminded 24 hours before a deadline (at most 72), or `set remind off`",
		"" },
	{ SP_ORDER_REASON_ZONE_HOW, BOARD, "set zone", NULL, 0,
		"write the time zone that your clock shows: `set zone Europe/Berlin`, or `set zone UTC`",
		"" },
	{ SP_ORDER_REASON_VACATION_HOW, BOARD, "vacation 20 dec", NULL, 0,
		"write the first and the last day: `vacation 2026-12-20 to 2026-12-28`, or `vacation off`",
		"" },
	{ SP_ORDER_REASON_STANDIN_HOW, BOARD, "standin ann@example.org please",
		NULL, 0,
		"write the address of who is to play for you, and nothing else: `standin ann@example.org`, or `standin off`",
		"" },
	{ SP_ORDER_REASON_MUTE_WHOM, BOARD, "mute", NULL, 0,
		"write whose messages you do not want: `mute red`, or want again: `unmute red`",
		"" },
	{ SP_ORDER_REASON_TRY_WHAT, BOARD, "try:", NULL, 0,
		"write the orders to be tried behind it, on the same line: `try move n`",
		"" },
	{ SP_ORDER_REASON_END_WHAT, CARDS, "end fireball at c4", NULL, 0,
		"a spell of yours is ended by \"end spell\" and its name; \"end\" alone ends your turn",
		"end spell fireball at c4" },
	/* so long that no suggestion holds it */
	{ SP_ORDER_REASON_END_WHAT, CARDS,
		"end fireball "
		"at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 "
		"at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 "
		"at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4 at c4",
		NULL, 0,
		"a spell of yours is ended by \"end spell\" and its name; \"end\" alone ends your turn",
		"" },
	{ SP_ORDER_REASON_NO_DIRECTION, BOARD, "move n home", NULL, 0,
		"\"home\" is no direction: steps are n, e, s and w",
		"move to home" },
	{ SP_ORDER_REASON_END_DRAWING, CARDS, "end without drawing", NULL, 0,
		"\"end\" alone draws all you may; \"draw\" and a number draws so many and ends your turn, \"draw 0\" without drawing",
		"draw 0" },
	{ SP_ORDER_REASON_DROP_TREASURE, CARDS, "give up red treasure", NULL, 0,
		"cards are given up; a treasure is put down by \"drop\"",
		"drop red treasure" },
	{ SP_ORDER_REASON_DONE, BOARD, "I am done!", NULL, 0,
		"\"I am done\" ends no turn: for that write a line with nothing but \"end\"",
		"end" },
	{ SP_ORDER_REASON_TAKE_FROM, CARDS, "take fireball from red", NULL, 0,
		"what lies in your square is picked up; what somebody carries is taken only by a card that says so, with the order that stands beside it in your hand",
		"" },
	{ SP_ORDER_REASON_END_WHAT, CARDS, "end all spells", NULL, 0,
		"a spell of yours is ended by \"end spell\" and its name; \"end\" alone ends your turn",
		"" },
	{ SP_ORDER_REASON_GUARD_WHAT, CARDS,
		"if he comes near: move n", NULL, 0, "\"he comes near\" is no condition of orders: there are \"if countered:\", \"if evaded:\", \"if hit:\", \"if red in sight:\" and \"if red at c4:\"",
		"" },
	{ SP_ORDER_REASON_GUARD_SECRET, CARDS, "if red has shield: move n",
		NULL, 0,
		"\"red has shield\" asks for what you do not see: a condition is judged by what lies open before you, like \"if red in sight:\" or \"if countered:\"",
		"" },
	{ SP_ORDER_REASON_GUARD_ELSE, CARDS, "move n\nelse: move s", NULL, 0,
		"\"else:\" stands right below the orders of an \"if\", with a colon behind it, and there is no \"if\" here",
		"" },
	{ SP_ORDER_REASON_GUARD_EMPTY, CARDS, "if countered:\nmove n", NULL, 0,
		"nothing stands behind this condition: write its orders behind the colon with \";\" between, or further in on the lines below, or between braces",
		"" },
	{ SP_ORDER_REASON_BOOST_FIRST, CARDS, "run with energy 4 n n", NULL, 0,
		"what pays for more moves is an order of its own, above the walk",
		"boost with energy 4; move n n" },
	{ SP_ORDER_REASON_FORGET_WHAT, CARDS, "forget everything", NULL, 0,
		"forget what? `forget all` drops your declarations, `undo all` takes back what you did, and `cancel rest` drops the orders that wait",
		"" },
	{ SP_ORDER_REASON_GUARD_ONLY, CARDS, "if countered: resign", NULL, 0,
		"behind a condition stands only what you do in your own turn: write this on a line of its own, above your orders",
		"" },
	{ SP_ORDER_REASON_GUARD_NESTED, CARDS,
		"if countered:\n  if red in sight: move n", NULL, 0,
		"a condition does not stand within another: begin it below, as far left as the first one",
		"" },
	{ SP_ORDER_REASON_GUARD_BRACE, CARDS, "if countered: { move n", NULL, 0,
		"this brace is not closed: close it behind the orders of the condition",
		"" },
	{ SP_ORDER_REASON_GUARD_BROKEN, CARDS,
		"if countered: move n n; move e e; move s s; move w w; move n n n;\nmove s",
		NULL, 0,
		"this may be the end of the line above, broken by your mail program: put the orders of a condition between braces, or an empty line below them",
		"" },
	{ SP_ORDER_REASON_NO_SCHOOL, &schools, "choose fire", NULL, 0,
		"\"fire\" is no school of cards: choose one of alchemy, mutation, by its name or its number",
		"" },
};

/* a table of its own: clang-format loses its way in longer ones */
static const struct row more_rows[] = {
	{ SP_ORDER_REASON_PREFER_WAYS, CARDS, "when pushed: pass", NULL, 0,
		"write \"prefer\" and directions, those that you like best first, like \"prefer w, s\", or write \"ask\"",
		"" },
	{ SP_ORDER_REASON_PREFER_CARDS, CARDS, "when asked to discard: pass",
		NULL, 0,
		"write \"prefer\" and cards, in the order in which they are to go, like \"prefer dagger, energy 2\" or \"prefer cheapest\", or write \"ask\"",
		"" },
};

static const char *const names[] = { "NONE",
#define X(name) #name,
	SP_ORDER_REASONS(X)
#undef X
};

static const struct sp_order_line *first_mistake(const struct sp_orders *o)
{
	static const struct sp_order_line none;

	for (int i = 0; i < o->n; i++) {
		if (o->line[i].line_class == SP_LINE_ERROR)
			return &o->line[i];
	}
	return &none;
}

TEST("refusal/mistake", "every mistake in an order has its sentence")
{
	bool seen[SP_ORDER_REASON_COUNT] = { false };

	for (size_t i = 0; i < SP_ARRAY_LEN(rows) + SP_ARRAY_LEN(more_rows);
		i++) {
		const struct row *row =
			i < SP_ARRAY_LEN(rows)
				? &rows[i]
				: &more_rows[i - SP_ARRAY_LEN(rows)];
		const struct sp_order_line *line;
		struct sp_orders orders;
		struct sp_buf text;

		sp_buf_init(&text, 1 << 17);
		sp_buf_adds(&text, row->text);
		for (int k = 0; k < row->times; k++)
			sp_buf_adds(&text, row->more);
		sp_reply_parse(
			&orders, sp_buf_str(&text), text.len, row->words);
		line = first_mistake(&orders);
		EQUAL_STRING(names[line->mistake.reason], names[row->reason]);
		EQUAL_STRING(order_test_mistake(line), row->sentence);
		EQUAL_STRING(line->suggestion, row->suggestion);
		seen[row->reason] = true;
		sp_order_clear(&orders);
		sp_buf_free(&text);
	}
	for (int reason = 1; reason < SP_ORDER_REASON_COUNT; reason++) {
		if (!seen[reason])
			printf("\nno row for SP_ORDER_REASON_%s\n",
				names[reason]);
		CU_ASSERT_TRUE(seen[reason]);
	}
}

TEST("refusal/mistake", "what a player wrote is never read as an argument")
{
	struct sp_order_mistake mistake = { .reason = SP_ORDER_REASON_NO_CARD,
		.quoted = "{word}" };
	struct sp_buf out;

	sp_buf_init(&out, 4096);
	sp_refusal_say_mistake(&mistake, &out);
	EQUAL_STRING(sp_buf_str(&out), "no card \"{word}\" in this game");
	sp_buf_free(&out);
}

/* The sentence about a line of orders among two words of that kind, x... and
 * y... of so many letters. */
static const char *among(
	const char *text, enum sp_word_kind kind, size_t first, size_t second)
{
	char xs[128] = "", ys[128] = "";
	const struct sp_order_vocable both[] = {
		{ xs, kind, 0, false, false },
		{ ys, kind, 1, false, false },
	};
	const struct sp_order_words words = { both, SP_ARRAY_LEN(both),
		SP_ASKED_NOTHING };
	struct sp_orders orders;
	const char *sentence;

	memset(xs, 'x', first);
	memset(ys, 'y', second);
	memcpy(xs + first - 4, " end", 4);
	memcpy(ys + second - 4, " end", 4);
	sp_reply_parse(&orders, text, strlen(text), &words);
	sentence = order_test_mistake(first_mistake(&orders));
	sp_order_clear(&orders);
	return sentence;
}

TEST("refusal/mistake", "a list ends before a name that does not fit")
{
	const char *players = "no player \"zot\" here: the players are ";
	const char *cards = "\"end\" could be ";
	size_t before = strlen(players), fits = SP_ORDER_LISTED_SIZE - 1;

	EQUAL_INT(strlen(among("punch zot", SP_WORD_SEAT, 50, fits - 52)),
		before + fits);
	EQUAL_INT(strlen(among("punch zot", SP_WORD_SEAT, 50, fits - 51)),
		before + 50);
	before = strlen(cards);
	EQUAL_INT(strlen(among("cast end", SP_WORD_CARD, 50, fits - 52)),
		before + fits);
	EQUAL_INT(strlen(among("cast end", SP_WORD_CARD, 50, fits - 51)),
		before + 50 + strlen(", ..."));
	CONTAINS(among("cast end", SP_WORD_CARD, 50, fits - 51), "x end, ...");
}
