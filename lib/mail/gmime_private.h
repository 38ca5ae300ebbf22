/*
 * What the files that read a mail with GMime in the parser process share.
 */
#ifndef SP_GMIME_PRIVATE_H
#define SP_GMIME_PRIVATE_H

#include <gmime/gmime.h>

#include "mime_private.h"

/* Record why a mail has no text; the first reason is what its sender is told.
 */
void mail_gmime_refuse(struct sp_message *m, enum sp_mail_reason reason);
/* Shorten the header fields of a mail and of those in it that GMime would die
 * of (mime_fields.c). Returns the new length. */
size_t mail_gmime_bound_fields(char *raw, size_t len);
/* Fill m->text and m->attachments from the parts of a message (mime_parts.c).
 */
void mail_gmime_take_body(struct sp_message *m, GMimeMessage *message);

#endif
