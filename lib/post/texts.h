/* Templates as files: all of one language. */
#ifndef SP_POST_TEXTS_H
#define SP_POST_TEXTS_H

#include "render/render.h"

struct sp_texts;

int sp_post_texts_read(struct sp_texts **out, struct sp_templates *templates,
	const char *folder, const char *language,
	struct sp_error *e) SP_MUST_CHECK;
void sp_post_texts_free(struct sp_texts *texts);

#endif
