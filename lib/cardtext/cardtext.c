/*
 * One card, for whoever asks for it by name, and as a line of a hand.
 */
#include "cardtext/cardtext.h"

#include "typeset/typeset.h"

void sp_cardtext_add_worth(const struct sp_card *card, struct sp_buf *out)
{
	if (card->energy_die > 0)
		sp_buf_addf(out, "d%d", card->energy_die);
	if (card->energy_die > 0 && card->energy > 0)
		sp_buf_addc(out, '+');
	if (card->energy > 0)
		sp_buf_addf(out, "%d", card->energy);
}

/* ---- what it is ---------------------------------------------------------- */

/* How far, where the card says it as a plain number; -1: it depends. */
static int steps_of(const struct sp_ruleset *r, const struct sp_card_play *p)
{
	if (p->within < 0 || r->code[p->within].op != SP_CODE_NUMBER ||
		r->code[p->within + 1].op != SP_CODE_END)
		return -1;
	return r->code[p->within].value;
}

static void add_range(const struct sp_ruleset *r, const struct sp_card_play *p,
	struct sp_buf *out)
{
	static const char *const words[] = {
		[SP_RANGE_CASTER] = "from your square",
		[SP_RANGE_ADJACENT] = "your square or beside it",
		[SP_RANGE_SIGHT] = "in sight",
		[SP_RANGE_ANYWHERE] = "anywhere",
		[SP_RANGE_SECTOR] = "your sector",
		[SP_RANGE_STEPS] = "squares away, over everything",
		[SP_RANGE_WALK] = "squares of way",
	};

	if (p->range == SP_RANGE_CASTER && p->n_slots == 0) {
		sp_buf_adds(out, "on yourself");
		return;
	}
	if (p->range == SP_RANGE_STEPS && steps_of(r, p) == 0) {
		sp_buf_adds(out, "your square");
		return;
	}
	if (p->range == SP_RANGE_STEPS || p->range == SP_RANGE_WALK) {
		if (steps_of(r, p) >= 0)
			sp_buf_addf(out, "%d ", steps_of(r, p));
		else
			sp_buf_adds(out, "some ");
	}
	sp_buf_adds(out, words[p->range]);
}

static const char *duration_words(int duration)
{
	static const char *const words[] = {
		[SP_DURATION_INSTANT] = "done at once",
		[SP_DURATION_TEMPORARY] = "lasts while it has energy tokens",
		[SP_DURATION_PERMANENT] = "stays",
	};

	return words[duration];
}

static const char *type_words(int type)
{
	static const char *const words[] = {
		[SP_PLAY_ATTACK] = "attack spell",
		[SP_PLAY_NEUTRAL] = "neutral spell",
		[SP_PLAY_COUNTER] = "counter spell",
		[SP_PLAY_PHYSICAL] = "an attack, no spell",
		[SP_PLAY_USE] = "used",
		[SP_PLAY_ITEM] = "item, carried from then on",
	};

	return words[type];
}

static const char *const flag_words[] = {
	[SP_FLAGBIT_NO_CANCEL] = "cannot be cancelled",
	[SP_FLAGBIT_NO_COUNTER] = "cannot be countered",
	[SP_FLAGBIT_NO_EVADE] = "cannot be evaded",
	[SP_FLAGBIT_GLOBAL] = "everybody sees it",
	[SP_FLAGBIT_VOLUNTARY] = "you leave your square by it",
	[SP_FLAGBIT_NO_SIGHT] = "its line is no line of sight",
	[SP_FLAGBIT_CREATURE] = "a creature of yours may cast it",
	[SP_FLAGBIT_FROM_THIS] = "goes out from where it lies",
	[SP_FLAGBIT_AS_OBJECT] = "treats whom it names as an object",
	[SP_FLAGBIT_SAVES_PLAYER] = "saves you alone",
	[SP_FLAGBIT_ILLUSION] = "an illusion: nothing to who doubts it",
};

static const char *const cost_words[] = {
	[SP_COSTBIT_DISCARD] = "the item is discarded",
	[SP_COSTBIT_PHASE] = "costs the whole move phase",
	[SP_COSTBIT_MOVE] = "costs 1 movement point",
	[SP_COSTBIT_ATTACK] = "counts as your attack",
};

static void add_bits(
	unsigned bits, const char *const words[], size_t n, struct sp_buf *out)
{
	for (size_t i = 0; i < n; i++)
		if ((bits >> i & 1U) != 0)
			sp_buf_addf(out, "; %s", words[i]);
}

/* The parts of an attack are answered one by one; what a spell has made is
 * ended so, but while it is cast it is one spell. */
static void add_flags(const struct sp_card_play *p, struct sp_buf *out)
{
	bool singly = (p->flags & SP_FLAG_SINGLY) != 0;

	add_bits(p->flags & ~(unsigned)SP_FLAG_SINGLY, flag_words,
		SP_ARRAY_LEN(flag_words), out);
	if (singly && p->type == SP_PLAY_ATTACK)
		sp_buf_adds(out, "; each part is answered by itself");
	if (singly && p->creates)
		sp_buf_adds(out, "; each part that lies there is ended by "
				 "itself");
}

static bool is_set_of_things(const struct sp_ruleset *r, int32_t code)
{
	for (; r->code[code].op != SP_CODE_END; code++)
		if (r->code[code].op == SP_CODE_SET)
			return r->code[code].value == SP_SET_ALL_THINGS;
	return false;
}

/* True if this damage of the program hurts nobody: it is in a loop over the
 * things on the board. */
static bool hurts_things(const struct sp_ruleset *r,
	const struct sp_program *program, const struct sp_op *damage)
{
	const struct sp_code *to = &r->code[damage->arg[0]];

	for (int i = 0; i < program->n; i++) {
		const struct sp_op *op = &r->op[program->first + i];

		if (op->code == SP_OP_EACH && to->op == SP_CODE_LOCAL &&
			to->value == op->local &&
			is_set_of_things(r, op->arg[0]))
			return true;
	}
	return false;
}

/* True if the program does damage that no attack does. */
static bool is_no_attack(
	const struct sp_ruleset *r, const struct sp_program *program)
{
	for (int i = 0; program->first >= 0 && i < program->n; i++) {
		const struct sp_op *op = &r->op[program->first + i];

		if (op->code == SP_OP_DAMAGE &&
			(op->arg[4] & SP_DAMAGEFLAG_NOT_ATTACK) != 0 &&
			!hurts_things(r, program, op))
			return true;
	}
	return false;
}

void sp_cardtext_play_facts(const struct sp_ruleset *r,
	const struct sp_card_play *p, bool brief, struct sp_buf *out)
{
	sp_buf_adds(out, type_words(p->type));
	if (p->type != SP_PLAY_ITEM) {
		sp_buf_adds(out, "; ");
		add_range(r, p, out);
		if (!brief || p->duration != SP_DURATION_INSTANT)
			sp_buf_addf(out, "; %s", duration_words(p->duration));
	}
	if (p->from == SP_FROM_MAINTAINED)
		sp_buf_adds(out, "; while you maintain it");
	if (p->from == SP_FROM_BOARD)
		sp_buf_adds(out, "; while it lies on the board");
	if (p->when == SP_WHEN_UNIVERSE)
		sp_buf_adds(out, "; done by nobody");
	sp_buf_adds(out, p->fuelled ? "; fuelled" : "");
	add_flags(p, out);
	add_bits(p->costs, cost_words, SP_ARRAY_LEN(cost_words), out);
	if (is_no_attack(r, &p->program))
		sp_buf_adds(out, "; no attack, so a kill gives no point");
}

static void add_weak(const struct sp_object *o, struct sp_buf *out)
{
	static const char *const elements[] = {
#define X(symbol, word) [SP_ELEMENT_##symbol] = (word),
		SP_ELEMENTS(X)
#undef X
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(elements); i++)
		if ((o->weak >> i & 1U) != 0)
			sp_buf_addf(out, "; any %s damage destroys it",
				elements[i]);
}

static void add_area(const struct sp_object *o, struct sp_buf *out)
{
	static const char *const words[] = {
		[SP_AREA_SQUARE] = "",
		[SP_AREA_EDGE] = "",
		[SP_AREA_WALK] = "reaches %d squares as one walks",
		[SP_AREA_SECTOR] = "reaches all of its sector",
		[SP_AREA_BOARD] = "reaches the whole board",
	};

	if (words[o->area][0] == '\0')
		return;
	sp_buf_adds(out, "; ");
	if (o->area == SP_AREA_WALK)
		sp_buf_addf(out, "reaches %d square%s as one walks", o->within,
			sp_plural(o->within));
	else
		sp_buf_adds(out, words[o->area]);
}

static void add_object(const struct sp_object *o, struct sp_buf *out)
{
	sp_buf_addf(out, "on the board: lies %s",
		o->on_side    ? "on one side of a border line"
		: o->on_edge  ? "on a border line"
		: o->facedown ? "in a square, face down"
		: o->mobile   ? "in a square, and may be picked up"
			      : "in a square");
	if (o->class != SP_THING_CLASS_OBJECT)
		sp_buf_addf(out, "; a %s", sp_card_thing_class_word(o->class));
	if (o->edge_kind == SP_EDGE_WALL)
		sp_buf_adds(out, "; a wall");
	if (o->edge_kind == SP_EDGE_DOOR)
		sp_buf_adds(out, "; a door");
	sp_buf_adds(out, o->dirt ? "; no stone" : "");
	sp_buf_adds(out, o->fills ? "; nobody enters" : "");
	sp_buf_adds(out, o->opaque ? "; bars sight" : "");
	sp_buf_adds(out, o->strays ? "; who leaves goes astray" : "");
	if (o->cracks > 0)
		sp_buf_addf(out, "; %d crack%s it", o->cracks,
			o->cracks == 1 ? " destroys" : "s destroy");
	add_weak(o, out);
	if (o->life > 0)
		sp_buf_addf(out, "; life %d%s%s", o->life,
			(o->hurt & 1U << SP_DAMAGE_PHYSICAL) == 0
				? ", no physical damage"
				: "",
			(o->hurt & 1U << SP_DAMAGE_MAGICAL) == 0
				? ", no magical damage"
				: "");
	add_area(o, out);
	sp_buf_adds(out, o->lone ? "; stays without its spell" : "");
	sp_buf_adds(out, o->unowned ? "; nobody's" : "");
}

/* True if it lies there as every item does that somebody dropped. */
static bool is_plain_item(const struct sp_card *card)
{
	const struct sp_object *o = &card->object;

	return card->is_item && o->mobile && !o->opaque && !o->fills &&
	       o->cracks == 0 && o->weak == 0 && o->life == 0;
}

static void add_creature(const struct sp_creature *c, struct sp_buf *out)
{
	static const char *const lords[] = {
		[SP_ANSWERS_TO_CASTER] = "",
		[SP_ANSWERS_TO_TURN] = "; obeys whose turn it is",
		[SP_ANSWERS_TO_NOBODY] = "; obeys nobody",
	};

	sp_buf_addf(out, "creature: speed %d; punch %d; life at most %d",
		c->speed, c->punch, c->life_max);
	sp_buf_adds(out, c->treasures ? "; may carry treasures" : "");
	sp_buf_adds(out, c->items ? "; may carry items" : "");
	sp_buf_adds(out, c->by_round ? "; acts once in a round" : "");
	sp_buf_adds(out, lords[c->answers_to]);
}

/* "; " behind what is there already. */
static void add_break(struct sp_buf *out)
{
	sp_buf_adds(out, out->len > 0 ? "; " : "");
}

/* What it does at events, and not by being played, is mostly no attack. */
static bool is_no_attack_later(
	const struct sp_ruleset *r, const struct sp_card *card)
{
	for (int i = 0; i < card->n_ons; i++)
		if (is_no_attack(r, &card->ons[i].program))
			return true;
	return false;
}

static bool attacks(const struct sp_card *card)
{
	for (int i = 0; i < card->n_plays; i++)
		if (card->play[i].type == SP_PLAY_ATTACK ||
			card->play[i].type == SP_PLAY_PHYSICAL)
			return true;
	return false;
}

void sp_cardtext_facts(const struct sp_ruleset *r, const struct sp_card *card,
	struct sp_buf *out)
{
	if (card->has_object && !is_plain_item(card))
		add_object(&card->object, out);
	if (card->has_creature) {
		add_break(out);
		add_creature(&card->creature, out);
	}
	if (card->illusion_die > 0) {
		add_break(out);
		sp_buf_addf(out,
			"an illusion: real to whoever first meets it, on %d or "
			"less of a die of %d",
			card->illusion_real, card->illusion_die);
	}
	if (is_no_attack_later(r, card)) {
		add_break(out);
		sp_buf_addf(out,
			"what it does %sis no attack, so a kill by that gives "
			"no point",
			attacks(card) ? "later, beside its attack, "
				      : "later ");
	}
}

/* ---- in words ------------------------------------------------------------ */

static void add_form(void *with, const char *form)
{
	sp_buf_addf(with, "    | %s\n", form);
}

static void add_play(const struct sp_ruleset *r, const struct sp_card *card,
	const struct sp_card_play *p, struct sp_buf *out)
{
	struct sp_buf meanings;

	sp_buf_addf(out, "  %-9s ", p->id[0] != '\0' ? p->id : "play");
	sp_cardtext_play_facts(r, p, false, out);
	sp_buf_addc(out, '\n');
	sp_cardtext_play_forms(r, card, p, add_form, out);
	sp_buf_init(&meanings, SIZE_MAX);
	sp_cardtext_play_meanings(r, p, &meanings);
	if (meanings.len > 0)
		sp_buf_addf(out, "    %s\n", sp_buf_str(&meanings));
	sp_buf_free(&meanings);
}

static void add_facts(const struct sp_ruleset *r, const struct sp_card *card,
	struct sp_buf *out)
{
	struct sp_buf facts;

	sp_buf_init(&facts, SIZE_MAX);
	sp_cardtext_facts(r, card, &facts);
	if (facts.len > 0)
		sp_buf_addf(out, "  %s\n", sp_buf_str(&facts));
	sp_buf_free(&facts);
}

static void add_small(const char *text, size_t n, struct sp_buf *out)
{
	if (n > 0)
		sp_buf_addc(out, (char)sp_lower((unsigned char)*text));
	sp_buf_add(out, text + 1, n > 0 ? n - 1 : 0);
}

void sp_cardtext_add_traits(const struct sp_ruleset *r,
	const struct sp_card *card, uint64_t *told, struct sp_buf *out)
{
	const char *before = "";

	for (int i = 0; i < r->n_traits; i++) {
		if ((card->traits >> i & 1U) == 0)
			continue;
		sp_buf_addf(out, "%s%s", before, r->trait[i]);
		before = ", ";
		if ((*told >> i & 1U) != 0)
			continue;
		*told |= UINT64_C(1) << i;
		sp_buf_adds(out, " (");
		add_small(
			r->trait_text[i], strcspn(r->trait_text[i], "."), out);
		sp_buf_addc(out, ')');
	}
}

static void add_copies(const struct sp_ruleset *r, int type, struct sp_buf *out)
{
	const char *before = "  copies    ";

	for (int s = 0; s < r->n_schools; s++) {
		int n = sp_card_school_copies(r, s, type);

		if (n == 0)
			continue;
		sp_buf_addf(out, "%s%d in %s", before, n, r->school[s].name);
		before = ", ";
	}
	if (*before == ',')
		sp_buf_addc(out, '\n');
}

static void add_edition(
	const struct sp_ruleset *r, int type, struct sp_buf *out)
{
	if (*sp_card_ruleset_edition(r, type) != '\0')
		sp_buf_addf(out, "  edition   %s\n",
			sp_card_ruleset_edition(r, type));
	if (r->card[type].precedence != 0)
		sp_buf_addf(out,
			"  order     %+d among cards that act at once\n",
			r->card[type].precedence);
}

void sp_cardtext_page(
	const struct sp_ruleset *ruleset, int type, struct sp_buf *out)
{
	const struct sp_card *card = &ruleset->card[type];
	uint64_t traits = 0; /* that were explained */
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	sp_buf_addf(&text, "%s%s%s%s\n  %s\n", card->name,
		card->is_item ? ", an item" : "",
		card->designed ? ", a card of our own" : "",
		card->ready ? "" : ", a draft that no game deals yet",
		card->text);
	for (int i = 0; i < card->n_plays; i++)
		add_play(ruleset, card, &card->play[i], &text);
	add_facts(ruleset, card, &text);
	if (sp_card_pays(card)) {
		sp_buf_adds(&text, "  energy    ");
		sp_cardtext_add_worth(card, &text);
		sp_buf_addf(&text, "%s%s%s\n",
			card->energy_die > 0
				? ", rolled when it pays; then you aim"
				: "",
			card->flash ? ", flash: for spells, never for speed"
				    : "",
			card->is_energy ? ""
					: ", if it pays instead of being "
					  "played");
		if (card->is_energy)
			sp_cardtext_energy_forms(card, add_form, &text);
	}
	if (card->traits != 0) {
		sp_buf_adds(&text, "  traits    ");
		sp_cardtext_add_traits(ruleset, card, &traits, &text);
		sp_buf_addc(&text, '\n');
	}
	add_copies(ruleset, type, &text);
	add_edition(ruleset, type, &text);
	sp_typeset_wrap(sp_buf_str(&text), text.len, out);
	sp_buf_free(&text);
}

void sp_cardtext_brief(const struct sp_card *card, struct sp_buf *out)
{
	const char *text = card->text;
	size_t type = strcspn(text, " ."), n, at;

	/* "Attack. 5 magical fire damage.": the type stands alone */
	if (text[type] == '.' && text[type + 1] == ' ') {
		add_small(text, type, out);
		sp_buf_adds(out, ": ");
		text += type + 2;
	}
	n = strlen(text);
	n -= n > 0 && text[n - 1] == '.';
	at = out->len;
	add_small(text, n, out);
	/* a semicolon parts orders, and the hand may come back unquoted */
	for (; at + 2 < out->len; at++)
		if (out->data[at] == ';' && out->data[at + 1] == ' ') {
			out->data[at] = '.';
			out->data[at + 2] = (char)sp_upper(
				(unsigned char)out->data[at + 2]);
		}
}
