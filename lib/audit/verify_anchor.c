/* What ties a history to its witnesses: tags, ids that somebody kept, mails. */
#include "audit/verify_private.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#define MAIL_MOST    (256 * 1024) /* bytes */
#define FOLDERS_DEEP 16

/* ---- tags ------------------------------------------------------------------
 */

struct tag_walk {
	struct sp_verifier *v;
	int rc;
};

/* "turn/7" is the first commit that began turn 7, "turn/7-2" the second. */
static ptrdiff_t tagged_commit(const struct sp_verifier *v, const char *name)
{
	char number[24];
	size_t n = strspn(name, "0123456789");
	long long turn = 0, nth = 1;

	if (!sp_copyn(number, sizeof(number), name, n) ||
		sp_parse_int(number, 1, UINT16_MAX, &turn) != SP_OK ||
		(name[n] != '\0' &&
			(name[n] != '-' || sp_parse_int(name + n + 1, 2,
						   INT32_MAX, &nth) != SP_OK)))
		return -1;
	for (size_t i = 0; i < v->n_turns; i++)
		if (v->turn[i].turn == (unsigned)turn && --nth == 0)
			return (ptrdiff_t)v->turn[i].number;
	return -1;
}

/* Is it behind the tip? Whoever looks at an earlier commit (HEAD names it in a
 * clone: a checkout, a bisection) has the tags of what came later. Behind the
 * end of a game nothing may be. */
static bool is_beyond(const struct sp_verifier *v, const struct sp_oid *target)
{
	const struct sp_chronicle *c = v->c;
	bool yes = false;

	return !v->ended && !sp_store_oid_is_none(target) &&
	       !sp_store_oid_equal(target, &c->id[c->n - 1]) &&
	       sp_store_is_ancestor(c->repo, &c->id[c->n - 1], target, &yes,
		       NULL) == SP_OK &&
	       yes;
}

/* Tags of other names are whoever's made them. */
static int check_tag(
	const char *name, const struct sp_oid *target, void *payload)
{
	struct tag_walk *walk = payload;
	struct sp_verifier *v = walk->v;
	ptrdiff_t at;

	if (!sp_starts(name, "turn/"))
		return SP_OK;
	at = tagged_commit(v, name + strlen("turn/"));
	if (at >= 0 && sp_store_oid_equal(target, &v->c->id[at]))
		return SP_OK;
	if (at < 0 && is_beyond(v, target)) {
		v->beyond = true;
		return SP_OK;
	}
	char *what = sp_xasprintf("tag %s", name);
	walk->rc = audit_verify_unanchored(v, what,
		at >= 0 ? v->c->id[at].hex : "no tag: no such turn began", "%s",
		sp_store_oid_is_none(target) ? "no commit" : target->hex);
	sp_free(what);
	return SP_EREFUSED; /* ends the walk */
}

int audit_verify_tags(struct sp_verifier *v, struct sp_error *e)
{
	struct tag_walk walk = { v, SP_OK };
	struct sp_error why = { 0 };
	int rc = sp_store_tags(v->c->repo, check_tag, &walk, &why);

	if (walk.rc != SP_OK)
		return walk.rc;
	if (rc == SP_ECORRUPT || rc == SP_EINVAL || rc == SP_ELIMIT)
		return audit_verify_unanchored(
			v, "tags", NULL, "%s", sp_error_line(&why));
	return rc == SP_OK ? SP_OK : sp_error_copy(e, rc, &why);
}

/* ---- ids -------------------------------------------------------------------
 */

static int by_hex(const void *a, const void *b)
{
	return strcmp(((const struct sp_oid *)a)->hex,
		((const struct sp_oid *)b)->hex);
}

/* The ids of the history, sorted: a mailbox holds many heads. */
static struct sp_oid *sorted_ids(const struct sp_chronicle *c)
{
	struct sp_oid *ids = sp_xcalloc(c->n, sizeof(*ids));

	memcpy(ids, c->id, c->n * sizeof(*ids));
	qsort(ids, c->n, sizeof(*ids), by_hex);
	return ids;
}

struct anchors {
	struct sp_verifier *v;
	struct sp_oid *ids;
	struct sp_error *e;
};

static bool is_there(const struct anchors *a, const char *hex)
{
	struct sp_oid id;

	return sp_store_oid_parse(&id, hex) &&
	       bsearch(&id, a->ids, a->v->c->n, sizeof(id), by_hex) != NULL;
}

/* Is it in the history, or does the history itself say that it was lost? */
static bool is_accounted(const struct anchors *a, const char *hex)
{
	if (is_there(a, hex))
		return true;
	if (!audit_verify_is_lost(a->v, hex))
		return false;
	a->v->taken_back++;
	return true;
}

static int check_given(struct anchors *a)
{
	const struct sp_verify_options *o = a->v->options;
	const char *root = a->v->c->id[0].hex;

	if (o->signer != NULL && !sp_streq(o->signer, a->v->fingerprint))
		return audit_verify_unanchored(
			a->v, "signer", o->signer, "%s", a->v->fingerprint);
	if (o->root != NULL && !sp_streq(o->root, root))
		return audit_verify_unanchored(
			a->v, "root", o->root, "%s", root);
	for (size_t i = 0; i < o->n_has; i++) {
		if (!is_accounted(a, o->has[i]))
			return audit_verify_unanchored(a->v, "history",
				o->has[i],
				"it is no commit of this history: that was "
				"cut or is another one");
		a->v->given++;
	}
	a->v->given += (size_t)(o->signer != NULL) + (size_t)(o->root != NULL);
	return SP_OK;
}

/* ---- mails -----------------------------------------------------------------
 */

/* ":: game GID  turn 7": is it this one? */
static bool names_game(const char *line, size_t n, const char *gid)
{
	const char *at = line + strlen(":: game ");
	size_t len = strlen(gid);

	return n >= strlen(":: game ") + len && sp_starts(line, ":: game ") &&
	       memcmp(at, gid, len) == 0 &&
	       (at + len == line + n || at[len] == ' ');
}

/* The head that a mail about this game names; false where it names none. */
static bool find_head(
	const struct anchors *a, const char *text, char hex[SP_OID_TEXT])
{
	struct sp_cursor c;
	const char *line;
	bool ours = false, found = false;
	size_t n;

	sp_cursor_init(&c, text, strlen(text));
	while (sp_cursor_line(&c, &line, &n)) {
		line = sp_trim(line, &n);
		ours = ours || names_game(line, n, a->v->live->gid);
		if (found || n < strlen(":: head ") ||
			!sp_starts(line, ":: head "))
			continue;
		line += strlen(":: head ");
		n -= strlen(":: head ");
		line = sp_trim(line, &n);
		found = sp_copyn(hex, SP_OID_TEXT, line, n);
	}
	return ours && found;
}

static int check_mail(struct anchors *a, const char *name,
	const struct sp_buf *raw, struct sp_error *e)
{
	const struct sp_verify_options *o = a->v->options;
	char hex[SP_OID_TEXT], *text = NULL;
	int rc = o->read_mail(o->reader, raw->data, raw->len, &text, e);

	if (rc != SP_OK)
		return rc;
	a->v->mails++;
	if (find_head(a, text, hex)) {
		a->v->heads++;
		if (!is_accounted(a, hex)) {
			char *what = sp_xasprintf("mail %s", name);
			rc = audit_verify_unanchored(a->v, what, hex,
				"it is no commit of this history: that was "
				"cut or is another one");
			sp_free(what);
		}
	}
	sp_free(text);
	return rc;
}

static int check_file(
	struct anchors *a, const char *path, const char *name, int64_t size)
{
	struct sp_buf raw;
	int rc;

	if (size > MAIL_MOST) /* the judge writes none that large */
		return SP_OK;
	sp_buf_init(&raw, MAIL_MOST + 1);
	rc = sp_file_read(&raw, path, a->e);
	if (rc == SP_OK && raw.len > 0)
		rc = check_mail(a, name, &raw, a->e);
	sp_buf_free(&raw);
	return rc;
}

static int check_folder(
	struct anchors *a, const char *path, const char *name, unsigned depth);

static int check_entry(
	struct anchors *a, const char *path, const char *name, unsigned depth)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return sp_error_set(
			a->e, SP_ESYS, "%s: %s", path, strerror(errno));
	if (S_ISDIR(st.st_mode) && depth < FOLDERS_DEEP)
		return check_folder(a, path, name, depth + 1);
	return S_ISREG(st.st_mode) ? check_file(a, path, name, st.st_size)
				   : SP_OK;
}

/* `name` is the path below the folder that was given. */
static int check_folder(
	struct anchors *a, const char *path, const char *name, unsigned depth)
{
	struct dirent **list = NULL;
	int n = scandir(path, &list, NULL, alphasort), rc = SP_OK;

	if (n < 0)
		return sp_error_set(
			a->e, SP_ESYS, "%s: %s", path, strerror(errno));
	for (int i = 0; i < n; i++) {
		const char *entry = list[i]->d_name;
		char *below = sp_xasprintf("%s/%s", path, entry);
		char *shown = sp_xasprintf(
			"%s%s%s", name, *name != '\0' ? "/" : "", entry);
		if (rc == SP_OK && !sp_streq(entry, ".") &&
			!sp_streq(entry, ".."))
			rc = check_entry(a, below, shown, depth);
		sp_free(below);
		sp_free(shown);
		free(list[i]);
	}
	free(list);
	return rc;
}

int audit_verify_anchors(struct sp_verifier *v, struct sp_error *e)
{
	struct anchors a = { .v = v, .ids = sorted_ids(v->c), .e = e };
	int rc = check_given(&a);

	if (rc == SP_OK && v->options->mails != NULL)
		rc = check_entry(&a, v->options->mails, "", 0);
	sp_free(a.ids);
	return rc;
}
