/* The text of a card says all that it does: of each operation of its programs,
 * each statistic, each number and each kind of damage something is said. */
#include "../render/render_tests.h"
#include "../rules/cardplay.h"
#include "cardtext/cardtext.h"

/* Words of which one must be in the text; NULL: it needs none, because what is
 * inside it, or the form of the order, says it. */
static const char *const op_words[SP_OP_COUNT] = {
	[SP_OP_IF] = NULL,
	[SP_OP_EACH] = NULL,
	[SP_OP_REPEAT] = NULL,
	[SP_OP_CHOOSE] = "may|choose|chooses|up to",
	[SP_OP_ROLL] = "die",
	[SP_OP_LET] = NULL,
	[SP_OP_STOP] = NULL,
	[SP_OP_DAMAGE] = "damage|washes away",
	[SP_OP_HEAL] = "gain|heals|healed|gives",
	[SP_OP_LOSE_LIFE] = "lose|loses",
	[SP_OP_SHARE_LIFE] = "split",
	[SP_OP_STUN] = "stun|stunned",
	[SP_OP_END_TURN] = "turn ends|ends the turn",
	[SP_OP_END_PHASE] = "phase",
	[SP_OP_EXTRA_TURN] = "another turn",
	[SP_OP_LOSE_TURN] = "loses a turn",
	[SP_OP_PLAY_TURN] = "play the next turn",
	[SP_OP_NO_MORE_MOVE] = "move no more|moves no more|not move any more",
	[SP_OP_NO_PICKUP] = "pick up none|picks up nothing",
	[SP_OP_ADD_MOVES] = "moves|movement points",
	[SP_OP_PUNCH] = "punch",
	[SP_OP_WALK] = "walk",
	[SP_OP_PUSH] = "knock|knocks|pushed",
	[SP_OP_JUMP] = "go to",
	[SP_OP_SLIDE] = "fly",
	[SP_OP_SWAP_PLACES] = "change places",
	[SP_OP_STRAY] = "direction",
	[SP_OP_PASS_EDGE] = "go through|pass through",
	[SP_OP_SUMMON] = "appears|grows",
	[SP_OP_CONTROL] = "answers to",
	[SP_OP_STRIKE] = "attacked|attacks",
	[SP_OP_CREATE] = ("makes|make|stands|lies|lie|hangs|waits|grows|"
			  "fills|is drawn|illusion|in an empty square|"
			  "on an open border line|in a square"),
	[SP_OP_DESTROY] = "destroyed|destroys|is gone|no more",
	[SP_OP_CRACK] = "crack",
	[SP_OP_DROP] = "drop|drops",
	[SP_OP_PLACE] = "put|strew",
	[SP_OP_PICK_UP] = "pick up|gather",
	[SP_OP_TAKE] = "take|wrest|is yours",
	[SP_OP_THROW] = "throw",
	[SP_OP_OPEN] = "opens",
	[SP_OP_HOLD] = "hold",
	[SP_OP_ROTATE_SECTOR] = "turns one sector",
	[SP_OP_SWAP_SECTORS] = "sectors change places",
	[SP_OP_MOVE_SECTOR] = "a sector lies",
	[SP_OP_JOIN_SIDES] = "side",
	[SP_OP_LINK] = "linked",
	[SP_OP_UNLINK] = "no more",
	[SP_OP_REVEAL] = "turns the token up",
	[SP_OP_OWN] = "nobody's|his|theirs",
	[SP_OP_DRAW] = "draw",
	[SP_OP_DISCARD] = "discard|discards",
	[SP_OP_DISCARD_SOME] = "discard",
	[SP_OP_DISCARD_TO_LIMIT] = "limit",
	[SP_OP_LOOK] = "see",
	[SP_OP_TAKE_CARD] = "take|takes",
	[SP_OP_SHOW] = "show",
	[SP_OP_PUT] = "put|is discarded|gone for good|a card of your hand",
	[SP_OP_END_SPELL] = "end|ends|gone|leaving",
	[SP_OP_CANCEL] = "cancel|cancels|cancelled|cannot be attacked",
	[SP_OP_WITHDRAW] = "goes back",
	[SP_OP_ABSORB] = "into your hand",
	[SP_OP_EVADE] = "evade|out of its way|out of the way",
	[SP_OP_BLOCK_LINE] = "stops there",
	[SP_OP_REDUCE] = "off the damage|less",
	[SP_OP_REDIRECT] = "takes it|takes their damage",
	[SP_OP_RETARGET] = "is yours now",
	[SP_OP_REFLECT] = "back at its caster",
	[SP_OP_COPY] = "cast the same",
	[SP_OP_HALVE] = "half",
	[SP_OP_EXTEND] = "more",
	[SP_OP_CONVERT] = "instead",
	[SP_OP_SET_DIE] = "shows",
	[SP_OP_WEAR] = "life",
	[SP_OP_SET_TOKENS] = "tokens",
};

static const char *const stat_words[SP_STAT_COUNT] = {
	[SP_STAT_BASE_SPEED] = "speed",
	[SP_STAT_HAND_MAX] = "hand may hold",
	[SP_STAT_DRAW_MAX] = "draw",
	[SP_STAT_ATTACKS] = "attack twice",
	[SP_STAT_PUNCH] = "punch|hits",
	[SP_STAT_PUNCH_DIE] = "punch",
	[SP_STAT_PUNCH_SET_DIE] = "punch",
	[SP_STAT_PUNCH_FIRE] = "punch",
	[SP_STAT_PUNCH_SIGHT] = "punch",
	[SP_STAT_PUNCH_ALL] = "hits everybody",
	[SP_STAT_PHYSICAL_OUT] = "physical damage is doubled",
	[SP_STAT_DAMAGE_IN] = "damage|hurts",
	[SP_STAT_ENERGY_PER_CARD] = "counts 1 more|worth 1 more",
	[SP_STAT_CRACKS_PER_DAMAGE] = "crack",
	[SP_STAT_EVADE_UPTO] = "evade",
	[SP_STAT_EVADE_FROM] = "evade",
	[SP_STAT_SIGHT_LIMIT] = "sees further",
	[SP_STAT_SEE_THROUGH] = "pass",
	[SP_STAT_ITEMS_COUNT] = "items do not count",
	[SP_STAT_SPELLS_COUNT] = "spells do not count",
	[SP_STAT_PICKUP_ENDS] = "not end your phase",
	[SP_STAT_PICKUP_COST] = "to pick up",
	[SP_STAT_PICKUP_ALL] = "picks up whatever lies",
	[SP_STAT_OPENS_DOORS] = "every door",
	[SP_STAT_PASSES_DOORS] = "through doors",
	[SP_STAT_PASSES_OBJECTS] = "over objects",
	[SP_STAT_MAY_ATTACK] = "attack",
	[SP_STAT_MAY_BE_ATTACKED] = "be attacked",
	[SP_STAT_MAY_CAST] = "cast only counters",
	[SP_STAT_MAY_PICK_UP] = ("picks anything up|cannot be picked up|"
				 "picks up no"),
	[SP_STAT_MAY_CAST_FIRE] = "play any fire",
	[SP_STAT_STUN_ATTACKS] = "without moving",
	[SP_STAT_STUN_MOVES] = "once and move",
	[SP_STAT_FILLS] = "fill your square",
	[SP_STAT_STUCK] = "cannot be picked up",
	[SP_STAT_SEALED] = "nobody can open",
	[SP_STAT_FEATHER] = "blows you back",
	[SP_STAT_OOZES] = "lose a carried treasure",
	[SP_STAT_LIFE_MAX] = "life",
};

/* When it happens. */
static const char *const event_words[SP_ON_COUNT] = {
	[SP_ON_TURN_START] = ("turn begins|turn of his wizard's begins|"
			      "start of your turn|start of the owner's turn"),
	[SP_ON_TIME_PASSES] = "time passes|time step|each of your turns",
	[SP_ON_TURN_END] = "ends a turn",
	[SP_ON_ENTER] = "enters",
	[SP_ON_LEAVE] = "leaves",
	[SP_ON_CROSS] = "passes through",
	[SP_ON_STEP_IN] = "enter|enters|walks into",
	[SP_ON_ATTACKED] = "attack|attacks",
	[SP_ON_HIT] = "hits",
	[SP_ON_DAMAGED] = "damage|damages|hurts",
	[SP_ON_DEALT] = "damage",
	[SP_ON_DIES] = "dies",
	[SP_ON_ACQUIRED] = "when you get it",
	[SP_ON_LOST] = "when you lose it",
	[SP_ON_PICKED_UP] = "picks up|picked up",
	[SP_ON_DREW] = "draw|draws",
	[SP_ON_CAST] = "cast|casts",
	[SP_ON_ENDED] = "ends|as long as",
	[SP_ON_DESTROYED] = "destroyed|destroys it",
	[SP_ON_ROLLED] = "die",
	[SP_ON_DRAWN] = "draw",
	[SP_ON_INTO_SIGHT] = "comes to see",
};

static const char *const compelling_words[] = {
	[SP_COMPELLING_FLEE] = "flees",
	[SP_COMPELLING_GO] = "goes to",
	[SP_COMPELLING_ATTACK] = "attacks",
	[SP_COMPELLING_STAY] = "stays",
};

struct reading {
	const struct sp_ruleset *r;
	const struct sp_card *card;
	char *text;  /* of the card and its traits, in small letters */
	char *shown; /* all that `card` shows */
	int checked;
};

static bool is_letter(char c)
{
	return sp_is_alpha((unsigned char)c) || sp_is_digit((unsigned char)c);
}

/* True if the n bytes stand in the text as whole words. */
static bool has_words(const char *text, const char *words, size_t n)
{
	for (const char *at = text; *at != '\0'; at++)
		if (strncmp(at, words, n) == 0 &&
			(at == text || !is_letter(at[-1])) && !is_letter(at[n]))
			return true;
	return false;
}

static bool has_one(const char *text, const char *words)
{
	while (*words != '\0') {
		size_t n = strcspn(words, "|");

		if (has_words(text, words, n))
			return true;
		words += n + (words[n] == '|');
	}
	return false;
}

static void need_in(struct reading *t, const char *text, const char *words,
	const char *for_what)
{
	bool good = words == NULL || has_one(text, words);

	if (!good)
		printf("\n  %s: nothing of %s (%s): %s\n", t->card->name,
			for_what, words, text);
	CU_ASSERT_TRUE(good);
	t->checked++;
}

static void need(struct reading *t, const char *words, const char *for_what)
{
	need_in(t, t->text, words, for_what);
}

/* A plain number, as digits or as a word. */
static void need_number(struct reading *t, int n, const char *for_what)
{
	static const char *const names[] = { "no|0", "1|one|a|an|another",
		"2|two|twice|doubled", "3|three", "4|four", "5|five" };
	char digits[16];

	sp_format(digits, sizeof(digits), "%d", n < 0 ? -n : n);
	need(t, n >= 0 && n < (int)SP_ARRAY_LEN(names) ? names[n] : digits,
		for_what);
}

static bool is_plain(const struct reading *t, int32_t code, int *n)
{
	int sign = 1;

	if (code < 0 || t->r->code[code].op != SP_CODE_NUMBER)
		return false;
	if (t->r->code[code + 1].op == SP_CODE_NEGATE)
		sign = -1;
	*n = sign * t->r->code[code].value;
	return t->r->code[code + (sign < 0 ? 2 : 1)].op == SP_CODE_END;
}

static void check_damage(struct reading *t, const struct sp_op *op)
{
	static const char *const kinds[] = {
#define X(symbol, word) [SP_DAMAGE_##symbol] = word,
		SP_DAMAGE_KINDS(X)
#undef X
	};
	static const char *const elements[] = {
#define X(symbol, word) [SP_ELEMENT_##symbol] = word,
		SP_ELEMENTS(X)
#undef X
	};
	int n;

	/* what only hurts things is told as what becomes of them */
	if (has_one(t->text, "washes away") && !has_one(t->text, "damage"))
		return;
	if (is_plain(t, op->arg[1], &n))
		need_number(t, n, "the amount of damage");
	if ((op->arg[4] & SP_DAMAGEFLAG_ALIKE) != 0)
		need(t, "same kind", "damage of the kind at hand");
	else
		need(t, kinds[op->arg[2]], "the kind of damage");
	if (op->arg[3] != SP_ELEMENT_NONE)
		need(t, elements[op->arg[3]], "the element of damage");
	if ((op->arg[4] & SP_DAMAGEFLAG_NO_EVADE) != 0)
		need_in(t, t->shown, "cannot be evaded", "the flag no_evade");
	if ((op->arg[4] & SP_DAMAGEFLAG_NOT_ATTACK) != 0)
		need_in(t, t->shown, "no attack|washes away",
			"the flag not_attack");
}

/* The number behind whom it is about. */
static void check_amount(
	struct reading *t, const struct sp_op *op, const char *name)
{
	int n;

	if (is_plain(t, op->arg[1], &n))
		need_number(t, n, name);
}

static void check_program(struct reading *t, const struct sp_program *program)
{
	static const char *const names[] = {
#define X(symbol, word, runs, args, what) [SP_OP_##symbol] = #word,
		SP_OPS(X)
#undef X
	};

	for (int i = 0; program->first >= 0 && i < program->n; i++) {
		const struct sp_op *op = &t->r->op[program->first + i];
		char name[SP_RENDER_NAME_SIZE];

		sp_format(name, sizeof(name), "the operation %s",
			names[op->code]);
		need(t, op_words[op->code], name);
		if (op->code == SP_OP_DAMAGE)
			check_damage(t, op);
		if (op->code == SP_OP_HEAL || op->code == SP_OP_STUN ||
			op->code == SP_OP_LOSE_LIFE || op->code == SP_OP_DRAW ||
			op->code == SP_OP_DISCARD_SOME)
			check_amount(t, op, name);
	}
}

static void check_whiles(struct reading *t)
{
	static const char *const names[] = {
#define X(symbol, word) [SP_STAT_##symbol] = word,
		SP_STATS(X)
#undef X
	};

	for (int i = 0; i < t->card->n_whiles; i++) {
		const struct sp_while *w = &t->card->whiles[i];
		char name[SP_RENDER_NAME_SIZE];
		int n;

		sp_format(
			name, sizeof(name), "the statistic %s", names[w->stat]);
		need(t, stat_words[w->stat], name);
		/* a die has its faces from the rules; 0 and 1 are no and yes */
		if (is_plain(t, w->value, &n) && (n > 1 || n < 0) &&
			w->stat != SP_STAT_PUNCH_DIE &&
			w->stat != SP_STAT_PUNCH_SET_DIE)
			need_number(t, n < 0 ? -n : n, name);
	}
}

/* In small letters, and on one line. Frees `text`. */
static char *small(struct sp_buf *text)
{
	char *out = sp_buf_take(text);
	size_t to = 0;

	for (size_t i = 0; out[i] != '\0'; i++) {
		char c = out[i] == '\n' ? ' ' : out[i];

		if (c != ' ' || to == 0 || out[to - 1] != ' ')
			out[to++] = (char)sp_lower((unsigned char)c);
	}
	out[to] = '\0';
	return out;
}

static void read_card(struct reading *t, int type)
{
	uint64_t traits = 0;
	struct sp_buf text;

	t->card = &t->r->card[type];
	sp_buf_init(&text, 1 << 16);
	sp_buf_addf(&text, "%s ", t->card->text);
	sp_cardtext_add_traits(t->r, t->card, &traits, &text);
	t->text = small(&text);
	sp_buf_init(&text, 1 << 16);
	sp_cardtext_page(t->r, type, &text);
	t->shown = small(&text);
}

static void check_parts(struct reading *t, const struct sp_card_play *play)
{
	if ((play->flags & SP_FLAG_SINGLY) == 0)
		return;
	CU_ASSERT_TRUE((strstr(t->shown, "answered by itself") != NULL) ==
		       (play->type == SP_PLAY_ATTACK));
	CU_ASSERT_TRUE(
		(strstr(t->shown, "ended by itself") != NULL) == play->creates);
	t->checked++;
}

static void check_card(struct reading *t)
{
	for (int i = 0; i < t->card->n_plays; i++) {
		check_program(t, &t->card->play[i].program);
		check_parts(t, &t->card->play[i]);
	}
	for (int i = 0; i < t->card->n_ons; i++) {
		need(t, event_words[t->card->ons[i].event], "an event");
		check_program(t, &t->card->ons[i].program);
	}
	for (int i = 0; i < t->card->n_compels; i++)
		need(t, compelling_words[t->card->compels[i].must],
			"what it compels");
	check_whiles(t);
	if (sp_card_pays(t->card))
		need_in(t, t->shown, "energy", "its energy");
}

TEST("cardtext/text", "no operation of a card is without a word")
{
	struct reading t = { .r = cardplay_lab_ruleset() };

	for (int i = 0; i < t.r->n_cards; i++) {
		read_card(&t, i);
		CU_ASSERT_TRUE(strlen(t.card->text) > 0);
		check_card(&t);
		sp_free(t.text);
		sp_free(t.shown);
	}
	CU_ASSERT_TRUE(t.checked > 500);
}

/* Beside its name below the map; nothing where it does nothing. */
TEST("cardtext/text", "what a thing does to whoever comes")
{
	static const struct {
		const char *name, *want;
	} cards[] = {
		{ "Rosebush", "whoever enters takes 3 damage" },
		{ "Thornbush", "whoever enters ends the turn, takes 1 damage "
			       "and may be stunned" },
		{ "Booby Trap", "whoever enters may take 4 damage" },
		{ "Wall of Fire", "whoever crosses it takes 4 fire damage" },
		{ "Stone Block", "nobody enters" },
		{ "Dust Cloud", "whoever leaves goes astray" },
		{ "Create Wall", "" },
		{ "Large Rock", "" },
		{ "Fireball", "" },
		/* as much as is chosen then; and to somebody else */
		{ "Rubble", "whoever enters takes damage" },
		{ "Tether", "" },
	};
	const struct sp_ruleset *r = cardplay_lab_ruleset();
	struct sp_card card = r->card[sp_card_ruleset_card_id(r, "rosebush")];
	struct sp_on on = card.ons[0];
	struct sp_buf some;

	/* not to everybody */
	on.condition = 0;
	card.ons = &on;
	sp_buf_init(&some, 200);
	sp_cardtext_add_hazard(r, &card, &some);
	EQUAL_STRING(sp_buf_str(&some), "whoever enters may take 3 damage");
	sp_buf_free(&some);
	for (size_t k = 0; k < SP_ARRAY_LEN(cards); k++) {
		struct sp_buf out;
		bool there = false;

		sp_buf_init(&out, 200);
		for (int i = 0; i < r->n_cards; i++)
			if (sp_streq(r->card[i].name, cards[k].name)) {
				sp_cardtext_add_hazard(r, &r->card[i], &out);
				there = true;
			}
		CU_ASSERT_TRUE(there);
		EQUAL_STRING(sp_buf_str(&out), cards[k].want);
		sp_buf_free(&out);
	}
}
