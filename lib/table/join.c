/* Joining, luck, and the start of a game. */
#include "table/sitting.h"

#include "lesson/lesson.h"
#include "record/commit.h"
#include "setup/setup.h"

static const struct sp_order_line *find_luck(const struct sp_sitting *sitting)
{
	for (int i = 0; i < sitting->orders.n; i++)
		if (sitting->orders.line[i].line_class == SP_LINE_ORDER &&
			sitting->orders.line[i].order.kind == SP_ORDER_LUCK)
			return &sitting->orders.line[i];
	return NULL;
}

/* A `luck` line that is none: whoever wrote it does not want to join without.
 */
static bool luck_is_broken(const struct sp_sitting *sitting)
{
	for (int i = 0; i < sitting->orders.n; i++)
		if (sitting->orders.line[i].line_class == SP_LINE_ERROR &&
			sitting->orders.line[i].order.kind == SP_ORDER_LUCK)
			return true;
	return false;
}

char *sp_table_sitting_missing(const struct sp_live *live)
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

static int join(struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	const struct sp_order_line *luck = find_luck(sitting);
	char words[SP_LUCK_BYTES + 1];
	struct sp_error bad = { 0 };
	json_t *told = json_object();
	int rc;

	if (luck != NULL) {
		rc = sp_seal_luck_words(words,
			sitting->orders.text + luck->order.text,
			luck->order.text_len, &bad);
		if (rc != SP_OK) {
			sp_table_receipt_refuse(
				sitting, luck, sp_error_line(&bad));
			json_decref(told);
			return SP_OK;
		}
	}
	const char *phrase = luck != NULL ? words : sitting->mail.message_id;
	rc = sp_seal_luck_hash(
		live->setup.luck[sitting->seat], live->gid, phrase, e);
	if (rc == SP_OK)
		rc = sp_record_join(
			live, sitting->seat, luck != NULL, sitting->instant, e);
	if (rc == SP_OK) {
		live->people[sitting->seat].joined = sitting->instant;
		sitting->joined = true;
		sitting->applied++;
	}
	/* his words, or the id that stands for them: he can check the hash */
	sp_json_set_string(told, "words", phrase);
	sp_json_set_bool(told, "by_id", luck == NULL);
	sp_json_set_string(told, "hash", live->setup.luck[sitting->seat]);
	sp_json_set(sitting->receipt, "luck", told);
	sp_json_set_bool(sitting->receipt, "joined", true);
	char *missing = sp_table_sitting_missing(live);
	if (missing[0] != '\0')
		sp_table_receipt_add(
			sitting->receipt, "waiting", json_string(missing));
	sp_free(missing);
	return rc;
}

static bool says(const struct sp_sitting *sitting, enum sp_order_kind kind)
{
	for (int i = 0; i < sitting->orders.n; i++)
		if (sitting->orders.line[i].line_class == SP_LINE_ORDER &&
			sitting->orders.line[i].order.kind == kind)
			return true;
	return false;
}

/* Does a line of the mail take the seat? The invitation asks, so `yes` does. */
static bool says_join(const struct sp_sitting *sitting)
{
	return says(sitting, SP_ORDER_JOIN) || says(sitting, SP_ORDER_YES);
}

/* It may have said so before, and twice in one mail. */
static void decline(struct sp_sitting *sitting)
{
	if (sitting->declined)
		return;
	sitting->declined = true;
	sitting->applied++;
	sp_table_receipt_tell(sitting, "done", "no",
		sp_lesson_pupil(&sitting->live->setup) == sitting->seat
			? "you do not take part, and the tutorial will be "
			  "called off; until then `yes` still begins it"
			: "you do not take part. The seat is free for somebody "
			  "else; as long as nobody has it, `yes` still takes "
			  "it");
}

/* `no` to the invitation; and `yes` and `no` in one mail, which is neither. */
static bool declines(
	struct sp_sitting *sitting, const struct sp_order_line *line)
{
	if (!says(sitting, SP_ORDER_NO))
		return false;
	if (says_join(sitting))
		sp_table_receipt_refuse(sitting, line,
			"your mail says yes and no; to take the seat write "
			"`yes` alone");
	else
		decline(sitting);
	return true;
}

int sp_table_sitting_join(struct sp_sitting *sitting,
	const struct sp_order_line *line, struct sp_error *e)
{
	const struct sp_live *live = sitting->live;

	if (line->order.kind == SP_ORDER_LUCK) {
		/* its words belong to the `join` of the same mail */
		if (says_join(sitting))
			return SP_OK;
		sp_table_receipt_refuse(sitting, line,
			live->started
				? "luck is chosen when joining, and the game "
				  "has begun"
				: "luck goes with joining: write `yes` too");
		return SP_OK;
	}
	if (sp_table_sitting_invited(sitting) && declines(sitting, line))
		return SP_OK;
	if (live->started) {
		sp_table_receipt_refuse(
			sitting, line, "the game has begun, you are in it");
		return SP_OK;
	}
	if (live->ended) {
		sp_table_receipt_refuse(sitting, line,
			"the game was cancelled; it will not take place");
		return SP_OK;
	}
	if (luck_is_broken(sitting)) {
		sp_table_receipt_refuse(sitting, line,
			"your words of luck are no good: mend that line and "
			"send both again");
		return SP_OK;
	}
	if (json_object_get(sitting->receipt, "joined") != NULL)
		return SP_OK; /* `yes` and `join` in one mail */
	if (live->setup.luck[sitting->seat][0] != '\0') {
		sp_table_receipt_refuse(
			sitting, line, "you have joined already");
		return SP_OK;
	}
	return join(sitting, e);
}

int sp_table_sitting_begin(
	struct sp_scratch *scratch, struct sp_live *live, struct sp_error *e)
{
	struct sp_rng rng;
	int rc = sp_record_live_derive(live, e);

	if (rc != SP_OK)
		return rc;
	sp_rng_init(&rng, live->secrets.dice, 0);
	scratch->events.n = 0;
	rc = sp_setup_start(live->ruleset, &live->setup, &rng, &live->game,
		&scratch->events, e);
	sp_wipe(&rng, sizeof(rng));
	live->started = rc == SP_OK;
	return rc;
}

int sp_table_sitting_start(struct sp_scratch *scratch, struct sp_live *live,
	int64_t instant, const char *input, struct sp_error *e)
{
	int rc = sp_table_sitting_begin(scratch, live, e);

	if (rc != SP_OK)
		return rc;
	struct sp_render_step step = { live->ruleset, NULL, &live->game, NULL,
		&scratch->events, false };
	sp_table_news_note(live, &step, SP_NOBODY);
	rc = sp_record_step(live, &step, NULL, instant, input, e);
	return rc == SP_OK ? sp_table_bots_play(scratch, live, e) : rc;
}

int sp_table_sitting_start_if_complete(
	struct sp_sitting *sitting, struct sp_error *e)
{
	struct sp_live *live = sitting->live;
	char input[SP_SHA256_TEXT];

	if (live->started || live->ended)
		return SP_OK;
	for (int s = 0; s < live->setup.n_seats; s++)
		if (!sp_record_live_joined(live, s))
			return SP_OK;
	int rc = sp_record_live_derive(live, e);
	if (rc == SP_OK)
		rc = sp_seal_input_mail(input, &live->secrets,
			sitting->mail.message_id, sitting->mail.text,
			strlen(sitting->mail.text), e);
	if (rc == SP_OK)
		rc = sp_table_sitting_start(
			sitting->scratch, live, sitting->instant, input, e);
	return rc;
}
