#include "config_private.h"

#include <assert.h>
#include <confuse.h>
#include <errno.h>
#include <unistd.h>

#define FILE_MAX     65536
#define SEEN_MAX     256
#define NO_SUCH      "no such option '"
#define TWICE        "found duplicate title"
#define DEFAULT_NAME "club" /* of the inbox where the file has none */

_Static_assert(sizeof(enum sp_config_type) == sizeof(int) &&
		       sizeof(enum sp_config_tls) == sizeof(int) &&
		       sizeof(enum sp_log_level) == sizeof(int),
	"config_set stores them as int");

/* One reading of one file. */
struct reading {
	const char *shown; /* the file, as the caller named it */
	const char *file;
	const char *dir;
	struct sp_error *e;
	int code;
	/* Options that were set: libconfuse lets the last of two win. */
	const cfg_opt_t *seen[SEEN_MAX];
	size_t n_seen;
};

/* libconfuse's callbacks have no argument of ours. Set only while
 * cfg_parse_buf runs. */
static _Thread_local struct reading *reading;

static void complain(unsigned line, const char *text, const char *remedy)
{
	reading->code = sp_error_remedy(reading->e,
		sp_error_at(reading->e, SP_EINVAL, line, 0, "%s, line %u: %s",
			reading->shown, line, text),
		"%s", remedy);
}

/* ---- what libconfuse finds wrong
 * ------------------------------------------------- */

/* The known key nearest to a wrong one, or the list of them all. */
static void suggest(
	struct sp_buf *out, const cfg_opt_t *opts, const char *wrong)
{
	unsigned best = (unsigned)strlen(wrong) / 3 + 2;
	const char *nearest = NULL;

	for (const cfg_opt_t *o = opts; o->name != NULL; o++) {
		unsigned d = sp_edit_distance(o->name, wrong, best);

		if (d < best) {
			best = d;
			nearest = o->name;
		}
	}
	if (nearest != NULL) {
		sp_buf_addf(out, "did you mean \"%s\"?", nearest);
		return;
	}
	sp_buf_adds(out, "known here:");
	for (const cfg_opt_t *o = opts; o->name != NULL; o++)
		sp_buf_addf(out, "%s %s", o == opts ? "" : ",", o->name);
}

/* What people call the secrets that they would write here. */
static bool means_secret(const char *key)
{
	static const char *const words[] = { "pass", "passwd", "password",
		"passphrase", "secret", "client_secret", "token", "bearer",
		"access_token", "refresh_token", "oauth_token", "key" };

	for (size_t i = 0; i < SP_ARRAY_LEN(words); i++)
		if (sp_strieq(key, words[i]))
			return true;
	return false;
}

static void unknown_key(const cfg_t *cfg, const char *key)
{
	struct sp_buf text, remedy;

	sp_buf_init(&text, SP_ERROR_TEXT);
	sp_buf_init(&remedy, SP_ERROR_REMEDY);
	sp_buf_addf(&text, "unknown key \"%s\"", key);
	if (means_secret(key))
		sp_buf_adds(&remedy,
			"no secret stands in this file: put it into a file "
			"of mode 0600 and name that with \"password_file\", or "
			"a program that prints it with \"token_command\"");
	else if (config_find_key(config_root_keys, key) != NULL)
		sp_buf_adds(&remedy,
			"it stands at the top, not in a section: is there a "
			"\"}\" missing before it?");
	else if (sp_streq(cfg->name, "root") &&
		 (config_find_key(config_inbox_keys, key) != NULL ||
			 config_find_key(config_sender_keys, key) != NULL))
		sp_buf_adds(&remedy,
			"it stands in a section: inbox NAME { ... } or "
			"sender { ... }");
	else
		suggest(&remedy, cfg->opts, key);
	complain((unsigned)cfg->line, sp_buf_str(&text), sp_buf_str(&remedy));
	sp_buf_free(&remedy);
	sp_buf_free(&text);
}

SP_PRINTF(2, 0)
static void on_error(cfg_t *cfg, const char *fmt, va_list ap)
{
	struct sp_buf text;
	size_t n = strlen(NO_SUCH);

	if (reading->code != SP_OK)
		return; /* a consequence of the first */
	sp_buf_init(&text, SP_ERROR_TEXT);
	sp_buf_vaddf(&text, fmt, ap);
	if (sp_starts(sp_buf_str(&text), NO_SUCH)) {
		sp_buf_truncate(&text, text.len - (text.len > n));
		unknown_key(cfg, text.data + n);
	} else {
		complain((unsigned)cfg->line, sp_buf_str(&text),
			sp_starts(sp_buf_str(&text), TWICE)
				? "give each section its own name"
				: "write KEY = \"VALUE\", one to a line");
	}
	sp_buf_free(&text);
}

static const struct sp_config_key *keys_of(const cfg_t *cfg)
{
	if (sp_streq(cfg->name, "inbox"))
		return config_inbox_keys;
	if (sp_streq(cfg->name, "sender"))
		return config_sender_keys;
	return config_root_keys;
}

/* Called for every value. Only checks; load() stores when all is read. */
static int on_value(cfg_t *cfg, cfg_opt_t *opt, const char *value, void *result)
{
	const struct sp_config_key *key =
		config_find_key(keys_of(cfg), opt->name);
	struct sp_config scratch; /* as large as any base */
	struct sp_buf why;
	int rc = -1;

	sp_buf_init(&why, SP_ERROR_TEXT);
	if (key == NULL) /* libconfuse's own "inbox|path" */
		sp_buf_addf(&why, "\"%s\" stands in a section", opt->name);
	for (size_t i = 0; i < reading->n_seen; i++)
		if (reading->seen[i] == opt)
			sp_buf_addf(&why, "\"%s\" stands here a second time",
				opt->name);
	if (reading->n_seen < SEEN_MAX)
		reading->seen[reading->n_seen++] = opt;
	if (why.len == 0) {
		sp_buf_addf(&why, "\"%s\" ", opt->name);
		if (config_set(key, &scratch, value, reading->dir, &why) ==
			SP_OK) {
			*(const char **)result = value;
			rc = 0;
			goto out;
		}
		if (strlen(value) <= 80 && !config_may_be_secret(value))
			sp_buf_addf(&why, ", not \"%s\"", value);
	}
	complain((unsigned)cfg->line, sp_buf_str(&why), "");
out:
	sp_buf_free(&why);
	return rc;
}

/* ---- from libconfuse to the struct
 * ------------------------------------------------- */

/* Values were checked when they were read, defaults are checked by a test. */
static void store(const struct sp_config_key *keys, void *base, const char *dir,
	cfg_t *cfg)
{
	struct sp_buf why;

	sp_buf_init(&why, SP_ERROR_TEXT);
	for (const struct sp_config_key *k = keys; k->name != NULL; k++) {
		const char *value =
			cfg != NULL ? cfg_getstr(cfg, k->name) : NULL;
		int code = config_set(k, base,
			value != NULL ? value : k->fallback, dir, &why);

		assert(code == SP_OK);
	}
	sp_buf_free(&why);
}

/* Everything that `cfg` says, defaults for the rest; NULL says nothing. */
static void store_all(
	struct sp_config *out, const char *file, const char *dir, cfg_t *cfg)
{
	unsigned n = cfg != NULL ? cfg_size(cfg, "inbox") : 0;
	bool fits;

	*out = (struct sp_config){ 0 };
	fits = sp_copy(out->file, sizeof(out->file), file);
	assert(fits);
	store(config_root_keys, out, dir, cfg);
	if (out->master_key[0] == '\0') {
		fits = config_join(
			out->master_key, out->data, SP_CONFIG_MASTER_KEY);
		assert(fits);
	}
	out->n_inboxes = n > 0 ? (int)n : 1;
	for (int i = 0; i < out->n_inboxes; i++) {
		struct sp_config_inbox *inbox = &out->inbox[i];
		cfg_t *section =
			n > 0 ? cfg_getnsec(cfg, "inbox", (unsigned)i) : NULL;

		store(config_inbox_keys, inbox, dir, section);
		fits = sp_copy(inbox->title, sizeof(inbox->title),
			section != NULL ? cfg_title(section) : DEFAULT_NAME);
		assert(fits);
	}
	store(config_sender_keys, &out->sender, dir,
		cfg != NULL && cfg_size(cfg, "sender") > 0
			? cfg_getnsec(cfg, "sender", 0)
			: NULL);
}

static bool title_valid(const char *title)
{
	size_t n = strlen(title);

	for (size_t i = 0; i < n; i++)
		if (!(sp_is_alnum((unsigned char)title[i]) &&
			    sp_lower((unsigned char)title[i]) == title[i]) &&
			title[i] != '-')
			return false;
	return n > 0 && n < SP_CONFIG_TITLE;
}

/* A key that means nothing for this type, or keys that do not go together. */
static void check_section(cfg_t *section, const struct sp_config_key *keys,
	enum sp_config_type type, const struct sp_config_server *server)
{
	struct sp_buf why;

	sp_buf_init(&why, SP_ERROR_TEXT);
	for (const struct sp_config_key *k = keys; k->name != NULL; k++)
		if (why.len == 0 && k->types != 0 &&
			(k->types & 1U << type) == 0 &&
			cfg_getstr(section, k->name) != NULL)
			sp_buf_addf(&why, "\"%s\" means nothing for type %s",
				k->name, sp_config_type_word(type));
	if (why.len > 0 || config_check_server(type, server, &why) != SP_OK)
		complain((unsigned)section->line, sp_buf_str(&why), "");
	sp_buf_free(&why);
}

static void check_servers(cfg_t *cfg, const struct sp_config *config)
{
	for (unsigned i = 0; i < cfg_size(cfg, "inbox"); i++)
		if (reading->code == SP_OK)
			check_section(cfg_getnsec(cfg, "inbox", i),
				config_inbox_keys, config->inbox[i].type,
				&config->inbox[i].server);
	if (reading->code == SP_OK && cfg_size(cfg, "sender") > 0)
		check_section(cfg_getnsec(cfg, "sender", 0), config_sender_keys,
			config->sender.type, &config->sender.server);
}

/* What only the whole file shows. */
static void check_sections(cfg_t *cfg)
{
	unsigned n = cfg_size(cfg, "inbox");
	char text[64];

	if (cfg_size(cfg, "sender") > 1) {
		complain((unsigned)cfg_getnsec(cfg, "sender", 1)->line,
			"a second sender", "keep one");
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		cfg_t *section = cfg_getnsec(cfg, "inbox", i);

		if (i >= SP_CONFIG_INBOXES) {
			sp_format(text, sizeof(text), "there may be %d",
				SP_CONFIG_INBOXES);
			complain((unsigned)section->line, "an inbox too many",
				text);
			return;
		}
		if (!title_valid(cfg_title(section))) {
			complain((unsigned)section->line,
				"the name of an inbox is made of 1 to 31 small "
				"letters, digits and hyphens",
				"");
			return;
		}
	}
}

/* ---- reading
 * -------------------------------------------------------------------------- */

#define MAX_KEYS 32

/* The table of keys as libconfuse wants it; `opts` has room for MAX_KEYS. */
static void make_opts(cfg_opt_t *opts, const struct sp_config_key *keys,
	cfg_opt_t *inbox, cfg_opt_t *sender)
{
	cfg_opt_t end[] = { CFG_END() };
	size_t n = 0;

	for (; keys->name != NULL; keys++) {
		cfg_opt_t opt[] = { CFG_STR_CB(
			keys->name, NULL, CFGF_NODEFAULT, on_value) };

		assert(n + 3 < MAX_KEYS);
		opts[n++] = opt[0];
	}
	if (inbox != NULL) {
		cfg_opt_t sections[] = {
			CFG_SEC("inbox", inbox,
				CFGF_MULTI | CFGF_TITLE | CFGF_NO_TITLE_DUPES),
			CFG_SEC("sender", sender, CFGF_MULTI),
		};

		opts[n++] = sections[0];
		opts[n++] = sections[1];
	}
	opts[n] = end[0];
}

static int read_text(
	struct sp_config *out, struct reading *now, const char *text)
{
	cfg_opt_t inbox[MAX_KEYS], sender[MAX_KEYS], root[MAX_KEYS];
	cfg_t *cfg;
	int rc;

	make_opts(inbox, config_inbox_keys, NULL, NULL);
	make_opts(sender, config_sender_keys, NULL, NULL);
	make_opts(root, config_root_keys, inbox, sender);
	cfg = cfg_init(root, CFGF_NONE);
	if (cfg == NULL)
		abort(); /* out of memory */
	(void)cfg_set_error_function(cfg, on_error);
	reading = now;
	rc = cfg_parse_buf(cfg, text);
	if (rc == CFG_SUCCESS)
		check_sections(cfg);
	else if (now->code == SP_OK)
		complain((unsigned)cfg->line,
			"this does not read as KEY = \"VALUE\"", "");
	if (now->code == SP_OK) {
		store_all(out, now->file, now->dir, cfg);
		check_servers(cfg, out);
	}
	reading = NULL;
	(void)cfg_free(cfg);
	return now->code;
}

/* The absolute folder of a file, or of a folder itself. Some room is left for
 * what is joined to it by default. */
static int absolute(char out[SP_CONFIG_PATH], const char *path, bool folder,
	struct sp_error *e)
{
	char here[SP_CONFIG_PATH] = "/";
	const char *slash = strrchr(path, '/');
	char *part;
	bool fits;

	if (path[0] != '/' && getcwd(here, sizeof(here)) == NULL)
		return sp_error_remedy(e,
			sp_error_set(e, SP_ESYS,
				"cannot tell the current folder: %s",
				strerror(errno)),
			"give a path that begins with \"/\"");
	if (folder)
		part = sp_xstrdup(path);
	else if (slash == NULL)
		part = sp_xstrdup(".");
	else
		part = sp_xstrndup(
			path, slash == path ? 1 : (size_t)(slash - path));
	fits = config_join(out, here, part) &&
	       strlen(out) < SP_CONFIG_PATH - 128;
	sp_free(part);
	return fits ? SP_OK
		    : sp_error_set(e, SP_EINVAL,
			      "the path %.80s... is too long", path);
}

int sp_config_load(struct sp_config *out, const char *path, struct sp_error *e)
{
	const char *slash = strrchr(path, '/');
	struct reading now = { .shown = path, .e = e };
	struct sp_error at = { 0 };
	char dir[SP_CONFIG_PATH], file[SP_CONFIG_PATH];
	struct sp_buf text;
	int code = absolute(dir, path, false, e);

	if (code != SP_OK)
		return code;
	if (!config_join(file, dir, slash != NULL ? slash + 1 : path))
		return sp_error_set(e, SP_EINVAL, "%s: too long a path", path);
	now.file = file;
	now.dir = dir;
	sp_buf_init(&text, FILE_MAX);
	code = sp_file_read(&text, path, e);
	if (code == SP_ENOTFOUND)
		(void)sp_error_prefix(e,
			"no configuration: make one with `spellpost init DIR`, "
			"or name it with -c");
	if (code != SP_OK)
		goto out;
	code = config_scan(text.data, text.len, &at);
	if (code != SP_OK) {
		if (at.line == 0)
			sp_error_prefix(&at, "%s", path);
		else
			sp_error_prefix(&at, "%s, line %u", path, at.line);
		code = sp_error_copy(e, code, &at);
		goto out;
	}
	code = read_text(out, &now, sp_buf_str(&text));
out:
	sp_buf_free(&text);
	return code;
}

int sp_config_default(
	struct sp_config *out, const char *dir, struct sp_error *e)
{
	char root[SP_CONFIG_PATH];
	int code = absolute(root, dir, true, e);

	if (code == SP_OK)
		store_all(out, "", root, NULL);
	return code;
}

/* ---- the file that init writes
 * ---------------------------------------------------------- */

static void write_key(struct sp_buf *out, const struct sp_config_key *k)
{
	bool number = k->kind == SP_KEY_NUMBER;

	sp_buf_adds(out, "\n# ");
	for (const char *c = k->about; *c != '\0'; c++) {
		sp_buf_addc(out, *c);
		if (*c == '\n')
			sp_buf_adds(out, "# ");
	}
	sp_buf_addf(out, "\n%s = %s%s%s\n", k->name, number ? "" : "\"",
		k->fallback, number ? "" : "\"");
}

static void write_section(
	struct sp_buf *out, const char *head, const struct sp_config_key *k)
{
	sp_buf_addf(out, "%s {\n", head);
	for (; k->name != NULL; k++)
		if (k->types == 0 || (k->types & SP_TYPE_BIT(MAILDIR)) != 0)
			sp_buf_addf(
				out, "\t%s = \"%s\"\n", k->name, k->fallback);
	sp_buf_adds(out, "}\n");
}

void sp_config_write_default(struct sp_buf *out)
{
	sp_buf_adds(out,
		"# Configuration of spellpost. Every key stands here with its "
		"default;\n"
		"# what you delete keeps it. `spellpostd -n` checks the "
		"file.\n");
	for (const struct sp_config_key *k = config_root_keys; k->name != NULL;
		k++)
		write_key(out, k);
	sp_buf_adds(out,
		"\n# Where mail comes from. There may be several; for a mail "
		"server see\n# spellpost.conf(5).\n");
	write_section(out, "inbox " DEFAULT_NAME, config_inbox_keys);
	sp_buf_adds(out, "\n# Where mail goes.\n");
	write_section(out, "sender", config_sender_keys);
}
