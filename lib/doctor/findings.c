/* Findings, from what was seen to a line for people. */
#include "doctor/doctor.h"

#include "doctor/doctor_private.h"

#define TEXT_MAX 1200
/* columns of the level and the check */
#define LEVEL_WIDTH 9
#define CHECK_WIDTH 16

static void SP_PRINTF(5, 0) vfound(struct sp_findings *f, enum sp_level level,
	const char *check, const char *remedy, const char *fmt, va_list ap)
{
	struct sp_finding finding = {
		.level = level, .check = check, .remedy = remedy
	};
	struct sp_buf text;

	sp_buf_init(&text, TEXT_MAX);
	sp_buf_vaddf(&text, fmt, ap);
	/* SQLite reports several things, and servers say what they like */
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.data[i] < ' ' || text.data[i] == 0x7f)
			text.data[i] = ' ';
	finding.text = sp_buf_str(&text);
	f->n++;
	f->warnings += level == SP_LEVEL_WARNING;
	f->errors += level == SP_LEVEL_ERROR;
	f->each(&finding, f->payload);
	sp_buf_free(&text);
}

void doctor_found(struct sp_findings *f, enum sp_level level, const char *check,
	const char *remedy, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfound(f, level, check, remedy, fmt, ap);
	va_end(ap);
}

void doctor_found_status(struct sp_findings *f, const char *check, int rc,
	const struct sp_error *why, const char *remedy)
{
	if (rc == SP_OK)
		doctor_found(f, SP_LEVEL_OK, check, "", "%s", "");
	else
		doctor_found_error(f, SP_LEVEL_ERROR, check, why, remedy);
}

void doctor_found_error(struct sp_findings *f, enum sp_level level,
	const char *check, const struct sp_error *why, const char *remedy)
{
	doctor_found(f, level, check,
		why->remedy[0] != '\0' ? why->remedy : remedy, "%s",
		why->text[0] != '\0' ? why->text
				     : "it failed without a reason");
}

/* ---- for people ------------------------------------------------------- */

static size_t width(const char *text, size_t n)
{
	return sp_utf8_width(text, n);
}

/* Words from column `at` on, further lines from column `indent` on. */
static void wrap(struct sp_buf *out, const char *text, size_t at, size_t indent,
	size_t columns)
{
	bool first = true;

	while (*text != '\0') {
		size_t n = strcspn(text, " ");

		if (!first && columns > 0 && at > indent &&
			at + 1 + width(text, n) > columns) {
			sp_buf_addc(out, '\n');
			sp_buf_pad(out, ' ', indent);
			at = indent;
		} else if (!first) {
			sp_buf_addc(out, ' ');
			at++;
		}
		sp_buf_add(out, text, n);
		at += width(text, n);
		text += n + strspn(text + n, " ");
		first = false;
	}
	sp_buf_addc(out, '\n');
}

void sp_doctor_format(
	struct sp_buf *out, const struct sp_finding *f, size_t columns)
{
	static const char *const words[] = { "ok", "warning", "error" };
	size_t name = width(f->check, strlen(f->check));
	size_t indent = LEVEL_WIDTH + CHECK_WIDTH + 1;
	size_t at = name < CHECK_WIDTH ? indent : LEVEL_WIDTH + name + 1;

	/* as they are where there is no room for a column of text */
	if (columns < indent + 20)
		columns = 0;
	sp_buf_addf(out, "%-*s", LEVEL_WIDTH, words[f->level]);
	sp_buf_adds(out, f->check);
	if (f->text[0] == '\0') {
		sp_buf_addc(out, '\n');
	} else {
		sp_buf_pad(out, ' ', at - LEVEL_WIDTH - name);
		wrap(out, f->text, at, indent, columns);
	}
	if (f->remedy[0] == '\0')
		return;
	sp_buf_pad(out, ' ', indent);
	sp_buf_adds(out, "-> ");
	wrap(out, f->remedy, indent + 3, indent + 3, columns);
}
