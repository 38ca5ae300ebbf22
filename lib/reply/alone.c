/*
 * "South", alone on its line, is a walk among the orders of a mail: right above
 * one that changes the game, or right below one that leaves the turn open.
 * Elsewhere it may be a name or talk, and is asked about; below the last order
 * it is passed over.
 */
#include "reply_private.h"

#include "token/token.h"

static bool leaves_open(const struct sp_order_line *line)
{
	return reply_changes_game(line) && line->order.kind != SP_ORDER_END &&
	       line->order.kind != SP_ORDER_DRAW &&
	       line->order.kind != SP_ORDER_PASS;
}

/* True if no empty line stands between the two. */
static bool is_near(
	const struct sp_order_line *above, const struct sp_order_line *below)
{
	return below->at.line <= above->at.line + 1;
}

static bool is_one_word(
	const struct sp_orders *o, const struct sp_order_line *line)
{
	return line->order.kind == SP_ORDER_MOVE && line->order.n_steps == 1 &&
	       line->head_len == 0 && line->line_class == SP_LINE_ORDER &&
	       memchr(o->text + line->start, ' ', line->len) == NULL &&
	       memchr(o->text + line->start, '\t', line->len) == NULL;
}

/* The direction of a letter that was asked about, "w"; -1: no such
 * letter. */
static int letter_of(
	const struct sp_orders *o, const struct sp_order_line *line)
{
	static const char letters[] = "nesw";
	const char *at;

	if (line->line_class != SP_LINE_ERROR || line->len != 1 ||
		line->mistake.reason != SP_ORDER_REASON_STEPS_ALONE)
		return -1;
	at = strchr(letters, sp_lower((unsigned char)o->text[line->start]));
	return at != NULL ? (int)(at - letters) : -1;
}

/* A letter is a step right above an order that changes the game, if another
 * stands right before it; "e" may be the end of the turn elsewhere. */
static void take_letter(struct sp_orders *o, int i)
{
	struct sp_order_line *line = &o->line[i];
	int direction = letter_of(o, line);
	bool above = i > 0 && leaves_open(line - 1) && is_near(line - 1, line);
	bool below = i + 1 < o->n && reply_changes_game(line + 1);

	if (direction < 0 || (!below && direction == 1) ||
		!(above || (below && line[1].at.line == line->at.line)))
		return;
	memset(&line->order, 0, sizeof(line->order));
	line->order.kind = SP_ORDER_MOVE;
	line->order.n_steps = 1;
	line->order.step[0] = (uint8_t)direction;
	line->line_class = SP_LINE_ORDER;
	line->suggestion[0] = '\0';
}

/* True if it may be the end of a line of prose that a mail program broke. */
static bool may_be_broken(const struct sp_orders *o, int i)
{
	const struct sp_order_line *above = &o->line[i > 0 ? i - 1 : 0];

	return i > 0 && above->line_class == SP_LINE_CHATTER &&
	       above->len > 0 &&
	       strchr(".!?:,", o->text[above->start + above->len - 1]) == NULL;
}

/* True if an order of the mail stands above it, and none below: then nothing is
 * done too early, and it may be a piece of a mail that was quoted. */
static bool is_last(const struct sp_orders *o, int i)
{
	bool above = false;

	for (int k = 0; k < i; k++)
		above |= reply_changes_game(&o->line[k]);
	return above && !sp_reply_goes_on(o, i + 1);
}

void reply_find_alone(struct sp_orders *o)
{
	for (int i = 0; i < o->n; i++) {
		struct sp_order_line *line = &o->line[i];

		take_letter(o, i);
		if (!is_one_word(o, line) ||
			(!may_be_broken(o, i) &&
				((i + 1 < o->n &&
					 reply_changes_game(line + 1)) ||
					(i > 0 && leaves_open(line - 1) &&
						is_near(line - 1, line)))))
			continue;
		if (is_last(o, i)) {
			line->line_class = SP_LINE_CHATTER;
			continue;
		}
		line->line_class = SP_LINE_ERROR;
		line->wrong = line->at;
		line->mistake = (struct sp_order_mistake){
			.reason = SP_ORDER_REASON_STEPS_ALONE
		};
		sp_format(line->suggestion, sizeof(line->suggestion), "move %s",
			(const char *[]){
				"n", "e", "s", "w" }[line->order.step[0] & 3U]);
	}
}
