/*
 * Which orders stand behind a condition: those between its braces; else those
 * behind its colon, and those below that begin further to the right. Conditions
 * stand together as long as no order without one comes between, up to an
 * "else:".
 *
 * What is not clear is an error: an order is never done without the condition
 * that it was written behind.
 */
#include "reply_private.h"

#include "token/token.h"

struct blocks {
	struct sp_orders *o;
	int head; /* the condition whose orders are read; -1: none */
	bool braces, any;
	int last; /* the last line behind it */
	int chain, chains;
	bool elses; /* an "else" may follow */
	size_t widest;
};

static void fail(
	struct sp_order_line *line, enum sp_order_reason reason, bool at_end)
{
	line->line_class = SP_LINE_ERROR;
	line->mistake = (struct sp_order_mistake){ .reason = (uint8_t)reason };
	line->wrong = at_end ? line->guard.place : line->at;
	line->suggestion[0] = '\0';
}

/* ---- lines that a mail program broke ------------------------------------ */

static size_t line_start(const struct sp_orders *o, size_t at)
{
	while (at > 0 && o->text[at - 1] != '\n' && o->text[at - 1] != '\r')
		at--;
	return at;
}

/* True if `line` may be the rest of the line of text above it, on which a
 * condition and its orders stand. */
static bool may_be_broken(
	const struct blocks *b, const struct sp_order_line *line)
{
	const struct sp_orders *o = b->o;
	const struct sp_order_line *above = &o->line[b->last];

	return line->at.line == above->at.line + 1 &&
	       above->at.line == o->line[b->head].at.line &&
	       sp_token_may_be_broken(o->text, o->text_len,
		       line_start(o, above->start), line->start, b->widest);
}

/* ---- blocks ------------------------------------------------------------- */

/* The orders of the condition end here. */
static void end_block(struct blocks *b, bool closed)
{
	struct sp_order_line *head;

	if (b->head < 0)
		return;
	head = &b->o->line[b->head];
	b->head = -1;
	if (head->line_class != SP_LINE_GUARD)
		return;
	if (b->braces && !closed)
		fail(head, SP_ORDER_REASON_GUARD_BRACE, true);
	else if (!b->braces && !b->any)
		fail(head, SP_ORDER_REASON_GUARD_EMPTY, true);
}

/* True for the head of a condition, understood or not. */
static bool is_head(const struct sp_order_line *line)
{
	return line->guard.place.line > 0;
}

static bool is_inside(const struct blocks *b, const struct sp_order_line *line)
{
	const struct sp_order_line *head;

	if (b->head < 0)
		return false;
	head = &b->o->line[b->head];
	return b->braces || line->at.line == head->at.line ||
	       line->indent > head->indent;
}

static void begin_block(struct blocks *b, int i)
{
	struct sp_order_line *line = &b->o->line[i];
	bool is_else = line->guard.kind == SP_GUARD_ELSE;
	bool within = b->head >= 0 && !b->braces &&
		      line->at.line != b->o->line[b->head].at.line &&
		      line->indent > b->o->line[b->head].indent;

	if (within && line->line_class == SP_LINE_GUARD)
		fail(line, SP_ORDER_REASON_GUARD_NESTED, false);
	if (b->head >= 0)
		b->any = b->any || within;
	end_block(b, false);
	if (is_else && !b->elses && line->line_class == SP_LINE_GUARD)
		fail(line, SP_ORDER_REASON_GUARD_ELSE, false);
	if (!b->elses)
		b->chain = ++b->chains;
	b->elses = !is_else;
	line->guard.chain = b->chain;
	b->head = b->last = i;
	b->braces = line->guard.brace;
	b->any = false;
}

/* A brace by itself. What belongs to no condition is chatter. */
static void brace(struct blocks *b, struct sp_order_line *line)
{
	bool opens = line->guard.kind == SP_GUARD_OPEN;

	if (b->head < 0 || b->braces == opens || (opens && b->any)) {
		line->line_class = SP_LINE_CHATTER;
		line->guard.kind = SP_GUARD_NONE;
	} else if (opens) {
		b->braces = true;
		b->o->line[b->head].guard.place = line->at;
	} else {
		end_block(b, true);
	}
}

static void other(struct blocks *b, int i)
{
	struct sp_order_line *line = &b->o->line[i];

	/* "done" says nothing where the mail says more */
	if (line->line_class == SP_LINE_CHATTER || line->done)
		return;
	if (is_inside(b, line)) {
		if (line->line_class == SP_LINE_ORDER &&
			!sp_order_is_of_turn(
				(enum sp_order_kind)line->order.kind))
			fail(line,
				line->order.kind == SP_ORDER_NUMBERS
					? SP_ORDER_REASON_NUMBER_ALONE
					: SP_ORDER_REASON_GUARD_ONLY,
				false);
		line->behind = b->head + 1;
		b->any = true;
		b->last = i;
		return;
	}
	if (b->head >= 0 && b->any && may_be_broken(b, line))
		fail(line, SP_ORDER_REASON_GUARD_BROKEN, false);
	end_block(b, false);
	if (reply_changes_game(line) || line->line_class == SP_LINE_ERROR)
		b->elses = false;
}

void reply_find_guards(struct sp_orders *o)
{
	struct blocks b = { .o = o, .head = -1 };
	bool any = false;

	for (int i = 0; i < o->n; i++)
		any = any || is_head(&o->line[i]);
	if (!any)
		return;
	b.widest = sp_token_widest(o->text, o->text_len);
	for (int i = 0; i < o->n; i++) {
		struct sp_order_line *line = &o->line[i];

		if (is_head(line))
			begin_block(&b, i);
		else if (line->line_class == SP_LINE_GUARD)
			brace(&b, line);
		else
			other(&b, i);
	}
	end_block(&b, false);
}
