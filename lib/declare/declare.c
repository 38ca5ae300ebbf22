/* Declarations: answers to reactions given ahead of time. */
#include "declare/declare.h"

#include "eval/struck.h"
#include "law/casting.h"
#include "law/watching.h"

#include <assert.h>

#include "declare_private.h"

/* ---- words --------------------------------------------------------------- */

static void add_named(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_named *name,
	struct sp_buf *out)
{
	switch ((enum sp_named_kind)name->kind) {
	case SP_NAMED_NUMBER:
		sp_buf_addf(out, "%d", name->value);
		break;
	case SP_NAMED_SEAT:
		sp_buf_adds(out, view->colour[name->value]);
		break;
	case SP_NAMED_SELF:
		sp_buf_adds(out, "me");
		break;
	case SP_NAMED_SQUARE:
	case SP_NAMED_EDGE:
	case SP_NAMED_PLAY:
		sp_buf_adds(out, name->where);
		break;
	case SP_NAMED_DIRECTION:
		sp_buf_adds(out, sp_board_dir_name((enum sp_dir)name->value));
		break;
	case SP_NAMED_CARD:
		sp_buf_adds(out, ruleset->card[name->value].name);
		break;
	case SP_NAMED_TREASURE:
		if (name->value >= 0)
			sp_buf_addf(out, "%s's ", view->colour[name->value]);
		if (name->value == SP_ORDER_MINE)
			sp_buf_adds(out, "my ");
		sp_buf_adds(out, "treasure");
		if (name->number > 0)
			sp_buf_addf(out, " %d", name->number);
		break;
	case SP_NAMED_YES:
		sp_buf_adds(out, name->value ? "yes" : "no");
		break;
	case SP_NAMED_NOTHING:
		sp_buf_adds(out, "nothing");
		break;
	case SP_NAMED_WALL:
		sp_buf_adds(out, "wall");
		break;
	case SP_NAMED_DOOR:
		sp_buf_adds(out, "door");
		break;
	case SP_NAMED_CLASS:
	case SP_NAMED_SCHOOL:
		sp_buf_adds(out, name->where);
		break;
	}
}

static void add_phrases(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o, int clause,
	struct sp_buf *out)
{
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (part->clause != clause)
			continue;
		if (part->count > 0)
			sp_buf_addf(out, " %d", part->count);
		if (part->keyword[0] != '\0')
			sp_buf_addf(out, " %s", part->keyword);
		for (int k = part->first; k < part->first + part->n; k++) {
			sp_buf_addc(out, ' ');
			add_named(ruleset, view, &o->named[k], out);
		}
	}
}

/* "when attacked by spell, red" */
static void add_condition(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o,
	struct sp_buf *out)
{
	static const struct {
		int by;
		const char *word;
	} kinds[] = { { SP_ORDER_BY_SPELL, "spell" },
		{ SP_ORDER_BY_PUNCH, "punch" },
		{ SP_ORDER_BY_WEAPON, "weapon" } };
	const char *mark = " by ";

	sp_buf_addf(out, "when %s",
		sp_order_subject_word((enum sp_order_subject)o->subject));
	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		if ((o->by & kinds[i].by) != 0) {
			sp_buf_addf(out, "%s%s", mark, kinds[i].word);
			mark = ", ";
		}
	}
	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		for (int k = 0; part->clause == 0 && k < part->n; k++) {
			sp_buf_adds(out, mark);
			add_named(
				ruleset, view, &o->named[part->first + k], out);
			mark = ", ";
		}
	}
	sp_buf_adds(out, ": ");
}

static void add_answer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o,
	struct sp_buf *out)
{
	if (o->answer == SP_ORDER_ANSWER_PASS)
		sp_buf_adds(out, "pass");
	if (o->answer == SP_ORDER_ANSWER_ASK)
		sp_buf_adds(out, "ask");
	for (int i = 1; i < o->n_clauses; i++) {
		sp_buf_addf(out, "%s%s", i == 1 ? "counter with " : ", then ",
			ruleset->card[o->clause[i].card].name);
		add_phrases(ruleset, view, o, i, out);
	}
}

/* ---- the list -------------------------------------------------------- */

static bool refuse(struct sp_bound *out, const struct sp_order_place *at,
	const struct sp_agent_note *note)
{
	out->note = *note;
	out->at = *at;
	out->ok = false;
	return false;
}

static bool refuse_card(struct sp_bound *out, const struct sp_order_place *at,
	enum sp_agent_reason reason, int card)
{
	return refuse(out, at,
		&(struct sp_agent_note){
			.reason = (uint8_t)reason, .card = (int16_t)card });
}

/* Tell what was done with a declaration. */
static void tell(
	struct sp_bound *out, enum sp_agent_reason reason, const char *line)
{
	out->note.reason = (uint8_t)reason;
	sp_format(out->note.quoted, sizeof(out->note.quoted), "%s", line);
}

/* The line with the same condition, else a new one; -1: there is no room. */
static int line_for(const struct sp_declarations *d, const char *condition)
{
	for (int i = 0; i < d->n; i++) {
		if (sp_starts(d->line[i].text, condition))
			return i;
	}
	return d->n < SP_DECLARATIONS_MAX ? d->n : -1;
}

/* Does `text` fit in as that line? */
static bool is_room(
	const struct sp_declarations *d, int line, const struct sp_buf *text)
{
	return declare_bytes(d, line) + declare_line_bytes(sp_buf_str(text)) <=
	       SP_DECLARATIONS_BYTES;
}

static bool add_line(struct sp_declarations *d,
	const struct sp_ruleset *ruleset, const struct sp_game *view, int seat,
	const struct sp_order *o, struct sp_bound *out)
{
	struct sp_buf text;
	char condition[SP_DECLARATION_SIZE];
	int line, missing, n, worth;
	bool good = false;

	sp_buf_init(&text, SP_DECLARATION_SIZE - 1);
	add_condition(ruleset, view, o, &text);
	sp_format(condition, sizeof(condition), "%s", sp_buf_str(&text));
	add_answer(ruleset, view, o, &text);
	line = line_for(d, condition);
	if (text.overflow) {
		(void)refuse(out, &o->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_TOO_LONG,
				.most = SP_DECLARATION_SIZE - 1 });
	} else if (line < 0) {
		(void)refuse(out, &o->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_ALL_DECLARED,
				.most = SP_DECLARATIONS_MAX });
	} else if (!is_room(d, line, &text)) {
		(void)refuse(out, &o->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_NO_ROOM,
				.most = SP_DECLARATIONS_BYTES });
	} else {
		good = true;
		if (line < d->n &&
			!sp_streq(d->line[line].text, sp_buf_str(&text)))
			sp_format(out->replaced, sizeof(out->replaced), "%s",
				d->line[line].text);
		d->n += line == d->n;
		sp_format(d->line[line].text, sizeof(d->line[line].text), "%s",
			sp_buf_str(&text));
		missing = declare_missing(ruleset, view, seat, o, &n, &worth);
		tell(out, declare_noted(o, missing, worth), sp_buf_str(&text));
		out->note.card = (int16_t)missing;
		out->note.number = worth;
		out->line = line;
		declare_warn(d, ruleset, view, o, out);
	}
	sp_buf_free(&text);
	return good;
}

static bool drop(struct sp_declarations *d, const char *gone)
{
	if (sp_streq(gone, "all")) {
		bool any = d->n > 0;

		memset(d->line, 0, sizeof(d->line));
		d->n = 0;
		return any;
	}
	for (int i = 0; i < d->n; i++) {
		if (!sp_streq(d->line[i].text, gone))
			continue;
		d->n--;
		memmove(&d->line[i], &d->line[i + 1],
			(size_t)(d->n - i) * sizeof(d->line[0]));
		memset(&d->line[d->n], 0, sizeof(d->line[0]));
		return true;
	}
	return false;
}

/* Name the line that is nearest to what is not there: the first about the same,
 * else the first. */
static bool refuse_forget(const struct sp_declarations *d,
	const struct sp_order *order, struct sp_bound *out)
{
	struct sp_agent_note note = { .reason = SP_AGENT_REASON_NOT_DECLARED };
	const char *text, *colon;
	char about[SP_DECLARATION_SIZE];
	int near = 0;

	if (d->n == 0)
		return refuse(out, &order->phrase, &note);
	sp_format(about, sizeof(about), "when %s",
		sp_order_subject_word((enum sp_order_subject)order->subject));
	for (int i = d->n - 1; i >= 0; i--)
		if (sp_starts(d->line[i].text, about))
			near = i;
	text = d->line[near].text;
	note.reason = SP_AGENT_REASON_NEAR_DECLARED;
	sp_format(note.quoted, sizeof(note.quoted), "%s", text);
	colon = strchr(text, ':');
	if (colon != NULL)
		sp_format(out->suggestion, sizeof(out->suggestion),
			"forget %.*s", (int)(colon - text), text);
	return refuse(out, &order->phrase, &note);
}

/* Drop the defaults: the line that says so takes room, too. */
static bool drop_defaults(struct sp_declarations *d,
	const struct sp_order *order, struct sp_bound *out)
{
	struct sp_declarations without = *d;

	without.no_defaults = true;
	if (d->no_defaults)
		return refuse(out, &order->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_DEFAULTS_GONE });
	if (declare_bytes(&without, -1) > SP_DECLARATIONS_BYTES)
		return refuse(out, &order->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_NO_ROOM,
				.most = SP_DECLARATIONS_BYTES });
	d->no_defaults = out->ok = true;
	out->note.reason = SP_AGENT_REASON_DEFAULTS_DROPPED;
	return true;
}

static bool restore_defaults(struct sp_declarations *d,
	const struct sp_order *order, struct sp_bound *out)
{
	if (!d->no_defaults)
		return refuse(out, &order->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_DEFAULTS_STAND });
	d->no_defaults = false;
	out->ok = true;
	out->note.reason = SP_AGENT_REASON_DEFAULTS_BACK;
	return true;
}

bool sp_declare_is_numbered(const struct sp_order *order)
{
	return order->kind == SP_ORDER_FORGET && order->number > 0;
}

/* True if the list has that line; else refuse the order. */
static bool still_stands(const struct sp_declarations *d, const char *text,
	const struct sp_order *order, struct sp_bound *out)
{
	for (int i = 0; i < d->n; i++)
		if (sp_streq(d->line[i].text, text))
			return true;
	(void)refuse(out, &order->phrase, &(struct sp_agent_note){ 0 });
	tell(out, SP_AGENT_REASON_FORGOTTEN_BEFORE, text);
	return false;
}

bool sp_declare_undeclare(struct sp_declarations *d,
	const struct sp_declarations *listed, const struct sp_order *order,
	struct sp_bound *out)
{
	const struct sp_declarations list = *listed; /* it may be `d` */
	int first = -1;

	assert(sp_declare_is_numbered(order));
	memset(out, 0, sizeof(*out));
	out->at = order->phrase;
	if (order->number > list.n)
		return refuse(out, &order->phrase,
			&(struct sp_agent_note){
				.reason =
					list.n > 0
						? SP_AGENT_REASON_NO_DECLARATION
						: SP_AGENT_REASON_NOT_DECLARED,
				.number = order->number,
				.most = list.n });
	for (int i = list.n - 1; i >= 0; i--) {
		if ((order->to >> (i + 1) & 1U) == 0)
			continue;
		first = i;
		if (!still_stands(d, list.line[i].text, order, out))
			return false;
	}
	for (int i = first; i < list.n; i++)
		if ((order->to >> (i + 1) & 1U) != 0)
			(void)drop(d, list.line[i].text);
	out->ok = true;
	tell(out, SP_AGENT_REASON_FORGOTTEN, list.line[first].text);
	return true;
}

bool sp_declare_forget(struct sp_declarations *d,
	const struct sp_ruleset *ruleset, const struct sp_game *view,
	const struct sp_order *order, struct sp_bound *out,
	char gone[SP_DECLARATION_SIZE])
{
	struct sp_buf condition;

	assert(order->kind == SP_ORDER_FORGET ||
		order->kind == SP_ORDER_DEFAULTS);
	memset(out, 0, sizeof(*out));
	out->at = order->phrase;
	gone[0] = '\0';
	if (sp_declare_is_numbered(order)) {
		bool good = sp_declare_undeclare(d, d, order, out);

		if (good)
			sp_format(gone, SP_DECLARATION_SIZE, "%s",
				out->note.quoted);
		return good;
	}
	if (order->kind == SP_ORDER_DEFAULTS)
		return restore_defaults(d, order, out);
	if (order->to == SP_ORDER_TO_DEFAULTS) {
		sp_format(gone, SP_DECLARATION_SIZE, "defaults");
		return drop_defaults(d, order, out);
	}
	if (order->to == SP_ORDER_TO_ALL)
		sp_format(gone, SP_DECLARATION_SIZE, "all");
	sp_buf_init(&condition, SP_DECLARATION_SIZE - 1);
	add_condition(ruleset, view, order, &condition);
	for (int i = 0; gone[0] == '\0' && i < d->n; i++)
		if (sp_starts(d->line[i].text, sp_buf_str(&condition)))
			sp_format(gone, SP_DECLARATION_SIZE, "%s",
				d->line[i].text);
	sp_buf_free(&condition);
	out->ok = drop(d, gone);
	if (!out->ok)
		return refuse_forget(d, order, out);
	tell(out,
		sp_streq(gone, "all") ? SP_AGENT_REASON_FORGOTTEN_ALL
				      : SP_AGENT_REASON_FORGOTTEN,
		gone);
	return true;
}

/* ---- conditions that never hold -------------------------------------- */

/* What may be behind `by`, for each subject: types of cards, and words. */
static const struct {
	unsigned types;
	int by;
} abouts[SP_ABOUT_COUNT] = {
	[SP_ABOUT_ATTACKED] = { 1U << SP_PLAY_ATTACK | 1U << SP_PLAY_PHYSICAL |
					1U << SP_PLAY_USE,
		SP_ORDER_BY_SPELL | SP_ORDER_BY_PUNCH | SP_ORDER_BY_WEAPON },
	[SP_ABOUT_SPELL] = { 1U << SP_PLAY_ATTACK | 1U << SP_PLAY_NEUTRAL |
				     1U << SP_PLAY_ITEM | 1U << SP_PLAY_USE,
		SP_ORDER_BY_SPELL },
	[SP_ABOUT_COUNTERED] = { 1U << SP_PLAY_COUNTER, SP_ORDER_BY_SPELL, },
	[SP_ABOUT_ASKED] = { ~0U,
		SP_ORDER_BY_SPELL | SP_ORDER_BY_PUNCH | SP_ORDER_BY_WEAPON },
};

static bool is_in_game(
	const struct sp_ruleset *ruleset, const struct sp_game *view, int type)
{
	for (int i = 0; i < ruleset->n_copies; i++)
		if (ruleset->type[i] == type &&
			view->place[i].zone != SP_ZONE_OUT)
			return true;
	return false;
}

/* Refuse a condition that nothing can fulfil: whoever believes in it would be
 * hit. */
static bool check_condition(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o,
	struct sp_bound *out)
{
	int allowed = abouts[o->subject].by;

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];
		bool damage = o->subject == SP_ABOUT_DAMAGED ||
			      o->subject == SP_ABOUT_TREASURE;

		if (part->clause != 0)
			continue;
		if (damage)
			return refuse(out, &part->at,
				&(struct sp_agent_note){
					.reason = SP_AGENT_REASON_TAKES_NO_BY,
					.subject = o->subject });
		for (int k = part->first; k < part->first + part->n; k++) {
			const struct sp_named *name = &o->named[k];

			if (name->kind != SP_NAMED_CARD)
				continue;
			if (!is_in_game(ruleset, view, name->value))
				return refuse_card(out, &name->at,
					SP_AGENT_REASON_NOT_IN_GAME,
					name->value);
			if (!declare_plays_as(&ruleset->card[name->value],
				    abouts[o->subject].types))
				return refuse(out, &name->at,
					&(struct sp_agent_note){
						.reason =
							SP_AGENT_REASON_NEVER_CARD,
						.card = name->value,
						.subject = o->subject });
		}
	}
	if ((o->by & ~allowed) != 0)
		return refuse(out, &o->phrase,
			&(struct sp_agent_note){
				.reason =
					(o->by & SP_ORDER_BY_PUNCH) != 0
						? SP_AGENT_REASON_NEVER_PUNCH
						: SP_AGENT_REASON_NEVER_WEAPON,
				.subject = o->subject });
	return true;
}

bool sp_declare_add(struct sp_declarations *d, const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_bound *out)
{
	const struct sp_named *worthless = declare_worthless(ruleset, order);

	/* without cards `when` is a mistake to the parser */
	assert(order->kind == SP_ORDER_WHEN && sp_game_has_deck(view));
	memset(out, 0, sizeof(*out));
	out->at = order->phrase;
	sp_law_command_init(&out->command, view, seat);
	if (!check_condition(ruleset, view, order, out))
		return false;
	for (int i = 1; i < order->n_clauses; i++)
		if (!sp_card_plays(&ruleset->card[order->clause[i].card],
			    SP_WHEN_REACTION))
			return refuse_card(out, &order->clause[i].at,
				SP_AGENT_REASON_NO_COUNTER,
				order->clause[i].card);
	if (worthless != NULL)
		return refuse_card(out, &worthless->at,
			SP_AGENT_REASON_PAYS_NOTHING, worthless->value);
	out->ok = add_line(d, ruleset, view, seat, order, out);
	return out->ok;
}

/* ---- what they say --------------------------------------------------- */

struct reading {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	int seat;
	const struct sp_round *round;
	const struct sp_cast *cast; /* what is answered, or NULL */
};

static bool is_spell(const struct sp_cast *cast)
{
	return cast->type == SP_PLAY_ATTACK || cast->type == SP_PLAY_NEUTRAL ||
	       cast->type == SP_PLAY_COUNTER;
}

/* Who is attacked is affected. */
static bool is_about(const struct reading *r, const struct sp_order *o)
{
	unsigned points = declare_points((enum sp_order_subject)o->subject);

	if ((points >> r->round->point & 1U) == 0)
		return false;
	return o->subject != SP_ABOUT_ATTACKED ||
	       (r->cast != NULL && (sp_eval_affected(r->ruleset, r->view,
					    sp_index_of(r->round->subject)) >>
						   r->seat &
					   1) != 0);
}

static bool is_by_name(const struct reading *r, const struct sp_named *name)
{
	struct sp_watched what;

	if (r->round->point > SP_POINT_TREASURE) {
		sp_law_watched_of(&what, r->view);
		return name->kind == SP_NAMED_SEAT && what.of == name->value;
	}
	if (r->cast == NULL)
		return false;
	if (name->kind == SP_NAMED_SEAT)
		return r->cast->seat == name->value;
	return name->kind == SP_NAMED_CARD && r->cast->card >= 0 &&
	       r->ruleset->type[r->cast->card] == name->value;
}

/* Nothing behind `by`, or any of it. */
static bool is_by(const struct reading *r, const struct sp_order *o)
{
	bool said = o->by != 0;

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		for (int k = 0; part->clause == 0 && k < part->n; k++) {
			said = true;
			if (is_by_name(r, &o->named[part->first + k]))
				return true;
		}
	}
	if (!said)
		return true;
	if (r->cast == NULL)
		return false;
	return ((o->by & SP_ORDER_BY_SPELL) != 0 && is_spell(r->cast)) ||
	       ((o->by & SP_ORDER_BY_PUNCH) != 0 && r->cast->card < 0) ||
	       ((o->by & SP_ORDER_BY_WEAPON) != 0 && !is_spell(r->cast) &&
		       r->cast->card >= 0);
}

static void pass(const struct reading *r, struct sp_command *out)
{
	sp_law_command_init(out, r->view, r->seat);
	out->verb = SP_VERB_ANSWER;
	out->answer[out->n_answers++] = SP_NOTHING;
}

/* Bind the counters. False too if that was carried out before, and once more
 * would add nothing: *done. */
static bool bind(const struct reading *r, const struct sp_order *o,
	struct sp_bound *bound, bool *done)
{
	*done = false;
	if (!sp_agent_bind_declared(r->ruleset, r->view, r->seat, o, bound))
		return false;
	*done = sp_law_answer_repeats(r->ruleset, r->view, &bound->command);
	return !*done;
}

/* Said against others: what he casts himself he has to be asked about, unless
 * the line names him. */
static bool is_for_others(const struct reading *r, const struct sp_order *o)
{
	if (r->cast == NULL || r->cast->seat != r->seat ||
		o->answer != SP_ORDER_ANSWER_COUNTER ||
		(o->subject != SP_ABOUT_ATTACKED &&
			o->subject != SP_ABOUT_SPELL))
		return false;
	for (int i = 0; i < o->n_phrases; i++)
		for (int k = 0; o->part[i].clause == 0 && k < o->part[i].n; k++)
			if (o->named[o->part[i].first + k].kind ==
					SP_NAMED_SELF ||
				(o->named[o->part[i].first + k].kind ==
						SP_NAMED_SEAT &&
					o->named[o->part[i].first + k].value ==
						r->seat))
				return false;
	return true;
}

/* The counters of a declaration as a command, those left out that cannot be
 * played, or that could be in more than one way; false: none can. `failed` says
 * why not all of them. */
static bool carry_out(const struct reading *r, const struct sp_order *o,
	struct sp_command *out, struct sp_declared_failure *failed)
{
	unsigned kept = 0;
	bool any = false; /* of them was played before */

	if (bind(r, o, &failed->bound, &failed->done)) {
		failed->line = -1;
		*out = failed->bound.command;
		return true;
	}
	for (int i = 1; i < o->n_clauses; i++) {
		struct sp_order some = *o;
		struct sp_bound bound;
		bool done;

		for (int k = o->n_clauses - 1; k > 0; k--)
			if (k != i && (kept >> k & 1U) == 0)
				declare_drop_counter(&some, k);
		bool good = bind(r, &some, &bound, &done);
		any = any || done;
		if (!good)
			continue;
		kept |= 1U << i;
		*out = bound.command;
	}
	failed->done = failed->done || (kept == 0 && any);
	return kept != 0;
}

/* Line i: does it decide? failed->line: one before it could not be done. */
static bool decide(const struct reading *r, const struct sp_order *o, int i,
	struct sp_declared_failure *failed, int *declared,
	struct sp_command *out)
{
	struct sp_declared_failure why = { .line = i, .decided = -1 };
	bool done;

	if (o->kind != SP_ORDER_WHEN || !is_about(r, o) || !is_by(r, o) ||
		is_for_others(r, o))
		return false;
	switch ((enum sp_order_answer)o->answer) {
	case SP_ORDER_ANSWER_PASS:
		pass(r, out);
		*declared = SP_DECLARED_ANSWER;
		return true;
	case SP_ORDER_ANSWER_ASK:
		*declared = failed->line >= 0 ? SP_DECLARED_ANSWER
					      : SP_DECLARED_ASK;
		pass(r, out);
		return true;
	case SP_ORDER_ANSWER_COUNTER:
		*declared = SP_DECLARED_ANSWER;
		done = carry_out(r, o, out, &why);
		if (failed->line < 0 && why.line >= 0)
			*failed = why;
		return done;
	}
	return false;
}

/* Read line i again; false: it is no order any more. sp_order_clear. */
static bool read_line(const struct sp_declarations *d, int i,
	const struct sp_order_words *words, struct sp_orders *out)
{
	sp_order_parse(out, d->line[i].text, strlen(d->line[i].text), words);
	return out->n == 1 && out->line[0].line_class == SP_LINE_ORDER;
}

int sp_declare_lacks(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	int i, bool *all, int *worth)
{
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(ruleset, view, seat, vocable),
		SP_ASKED_NOTHING };
	struct sp_orders orders;
	int card = -1, missing = 0;

	*all = false;
	*worth = 0;
	if (read_line(d, i, &words, &orders) &&
		orders.line[0].order.answer == SP_ORDER_ANSWER_COUNTER) {
		card = declare_missing(ruleset, view, seat,
			&orders.line[0].order, &missing, worth);
		*all = missing == orders.line[0].order.n_clauses - 1;
	}
	sp_order_clear(&orders);
	return card;
}

int sp_declare_answer(const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_declarations *d,
	int from, struct sp_command *out, struct sp_declared_failure *failed)
{
	struct sp_declared_failure unused = { 0 };
	struct sp_order_vocable vocable[SP_VOCABLE_MAX];
	struct sp_order_words words = { vocable,
		sp_vocable_words(ruleset, view, seat, vocable),
		SP_ASKED_NOTHING };
	struct reading r = { ruleset, view, seat, NULL, NULL };
	int declared = SP_DECLARED_ASK;
	bool done = false;

	failed = failed != NULL ? failed : &unused;
	failed->line = failed->decided = -1;
	if (view->decision.kind != SP_DECISION_REACTION || view->n_rounds == 0)
		return SP_DECLARED_ASK;
	r.round = &view->reaction[view->n_rounds - 1];
	if (sp_kind_of(r.round->subject) == SP_KIND_ITEM)
		r.cast = &view->cast[sp_index_of(r.round->subject)];
	for (int i = from; i < d->n && !done; i++) {
		struct sp_orders orders;

		if (read_line(d, i, &words, &orders))
			done = decide(&r, &orders.line[0].order, i, failed,
				&declared, out);
		failed->decided = done ? i : -1;
		sp_order_clear(&orders);
	}
	if (done)
		return declared;
	/* whether a hand could answer must not show in being asked or not */
	if (failed->line >= 0)
		pass(&r, out);
	return failed->line >= 0 ? SP_DECLARED_ANSWER : SP_DECLARED_ASK;
}
