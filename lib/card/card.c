/* Traits, and one card of a school's file. */
#include "card_private.h"

/* ---- traits ------------------------------------------------------------- */

/* A trait may not take a word that is() has already. */
static bool is_word_of_is(const char *id)
{
	return card_word_index(&card_words_is, id) >= 0 ||
	       card_word_index(&card_words_play_types, id) >= 0 ||
	       card_word_index(&card_words_kinds, id) >= 0;
}

static void name_trait(struct sp_loader *l, const struct sp_node *node)
{
	static const char *const keys[] = { "id", "on", "text", "while", NULL };
	struct sp_ruleset *r = l->r;
	const char *text;
	char id[SP_ID_SIZE];

	if (!card_field_object(l, node, keys))
		return;
	card_field_id(l, node, "id", id);
	text = card_field_text(l, node, "text", NULL);
	if (card_loader_failed(l))
		return;
	if (r->n_traits == SP_TRAITS_MAX)
		card_refuse(l, node, "there are more than %d traits",
			SP_TRAITS_MAX);
	else if (sp_card_ruleset_trait(r, id) >= 0)
		card_refuse(l, node, "this trait stands there already");
	else if (is_word_of_is(id))
		card_refuse(l, node,
			"\"%s\" means something in is() already; take another "
			"name",
			id);
	else {
		r->trait_text[r->n_traits] = sp_xstrdup(text);
		sp_format(r->trait[r->n_traits++], SP_ID_SIZE, "%s", id);
	}
}

/* All names first: a trait's own effects may ask for other traits. */
void card_load_traits(struct sp_loader *l, const struct sp_node *root)
{
	static const char *const keys[] = { "traits", NULL };
	const struct sp_node *list;

	if (!card_field_object(l, root, keys) ||
		card_field_need(l, root, "traits") == NULL)
		return;
	list = card_field_list(l, root, "traits");
	for (const struct sp_node *n = list == NULL ? NULL : list->first;
		n != NULL && !card_loader_failed(l); n = n->next)
		name_trait(l, n);
	for (const struct sp_node *n = list == NULL ? NULL : list->first;
		n != NULL && !card_loader_failed(l); n = n->next)
		card_compile_effects(l, NULL, n, &l->trait[n->number]);
}

/* ---- one card ----------------------------------------------------------- */

static void read_traits(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	const char *known[SP_TRAITS_MAX];
	struct sp_words words = { "a trait of traits.json", l->r->n_traits,
		known };

	for (int i = 0; i < l->r->n_traits; i++)
		known[i] = l->r->trait[i];
	card->traits = card_field_mask(l, node, "traits", &words);
}

static void read_creature(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	static const char *const keys[] = { "acts", "answers", "carries",
		"life_max", "punch", "speed", NULL };
	static const char *const spans[] = { "turn", "round" };
	/* as enum sp_answers_to */
	static const char *const lords[] = { "caster", "turn", "nobody" };
	static const struct sp_words words_lords = { "whom it answers to", 3,
		lords };
	static const struct sp_words words_spans = { "when it may act again", 2,
		spans };
	static const char *const kinds_of_load[] = { "treasures", "items" };
	static const struct sp_words words_of_loads = { "what it may carry", 2,
		kinds_of_load };
	struct sp_creature *c = &card->creature;
	uint64_t loads;

	if (!card_field_object(l, node, keys))
		return;
	card->has_creature = true;
	c->speed = (uint8_t)card_field_int(l, node, "speed", 0, 20, -1);
	c->punch = (uint8_t)card_field_int(l, node, "punch", 0, 20, 0);
	c->life_max = (uint8_t)card_field_int(l, node, "life_max", 1, 99, -1);
	loads = card_field_mask(l, node, "carries", &words_of_loads);
	c->treasures = (loads & 1U) != 0;
	c->items = (loads & 2U) != 0;
	c->answers_to = (uint8_t)card_field_word(
		l, node, "answers", &words_lords, SP_ANSWERS_TO_CASTER);
	c->by_round = card_field_word(l, node, "acts", &words_spans, 0) == 1;
	if (card->is_item)
		card_refuse(l, node,
			"a creature hangs on a spell, and this is an item");
}

static void read_plays(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	const struct sp_node *list = card_field_list(l, node, "plays");

	for (const struct sp_node *n = list == NULL ? NULL : list->first;
		n != NULL && !card_loader_failed(l); n = n->next) {
		struct sp_card_play *p = &card->play[card->n_plays];

		/* an item needs room for one more */
		if (card->n_plays == SP_PLAYS_MAX - card->is_item) {
			card_refuse(l, n, "a card has at most %d plays",
				SP_PLAYS_MAX - card->is_item);
			return;
		}
		card_compile_play(l, card, p, n);
		for (int i = 0; i < card->n_plays; i++) {
			if (!card_loader_failed(l) &&
				sp_streq(card->play[i].id, p->id))
				card_refuse(l, n,
					"two plays of a card need an \"id\" "
					"each, and not the same");
		}
		card->n_plays++;
	}
}

/* How an item comes from the hand before its carrier; commands name plays by
 * number, so that it is one. */
static void add_carry(struct sp_card *card)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].type == SP_PLAY_ITEM)
			return;
	card->play[card->n_plays++] = (struct sp_card_play){
		.id = "carry",
		.type = SP_PLAY_ITEM,
		.from = SP_FROM_HAND,
		.when = SP_WHEN_ACTION,
		.class = SP_CLASS_REDUCE,
		.range = SP_RANGE_CASTER,
		.duration = SP_DURATION_INSTANT,
		.condition = -1,
		.tokens = -1,
		.life = -1,
		.aim = -1,
		.within = -1,
		.program = { -1, 0 },
	};
}

static void join_effects(struct sp_effects *all, const struct sp_effects *more)
{
	for (int i = 0; i < more->n_whiles; i++)
		if (all->n_whiles < SP_EFFECTS_MAX)
			all->whiles[all->n_whiles++] = more->whiles[i];
	for (int i = 0; i < more->n_ons; i++)
		if (all->n_ons < SP_EFFECTS_MAX)
			all->ons[all->n_ons++] = more->ons[i];
	all->powers |= more->powers;
}

/* Its effects in play depend on the energy that it was cast with. */
static void fuel_lasting_plays(struct sp_loader *l, struct sp_card *card,
	const struct sp_node *node, unsigned powers)
{
	const struct sp_node *list = card_node_get(node, "plays");

	for (const struct sp_node *n = list == NULL ? NULL : list->first;
		n != NULL && !card_loader_failed(l); n = n->next) {
		struct sp_card_play *p = &card->play[n->number];

		if (p->duration != SP_DURATION_INSTANT) {
			p->powers |= (uint8_t)powers;
			if (powers != 0 && card_node_get(n, "fuel") == NULL)
				card_fuel_play(l, p, n);
		}
		if (p->powers == SP_POWER_SECOND)
			card_refuse(l, n,
				"\"energy2\" is the second power; name "
				"\"energy\" too");
	}
}

/* The card's own effects, then those of its traits. SP_POWER bits of
 * those that expressions name. */
static unsigned read_effects(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	unsigned powers;
	struct sp_effects *all = sp_xcalloc(1, sizeof(*all));
	struct sp_while *whiles;
	struct sp_on *ons;
	int n_whiles = 0, n_ons = 0;

	card_compile_effects(l, card, node, all);
	for (int t = 0; t < l->r->n_traits; t++) {
		if ((card->traits >> t & 1U) == 0)
			continue;
		n_whiles += l->trait[t].n_whiles;
		n_ons += l->trait[t].n_ons;
		if (all->n_whiles + n_whiles > SP_EFFECTS_MAX ||
			all->n_ons + n_ons > SP_EFFECTS_MAX)
			card_refuse(l, node,
				"with those of its traits this has more than "
				"%d of \"while\" or of \"on\"",
				SP_EFFECTS_MAX);
	}
	for (int t = 0; t < l->r->n_traits; t++)
		if ((card->traits >> t & 1U) != 0)
			join_effects(all, &l->trait[t]);
	whiles = sp_xcalloc((size_t)all->n_whiles + 1, sizeof(*whiles));
	ons = sp_xcalloc((size_t)all->n_ons + 1, sizeof(*ons));
	memcpy(whiles, all->whiles, (size_t)all->n_whiles * sizeof(*whiles));
	memcpy(ons, all->ons, (size_t)all->n_ons * sizeof(*ons));
	card->whiles = whiles;
	card->ons = ons;
	card->n_whiles = (uint8_t)all->n_whiles;
	card->n_ons = (uint8_t)all->n_ons;
	powers = all->powers;
	sp_free(all);
	return powers;
}

/* ---- illusions -----------------------------------------------------------
 */

static void read_illusion(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	static const char *const keys[] = { "die", "real", NULL };
	const struct sp_object *o = &card->object;

	if (!card_field_object(l, node, keys))
		return;
	card->illusion_die = (uint8_t)card_field_int(l, node, "die", 2, 20, -1);
	card->illusion_real =
		(uint8_t)card_field_int(l, node, "real", 1, 19, -1);
	if (card_loader_failed(l))
		return;
	if (card->illusion_real >= card->illusion_die)
		card_refuse(l, node,
			"\"real\": some faces of the die must make it false");
	if (card->is_item || o->mobile || o->facedown)
		card_refuse(l, node,
			"an illusion is nothing that is carried or lies face "
			"down");
	if (o->on_side)
		card_refuse(l, node,
			"an illusion lies on a square or a line, not on one "
			"side of a line");
	if (o->edge_kind == SP_EDGE_DOOR)
		card_refuse(l, node,
			"an illusory door would lead through the wall behind "
			"it");
}

/* An attack that is an illusion strikes those who may believe in it. */
static void check_illusory_play(struct sp_loader *l,
	const struct sp_card_play *play, const struct sp_node *node)
{
	if (play->type != SP_PLAY_ATTACK)
		card_refuse(l, node, "the flag \"illusion\" is for attacks");
	for (int i = 0; i < play->n_slots; i++) {
		const struct sp_card_slot *slot = &l->r->slot[play->slot[i]];

		/* objects and empty squares believe nothing */
		if (slot->asks == SP_ASK_TARGET
				? (slot->of & 17U) != 0
				: slot->asks > SP_ASK_TARGET &&
					  slot->asks < SP_ASK_CARRIED)
			card_refuse(l, node,
				"the slot \"%s\" asks for what cannot believe "
				"in an illusion",
				slot->name);
	}
}

static void check_illusion(struct sp_loader *l, const struct sp_card *card,
	const struct sp_node *node)
{
	bool any = card->has_object;

	for (int i = 0; i < card->n_plays; i++) {
		const struct sp_card_play *play = &card->play[i];

		if ((play->flags & SP_FLAG_ILLUSION) == 0)
			continue;
		any = true;
		check_illusory_play(l, play, node);
		if (card->illusion_die == 0)
			card_refuse(l, node,
				"the flag \"illusion\" needs the key "
				"\"illusion\" of its card");
	}
	if (card->illusion_die > 0 && !any)
		card_refuse(l, node,
			"\"illusion\" needs an \"object\" or a play with the "
			"flag \"illusion\"");
}

/* ---- the whole card -------------------------------------------------- */

static void read_name(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	const char *name = card_field_text(l, node, "name", NULL);
	const char *text = card_field_text(l, node, "text", NULL);

	if (!sp_copy(card->name, sizeof(card->name), name))
		card_refuse(l, card_node_get(node, "name"),
			"a name has at most %zu bytes", sizeof(card->name) - 1);
	for (int i = 0; i < l->r->n_cards; i++) {
		const struct sp_card *other = &l->r->card[i];

		if (other != card && sp_streq(other->name, card->name) &&
			card->name[0] != '\0')
			card_refuse(l, card_node_get(node, "name"),
				"card %s has this name already", other->id);
	}
	if (text[0] == '\0')
		card_refuse(l, card_node_get(node, "text"),
			"the card needs a text that says what it does");
	card->text = sp_xstrdup(text);
}

static void check_card(struct sp_loader *l, const struct sp_card *card,
	const struct sp_node *node)
{
	int in_play = card->n_ons; /* triggers that need the card in play */
	bool idle = card->n_plays == 0 && card->n_whiles == 0 &&
		    card->n_ons == 0 && card->n_compels == 0 && !card->is_item;
	bool lasts = false;

	if (idle && !sp_card_pays(card))
		card_refuse(l, node,
			"the card has neither \"plays\" nor \"energy\"");
	for (int i = 0; i < card->n_ons; i++)
		in_play -= card->ons[i].event == SP_ON_DRAWN ||
			   card->ons[i].zone >= 0;
	if (!idle && card->n_plays == 0 &&
		(card->n_whiles > 0 || in_play > 0 || card->n_compels > 0 ||
			card->is_item))
		card_refuse(l, node,
			"nothing brings this card into play: it has no "
			"\"plays\"");
	for (int i = 0; i < card->n_plays; i++)
		lasts |= card->play[i].duration != SP_DURATION_INSTANT;
	for (int i = 0; i < card->n_plays; i++) {
		const struct sp_card_play *p = &card->play[i];

		if (p->from == SP_FROM_CARRIED && !card->is_item)
			card_refuse(l, node,
				"play %d is from \"carried\", but the card has "
				"no \"item\": true",
				i + 1);
		if (p->type == SP_PLAY_ITEM && !card->is_item)
			card_refuse(l, node,
				"play %d is of an item, but the card has no "
				"\"item\": true",
				i + 1);
		if (p->from == SP_FROM_MAINTAINED && !lasts)
			card_refuse(l, node,
				"play %d is from \"maintained\", but no other "
				"play of the card lasts",
				i + 1);
		if (p->from == SP_FROM_BOARD && !card->has_object)
			card_refuse(l, node,
				"play %d is from \"board\", but the card has "
				"no \"object\"",
				i + 1);
	}
	if ((((card->n_whiles > 0 || in_play > 0) && !card->object.lone) ||
		    card->n_compels > 0) &&
		!lasts && !card->is_item && card->n_plays > 0)
		card_refuse(l, node,
			"\"while\", \"on\" and \"compels\" work in play, but "
			"no play of this card lasts");
}

bool sp_card_program_has(const struct sp_ruleset *ruleset,
	const struct sp_program *program, enum sp_op_code code)
{
	for (int i = 0; i < program->n; i++)
		if (ruleset->op[program->first + i].code == code)
			return true;
	return false;
}

/* Is the operation in any of its programs? */
static bool uses_op(const struct sp_loader *l, const struct sp_card *card,
	enum sp_op_code code)
{
	for (int i = 0; i < card->n_plays; i++)
		if (sp_card_program_has(l->r, &card->play[i].program, code))
			return true;
	for (int i = 0; i < card->n_ons; i++)
		if (sp_card_program_has(l->r, &card->ons[i].program, code))
			return true;
	return false;
}

/* What comes to the board, and what the Universe does, takes both halves. */
static void check_pairs(struct sp_loader *l, const struct sp_card *card,
	const struct sp_node *node)
{
	int universe = 0;

	for (int i = 0; i < card->n_plays; i++)
		universe += card->play[i].when == SP_WHEN_UNIVERSE;
	if (universe > 1)
		card_refuse(
			l, node, "only one play of a card is for \"universe\"");
	if ((universe > 0) != uses_op(l, card, SP_OP_STRIKE))
		card_refuse(l, node,
			"\"strike\" and a play whose \"when\" is "
			"\"universe\" go together");
	if (card->object.lone && !uses_op(l, card, SP_OP_CREATE))
		card_refuse(l, node,
			"nothing lays an \"object\" that is \"lone\": that is "
			"what \"create\" does");
	if (card->has_creature != uses_op(l, card, SP_OP_SUMMON))
		card_refuse(
			l, node, "\"summon\" and a \"creature\" go together");
}

void card_compile_card(
	struct sp_loader *l, struct sp_card *card, const struct sp_node *node)
{
	static const char *const keys[] = { "compels", "copies", "creature",
		"energy", "energy_die", "flash", "id", "illusion", "item",
		"name", "object", "on", "plays", "plural", "precedence",
		"source", "text", "traits", "while", NULL };
	static const char *const sources[] = { "official", "designed" };
	static const struct sp_words words = { "a source", 2, sources };
	unsigned powers = 0;

	if (!card_field_object(l, node, keys))
		return;
	read_name(l, card, node);
	card->designed = card_field_word(l, node, "source", &words, -1) == 1;
	card->precedence = (int8_t)card_field_int(l, node, "precedence",
		-SP_PRECEDENCE_MAX, SP_PRECEDENCE_MAX, 0);
	card->ranked = card_node_get(node, "precedence") != NULL;
	card->energy = (uint8_t)card_field_int(l, node, "energy", 0, 99, 0);
	card->flash = card_field_bool(l, node, "flash", false);
	card->is_item = card_field_bool(l, node, "item", false);
	card->plural = card_field_bool(l, node, "plural", false);
	card->energy_die =
		(uint8_t)card_field_int(l, node, "energy_die", 0, 20, 0);
	if (card->energy_die == 1)
		card_refuse(
			l, node, "\"energy_die\": a die has 2 faces or more");
	if (card->flash && !sp_card_pays(card))
		card_refuse(l, node, "\"flash\" is a kind of \"energy\"");
	read_traits(l, card, node);
	if (card_node_get(node, "object") != NULL)
		card_read_object(l, card, card_node_get(node, "object"));
	if (card_node_get(node, "creature") != NULL)
		read_creature(l, card, card_node_get(node, "creature"));
	if (card_node_get(node, "illusion") != NULL)
		read_illusion(l, card, card_node_get(node, "illusion"));
	if (card->is_item && !card->has_object) {
		card->has_object = true;
		card->object.mobile = true;
	}
	if (card->is_item && card->object.on_edge)
		card_refuse(l, card_node_get(node, "object"),
			"an item that is dropped lies on a square");
	if (card_loader_failed(l))
		return;
	read_plays(l, card, node);
	if (card->is_item)
		add_carry(card);
	if (!card_loader_failed(l))
		powers = read_effects(l, card, node);
	if (!card_loader_failed(l))
		powers |= card_compile_compels(l, card, node);
	if (!card_loader_failed(l))
		fuel_lasting_plays(l, card, node, powers);
	card->is_energy = sp_card_pays(card) && card->n_plays == 0;
	card->modifying = -1;
	for (int i = card->n_plays - 1; i >= 0; i--) {
		struct sp_card_play *play = &card->play[i];

		if (play->when == SP_WHEN_MODIFIER)
			card->modifying = (int8_t)i;
		play->creates =
			sp_card_program_has(l->r, &play->program, SP_OP_CREATE);
		play->links =
			sp_card_program_has(l->r, &play->program, SP_OP_LINK);
		play->spell =
			(play->type == SP_PLAY_ATTACK ||
				play->type == SP_PLAY_NEUTRAL ||
				play->type == SP_PLAY_COUNTER) &&
			!sp_card_program_has(l->r, &play->program, SP_OP_THROW);
	}
	l->r->links |= uses_op(l, card, SP_OP_LINK);
	check_card(l, card, node);
	if (!card_loader_failed(l))
		check_pairs(l, card, node);
	if (!card_loader_failed(l))
		check_illusion(l, card, node);
}
