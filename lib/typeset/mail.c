/* A mail, its subject and both forms of the body, or a page for a screen, out
 * of a template. */
#include "typeset_private.h"

/* Say which of the three is too small; true if one is. */
static bool is_too_long(const char *name, const struct sp_buf *subject,
	const struct sp_buf *body, const struct sp_buf *html,
	struct sp_error *e)
{
	const struct sp_buf *full = subject->overflow                ? subject
				    : body->overflow                 ? body
				    : html != NULL && html->overflow ? html
								     : NULL;

	if (full == NULL)
		return false;
	(void)sp_error_set(e, SP_ELIMIT,
		"template %s: the mail would be longer than %zu bytes", name,
		full->max);
	return true;
}

static int set(const struct sp_templates *templates, const char *name,
	const json_t *context, size_t columns, struct sp_buf *subject,
	struct sp_buf *body, struct sp_buf *html, struct sp_error *e)
{
	static const char prefix[] = "Subject: ";
	struct sp_buf whole;
	const char *text, *newline;
	size_t len;
	int rc;

	sp_buf_init(&whole, body->max);
	rc = sp_mustache_render_marked(templates, name, context, &whole, e);
	if (rc != SP_OK)
		goto out;
	text = sp_buf_str(&whole);
	newline = strchr(text, '\n');
	if (!sp_starts(text, prefix) || newline == NULL || newline[1] != '\n') {
		rc = sp_error_at(e, SP_EINVAL, 1, 1,
			"template %s: a mail begins with a line "
			"\"Subject: ...\" and an empty line",
			name);
		goto out;
	}
	text += strlen(prefix);
	sp_buf_add(subject, text, (size_t)(newline - text));
	text = newline + 2;
	len = whole.len - (size_t)(text - whole.data);
	typeset_text(text, len, columns, body);
	if (html != NULL)
		typeset_html(text, len, html);
	if (is_too_long(name, subject, body, html, e))
		rc = SP_ELIMIT;
out:
	sp_buf_free(&whole);
	return rc;
}

int sp_typeset_mail(const struct sp_templates *templates, const char *name,
	const json_t *context, struct sp_buf *subject, struct sp_buf *body,
	struct sp_buf *html, struct sp_error *e)
{
	return set(templates, name, context, SP_TYPESET_COLUMNS, subject, body,
		html, e);
}

int sp_typeset_screen(const struct sp_templates *templates, const char *name,
	const json_t *context, size_t columns, struct sp_buf *body,
	struct sp_error *e)
{
	struct sp_buf subject;
	int rc;

	sp_buf_init(&subject, SIZE_MAX);
	rc = set(templates, name, context, columns, &subject, body, NULL, e);
	sp_buf_free(&subject);
	return rc;
}
