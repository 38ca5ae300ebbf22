/*
 * What players of a game whose press is public wrote to all, as report.txt has
 * it below its heading:
 *
 *       Red writes to all:
 *         | I have two treasures.
 *
 * No other line of a report begins with that mark, and what stands behind it is
 * anybody's: whoever looks for something else in a report leaves it out first.
 */
#ifndef SP_RECORD_PRESSED_H
#define SP_RECORD_PRESSED_H

#include "record/live.h"

/* True if the game's press is public: its option `press` says so. */
bool sp_record_press_is_public(const struct sp_live *live);
/* Append the report of the head with that text below it. Controls are taken
 * out, and what is too long for a report is left out, which it says. */
void sp_record_press_add(const struct sp_live *live, int seat, const char *text,
	struct sp_buf *out);
/* Append the report without what players wrote. */
void sp_record_press_strip(const char *report, struct sp_buf *out);
/* True of a line of what somebody wrote, with its blanks or without. */
bool sp_record_press_is_line(const char *line, size_t n);

/* True of the line above it. */
bool sp_record_press_is_head(const char *line, size_t n);

#endif
