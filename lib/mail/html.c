/*
 * HTML -> the text that its reader sees, as far as orders go: lines, quotes and
 * rules. Over libxml2's parser with handlers of our own in place of a tree.
 * (Not its push parser: 2.9.14 loses all behind an end tag that comes first.)
 * Runs in the parser process only.
 */
#include "mail_private.h"

#include <libxml/HTMLparser.h>

#define QUOTES_MAX 20

struct html {
	struct sp_buf *out;
	bool begun;      /* the line has something */
	bool space;      /* a blank is owed before the next letter */
	unsigned quotes; /* blockquotes around */
	unsigned hidden; /* elements around whose text nobody sees */
	unsigned pre;    /* elements around that keep their lines */
};

/* What an element does at its start and at its end. */
enum effect {
	EFFECT_NONE,
	EFFECT_BLOCK, /* stands on lines of its own */
	EFFECT_BREAK,
	EFFECT_RULE,
	EFFECT_CELL,
	EFFECT_QUOTE,
	EFFECT_PRE,
	EFFECT_HIDDEN,
};

static enum effect effect_of(const char *name)
{
	static const struct {
		const char *name;
		enum effect effect;
	} table[] = {
		{ "address", EFFECT_BLOCK },
		{ "article", EFFECT_BLOCK },
		{ "blockquote", EFFECT_QUOTE },
		{ "br", EFFECT_BREAK },
		{ "center", EFFECT_BLOCK },
		{ "dd", EFFECT_BLOCK },
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
		{ "li", EFFECT_BLOCK },
		{ "ol", EFFECT_BLOCK },
		{ "p", EFFECT_BLOCK },
		{ "pre", EFFECT_PRE },
		{ "script", EFFECT_HIDDEN },
		{ "section", EFFECT_BLOCK },
		{ "style", EFFECT_HIDDEN },
		{ "table", EFFECT_BLOCK },
		{ "td", EFFECT_CELL },
		{ "textarea", EFFECT_HIDDEN },
		{ "th", EFFECT_CELL },
		{ "title", EFFECT_HIDDEN },
		{ "tr", EFFECT_BLOCK },
		{ "ul", EFFECT_BLOCK },
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

static void add_text(struct html *h, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t len = sp_char_len(s + i, n - i);

		if (len == 0)
			len = 1;
		if (h->pre > 0 && s[i] == '\n') {
			end_line(h);
		} else if (h->pre == 0 && sp_is_space((unsigned char)s[i])) {
			h->space = h->begun;
		} else {
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

static void on_start(void *payload, const xmlChar *name, const xmlChar **atts)
{
	struct html *h = payload;
	enum effect effect = effect_of((const char *)name);

	(void)atts;
	if (effect == EFFECT_HIDDEN)
		h->hidden++;
	if (h->hidden > 0)
		return;
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
		add_text(h, "________________________________", 32);
		separate(h);
		break;
	case EFFECT_PRE:
		h->pre++;
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

static void on_end(void *payload, const xmlChar *name)
{
	struct html *h = payload;
	enum effect effect = effect_of((const char *)name);

	if (effect == EFFECT_HIDDEN && h->hidden > 0)
		h->hidden--;
	if (h->hidden > 0)
		return;
	switch (effect) {
	case EFFECT_NONE:
	case EFFECT_BREAK:
	case EFFECT_RULE:
	case EFFECT_HIDDEN:
		break;
	case EFFECT_CELL:
		h->space = h->begun;
		break;
	case EFFECT_PRE:
		h->pre -= h->pre > 0;
		separate(h);
		break;
	case EFFECT_QUOTE:
		separate(h);
		h->quotes -= h->quotes > 0;
		break;
	case EFFECT_BLOCK:
		separate(h);
		break;
	}
}

static void on_text(void *payload, const xmlChar *text, int n)
{
	struct html *h = payload;

	if (h->hidden == 0 && n > 0)
		add_text(h, (const char *)text, (size_t)n);
}

void sp_html_setup(void)
{
	struct sp_buf out;

	xmlInitParser();
	sp_buf_init(&out, 100);
	(void)sp_html_to_text(&out, "<p>x</p>", 8);
	sp_buf_free(&out);
}

void sp_html_teardown(void)
{
	xmlCleanupParser();
}

enum sp_mail_reason sp_html_to_text(
	struct sp_buf *out, const char *html, size_t n)
{
	static const htmlSAXHandler handler = { .startElement = on_start,
		.endElement = on_end,
		.characters = on_text,
		.ignorableWhitespace = on_text,
		.cdataBlock = on_text };
	struct html h = { .out = out };
	htmlParserCtxtPtr parser = n <= INT_MAX ? htmlNewParserCtxt() : NULL;

	if (parser == NULL)
		return SP_MAIL_PARSER_FAILED;
	*parser->sax = handler;
	parser->userData = &h;
	/* The text is in UTF-8 by now, whatever it says itself. Errors are in
	 * the nature of HTML; what there is of it was read. No tree is made. */
	(void)htmlCtxtReadMemory(parser, html, (int)n, NULL, "UTF-8",
		HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
			HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
	htmlFreeParserCtxt(parser);
	separate(&h);
	return out->overflow ? SP_MAIL_TEXT_TOO_LONG : SP_MAIL_READABLE;
}
