#include "cut.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define NONE  SIZE_MAX
#define DEPTH 20 /* of folders */

/* ---- names --------------------------------------------------------------- */

struct entry {
	const char *name;
	size_t len;
	size_t node; /* NONE: it has none */
};

struct names {
	struct entry *entry;
	size_t n;
};

static struct entry *find(
	const struct names *names, const char *name, size_t len)
{
	for (size_t i = 0; i < names->n; i++)
		if (names->entry[i].len == len &&
			memcmp(names->entry[i].name, name, len) == 0)
			return &names->entry[i];
	return NULL;
}

static void assign(
	struct names *names, const char *name, size_t len, size_t node)
{
	struct entry *e = find(names, name, len);

	if (e == NULL) {
		names->entry = sp_xrealloc(
			names->entry, names->n + 1, sizeof(*names->entry));
		e = &names->entry[names->n++];
		e->name = name;
		e->len = len;
	}
	e->node = node;
}

/* ---- files and folders --------------------------------------------------- */

struct node {
	uint64_t inode;
	bool folder;
	uint32_t mode;
	int64_t time;
	const char *base;   /* path, where it was there at the start */
	struct names seen;  /* a folder's, in memory */
	struct names names; /* and on the disk */
	size_t named_by;    /* the step that gave it its first name */
};

/* "This entry of this folder is that node now." */
struct naming {
	size_t folder;
	const char *name;
	size_t len;
	size_t node;
};

/* What the disk has wholly or not at all, unless it is torn. */
struct step {
	const struct disk_op *op;
	size_t node; /* whose bytes; NONE: names */
	struct naming naming[2];
	size_t namings;
	bool ours; /* of the mails that we send */
	bool there;
	bool synced;
	size_t n;   /* bytes of it that are there */
	bool zeros; /* in their place */
};

struct cut_disk {
	const struct cut *cut;
	const char *base;
	struct node *node;
	size_t n_nodes;
	struct step *step;
	size_t n_steps;
	size_t covered; /* all steps before that one are synced */
	/* so many were there when a sync of all of ours, and of what is sent,
	 * began last */
	size_t began[2];
	uint64_t random;
};

static size_t by_inode(const struct cut_disk *d, uint64_t inode)
{
	for (size_t i = d->n_nodes; i-- > 0;)
		if (d->node[i].inode == inode)
			return i;
	return NONE;
}

/* The folder of a path in memory; *name is its last part. NONE where there is
 * none. */
static size_t folder_of(
	const struct cut_disk *d, const char *path, const char **name)
{
	size_t at = 0;

	for (;;) {
		size_t len = strcspn(path, "/");
		const struct entry *e;

		*name = path;
		if (path[len] == '\0')
			return at;
		e = find(&d->node[at].seen, path, len);
		if (e == NULL || e->node == NONE)
			return NONE;
		at = e->node;
		path += len + 1;
	}
}

static size_t by_path(const struct cut_disk *d, const char *path)
{
	const char *name;
	size_t folder = folder_of(d, path, &name);
	const struct entry *e;

	if (path[0] == '\0')
		return 0;
	e = folder == NONE ? NULL
			   : find(&d->node[folder].seen, name, strlen(name));
	return e == NULL ? NONE : e->node;
}

static size_t add_node(struct cut_disk *d, const struct disk_op *op)
{
	struct node *node;

	if ((d->n_nodes & (d->n_nodes - 1)) == 0)
		d->node = sp_xrealloc(d->node,
			d->n_nodes == 0 ? 1 : 2 * d->n_nodes, sizeof(*d->node));
	node = &d->node[d->n_nodes];
	memset(node, 0, sizeof(*node));
	node->inode = op->inode;
	node->folder = op->folder;
	node->mode = op->mode;
	node->time = op->at;
	node->named_by = NONE;
	return d->n_nodes++;
}

/* ---- what happened ------------------------------------------------------- */

static struct step *add_step(struct cut_disk *d, const struct disk_op *op)
{
	struct step *step;

	if ((d->n_steps & (d->n_steps - 1)) == 0)
		d->step = sp_xrealloc(d->step,
			d->n_steps == 0 ? 1 : 2 * d->n_steps, sizeof(*d->step));
	step = &d->step[d->n_steps++];
	memset(step, 0, sizeof(*step));
	step->op = op;
	step->node = NONE;
	step->ours = sp_starts(op->path, "mail/out/");
	step->synced = op->outside;
	step->n = op->n;
	return step;
}

static void name_it(
	struct cut_disk *d, struct step *step, const char *path, size_t node)
{
	struct naming *naming = &step->naming[step->namings++];

	naming->folder = folder_of(d, path, &naming->name);
	if (naming->folder == NONE)
		abort(); /* what the system did cannot be */
	naming->len = strlen(naming->name);
	naming->node = node;
	assign(&d->node[naming->folder].seen, naming->name, naming->len, node);
	if (node != NONE && d->node[node].named_by == NONE)
		d->node[node].named_by = (size_t)(step - d->step);
}

static void names_change(struct cut_disk *d, const struct disk_op *op)
{
	size_t node =
		op->kind == DISK_MADE ? add_node(d, op) : by_path(d, op->path);
	size_t other = op->kind == DISK_EXCHANGE ? by_path(d, op->to) : NONE;
	struct step *step;

	if (node == NONE)
		return; /* such as registry.db-shm */
	step = add_step(d, op);
	switch (op->kind) {
	case DISK_MADE:
		name_it(d, step, op->path, node);
		break;
	case DISK_LINK:
		name_it(d, step, op->to, node);
		break;
	case DISK_GONE:
		name_it(d, step, op->path, NONE);
		break;
	default: /* a new name last: it may be the old one */
		name_it(d, step, op->path, other);
		name_it(d, step, op->to, node);
		break;
	}
}

static void bytes_change(struct cut_disk *d, const struct disk_op *op)
{
	size_t node = by_inode(d, op->inode);

	if (node == NONE)
		abort();
	add_step(d, op)->node = node;
}

static bool names_folder(const struct step *step, size_t folder)
{
	for (size_t i = 0; i < step->namings; i++)
		if (step->naming[i].folder == folder)
			return true;
	return false;
}

static void sync_one(struct cut_disk *d, const struct disk_op *op)
{
	size_t node = by_inode(d, op->inode);
	const char *no = d->cut->no_sync;

	if (no != NULL && sp_starts(op->path, no))
		return;
	for (size_t i = d->covered; i < d->n_steps; i++)
		if (op->folder ? names_folder(&d->step[i], node)
			       : d->step[i].node == node)
			d->step[i].synced = true;
}

static void sync_all(struct cut_disk *d, const struct disk_op *op)
{
	const char *no = d->cut->no_sync_all;
	bool of_ours = sp_starts(op->path, "mail/out");

	if (no != NULL && sp_streq(op->path, no))
		return;
	for (size_t i = d->covered; i < d->began[of_ours]; i++)
		if (!d->cut->apart || d->step[i].ours == of_ours)
			d->step[i].synced = true;
	while (d->covered < d->n_steps && d->step[d->covered].synced)
		d->covered++;
}

static void there(struct cut_disk *d, const struct disk_op *op)
{
	size_t node = add_node(d, op);
	const char *name;
	size_t folder;

	d->node[node].base = op->path;
	if (op->path[0] == '\0')
		return;
	folder = folder_of(d, op->path, &name);
	assign(&d->node[folder].seen, name, strlen(name), node);
	assign(&d->node[folder].names, name, strlen(name), node);
}

static void happen(struct cut_disk *d, const struct disk_op *op)
{
	size_t node;

	switch (op->kind) {
	case DISK_THERE:
		there(d, op);
		break;
	case DISK_WRITE:
	case DISK_SIZE:
		bytes_change(d, op);
		break;
	case DISK_TIME:
		node = by_path(d, op->path);
		if (node != NONE)
			d->node[node].time = op->at;
		break;
	case DISK_SYNC:
		sync_one(d, op);
		break;
	case DISK_SYNC_BEGIN:
		d->began[sp_starts(op->path, "mail/out")] = d->n_steps;
		break;
	case DISK_SYNC_ALL:
		sync_all(d, op);
		break;
	case DISK_PUT:
	case DISK_DONE:
	case DISK_SENT:
		break;
	default:
		names_change(d, op);
		break;
	}
}

/* ---- what the disk has of it --------------------------------------------- */

static uint64_t draw(struct cut_disk *d, uint64_t n)
{
	d->random = d->random * 6364136223846793005U + 1442695040888963407U;
	return (d->random >> 33) % n;
}

static void tear(struct cut_disk *d, struct step *step)
{
	switch (draw(d, 6)) {
	case 0:
	case 1:
		step->there = false;
		break;
	case 2:
		step->n = (size_t)draw(d, step->n + 1);
		break;
	case 3:
		step->zeros = true;
		break;
	default:
		break;
	}
}

static void choose(struct cut_disk *d, struct step *step)
{
	bool names = step->node == NONE;

	step->there = true;
	if (step->synced)
		return;
	switch (d->cut->rest) {
	case CUT_NONE:
		step->there = false;
		break;
	case CUT_ANY:
		step->there = draw(d, 2) == 0;
		break;
	case CUT_TORN:
		if (names)
			step->there = draw(d, 2) == 0;
		else
			tear(d, step);
		break;
	case CUT_EMPTY:
		step->there = names;
		break;
	default:
		break;
	}
}

/* A name stands in folders that stand somewhere. */
static void hold(struct cut_disk *d, const struct step *step)
{
	for (size_t i = 0; i < step->namings; i++) {
		size_t by = d->node[step->naming[i].folder].named_by;

		if (step->naming[i].node != NONE && by != NONE)
			d->step[by].there = true;
	}
}

struct cut_disk *cut_play(
	const struct disk_log *log, const char *base, const struct cut *cut)
{
	struct cut_disk *d = sp_xcalloc(1, sizeof(*d));

	d->cut = cut;
	d->base = base;
	d->random = cut->seed;
	for (size_t i = 0; i < cut->at && i < log->n; i++)
		happen(d, &log->op[i]);
	for (size_t i = 0; i < d->n_steps; i++)
		choose(d, &d->step[i]);
	for (size_t i = d->n_steps; i-- > 0;)
		if (d->step[i].there)
			hold(d, &d->step[i]);
	for (size_t i = 0; i < d->n_steps; i++)
		for (size_t k = 0; k < d->step[i].namings; k++) {
			const struct naming *n = &d->step[i].naming[k];

			if (d->step[i].there)
				assign(&d->node[n->folder].names, n->name,
					n->len, n->node);
		}
	return d;
}

void cut_free(struct cut_disk *d)
{
	for (size_t i = 0; i < d->n_nodes; i++) {
		sp_free(d->node[i].seen.entry);
		sp_free(d->node[i].names.entry);
	}
	sp_free(d->node);
	sp_free(d->step);
	sp_free(d);
}

size_t cut_open_ends(const struct cut_disk *d)
{
	size_t n = 0;

	for (size_t i = d->covered; i < d->n_steps; i++)
		n += d->step[i].synced ? 0 : 1;
	return n;
}

/* ---- files of it --------------------------------------------------------- */

static void resize(struct sp_buf *b, size_t n)
{
	if (n < b->len)
		sp_buf_truncate(b, n);
	while (b->len < n)
		sp_buf_addc(b, '\0');
}

static void apply(struct sp_buf *b, const struct step *step, bool whole)
{
	const struct disk_op *op = step->op;
	size_t at = (size_t)op->at, n = whole ? op->n : step->n;

	if (op->kind == DISK_SIZE) {
		resize(b, at);
		return;
	}
	if (b->len < at + n)
		resize(b, at + n);
	if (n > 0 && step->zeros && !whole)
		memset(b->data + at, 0, n);
	else if (n > 0)
		memcpy(b->data + at, op->bytes, n);
}

/* seen: as everybody saw it, else as the disk has it. */
static int content(
	const struct cut_disk *d, size_t node, bool seen, struct sp_buf *out)
{
	char *path;
	int rc = SP_OK;

	sp_buf_init(out, SIZE_MAX);
	sp_buf_add(out, "", 0);
	if (d->node[node].base != NULL) {
		path = sp_xasprintf("%s/%s", d->base, d->node[node].base);
		rc = sp_file_read(out, path, NULL);
		sp_free(path);
	}
	for (size_t i = 0; i < d->n_steps && rc == SP_OK; i++)
		if (d->step[i].node == node && (seen || d->step[i].there))
			apply(out, &d->step[i], seen);
	return rc;
}

static int make_file(const struct cut_disk *d, size_t node, const char *path)
{
	const struct timespec times[2] = { { .tv_sec = d->node[node].time },
		{ .tv_sec = d->node[node].time } };
	struct sp_buf bytes;
	int fd, rc = content(d, node, false, &bytes);

	fd = rc == SP_OK ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
				   (mode_t)d->node[node].mode | 0200)
			 : -1;
	if (fd < 0 || sp_write_full(fd, bytes.data, bytes.len) != SP_OK ||
		fchmod(fd, (mode_t)d->node[node].mode) != 0 ||
		(d->node[node].time > 0 && futimens(fd, times) != 0))
		rc = SP_ESYS;
	if (fd >= 0)
		(void)close(fd);
	sp_buf_free(&bytes);
	return rc;
}

static int make_folder(
	const struct cut_disk *d, size_t node, const char *path, int depth)
{
	const struct names *names = &d->node[node].names;
	int rc = mkdir(path, 0700) == 0 ? SP_OK : SP_ESYS;

	for (size_t i = 0; i < names->n && rc == SP_OK; i++) {
		const struct entry *e = &names->entry[i];
		char *at = sp_xasprintf("%s/%.*s", path, (int)e->len, e->name);

		if (e->node != NONE && d->node[e->node].folder)
			rc = depth > 0 ? make_folder(d, e->node, at, depth - 1)
				       : SP_ESYS;
		else if (e->node != NONE)
			rc = make_file(d, e->node, at);
		sp_free(at);
	}
	if (rc == SP_OK && chmod(path, (mode_t)d->node[node].mode) != 0)
		rc = SP_ESYS;
	return rc;
}

int cut_make(struct cut_disk *d, const char *dir)
{
	return make_folder(d, 0, dir, DEPTH) == SP_OK ? 0 : -1;
}

void cut_seen(const struct cut_disk *d, const char *folder,
	void (*see)(
		const char *name, const struct sp_buf *bytes, void *payload),
	void *payload)
{
	size_t node = by_path(d, folder);

	for (size_t i = 0; node != NONE && i < d->node[node].seen.n; i++) {
		const struct entry *e = &d->node[node].seen.entry[i];
		struct sp_buf bytes;
		char *name;

		if (e->node == NONE || d->node[e->node].folder)
			continue;
		name = sp_xstrndup(e->name, e->len);
		if (content(d, e->node, true, &bytes) != SP_OK)
			abort();
		see(name, &bytes, payload);
		sp_free(name);
		sp_buf_free(&bytes);
	}
}
