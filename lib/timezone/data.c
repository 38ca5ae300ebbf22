/* What the time zone database of the machine says, by GLib. */
#include "timezone_private.h"

#include <dlfcn.h>
#include <sys/stat.h>

/* Its interface of 2002 and since; new_identifier came with 2.68. */
#define SONAME "libglib-2.0.so.0"

#define UNIVERSAL 2 /* G_TIME_TYPE_UNIVERSAL: the time is an instant */

struct glib_zone; /* its GTimeZone */

static struct {
	struct glib_zone *(*new_identifier)(const char *);
	void (*unref)(struct glib_zone *);
	int (*find_interval)(struct glib_zone *, int, int64_t);
	const char *(*get_abbreviation)(struct glib_zone *, int);
	int32_t (*get_offset)(struct glib_zone *, int);
} glib;

static bool find(void *library, const char *name, void *out)
{
	void *found = dlsym(library, name);

	memcpy(out, &found, sizeof(found));
	return found != NULL;
}

/* Load it at the first zone: most clubs and commands never need one. */
static bool load(void)
{
	static bool loaded, tried;
	void *library;

	if (tried)
		return loaded;
	tried = true;
	library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
#define FIND(name) find(library, "g_time_zone_" #name, (void *)&glib.name)
	loaded = library != NULL && FIND(new_identifier) && FIND(unref) &&
		 FIND(find_interval) && FIND(get_abbreviation) &&
		 FIND(get_offset);
#undef FIND
	return loaded;
}

/* True if it can be a name of the database: GLib would take paths and rules,
 * too. */
static bool is_name(const char *zone)
{
	size_t n = strlen(zone);

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)zone[i];
		bool first = i == 0 || zone[i - 1] == '/';

		if (first ? !sp_is_alpha(c)
			  : !sp_is_alnum(c) && strchr("/_-+", c) == NULL)
			return false;
	}
	return n > 0 && n < SP_TIMEZONE_NAME;
}

char *timezone_path(const char *name)
{
	const char *folder = getenv("TZDIR");

	if (folder == NULL || folder[0] == '\0')
		folder = "/usr/share/zoneinfo";
	return sp_xasprintf("%s/%s", folder, name);
}

/* A zone that was opened, and its file as it was then. */
struct kept {
	char name[SP_TIMEZONE_NAME]; /* "": none is kept here */
	char *path;
	struct stat file;
	struct glib_zone *zone;
};

/* To read one takes GLib a third of a millisecond, and a mail tells several
 * times: those of the players of a batch stay open. */
#define KEPT 16

bool sp_timezone_is_utc(const char *zone)
{
	return zone == NULL || zone[0] == '\0' ||
	       sp_streq(zone, SP_TIMEZONE_UTC);
}

static bool look_at(const char *path, struct stat *out)
{
	memset(out, 0, sizeof(*out));
	return stat(path, out) == 0 && S_ISREG(out->st_mode);
}

/* True if the file is the one that was read: tzdata may have been updated. */
static bool is_current(const struct kept *k, const char *path)
{
	struct stat now;

	return look_at(path, &now) && sp_streq(k->path, path) &&
	       now.st_ino == k->file.st_ino && now.st_size == k->file.st_size &&
	       now.st_mtim.tv_sec == k->file.st_mtim.tv_sec;
}

static void forget(struct kept *k)
{
	if (k->zone != NULL)
		glib.unref(k->zone);
	sp_free(k->path);
	*k = (struct kept){ .path = NULL };
}

/* Take `path`. A zone that the database lacks is not there, though GLib may
 * take its name for a rule. */
static struct glib_zone *open_kept(struct kept *k, const char *name, char *path)
{
	forget(k);
	k->path = path;
	sp_format(k->name, sizeof(k->name), "%s", name);
	if (look_at(path, &k->file) && load())
		k->zone = glib.new_identifier(name);
	if (k->zone == NULL)
		forget(k);
	return k->zone;
}

/* Borrowed until another is opened. */
static struct glib_zone *open_zone(const char *zone)
{
	static struct kept kept[KEPT];
	static unsigned next;

	if (!is_name(zone))
		return NULL;
	char *path = timezone_path(zone);
	for (unsigned i = 0; i < KEPT; i++) {
		if (!sp_streq(kept[i].name, zone))
			continue;
		if (!is_current(&kept[i], path))
			return open_kept(&kept[i], zone, path);
		sp_free(path);
		return kept[i].zone;
	}
	next = (next + 1) % KEPT;
	return open_kept(&kept[next], zone, path);
}

bool timezone_moment(
	const char *zone, int64_t instant, struct timezone_moment *out)
{
	struct glib_zone *z = sp_timezone_is_utc(zone) ? NULL : open_zone(zone);
	int at = z != NULL ? glib.find_interval(z, UNIVERSAL, instant) : -1;

	*out = (struct timezone_moment){ .name = SP_TIMEZONE_UTC };
	if (at >= 0) {
		const char *name = glib.get_abbreviation(z, at);

		out->offset = glib.get_offset(z, at);
		/* "-03" where its people have no word for it */
		sp_format(out->name, sizeof(out->name), "%s%.10s",
			sp_is_alpha((unsigned char)name[0]) ? ""
							    : SP_TIMEZONE_UTC,
			name);
	}
	return at >= 0 || sp_timezone_is_utc(zone);
}

int sp_timezone_check(const char *zone, struct sp_error *e)
{
	struct timezone_moment unused;

	if (timezone_moment(zone, 0, &unused))
		return SP_OK;
	return sp_error_remedy(e,
		load() ? sp_error_set(e, SP_ENOTFOUND,
				 "time zone %s: not in the database of this "
				 "machine",
				 zone)
		       : sp_error_set(e, SP_ENOTFOUND,
				 "time zone %s: cannot load %s", zone, SONAME),
		load() ? "install tzdata" : "install GLib 2.68 or newer");
}

int64_t sp_timezone_wall(const char *zone, int64_t instant)
{
	struct timezone_moment m;

	(void)timezone_moment(zone, instant, &m);
	return instant + m.offset;
}

int64_t sp_timezone_instant(const char *zone, int64_t wall)
{
	const int64_t day = 86400; /* no zone changes twice within it */
	struct timezone_moment before, after;

	(void)timezone_moment(zone, wall - day, &before);
	(void)timezone_moment(zone, wall + day, &after);
	int64_t early = wall - before.offset, late = wall - after.offset;

	if (sp_timezone_wall(zone, early) == wall ||
		sp_timezone_wall(zone, late) != wall)
		return early;
	return late;
}
