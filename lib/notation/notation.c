/* The text of a command as it is recorded: written, and read again. */
#include "notation/notation.h"

#include "eval/eval.h"
#include "law/casting.h"

#include <assert.h>

/* Longer than any canonical command: SP_ANSWERS_MAX names of cards. */
#define COMMAND_TEXT 3840

static const char *const kind_words[SP_KIND_COUNT] = {
#define X(name, word) [SP_KIND_##name] = (word),
	SP_KINDS(X)
#undef X
};

/* ---- text of a command ----------------------------------------------------
 */

static void add_step(int step, struct sp_buf *out)
{
	if (step == SP_STOP)
		sp_buf_adds(out, " stop");
	else if (step == SP_THROUGH)
		sp_buf_adds(out, " link");
	else
		sp_buf_addf(
			out, " %c", sp_board_dir_name((enum sp_dir)step)[0]);
}

/* What stands before the name of a card that is not in a hand. */
#define PLAYED   "played:"
#define CREATURE "creature:"

/* "a3/west" for "a3 west": an answer among others is one word. */
static void add_edge(const struct sp_game *g, uint16_t i, struct sp_buf *out)
{
	char edge[SP_EDGE_NAME_SIZE];
	char *blank;

	sp_board_edge_name(&g->board, i, edge);
	blank = strchr(edge, ' ');
	if (blank != NULL)
		*blank = '/';
	sp_buf_addf(out, " %s", edge);
}

/* Behind it, for a copy that lies in play without a card, "~" and its number.
 */
static void add_card(const struct sp_ruleset *r, const char *before, int card,
	int copied, struct sp_buf *out)
{
	sp_buf_addf(out, " %s%s", before, r->lexicon.card[card]);
	if (copied != 0)
		sp_buf_addf(out, "~%d", copied);
}

/* What is written by its number alone may be any. */
static bool is_named(
	const struct sp_ruleset *r, const struct sp_game *g, sp_value value)
{
	switch ((enum sp_kind)sp_kind_of(value)) {
	case SP_KIND_CARD:
		return sp_index_of(value) < r->n_copies;
	case SP_KIND_PLAYED:
		return sp_game_has_place(g, value) &&
		       g->played[sp_index_of(value)].kind != SP_PLAYED_FREE;
	case SP_KIND_ACTOR:
		return sp_game_is_actor(g, sp_index_of(value));
	case SP_KIND_SEAT:
	case SP_KIND_SQUARE:
	case SP_KIND_EDGE:
	case SP_KIND_TREASURE:
		return sp_game_has_place(g, value);
	default:
		return true;
	}
}

/* A value as one word that names its kind too. */
static void add_value(const struct sp_ruleset *r, const struct sp_game *g,
	sp_value value, struct sp_buf *out)
{
	char name[SP_ID_SIZE + 4];
	int i = sp_index_of(value);
	int kind = sp_kind_of(value);

	assert(is_named(r, g, value));
	switch ((enum sp_kind)kind) {
	case SP_KIND_NUMBER:
		sp_buf_addf(out, " %d", (int)value);
		break;
	case SP_KIND_ACTOR:
		if (i < SP_SEATS_MAX)
			sp_buf_addf(out, " %s", g->colour[i]);
		else
			add_card(r, CREATURE, g->actor[i].card,
				g->actor[i].copied, out);
		break;
	case SP_KIND_SEAT:
		sp_buf_addf(out, " seat:%s", g->colour[i]);
		break;
	case SP_KIND_SQUARE:
		sp_board_square_name(&g->board, (uint16_t)i, name);
		sp_buf_addf(out, " %s", name);
		break;
	case SP_KIND_EDGE:
		add_edge(g, (uint16_t)i, out);
		break;
	case SP_KIND_TREASURE:
		sp_game_treasure_name(g, i, name);
		sp_buf_addf(out, " %s", name);
		break;
	case SP_KIND_CARD:
		add_card(r, "", i, 0, out);
		break;
	case SP_KIND_PLAYED:
		add_card(
			r, PLAYED, g->played[i].card, g->played[i].copied, out);
		break;
	case SP_KIND_THING:
	case SP_KIND_ITEM:
	case SP_KIND_SECTOR:
		sp_buf_addf(out, " %s:%d", kind_words[kind], i);
		break;
	case SP_KIND_NONE:
		if (sp_times_of(value) > 0)
			sp_buf_addf(out, " *%d", sp_times_of(value));
		else
			sp_buf_adds(out, value == SP_HIDDEN ? " ?" : " none");
		break;
	case SP_KIND_COUNT:
		break;
	}
}

/* A step is a letter; all else says what it is. */
static void add_answer(const struct sp_ruleset *r, const struct sp_game *g,
	const struct sp_command *c, int i, struct sp_buf *out)
{
	if (sp_law_verb_asks(c->verb) == SP_SLOT_STEP)
		add_step(c->answer[i], out);
	else
		add_value(r, g, c->answer[i], out);
}

/* Which answers of a card's play are not public. */
static void find_secrets(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *c,
	bool secret[SP_ANSWERS_MAX])
{
	struct sp_casting casting;

	if (c->verb == SP_VERB_CHOOSE && g->n_frames > 0 &&
		g->frame[g->n_frames - 1].kind == SP_FRAME_CHOICE)
		secret[0] = ruleset->slot[g->frame[g->n_frames - 1].choice.slot]
				    .secret;
	/* which cards: the dealers know */
	for (int i = 0; c->verb == SP_VERB_PROPOSE && i < c->n_answers; i++)
		secret[i] = sp_kind_of(c->answer[i]) == SP_KIND_CARD;
	if ((c->verb != SP_VERB_CAST && c->verb != SP_VERB_USE) ||
		sp_law_casting_begin(&casting, ruleset, g, c->seat, c->verb) !=
			SP_REASON_NONE)
		return;
	for (int i = 0; i < c->n_answers && !sp_law_casting_complete(&casting);
		i++) {
		if (sp_law_casting_judge(&casting, c->answer[i]) !=
			SP_REASON_NONE)
			break;
		if (casting.stage == SP_CASTING_SLOT) {
			const struct sp_card_play *play =
				sp_eval_cast_play(ruleset, &casting.cast);

			assert(play != NULL);
			secret[i] =
				ruleset->slot[play->slot[casting.slot]].secret;
		}
		sp_law_casting_take(&casting, c->answer[i]);
	}
}

void sp_notation_format(const struct sp_ruleset *ruleset,
	const struct sp_game *g, const struct sp_command *c,
	enum sp_notation_form form, struct sp_buf *out)
{
	bool secret[SP_ANSWERS_MAX] = { false };

	sp_buf_addf(out, "%lu %s", (unsigned long)c->decision,
		sp_law_verb_word(c->verb));
	if (form == SP_NOTATION_PUBLIC && c->verb == SP_VERB_ANSWER) {
		sp_buf_adds(out, " ?");
		return;
	}
	if (form == SP_NOTATION_PUBLIC)
		find_secrets(ruleset, g, c, secret);
	for (int i = 0; i < c->n_answers; i++) {
		if (secret[i])
			sp_buf_adds(out, " ?");
		else
			add_answer(ruleset, g, c, i, out);
	}
}

/* ---- and back -------------------------------------------------------------
 */

/* Cut the first word off; NULL where none is left. */
static char *next_word(char **rest)
{
	char *word = *rest;
	char *end;

	if (*word == '\0')
		return NULL;
	end = strchr(word, ' ');
	*rest = end == NULL ? word + strlen(word) : end + 1;
	if (end != NULL)
		*end = '\0';
	return word;
}

static int step_of(const char *word)
{
	if (sp_streq(word, "stop"))
		return SP_STOP;
	if (sp_streq(word, "link"))
		return SP_THROUGH;
	for (int d = 0; d < SP_DIRS; d++) {
		if (word[0] == sp_board_dir_name((enum sp_dir)d)[0] &&
			word[1] == '\0')
			return d;
	}
	return -1;
}

/* "thing:7"; -1: it is not that. */
static sp_value numbered(const char *word)
{
	static const int kinds[] = { SP_KIND_THING, SP_KIND_ITEM,
		SP_KIND_SECTOR };

	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		size_t n = strlen(kind_words[kinds[i]]);
		long long index;

		if (strncmp(word, kind_words[kinds[i]], n) == 0 &&
			word[n] == ':' &&
			sp_parse_int(word + n + 1, 0, UINT16_MAX, &index) ==
				SP_OK)
			return SP_REF(kinds[i], index);
	}
	return -1;
}

static int card_named(const struct sp_ruleset *r, const char *name)
{
	for (int i = 0; i < r->n_copies; i++) {
		if (sp_streq(r->lexicon.card[i], name))
			return i;
	}
	return -1;
}

static sp_value card_of(
	const struct sp_ruleset *r, const struct sp_game *g, const char *word)
{
	static const struct {
		const char *before;
		enum sp_kind kind;
	} kinds[] = {
		{ PLAYED, SP_KIND_PLAYED },
		{ CREATURE, SP_KIND_ACTOR },
		{ "", SP_KIND_CARD },
	};
	char name[SP_COPY_NAME_SIZE];
	const char *mark = strchr(word, '~');
	long long copied = 0;
	size_t k = 0;
	int i;

	while (!sp_starts(word, kinds[k].before))
		k++;
	word += strlen(kinds[k].before);
	if (mark != NULL &&
		(kinds[k].kind == SP_KIND_CARD ||
			sp_parse_int(mark + 1, 1, UINT8_MAX, &copied) != SP_OK))
		return -1;
	i = sp_copyn(name, sizeof(name), word,
		    mark == NULL ? strlen(word) : (size_t)(mark - word))
		    ? card_named(r, name)
		    : -1;
	if (i >= 0 && kinds[k].kind != SP_KIND_CARD)
		i = sp_game_played_of(g, i, (int)copied);
	if (i >= 0 && kinds[k].kind == SP_KIND_ACTOR)
		i = sp_game_creature_of(g, i);
	return i < 0 ? -1 : SP_REF(kinds[k].kind, i);
}

static sp_value edge_of(const struct sp_game *g, const char *word)
{
	char name[SP_EDGE_NAME_SIZE];
	uint16_t edge = sp_board_edge_parse(&g->board, word);
	char *slash;

	if (edge == SP_NOWHERE && sp_copy(name, sizeof(name), word)) {
		slash = strchr(name, '/');
		if (slash != NULL)
			*slash = ' ';
		edge = sp_board_edge_parse(&g->board, name);
	}
	return edge == SP_NOWHERE ? -1 : SP_REF(SP_KIND_EDGE, edge);
}

/* The inverse of add_value; -1: it names nothing. */
static sp_value value_of(
	const struct sp_ruleset *r, const struct sp_game *g, const char *word)
{
	long long number;
	uint16_t square;
	int i;

	if (sp_streq(word, "none"))
		return SP_NOTHING;
	if (word[0] == '*')
		return sp_parse_int(word + 1, 2, SP_PARTS_MAX, &number) == SP_OK
			       ? SP_TIMES(number)
			       : -1;
	if (sp_parse_int(word, 0, UINT16_MAX, &number) == SP_OK)
		return (sp_value)number;
	if (strchr(word, '#') != NULL)
		return card_of(r, g, word);
	if (strchr(word, '/') != NULL)
		return edge_of(g, word);
	if (strncmp(word, "seat:", 5) == 0) {
		i = sp_game_seat(g, word + 5);
		return i < 0 ? -1 : SP_REF(SP_KIND_SEAT, i);
	}
	if (strchr(word, ':') != NULL)
		return numbered(word);
	i = sp_game_seat(g, word);
	if (i >= 0)
		return SP_REF(SP_KIND_ACTOR, i);
	i = sp_game_treasure_parse(g, word);
	if (i >= 0)
		return SP_REF(SP_KIND_TREASURE, i);
	square = sp_board_square_parse(&g->board, word);
	return square == SP_NOWHERE ? -1 : SP_REF(SP_KIND_SQUARE, square);
}

static sp_value answer_of(const struct sp_ruleset *r, const struct sp_game *g,
	int verb, const char *word)
{
	return sp_law_verb_asks(verb) == SP_SLOT_STEP ? step_of(word)
						      : value_of(r, g, word);
}

static int verb_of(const char *word)
{
	for (int v = 0; v < SP_VERB_COUNT; v++) {
		if (word != NULL && sp_streq(sp_law_verb_word(v), word))
			return v;
	}
	return -1;
}

static int parse(struct sp_command *out, const struct sp_ruleset *r,
	const struct sp_game *g, char *text, struct sp_error *e)
{
	char *rest = text;
	char *word = next_word(&rest);
	long long decision;

	if (word == NULL ||
		sp_parse_int(word, 0, UINT32_MAX, &decision) != SP_OK)
		return sp_error_set(e, SP_EINVAL,
			"a command begins with a decision number");
	out->decision = (uint32_t)decision;
	out->verb = verb_of(next_word(&rest));
	if (out->verb < 0)
		return sp_error_set(e, SP_EINVAL, "no such verb");
	while (*rest != '\0') {
		sp_value answer;

		word = next_word(&rest);
		answer = answer_of(r, g, out->verb, word);
		if (answer < 0 || out->n_answers == SP_ANSWERS_MAX)
			return sp_error_set(e, SP_EINVAL,
				"%s: answer %d (\"%.40s\") names nothing that "
				"it could",
				sp_law_verb_word(out->verb), out->n_answers + 1,
				word);
		out->answer[out->n_answers++] = answer;
	}
	return SP_OK;
}

int sp_notation_parse(struct sp_command *out, const struct sp_ruleset *ruleset,
	const struct sp_game *g, const char *text, struct sp_error *e)
{
	char copy[COMMAND_TEXT];
	struct sp_buf again;
	bool same;
	int code;

	sp_law_command_init(out, g, SP_NOBODY);
	if (!sp_copy(copy, sizeof(copy), text))
		return sp_error_set(e, SP_EINVAL, "the command is too long");
	code = parse(out, ruleset, g, copy, e);
	if (code != SP_OK)
		return code;
	/* One command has one text: other spellings are not ours. */
	sp_buf_init(&again, COMMAND_TEXT);
	sp_notation_format(ruleset, g, out, SP_NOTATION_FULL, &again);
	same = sp_streq(sp_buf_str(&again), text);
	sp_buf_free(&again);
	return same ? SP_OK
		    : sp_error_set(e, SP_EINVAL,
			      "the command is not in its canonical form");
}
