/* The orders of a reply, in the words of its game. */
#include "table/context.h"

#include "reply/reply.h"
#include "table/sitting.h"

bool sp_table_sitting_invited(const struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;

	return !live->started && !live->ended &&
	       (live->setup.luck[sitting->seat][0] == '\0' ||
		       json_object_get(sitting->receipt, "joined") != NULL);
}

/* Before the start nothing is known of the position but who plays, and whether
 * there are cards: enough to read orders that come too early. */
static void view_of_setup(const struct sp_live *live, struct sp_game *view)
{
	memset(view, 0, sizeof(*view));
	view->n_seats = (uint8_t)live->setup.n_seats;
	for (int s = 0; s < live->setup.n_seats; s++)
		sp_format(view->colour[s], sizeof(view->colour[s]), "%s",
			live->setup.colour[s]);
	const char *cards = sp_card_ruleset_option_word(
		live->ruleset, &live->setup, "cards");
	view->n_piles = cards != NULL && sp_streq(cards, "yes");
}

/* A condition asks for a square that is on the board. */
static void check_squares(const struct sp_board *board, struct sp_orders *o)
{
	for (int i = 0; i < o->n; i++) {
		struct sp_order_line *line = &o->line[i];

		if (line->line_class != SP_LINE_GUARD ||
			line->guard.kind != SP_GUARD_AT ||
			sp_board_square_parse(board, line->guard.where) !=
				SP_NOWHERE)
			continue;
		line->line_class = SP_LINE_ERROR;
		line->mistake = (struct sp_order_mistake){
			.reason = SP_ORDER_REASON_NO_SQUARE
		};
		sp_format(line->mistake.quoted, sizeof(line->mistake.quoted),
			"%s", line->guard.where);
	}
}

void sp_table_read(
	struct sp_sitting *sitting, const char *text, struct sp_orders *out)
{
	const struct sp_live *live = sitting->live;
	struct sp_order_vocable *vocable =
		sp_xcalloc(SP_VOCABLE_MAX, sizeof(vocable[0]));
	struct sp_order_words words = { vocable, 0, SP_ASKED_NOTHING };

	/* the words are borrowed from the view: keep it */
	if (live->started)
		sp_game_view(
			&live->game, sitting->seat, &sitting->scratch->view);
	else
		view_of_setup(live, &sitting->scratch->view);
	words.n = sp_vocable_words(
		live->ruleset, &sitting->scratch->view, sitting->seat, vocable);
	if (live->started)
		words.asked = (uint8_t)sp_vocable_asked(
			&sitting->scratch->view, sitting->seat);
	sp_reply_parse(out, text, strlen(text), &words);
	if (live->started)
		check_squares(&sitting->scratch->view.board, out);
	sp_free(vocable);
}

/* True if the text asks for a rematch in other words, alone in the mail. */
static bool asks_for_rematch(const char *text)
{
	static const char *const words[] = { "noch mal", "nochmal", "noch eins",
		"revanche", "rematch", "a rematch", "another game",
		"another round", "play again", "once more", "one more game" };
	char line[24];
	size_t n = strlen(text);
	const char *at = sp_trim(text, &n);

	while (n > 0 && strchr(" \t.!?", at[n - 1]) != NULL)
		n--;
	if (!sp_copyn(line, sizeof(line), at, n))
		return false;
	sp_lower_string(line);
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if (sp_streq(line, words[i]))
			return true;
	return false;
}

void sp_table_sitting_parse(struct sp_sitting *sitting)
{
	const struct sp_live *live = sitting->live;
	bool listed = live->started && !sitting->list_over &&
		      sitting->decision == live->game.decision.number &&
		      (live->game.decision.kind == SP_DECISION_TURN ||
			      live->game.decision.kind == SP_DECISION_REACTION);
	char *text = listed ? sp_table_unnumber(sitting->scratch, live,
				      sitting->seat, sitting->mail.text)
			    : sp_xstrdup(sitting->mail.text);

	if (live->started && live->ended && asks_for_rematch(text)) {
		sp_free(text);
		text = sp_xstrdup("rematch");
	}

	sp_table_read(sitting, text, &sitting->orders);
	sp_free(text);
	if (sp_table_sitting_invited(sitting))
		sp_reply_assent(&sitting->orders);
}

void sp_table_sitting_take_no(struct sp_sitting *sitting)
{
	const struct sp_decision *d = &sitting->live->game.decision;
	struct sp_order_line *no = NULL;

	if (!sitting->live->started || d->kind != SP_DECISION_REACTION ||
		(d->seats & 1u << sitting->seat) == 0)
		return;
	for (int i = 0; i < sitting->orders.n; i++) {
		struct sp_order_line *line = &sitting->orders.line[i];

		if (line->line_class == SP_LINE_CHATTER)
			continue;
		if (no != NULL || line->line_class != SP_LINE_ORDER ||
			line->order.kind != SP_ORDER_NO)
			return;
		no = line;
	}
	if (no != NULL)
		no->order.kind = SP_ORDER_PASS;
}

unsigned sp_table_sitting_count_orders(
	struct sp_sitting *sitting, const char *text)
{
	struct sp_orders orders;
	unsigned n = 0;

	if (text[0] == '\0')
		return 0;
	sp_table_read(sitting, text, &orders);
	for (int i = 0; i < orders.n; i++)
		n += orders.line[i].line_class != SP_LINE_CHATTER;
	sp_order_clear(&orders);
	return n;
}
