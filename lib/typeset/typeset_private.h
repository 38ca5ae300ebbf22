/*
 * Between the files of typeset only.
 */
#ifndef SP_TYPESET_PRIVATE_H
#define SP_TYPESET_PRIVATE_H

#include "typeset/typeset.h"

/* Make the two forms of a mail's body from a text whose blocks are marked. */
void typeset_text(
	const char *marked, size_t len, size_t columns, struct sp_buf *out);
void typeset_html(const char *marked, size_t len, struct sp_buf *out);

/* As sp_typeset_wrap, at so many columns. */
void typeset_wrap(
	const char *text, size_t len, size_t columns, struct sp_buf *out);
/* Bytes at the start of a line that its continuation repeats: blanks, and a
 * bar that marks what is no line of our own. */
size_t typeset_margin(const char *s, size_t n);

#endif
