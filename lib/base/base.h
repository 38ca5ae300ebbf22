/*
 * base: what every other module stands on: errors, memory, bounded buffers,
 * a text cursor, numbers and encodings, calendar dates, an injected clock, a
 * log, small files. It knows nothing of games, mail or git.
 *
 * Circle: text, error, mem and buf. Buffers and copies of texts take memory, a
 * formatted text of its own grows in a buffer, and an error is a text.
 */
#ifndef SP_BASE_H
#define SP_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "banned.h"

#define SP_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define SP_MUST_CHECK   __attribute__((warn_unused_result))
#define SP_NORETURN     __attribute__((noreturn))
#define SP_ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* How many of them are set. */
static inline int sp_count_bits(unsigned bits)
{
	int n = 0;

	for (; bits != 0; bits &= bits - 1)
		n++;
	return n;
}

/* ---- errors -------------------------------------------------------------
 *
 * Three kinds, never mixed (our bug: assert; the world failed: a negative
 * status and an optional struct sp_error; a bad order: data for its player).
 *
 * What is not there is an answer or a failure. Whoever looks for something
 * (find, newest, a read of one row, a tag) answers SP_ENOTFOUND and leaves `e`
 * alone: the caller knows whether he needs it. Whoever opens, reads or changes
 * what he was told is there fails: SP_ENOTFOUND and a text. A word of a person
 * that names nothing is bad input: SP_EINVAL and what he may write instead.
 */

enum sp_status {
	SP_OK = 0,
	SP_EINVAL = -1,    /* bad input; the text says what to do */
	SP_ENOTFOUND = -2, /* the thing asked for is not there */
	SP_EEXISTS = -3,   /* the thing to be made is already there */
	SP_ESYS = -4,      /* a system call or a library failed */
	SP_ECORRUPT = -5,  /* stored data does not read */
	SP_ECONFLICT = -6, /* compare-and-swap lost, or a lock is held */
	SP_ELIMIT = -7,    /* a bound was reached; nothing was changed */
	SP_EREFUSED = -8,  /* a rule of the game says no */
	SP_EUNKNOWN = -9,  /* a view does not know what would decide */
	SP_EAGAIN = -10,   /* not now; try again later */
};

#define SP_ERROR_TEXT   400
#define SP_ERROR_REMEDY 300

struct sp_error {
	int code;        /* enum sp_status; 0 while nothing went wrong */
	unsigned line;   /* from 1; 0 where there is none */
	unsigned column; /* from 1, in bytes; 0 where there is none */
	bool late;       /* the latest call came after the first error */
	char text[SP_ERROR_TEXT];
	char remedy[SP_ERROR_REMEDY]; /* what to do about it; may be empty */
};

/* Record an error unless one is recorded already (the first one wins); `e` may
 * be NULL. Returns `code`, so that `return sp_error_set(...)` reads well. */
int sp_error_set(struct sp_error *e, int code, const char *fmt, ...)
	SP_PRINTF(3, 4);
/* Record an error with a place in a text. */
int sp_error_at(struct sp_error *e, int code, unsigned line, unsigned column,
	const char *fmt, ...) SP_PRINTF(5, 6);
/* Record the error `from` under another code, or under its own. */
int sp_error_copy(struct sp_error *e, int code, const struct sp_error *from);
/* Say what to do about the error that the call in the place of `code` recorded:
 *
 *     return sp_error_remedy(e, sp_error_set(e, SP_ESYS, "..."), "check ...");
 *
 * Dropped if that error was (another one came first), and if the recorded one
 * has a remedy: whoever found it knows best. Returns `code`. */
int sp_error_remedy(struct sp_error *e, int code, const char *fmt, ...)
	SP_PRINTF(3, 4);
/* Put `fmt` and ": " before the recorded text ("red.txt: line 3 ..."). Returns
 * the recorded code. */
int sp_error_prefix(struct sp_error *e, const char *fmt, ...) SP_PRINTF(2, 3);

/* An error as people read it in one line, for a log, a terminal or a mail:
 * "text; remedy", or the text alone. sp_error_line(&e) lives as long as the
 * block that it stands in. */
#define SP_ERROR_LINE (SP_ERROR_TEXT + SP_ERROR_REMEDY + 2)
const char *sp_error_join(const struct sp_error *e, char out[SP_ERROR_LINE]);
#define sp_error_line(e) sp_error_join((e), (char[SP_ERROR_LINE]){ "" })
void sp_error_clear(struct sp_error *e);

/* ---- memory: out of memory aborts --------------------------------------- */

void *sp_xmalloc(size_t size) __attribute__((malloc, returns_nonnull));
void *sp_xcalloc(size_t n, size_t size)
	__attribute__((malloc, returns_nonnull));
void *sp_xrealloc(void *p, size_t n, size_t size)
	__attribute__((returns_nonnull));
char *sp_xstrdup(const char *s) __attribute__((malloc, returns_nonnull));
char *sp_xstrndup(const char *s, size_t n)
	__attribute__((malloc, returns_nonnull));
char *sp_xasprintf(const char *fmt, ...) SP_PRINTF(1, 2)
	__attribute__((malloc, returns_nonnull));
void sp_free(void *p);
/* Before a long wait: give free memory back to the system, if it is much. */
void sp_mem_trim(void);
/* For a program that will hold secrets, before it reads them: no core file of
 * its memory is made, nor given to a program that collects them, and other
 * processes of the same user cannot look into it. */
int sp_mem_guard(struct sp_error *e) SP_MUST_CHECK;
/* Overwrite a secret so that the compiler cannot leave the store out. */
void sp_wipe(void *p, size_t n);

/* ---- bounded buffer ------------------------------------------------------
 *
 * `data` is NUL-terminated after every call and NULL only before the first.
 * Growth beyond `max` bytes keeps the part that fits, drops the rest and sets
 * `overflow`, which stays set until sp_buf_clear; whoever takes untrusted text
 * checks it.
 */

struct sp_buf {
	char *data;
	size_t len;
	size_t cap;
	size_t max;
	bool overflow;
};

void sp_buf_init(struct sp_buf *b, size_t max);
void sp_buf_free(struct sp_buf *b); /* and init again with the same max */
void sp_buf_clear(struct sp_buf *b);
void sp_buf_add(struct sp_buf *b, const void *p, size_t n);
void sp_buf_adds(struct sp_buf *b, const char *s);
void sp_buf_addc(struct sp_buf *b, char c);
void sp_buf_pad(struct sp_buf *b, char c, size_t n); /* n times c */
void sp_buf_addf(struct sp_buf *b, const char *fmt, ...) SP_PRINTF(2, 3);
/* Append a text of anybody's as one line that is safe on a terminal and in a
 * mail: newlines, returns and tabs become spaces, other controls and marks that
 * change the direction of text are left out. */
void sp_buf_add_line(struct sp_buf *b, const char *s, size_t n);
void sp_buf_vaddf(struct sp_buf *b, const char *fmt, va_list ap)
	SP_PRINTF(2, 0);
void sp_buf_truncate(struct sp_buf *b, size_t len);
/* The text, never NULL; borrowed. */
const char *sp_buf_str(const struct sp_buf *b);
/* The text, owned by the caller (sp_free); the buffer is empty afterwards. */
char *sp_buf_take(struct sp_buf *b);

/* ---- text cursor: walks a text without copying it ------------------------ */

struct sp_cursor {
	const char *at;
	const char *end;
	const char *line_start;
	unsigned line; /* from 1 */
};

void sp_cursor_init(struct sp_cursor *c, const char *text, size_t len);
bool sp_cursor_done(const struct sp_cursor *c);
int sp_cursor_peek(const struct sp_cursor *c); /* -1 at the end */
int sp_cursor_next(struct sp_cursor *c);
void sp_cursor_skip_blanks(struct sp_cursor *c); /* spaces and tabs */
/* The next line without its LF or CRLF; false at the end. */
bool sp_cursor_line(struct sp_cursor *c, const char **line, size_t *len);
unsigned sp_cursor_column(const struct sp_cursor *c); /* from 1 */

/* ---- strings, numbers, encodings ---------------------------------------- */

/* Copy with termination; false (and an empty dst) where it does not fit. */
bool sp_copy(char *dst, size_t size, const char *src) SP_MUST_CHECK;
bool sp_copyn(char *dst, size_t size, const char *src, size_t n) SP_MUST_CHECK;
/* snprintf that asserts that the text fits: for texts of our own making. */
void sp_format(char *dst, size_t size, const char *fmt, ...) SP_PRINTF(3, 4);
/* A whole decimal number within [min, max], nothing before or after it but one
 * minus sign. SP_EINVAL: not a number; SP_ELIMIT: out of range. */
int sp_parse_int(const char *s, long long min, long long max,
	long long *out) SP_MUST_CHECK;
/* What makes a noun agree with its count, of any type: "" behind 1, else "s".
 */
#define sp_plural(n) ((n) == 1 ? "" : "s")
bool sp_streq(const char *a, const char *b);
bool sp_strieq(const char *a, const char *b); /* ASCII case folded */
bool sp_starts(const char *s, const char *prefix);
bool sp_starts_i(const char *s, const char *prefix);
int sp_lower(int c); /* ASCII, no locale */
int sp_upper(int c);
bool sp_is_alpha(int c);
bool sp_is_digit(int c);
bool sp_is_alnum(int c);
bool sp_is_space(int c); /* space, \t \r \n \v \f */
void sp_lower_string(char *s);
/* Strip white space at both ends of s[0..*len); returns the new start. */
const char *sp_trim(const char *s, size_t *len);
bool sp_utf8_valid(const char *s, size_t n); /* RFC 3629, NUL is invalid */
/* How many bytes at the beginning of s are printable ASCII. */
size_t sp_ascii_printable(const char *s, size_t n);
/* Columns that a UTF-8 text takes: code points, combining marks not counted; a
 * byte that is not UTF-8 counts one. */
size_t sp_utf8_width(const char *s, size_t n);
/* Letters to insert, drop, change or swap with their neighbour to get from one
 * word to the other (optimal string alignment), ASCII case folded, capped at
 * `cap`. */
unsigned sp_edit_distance(const char *a, const char *b, unsigned cap);
/* FNV-1a, for hash tables only. */
uint32_t sp_hash(const void *p, size_t n);

void sp_put_be64(uint8_t out[8], uint64_t v);
uint64_t sp_get_be64(const uint8_t in[8]);
/* out holds 2 * n + 1 bytes; lower case */
void sp_hex(char *out, const uint8_t *in, size_t n);
/* Exactly 2 * n digits of either case; `out` is untouched on error. */
int sp_unhex(uint8_t *out, size_t n, const char *hex) SP_MUST_CHECK;
/* RFC 4648 section 6, lower case, no padding; `out` takes (n * 8 + 4) / 5 + 1
 */
void sp_base32(char *out, const uint8_t *in, size_t n);
/* RFC 4648 section 4 with padding, no line breaks, appended. */
void sp_base64(struct sp_buf *out, const uint8_t *in, size_t n);
/* Decodes without white space in between; appends. Only what sp_base64 writes
 * is accepted. SP_ELIMIT where it does not fit; nothing is appended on error.
 */
int sp_unbase64(struct sp_buf *out, const char *in, size_t n) SP_MUST_CHECK;

/* ---- dates: proleptic Gregorian, UTC, seconds since 1970 ----------------- */

struct sp_date {
	int year, month, day, hour, minute, second;
	int weekday; /* 0 Sunday */
};

/* Instants outside of the years 0 to 9999 give the nearest inside. */
void sp_date_from(struct sp_date *d, int64_t t);
/* Fields may lie outside of their ranges (month 13, day 0): they carry over.
 * The weekday is not read. */
int64_t sp_date_to(const struct sp_date *d);
#define SP_DATE_TEXT 40
/* "2026-11-24T17:00Z" */
void sp_date_iso_minute(char out[SP_DATE_TEXT], int64_t t);
/* "2026-11-24T17:00:00Z" */
void sp_date_iso(char out[SP_DATE_TEXT], int64_t t);
/* "Tue, 24 Nov 2026 17:00:00 +0000" (RFC 5322 section 3.3) */
void sp_date_rfc5322(char out[SP_DATE_TEXT], int64_t t);
/* "Tue 24 Nov 17:00" */
void sp_date_short(char out[SP_DATE_TEXT], int64_t t);
/* "Tue 24 Nov 2026 17:00" */
void sp_date_long(char out[SP_DATE_TEXT], int64_t t);
/* The short form; the long one if `now` is so far from it that a reader would
 * take it for a day of another year. */
void sp_date_near(char out[SP_DATE_TEXT], int64_t t, int64_t now);
/* "2 d 4 h", "1 h 5 min", "35 min"; "now" below a minute and in the past */
void sp_date_span(char out[SP_DATE_TEXT], int64_t seconds);
/* ISO 8601 as written by sp_date_iso or sp_date_iso_minute. */
int sp_date_parse_iso(int64_t *out, const char *s) SP_MUST_CHECK;

/* ---- clock: injected wherever time matters ------------------------------- */

struct sp_clock {
	int64_t (*now)(void *payload); /* seconds since 1970 */
	void *payload;
	/* Seconds since some instant of this boot, which nobody sets: what the
	 * clock is compared with. NULL: the same as `now`. */
	int64_t (*steady)(void *payload);
};

extern const struct sp_clock sp_clock_system;
int64_t sp_clock_now(const struct sp_clock *clock);
int64_t sp_clock_steady(const struct sp_clock *clock);

#define SP_BOOT_SIZE 40 /* 36 characters, of Linux */

/* The kernel's id of this boot: steady clocks of two boots have nothing to do
 * with each other. "" if it cannot be read. */
void sp_boot_id(char out[SP_BOOT_SIZE]);

/* ---- log: host and daemon only ------------------------------------------- */

enum sp_log_level { SP_LOG_ERROR, SP_LOG_WARN, SP_LOG_INFO, SP_LOG_DEBUG };

/* Lines go to standard error with the sd-daemon(3) level prefix where
 * JOURNAL_STREAM is set, else "spellpost: ". The level is the process's. */
void sp_log_set_level(enum sp_log_level level);
void sp_log(enum sp_log_level level, const char *fmt, ...) SP_PRINTF(2, 3);

/* ---- small files ----------------------------------------------------------
 */

/* Whole file into `out` (appended), at most out->max bytes: SP_ELIMIT beyond,
 * SP_ENOTFOUND where there is none. Nothing is appended on error. */
int sp_file_read(
	struct sp_buf *out, const char *path, struct sp_error *e) SP_MUST_CHECK;
/* Write to "<path>.tmp", rename; not synced: callers own the barrier. */
int sp_file_write(const char *path, const void *data, size_t n, unsigned mode,
	struct sp_error *e) SP_MUST_CHECK;
/* mkdir -p; existing folders are fine. */
int sp_mkdirs(
	const char *path, unsigned mode, struct sp_error *e) SP_MUST_CHECK;
/* read(2) and write(2) until done; 0 or SP_ESYS with errno set. A short read
 * at end of file is SP_EAGAIN where `n` bytes were not there. */
int sp_read_full(int fd, void *p, size_t n) SP_MUST_CHECK;
int sp_write_full(int fd, const void *p, size_t n) SP_MUST_CHECK;

/* Stands for "at no time" among instants (seconds since 1970). */
#define SP_NEVER INT64_MIN

/* ---- names of people and mails, as whoever keeps them has to ------------ */

#define SP_ADDR_SIZE  255 /* 254 octets (RFC 5321) and the NUL */
#define SP_MSGID_SIZE 256 /* with angle brackets and NUL */

#endif
