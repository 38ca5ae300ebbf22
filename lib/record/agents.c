/*
 * What the seats left word of. It lies in the box, under "agents":
 *
 *   "red":{"answer":"12 answer none","when":31}
 *
 * `when` is the number of the sealed commit whose box holds its declarations:
 * they stand there alone, so that no other box has to have room for them.
 * `answer` is the canonical answer of its mail to the round that is open: it is
 * given when the round closes. plans.c tells of `plan` and `met`.
 */
#include "record/agents.h"

#include "record/plans.h"

#include "notation/notation.h"

#include <assert.h>

/* True if it is left out, or the number of a commit up to the head. */
static bool is_commit(const struct sp_live *live, const json_t *number)
{
	return number == NULL ||
	       (json_integer_value(number) > 0 &&
		       (uint64_t)json_integer_value(number) <= live->seq);
}

bool sp_record_agents_check(const struct sp_live *live, const json_t *agent)
{
	return is_commit(live, json_object_get(agent, "when")) &&
	       is_commit(live, json_object_get(agent, "plan")) &&
	       sp_record_plan_check(agent);
}

/* ---- declarations ----------------------------------------------------- */

static uint64_t declared_in(const struct sp_live *live, int seat)
{
	return (uint64_t)json_integer_value(
		json_object_get(record_agents_of(live, seat), "when"));
}

/* Takes `lines`; NULL: none. */
static void put_lines(struct sp_live *live, int seat, uint64_t seq, char *lines)
{
	struct sp_declared_lines *declared = &live->declared[seat];

	if (declared->lines != NULL)
		sp_wipe(declared->lines, strlen(declared->lines));
	sp_free(declared->lines);
	declared->lines = lines;
	declared->seq = seq;
}

void sp_record_agents_declarations(
	const struct sp_live *live, int seat, struct sp_declarations *out)
{
	const char *lines = live->declared[seat].lines;

	out->n = 0;
	out->no_defaults = false;
	out->fresh = 0;
	if (lines == NULL || declared_in(live, seat) == 0)
		return;
	assert(live->declared[seat].seq == declared_in(live, seat));
	if (!sp_declare_read(out, lines))
		assert(false); /* checked when they were taken */
	sp_declare_expire(out, &live->game, seat);
}

bool sp_record_agents_prefer(const struct sp_live *live, int seat,
	struct sp_game *view, struct sp_command *out,
	char line[SP_DECLARATION_SIZE])
{
	struct sp_declarations d;
	int i = -1;
	bool good;

	if (sp_declare_choice(live->ruleset, &live->game, seat) ==
		SP_ABOUT_COUNT)
		return false;
	sp_record_agents_declarations(live, seat, &d);
	sp_game_view(&live->game, seat, view);
	good = sp_declare_prefer(live->ruleset, view, seat, &d, out, &i);
	if (i >= 0)
		sp_format(line, SP_DECLARATION_SIZE, "%s", d.line[i].text);
	return good;
}

void sp_record_agents_declare(
	struct sp_live *live, int seat, const struct sp_declarations *d)
{
	uint64_t seq = live->seq + 1;
	struct sp_buf lines;

	sp_buf_init(&lines, SIZE_MAX);
	sp_declare_write(d, &lines);
	record_agents_put(live, seat, "when",
		d->n > 0 || d->no_defaults ? json_integer((json_int_t)seq)
					   : NULL);
	put_lines(live, seat, seq, sp_buf_take(&lines));
}

static const char words_begin[] = "when";

void sp_record_agents_words(
	const struct sp_live *live, int seat, struct sp_buf *out)
{
	const char *lines = live->declared[seat].lines;

	sp_buf_adds(out, words_begin);
	if (lines != NULL && *lines != '\0')
		sp_buf_addf(out, "\n%s", lines);
}

bool sp_record_agents_read(struct sp_declarations *out, const char *words)
{
	if (!sp_starts(words, words_begin))
		return false;
	words += strlen(words_begin);
	return (*words == '\0' || *words++ == '\n') &&
	       sp_declare_read(out, words);
}

bool sp_record_agents_take(
	struct sp_live *live, int seat, uint64_t seq, const char *words)
{
	struct sp_declarations d;
	struct sp_buf lines;

	if (!sp_record_agents_read(&d, words))
		return false;
	sp_buf_init(&lines, SIZE_MAX);
	sp_declare_write(&d, &lines);
	put_lines(live, seat, seq, sp_buf_take(&lines));
	return true;
}

uint64_t sp_record_agents_unread(struct sp_live *live, int seat)
{
	uint64_t seq = declared_in(live, seat);

	return live->declared[seat].lines != NULL &&
			       live->declared[seat].seq == seq
		       ? 0
		       : seq;
}

bool sp_record_agents_waiting(
	const struct sp_live *live, int seat, struct sp_command *out)
{
	const char *text = json_string_value(
		json_object_get(record_agents_of(live, seat), "answer"));

	if (text == NULL || sp_notation_parse(out, live->ruleset, &live->game,
				    text, NULL) != SP_OK)
		return false;
	out->seat = (int8_t)seat;
	return out->decision == live->game.decision.number;
}

unsigned sp_record_agents_answered(const struct sp_live *live)
{
	const struct sp_decision *d = &live->game.decision;
	unsigned seats = 0;

	if (d->kind != SP_DECISION_REACTION)
		return 0;
	for (int s = 0; s < live->setup.n_seats; s++) {
		struct sp_command kept;

		if ((d->answered & 1u << s) != 0 ||
			sp_record_agents_waiting(live, s, &kept))
			seats |= 1u << s;
	}
	return seats;
}

void sp_record_agents_forget(struct sp_live *live)
{
	for (int s = 0; s < live->setup.n_seats; s++)
		record_agents_put(live, s, "answer", NULL);
}

unsigned sp_record_agents_undo(struct sp_live *live, const json_t *old)
{
	unsigned dropped = 0;

	sp_record_agents_forget(live);
	sp_record_plan_drop(live);
	for (int s = 0; s < live->setup.n_seats; s++) {
		const json_t *then = json_object_get(
			json_object_get(old, live->setup.colour[s]), "when");
		uint64_t when = declared_in(live, s);

		if (when == 0 || (uint64_t)json_integer_value(then) == when)
			continue;
		record_agents_put(live, s, "when", NULL);
		dropped |= 1u << s;
	}
	return dropped;
}

void sp_record_agents_keep(struct sp_live *live, int seat, const char *full)
{
	record_agents_put(
		live, seat, "answer", full != NULL ? json_string(full) : NULL);
}
