/* Rows that the registry may lack, and rows that it must have. */
#include "registry/registry_private.h"

#include <stdarg.h>

int sp_registry_optional(int rc, struct sp_error *e)
{
	if (rc != SP_ENOTFOUND)
		return rc;
	sp_error_clear(e);
	return SP_OK;
}

int sp_registry_required(int rc, struct sp_error *e, const char *fmt, ...)
{
	char what[200];
	va_list ap;

	if (rc != SP_ENOTFOUND)
		return rc;
	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	sp_error_clear(e);
	return sp_error_remedy(e,
		sp_error_set(e, SP_ECORRUPT,
			"cannot read the registry: %s is missing", what),
		SP_REGISTRY_REMEDY);
}
