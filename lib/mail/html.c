/*
 * HTML -> the text that its reader sees, as far as orders go: lines, quotes and
 * rules. Over libxml2's parser with handlers of our own in place of a tree.
 * (Not its push parser: 2.9.14 loses all behind an end tag that comes first.)
 * Runs in the parser process only.
 */
#include "html_private.h"

#include <libxml/HTMLparser.h>
#include <strings.h>

#define QUOTES_MAX 20

/* What an element does at its start and at its end. */
enum effect {
	EFFECT_NONE,
	EFFECT_BLOCK, /* stands on lines of its own */
	EFFECT_BREAK,
	EFFECT_RULE,
	EFFECT_CELL,
	EFFECT_QUOTE,
	EFFECT_HIDDEN,
};

/* An element that is open. */
struct element {
	enum effect effect;
	struct sp_html_look look;
};

struct html {
	struct sp_buf *out;
	bool begun;      /* the line has something */
	bool space;      /* a blank is owed before the next letter */
	unsigned quotes; /* blockquotes around */
	const struct sp_html_sheet *sheet; /* NULL: none */
	struct element *open;
	size_t n, room;
};

static enum effect effect_of(const char *name)
{
	static const struct {
		const char *name;
		enum effect effect;
	} table[] = {
		{ "address", EFFECT_BLOCK },
		{ "article", EFFECT_BLOCK },
		{ "audio", EFFECT_HIDDEN },
		{ "blockquote", EFFECT_QUOTE },
		{ "br", EFFECT_BREAK },
		{ "canvas", EFFECT_HIDDEN },
		{ "caption", EFFECT_BLOCK },
		{ "center", EFFECT_BLOCK },
		{ "datalist", EFFECT_HIDDEN },
		{ "dd", EFFECT_BLOCK },
		{ "dialog", EFFECT_HIDDEN },
		{ "div", EFFECT_BLOCK },
		{ "dl", EFFECT_BLOCK },
		{ "dt", EFFECT_BLOCK },
		{ "footer", EFFECT_BLOCK },
		{ "h1", EFFECT_BLOCK },
		{ "h2", EFFECT_BLOCK },
		{ "h3", EFFECT_BLOCK },
		{ "h4", EFFECT_BLOCK },
		{ "h5", EFFECT_BLOCK },
		{ "h6", EFFECT_BLOCK },
		{ "head", EFFECT_HIDDEN },
		{ "header", EFFECT_BLOCK },
		{ "hr", EFFECT_RULE },
		{ "iframe", EFFECT_HIDDEN },
		{ "li", EFFECT_BLOCK },
		{ "noembed", EFFECT_HIDDEN },
		{ "noframes", EFFECT_HIDDEN },
		{ "noscript", EFFECT_HIDDEN },
		{ "object", EFFECT_HIDDEN },
		{ "ol", EFFECT_BLOCK },
		{ "p", EFFECT_BLOCK },
		{ "pre", EFFECT_BLOCK },
		{ "script", EFFECT_HIDDEN },
		{ "section", EFFECT_BLOCK },
		{ "select", EFFECT_HIDDEN },
		{ "style", EFFECT_HIDDEN },
		{ "svg", EFFECT_HIDDEN },
		{ "table", EFFECT_BLOCK },
		{ "td", EFFECT_CELL },
		{ "template", EFFECT_HIDDEN },
		{ "textarea", EFFECT_HIDDEN },
		{ "th", EFFECT_CELL },
		{ "title", EFFECT_HIDDEN },
		{ "tr", EFFECT_BLOCK },
		{ "ul", EFFECT_BLOCK },
		{ "video", EFFECT_HIDDEN },
	};

	for (size_t i = 0; i < SP_ARRAY_LEN(table); i++)
		if (sp_strieq(name, table[i].name))
			return table[i].effect;
	return EFFECT_NONE;
}

/* ---- lines --------------------------------------------------------------- */

static void begin_line(struct html *h)
{
	if (!h->begun && h->quotes > 0) {
		unsigned n = h->quotes < QUOTES_MAX ? h->quotes : QUOTES_MAX;

		sp_buf_pad(h->out, '>', n);
		sp_buf_addc(h->out, ' ');
	}
	h->begun = true;
}

static void end_line(struct html *h)
{
	begin_line(h);
	sp_buf_addc(h->out, '\n');
	h->begun = false;
	h->space = false;
}

/* What comes next stands on a line of its own. */
static void separate(struct html *h)
{
	if (h->begun)
		end_line(h);
	h->space = false;
}

static void add_text(struct html *h, bool pre, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t len = mail_char_len(s + i, n - i);

		if (len == 0)
			len = 1;
		if (pre && s[i] == '\n') {
			end_line(h);
		} else if (!pre && sp_is_space((unsigned char)s[i])) {
			h->space = h->begun;
		} else if (s[i] != '\r') {
			if (h->space)
				sp_buf_addc(h->out, ' ');
			h->space = false;
			begin_line(h);
			/* U+00A0 is there to keep blanks, nothing else */
			if (len == 2 && memcmp(s + i, "\xc2\xa0", 2) == 0)
				sp_buf_addc(h->out, ' ');
			else
				sp_buf_add(h->out, s + i, len);
		}
		i += len;
	}
}

/* ---- what libxml2 finds ---------------------------------------------------
 */

static struct sp_html_look look_of(const struct html *h)
{
	return h->n > 0 ? h->open[h->n - 1].look : (struct sp_html_look){ 0 };
}

static void open_element(
	struct html *h, enum effect effect, const struct sp_html_look *look)
{
	if (h->n == h->room) {
		h->room = h->room > 0 ? 2 * h->room : 64;
		h->open = sp_xrealloc(h->open, h->room, sizeof(*h->open));
	}
	h->open[h->n].effect = effect;
	h->open[h->n++].look = *look;
}

/* True if Outlook wrote this element around the mail that is answered, whatever
 * the language of its words. */
static bool begins_original(const char **atts)
{
	static const char *const ids[] = { "divRplyFwdMsg", "x_divRplyFwdMsg",
		"OLK_SRC_BODY_SECTION",
		"mail-editor-reference-message-container" };

	for (; atts != NULL && atts[0] != NULL; atts += 2) {
		if (!sp_strieq(atts[0], "id") || atts[1] == NULL)
			continue;
		for (size_t i = 0; i < SP_ARRAY_LEN(ids); i++) {
			if (sp_strieq(atts[1], ids[i]))
				return true;
		}
	}
	return false;
}

static void begin(struct html *h, enum effect effect)
{
	switch (effect) {
	case EFFECT_NONE:
	case EFFECT_CELL:
	case EFFECT_HIDDEN:
		break;
	case EFFECT_BREAK:
		end_line(h);
		break;
	case EFFECT_RULE:
		separate(h);
		/* as the same mail program has it in its plain texts */
		add_text(h, false, "________________________________", 32);
		separate(h);
		break;
	case EFFECT_QUOTE:
		separate(h);
		h->quotes++;
		break;
	case EFFECT_BLOCK:
		separate(h);
		break;
	}
}

static void on_start(void *payload, const xmlChar *name, const xmlChar **atts)
{
	struct html *h = payload;
	enum effect effect = effect_of((const char *)name);
	struct sp_html_look look = look_of(h);

	if (h->sheet != NULL)
		mail_html_sheet_apply(h->sheet, &look, (const char *)name,
			(const char **)atts);
	mail_html_look(&look, (const char *)name, (const char **)atts);
	if (effect == EFFECT_HIDDEN)
		look.gone = true;
	if (!look.gone)
		begin(h, effect);
	if (!look.gone && begins_original((const char **)atts)) {
		separate(h);
		add_text(h, false, "-----Original Message-----", 26);
		separate(h);
	}
	open_element(h, effect, &look);
}

static void on_end(void *payload, const xmlChar *name)
{
	struct html *h = payload;
	const struct element *e;

	(void)name; /* libxml2 closes what was opened last */
	if (h->n == 0)
		return;
	e = &h->open[--h->n];
	if (e->look.gone)
		return;
	switch (e->effect) {
	case EFFECT_NONE:
	case EFFECT_BREAK:
	case EFFECT_RULE:
	case EFFECT_HIDDEN:
		break;
	case EFFECT_CELL:
		h->space = h->begun;
		break;
	case EFFECT_QUOTE:
		separate(h);
		h->quotes--;
		break;
	case EFFECT_BLOCK:
		separate(h);
		break;
	}
}

static void on_text(void *payload, const xmlChar *text, int n)
{
	struct html *h = payload;
	struct sp_html_look look = look_of(h);

	if (n > 0 && !look.gone && !look.unseen && !look.struck &&
		!look.invisible && !look.tiny)
		add_text(h, look.pre, (const char *)text, (size_t)n);
}

void mail_html_setup(void)
{
	struct sp_buf out;

	xmlInitParser();
	sp_buf_init(&out, 100);
	(void)mail_html_to_text(&out, "<p>x</p>", 8);
	sp_buf_free(&out);
}

void mail_html_teardown(void)
{
	xmlCleanupParser();
}

/* The length of "<![if ...]>" or "<![endif]>" at s, or 0. Word writes such
 * marks before the numbers of its lists; libxml2 takes them for text. */
static size_t word_mark(const char *s, size_t n)
{
	const char *end;

	if ((n < 5 || strncasecmp(s, "<![if", 5) != 0) &&
		(n < 8 || strncasecmp(s, "<![endif", 8) != 0))
		return 0;
	end = memchr(s, '>', n);
	return end != NULL && end[-1] == ']' ? (size_t)(end + 1 - s) : 0;
}

/* The HTML without such marks. */
static size_t drop_word_marks(char *out, const char *html, size_t n)
{
	size_t len = 0;

	for (size_t i = 0; i < n;) {
		size_t mark = html[i] == '<' ? word_mark(html + i, n - i) : 0;

		if (mark == 0)
			out[len++] = html[i];
		i += mark > 0 ? mark : 1;
	}
	return len;
}

/* Errors are in the nature of HTML; what there is of it was read. No tree is
 * made. False: there is no memory for a parser. */
static bool parse(const htmlSAXHandler *handler, void *payload,
	const char *html, size_t n)
{
	htmlParserCtxtPtr parser = n <= INT_MAX ? htmlNewParserCtxt() : NULL;

	if (parser == NULL)
		return false;
	*parser->sax = *handler;
	parser->userData = payload;
	/* The text is in UTF-8 by now, whatever it says itself. */
	(void)htmlCtxtReadMemory(parser, html, (int)n, NULL, "UTF-8",
		HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
			HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
	htmlFreeParserCtxt(parser);
	return true;
}

/* ---- style sheets --------------------------------------------------------
 */

struct styles {
	struct sp_buf *css;
	bool inside; /* of an element "style" that counts */
};

static void style_start(
	void *payload, const xmlChar *name, const xmlChar **atts)
{
	struct styles *s = payload;

	s->inside = sp_strieq((const char *)name, "style");
	for (; s->inside && atts != NULL && atts[0] != NULL; atts += 2) {
		const char *value = (const char *)atts[1];

		if (sp_strieq((const char *)atts[0], "media") &&
			value != NULL &&
			mail_html_is_for_print(value, strlen(value)))
			s->inside = false;
	}
}

static void style_end(void *payload, const xmlChar *name)
{
	struct styles *s = payload;

	(void)name;
	/* one that ends within a rule or comment takes in no other */
	if (s->inside)
		sp_buf_adds(s->css, "\n/**/}}}}}\n");
	s->inside = false;
}

static void style_text(void *payload, const xmlChar *text, int n)
{
	struct styles *s = payload;

	if (s->inside && n > 0)
		sp_buf_add(s->css, (const char *)text, (size_t)n);
}

/* All sheets come before the text: one may stand below what it hides. NULL:
 * there is none. */
static struct sp_html_sheet *read_sheets(const char *html, size_t n)
{
	static const htmlSAXHandler handler = { .startElement = style_start,
		.endElement = style_end,
		.characters = style_text,
		.cdataBlock = style_text };
	struct sp_html_sheet *sheet = NULL;
	struct sp_buf css;
	struct styles styles = { .css = &css };
	bool any = false;

	for (size_t i = 0; i + 6 <= n && !any; i++)
		any = html[i] == '<' && strncasecmp(html + i, "<style", 6) == 0;
	if (!any)
		return NULL;
	sp_buf_init(&css, 2 * SP_MAIL_RAW_MAX);
	if (parse(&handler, &styles, html, n) && css.len > 0)
		mail_html_sheet_new(&sheet, sp_buf_str(&css), css.len);
	sp_buf_free(&css);
	return sheet;
}

enum sp_mail_reason mail_html_to_text(
	struct sp_buf *out, const char *html, size_t n)
{
	static const htmlSAXHandler handler = { .startElement = on_start,
		.endElement = on_end,
		.characters = on_text,
		.ignorableWhitespace = on_text,
		.cdataBlock = on_text };
	struct html h = { .out = out };
	struct sp_html_sheet *sheet;
	char *copy = sp_xmalloc(n + 1);
	bool parsed;

	n = drop_word_marks(copy, html, n);
	copy[n] = '\0';
	sheet = read_sheets(copy, n);
	h.sheet = sheet;
	parsed = parse(&handler, &h, copy, n);
	separate(&h);
	sp_free(h.open);
	mail_html_sheet_free(sheet);
	sp_free(copy);
	if (!parsed)
		return SP_MAIL_PARSER_FAILED;
	return out->overflow ? SP_MAIL_TEXT_TOO_LONG : SP_MAIL_READABLE;
}
