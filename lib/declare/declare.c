/* Declarations: answers to reactions given ahead of time. */
#include "declare/declare.h"

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
		if (name->value == SP_ORDER_THEIRS)
			sp_buf_adds(out, "their ");
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

/* What phrases of an order are written for. */
struct lists {
	const struct sp_ruleset *ruleset;
	const struct sp_game *view;
	const struct sp_order *o;
	const char *mark; /* between two of them */
};

/* "by spell, red": these kinds, and the names of these phrases. */
static void add_list(
	const struct lists *l, int kinds, int first, int n, struct sp_buf *out)
{
	const char *mark = "by ";

	for (int i = 0; i < SP_WHAT_COUNT; i++) {
		if ((kinds >> i & 1) == 0)
			continue;
		sp_buf_addf(out, "%s%s", mark,
			sp_condition_what_word((enum sp_condition_what)i));
		mark = l->mark;
	}
	for (int i = first; i < first + n; i++) {
		const struct sp_order_phrase *part = &l->o->part[i];

		for (int k = 0; k < part->n; k++) {
			sp_buf_adds(out, mark);
			add_named(l->ruleset, l->view,
				&l->o->named[part->first + k], out);
			mark = l->mark;
		}
	}
}

static void add_by(const void *payload, const struct sp_condition_node *node,
	struct sp_buf *out)
{
	add_list(payload, node->by, node->first, node->n, out);
}

/* "when attacked by spell, red", "when attacked by spell or red, deadly" */
static void add_condition(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o,
	struct sp_buf *out)
{
	struct lists lists = { ruleset, view, o,
		o->condition.n > 0 ? " or " : ", " };
	int first, n = declare_own_list(o, &first);
	bool any = n > 0 || o->by != 0;

	sp_buf_addf(out, "when %s%s",
		sp_condition_about_word((enum sp_condition_about)o->subject),
		any ? " " : "");
	if (any)
		add_list(&lists, o->by, first, n, out);
	lists.mark = " or ";
	sp_condition_write(&o->condition, any, add_by, &lists, out);
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
	if (o->answer == SP_ORDER_ANSWER_PREFER)
		declare_add_preference(ruleset, o, out);
	for (int i = 1; i < o->n_clauses; i++) {
		sp_buf_addf(out, "%s%s", i == 1 ? "counter with " : ", then ",
			ruleset->card[o->clause[i].card].name);
		add_phrases(ruleset, view, o, i, out);
		if (o->clause[i].least != SP_LEAST_NOT)
			sp_buf_addf(out, " with least%s",
				o->clause[i].least == SP_LEAST_TO_LIVE
					? " to live"
					: "");
	}
	if (o->until > 0)
		sp_buf_addf(out, " until my turn %d", o->until);
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

/* Take the lines out whose time is over. */
static void sweep(struct sp_declarations *d)
{
	int n = 0;

	for (int i = 0; i < d->n; i++)
		if (!d->line[i].over)
			d->line[n++] = d->line[i];
	memset(&d->line[n], 0, (size_t)(d->n - n) * sizeof(d->line[0]));
	d->n = n;
}

/* True for a line that leaves something to one behind it. */
static bool goes_on(const struct sp_declarations *d, int i, size_t condition)
{
	return (d->fresh >> i & 1U) != 0 &&
	       sp_starts(d->line[i].text + condition, "counter");
}

/* The line with the same condition, else a new one; -1: there is no room. Two
 * of one mail are tried one after the other. */
static int line_for(const struct sp_declarations *d, const char *condition,
	const char *text)
{
	for (int i = 0; i < d->n; i++) {
		if (sp_starts(d->line[i].text, condition) &&
			(sp_streq(d->line[i].text, text) ||
				!goes_on(d, i, strlen(condition))))
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
	sweep(d);
	line = line_for(d, condition, sp_buf_str(&text));
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
		d->line[line].over = false;
		sp_format(d->line[line].text, sizeof(d->line[line].text), "%s",
			sp_buf_str(&text));
		missing = declare_missing(ruleset, view, seat, o, &n, &worth);
		tell(out, declare_noted(o, missing, worth), sp_buf_str(&text));
		out->note.card = (int16_t)missing;
		out->note.number = worth;
		out->line = line;
		d->fresh |= 1U << line;
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
		sp_condition_about_word(
			(enum sp_condition_about)order->subject));
	for (int i = d->n - 1; i >= 0; i--)
		if (sp_starts(d->line[i].text, about))
			near = i;
	text = d->line[near].text;
	note.reason = SP_AGENT_REASON_NEAR_DECLARED;
	sp_format(note.quoted, sizeof(note.quoted), "%s", text);
	colon = strchr(text, ':');
	/* one that is too long for a line of a mail is only quoted */
	if (colon != NULL && strlen("forget ") + (size_t)(colon - text) <
				     sizeof(out->suggestion))
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

	sweep(d);
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
	sweep(d);
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

#define ANY_KIND                                                               \
	(SP_ORDER_BY_SPELL | SP_ORDER_BY_PUNCH | SP_ORDER_BY_WEAPON |          \
		SP_ORDER_BY_NEUTRAL | SP_ORDER_BY_ATTACK |                     \
		SP_ORDER_BY_ATTACK_SPELL)

/* What may be behind `by`, for each subject: types of cards, and words. */
static const struct {
	unsigned types;
	int by;
} abouts[SP_ABOUT_COUNT] = {
	[SP_ABOUT_ATTACKED] = { 1U << SP_PLAY_ATTACK | 1U << SP_PLAY_PHYSICAL |
					1U << SP_PLAY_USE,
		SP_ORDER_BY_SPELL | SP_ORDER_BY_PUNCH | SP_ORDER_BY_WEAPON |
			SP_ORDER_BY_ATTACK | SP_ORDER_BY_ATTACK_SPELL },
	[SP_ABOUT_SPELL] = { 1U << SP_PLAY_ATTACK | 1U << SP_PLAY_NEUTRAL |
				     1U << SP_PLAY_ITEM | 1U << SP_PLAY_USE,
		SP_ORDER_BY_SPELL | SP_ORDER_BY_NEUTRAL | SP_ORDER_BY_ATTACK |
			SP_ORDER_BY_ATTACK_SPELL },
	[SP_ABOUT_DAMAGED] = { 0, SP_ORDER_BY_ATTACK },
	[SP_ABOUT_COUNTERED] = { 1U << SP_PLAY_COUNTER, SP_ORDER_BY_SPELL, },
	[SP_ABOUT_PUSHED] = { ~0U, ANY_KIND },
	[SP_ABOUT_DISCARD] = { ~0U, ANY_KIND },
	[SP_ABOUT_ASKED] = { ~0U, ANY_KIND },
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

/* All kinds that the conditions name. */
static int kinds_of(const struct sp_order *o)
{
	int kinds = o->by;

	for (int i = 0; i < o->condition.n; i++)
		if (o->condition.node[i].kind == SP_CONDITION_BY)
			kinds |= o->condition.node[i].by;
	return kinds;
}

static bool refuse_kind(
	const struct sp_order *o, int kinds, struct sp_bound *out)
{
	struct sp_agent_note note = { .subject = o->subject };

	if ((kinds & SP_ORDER_BY_PUNCH) != 0)
		note.reason = SP_AGENT_REASON_NEVER_PUNCH;
	else if ((kinds & SP_ORDER_BY_WEAPON) != 0)
		note.reason = SP_AGENT_REASON_NEVER_WEAPON;
	else
		note.reason = SP_AGENT_REASON_NEVER_KIND;
	sp_format(note.quoted, sizeof(note.quoted), "%s",
		(kinds & SP_ORDER_BY_NEUTRAL) != 0 ? "a neutral spell"
		: (kinds & SP_ORDER_BY_SPELL) != 0 ? "a spell"
						   : "an attack");
	return refuse(out, &o->phrase, &note);
}

/* A card behind `by` that is not in the game, or never what the line is about.
 */
static bool check_names(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o,
	const struct sp_order_phrase *part, struct sp_bound *out)
{
	for (int k = part->first; k < part->first + part->n; k++) {
		const struct sp_named *name = &o->named[k];

		if (name->kind != SP_NAMED_CARD)
			continue;
		if (!is_in_game(ruleset, view, name->value))
			return refuse_card(out, &name->at,
				SP_AGENT_REASON_NOT_IN_GAME, name->value);
		if (!declare_plays_as(&ruleset->card[name->value],
			    abouts[o->subject].types))
			return refuse(out, &name->at,
				&(struct sp_agent_note){
					.reason = SP_AGENT_REASON_NEVER_CARD,
					.card = name->value,
					.subject = o->subject });
	}
	return true;
}

static bool check_elements(const struct sp_ruleset *ruleset,
	const struct sp_order *o, struct sp_bound *out)
{
	for (int i = 0; i < o->condition.n_words; i++) {
		struct sp_agent_note note = {
			.reason = SP_AGENT_REASON_NO_TRAIT
		};

		if (sp_card_ruleset_trait(ruleset, o->condition.word[i]) >= 0)
			continue;
		sp_format(note.quoted, sizeof(note.quoted), "%s",
			o->condition.word[i]);
		return refuse(out, &o->phrase, &note);
	}
	return true;
}

/* Refuse what nobody knows any more once a choice is open, and cards to discard
 * that nobody can have. */
static bool check_preference(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o,
	struct sp_bound *out)
{
	const struct sp_order_phrase *cards = declare_preferred(o);

	for (int i = 0; i < o->condition.n; i++) {
		unsigned kind = o->condition.node[i].kind;
		struct sp_agent_note note = {
			.reason = SP_AGENT_REASON_NEVER_FORESEEN
		};

		if (kind != SP_CONDITION_DAMAGE &&
			kind != SP_CONDITION_DEADLY &&
			kind != SP_CONDITION_AIMED)
			continue;
		sp_format(note.quoted, sizeof(note.quoted), "%s",
			sp_condition_word((enum sp_condition_kind)kind));
		return refuse(out, &o->phrase, &note);
	}
	for (int i = 0; cards != NULL && i < cards->n; i++) {
		const struct sp_named *name = &o->named[cards->first + i];

		if (!is_in_game(ruleset, view, name->value))
			return refuse_card(out, &name->at,
				SP_AGENT_REASON_NOT_IN_GAME, name->value);
	}
	return true;
}

/* Refuse a condition that nothing can fulfil: whoever believes in it would be
 * hit. */
static bool check_condition(const struct sp_ruleset *ruleset,
	const struct sp_game *view, const struct sp_order *o,
	struct sp_bound *out)
{
	int wrong = kinds_of(o) & ~abouts[o->subject].by;
	bool damage = o->subject == SP_ABOUT_DAMAGED ||
		      o->subject == SP_ABOUT_TREASURE;

	for (int i = 0; i < o->n_phrases; i++) {
		const struct sp_order_phrase *part = &o->part[i];

		if (part->clause != 0 || part == declare_preferred(o))
			continue;
		if (damage && (part->n > 0 || wrong != 0))
			return refuse(out, &part->at,
				&(struct sp_agent_note){
					.reason = SP_AGENT_REASON_TAKES_NO_BY,
					.subject = o->subject });
		if (!check_names(ruleset, view, o, part, out))
			return false;
	}
	return wrong != 0 ? refuse_kind(o, wrong, out)
			  : check_elements(ruleset, o, out);
}

/* Make the next turn of the seat the one that its number says. */
static bool number_turn(const struct sp_game *view, int seat,
	struct sp_order *o, struct sp_bound *out)
{
	int begun = view->actor[seat].turns;

	if (o->until < 0)
		o->until = (int16_t)(begun < UINT8_MAX ? begun + 1 : begun);
	else if (o->until > 0 && (o->until <= begun || o->until > UINT8_MAX))
		return refuse(out, &o->phrase,
			&(struct sp_agent_note){
				.reason = SP_AGENT_REASON_TURN_BEGUN,
				.number = o->until,
				.most = begun + 1 });
	return true;
}

bool sp_declare_add(struct sp_declarations *d, const struct sp_ruleset *ruleset,
	const struct sp_game *view, int seat, const struct sp_order *order,
	struct sp_bound *out)
{
	const struct sp_named *worthless = declare_worthless(ruleset, order);
	struct sp_order numbered;

	/* without cards `when` is a mistake to the parser */
	assert(order->kind == SP_ORDER_WHEN && sp_game_has_deck(view));
	memset(out, 0, sizeof(*out));
	out->at = order->phrase;
	sp_law_command_init(&out->command, view, seat);
	if (!check_condition(ruleset, view, order, out) ||
		(sp_condition_prefers(
			 (enum sp_condition_about)order->subject) &&
			!check_preference(ruleset, view, order, out)))
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
	numbered = *order;
	out->ok = number_turn(view, seat, &numbered, out) &&
		  add_line(d, ruleset, view, seat, &numbered, out);
	return out->ok;
}
