/* The commands that only look: at games, rulesets and cards. */
#include "call.h"

#include <unistd.h>

int daemon_ruleset_check(struct sp_call *call)
{
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;
	bool good;

	sp_buf_init(&text, SIZE_MAX);
	int rc =
		sp_audit_rulebook_check(call->argv[0], &json, &text, &good, &e);
	int status = daemon_call_print(call, rc, json, &text, &e);
	return rc == SP_OK && !good ? SP_EXIT_FAILED : status;
}

int daemon_card(struct sp_call *call)
{
	const char *ruleset = daemon_call_value(call, "ruleset");
	struct sp_error e = { 0 };
	struct sp_buf text, name;
	json_t *json = NULL;

	sp_buf_init(&name, 1000);
	for (int i = 0; i < call->argc; i++)
		sp_buf_addf(&name, "%s%s", i > 0 ? " " : "", call->argv[i]);
	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_audit_rulebook_card(call->config.rulesets,
		ruleset != NULL ? ruleset : "wizwar8", sp_buf_str(&name), &json,
		&text, &e);
	sp_buf_free(&name);
	return daemon_call_print(call, rc, json, &text, &e);
}

typedef int looker(struct sp_viewer *viewer, struct sp_call *call,
	json_t **json, struct sp_buf *text, struct sp_error *e);

static int look(struct sp_call *call, looker *fn)
{
	struct sp_viewer *viewer = NULL;
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *json = NULL;

	sp_buf_init(&text, SIZE_MAX);
	int rc = sp_doctor_viewer_open(&viewer, &call->config, &e);
	if (rc == SP_OK)
		rc = fn(viewer, call, &json, &text, &e);
	sp_doctor_viewer_close(viewer);
	return daemon_call_print(call, rc, json, &text, &e);
}

static int look_list(struct sp_viewer *v, struct sp_call *call, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	(void)call;
	return sp_doctor_viewer_list(
		v, sp_clock_now(&sp_clock_system), json, text, e);
}

static int look_show(struct sp_viewer *v, struct sp_call *call, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	return sp_doctor_viewer_show(v, call->argv[0], json, text, e);
}

static int look_board(struct sp_viewer *v, struct sp_call *call, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	return sp_doctor_viewer_board(
		v, call->argv[0], daemon_call_has(call, "html"), json, text, e);
}

static int look_export(struct sp_viewer *v, struct sp_call *call, json_t **json,
	struct sp_buf *text, struct sp_error *e)
{
	char *path = NULL;
	int rc = sp_doctor_viewer_path(v, call->argv[0], &path, e);

	if (rc == SP_OK)
		rc = sp_audit_export(path, daemon_call_value(call, "bundle"),
			daemon_call_has(call, "force"), json, text, e);
	sp_free(path);
	return rc;
}

static int look_quarantine(struct sp_viewer *v, struct sp_call *call,
	json_t **json, struct sp_buf *text, struct sp_error *e)
{
	(void)call;
	return sp_doctor_viewer_quarantine(v, json, text, e);
}

/* Nothing but lines of printable ASCII, bytes above that and tabs. */
static void tame(char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
			bytes[i] = '?';
	}
}

/* Its bytes as they came: a mail may hold NUL, which no text does. */
static int show_quarantined(struct sp_call *call)
{
	struct sp_viewer *viewer = NULL;
	struct sp_error e = { 0 };
	struct sp_buf bytes;
	int status = SP_EXIT_OK;

	sp_buf_init(&bytes, SIZE_MAX);
	int rc = sp_doctor_viewer_open(&viewer, &call->config, &e);
	if (rc == SP_OK)
		rc = sp_doctor_viewer_quarantined(
			viewer, call->argv[0], &bytes, &e);
	sp_doctor_viewer_close(viewer);
	size_t n = bytes.len;
	char *mail = sp_buf_take(&bytes);
	if (rc != SP_OK) {
		status = daemon_complain("spellpost", &e);
	} else {
		if (isatty(STDOUT_FILENO))
			tame(mail, n);
		fwrite(mail, 1, n, stdout);
	}
	sp_free(mail);
	return status;
}

int daemon_quarantine(struct sp_call *call)
{
	return call->argc > 0 ? show_quarantined(call)
			      : look(call, look_quarantine);
}

int daemon_list(struct sp_call *call)
{
	return look(call, look_list);
}

int daemon_show(struct sp_call *call)
{
	return look(call, look_show);
}

int daemon_board(struct sp_call *call)
{
	return look(call, look_board);
}

int daemon_export(struct sp_call *call)
{
	daemon_make_public();
	return look(call, look_export);
}
