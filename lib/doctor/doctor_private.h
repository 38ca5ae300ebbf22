/*
 * What the files of `check` and `doctor` share: findings as they are made, what
 * both look at, and the state of one examination.
 *
 * Circle: doctor and what it looks at. It calls each look, and a look tells it
 * how far it is and asks it for the time.
 */
#ifndef SP_DOCTOR_PRIVATE_H
#define SP_DOCTOR_PRIVATE_H

#include "doctor/doctor.h"

#include "base/json.h"
#include "config/config.h"
#include "mail/mail.h"
#include "post/probe.h"
#include "record/live.h"
#include "registry/registry.h"
#include "render/render.h"
#include "seal/seal.h"
#include "store/store.h"

/* ---- pages (page.c) --------------------------------------------------- */

/* A text as HTML: the same words, preformatted; where the board of this
 * position stands in it, in colour. `g` NULL: no board. Styles are written out
 * in the elements; nothing is fetched. */
void sp_doctor_page(const struct sp_ruleset *ruleset, const struct sp_game *g,
	const char *body, size_t len, struct sp_buf *out);

/* ---- findings (findings.c) -------------------------------------------- */

struct sp_findings {
	unsigned n, warnings, errors;
	void (*each)(const struct sp_finding *finding, void *payload);
	void *payload;
};

/* A finding; its text becomes one line. */
void doctor_found(struct sp_findings *f, enum sp_level level, const char *check,
	const char *remedy, const char *fmt, ...) SP_PRINTF(5, 6);
/* All is well where `rc` is SP_OK; else the error's text. */
void doctor_found_status(struct sp_findings *f, const char *check, int rc,
	const struct sp_error *why, const char *remedy);

/* Tell an error, with its own remedy; with `remedy` if it has none. */
void doctor_found_error(struct sp_findings *f, enum sp_level level,
	const char *check, const struct sp_error *why, const char *remedy);

/* ---- what both look at (check.c) -------------------------------------- */

struct sp_viewer {
	struct sp_config config;
	struct sp_registry *registry;
	struct sp_store *store;
	struct sp_rulesets rulesets;
	struct sp_keys keys; /* none: boxes stay closed */
	struct sp_scratch scratch;
};

/* The row of a game by any unambiguous beginning of its id. */
int doctor_viewer_find(struct sp_viewer *v, const char *gid,
	struct sp_game_row *out, struct sp_error *e) SP_MUST_CHECK;
/* The position of a game, without dice: nobody needs the master to look. */
int doctor_viewer_load(struct sp_viewer *v, const char *gid,
	struct sp_live **out, struct sp_error *e) SP_MUST_CHECK;

/* The keys; to be wiped by the caller. False where they do not read, which is
 * put down then; who goes on says that all is well. */
bool doctor_check_master(struct sp_findings *f, const struct sp_config *config,
	struct sp_master *out);
void doctor_check_one_disk(
	struct sp_findings *f, const struct sp_config *config);
void doctor_check_texts(struct sp_findings *f, const struct sp_config *config);
void doctor_check_rulesets(
	struct sp_findings *f, const struct sp_config *config);
/* Is there a club at all? False where none is, which is put down then. */
bool doctor_check_club(struct sp_findings *f, const struct sp_config *config);
/* The judge's address: reply addresses fit, and a host can get mail for it. */
void doctor_check_address(
	struct sp_findings *f, const struct sp_config *config);
/* Where players clone: it is a line of a command in a mail. */
void doctor_check_clone_url(
	struct sp_findings *f, const struct sp_config *config);
/* Inboxes and sender as far as no server is needed: settings, password files,
 * folders of this machine. */
void doctor_check_settings(
	struct sp_findings *f, const struct sp_config *config);
/* The same with the registry; *out may be there although it is damaged. */
bool doctor_check_registry(struct sp_findings *f,
	const struct sp_config *config, struct sp_viewer **out);
/* Put down a game that doctor_check_game refuses with this code, and what to do
 * about it. */
void doctor_found_game(struct sp_findings *f, const char *check,
	const char *gid, int code, const struct sp_error *why);
int doctor_check_game(struct sp_viewer *v, const struct sp_game_row *row,
	struct sp_error *e) SP_MUST_CHECK;

/* ---- one examination (doctor.c, files.c, games.c, mail.c, trip.c) -------------------------------------- */

/* Who holds run/lock. */
enum sp_at_work {
	SP_NOBODY_WORKS,
	SP_SOMEBODY_WORKS, /* a command, or `spellpostd --once` */
	SP_DAEMON_WORKS,
};

struct sp_doctor {
	const struct sp_config *config;
	struct sp_doctor_options o;
	struct sp_findings found;
	json_t *list;
	enum sp_at_work at_work;
	int64_t pid;               /* of the daemon */
	struct sp_error no_answer; /* of it, where it is at work */
	struct sp_mime *mime;      /* NULL: it does not start, and why */
	struct sp_error no_mime;
	struct sp_master master;
	bool has_master;
	struct sp_viewer *viewer; /* NULL: the registry does not open */
	int64_t newest;           /* instant that it knows; SP_NEVER: none */
	struct sp_inbox *inbox[SP_CONFIG_INBOXES]; /* NULL: it does not work */
	struct sp_sender *sender;
};

int64_t doctor_now(const struct sp_doctor *d);
void doctor_progress(
	struct sp_doctor *d, const char *what, size_t done, size_t total);

/* files.c: false where it makes no sense to go on. */
bool doctor_files(struct sp_doctor *d);
/* What so much room on a disk means; files: -1 where they are not counted. */
enum sp_level doctor_space(int64_t bytes, int64_t files);
/* games.c: master key, registry, repositories */
void doctor_club(struct sp_doctor *d);
/* registry.c: behind the registry's own check */
void doctor_registry(struct sp_doctor *d, size_t n_games);
/* Count the steps of a game (NULL: of all) that are decided and not in its
 * repository: a daemon at work has some for moments, one that starts does them
 * first. */
int doctor_unfinished(struct sp_doctor *d, const char *gid, size_t *out,
	struct sp_error *e) SP_MUST_CHECK;
/* mail.c: each inbox and the sender */
void doctor_servers(struct sp_doctor *d);
/* trip.c: a mail to ourselves and back */
void doctor_trip(struct sp_doctor *d);

/* ---- the mail to ourselves (trip.c, tell.c) -------------- */

enum sp_fate {
	SP_FATE_AWAY, /* not seen yet */
	SP_FATE_HOME, /* taken out of the inbox, by us or by the daemon */
	SP_FATE_LIES, /* it lies in the inbox, and the daemon leaves it there */
	SP_FATE_STRANGE, /* the daemon took it for somebody's mail */
	SP_FATE_BOUNCED,
};

/* One mail under way. */
struct sp_errand {
	struct sp_probe probe;
	char to[SP_ADDR_SIZE];
	char shown[SP_ADDR_SIZE]; /* the address without the token */
	bool sent;
	struct sp_error unsent;
	bool refused;     /* for good */
	int64_t began;    /* monotonic, ms */
	int64_t began_at; /* the clock */
	enum sp_fate fate;
	int64_t took; /* ms */
	int64_t arrival, seen_at;
	char inbox[SP_CONFIG_TITLE];
	bool left; /* it could not be taken out */
};

void doctor_errand_tell_home(
	struct sp_doctor *d, const struct sp_errand *errand);
/* It did not come home; true where that says all there is to know. */
bool doctor_errand_tell_stray(
	struct sp_doctor *d, const struct sp_errand *errand);
void doctor_errand_tell_unsent(
	struct sp_doctor *d, const struct sp_errand *errand);
/* Neither came. */
void doctor_errand_tell_lost(
	struct sp_doctor *d, const struct sp_errand *plain);
/* Only the one to the plain address did. */
void doctor_errand_tell_no_plus(struct sp_doctor *d,
	const struct sp_errand *plus, const struct sp_errand *plain);

/* Paints a drawing as HTML, without the <pre> around it (paint.c). */
sp_render_run doctor_paint;

#endif
