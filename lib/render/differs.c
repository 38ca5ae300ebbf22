/*
 * What is not as usual with a wizard, in words: statistics, and what their
 * cards do to others.
 */
#include "render/render_private.h"

#include "eval/eval.h"

/* What to say of a statistic that differs, with its value where %d stands, or
 * the difference where %+d does, and the plural of the value in %s; NULL:
 * nothing, or only of what is no wizard. Spells say it themselves where a
 * number would not. */
static const char *const phrases[SP_STAT_COUNT] = {
	[SP_STAT_BASE_SPEED] = "speed %d",
	[SP_STAT_HAND_MAX] = "hand up to %d",
	[SP_STAT_DRAW_MAX] = "draws up to %d",
	[SP_STAT_ATTACKS] = "attacks %d times a turn",
	[SP_STAT_PUNCH] = "punches for %d",
	[SP_STAT_PUNCH_DIE] = "a die of %d more with a punch",
	[SP_STAT_PUNCH_SET_DIE] = "punches for a die of %d",
	[SP_STAT_PUNCH_FIRE] = "%d fire damage more with a punch",
	[SP_STAT_PUNCH_SIGHT] = "punches what is in sight",
	[SP_STAT_PUNCH_ALL] = "a punch hits all in reach",
	[SP_STAT_PHYSICAL_OUT] = "physical damage %+d",
	[SP_STAT_DAMAGE_IN] = "damage taken %+d",
	[SP_STAT_ENERGY_PER_CARD] = "energy %+d for each card",
	[SP_STAT_CRACKS_PER_DAMAGE] = "each damage to an object is a crack",
	[SP_STAT_EVADE_UPTO] = "evades on a die of up to %d",
	[SP_STAT_EVADE_FROM] = "evades on a die from %d",
	[SP_STAT_SIGHT_LIMIT] = "sees no further than %d",
	[SP_STAT_SEE_THROUGH] = "spells pass through %d wall%s or door%s",
	[SP_STAT_ITEMS_COUNT] = "items count nothing in hand",
	[SP_STAT_SPELLS_COUNT] = "spells count nothing in hand",
	[SP_STAT_PICKUP_ENDS] = "may go on with a treasure",
	[SP_STAT_PICKUP_COST] = "a treasure costs %d to pick up",
	[SP_STAT_PICKUP_ALL] = "picks up all at once",
	[SP_STAT_OPENS_DOORS] = "opens every door",
	[SP_STAT_PASSES_DOORS] = "passes closed doors",
	[SP_STAT_PASSES_OBJECTS] = "passes objects",
	[SP_STAT_MAY_ATTACK] = "cannot attack",
	[SP_STAT_MAY_BE_ATTACKED] = "cannot be attacked",
	[SP_STAT_MAY_CAST] = "casts only counters",
	[SP_STAT_MAY_PICK_UP] = "picks nothing up",
	[SP_STAT_MAY_CAST_FIRE] = "plays nothing of fire",
	[SP_STAT_STUN_ATTACKS] = "%d attack%s when stunned and not moving",
	[SP_STAT_STUN_MOVES] = "%d attack%s when stunned besides a move",
	[SP_STAT_FILLS] = "fills the square",
	[SP_STAT_FEATHER] = "damage blows away",
	[SP_STAT_OOZES] = "loses a treasure at a closed door",
	[SP_STAT_LIFE_MAX] = "life up to %d",
};

static void add_phrase(
	const char *phrase, int value, int usual, struct sp_buf *out)
{
	for (const char *p = phrase; *p != '\0'; p++) {
		if (sp_starts(p, "%+d"))
			sp_buf_addf(out, "%+d", value - usual);
		else if (sp_starts(p, "%d"))
			sp_buf_addf(out, "%d", value);
		else if (sp_starts(p, "%s"))
			sp_buf_adds(out, sp_plural(value));
		else
			sp_buf_addc(out, *p);
		if (*p == '%')
			p += p[1] == '+' ? 2 : 1;
	}
}

/* What changes the number of a blow may multiply it, or set it, which shows in
 * no number of its own: "physical damage doubled". False: it does neither. */
static bool add_blow(const struct sp_ruleset *ruleset, const struct sp_game *g,
	int seat, enum sp_stat stat, const char *before, struct sp_buf *out)
{
	static const char *const of[SP_STAT_COUNT] = {
		[SP_STAT_PHYSICAL_OUT] = "physical damage",
		[SP_STAT_DAMAGE_IN] = "damage taken",
	};
	const int much = 100 * SP_DAMAGE_PARTS;
	sp_value who = SP_REF(SP_KIND_ACTOR, seat);
	int none, factor;

	if (of[stat] == NULL)
		return false;
	none = sp_eval_stat_on(ruleset, g, who, stat, 0);
	factor = (sp_eval_stat_on(ruleset, g, who, stat, much) - none) / much;
	if (factor == 1)
		return false;
	sp_buf_addf(out, "%s%s ", before, of[stat]);
	if (factor == 0)
		sp_buf_addf(out, "always %d", none / SP_DAMAGE_PARTS);
	else if (factor == 2)
		sp_buf_adds(out, "doubled");
	else
		sp_buf_addf(out, "times %d", factor);
	if (factor != 0 && none != 0)
		sp_buf_addf(out, " and %+d", none / SP_DAMAGE_PARTS);
	return true;
}

/* ---- what cards in play do to others -------------------------------------
 */

/* The number that an operation of damage always does; -1: it depends. */
static int fixed_amount(const struct sp_ruleset *r, const struct sp_op *damage)
{
	const struct sp_code *code = &r->code[damage->arg[1]];

	return code[0].op == SP_CODE_NUMBER && code[1].op == SP_CODE_END
		       ? code[0].value
		       : -1;
}

static const struct sp_op *find_op(const struct sp_ruleset *r,
	const struct sp_program *program, enum sp_op_code code)
{
	for (int i = 0; i < program->n; i++)
		if (r->op[program->first + i].code == code)
			return &r->op[program->first + i];
	return NULL;
}

/* "3 to whoever they join (Disease)" */
static bool add_trigger(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_on *on, const char *before, struct sp_buf *out)
{
	const struct sp_op *damage = find_op(r, &on->program, SP_OP_DAMAGE);
	int amount = damage != NULL ? fixed_amount(r, damage) : -1;

	if (on->event == SP_ON_ATTACKED &&
		find_op(r, &on->program, SP_OP_REDIRECT) != NULL) {
		sp_buf_addf(out, "%s%s stands in", before, card->name);
		return true;
	}
	if (damage == NULL ||
		(on->event != SP_ON_STEP_IN && on->event != SP_ON_DAMAGED))
		return false;
	sp_buf_adds(out, before);
	if (on->event == SP_ON_DAMAGED) {
		sp_buf_adds(out, "hits back");
		if (amount >= 0)
			sp_buf_addf(out, " for %d", amount);
	} else {
		if (amount >= 0)
			sp_buf_addf(out, "%d", amount);
		else
			sp_buf_adds(out, "damage");
		sp_buf_adds(out, " to whoever they join");
	}
	sp_buf_addf(out, " (%s)", card->name);
	return true;
}

/* True if its caster may attack by the spell again and again. */
static bool strikes_again(
	const struct sp_ruleset *r, const struct sp_card *card)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].from == SP_FROM_MAINTAINED &&
			(card->play[i].type == SP_PLAY_PHYSICAL ||
				card->play[i].type == SP_PLAY_ATTACK) &&
			find_op(r, &card->play[i].program, SP_OP_DAMAGE) !=
				NULL)
			return true;
	return false;
}

/* True if whoever it is on is hurt by drawing cards. */
static bool hurts_who_draws(
	const struct sp_ruleset *r, const struct sp_card *card)
{
	for (int k = 0; k < card->n_ons; k++)
		if (card->ons[k].event == SP_ON_DREW &&
			find_op(r, &card->ons[k].program, SP_OP_DAMAGE) != NULL)
			return true;
	return false;
}

/* "2 damage as time passes in Blue's turns (Acid Bath)", of whoever it is on.
 */
static bool add_passing(const struct sp_ruleset *r, const struct sp_game *g,
	int played, const char *before, struct sp_buf *out)
{
	const struct sp_played *p = &g->played[played];
	const struct sp_card *card = sp_ruleset_card(r, p->card);
	struct sp_env env = { .ruleset = r,
		.g = g,
		.actor = p->seat,
		.self = SP_REF(SP_KIND_PLAYED, played),
		.it = SP_NOTHING,
		.by = SP_NOTHING,
		.what = SP_NOTHING,
		.cast = -1 };
	char name[SP_RENDER_NAME_SIZE];
	bool told = false;

	for (int k = 0; k < card->n_ons; k++) {
		const struct sp_on *on = &card->ons[k];
		const struct sp_op *damage =
			find_op(r, &on->program, SP_OP_DAMAGE);

		for (int s = 0; on->event == SP_ON_TIME_PASSES &&
				damage != NULL && s < g->n_seats;
			s++) {
			env.who = SP_REF(SP_KIND_ACTOR, s);
			if (fixed_amount(r, damage) < 0 || !g->actor[s].alive ||
				!sp_eval_holds(&env, on->condition) ||
				sp_eval_code(&env, damage->arg[0],
					SP_NOTHING) != p->target)
				continue;
			sp_buf_addf(out,
				"%s%d damage as time passes in %s's turns (%s)",
				told ? ", " : before, fixed_amount(r, damage),
				sp_render_seat(g, s, name), card->name);
			told = true;
		}
	}
	return told;
}

static void add_deeds(const struct sp_ruleset *r, const struct sp_game *g,
	int seat, const char *before, struct sp_buf *out)
{
	for (int i = 0; i < g->played_end; i++) {
		const struct sp_played *p = &g->played[i];
		const struct sp_card *card;

		if (p->kind != SP_PLAYED_FREE &&
			p->target == SP_REF(SP_KIND_ACTOR, seat) &&
			hurts_who_draws(r, sp_ruleset_card(r, p->card))) {
			sp_buf_addf(out,
				"%seach card drawn hurts, also at the end of "
				"a turn (%s)",
				before, sp_ruleset_card(r, p->card)->name);
			before = ", ";
		}
		if (p->kind == SP_PLAYED_SPELL &&
			p->target == SP_REF(SP_KIND_ACTOR, seat) &&
			add_passing(r, g, i, before, out))
			before = ", ";
		if (p->kind == SP_PLAYED_FREE || p->seat != seat ||
			(sp_kind_of(p->target) == SP_KIND_ACTOR &&
				sp_index_of(p->target) != seat))
			continue;
		card = sp_ruleset_card(r, p->card);
		/* what it made does that, where it lies */
		if (p->kind == SP_PLAYED_SPELL && card->has_object)
			continue;
		for (int k = 0; k < card->n_ons; k++)
			if (add_trigger(r, card, &card->ons[k], before, out))
				before = ", ";
		if (p->kind == SP_PLAYED_SPELL && strikes_again(r, card)) {
			sp_buf_addf(out, "%sattacks by %s", before, card->name);
			before = ", ";
		}
	}
}

void render_add_differs(const struct sp_ruleset *ruleset,
	const struct sp_game *g, int seat, struct sp_buf *out)
{
	struct sp_game *bare;
	const char *before = "";

	if (g->played_end == 0)
		return;
	/* The same game with nothing in play says what is usual. */
	bare = sp_xmalloc(sizeof(*bare));
	*bare = *g;
	bare->played_end = 0;
	bare->things_end = 0;
	for (int s = 0; s < SP_STAT_COUNT; s++) {
		int value, usual;

		if (phrases[s] == NULL || (ruleset->stat_mask >> s & 1U) == 0)
			continue;
		if (add_blow(ruleset, g, seat, (enum sp_stat)s, before, out)) {
			before = ", ";
			continue;
		}
		value = sp_eval_actor_stat(ruleset, g, seat, (enum sp_stat)s);
		usual = sp_eval_actor_stat(
			ruleset, bare, seat, (enum sp_stat)s);
		if (value == usual)
			continue;
		sp_buf_adds(out, before);
		add_phrase(phrases[s], value, usual, out);
		before = ", ";
	}
	sp_free(bare);
	add_deeds(ruleset, g, seat, before, out);
}
