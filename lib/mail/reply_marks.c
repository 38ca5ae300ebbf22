#include "reply_private.h"

/* Lines that an attribution or Outlook's block may be wrapped over. */
#define ATTRIBUTION_LINES 4
#define BLOCK_LINES       8
#define HEADER_LINES      16 /* with empty ones between, and broken ones */
#define LABEL_MOST        40 /* bytes */
#define EMPTY_LINES       4
/* Mail programs wrap at 72 to 80 columns; some count a character less. */
#define WRAP_LEAST    64
#define WRAP_MOST     72
#define REST_LINES    4   /* of a line that is marked ">" */
#define FOOTER_LEAST  120 /* bytes */
#define FOOTER_LINES  40
#define FOOTER_WIDTH  40  /* of a line below the first, else it was broken */
#define FOOTER_WIDEST 80  /* of a line that a program broke */
#define DEVICE_MOST   100 /* bytes, with the address of an advertisement */

/* ---- one line ----------------------------------------------------------- */

bool mail_reply_is(const struct sp_reply_line *l, const char *text)
{
	return l->n == strlen(text) && memcmp(l->s, text, l->n) == 0;
}

bool mail_reply_begins(const struct sp_reply_line *l, const char *words)
{
	size_t n = strlen(words);

	if (l->n < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (sp_lower((unsigned char)l->s[i]) != (unsigned char)words[i])
			return false;
	}
	return true;
}

bool mail_reply_contains(const struct sp_reply_line *l, const char *words)
{
	for (size_t i = 0; i < l->n; i++) {
		struct sp_reply_line rest = { l->s + i, l->n - i };

		if (mail_reply_begins(&rest, words))
			return true;
	}
	return false;
}

bool mail_reply_is_quote(const struct sp_reply_line *l)
{
	size_t i = 0;

	while (i < l->n && (l->s[i] == ' ' || l->s[i] == '\t'))
		i++;
	return i < l->n && l->s[i] == '>';
}

size_t mail_reply_skip_empty(const struct sp_reply_lines *l, size_t i)
{
	size_t last = i + EMPTY_LINES;

	while (i < l->n && i < last && l->items[i].n == 0)
		i++;
	return i;
}

/* A blank, U+00A0 or U+202F; its length, or 0. */
static size_t blank_at(const char *s, size_t n)
{
	if (n >= 1 && (s[0] == ' ' || s[0] == '\t'))
		return 1;
	if (n >= 2 && memcmp(s, "\xc2\xa0", 2) == 0)
		return 2;
	return n >= 3 && memcmp(s, "\xe2\x80\xaf", 3) == 0 ? 3 : 0;
}

static void skip_blanks(struct sp_reply_line *l)
{
	size_t n;

	while ((n = blank_at(l->s, l->n)) > 0) {
		l->s += n;
		l->n -= n;
	}
}

/* ---- dates and broken lines ---------------------------------------------- */

/* Was `line` broken where the next line goes on, because its first word no
 * longer fitted? Shorter lines end where somebody wanted them to. */
static bool is_wrapped_at(const struct sp_reply_line *line,
	const struct sp_reply_line *next, size_t columns)
{
	size_t word = 0;

	while (word < next->n && next->s[word] != ' ')
		word++;
	return word > 0 && sp_utf8_width(line->s, line->n) + 1 +
					   sp_utf8_width(next->s, word) >
				   columns;
}

static bool is_wrapped(
	const struct sp_reply_line *line, const struct sp_reply_line *next)
{
	return is_wrapped_at(line, next, WRAP_LEAST);
}

static bool has_digit(const struct sp_reply_line *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (sp_is_digit((unsigned char)l->s[i]))
			return true;
	}
	return false;
}

static bool digits_at(
	const struct sp_reply_line *l, size_t at, const char *form)
{
	for (; *form != '\0'; form++, at++) {
		if (at >= l->n)
			return false;
		if (*form == '0' ? !sp_is_digit((unsigned char)l->s[at])
				 : l->s[at] != *form)
			return false;
	}
	return true;
}

/* A year of this century, or a day in digits, and a time of day. */
static bool has_date_and_time(const struct sp_reply_line *l)
{
	bool year = false, time = false;

	for (size_t i = 0; i < l->n; i++) {
		year = year || digits_at(l, i, "2000") ||
		       digits_at(l, i, "0.00.00") ||
		       digits_at(l, i, "0/00/00") || digits_at(l, i, "0-00-00");
		time = time || digits_at(l, i, "0:00") ||
		       digits_at(l, i, "0.00");
	}
	return year && time;
}

/* ---- originals ---------------------------------------------------------- */

/* Whatever became of the quote marks and blanks: so our own mails begin, and no
 * order does. */
static bool is_ours(struct sp_reply_line l)
{
	skip_blanks(&l);
	if (!mail_reply_begins(&l, "::"))
		return false;
	l.s += 2;
	l.n -= 2;
	if (blank_at(l.s, l.n) == 0)
		return false;
	skip_blanks(&l);
	return mail_reply_begins(&l, "game") && blank_at(l.s + 4, l.n - 4) > 0;
}

bool mail_reply_is_original(const struct sp_reply_line *l)
{
	static const char *const words[] = { "original message",
		"original appointment", "forwarded message", "forwarded by",
		"urspr\xc3\xbcngliche nachricht", "weitergeleitete nachricht",
		"urspr\xc3\xbcnglicher termin", "message d'origine",
		"message d\xe2\x80\x99origine", "message original",
		"message transf\xc3\xa9r\xc3\xa9", "mensaje original",
		"mensaje reenviado", "messaggio originale",
		"messaggio inoltrato", "oorspronkelijk bericht",
		"doorgestuurd bericht", "mensagem original",
		"mensagem encaminhada", "oryginalna wiadomo\xc5\x9b\xc4\x87",
		"wiadomo\xc5\x9b\xc4\x87 oryginalna", "ursprungligt meddelande",
		"oprindelig meddelelse", "opprinnelig melding" };
	if (is_ours(*l) || mail_reply_begins(l, "begin forwarded message:"))
		return true;
	if (!mail_reply_begins(l, "--"))
		return false;
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		if (mail_reply_contains(l, words[i]))
			return true;
	}
	return false;
}

/* The names of the four fields in one language; some have two. */
struct fields {
	const char *from[2], *sent[2], *to[2], *subject[2];
};

static const struct fields languages[] = {
	{ { "from" }, { "sent", "date" }, { "to" }, { "subject" } },
	{ { "von" }, { "gesendet", "datum" }, { "an" }, { "betreff" } },
	{ { "de" }, { "envoy\xc3\xa9", "date" }, { "\xc3\x80", "a" },
		{ "objet" } },
	{ { "de" }, { "enviado", "fecha" }, { "para" }, { "asunto" } },
	{ { "de" }, { "enviado", "data" }, { "para" }, { "assunto" } },
	{ { "de" }, { "enviada em", "enviado em" }, { "para" }, { "assunto" } },
	{ { "da" }, { "inviato", "data" }, { "a" }, { "oggetto" } },
	{ { "van" }, { "verzonden", "datum" }, { "aan" }, { "onderwerp" } },
	{ { "od" },
		{ "wys\xc5\x82"
		  "ano",
			"data" },
		{ "do" }, { "temat" } },
	{ { "fr\xc3\xa5n" }, { "skickat", "datum" }, { "till" },
		{ "\xc3\x84mne" } },
	{ { "fra" }, { "sendt", "dato" }, { "til" }, { "emne" } },
};

/* "From:" as Outlook writes it, in bold where its HTML was made plain, and with
 * a blank before the colon in French. */
static bool is_field(const struct sp_reply_line *l, const char *const names[2])
{
	for (int i = 0; i < 2 && names[i] != NULL; i++) {
		struct sp_reply_line rest = *l;

		skip_blanks(&rest);
		while (rest.n > 0 && rest.s[0] == '*') {
			rest.s++;
			rest.n--;
		}
		if (!mail_reply_begins(&rest, names[i]))
			continue;
		rest.s += strlen(names[i]);
		rest.n -= strlen(names[i]);
		skip_blanks(&rest);
		if (rest.n > 0 && rest.s[0] == ':')
			return true;
	}
	return false;
}

static bool is_block_in(
	const struct sp_reply_lines *l, size_t at, const struct fields *names)
{
	bool from = false, sent = false, to = false, subject = false;

	/* some begin with the date */
	if (!is_field(&l->items[at], names->from) &&
		!is_field(&l->items[at], names->sent))
		return false;
	for (size_t i = at; i < l->n && i < at + BLOCK_LINES; i++) {
		const struct sp_reply_line *line = &l->items[i];

		if (line->n == 0 || mail_reply_is_quote(line))
			break;
		from = from || is_field(line, names->from);
		sent = sent || is_field(line, names->sent);
		to = to || is_field(line, names->to);
		subject = subject || is_field(line, names->subject);
	}
	return from && sent && to && subject;
}

static bool is_named_block(const struct sp_reply_lines *l, size_t at)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(languages); i++) {
		if (is_block_in(l, at, &languages[i]))
			return true;
	}
	return false;
}

/* ---- headers in any language --------------------------------------------
 *
 * We cannot know the words of all languages. What is common to what stands
 * above an original is its form: a few lines right below each other that begin
 * with a word and a colon, with an address in one and a date in another.
 */

/* Our own orders that have a colon: no player's line is one of a block. */
static bool is_order_with_colon(const struct sp_reply_line *l)
{
	static const char *const words[] = { "press", "when", "if", "else",
		"cast", "luck" };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		size_t n = strlen(words[i]);

		if (mail_reply_begins(l, words[i]) &&
			(l->n == n || l->s[n] == ':' ||
				blank_at(l->s + n, l->n - n) > 0))
			return true;
	}
	return false;
}

/* Marks of bold, and U+200E and U+200F, which stand before Hebrew. */
static void skip_marks(struct sp_reply_line *l)
{
	for (;;) {
		size_t n =
			l->n > 0 && l->s[0] == '*' ? 1
			: l->n >= 3 && (memcmp(l->s, "\xe2\x80\x8e", 3) == 0 ||
					       memcmp(l->s, "\xe2\x80\x8f",
						       3) == 0)
				? 3
				: blank_at(l->s, l->n);

		if (n == 0)
			return;
		l->s += n;
		l->n -= n;
	}
}

/* "Sent: ", also with a colon of full width. */
static bool has_label(const struct sp_reply_line *line)
{
	struct sp_reply_line l = *line;
	bool foreign = false;
	size_t i = 0;

	skip_marks(&l);
	if (is_order_with_colon(&l))
		return false;
	for (; i < l.n && i < LABEL_MOST; i++) {
		if (l.n - i >= 3 && memcmp(l.s + i, "\xef\xbc\x9a", 3) == 0)
			return i > 0;
		if (l.s[i] == ':')
			break;
		if (sp_is_digit((unsigned char)l.s[i]) ||
			strchr("@|<>;\"(){}[]#!?=/\\,", l.s[i]) != NULL)
			return false;
		foreign = foreign || ((unsigned char)l.s[i] & 0x80) != 0;
	}
	if (i == 0 || i == l.n || i == LABEL_MOST)
		return false;
	i++;
	return foreign || i == l.n || l.s[i] == '*' ||
	       blank_at(l.s + i, l.n - i) > 0;
}

static bool has_address(const struct sp_reply_line *l)
{
	for (size_t i = 1; i + 1 < l->n; i++) {
		if (l->s[i] == '@' && sp_is_alnum((unsigned char)l->s[i - 1]) &&
			sp_is_alnum((unsigned char)l->s[i + 1]))
			return true;
	}
	return false;
}

struct headers {
	size_t labels, dates; /* lines */
	bool address, key;    /* any; one of ours */
};

/* What is in the block at `at`, whose lines may be broken or double-spaced. */
static void read_headers(
	const struct sp_reply_lines *l, size_t at, struct headers *h)
{
	size_t last = at + HEADER_LINES;

	memset(h, 0, sizeof(*h));
	for (size_t i = at; i < l->n && i < last && h->labels < BLOCK_LINES;
		i++) {
		const struct sp_reply_line *line = &l->items[i];

		if (line->n == 0 && i + 1 < l->n && has_label(line + 1))
			continue;
		if (line->n == 0 || mail_reply_is_quote(line))
			return;
		if (has_label(line))
			h->labels++;
		else if (i == at || line[-1].n == 0 ||
			 (line->s[0] != '<' &&
				 blank_at(line->s, line->n) == 0 &&
				 !is_wrapped(line - 1, line)))
			return;
		h->address = h->address || has_address(line);
		h->dates += has_date_and_time(line);
		h->key = h->key || sp_mail_reply_address_in(line->s, line->n);
	}
}

bool mail_reply_is_block(const struct sp_reply_lines *l, size_t at)
{
	struct headers h;

	if (is_named_block(l, at))
		return true;
	if (!has_label(&l->items[at]))
		return false;
	read_headers(l, at, &h);
	if (h.key)
		return h.labels >= 3 || (h.labels == 2 && h.dates > 0);
	/* lists of people, or of days, are a player's */
	return (h.dates == 1 || h.dates == 2) &&
	       (h.labels >= 4 || (h.labels == 3 && h.address));
}

bool mail_reply_is_divider(const struct sp_reply_line *line)
{
	struct sp_reply_line l = *line;
	size_t n = 0;

	skip_blanks(&l);
	while (n < l.n && l.s[n] == l.s[0])
		n++;
	return n >= 3 && strchr("-_=*", l.s[0]) != NULL &&
	       l.s[l.n - 1] == l.s[0];
}

/* ---- attributions ------------------------------------------------------- */

/* "On" and its like, before a date. */
static bool has_opening(const struct sp_reply_line *l)
{
	static const char *const words[] = { "on ", "am ", "le ", "el ", "il ",
		"op ", "em ", "den ", "w dniu ", "dnia ", "p\xc3\xa5 " };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		if (mail_reply_begins(l, words[i]))
			return true;
	}
	return false;
}

/* "wrote" and its like, as a word of its own. */
static bool has_verb(const struct sp_reply_line *l)
{
	static const char *const words[] = { "wrote", "writes", "schrieb",
		"a \303\251crit", "escribi\xc3\xb3", "ha scritto", "schreef",
		"escreveu", "napisa\305\202", "napisa\305\202a", "pisze",
		"skrev", "kirjoitti" };

	for (size_t i = 0; i < l->n; i++) {
		struct sp_reply_line rest = { l->s + i, l->n - i };

		/* behind a blank, U+00A0 or U+202F, whose last bytes these are
		 */
		if (i > 0 && rest.s[-1] != ' ' && rest.s[-1] != '\xa0' &&
			rest.s[-1] != '\xaf')
			continue;
		for (size_t k = 0; k < SP_ARRAY_LEN(words); k++) {
			size_t n = strlen(words[k]);

			if (mail_reply_begins(&rest, words[k]) &&
				(n == rest.n || rest.s[n] == ':' ||
					rest.s[n] == '(' ||
					blank_at(rest.s + n, rest.n - n) > 0))
				return true;
		}
	}
	return false;
}

/* The lines as one; `before_quote`: a quote follows. */
static bool is_attribution(const struct sp_reply_line *l, bool before_quote)
{
	bool address = mail_reply_contains(l, "@");

	/* whatever "wrote" is in the writer's language */
	if (address && has_date_and_time(l) && !is_order_with_colon(l))
		return true;
	if (before_quote)
		return has_verb(l);
	return has_verb(l) && has_digit(l) && (address || has_opening(l));
}

/* May an attribution that begins so go on in the next line? What a player wrote
 * directly above one must not be taken for its beginning. */
static bool may_go_on(const struct sp_reply_line *first)
{
	return (has_opening(first) && has_digit(first)) ||
	       has_date_and_time(first);
}

size_t mail_reply_attribution(const struct sp_reply_lines *l, size_t at)
{
	struct sp_buf joined;
	size_t n = 0;

	sp_buf_init(&joined, SP_MAIL_TEXT_MAX * 2);
	for (size_t i = at; i < l->n && i < at + ATTRIBUTION_LINES; i++) {
		const struct sp_reply_line *line = &l->items[i];
		struct sp_reply_line all;
		size_t next;

		if (line->n == 0 || mail_reply_is_quote(line) ||
			(i > at && !is_wrapped(&l->items[i - 1], line)) ||
			(i == at + 1 && !may_go_on(&l->items[at])))
			break;
		if (i > at)
			sp_buf_addc(&joined, ' ');
		sp_buf_add(&joined, line->s, line->n);
		if (line->s[line->n - 1] != ':')
			continue;
		all = (struct sp_reply_line){ joined.data, joined.len };
		next = mail_reply_skip_empty(l, i + 1);
		if (is_attribution(&all,
			    next < l->n &&
				    mail_reply_is_quote(&l->items[next]))) {
			n = i + 1 - at;
			break;
		}
	}
	sp_buf_free(&joined);
	return n;
}

/* ---- broken quotes ------------------------------------------------------- */

/* Behind which our mails show what players wrote. */
static bool is_quoted_press(const struct sp_reply_line *l)
{
	size_t i = 0;

	while (i < l->n &&
		(l->s[i] == ' ' || l->s[i] == '\t' || l->s[i] == '>'))
		i++;
	return i < l->n && l->s[i] == '|' && mail_reply_is_quote(l);
}

size_t mail_reply_broken_quote(const struct sp_reply_lines *l, size_t at)
{
	const struct sp_reply_line *line = &l->items[at];
	size_t n = 0, next;

	if (at == 0 || !is_quoted_press(line - 1))
		return 0;
	while (at + n < l->n && n < REST_LINES && line[n].n > 0 &&
		!mail_reply_is_quote(&line[n]) &&
		is_wrapped((&line[n]) - 1, &line[n]))
		n++;
	if (n == 0)
		return 0;
	next = mail_reply_skip_empty(l, at + n);
	if (next < l->n && mail_reply_is_quote(&l->items[next]))
		return n;
	/* the reader cut the rest of the quote, or wrote this himself */
	return is_wrapped_at(line - 1, line, WRAP_MOST) ? n : 0;
}

/* ---- pictures ------------------------------------------------------------ */

static bool is_picture_name(const struct sp_reply_line *l)
{
	static const char *const kinds[] = { ".png", ".jpg", ".jpeg", ".gif",
		".heic", ".webp", ".bmp", ".tiff", ".svg" };

	for (size_t i = 0; i < SP_ARRAY_LEN(kinds); i++) {
		size_t n = strlen(kinds[i]);
		struct sp_reply_line tail = { l->s + l->n - n, n };

		if (l->n > n && mail_reply_begins(&tail, kinds[i]))
			return true;
	}
	return false;
}

bool mail_reply_is_picture(const struct sp_reply_line *l)
{
	struct sp_reply_line in = *l;
	char last;

	skip_blanks(&in);
	if (in.n < 3)
		return false;
	last = in.s[in.n - 1];
	if ((in.s[0] != '[' || last != ']') && (in.s[0] != '<' || last != '>'))
		return false;
	in.s++;
	in.n -= 2;
	return mail_reply_begins(&in, "image: ") ||
	       mail_reply_begins(&in, "cid:") || is_picture_name(&in);
}

/* ---- signatures of devices ---------------------------------------------- */

bool mail_reply_is_device(const struct sp_reply_line *l)
{
	static const char *const words[] = { "sent from my ",
		"sent from outlook", "sent from mail ", "sent from yahoo",
		"sent from gmail", "sent from samsung", "sent from proton",
		"sent from a ", "sent from an ", "sent with ",
		"get outlook for ", "gesendet von mein", "gesendet mit der ",
		"gesendet aus ", "von meinem ", "von iphone ",
		"outlook f\xc3\xbcr ", "envoy\xc3\xa9 de mon ",
		"envoy\xc3\xa9 depuis ", "t\303\251l\303\251charger outlook",
		"obtenir outlook", "enviado desde mi ", "obtener outlook",
		"inviato da ", "ottieni outlook", "verstuurd vanaf ",
		"verzonden vanaf ", "outlook voor ", "enviado do meu ",
		"obter o outlook", "wys\305\202ane z ", "pobierz outlook",
		"skickat fr\xc3\xa5n ", "skaffa outlook",
		"h\xc3\xa4mta outlook", "sendt fra ", "l\xc3\xa4hetetty " };

	if (l->n > DEVICE_MOST)
		return false;
	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		if (mail_reply_begins(l, words[i]))
			return true;
	}
	return false;
}

/* ---- legal footers --------------------------------------------------------
 */

static bool contains_one(
	const struct sp_reply_line *l, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (mail_reply_contains(l, words[i]))
			return true;
	}
	return false;
}

/* Words that only an order begins with; "use", "end" and "open" begin a
 * sentence as well. */
static bool is_like_order(const struct sp_reply_line *l)
{
	static const char *const words[] = { "move", "punch", "cast", "attack",
		"throw", "counter", "press", "endpress", "when", "pick", "drop",
		"discard", "boost", "activate" };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++) {
		size_t n = strlen(words[i]);

		if (mail_reply_begins(l, words[i]) &&
			(l->n == n || blank_at(l->s + n, l->n - n) > 0))
			return true;
	}
	return false;
}

/* Does the paragraph above go on in the next line? Orders are short, and begin
 * where a sentence has ended or the line above had room for more. */
static bool footer_goes_on(const struct sp_reply_line *next)
{
	const struct sp_reply_line *line = next - 1;
	char last = line->s[line->n - 1];

	if (strchr(".!?:;", last) == NULL && is_wrapped(line, next) &&
		sp_utf8_width(line->s, line->n) <= FOOTER_WIDEST)
		return true;
	return sp_utf8_width(next->s, next->n) >= FOOTER_WIDTH &&
	       !is_like_order(next);
}

size_t mail_reply_footer(const struct sp_reply_lines *l, size_t at)
{
	static const char *const starts[] = { "this e-mail", "this email",
		"this message", "this communication", "confidential",
		"the information contained", "the contents of this",
		"disclaimer", "important notice", "diese e-mail",
		"diese nachricht", "der inhalt dieser", "ce message",
		"ce courriel", "este mensaje", "este correo",
		"questo messaggio", "dit bericht", "deze e-mail",
		"esta mensagem", "este e-mail", "ta wiadomo", "niniejsza",
		"detta meddelande" };
	static const char *const secret[] = { "confidential", "vertraulich",
		"confidentiel", "confidencial", "riservat", "vertrouwelijk",
		"poufn", "konfidenti" };
	static const char *const reader[] = { "recipient", "addressee",
		"addressed", "intended", "empf\xc3\xa4nger", "destinat",
		"geadresseerde", "ontvanger", "adresat", "mottagare" };
	struct sp_reply_line text;
	struct sp_buf joined;
	bool begins = false, yes;
	size_t n = 0;

	for (size_t i = 0; i < SP_ARRAY_LEN(starts) && !begins; i++)
		begins = mail_reply_begins(&l->items[at], starts[i]);
	if (!begins)
		return 0;
	sp_buf_init(&joined, SP_MAIL_TEXT_MAX * 2);
	while (at + n < l->n && n < FOOTER_LINES && l->items[at + n].n > 0 &&
		!mail_reply_is_quote(&l->items[at + n]) &&
		(n == 0 || footer_goes_on(&l->items[at + n]))) {
		sp_buf_add(&joined, l->items[at + n].s, l->items[at + n].n);
		sp_buf_addc(&joined, ' ');
		n++;
	}
	text = (struct sp_reply_line){ sp_buf_str(&joined), joined.len };
	yes = text.n >= FOOTER_LEAST &&
	      contains_one(&text, secret, SP_ARRAY_LEN(secret)) &&
	      contains_one(&text, reader, SP_ARRAY_LEN(reader));
	sp_buf_free(&joined);
	return yes ? n : 0;
}
