/* The first part of `spellpost doctor`: configuration, folders, disk. */
#include "doctor/doctor_private.h"

#include "host/folder.h"

#include <errno.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define MEGABYTE     (1024 * 1024)
#define SPACE_LEAST  (50LL * MEGABYTE) /* less is an error */
#define SPACE_LITTLE (500LL * MEGABYTE)
#define FILES_LEAST  1000
#define FILES_LITTLE 20000

/* Permission bits of others than the owner. */
#define READ_BY_OTHERS  (S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH)
#define WRITE_BY_OTHERS (S_IWGRP | S_IWOTH)

/* ---- configuration ---------------------------------------------------- */

/* Who may write it decides which programs the daemon starts. */
static enum sp_level file_mode(struct sp_doctor *d, const char *file)
{
	struct stat st;

	if (stat(file, &st) != 0 || (st.st_mode & WRITE_BY_OTHERS) == 0)
		return SP_LEVEL_OK;
	enum sp_level level =
		(st.st_mode & S_IWOTH) != 0 ? SP_LEVEL_ERROR : SP_LEVEL_WARNING;
	char *remedy = sp_xasprintf("chmod go-w %s", file);
	doctor_found(&d->found, level, "configuration", remedy,
		"%s may write %s, and so choose what the daemon runs",
		level == SP_LEVEL_ERROR ? "everybody" : "its group", file);
	sp_free(remedy);
	return level;
}

static void metrics(struct sp_doctor *d)
{
	const char *file = d->config->metrics;
	const char *slash = strrchr(file, '/');

	if (slash == NULL)
		return;
	char *folder =
		sp_xstrndup(file, slash == file ? 1 : (size_t)(slash - file));
	if (access(folder, W_OK | X_OK) != 0)
		doctor_found(&d->found, SP_LEVEL_WARNING, "metrics",
			"make that folder writable, or mend `metrics`",
			"%s cannot be written: %s", file, strerror(errno));
	sp_free(folder);
}

static void configuration(struct sp_doctor *d)
{
	const struct sp_config *c = d->config;

	if (c->file[0] == '\0')
		doctor_found(&d->found, SP_LEVEL_OK, "configuration", "",
			"the embedded one");
	else if (file_mode(d, c->file) == SP_LEVEL_OK)
		doctor_found(&d->found, SP_LEVEL_OK, "configuration", "", "%s",
			c->file);
	doctor_check_address(&d->found, c);
	metrics(d);
}

/* ---- the data folder -------------------------------------------------- */

static char *user_name(uid_t uid)
{
	const struct passwd *user = getpwuid(uid);

	return user != NULL ? sp_xstrdup(user->pw_name)
			    : sp_xasprintf("#%u", (unsigned)uid);
}

/* As another user we would see other things, and leave files behind that the
 * daemon cannot write. */
static void strange_owner(struct sp_doctor *d, uid_t owner)
{
	char *theirs = user_name(owner), *ours = user_name(geteuid());
	char *remedy = sp_xasprintf(
		"run doctor as that user: runuser -u %s -- spellpost ... "
		"doctor; where the daemon is a service, see spellpost(1)",
		theirs);

	doctor_found(&d->found, SP_LEVEL_ERROR, "data folder", remedy,
		"%s belongs to %s, and you are %s; the rest was not looked at",
		d->config->data, theirs, ours);
	sp_free(theirs);
	sp_free(ours);
	sp_free(remedy);
}

/* The folder, and whether there is a club in it that is ours. */
static bool data_folder(struct sp_doctor *d)
{
	const char *data = d->config->data;
	struct stat st;

	if (!doctor_check_club(&d->found, d->config))
		return false;
	if (stat(data, &st) != 0) {
		doctor_found(&d->found, SP_LEVEL_ERROR, "data folder",
			"set `data` in the configuration; `spellpost init DIR` "
			"makes a club",
			"%s: %s", data, strerror(errno));
		return false;
	}
	if (st.st_uid != geteuid()) {
		strange_owner(d, st.st_uid);
		return false;
	}
	return true;
}

/* ---- permissions ------------------------------------------------------ */

/* Somebody else's right to a file or folder of ours. What is not there is found
 * by who needs it. Returns how many findings that made. */
static unsigned closed(struct sp_doctor *d, const char *path, mode_t error,
	mode_t warning, const char *why)
{
	struct stat st;

	if (stat(path, &st) != 0 || (st.st_mode & (error | warning)) == 0)
		return 0;
	mode_t mode = st.st_mode & 07777;
	bool bad = (mode & error) != 0;
	char *remedy = sp_xasprintf(
		"chmod %04o %s", (unsigned)(mode & ~(error | warning)), path);
	doctor_found(&d->found, bad ? SP_LEVEL_ERROR : SP_LEVEL_WARNING,
		"permissions", remedy, "others may %s %s (mode %04o)%s",
		(mode & (error | warning) & WRITE_BY_OTHERS) != 0 ? "write"
								  : "read",
		path, (unsigned)mode, why);
	sp_free(remedy);
	return 1;
}

static unsigned closed_below(struct sp_doctor *d, const char *name)
{
	char *path = sp_host_path(d->config, name);
	unsigned n = closed(d, path, WRITE_BY_OTHERS, READ_BY_OTHERS, "");

	sp_free(path);
	return n;
}

static unsigned server_closed(
	struct sp_doctor *d, const struct sp_config_server *server)
{
	/* what root hands over by an access list shows in the group's bits */
	struct stat st;
	bool lent = stat(server->password_file, &st) == 0 && st.st_uid == 0 &&
		    geteuid() != 0;

	return closed(d, server->password_file,
		lent ? S_IWGRP | S_IXGRP | S_IRWXO : S_IRWXG | S_IRWXO, 0,
		"; change the password, too");
}

/* A delivery agent may be in the group of a Maildir. */
static unsigned maildir_closed(struct sp_doctor *d, const char *path)
{
	return closed(d, path, S_IWOTH, S_IROTH | S_IXOTH, "");
}

static void permissions(struct sp_doctor *d)
{
	static const char *const inside[] = { SP_CONFIG_REGISTRY,
		SP_CONFIG_REGISTRY "-wal", SP_CONFIG_REGISTRY "-shm", "games",
		"run" };
	const struct sp_config *c = d->config;
	unsigned bad = closed(d, c->data, WRITE_BY_OTHERS, READ_BY_OTHERS, "");

	for (size_t i = 0; i < SP_ARRAY_LEN(inside); i++)
		bad += closed_below(d, inside[i]);
	for (int i = 0; i < c->n_inboxes; i++)
		bad += c->inbox[i].type == SP_CONFIG_MAILDIR
			       ? maildir_closed(d, c->inbox[i].path)
			       : server_closed(d, &c->inbox[i].server);
	bad += c->sender.type == SP_CONFIG_MAILDIR
		       ? maildir_closed(d, c->sender.path)
		       : server_closed(d, &c->sender.server);
	if (bad == 0)
		doctor_found(&d->found, SP_LEVEL_OK, "permissions", "",
			"what is here is the owner's alone");
}

/* ---- the disk --------------------------------------------------------- */

enum sp_level doctor_space(int64_t bytes, int64_t files)
{
	bool counted = files >= 0;

	if (bytes < SPACE_LEAST || (counted && files < FILES_LEAST))
		return SP_LEVEL_ERROR;
	if (bytes < SPACE_LITTLE || (counted && files < FILES_LITTLE))
		return SP_LEVEL_WARNING;
	return SP_LEVEL_OK;
}

static void disk(struct sp_doctor *d)
{
	struct statvfs fs;
	char files[48] = "";

	if (statvfs(d->config->data, &fs) != 0) {
		doctor_found(&d->found, SP_LEVEL_WARNING, "disk",
			"look at the disk and at the system's log", "%s: %s",
			d->config->data, strerror(errno));
		return;
	}
	int64_t bytes = (int64_t)fs.f_bavail * (int64_t)fs.f_frsize;
	/* some file systems have no fixed number of them */
	int64_t inodes = fs.f_files > 0 ? (int64_t)fs.f_favail : -1;
	enum sp_level level = doctor_space(bytes, inodes);
	if (inodes >= 0)
		sp_format(files, sizeof(files), ", room for %lld files",
			(long long)inodes);
	doctor_found(&d->found, level, "disk",
		level == SP_LEVEL_OK ? ""
				     : "make room: the daemon stops where "
				       "nothing can be written",
		"%lld MB free%s", (long long)(bytes / MEGABYTE), files);
}

bool doctor_files(struct sp_doctor *d)
{
	configuration(d);
	if (!data_folder(d))
		return false;
	doctor_found(&d->found, SP_LEVEL_OK, "data folder", "", "%s",
		d->config->data);
	permissions(d);
	doctor_check_one_disk(&d->found, d->config);
	disk(d);
	return true;
}
