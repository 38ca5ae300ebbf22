/*
 * A club for `spellpost doctor` to look at, and what it finds there.
 */
#ifndef PATIENT_H
#define PATIENT_H

#include "club.h"
#include "doctor/doctor_private.h"
#include "inside.h"

struct patient {
	struct club club;
	struct sp_doctor_options options; /* no mail, one second */
	json_t *answer;                   /* of the last examination */
	/* what the daemon says where run/lock is held */
	int ask_code;
	unsigned progress; /* calls */
};

/* A club with a game of two that has gone a step, closed; its configuration is
 * that of its file. */
void patient_make(struct patient *p);
void patient_make_at(struct patient *p, int64_t now); /* club_make_at */
/* A copy of it, to be hurt. */
void patient_copy(struct patient *copy, const struct patient *from);
void patient_clear(struct patient *p);
/* A shell command in its folder, which must succeed. */
void patient_hurt(const struct patient *p, const char *command);
void patient_examine(struct patient *p);
/* The first finding of this check and level ("ok", "warning", "error"), or
 * NULL.
 */
const json_t *patient_finding(
	const struct patient *p, const char *check, const char *level);
/* It is there, and text and remedy have these words. False after a failed
 * assertion, with what was found on standard output. */
bool patient_has(const struct patient *p, const char *check, const char *level,
	const char *text, const char *remedy);
unsigned patient_count(const struct patient *p, const char *level);

#endif
