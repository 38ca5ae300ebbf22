/* The orders of one mail, executed for the seat that sent it (design 5). */
#include "host/host_private.h"

#include <assert.h>

/* ---- orders that change the game -------------------------------------- */

int sp_play_apply(struct sp_host *host, struct sp_live *live,
	const struct sp_command *command, int64_t instant, const char *input,
	struct sp_buf *result, struct sp_refusal *why, struct sp_error *e)
{
	struct sp_events *events = &host->events;
	struct sp_game *before = &host->before;

	*before = live->game;
	events->n = 0;
	int rc = sp_rules_apply(
		live->ruleset, &live->game, command, events, why);
	if (rc != SP_OK)
		return rc;
	struct sp_render_step step = { live->ruleset, before, &live->game,
		command, events };
	if (result != NULL)
		sp_render_result(&step, result);
	return sp_record_step(live, &step, instant, input, e);
}

/* The turn ended within this mail; `end` behind that is no mistake. */
static bool ended_here(const struct sp_play *play, const struct sp_order *order)
{
	return order->kind == SP_ORDER_END && play->applied > 0 &&
	       play->live->game.decision.number != play->decision;
}

/* Does the mail answer a decision that is over? Said once, in the receipt. */
static bool is_stale(struct sp_play *play)
{
	const struct sp_live *live = play->live;

	if (!play->has_decision || !live->started ||
		play->decision == live->game.decision.number)
		return false;
	if (play->applied == 0 &&
		json_object_get(play->receipt, "stale") == NULL) {
		json_t *stale = json_object();
		sp_json_set_int(stale, "decision", play->decision);
		sp_json_set(play->receipt, "stale", stale);
	}
	return true;
}

static void not_done(struct sp_play *play, const struct sp_order_item *item)
{
	char *order = sp_play_as_written(play, item);

	sp_receipt_add(play->receipt, "not_done", json_string(order));
	sp_free(order);
	play->blocked = true;
}

static int do_bound(struct sp_play *play, const struct sp_order_item *item,
	const struct sp_bound *bound, struct sp_error *e)
{
	struct sp_live *live = play->live;
	char input[SP_SHA256_TEXT];
	struct sp_buf order, text;
	struct sp_refusal why = { 0 };

	sp_buf_init(&order, 512);
	sp_buf_init(&text, 1024);
	sp_agent_understood(&live->game, &bound->command, &order);
	int rc = sp_seal_input_mail(input, &live->secrets, play->message_id,
		play->text, strlen(play->text), e);
	if (rc == SP_OK)
		rc = sp_play_apply(play->host, live, &bound->command,
			play->instant, input, &text, &why, e);
	if (rc == SP_EREFUSED && why.text[0] != '\0') {
		sp_receipt_refuse(play, item, why.text);
		play->blocked = true;
		rc = SP_OK;
	} else if (rc == SP_OK) {
		play->applied++;
		if (bound->text[0] != '\0')
			sp_buf_addf(&text, "%s%s", text.len > 0 ? "; " : "",
				bound->text);
		sp_receipt_tell(
			play, "done", sp_buf_str(&order), sp_buf_str(&text));
		if (bound->surprise && !bound->regardless)
			play->blocked = true;
	}
	sp_buf_free(&order);
	sp_buf_free(&text);
	return rc;
}

static void refuse_bound(struct sp_play *play, const struct sp_order_item *item,
	const struct sp_bound *bound)
{
	struct sp_buf text;

	sp_buf_init(&text, 1024);
	sp_buf_adds(&text, bound->text);
	if (bound->suggestion[0] != '\0')
		sp_buf_addf(&text, "; you could write `%s`", bound->suggestion);
	sp_receipt_refuse(play, item, sp_buf_str(&text));
	sp_buf_free(&text);
	play->blocked = true;
}

/* Why nothing can be moved now; owned, NULL where something can. */
static char *nothing_to_move(const struct sp_play *play)
{
	const struct sp_live *live = play->live;

	if (live->started)
		return live->game.status == SP_GAME_OVER
			       ? sp_xstrdup("the game is over")
			       : NULL;
	if (live->setup.luck[play->seat][0] == '\0')
		return sp_xstrdup("the game has not begun; reply `join` to "
				  "take your seat");
	char *missing = sp_play_missing(live);
	char *text = sp_xasprintf(
		"the game has not begun; it waits for %s", missing);
	sp_free(missing);
	return text;
}

static int resign(struct sp_play *play, struct sp_error *e)
{
	int rc = sp_confirm_resign(play, e);

	sp_receipt_tell(play, "done", "resign",
		"not yet: a mail asks you whether you mean it");
	play->blocked = true;
	return rc;
}

static int do_game(struct sp_play *play, const struct sp_order_item *item,
	struct sp_error *e)
{
	struct sp_bound bound;

	if (play->blocked) {
		not_done(play, item);
		return SP_OK;
	}
	char *no = nothing_to_move(play);
	if (no != NULL) {
		sp_receipt_refuse(play, item, no);
		sp_free(no);
		play->blocked = true;
		return SP_OK;
	}
	if (item->order.kind == SP_ORDER_RESIGN)
		return resign(play, e);
	if (ended_here(play, &item->order)) {
		sp_receipt_tell(
			play, "done", "end", "your turn had ended already");
		return SP_OK;
	}
	if (is_stale(play)) {
		not_done(play, item);
		return SP_OK;
	}
	if (item->order.kind == SP_ORDER_PASS) {
		sp_receipt_refuse(play, item,
			"nothing asks you to answer; `end` closes your turn");
		play->blocked = true;
		return SP_OK;
	}
	sp_game_view(&play->live->game, play->seat, &play->host->view);
	if (!sp_agent_bind(play->live->ruleset, &play->host->view, play->seat,
		    &item->order, &bound)) {
		refuse_bound(play, item, &bound);
		return SP_OK;
	}
	return do_bound(play, item, &bound, e);
}

/* ---- one mail --------------------------------------------------------- */

static int do_answer(struct sp_play *play, const struct sp_order_item *item,
	struct sp_error *e)
{
	switch (item->order.kind) {
	case SP_ORDER_JOIN:
	case SP_ORDER_LUCK:
		return sp_play_join(play, item, e);
	case SP_ORDER_YES:
	case SP_ORDER_NO:
		sp_receipt_refuse(play, item,
			"nothing waits for a yes or no here; answer the mail "
			"that "
			"asked you");
		return SP_OK;
	case SP_ORDER_AGAIN: /* noted by intake: the text is meant anew */
		return SP_OK;
	}
	assert(false); /* no other order answers the judge */
	return SP_OK;
}

static void not_understood(
	struct sp_play *play, const struct sp_order_item *item)
{
	struct sp_buf text;
	json_t *entry = json_object();

	sp_buf_init(&text, 4096);
	sp_order_diagnostic_format(&play->orders, &item->wrong, item->message,
		item->suggestion, &text);
	sp_json_set(entry, "lines", sp_render_lines(sp_buf_str(&text)));
	sp_receipt_add(play->receipt, "errors", entry);
	sp_buf_free(&text);
	play->errors++;
	play->blocked = true;
}

static void ignored(struct sp_play *play, const struct sp_order_item *item)
{
	char *text = sp_xstrndup(play->orders.text + item->start, item->len);
	json_t *lines = sp_render_lines(text);

	for (size_t i = 0; i < json_array_size(lines); i++)
		sp_receipt_add(play->receipt, "ignored",
			json_incref(json_array_get(lines, i)));
	json_decref(lines);
	sp_free(text);
}

static int do_item(struct sp_play *play, const struct sp_order_item *item,
	struct sp_error *e)
{
	switch ((enum sp_item_class)item->item_class) {
	case SP_ITEM_CHATTER:
		ignored(play, item);
		return SP_OK;
	case SP_ITEM_ERROR:
		not_understood(play, item);
		return SP_OK;
	case SP_ITEM_ORDER:
		break;
	}
	play->seen++;
	switch (sp_order_effect((enum sp_order_kind)item->order.kind)) {
	case SP_EFFECT_GAME:
		return do_game(play, item, e);
	case SP_EFFECT_QUESTION:
		return sp_play_question(play, item, e);
	case SP_EFFECT_PRESS:
		return sp_play_press(play, item, e);
	case SP_EFFECT_ANSWER:
		return do_answer(play, item, e);
	}
	return SP_OK;
}

int sp_play_mail(struct sp_play *play, struct sp_error *e)
{
	int rc = SP_OK;

	for (int i = 0; i < play->orders.n && rc == SP_OK; i++)
		rc = do_item(play, &play->orders.item[i], e);
	if (rc == SP_OK)
		rc = sp_play_start_if_complete(play, e);
	if (play->seen == 0 && play->errors == 0)
		sp_json_set_bool(play->receipt, "nothing", true);
	sp_json_set_int(play->receipt, "error_count", play->errors);
	return rc;
}

void sp_play_init(struct sp_play *play, struct sp_host *host,
	struct sp_live *live, int seat)
{
	memset(play, 0, sizeof(*play));
	play->host = host;
	play->live = live;
	play->seat = seat;
	play->receipt = json_object();
}

void sp_play_clear(struct sp_play *play)
{
	sp_orders_clear(&play->orders);
	json_decref(play->receipt);
}

/* The orders of a text in the words of a game. */
void sp_play_parse(struct sp_play *play)
{
	struct sp_order_vocable vocable[SP_SEATS_MAX];
	struct sp_order_words words = { vocable, 0 };

	for (int s = 0; s < play->live->setup.n_seats; s++)
		vocable[words.n++] =
			(struct sp_order_vocable){ play->live->setup.colour[s],
				SP_WORD_SEAT, s };
	sp_orders_parse(&play->orders, play->text, strlen(play->text), &words);
}
