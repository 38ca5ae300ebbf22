/* Characters and tokens of a line. */

#include "token/token.h"

struct fold {
	uint32_t from, to;
	char as; /* 0: no width */
};

/* Typographic characters that mail programs put where people typed ASCII. */
static const struct fold folds[] = {
	{ 0x00a0, 0x00a0, ' ' },
	{ 0x00a6, 0x00a6, '|' },
	{ 0x00ab, 0x00ab, '"' },
	{ 0x00ad, 0x00ad, 0 },
	{ 0x00b4, 0x00b4, '\'' },
	{ 0x00b7, 0x00b7, '*' },
	{ 0x00bb, 0x00bb, '"' },
	{ 0x02bc, 0x02bc, '\'' },
	{ 0x0300, 0x036f, 0 },
	{ 0x2000, 0x200a, ' ' },
	{ 0x200b, 0x200f, 0 },
	{ 0x2010, 0x2015, '-' },
	{ 0x2018, 0x201b, '\'' },
	{ 0x201c, 0x201f, '"' },
	{ 0x2022, 0x2023, '*' },
	{ 0x2026, 0x2026, '.' },
	{ 0x202a, 0x202e, 0 },
	{ 0x202f, 0x202f, ' ' },
	{ 0x2060, 0x2060, 0 },
	{ 0x2212, 0x2212, '-' },
	{ 0x2502, 0x2503, '|' },
	{ 0x25a0, 0x25ff, '*' },
	{ 0x2600, 0x27bf, ' ' }, /* little pictures */
	{ 0x3000, 0x3000, ' ' },
	{ 0xfe0f, 0xfe0f, 0 },
	{ 0xfeff, 0xfeff, 0 },
	{ 0xfffc, 0xfffc, 0 }, /* stands for a picture */
	{ 0xff5c, 0xff5c, '|' },
	{ 0x1f000, 0x1faff, ' ' },
};

/* One code point; a byte that is no UTF-8 counts as U+FFFD. */
static uint32_t decode(const char *s, size_t n, size_t *len)
{
	uint32_t code = (unsigned char)s[0];

	*len = code < 0x80 ? 1 : code >= 0xf0 ? 4 : code >= 0xe0 ? 3 : 2;
	if (*len == 1)
		return code;
	if (*len > n || !sp_utf8_valid(s, *len)) {
		*len = 1;
		return 0xfffd;
	}
	code &= 0x7fU >> *len;
	for (size_t i = 1; i < *len; i++)
		code = code << 6 | ((unsigned char)s[i] & 63u);
	return code;
}

uint32_t sp_token_char(const char *s, size_t n, size_t *len)
{
	uint32_t code = decode(s, n, len);

	if (code < 0x80)
		return code < ' ' || code == 0x7f ? ' ' : code;
	if (code < 0xa0)
		return ' ';
	for (size_t i = 0; i < SP_ARRAY_LEN(folds); i++)
		if (code >= folds[i].from && code <= folds[i].to)
			return (uint32_t)(unsigned char)folds[i].as;
	return code;
}

bool sp_token_char_shown(const char *s, size_t n, size_t *len)
{
	return sp_token_char(s, n, len) != 0;
}

void sp_token_spot_advance(struct spot *spot, const char *text, size_t to)
{
	while (spot->at < to) {
		size_t len;

		if (sp_token_char_shown(text + spot->at, to - spot->at, &len))
			spot->column++;
		spot->at += len;
	}
}

static bool is_word_char(uint32_t c)
{
	return c >= 0x80 || (c != 0 && sp_is_alnum((int)c)) || c == '_';
}

/* Is s[0..n) the rest of a word, zero-width characters passed over? */
static bool word_follows(const char *s, size_t n)
{
	while (n > 0) {
		size_t len;
		uint32_t c = sp_token_char(s, n, &len);

		if (c != 0)
			return is_word_char(c);
		s += len;
		n -= len;
	}
	return false;
}

static void add_char(
	struct token *t, size_t *used, const char *s, size_t len, uint32_t c)
{
	char ascii = (char)(c < 0x80 ? sp_lower((int)c) : 0);

	if (c < 0x80) {
		s = &ascii;
		len = 1;
	}
	if (*used + len >= sizeof(t->word)) {
		t->cut = true;
		return;
	}
	memcpy(t->word + *used, s, len);
	*used += len;
	t->word[*used] = '\0';
}

/* A word: joiners (' - /) count only between two characters of it. */
static void scan_word(
	struct token *t, struct spot *at, const char *text, size_t end)
{
	size_t used = 0;

	t->is_word = true;
	while (at->at < end) {
		const char *s = text + at->at;
		size_t left = end - at->at;
		size_t len;
		uint32_t c = sp_token_char(s, left, &len);

		if (c == '\'' || c == '-' || c == '/') {
			if (!word_follows(s + len, left - len))
				break;
		} else if (c != 0 && !is_word_char(c)) {
			break;
		}
		if (c != 0)
			add_char(t, &used, s, len, c);
		sp_token_spot_advance(at, text, at->at + len);
	}
}

/* "_move_": underlined. */
static void drop_underlines(struct token *t)
{
	size_t n = strspn(t->word, "_"), len = strlen(t->word);

	if (t->cut || n == len)
		return;
	memmove(t->word, t->word + n, len - n + 1);
	for (len -= n; t->word[len - 1] == '_'; len--)
		t->word[len - 1] = '\0';
}

void sp_token_piece_scan(
	struct piece *p, const char *text, const struct spot *from, size_t end)
{
	struct spot at = *from;

	memset(p, 0, sizeof(*p));
	p->text = text;
	p->line = from->line;
	p->end = end;
	while (at.at < end) {
		size_t len;
		uint32_t c = sp_token_char(text + at.at, end - at.at, &len);
		struct token *t;

		if (c == 0 || c == ' ' || c == '"' || c == '`' || c == '*' ||
			c == '\'') {
			sp_token_spot_advance(&at, text, at.at + len);
			continue;
		}
		if (p->n == TOKENS_MAX) {
			p->cut = true;
			return;
		}
		t = &p->token[p->n++];
		t->start = at.at;
		t->column = at.column;
		if (is_word_char(c)) {
			scan_word(t, &at, text, end);
			drop_underlines(t);
		} else {
			t->word[0] = (char)c;
			sp_token_spot_advance(&at, text, at.at + len);
		}
		t->end = at.at;
		t->width = at.column - t->column;
	}
}

void sp_token_piece_part(
	const struct piece *whole, int from, int end, struct piece *out)
{
	bool last = end == whole->n;

	*out = *whole;
	out->n = end;
	out->end = last ? whole->end : whole->token[end - 1].end;
	out->question = last && whole->question;
	if (from > 0) {
		out->bar = out->below = false;
		sp_token_piece_drop_first(out, from);
	}
	sp_token_piece_trim(out);
}

void sp_token_piece_drop_first(struct piece *p, int n)
{
	p->n -= n;
	memmove(p->token, p->token + n, (size_t)p->n * sizeof(p->token[0]));
}

bool sp_token_put_first(struct piece *p, int n, const char *words)
{
	const struct token model = p->token[0];
	int more = 1;

	for (const char *s = words; *s != '\0'; s++)
		more += *s == ' ';
	if (p->n - n + more > TOKENS_MAX)
		return false;
	memmove(&p->token[more], &p->token[n],
		(size_t)(p->n - n) * sizeof(p->token[0]));
	p->n += more - n;
	for (int i = 0; i < more; i++) {
		size_t len = strcspn(words, " ");

		p->token[i] = model;
		p->token[i].is_word = true;
		p->token[i].cut = false;
		sp_format(p->token[i].word, sizeof(p->token[i].word), "%.*s",
			(int)len, words);
		words += len + (words[len] != '\0');
	}
	return true;
}

void sp_token_piece_trim(struct piece *p)
{
	int n = 0;

	while (n < p->n &&
		(sp_token_is_mark(&p->token[n], '-') ||
			sp_token_is_mark(&p->token[n], '+') ||
			(n > 0 && sp_token_is_mark(&p->token[n], '>') &&
				sp_token_is_mark(&p->token[n - 1], '-')) ||
			(!p->copied && sp_token_is_mark(&p->token[n], '|')))) {
		p->bar = p->bar || sp_token_is_mark(&p->token[n], '|');
		n++;
	}
	sp_token_piece_drop_first(p, n);
	if (p->cut)
		return;
	while (p->n > 1 && (sp_token_is_mark(&p->token[p->n - 1], '.') ||
				   sp_token_is_mark(&p->token[p->n - 1], '!')))
		p->n--;
	if (p->n > 1 && sp_token_is_mark(&p->token[p->n - 1], '?')) {
		p->question = true;
		p->n--;
	}
}

bool sp_token_is(const struct token *t, const char *word)
{
	return t->is_word && !t->cut && sp_streq(t->word, word);
}

bool sp_token_among(const struct token *t, const char *words)
{
	size_t n = strlen(t->word);

	if (!t->is_word || t->cut || n == 0)
		return false;
	/* most of the time that reading takes is spent here */
	for (const char *s = words;; s++) {
		if (*s == t->word[0] && strncmp(s, t->word, n) == 0 &&
			(s[n] == ' ' || s[n] == '\0'))
			return true;
		while (*s != ' ')
			if (*s++ == '\0')
				return false;
	}
}

bool sp_token_is_joint(const struct token *t)
{
	return sp_token_is_mark(t, ',') || sp_token_is_mark(t, '&') ||
	       sp_token_among(t, "and then und dann");
}

bool sp_token_separates(const struct token *t)
{
	return sp_token_is_mark(t, ',') || sp_token_is_mark(t, '+') ||
	       sp_token_is_mark(t, '&') || sp_token_is(t, "and");
}

bool sp_token_ends_clause(const struct token *t)
{
	return sp_token_is_mark(t, ':') || sp_token_is(t, "then");
}

bool sp_token_is_mark(const struct token *t, char mark)
{
	return !t->is_word && t->word[0] == mark;
}

void sp_token_quote(
	const char *text, size_t start, size_t end, char *out, size_t size)
{
	size_t used = 0;

	while (start < end) {
		size_t len;
		uint32_t c = sp_token_char(text + start, end - start, &len);
		bool plain = c != 0 && c != 0xfffd &&
			     (c != ' ' || text[start] == ' ');

		if (used + (plain ? len : 1) + 4 > size) {
			memcpy(out + used, "...", 3);
			used += 3;
			break;
		}
		if (plain) {
			memcpy(out + used, text + start, len);
			used += len;
		} else if (c != 0) {
			out[used++] = c == ' ' ? ' ' : '?';
		}
		start += len;
	}
	out[used] = '\0';
}

bool sp_token_is_rule(const char *s, size_t n)
{
	uint32_t mark = 0;
	int marks = 0;

	for (size_t i = 0, len; i < n; i += len) {
		uint32_t c = sp_token_char(s + i, n - i, &len);

		if (c == 0 || c == ' ')
			continue;
		if ((c >= 0x80 || strchr("-_=~*+", (int)c) == NULL) ||
			(marks > 0 && c != mark))
			return false;
		mark = c;
		marks++;
	}
	return marks >= 2;
}

size_t sp_token_lost_at(const char *text, size_t from, size_t end)
{
	while (from < end) {
		size_t len;

		if (sp_token_char(text + from, end - from, &len) ==
			SP_TOKEN_LOST)
			break;
		from += len;
	}
	return from;
}

void sp_token_words(const struct piece *p, int from, char *out, size_t size)
{
	struct sp_buf words;

	out[0] = '\0';
	if (from >= p->n)
		return;
	if (!p->german) {
		sp_token_quote(p->text, p->token[from].start,
			p->token[p->n - 1].end, out, size);
		return;
	}
	sp_buf_init(&words, SIZE_MAX);
	for (int i = from; i < p->n; i++)
		sp_buf_addf(&words, "%s%s",
			i > from && p->token[i].is_word ? " " : "",
			p->token[i].word);
	sp_token_quote(
		sp_buf_str(&words), 0, strlen(sp_buf_str(&words)), out, size);
	sp_buf_free(&words);
}
