/* Joining, luck, and the start of a game. */
#include "table/play.h"

#include "record/commit.h"

static const struct sp_order_item *find_luck(const struct sp_play *play)
{
	for (int i = 0; i < play->orders.n; i++)
		if (play->orders.item[i].item_class == SP_ITEM_ORDER &&
			play->orders.item[i].order.kind == SP_ORDER_LUCK)
			return &play->orders.item[i];
	return NULL;
}

/* A `luck` line that is none: whoever wrote it does not want to join without.
 */
static bool luck_is_broken(const struct sp_play *play)
{
	for (int i = 0; i < play->orders.n; i++)
		if (play->orders.item[i].item_class == SP_ITEM_ERROR &&
			play->orders.item[i].order.kind == SP_ORDER_LUCK)
			return true;
	return false;
}

char *sp_table_play_missing(const struct sp_live *live)
{
	struct sp_buf names;

	sp_buf_init(&names, 512);
	for (int s = 0; s < live->setup.n_seats; s++) {
		char name[SP_RENDER_NAME_SIZE];
		if (sp_record_live_joined(live, s))
			continue;
		sp_render_capital(live->setup.colour[s], name);
		sp_buf_addf(&names, "%s%s", names.len > 0 ? ", " : "", name);
	}
	char *out = sp_buf_take(&names);
	return out != NULL ? out : sp_xstrdup("");
}

static int join(struct sp_play *play, struct sp_error *e)
{
	struct sp_live *live = play->live;
	const struct sp_order_item *luck = find_luck(play);
	char words[SP_LUCK_BYTES + 1];
	struct sp_error bad = { 0 };
	json_t *told = json_object();
	int rc;

	if (luck != NULL) {
		rc = sp_seal_luck_words(words,
			play->orders.text + luck->order.text,
			luck->order.text_len, &bad);
		if (rc != SP_OK) {
			sp_table_receipt_refuse(
				play, luck, sp_error_line(&bad));
			json_decref(told);
			return SP_OK;
		}
	}
	const char *phrase = luck != NULL ? words : play->mail.message_id;
	rc = sp_seal_luck_hash(
		live->setup.luck[play->seat], live->gid, phrase, e);
	if (rc == SP_OK)
		rc = sp_record_join(
			live, play->seat, luck != NULL, play->instant, e);
	if (rc == SP_OK) {
		live->people[play->seat].joined = play->instant;
		play->joined = true;
		play->applied++;
	}
	/* his words, or the id that stands for them: he can check the hash */
	sp_json_set_string(told, "words", phrase);
	sp_json_set_bool(told, "by_id", luck == NULL);
	sp_json_set_string(told, "hash", live->setup.luck[play->seat]);
	sp_json_set(play->receipt, "luck", told);
	sp_json_set_bool(play->receipt, "joined", true);
	char *missing = sp_table_play_missing(live);
	if (missing[0] != '\0')
		sp_table_receipt_add(
			play->receipt, "waiting", json_string(missing));
	sp_free(missing);
	return rc;
}

bool sp_table_play_invited(const struct sp_play *play)
{
	const struct sp_live *live = play->live;

	return !live->started && !live->ended &&
	       (live->setup.luck[play->seat][0] == '\0' ||
		       json_object_get(play->receipt, "joined") != NULL);
}

static bool says(const struct sp_play *play, enum sp_order_kind kind)
{
	for (int i = 0; i < play->orders.n; i++)
		if (play->orders.item[i].item_class == SP_ITEM_ORDER &&
			play->orders.item[i].order.kind == kind)
			return true;
	return false;
}

/* Does a line of the mail take the seat? The invitation asks, so `yes` does. */
static bool says_join(const struct sp_play *play)
{
	return says(play, SP_ORDER_JOIN) || says(play, SP_ORDER_YES);
}

/* `no` to the invitation; and `yes` and `no` in one mail, which is neither. */
static bool declines(struct sp_play *play, const struct sp_order_item *item)
{
	if (!says(play, SP_ORDER_NO))
		return false;
	if (says_join(play))
		sp_table_receipt_refuse(play, item,
			"your mail says yes and no; to take the seat write "
			"`join` alone");
	else
		sp_table_receipt_tell(play, "done", "no",
			"you do not take part; the seat is kept for you, and "
			"`join` takes it");
	return true;
}

int sp_table_play_join(struct sp_play *play, const struct sp_order_item *item,
	struct sp_error *e)
{
	const struct sp_live *live = play->live;

	if (item->order.kind == SP_ORDER_LUCK) {
		/* its words belong to the `join` of the same mail */
		if (says_join(play))
			return SP_OK;
		sp_table_receipt_refuse(play, item,
			live->started
				? "luck is chosen when joining, and the game "
				  "has begun"
				: "luck goes with joining: write `join` too");
		return SP_OK;
	}
	if (sp_table_play_invited(play) && declines(play, item))
		return SP_OK;
	if (live->started) {
		sp_table_receipt_refuse(
			play, item, "the game has begun, you are in it");
		return SP_OK;
	}
	if (live->ended) {
		sp_table_receipt_refuse(play, item,
			"the game was cancelled; it will not take place");
		return SP_OK;
	}
	if (luck_is_broken(play)) {
		sp_table_receipt_refuse(play, item,
			"your words of luck are no good: mend that line and "
			"send both again");
		return SP_OK;
	}
	if (json_object_get(play->receipt, "joined") != NULL)
		return SP_OK; /* `yes` and `join` in one mail */
	if (live->setup.luck[play->seat][0] != '\0') {
		sp_table_receipt_refuse(play, item, "you have joined already");
		return SP_OK;
	}
	return join(play, e);
}

int sp_table_play_begin(
	struct sp_scratch *scratch, struct sp_live *live, struct sp_error *e)
{
	struct sp_rng rng;
	int rc = sp_record_live_derive(live, e);

	if (rc != SP_OK)
		return rc;
	sp_rng_init(&rng, live->secrets.dice, 0);
	scratch->events.n = 0;
	rc = sp_rules_start(live->ruleset, &live->setup, &rng, &live->game,
		&scratch->events, e);
	sp_wipe(&rng, sizeof(rng));
	live->started = rc == SP_OK;
	return rc;
}

int sp_table_play_start(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e)
{
	int rc = sp_table_play_begin(scratch, live, e);

	if (rc != SP_OK)
		return rc;
	struct sp_render_step step = { live->ruleset, NULL, &live->game, NULL,
		&scratch->events, false };
	sp_table_news_note(live, &step, SP_NOBODY);
	rc = sp_record_step(live, &step, NULL, instant, input, e);
	return rc == SP_OK ? sp_table_bots_play(scratch, live, e) : rc;
}

int sp_table_play_start_if_complete(struct sp_play *play, struct sp_error *e)
{
	struct sp_live *live = play->live;
	char input[SP_SHA256_TEXT];

	if (live->started || live->ended)
		return SP_OK;
	for (int s = 0; s < live->setup.n_seats; s++)
		if (!sp_record_live_joined(live, s))
			return SP_OK;
	int rc = sp_record_live_derive(live, e);
	if (rc == SP_OK)
		rc = sp_seal_input_mail(input, &live->secrets,
			play->mail.message_id, play->mail.text,
			strlen(play->mail.text), e);
	if (rc == SP_OK)
		rc = sp_table_play_start(
			play->scratch, live, play->instant, input, e);
	return rc;
}
