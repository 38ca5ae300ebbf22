/*
 * doctor: looks at an installation, on top of the host and without deciding
 * anything: what games there are (the viewer), what is wrong between the
 * configuration and the repositories (check), and whether a mail comes back
 * (doctor). The commands of the operator call it, beside a daemon at work.
 */
#ifndef SP_DOCTOR_H
#define SP_DOCTOR_H

#include "base/json.h"
#include "config/config.h"

/* ---- looking, without deciding: needs no lock ------------------------- */

struct sp_viewer;

int sp_doctor_viewer_open(struct sp_viewer **out,
	const struct sp_config *config, struct sp_error *e) SP_MUST_CHECK;
void sp_doctor_viewer_close(struct sp_viewer *viewer);
/* Each fills *json (the caller owns it) and appends the text for people. */
int sp_doctor_viewer_list(struct sp_viewer *viewer, int64_t now, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* `gid` may be any unambiguous beginning, here and below. */
int sp_doctor_viewer_show(struct sp_viewer *viewer, const char *gid,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* `html`: as a page, in colour. */
int sp_doctor_viewer_board(struct sp_viewer *viewer, const char *gid, bool html,
	json_t **json, struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* The newest turns as a story, oldest first; 0: all. */
int sp_doctor_viewer_history(struct sp_viewer *viewer, const char *gid,
	int turns, json_t **json, struct sp_buf *text,
	struct sp_error *e) SP_MUST_CHECK;
/* Where its repository is; the caller owns *path. */
int sp_doctor_viewer_path(struct sp_viewer *viewer, const char *gid,
	char **path, struct sp_error *e) SP_MUST_CHECK;

/* The mails that were set aside: a line each. */
int sp_doctor_viewer_quarantine(struct sp_viewer *viewer, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;
/* One of them as it came: append its bytes, which may be none (it is in the
 * inbox's folder Quarantine then). SP_ENOTFOUND: there is no such mail. */
int sp_doctor_viewer_quarantined(struct sp_viewer *viewer, const char *id,
	struct sp_buf *bytes, struct sp_error *e) SP_MUST_CHECK;

/* ---- finding what is wrong -------------------------------------------- */

enum sp_level { SP_LEVEL_OK, SP_LEVEL_WARNING, SP_LEVEL_ERROR };

/* What was looked at and what was seen there. Texts are one line without
 * controls, and hold no secret. */
struct sp_finding {
	enum sp_level level;
	const char *check;  /* "master key", "inbox club" */
	const char *text;   /* may be empty where all is well */
	const char *remedy; /* what to do; empty where all is well */
};

/* The quick look of `spellpost check`: configuration, folders, key, registry,
 * repositories. It connects to no server. Each finding is a line, with its
 * remedy. SP_OK unless one is an error. */
int sp_doctor_viewer_check(const struct sp_config *config, json_t **json,
	struct sp_buf *text, struct sp_error *e) SP_MUST_CHECK;

struct sp_doctor_options {
	const char *mime_program;            /* path of spellpost-mime */
	const char *bot_program;             /* path of spellpost-bot */
	const struct sp_clock *clock;        /* NULL: the system's */
	const struct sp_error *config_error; /* why there is no configuration */
	bool offline; /* connect to no server, and send nothing */
	bool no_mail; /* send nothing */
	int timeout;  /* seconds that the probe has, there and back */
	/* Does the daemon of this data folder answer, and as which process?
	 * SP_EAGAIN: none listens. */
	int (*ask)(const char *data, int64_t *pid, struct sp_error *e);
	/* each finding when it is there, borrowed; may be NULL */
	void (*found)(const struct sp_finding *finding, void *payload);
	/* what takes its time: `done` of `total` (0: nobody knows); may be NULL
	 */
	void (*progress)(
		const char *what, size_t done, size_t total, void *payload);
	void *payload;
};

/* The long look of `spellpost doctor`: what check does, and permissions, the
 * disk, the clock, the daemon, a log-in at each server, and a mail to ourselves
 * and back. `config` is NULL where there is a config_error. It changes nothing
 * but what the daemon would make anyway (folders for mails that are done), and
 * takes nothing out of an inbox but its own mail. The answer, which the caller
 * owns, is {"findings": [{"check", "level", "text", "remedy"}], "errors": n,
 * "warnings": n}. */
json_t *sp_doctor_examine(const struct sp_config *config,
	const struct sp_doctor_options *options);
/* A finding for people: level, check and text, the remedy below. Lines are
 * broken to fit into `columns`; 0: never. */
void sp_doctor_format(
	struct sp_buf *out, const struct sp_finding *finding, size_t columns);

#endif
