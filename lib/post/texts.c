/* Templates as files: all of one language, read when the host opens. */
#include "post/texts.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#define TEMPLATE_SIZE (64u * 1024u)
#define SUFFIX        ".txt"

struct text {
	char *name; /* "help/moving": the path without its suffix */
	char *text;
	size_t len;
};

struct sp_texts {
	struct text *text;
	size_t n;
	struct sp_mustache_cache *cache;
};

static const char *get(void *payload, const char *name, size_t *len)
{
	const struct sp_texts *texts = payload;

	for (size_t i = 0; i < texts->n; i++) {
		if (sp_streq(texts->text[i].name, name)) {
			*len = texts->text[i].len;
			return texts->text[i].text;
		}
	}
	return NULL;
}

static int read_one(struct sp_texts *texts, const char *path, const char *name,
	struct sp_error *e)
{
	size_t n = strlen(name), m = strlen(SUFFIX);
	struct sp_buf b;

	if (n <= m || !sp_streq(name + n - m, SUFFIX))
		return SP_OK; /* not a template: README.md, an editor's file */
	sp_buf_init(&b, TEMPLATE_SIZE);
	int rc = sp_file_read(&b, path, e);
	if (rc == SP_OK) {
		texts->text = sp_xrealloc(
			texts->text, texts->n + 1, sizeof(texts->text[0]));
		struct text *t = &texts->text[texts->n++];
		t->name = sp_xstrndup(name, n - m);
		t->len = b.len;
		t->text = sp_buf_take(&b);
	}
	sp_buf_free(&b);
	return rc;
}

static int read_folder(struct sp_texts *texts, const char *root,
	const char *inside, int depth, struct sp_error *e)
{
	char *folder = sp_xasprintf("%s%s%s", root, *inside ? "/" : "", inside);
	DIR *dir = opendir(folder);
	int rc = SP_OK;

	if (dir == NULL)
		rc = sp_error_remedy(e,
			sp_error_set(e, SP_ENOTFOUND, "%s: cannot be read: %s",
				folder, strerror(errno)),
			"set `templates` in the configuration to the "
			"folder of the mail texts");
	struct dirent *entry;
	while (dir != NULL && rc == SP_OK && (entry = readdir(dir)) != NULL) {
		struct stat st;
		if (entry->d_name[0] == '.')
			continue;
		char *name = sp_xasprintf(
			"%s%s%s", inside, *inside ? "/" : "", entry->d_name);
		char *path = sp_xasprintf("%s/%s", root, name);
		if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
			rc = depth > 0 ? read_folder(texts, root, name,
						 depth - 1, e)
				       : SP_OK;
		else
			rc = read_one(texts, path, name, e);
		sp_free(name);
		sp_free(path);
	}
	if (dir != NULL)
		closedir(dir);
	sp_free(folder);
	return rc;
}

int sp_post_texts_read(struct sp_texts **out, struct sp_templates *templates,
	const char *folder, const char *language, struct sp_error *e)
{
	char *root = sp_xasprintf("%s/%s", folder, language);
	struct sp_texts *texts = sp_xcalloc(1, sizeof(*texts));
	int rc = read_folder(texts, root, "", 2, e);

	sp_free(root);
	if (rc != SP_OK) {
		sp_post_texts_free(texts);
		return rc;
	}
	templates->get = get;
	templates->payload = texts;
	texts->cache = sp_mustache_cache_new();
	templates->cache = texts->cache;
	*out = texts;
	return SP_OK;
}

void sp_post_texts_free(struct sp_texts *texts)
{
	if (texts == NULL)
		return;
	for (size_t i = 0; i < texts->n; i++) {
		sp_free(texts->text[i].name);
		sp_free(texts->text[i].text);
	}
	sp_free(texts->text);
	sp_mustache_cache_free(texts->cache);
	sp_free(texts);
}
