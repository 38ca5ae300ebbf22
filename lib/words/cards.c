/* Names of cards: whole, in part, nearly. */
#include "words/words.h"

#define NAME_TOKENS_MAX 6 /* words of one card's name */
#define LISTED_MAX      6 /* names in a list */
#define LIKE_MAX        3 /* names that begin alike */
#define LIKE_LEAST      4 /* letters that a name is like by */
#define SLIP_MAX        2 /* letters off that still count as near */

static bool is_card(const struct sp_order_vocable *v)
{
	return v->kind == SP_WORD_CARD;
}

bool sp_words_have_cards(const struct sp_order_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		if (is_card(&words->word[i]))
			return true;
	return false;
}

/* Are the letters and digits of the name just these? */
static bool folds_to(const char *name, const char *wanted)
{
	for (; *name != '\0'; name++) {
		int c = (unsigned char)*name;

		if (!sp_is_alnum(c) && c < 0x80)
			continue;
		if (sp_lower(c) != (unsigned char)*wanted)
			return false;
		wanted++;
	}
	return *wanted == '\0';
}

/* What a few words say, and which cards bear a name with them in it. */
struct search {
	char wanted[SP_TOKEN_FOLDED_SIZE];
	const struct sp_order_vocable *exact;
	int n, n_near;
	const struct sp_order_vocable *any, *near;
	struct sp_order_listed names; /* those found */
};

static void search_add(struct search *s, const struct sp_order_vocable *v)
{
	if (s->n++ >= LISTED_MAX || !sp_mistake_list_add(&s->names, v->word))
		s->names.more = true;
	s->any = v;
	if (v->near) {
		s->n_near++;
		s->near = v;
	}
}

/* Does a word of the name begin with the folded words, with no gaps between? */
static bool begins(const char *name, const char *wanted)
{
	char folded[SP_TOKEN_FOLDED_SIZE] = "";

	for (const char *s = name; *s != '\0'; s += strcspn(s, " -")) {
		folded[0] = '\0';
		s += strspn(s, " -");
		sp_token_fold_onto(folded, s);
		if (sp_starts(folded, wanted))
			return true;
	}
	return false;
}

/* Does the name hold the folded words, from where a word begins? Four letters
 * are enough to be meant anywhere: "ball". */
static bool holds(const char *name, const char *wanted)
{
	char folded[SP_TOKEN_FOLDED_SIZE] = "";

	if (strlen(wanted) < 2)
		return false;
	if (begins(name, wanted))
		return true;
	sp_token_fold_onto(folded, name);
	return strlen(wanted) >= 4 && strstr(folded, wanted) != NULL;
}

static void search_run(struct search *s, const struct sp_order_words *words)
{
	for (size_t i = 0; i < words->n; i++) {
		const struct sp_order_vocable *v = &words->word[i];
		char folded[SP_TOKEN_FOLDED_SIZE] = "";

		if (!is_card(v))
			continue;
		sp_token_fold_onto(folded, v->word);
		if (sp_streq(folded, s->wanted))
			s->exact = v;
		else if (holds(v->word, s->wanted))
			search_add(s, v);
	}
}

/* The words from token `at` on, `n` of them; false: they cannot be a name. */
static bool search_begin(
	struct search *s, const struct piece *piece, int at, int n)
{
	memset(s, 0, sizeof(*s));
	if (at + n > piece->n)
		return false;
	for (int i = at; i < at + n; i++) {
		const struct token *t = &piece->token[i];

		if (!t->is_word || t->cut)
			return false;
		sp_token_fold_onto(s->wanted, t->word);
	}
	return s->wanted[0] != '\0';
}

bool sp_words_is_keyword(const struct piece *piece,
	const struct sp_order_words *words, const struct token *t)
{
	if (!t->is_word || t->cut)
		return false;
	if (sp_streq(t->word, "with") || sp_streq(t->word, "against"))
		return true;
	/* "in c4", but not "in hand" */
	if (sp_streq(t->word, "in"))
		return t + 1 < piece->token + piece->n &&
		       sp_token_is_square(t[1].word);
	for (size_t i = 0; i < words->n; i++) {
		const struct sp_order_vocable *v = &words->word[i];

		if (v->kind == SP_WORD_KEYWORD && sp_streq(v->word, t->word))
			return true;
	}
	return false;
}

int sp_words_card(const struct piece *piece, const struct sp_order_words *words,
	int at, int *card)
{
	for (int n = NAME_TOKENS_MAX; n > 0; n--) {
		struct search s;

		if (!search_begin(&s, piece, at, n))
			continue;
		for (size_t i = 0; i < words->n; i++) {
			if (!is_card(&words->word[i]) ||
				!folds_to(words->word[i].word, s.wanted))
				continue;
			*card = words->word[i].value;
			return n;
		}
		/* "booby traps" */
		size_t len = strlen(s.wanted);
		if (len < 6 || s.wanted[len - 1] != 's' ||
			piece->token[at + n - 1].word[1] == '\0')
			continue;
		s.wanted[len - 1] = '\0';
		for (size_t i = 0; i < words->n; i++)
			if (is_card(&words->word[i]) &&
				folds_to(words->word[i].word, s.wanted)) {
				*card = words->word[i].value;
				return n;
			}
	}
	return 0;
}

/* How many letters the tokens at `at` are off the name, which has one word for
 * each of the `n` of them; 0: it is spelled right, or is another name. */
static unsigned letters_off(
	const struct piece *piece, int at, const char *name, int *n)
{
	unsigned off = 0;

	*n = 0;
	for (const char *s = name; *s != '\0'; s += strspn(s, " ")) {
		size_t len = strcspn(s, " ");
		char word[SP_TOKEN_FOLDED_SIZE] = "",
		     written[SP_TOKEN_FOLDED_SIZE] = "";
		unsigned d;

		if (at + *n >= piece->n || len + 1 > sizeof(word) ||
			!piece->token[at + *n].is_word)
			return 0;
		sp_format(word, sizeof(word), "%.*s", (int)len, s);
		sp_token_fold_onto(written, piece->token[at + *n].word);
		d = sp_edit_distance(written, word, SLIP_MAX + 1);
		if (d > 0 && 2 * d >= len)
			return 0;
		off += d;
		s += len;
		++*n;
	}
	return off <= SLIP_MAX ? off : 0;
}

int sp_words_card_slip(const struct piece *piece,
	const struct sp_order_words *words, int at, const char **name)
{
	unsigned best = SLIP_MAX + 1;
	int found = 0;

	for (size_t i = 0; i < words->n; i++) {
		const struct sp_order_vocable *v = &words->word[i];
		unsigned off;
		int n;

		if (!is_card(v) || strchr(v->word, ' ') == NULL)
			continue;
		off = letters_off(piece, at, v->word, &n);
		if (off > 0 && off < best) {
			best = off;
			found = n;
			*name = v->word;
		}
	}
	return found;
}

/* The card whose name has the tokens at `at` in it. Returns their number, 0: no
 * card, -1: several, listed in `names`. A part of what is a longer name with
 * a slip does not count: "full sheild" is not "full". */
int sp_words_card_part(const struct piece *piece,
	const struct sp_order_words *words, int at, int *card,
	struct sp_order_listed *names)
{
	const char *meant;
	int most = 1, slip;

	if (sp_words_is_keyword(piece, words, &piece->token[at]))
		return 0;
	slip = sp_words_card_slip(piece, words, at, &meant);
	while (most < NAME_TOKENS_MAX && at + most < piece->n &&
		!sp_words_is_keyword(piece, words, &piece->token[at + most]) &&
		!sp_token_is_number(&piece->token[at + most]))
		most++;
	for (int n = most; n > 0; n--) {
		struct search s;

		if (!search_begin(&s, piece, at, n) ||
			sp_token_is_number(&piece->token[at]))
			continue;
		search_run(&s, words);
		if (n < slip && s.n > 0)
			return 0;
		if (s.n == 1 || s.n_near == 1) {
			*card = s.n == 1 ? s.any->value : s.near->value;
			return n;
		}
		if (s.n > 1) {
			*names = s.names;
			return -1;
		}
	}
	return 0;
}

/* The names of which a word begins with what is searched; where that is short,
 * the names that it is. */
static void search_like(struct search *s, const struct sp_order_words *words)
{
	for (size_t i = 0; i < words->n; i++) {
		const struct sp_order_vocable *v = &words->word[i];
		char folded[SP_TOKEN_FOLDED_SIZE] = "";

		if (!is_card(v) || strlen(s->wanted) < 3)
			continue;
		sp_token_fold_onto(folded, v->word);
		if (sp_streq(folded, s->wanted) ||
			(strlen(s->wanted) >= LIKE_LEAST &&
				begins(v->word, s->wanted)))
			search_add(s, v);
	}
}

/* The names of which a word begins with as much of the beginning of the token
 * as any does, half of it and four letters at least (or a whole name):
 * "firework" is as near to Fireball as to Fire Darts, but "spear" to no
 * Speedstone. "" if none does. */
void sp_words_cards_like(const struct piece *piece,
	const struct sp_order_words *words, int at,
	char out[SP_ORDER_SUGGESTION_SIZE])
{
	struct search s;
	const char *name;
	struct sp_buf list;

	if (search_begin(&s, piece, at, 1)) {
		size_t n = strlen(s.wanted), half = (n + 1) / 2;

		for (; n >= half && s.n == 0; n--) {
			s.wanted[n] = '\0';
			search_like(&s, words);
		}
	}
	name = s.names.text;
	sp_buf_init(&list, SP_ORDER_SUGGESTION_SIZE - 1);
	for (int i = 0; i < s.names.n && i < LIKE_MAX; i++) {
		if (list.len + strlen(name) + 4 >= SP_ORDER_SUGGESTION_SIZE)
			break;
		sp_buf_addf(&list, "%s%s", i > 0 ? " or " : "", name);
		name += strlen(name) + 1;
	}
	sp_format(out, SP_ORDER_SUGGESTION_SIZE, "%s", sp_buf_str(&list));
	sp_buf_free(&list);
}

void sp_words_near(const struct piece *piece,
	const struct sp_order_words *words, int at, bool any,
	char out[SP_ORDER_SUGGESTION_SIZE])
{
	char wanted[SP_TOKEN_FOLDED_SIZE] = "";
	unsigned best = SLIP_MAX + 1;
	const char *meant;
	size_t used = 0;

	if (sp_words_card_slip(piece, words, at, &meant) > 0) {
		sp_format(out, SP_ORDER_SUGGESTION_SIZE, "%s", meant);
		return;
	}
	/* "fierball", and "fire bal" */
	for (int n = 1; n <= 2; n++) {
		if (at + n > piece->n || !piece->token[at + n - 1].is_word)
			break;
		sp_token_fold_onto(wanted, piece->token[at + n - 1].word);
		for (size_t i = 0; i < words->n; i++) {
			const struct sp_order_vocable *v = &words->word[i];
			char folded[SP_TOKEN_FOLDED_SIZE] = "";
			unsigned d;

			/* no keyword is meant by a word of prose */
			if (!is_card(v) && (!any || v->kind != SP_WORD_SEAT))
				continue;
			sp_token_fold_onto(folded, v->word);
			d = sp_edit_distance(wanted, folded, SLIP_MAX + 1);
			if (d > best || d > SLIP_MAX ||
				2 * d >= strlen(folded) ||
				(d == best && used > 40))
				continue;
			if (d < best)
				used = 0;
			best = d;
			used += (size_t)snprintf(out + used,
				SP_ORDER_SUGGESTION_SIZE - used, "%s%s",
				used > 0 ? " or " : "", v->word);
		}
	}
	out[used] = '\0';
}

bool sp_words_card_counters(const struct sp_order_words *words, int card)
{
	for (size_t i = 0; i < words->n; i++)
		if (words->word[i].kind == SP_WORD_CARD &&
			words->word[i].value == card)
			return words->word[i].counters;
	return false;
}
