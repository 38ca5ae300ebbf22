/* The data folder of a club. */
#ifndef SP_HOST_FOLDER_H
#define SP_HOST_FOLDER_H

#include "config/config.h"

/* SP_ENOTFOUND if there is no club in the data folder: it has nothing of one.
 */
int sp_host_check_club(
	const struct sp_config *config, struct sp_error *e) SP_MUST_CHECK;
/* "<data>/<name>", owned by the caller. */
char *sp_host_path(const struct sp_config *config, const char *name);

#endif
