/*
 * What mail programs write around a reply, in the languages that we know, as
 * functions over lines: reply.c cuts by them.
 */
#ifndef SP_REPLY_PRIVATE_H
#define SP_REPLY_PRIVATE_H

#include "mail_private.h"

struct sp_reply_line {
	const char *s;
	size_t n; /* without blanks at the end */
};

struct sp_reply_lines {
	struct sp_reply_line *items;
	size_t n;
};

/* ---- one line ----------------------------------------------------------- */

bool mail_reply_is(const struct sp_reply_line *l, const char *text);
/* The words are given in lower case; ASCII case is folded. */
bool mail_reply_begins(const struct sp_reply_line *l, const char *words);
bool mail_reply_contains(const struct sp_reply_line *l, const char *words);
/* Does it begin with ">"? */
bool mail_reply_is_quote(const struct sp_reply_line *l);
/* The first line from `i` on that is not empty, but past a few empty lines
 * only: what stands further away does not belong together. */
size_t mail_reply_skip_empty(const struct sp_reply_lines *l, size_t i);

/* ---- files in the text (reply_files.c) ------------------------------------
 */

/* Empty the lines of files and signatures that stand in the text as text.
 * Returns how many of them said something. */
unsigned mail_reply_drop_files(struct sp_reply_lines *l);

/* ---- what is written around --------------------------------------------- */

/* From here on all was written by somebody else: "-----Original Message-----",
 * Apple's "Begin forwarded message:", and our own ":: game". */
bool mail_reply_is_original(const struct sp_reply_line *l);
/* Outlook's "From: Sent: To: Subject:", all four and close together; less could
 * be a player's own words. Or lines of that form in any language. */
bool mail_reply_is_block(const struct sp_reply_lines *l, size_t at);
/* "-----Original Message-----" in any language, or a rule: it counts where a
 * block or an original follows. */
bool mail_reply_is_divider(const struct sp_reply_line *l);
/* Lines of an attribution that begins at `at`; 0 if none does:
 *   On Sat, 21 Nov 2026 at 10:00, Judge <judge@example.org> wrote:
 *   Am 21.11.26 um 10:00 schrieb Judge:
 *   Judge <judge@example.org> wrote:          (before a quote only)
 *   2026-11-21 10:00 GMT+01:00 Judge <judge@example.org>: */
size_t mail_reply_attribution(const struct sp_reply_lines *l, size_t at);
/* Lines at `at` that are the rest of the quoted line above, which its mark has
 * made too long; 0: none. Another player's words could stand in them alone, and
 * be an order; so only what players wrote is looked at, and only where the line
 * above had no room for the first word. */
size_t mail_reply_broken_quote(const struct sp_reply_lines *l, size_t at);
/* What stands for a picture in the plain text of a mail that has some, alone on
 * its line: "[image: x.png]", "[cid:x]", "<x.jpeg>". */
bool mail_reply_is_picture(const struct sp_reply_line *l);
/* "Sent from my iPhone" and its like. A player may write such a line, too: it
 * counts where nothing of his follows. */
bool mail_reply_is_device(const struct sp_reply_line *l);

/* Lines at `at` of a paragraph in the words of those that companies put below
 * the mails of their people: long, confidential, intended for a recipient. It
 * ends above a line that could be an order; 0: none begins there. */
size_t mail_reply_footer(const struct sp_reply_lines *l, size_t at);

#endif
