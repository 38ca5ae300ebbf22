/* A list of orders in a few words, as the tables write it. */
#include <assert.h>

#include "order_tests.h"
#include "refusal/refusal.h"

static const struct sp_order_vocable vocables[] = {
	{ "red", SP_WORD_SEAT, 0, false, false },
	{ "blue", SP_WORD_SEAT, 1, false, false },
	{ "green", SP_WORD_SEAT, 2, false, false },
	{ "yellow", SP_WORD_SEAT, 3, false, false },
	{ "merlin", SP_WORD_SEAT, 1, false, false },
	{ "old Grimm", SP_WORD_SEAT, 2, false, false },
};

const struct sp_order_words order_test_words = { vocables,
	SP_ARRAY_LEN(vocables), SP_ASKED_NOTHING };

static const struct sp_order_vocable with_cards[] = {
	{ "red", SP_WORD_SEAT, 0, false, false },
	{ "blue", SP_WORD_SEAT, 1, false, false },
	{ "green", SP_WORD_SEAT, 2, false, false },
	{ "yellow", SP_WORD_SEAT, 3, false, false },
	{ "Fireball", SP_WORD_CARD, 0, false, false },
	{ "Fire Darts", SP_WORD_CARD, 1, false, false },
	{ "Wall of Fire", SP_WORD_CARD, 2, false, false },
	{ "Create Wall", SP_WORD_CARD, 3, false, false },
	{ "Large Rock", SP_WORD_CARD, 4, false, false },
	{ "Energy 5", SP_WORD_CARD, 5, false, false },
	{ "Energy 4", SP_WORD_CARD, 6, false, false },
	{ "Add", SP_WORD_CARD, 7, false, false },
	{ "Zot!", SP_WORD_CARD, 8, false, false },
	{ "Fool's Gold", SP_WORD_CARD, 9, false, false },
	{ "Astral Projection", SP_WORD_CARD, 10, false, false },
	{ "Around the Corner", SP_WORD_CARD, 11, false, false },
	{ "Full Shield", SP_WORD_CARD, 12, true, true },
	{ "Shield", SP_WORD_CARD, 13, false, true },
	{ "Drop Object", SP_WORD_CARD, 14, false, false },
	{ "Dagger", SP_WORD_CARD, 15, false, false },
	{ "Seal Door", SP_WORD_CARD, 16, false, false },
	{ "Create Door", SP_WORD_CARD, 17, true, false },
	{ "at", SP_WORD_KEYWORD, 0, false, false },
	{ "to", SP_WORD_KEYWORD, 0, false, false },
	{ "push", SP_WORD_KEYWORD, 0, false, false },
	{ "object", SP_WORD_KEYWORD, 0, false, false },
	{ "around", SP_WORD_KEYWORD, 0, false, false },
	{ "by", SP_WORD_KEYWORD, 0, false, false },
	{ "on", SP_WORD_KEYWORD, 0, false, false },
	{ "stun", SP_WORD_PLAY, 0, false, false },
	{ "hurt", SP_WORD_PLAY, 0, false, false },
};

const struct sp_order_words order_test_card_words = { with_cards,
	SP_ARRAY_LEN(with_cards), SP_ASKED_NOTHING };

static const char *order_test_card(int value)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(with_cards); i++) {
		if (with_cards[i].kind == SP_WORD_CARD &&
			with_cards[i].value == value)
			return with_cards[i].word;
	}
	return "?";
}

static void describe_move(const struct sp_order *o, struct sp_buf *out)
{
	for (int i = 0; i < o->n_steps; i++)
		sp_buf_addf(out, " %s",
			(const char *const[]){
				"n", "e", "s", "w", "link" }[o->step[i]]);
	if (o->where[0] != '\0')
		sp_buf_addf(out, " %s", o->where);
	else if (o->kind != SP_ORDER_MOVE)
		sp_buf_addf(out, " %s's square", vocables[o->seat].word);
	if (o->regardless)
		sp_buf_adds(out, " regardless");
}

static void describe_treasure(const struct sp_order *o, struct sp_buf *out)
{
	if (o->seat >= 0)
		sp_buf_addf(out, " %s", vocables[o->seat].word);
	if (o->seat == SP_ORDER_MINE)
		sp_buf_adds(out, " mine");
	if (o->seat == SP_ORDER_THEIRS)
		sp_buf_adds(out, " theirs");
	if (o->number > 0)
		sp_buf_addf(out, "%s%d", o->seat >= 0 ? "-" : " ", o->number);
	if (o->where[0] != '\0')
		sp_buf_addf(out, " %s", o->where);
}

static void describe_text(const struct sp_orders *orders,
	const struct sp_order *o, struct sp_buf *out)
{
	sp_buf_adds(out, " \"");
	for (size_t i = 0; i < o->text_len; i++) {
		char c = orders->text[o->text + i];

		if (c == '\n')
			sp_buf_adds(out, "\\n");
		else if (c == '\r')
			sp_buf_adds(out, "\\r");
		else
			sp_buf_addc(out, c);
	}
	sp_buf_addc(out, '"');
}

static void describe_named(const struct sp_named *n, struct sp_buf *out)
{
	static const char *const words[] = { "number", "seat", "me", "square",
		"edge", "direction", "card", "treasure", "play", "yes",
		"nothing", "wall", "door" };

	sp_buf_addf(out, " %s", words[n->kind]);
	switch ((enum sp_named_kind)n->kind) {
	case SP_NAMED_NUMBER:
	case SP_NAMED_YES:
		sp_buf_addf(out, ":%d", n->value);
		break;
	case SP_NAMED_SEAT:
		sp_buf_addf(out, ":%s", vocables[n->value].word);
		break;
	case SP_NAMED_DIRECTION:
		sp_buf_addf(out, ":%c", "nesw"[n->value]);
		break;
	case SP_NAMED_CARD:
		sp_buf_addf(out, ":%s", order_test_card(n->value));
		break;
	case SP_NAMED_TREASURE:
		if (n->value >= 0)
			sp_buf_addf(out, ":%s", vocables[n->value].word);
		if (n->value == SP_ORDER_MINE)
			sp_buf_adds(out, ":mine");
		if (n->value == SP_ORDER_THEIRS)
			sp_buf_adds(out, ":theirs");
		if (n->number > 0)
			sp_buf_addf(out, "-%d", n->number);
		break;
	case SP_NAMED_SQUARE:
	case SP_NAMED_EDGE:
	case SP_NAMED_PLAY:
	case SP_NAMED_CLASS:
	case SP_NAMED_SCHOOL:
		sp_buf_addf(out, ":%s", n->where);
		break;
	case SP_NAMED_SELF:
	case SP_NAMED_NOTHING:
	case SP_NAMED_WALL:
	case SP_NAMED_DOOR:
		break;
	}
}

/* "by-spell [seat:red]" */
static void describe_list(const void *payload,
	const struct sp_condition_node *node, struct sp_buf *out)
{
	const struct sp_order *o = payload;

	sp_buf_adds(out, "by");
	for (int i = node->first; i < node->first + node->n; i++)
		for (int k = 0; k < o->part[i].n; k++)
			describe_named(&o->named[o->part[i].first + k], out);
	if (node->by != 0)
		sp_buf_addf(out, " kinds:%d", node->by);
}

/* "[Fireball at: seat:red; with: number:5]" for each clause */
static void describe_cards(const struct sp_order *o, struct sp_buf *out)
{
	if (o->kind == SP_ORDER_FORGET && o->number > 0) {
		for (int n = 0; n <= SP_ORDER_LISTED_MOST; n++)
			if ((o->to >> n & 1U) != 0)
				sp_buf_addf(out, " %d", n);
		sp_buf_addf(out, " to %d", o->number);
	} else if (o->kind == SP_ORDER_FORGET)
		sp_buf_addf(out, " %s",
			o->to == SP_ORDER_TO_ALL ? "all"
			: o->to == SP_ORDER_TO_DEFAULTS
				? "defaults"
				: sp_condition_about_word(
					  (enum sp_condition_about)o->subject));
	if (o->kind == SP_ORDER_WHEN)
		sp_buf_addf(out, " %s %s%s%s%s",
			sp_condition_about_word(
				(enum sp_condition_about)o->subject),
			o->answer == SP_ORDER_ANSWER_COUNTER  ? "counter"
			: o->answer == SP_ORDER_ANSWER_PASS   ? "pass"
			: o->answer == SP_ORDER_ANSWER_PREFER ? "prefer"
							      : "ask",
			o->by & SP_ORDER_BY_SPELL ? " by-spell" : "",
			o->by & SP_ORDER_BY_PUNCH ? " by-punch" : "",
			o->by & SP_ORDER_BY_WEAPON ? " by-weapon" : "");
	for (int i = 0; o->kind == SP_ORDER_WHEN && i < o->n_steps; i++)
		sp_buf_addf(out, "%s%c", i == 0 ? " " : "", "nesw"[o->step[i]]);
	if (o->kind == SP_ORDER_WHEN && o->number > 0)
		sp_buf_adds(out, " cheapest");
	if ((o->by & ~7) != 0)
		sp_buf_addf(out, " by-%d", o->by & ~7);
	sp_condition_write(&o->condition, o->by != 0, describe_list, o, out);
	if (o->until != 0)
		sp_buf_addf(out, " until %d", o->until);
	if (o->kind == SP_ORDER_DRAW)
		sp_buf_addf(out, " %d", o->number);
	if (o->kind == SP_ORDER_CARD)
		sp_buf_addf(out, " %s", order_test_card(o->number));
	for (int c = 0; c < o->n_clauses || (c == 0 && o->n_phrases > 0); c++) {
		const char *mark = "";

		sp_buf_addf(out, " [%s%s",
			c >= o->n_clauses || o->clause[c].card < 0
				? ""
				: order_test_card(o->clause[c].card),
			c < o->n_clauses && o->clause[c].part ? ":" : "");
		if (c < o->n_clauses && o->clause[c].least != SP_LEAST_NOT)
			sp_buf_adds(out, o->clause[c].least == SP_LEAST
						 ? " least"
						 : " to-live");
		for (int i = 0; i < o->n_phrases; i++) {
			const struct sp_order_phrase *part = &o->part[i];

			if (part->clause != c)
				continue;
			sp_buf_addf(out, "%s %s", mark, part->keyword);
			if (part->count > 0)
				sp_buf_addf(out, "*%d", part->count);
			for (int k = 0; k < part->n; k++)
				describe_named(&o->named[part->first + k], out);
			mark = ";";
		}
		sp_buf_adds(out, "]");
	}
}

/* " step of red at c4 4: ask", then the answer; what a deal is of */
static void describe_aside(const struct sp_order *o, struct sp_buf *out)
{
	if (o->kind == SP_ORDER_WATCH || o->kind == SP_ORDER_UNWATCH)
		sp_buf_addf(out, " %s",
			sp_order_point_word((enum sp_order_point)o->point));
	if (o->seat >= 0)
		sp_buf_addf(out, " %s", vocables[o->seat].word);
	if (o->where[0] != '\0')
		sp_buf_addf(out, " at %s", o->where);
	if (o->number > 0)
		sp_buf_addf(out, " %d", o->number);
	if (o->kind == SP_ORDER_REFUSE && o->to != 0)
		sp_buf_adds(out, " own");
	if (o->kind == SP_ORDER_WATCH)
		sp_buf_addf(out, " %s",
			o->answer == SP_ORDER_ANSWER_ASK ? "ask" : "counter");
	if (o->n_phrases > 0)
		describe_cards(o, out);
}

static void describe_order(const struct sp_orders *orders,
	const struct sp_order *o, struct sp_buf *out)
{
	enum sp_order_kind kind = (enum sp_order_kind)o->kind;

	if (kind == SP_ORDER_PUNCH_EDGE)
		sp_buf_addf(
			out, "order punch %s", o->is_wall ? "wall" : "door");
	else
		sp_buf_addf(out, "order %s", sp_order_word(kind));
	switch (kind) {
	case SP_ORDER_MOVE:
	case SP_ORDER_MOVE_TO:
	case SP_ORDER_MOVE_TOWARDS:
		describe_move(o, out);
		break;
	case SP_ORDER_PUNCH:
	case SP_ORDER_MUTE:
	case SP_ORDER_UNMUTE:
		sp_buf_addf(out, " %s", vocables[o->seat].word);
		break;
	case SP_ORDER_PICK_UP:
	case SP_ORDER_DROP:
		describe_treasure(o, out);
		break;
	case SP_ORDER_SET_MAIL:
		sp_buf_addf(
			out, " %s", sp_volume_word((enum sp_volume)o->number));
		break;
	case SP_ORDER_SET_REMIND:
		sp_buf_addf(out, " %d", o->number);
		break;
	case SP_ORDER_VACATION:
		sp_buf_addf(out, " %d to %u", o->number, (unsigned)o->to);
		break;
	case SP_ORDER_PUNCH_EDGE:
	case SP_ORDER_OPEN:
	case SP_ORDER_HOLD:
		if (o->where[0] != '\0')
			sp_buf_addf(out, " %s", o->where);
		break;
	case SP_ORDER_UNDO:
		if (o->to == SP_ORDER_TO_ALL)
			sp_buf_adds(out, " all");
		if (o->number > 0)
			sp_buf_addf(out, " %d", o->number);
		break;
	case SP_ORDER_HISTORY:
		if (o->number > 0)
			sp_buf_addf(out, " %d", o->number);
		break;
	case SP_ORDER_PRESS:
		if (o->number != 0)
			sp_buf_adds(out, " grey");
		if (o->to == SP_ORDER_TO_ALL)
			sp_buf_adds(out, " all");
		for (int i = 0; o->to != SP_ORDER_TO_ALL && i < 4; i++) {
			if (o->to & UINT32_C(1) << i)
				sp_buf_addf(out, " %s", vocables[i].word);
		}
		describe_text(orders, o, out);
		break;
	case SP_ORDER_HELP:
	case SP_ORDER_LUCK:
	case SP_ORDER_TRY:
	case SP_ORDER_STANDIN:
	case SP_ORDER_SET_ZONE:
		if (o->text_len > 0)
			describe_text(orders, o, out);
		break;
	case SP_ORDER_CAST:
	case SP_ORDER_USE:
	case SP_ORDER_ATTACK:
	case SP_ORDER_THROW:
	case SP_ORDER_PUNCH_THING:
	case SP_ORDER_BOOST:
	case SP_ORDER_PICK_UP_ITEM:
	case SP_ORDER_DROP_ITEM:
	case SP_ORDER_END_SPELL:
	case SP_ORDER_ACTIVATE:
	case SP_ORDER_DISCARD:
	case SP_ORDER_DRAW:
	case SP_ORDER_COUNTER:
	case SP_ORDER_CHOOSE:
	case SP_ORDER_NUMBERS:
	case SP_ORDER_WHEN:
	case SP_ORDER_FORGET:
	case SP_ORDER_HAND:
	case SP_ORDER_CARD:
		describe_cards(o, out);
		break;
	case SP_ORDER_WATCH:
	case SP_ORDER_UNWATCH:
	case SP_ORDER_DEAL:
	case SP_ORDER_AGREE:
	case SP_ORDER_REFUSE:
		describe_aside(o, out);
		break;
	case SP_ORDER_WATCHES:
	case SP_ORDER_DECLARATIONS:
	case SP_ORDER_END:
	case SP_ORDER_PASS:
	case SP_ORDER_RESIGN:
	case SP_ORDER_BOARD:
	case SP_ORDER_STATUS:
	case SP_ORDER_JOIN:
	case SP_ORDER_YES:
	case SP_ORDER_NO:
	case SP_ORDER_AGAIN:
	case SP_ORDER_DEFAULTS:
	case SP_ORDER_CANCEL_REST:
	case SP_ORDER_NEW_TOKEN:
	case SP_ORDER_REMATCH:
	case SP_ORDER_KIND_COUNT:
		break;
	}
}

/* " waits for "hit red"", " waits below "it is cold"" */
static void describe_wait(const struct sp_orders *orders,
	const struct sp_order_line *line, struct sp_buf *out)
{
	if (line->waits == SP_WAITS_NOT)
		return;
	sp_buf_addf(out, " waits %s \"%.*s\"",
		line->waits == SP_WAITS_ERROR ? "for" : "below",
		(int)line->cause_len, orders->text + line->cause);
}

const char *order_test_mistake(const struct sp_order_line *line)
{
	static char text[512];
	struct sp_buf out;

	sp_buf_init(&out, sizeof(text) - 1);
	sp_refusal_say_mistake(&line->mistake, &out);
	assert(!out.overflow);
	sp_format(text, sizeof(text), "%s", sp_buf_str(&out));
	sp_buf_free(&out);
	return text;
}

/* "[1 red at c4" begins a condition, "]" ends braces. */
static void describe_guard(
	const struct sp_order_guard *guard, struct sp_buf *out)
{
	static const char *const words[] = {
		[SP_GUARD_NONE] = "?",
		[SP_GUARD_COUNTERED] = "countered",
		[SP_GUARD_EVADED] = "evaded",
		[SP_GUARD_HIT] = "hit",
		[SP_GUARD_SIGHT] = "sight",
		[SP_GUARD_AT] = "at",
		[SP_GUARD_ELSE] = "else",
		[SP_GUARD_OPEN] = "{",
		[SP_GUARD_CLOSE] = "}",
	};

	sp_buf_addf(out, "if%d %s", guard->chain, words[guard->kind]);
	if (guard->kind == SP_GUARD_SIGHT || guard->kind == SP_GUARD_AT)
		sp_buf_addf(out, " %s%s%s", vocables[guard->seat].word,
			guard->where[0] != '\0' ? " " : "", guard->where);
}

void order_test_describe(const struct sp_orders *orders, struct sp_buf *out)
{
	for (int i = 0; i < orders->n; i++) {
		const struct sp_order_line *line = &orders->line[i];

		if (i > 0)
			sp_buf_adds(out, " | ");
		if (line->behind > 0)
			sp_buf_addf(out, "<%d> ", line->behind);
		switch ((enum sp_line_class)line->line_class) {
		case SP_LINE_ORDER:
			describe_order(orders, &line->order, out);
			describe_wait(orders, line, out);
			break;
		case SP_LINE_GUARD:
			describe_guard(&line->guard, out);
			break;
		case SP_LINE_CHATTER:
			sp_buf_adds(out, "chatter");
			break;
		case SP_LINE_ERROR:
			sp_buf_addf(out, "error %u:%u+%u %s", line->wrong.line,
				line->wrong.column, line->wrong.length,
				order_test_mistake(line));
			if (line->suggestion[0] != '\0')
				sp_buf_addf(out, "; did you mean %s?",
					line->suggestion);
			break;
		}
	}
	if (orders->n == 0)
		sp_buf_adds(out, "nothing");
}
