/* Load libcurl. */
#include "curl_private.h"

#include <dlfcn.h>

/* Its interface of 2006 and since. */
#define SONAME "libcurl.so.4"

struct mail_libcurl mail_libcurl;

static bool find(void *library, const char *name, void *out)
{
	void *found = dlsym(library, name);

	memcpy(out, &found, sizeof(found));
	return found != NULL;
}

int mail_curl_load(struct sp_error *e)
{
	static bool loaded;
	const char *why;
	void *library;

	if (loaded)
		return SP_OK;
	library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
#define FIND(name) &&find(library, "curl_" #name, (void *)&mail_libcurl.name)
	loaded = library != NULL MAIL_LIBCURL(FIND);
	if (loaded)
		return SP_OK;
	why = dlerror();
	return sp_error_remedy(e,
		sp_error_set(e, SP_EINVAL,
			"mail servers need libcurl, which cannot be loaded: %s",
			why != NULL ? why : "it lacks a function"),
		"install " SONAME " (libcurl4 in Debian)");
}
