/* Plays, and what a card does while it lies in play. */
#include "card_private.h"

/* ---- plays -------------------------------------------------------------- */

static const char *const play_keys[] = { "as", "class", "clock", "costs", "do",
	"flags", "from", "fuel", "id", "if", "lasts", "life", "modifies",
	"points", "range", "slots", "tokens", "when", "within", NULL };

#define POINT(name) (1U << SP_POINT_##name)
/* Points at which something is announced, and those that damage may follow. */
#define CAST_POINTS                                                            \
	(POINT(ATTACK) | POINT(PHYSICAL) | POINT(NEUTRAL) | POINT(COUNTER))
#define DAMAGE_POINTS (CAST_POINTS | POINT(DAMAGE))

/* What `what` may be: of all but an announcement it is of the point. */
static sp_type what_of(unsigned points)
{
	sp_type type = SP_TYPE(ITEM) | SP_TYPE(TREASURE) | SP_TYPE(NONE);

	if ((points & POINT(STEP)) != 0)
		type |= SP_TYPE(SQUARE);
	if ((points & POINT(DIE)) != 0)
		type |= SP_TYPE_NUMBER;
	return type;
}

static void play_scope(struct sp_scope *scope, const struct sp_card *card,
	const struct sp_card_play *play)
{
	memset(scope, 0, sizeof(*scope));
	scope->object = card->has_object ? &card->object : NULL;
	scope->range = play->range;
	scope->where = "in a play of one's own turn";
	scope->it = SP_TYPE(ITEM) | SP_TYPE(NONE);
	scope->what = what_of(play->points);
	if ((play->points & POINT(DIE)) == 0)
		scope->lacks |= CARD_LACKS_DIE;
	scope->this =
		play->from == SP_FROM_BOARD ? SP_TYPE(THING) : SP_TYPE(PLAYED);
	card_scope_know(scope, "me here energy origin my_turn true false none");
	if (play->from == SP_FROM_HAND && play->when != SP_WHEN_MODIFIER &&
		play->when != SP_WHEN_UNIVERSE)
		card_scope_know(scope, "energy2");
	if (play->when == SP_WHEN_UNIVERSE) {
		scope->where = "in a play of the Universe";
		scope->this = SP_TYPE(THING) | SP_TYPE(PLAYED);
		scope->lacks |= CARD_LACKS_MOVES;
	}
	if (play->from != SP_FROM_HAND || play->when == SP_WHEN_UNIVERSE)
		card_scope_know(scope, "this");
	if (play->from == SP_FROM_MAINTAINED)
		card_scope_know(scope, "target");
	if (play->when != SP_WHEN_REACTION ||
		(play->points & DAMAGE_POINTS) == 0)
		scope->lacks |= CARD_LACKS_DAMAGE;
	if (play->from == SP_FROM_CARRIED || play->type == SP_PLAY_ITEM ||
		(play->from == SP_FROM_HAND &&
			play->duration == SP_DURATION_INSTANT))
		scope->lacks |= CARD_LACKS_SPELL;
	if ((scope->lacks & CARD_LACKS_SPELL) != 0 && !card->object.lone)
		scope->lacks |= CARD_LACKS_MAKER;
	if (play->when != SP_WHEN_REACTION || (play->points & CAST_POINTS) == 0)
		scope->lacks |= CARD_LACKS_CAST;
	if (play->type == SP_PLAY_ATTACK || play->type == SP_PLAY_PHYSICAL)
		scope->lacks |= CARD_LACKS_SUM;
	if (play->when == SP_WHEN_REACTION) {
		scope->where = "in an answer";
		scope->is_answer = true;
		scope->lacks |= CARD_LACKS_MOVES;
		card_scope_know(scope, "it who by what amount damage");
		if ((play->points & 1U << SP_POINT_TREASURE) != 0)
			card_scope_know(scope, "from");
	}
}

/* Refuse a key that is there although it means nothing here. */
static void only_if(struct sp_loader *l, const struct sp_node *node,
	const char *key, bool may, const char *belongs)
{
	const struct sp_node *at = card_node_get(node, key);

	if (at != NULL && !may)
		card_refuse(l, at, "this belongs to %s", belongs);
}

static void check_play(struct sp_loader *l, const struct sp_node *node,
	const struct sp_card_play *p)
{
	bool reaction = p->when == SP_WHEN_REACTION;
	bool modifier = p->when == SP_WHEN_MODIFIER;
	bool far = p->range == SP_RANGE_STEPS || p->range == SP_RANGE_WALK;

	only_if(l, node, "points", reaction,
		"answers (\"when\": \"reaction\")");
	only_if(l, node, "class", reaction, "answers (\"when\": \"reaction\")");
	only_if(l, node, "modifies", modifier, "modifiers");
	only_if(l, node, "within", far, "the ranges \"steps\" and \"walk\"");
	only_if(l, node, "tokens", p->duration == SP_DURATION_TEMPORARY,
		"plays that last \"temporary\"");
	only_if(l, node, "clock", p->duration == SP_DURATION_TEMPORARY,
		"plays that last \"temporary\"");
	only_if(l, node, "life", p->duration != SP_DURATION_INSTANT,
		"plays that last");
	if (reaction)
		(void)card_field_need(l, node, "points");
	if (modifier)
		(void)card_field_need(l, node, "modifies");
	if (far)
		(void)card_field_need(l, node, "within");
	if (p->type == SP_PLAY_COUNTER && !reaction)
		card_refuse(
			l, node, "a counter is an answer; leave \"when\" out");
	if ((p->type == SP_PLAY_COUNTER || p->type == SP_PLAY_ITEM) &&
		p->from != SP_FROM_HAND)
		card_refuse(l, node,
			"a counter or an item comes from the hand; what lies "
			"in play answers \"as\": \"use\"");
	if (p->type == SP_PLAY_USE && p->from == SP_FROM_HAND)
		card_refuse(l, node,
			"what is used lies in play: say \"from\": \"carried\", "
			"\"maintained\" or \"board\"");
	if (p->from != SP_FROM_HAND && p->duration != SP_DURATION_INSTANT)
		card_refuse(
			l, node, "only what is played from the hand can last");
	if ((p->costs & SP_COST_DISCARD) != 0 && p->from != SP_FROM_CARRIED)
		card_refuse(l, node, "\"discard\" is a cost of carried items");
	if ((p->costs & SP_COST_ATTACK) != 0 && p->type != SP_PLAY_USE)
		card_refuse(l, node,
			"\"attack\" is a cost of a \"use\"; attacks count by "
			"themselves");
}

/* It answers where the ruleset asks somebody. */
static void check_points(struct sp_loader *l, const struct sp_node *node,
	const struct sp_card_play *p)
{
	bool any = p->points == 0;

	for (int i = 0; i < SP_POINT_COUNT; i++)
		any |= (p->points >> i & 1U) != 0 &&
		       l->r->point[i] != SP_POINT_IS_OFF;
	if (!any)
		card_refuse(l, card_node_get(node, "points"),
			"nobody is asked there: \"points\" of ruleset.json "
			"has it off");
}

/* The one slot of what the Universe does is what it does it to. */
static void check_universe(struct sp_loader *l, const struct sp_node *node,
	const struct sp_card_play *p)
{
	if (p->when != SP_WHEN_UNIVERSE)
		return;
	if (p->from != SP_FROM_HAND || p->duration != SP_DURATION_INSTANT ||
		p->costs != 0 ||
		(p->type != SP_PLAY_ATTACK && p->type != SP_PLAY_NEUTRAL &&
			p->type != SP_PLAY_PHYSICAL))
		card_refuse(l, node,
			"what the Universe does is an \"attack\", \"neutral\" or "
			"\"physical\", without \"from\", \"lasts\" and "
			"\"costs\"");
	else if (p->n_slots != 1 || l->r->slot[p->slot[0]].repeat >= 0)
		card_refuse(l, node,
			"what the Universe does has one slot, answered by "
			"\"strike\"");
}

/* Kinds of slots whose answer a lasting spell lies on. */
static bool is_aim(const struct sp_card_slot *slot)
{
	switch ((enum sp_asks)slot->asks) {
	case SP_ASK_WIZARD:
	case SP_ASK_ANYONE:
	case SP_ASK_CREATURE:
	case SP_ASK_TARGET:
	case SP_ASK_OBJECT:
	case SP_ASK_SQUARE:
	case SP_ASK_EMPTY:
	case SP_ASK_BORDER:
	case SP_ASK_WALL:
	case SP_ASK_DOOR:
	case SP_ASK_SECTOR:
	case SP_ASK_SPELL:
	case SP_ASK_LOOSE:
	case SP_ASK_TREASURE:
		return slot->repeat < 0;
	case SP_ASK_STACK:
	case SP_ASK_CARRIED:
	case SP_ASK_LOOT:
	case SP_ASK_HAND:
	case SP_ASK_MINE:
	case SP_ASK_CARD:
	case SP_ASK_NUMBER:
	case SP_ASK_DIRECTION:
	case SP_ASK_STEP:
	case SP_ASK_TURN:
	case SP_ASK_YES:
	case SP_ASK_ENERGY:
		return false;
	}
	return false;
}

/* Players type the keyword of a slot in front of its answer. */
static void check_words(struct sp_loader *l, const struct sp_node *node,
	const struct sp_card_play *p)
{
	const struct sp_card_slot *new = &l->r->slot[p->slot[p->n_slots - 1]];
	const struct sp_node *at = card_node_get(node, "words");

	if (at == NULL)
		at = node;
	if (new->words[0] == '\0' && p->n_slots > 1)
		card_refuse(
			l, at, "only the first slot may do without \"words\"");
	for (int i = 0; i < p->n_slots - 1; i++) {
		const struct sp_card_slot *old = &l->r->slot[p->slot[i]];

		if (sp_streq(old->words, new->words))
			card_refuse(l, at,
				"slot \"%s\" has the keyword \"%s\" already",
				old->name, old->words);
		if (old->repeat >= 0 && new->repeat >= 0)
			card_refuse(l, at,
				"one slot of a play may repeat; \"%s\" does",
				old->name);
	}
}

static void compile_slots(struct sp_loader *l, struct sp_scope *scope,
	struct sp_card_play *p, const struct sp_node *node)
{
	const struct sp_node *list = card_field_list(l, node, "slots");
	/* an answer also keeps what it answers and what pays, twice */
	const int most =
		scope->is_answer ? SP_COUNTER_ANSWERS - 3 : SP_SLOTS_OF_PLAY;
	bool paid = false;

	p->aim = -1;
	scope->announces = p->when == SP_WHEN_ACTION;
	for (const struct sp_node *n = list == NULL ? NULL : list->first;
		n != NULL && !card_loader_failed(l); n = n->next) {
		int slot;

		if (p->n_slots == most) {
			card_refuse(l, n, "%s has at most %d slots",
				scope->is_answer ? "an answer" : "a play",
				most);
			return;
		}
		slot = card_compile_slot(l, scope, n);
		if (card_loader_failed(l))
			return;
		p->slot[p->n_slots++] = (int16_t)slot;
		check_words(l, n, p);
		if (l->r->slot[slot].face_down && p->face_down++ > 0)
			card_refuse(l, card_node_get(n, "face_down"),
				"one card lies face down, and another does "
				"already");
		if (l->r->slot[slot].paid && paid)
			card_refuse(l, card_node_get(n, "paid"),
				"one card is paid, and another is already");
		paid |= l->r->slot[slot].paid;
		if (p->aim < 0 && p->duration != SP_DURATION_INSTANT &&
			is_aim(&l->r->slot[slot]))
			p->aim = l->r->slot[slot].local;
	}
	scope->announces = false;
}

static bool is_square(const struct sp_card_slot *slot)
{
	return slot->asks == SP_ASK_SQUARE || slot->asks == SP_ASK_EMPTY;
}

/* Is all that may answer it somewhere on the board. */
static bool is_somewhere(const struct sp_card_slot *slot)
{
	return slot->asks == SP_ASK_WIZARD || slot->asks == SP_ASK_ANYONE ||
	       slot->asks == SP_ASK_CREATURE || slot->asks == SP_ASK_LOOSE;
}

/* The rules bend a line at, or cast from, the answer to the first slot. */
static void check_modifier(struct sp_loader *l, const struct sp_node *node,
	const struct sp_card_play *p)
{
	const struct sp_card_slot *slot =
		p->n_slots > 0 ? &l->r->slot[p->slot[0]] : NULL;

	if (p->modifies != SP_MODIFIES_CORNER &&
		p->modifies != SP_MODIFIES_ORIGIN)
		return;
	if (slot != NULL &&
		(is_square(slot) || (p->modifies == SP_MODIFIES_ORIGIN &&
					    is_somewhere(slot))) &&
		slot->when < 0 && slot->repeat < 0 && !slot->optional)
		return;
	card_refuse(l, card_node_get(node, "modifies"),
		"expected a first slot that asks for a \"square\" or an "
		"\"empty\" one, where it is the origin also for \"anyone\", "
		"a \"wizard\", a \"creature\" or something \"loose\", "
		"without \"when\", \"repeat\" and \"optional\"");
}

/* What goes out from where `this` lies needs something that lies in a square.
 */
static void check_from_this(struct sp_loader *l, const struct sp_node *node,
	const struct sp_card_play *p)
{
	if ((p->flags & SP_FLAG_FROM_THIS) != 0 && p->from != SP_FROM_BOARD)
		card_refuse(l, card_node_get(node, "flags"),
			"\"from_this\" is for a play from the \"board\"");
}

/* Does its course depend on `energy`, so that what pays must be asked? */
static bool is_fuelled(struct sp_loader *l, const struct sp_card_play *p,
	const struct sp_scope *scope, const struct sp_node *node)
{
	bool found =
		p->from == SP_FROM_HAND && p->when != SP_WHEN_MODIFIER &&
		p->when != SP_WHEN_UNIVERSE &&
		(scope->powers != 0 || (p->duration == SP_DURATION_TEMPORARY &&
					       p->tokens < 0));

	return card_field_bool(l, node, "fuel", found);
}

/* "with 5" says what pays. */
void card_fuel_play(
	struct sp_loader *l, struct sp_card_play *p, const struct sp_node *node)
{
	p->fuelled = true;
	for (int i = 0; i < p->n_slots; i++) {
		if (l->r->slot[p->slot[i]].paid)
			card_refuse(l, node,
				"slot \"%s\" is paid by itself, and so is the "
				"energy of this",
				l->r->slot[p->slot[i]].name);
		if (sp_streq(l->r->slot[p->slot[i]].words, "with"))
			card_refuse(l, node,
				"slot \"%s\" has the keyword \"with\", which "
				"says here what pays for the spell",
				l->r->slot[p->slot[i]].name);
	}
}

void card_compile_play(struct sp_loader *l, struct sp_card *card,
	struct sp_card_play *p, const struct sp_node *node)
{
	struct sp_scope scope;

	memset(p, 0, sizeof(*p));
	p->program.first = -1;
	if (!card_field_object(l, node, play_keys))
		return;
	if (card_node_get(node, "id") != NULL)
		card_field_id(l, node, "id", p->id);
	p->type = (uint8_t)card_field_word(
		l, node, "as", &card_words_play_types, -1);
	p->from = (uint8_t)card_field_word(
		l, node, "from", &card_words_sources, SP_FROM_HAND);
	p->when = (uint8_t)card_field_word(l, node, "when", &card_words_whens,
		p->type == SP_PLAY_COUNTER ? SP_WHEN_REACTION : SP_WHEN_ACTION);
	p->points = (uint16_t)card_field_mask(
		l, node, "points", &card_words_points);
	p->class = (uint8_t)card_field_word(
		l, node, "class", &card_words_classes, SP_CLASS_REDUCE);
	p->range = (uint8_t)card_field_word(
		l, node, "range", &card_words_ranges, -1);
	p->clock = (uint8_t)card_field_word(
		l, node, "clock", &card_words_clocks, SP_CLOCK_CASTER);
	p->duration = (uint8_t)card_field_word(
		l, node, "lasts", &card_words_durations, SP_DURATION_INSTANT);
	p->modifies = (uint8_t)card_field_word(
		l, node, "modifies", &card_words_modifies, SP_MODIFIES_NOTHING);
	p->flags = (uint16_t)card_field_mask(
		l, node, "flags", &card_words_play_flags);
	p->costs =
		(uint16_t)card_field_mask(l, node, "costs", &card_words_costs);
	if (card_loader_failed(l))
		return;
	check_play(l, node, p);
	check_points(l, node, p);
	play_scope(&scope, card, p);
	p->condition = card_compile(l, &scope, node, "if", SP_TYPE_BOOL);
	p->within = card_compile(l, &scope, node, "within", SP_TYPE_NUMBER);
	compile_slots(l, &scope, p, node);
	if (!card_loader_failed(l))
		check_modifier(l, node, p);
	if (!card_loader_failed(l))
		check_from_this(l, node, p);
	if (!card_loader_failed(l))
		check_universe(l, node, p);
	p->tokens = card_compile(l, &scope, node, "tokens", SP_TYPE_NUMBER);
	p->life = card_compile(l, &scope, node, "life", SP_TYPE_NUMBER);
	card_compile_program(
		l, &scope, card_field_list(l, node, "do"), &p->program);
	p->n_locals = (uint8_t)scope.n_locals;
	p->powers = scope.powers;
	if (p->duration == SP_DURATION_TEMPORARY && p->tokens < 0)
		p->powers |= SP_POWER_FIRST;
	if (is_fuelled(l, p, &scope, node))
		card_fuel_play(l, p, node);
}

/* ---- while -------------------------------------------------------------- */

static void effect_scope(
	struct sp_scope *scope, const struct sp_card *card, const char *where)
{
	bool aims = card == NULL;

	memset(scope, 0, sizeof(*scope));
	scope->where = where;
	scope->range = SP_RANGE_ANYWHERE;
	scope->this = SP_TYPE(PLAYED) | SP_TYPE(THING);
	scope->what = SP_TYPE(ITEM) | SP_TYPE(THING) | SP_TYPE(TREASURE);
	scope->lacks = CARD_LACKS_DAMAGE | CARD_LACKS_CAST | CARD_LACKS_DIE;
	if (card != NULL && card->is_item)
		scope->lacks |= CARD_LACKS_SPELL | CARD_LACKS_MAKER;
	card_scope_know(
		scope, "me this here energy energy2 my_turn true false none");
	for (int i = 0; card != NULL && i < card->n_plays; i++)
		aims |= card->play[i].aim >= 0 || card->has_creature;
	if (aims)
		card_scope_know(scope, "target");
}

static void compile_while(struct sp_loader *l, struct sp_effects *out,
	struct sp_while *w, const struct sp_card *card,
	const struct sp_node *node)
{
	static const char *const keys[] = { "add", "if", "least", "most", "mul",
		"set", "stat", "who", NULL };
	static const char *const hows[] = { "set", "add", "mul", "most",
		"least" };
	struct sp_scope scope;
	int n = 0;

	memset(w, 0, sizeof(*w));
	w->value = -1;
	if (!card_field_object(l, node, keys))
		return;
	effect_scope(&scope, card, "while a card is in play");
	w->subject = (uint8_t)card_field_word(
		l, node, "who", &card_words_subjects, -1);
	w->stat = (uint8_t)card_field_word(
		l, node, "stat", &card_words_stats, -1);
	if (w->subject == SP_SUBJECT_TARGET &&
		(scope.known & 1U << SP_NAME_TARGET) == 0)
		card_refuse(l, card_node_get(node, "who"),
			"no play of this card that lasts has a target");
	if (w->subject == SP_SUBJECT_AREA) {
		card_scope_know(&scope, "who");
		if (card == NULL || !card->has_object)
			card_refuse(l, card_node_get(node, "who"),
				"an area is that of an \"object\"");
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(hows); i++) {
		if (card_node_get(node, hows[i]) == NULL)
			continue;
		n++;
		w->how = (uint8_t)i;
		w->value =
			card_compile(l, &scope, node, hows[i], SP_TYPE_NUMBER);
	}
	if (n != 1)
		card_refuse(l, node,
			"give one of \"set\", \"add\", \"mul\", \"most\" and "
			"\"least\"");
	w->condition = card_compile(l, &scope, node, "if", SP_TYPE_BOOL);
	out->powers |= scope.powers;
}

/* ---- compels ------------------------------------------------------------ */

static int read_weapon(struct sp_loader *l, const struct sp_node *node)
{
	const char *known[SP_TRAITS_MAX];
	struct sp_words words = { "a trait of traits.json", l->r->n_traits,
		known };

	for (int i = 0; i < l->r->n_traits; i++)
		known[i] = l->r->trait[i];
	return card_node_get(node, "with") == NULL
		       ? -1
		       : card_field_word(l, node, "with", &words, -1);
}

static unsigned compile_compel(struct sp_loader *l, struct sp_compel *c,
	const struct sp_card *card, const struct sp_node *node)
{
	static const char *const keys[] = { "if", "must", "of", "who", "with",
		NULL };
	struct sp_scope scope;
	bool stay, attack;

	if (!card_field_object(l, node, keys))
		return 0;
	effect_scope(&scope, card, "in what a card compels");
	card_scope_know(&scope, "it");
	scope.it = SP_TYPE(ACTOR);
	c->subject = (uint8_t)card_field_word(
		l, node, "who", &card_words_subjects, -1);
	if (c->subject == SP_SUBJECT_TARGET &&
		(scope.known & 1U << SP_NAME_TARGET) == 0)
		card_refuse(l, card_node_get(node, "who"),
			"no play of this card that lasts has a target");
	if (c->subject == SP_SUBJECT_AREA && !card->has_object)
		card_refuse(l, card_node_get(node, "who"),
			"an area is that of an \"object\", and this card has "
			"none");
	c->must = (uint8_t)card_field_word(
		l, node, "must", &card_words_compellings, -1);
	stay = c->must == SP_COMPELLING_STAY;
	attack = c->must == SP_COMPELLING_ATTACK;
	c->of = card_compile(
		l, &scope, node, "of", attack ? SP_TYPE(ACTOR) : SP_TYPE_ANY);
	if (!stay)
		(void)card_field_need(l, node, "of");
	else if (card_node_get(node, "of") != NULL)
		card_refuse(l, card_node_get(node, "of"),
			"who stays goes nowhere: leave this out");
	c->trait = (int16_t)read_weapon(l, node);
	if (c->trait >= 0 && !attack)
		card_refuse(l, card_node_get(node, "with"),
			"this belongs to what must \"attack\"");
	c->condition = card_compile(l, &scope, node, "if", SP_TYPE_BOOL);
	return scope.powers;
}

unsigned card_compile_compels(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	const struct sp_node *list = card_field_list(l, node, "compels");
	int n = list == NULL ? 0 : list->n;
	unsigned powers = 0;

	if (n > SP_EFFECTS_MAX) {
		card_refuse(
			l, list, "at most %d of \"compels\"", SP_EFFECTS_MAX);
		return 0;
	}
	card->compels = sp_xcalloc((size_t)n + 1, sizeof(*card->compels));
	for (const struct sp_node *it = n == 0 ? NULL : list->first;
		it != NULL && !card_loader_failed(l); it = it->next)
		powers |= compile_compel(
			l, &card->compels[card->n_compels++], card, it);
	l->r->compels |= n > 0;
	return powers;
}

/* ---- on ----------------------------------------------------------------- */

/* Events that happen where the card's object lies. */
static void check_event(struct sp_loader *l, const struct sp_node *node,
	int event, const struct sp_card *card)
{
	bool square = event == SP_ON_ENTER || event == SP_ON_LEAVE;

	if (card == NULL || (!square && event != SP_ON_CROSS))
		return;
	if (!card->has_object || card->object.on_edge == square)
		card_refuse(l, card_node_get(node, "event"),
			"this needs an \"object\" that lies on %s",
			square ? "a square" : "an edge");
}

/* A zone whose cards are told of events: what all see, so that nothing leaks.
 */
static int read_on_zone(
	struct sp_loader *l, const struct sp_node *node, int event)
{
	const struct sp_node *in = card_node_get(node, "in");
	const char *list[SP_PLACES + SP_ZONES_MAX];
	struct sp_words words;
	int zone;

	if (in == NULL)
		return -1;
	card_zone_words(l->r, list, &words);
	zone = card_field_word(l, node, "in", &words, -1);
	if (card_loader_failed(l))
		return -1;
	if (zone != SP_PLACE_DISCARD &&
		(zone < SP_PLACES || l->r->zone[zone - SP_PLACES].seen !=
					     SP_ZONE_SEEN_BY_ALL))
		card_refuse(l, in,
			"what happens there would betray a card: this must be "
			"\"discard\" or a zone that is \"seen\" by \"all\"");
	if (event == SP_ON_ENTER || event == SP_ON_LEAVE ||
		event == SP_ON_CROSS || event == SP_ON_DRAWN ||
		event == SP_ON_ACQUIRED || event == SP_ON_LOST ||
		event == SP_ON_ENDED || event == SP_ON_DESTROYED ||
		event == SP_ON_INTO_SIGHT)
		card_refuse(l, in,
			"a card there is never told of this event, which is "
			"of one card in play or in the hand, or of a place");
	return zone;
}

static void compile_on(struct sp_loader *l, struct sp_effects *out,
	struct sp_on *on, const struct sp_card *card,
	const struct sp_node *node)
{
	static const char *const keys[] = { "do", "event", "if", "in", NULL };
	struct sp_scope scope;

	memset(on, 0, sizeof(*on));
	on->program.first = -1;
	if (!card_field_object(l, node, keys))
		return;
	effect_scope(&scope, card, "at this event");
	on->event = (uint8_t)card_field_word(
		l, node, "event", &card_words_events, -1);
	if (card_loader_failed(l))
		return;
	on->zone = (int8_t)read_on_zone(l, node, on->event);
	check_event(l, node, on->event, card);
	card_scope_know(&scope, card_event_names[on->event]);
	if (on->event == SP_ON_ROLLED) {
		scope.what = SP_TYPE_NUMBER;
		scope.lacks &= (uint8_t)~CARD_LACKS_DIE;
	}
	if (on->event == SP_ON_DRAWN || on->zone >= 0)
		scope.this = SP_TYPE(CARD);
	if (on->zone >= 0)
		scope.lacks |= CARD_LACKS_SPELL | CARD_LACKS_MAKER;
	on->condition = card_compile(l, &scope, node, "if", SP_TYPE_BOOL);
	if (card_field_need(l, node, "do") != NULL)
		card_compile_program(l, &scope, card_field_list(l, node, "do"),
			&on->program);
	on->n_locals = (uint8_t)scope.n_locals;
	out->powers |= scope.powers;
}

void card_compile_effects(struct sp_loader *l, const struct sp_card *card,
	const struct sp_node *node, struct sp_effects *out)
{
	const struct sp_node *whiles = card_field_list(l, node, "while");
	const struct sp_node *ons = card_field_list(l, node, "on");
	const struct sp_node *n;

	if ((whiles != NULL && whiles->n > SP_EFFECTS_MAX) ||
		(ons != NULL && ons->n > SP_EFFECTS_MAX)) {
		card_refuse(l, node, "at most %d of \"while\" and of \"on\"",
			SP_EFFECTS_MAX);
		return;
	}
	for (n = whiles == NULL ? NULL : whiles->first;
		n != NULL && !card_loader_failed(l); n = n->next)
		compile_while(l, out, &out->whiles[out->n_whiles++], card, n);
	for (n = ons == NULL ? NULL : ons->first;
		n != NULL && !card_loader_failed(l); n = n->next)
		compile_on(l, out, &out->ons[out->n_ons++], card, n);
}
