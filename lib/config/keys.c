#include "config_private.h"

#define ROOM 64 /* for the names that we put behind a path */

/* name, kind, member of the struct, lowest, highest, default, about */
#define ROOT_AS(word, member, k, min, max, fallback, about)                    \
	{                                                                      \
		word, SP_KEY_##k, offsetof(struct sp_config, member),          \
			sizeof(((struct sp_config *)0)->member), min, max,     \
			fallback, about, 0                                     \
	}
#define ROOT(n, k, min, max, fallback, about)                                  \
	ROOT_AS(#n, n, k, min, max, fallback, about)

const struct sp_config_key config_root_keys[] = {
	ROOT(club, TEXT, 0, 0, "Guild Judge",
		"The judge's display name in mails."),
	ROOT(address, ADDRESS, 0, 0, "judge@spellpost.invalid",
		"The judge's mail address. Players reply to it, with a\n"
		"\"+\" and words of ours behind its local part."),
	/* a word of C++, which tools take it for */
	ROOT_AS("operator", run_by, ADDRESS_OR_NONE, 0, 0, "",
		"Your own mail address, for what the judge has to tell you;\n"
		"invitations name it. Empty: nothing is told by mail."),
	ROOT(data, FOLDER, 0, 0, ".",
		"Folder of the registry and the games. Relative paths start\n"
		"at the folder of this file."),
	ROOT(master_key, FOLDER_OR_NONE, 0, 0, "",
		"File of the master key, mode 0600; empty: master.key in the\n"
		"data folder. A systemd unit passes it as a credential:\n"
		"\"${CREDENTIALS_DIRECTORY}/master.key\""),
	ROOT(templates, FOLDER_OR_NONE, 0, 0, "",
		"Folder of the mail texts; empty: the installed ones."),
	ROOT(rulesets, FOLDER_OR_NONE, 0, 0, "",
		"Folder of the rulesets; empty: the installed ones."),
	ROOT(language, LANGUAGE, 0, 0, "en", "Language of the mail texts."),
	ROOT(clone_url, TEXT_OR_NONE, 0, 0, "",
		"Where players clone a game, with GID for its id, as in\n"
		"\"https://example.org/games/GID.git\"; empty: they ask the\n"
		"host for a bundle."),
	ROOT(poll, NUMBER, 1, 86400, "5",
		"Seconds between looks into an inbox that cannot tell of "
		"mail."),
	ROOT(settle, NUMBER, 0, 86400, "120",
		"Seconds that a deadline waits for mail that was sent in "
		"time."),
	ROOT(outage, NUMBER, 60, 31622400, "10800",
		"Seconds without a look into every inbox for which all "
		"deadlines stand still."),
	ROOT(batch, NUMBER, 1, 1000, "50",
		"Most mails, timers and acts that are decided at once."),
	ROOT(bot_processes, NUMBER, 1, 8, "1",
		"Processes in which bots think."),
	ROOT(tutorials, NUMBER, 0, 1000, "20",
		"Tutorials, one for whoever writes `tutorial`, and games that "
		"follow them, that run at once; 0: none."),
	ROOT(mail_retention, NUMBER, 1, 36500, "90",
		"Days that press and mails that could not be read are kept."),
	ROOT(processed_days, NUMBER, 0, 36500, "7",
		"Days that mails stay in .Processed of a Maildir; 0: for "
		"good."),
	ROOT(volume, VOLUME, 0, 0, "normal",
		"Mails to players who did not say: low, normal, or all (a\n"
		"receipt of each mail of theirs, too)."),
	ROOT(zone, ZONE, 0, 0, "UTC",
		"Time zone for players who did not say, as Europe/Berlin."),
	ROOT(mail_size, NUMBER, 4096, 262144, "262144",
		"Bytes of an incoming mail; a larger one is not read."),
	ROOT(metrics, FOLDER_OR_NONE, 0, 0, "",
		"File of figures for a monitor (OpenMetrics); empty: none.\n"
		"Prometheus' node_exporter wants a name ending in .prom."),
	ROOT(log, LOG, 0, 0, "info",
		"What is logged: error, warn, info or debug."),
	{ 0 },
};

/* name, kind, member of the struct, lowest, highest, default, types */
#define KEY(of, name, k, member, min, max, fallback, types)                    \
	{                                                                      \
		name, SP_KEY_##k, offsetof(struct of, member),                 \
			sizeof(((struct of *)0)->member), min, max, fallback,  \
			"", types                                              \
	}
#define SERVER_KEYS(of, types)                                                 \
	KEY(of, "host", HOST, server.host, 0, 0, "", types),                   \
		KEY(of, "port", NUMBER, server.port, 0, 65535, "0", types),    \
		KEY(of, "tls", TLS, server.tls, 0, 0, "implicit", types),      \
		KEY(of, "user", TEXT_OR_NONE, server.user, 0, 0, "", types),   \
		KEY(of, "password_file", FOLDER_OR_NONE, server.password_file, \
			0, 0, "", types),                                      \
		KEY(of, "token_command", TEXT_OR_NONE, server.token_command,   \
			0, 0, "", types),                                      \
		KEY(of, "ca_file", FOLDER_OR_NONE, server.ca_file, 0, 0, "",   \
			types),                                                \
		KEY(of, "timeout", NUMBER, server.timeout, 1, 60, "30", types)

#define INBOX  sp_config_inbox
#define SENDER sp_config_sender

const struct sp_config_key config_inbox_keys[] = {
	KEY(INBOX, "type", INBOX_TYPE, type, 0, 0, "maildir", 0),
	KEY(INBOX, "path", FOLDER, path, 0, 0, "mail/in", SP_TYPE_BIT(MAILDIR)),
	SERVER_KEYS(INBOX, SP_TYPE_BIT(IMAP) | SP_TYPE_BIT(POP3)),
	KEY(INBOX, "mailbox", TEXT, mailbox, 0, 0, "INBOX", SP_TYPE_BIT(IMAP)),
	{ 0 },
};

const struct sp_config_key config_sender_keys[] = {
	KEY(SENDER, "type", SENDER_TYPE, type, 0, 0, "maildir", 0),
	KEY(SENDER, "path", FOLDER, path, 0, 0, "mail/out",
		SP_TYPE_BIT(MAILDIR)),
	SERVER_KEYS(SENDER, SP_TYPE_BIT(SMTP)),
	KEY(SENDER, "program", FOLDER, program, 0, 0, "/usr/sbin/sendmail",
		SP_TYPE_BIT(SENDMAIL)),
	{ 0 },
};

static const char *const type_words[] = {
#define X(name, word) word,
	SP_CONFIG_TYPES(X)
#undef X
};

static const char *const tls_words[] = {
#define X(name, word) word,
	SP_CONFIG_TLS(X)
#undef X
};

static const enum sp_config_type inbox_types[] = { SP_CONFIG_MAILDIR,
	SP_CONFIG_IMAP, SP_CONFIG_POP3 };
static const enum sp_config_type sender_types[] = { SP_CONFIG_MAILDIR,
	SP_CONFIG_SMTP, SP_CONFIG_SENDMAIL };

static const char *const log_words[] = { "error", "warn", "info", "debug" };

const char *sp_config_type_word(enum sp_config_type type)
{
	return type_words[type];
}

const struct sp_config_key *config_find_key(
	const struct sp_config_key *keys, const char *name)
{
	for (; keys->name != NULL; keys++)
		if (sp_streq(keys->name, name))
			return keys;
	return NULL;
}

/* ---- values
 * --------------------------------------------------------------------- */

static int refuse(struct sp_buf *why, const char *text)
{
	sp_buf_adds(why, text);
	return SP_EINVAL;
}

static bool has_controls(const char *s)
{
	for (; *s != '\0'; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return true;
	return false;
}

static int set_text(const struct sp_config_key *key, char *out,
	const char *value, struct sp_buf *why)
{
	if (value[0] == '\0' || has_controls(value) ||
		!sp_utf8_valid(value, strlen(value)))
		return refuse(why, "must be a text on one line");
	if (!sp_copy(out, key->size, value)) {
		sp_buf_addf(
			why, "must be at most %zu bytes long", key->size - 1);
		return SP_EINVAL;
	}
	return SP_OK;
}

/* RFC 5322 section 3.2.3, in ASCII. */
static bool is_atext(int c)
{
	return sp_is_alnum(c) ||
	       (c != '\0' && strchr("!#$%&'*+-/=?^_`{|}~", c) != NULL);
}

static bool is_dot_atom(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool inside = i > 0 && i + 1 < n && s[i - 1] != '.';

		if (!is_atext((unsigned char)s[i]) && !(s[i] == '.' && inside))
			return false;
	}
	return n >= 1 && n <= 64;
}

/* Labels of letters, digits and inner hyphens (RFC 1123 section 2.1). */
static bool is_host(const char *s)
{
	size_t label = 0;

	for (size_t i = 0;; i++) {
		if (s[i] == '.' || s[i] == '\0') {
			if (label == 0 || label > 63 || s[i - 1] == '-')
				return false;
			if (s[i] == '\0')
				return true;
			label = 0;
		} else if (sp_is_alnum((unsigned char)s[i]) ||
			   (s[i] == '-' && label > 0)) {
			label++;
		} else {
			return false;
		}
	}
}

static int set_address(char *out, const char *value, struct sp_buf *why)
{
	const char *at = strrchr(value, '@');

	if (at == NULL || !is_dot_atom(value, (size_t)(at - value)) ||
		!is_host(at + 1) || !sp_copy(out, SP_CONFIG_ADDR, value))
		return refuse(why,
			"must be a mail address like judge@example.org, "
			"without a display name");
	sp_lower_string(out + (at + 1 - value));
	return SP_OK;
}

/* The name of a folder: nothing in it may lead elsewhere. */
static int set_language(const struct sp_config_key *key, char *out,
	const char *value, struct sp_buf *why)
{
	size_t n = 0;

	while (sp_is_alpha((unsigned char)value[n]) &&
		sp_lower((unsigned char)value[n]) == value[n])
		n++;
	if (n < 2 || n > 3 || (value[n] != '\0' && value[n] != '-'))
		return refuse(why, "must be a language like en, de or pt-BR");
	if (value[n] == '-') {
		size_t rest = strlen(value + n + 1);

		for (size_t i = 0; i < rest; i++)
			if (!sp_is_alnum((unsigned char)value[n + 1 + i]))
				rest = 0;
		if (rest < 2 || rest > 8)
			return refuse(
				why, "must be a language like en, de or pt-BR");
	}
	return set_text(key, out, value, why);
}

bool config_join(char out[SP_CONFIG_PATH], const char *dir, const char *path)
{
	size_t n = strlen(path);
	struct sp_buf buf;
	bool fits;

	while (n > 1 && path[n - 1] == '/')
		n--;
	while (n >= 2 && path[0] == '.' && path[1] == '/') {
		path += 2;
		n -= 2;
		while (n > 0 && path[0] == '/') {
			path++;
			n--;
		}
	}
	if (n == 1 && path[0] == '.')
		n = 0;
	sp_buf_init(&buf, SP_CONFIG_PATH - 1);
	if (n == 0 || path[0] != '/')
		sp_buf_adds(&buf, dir);
	if (n > 0 && path[0] != '/' && !sp_streq(dir, "/"))
		sp_buf_addc(&buf, '/');
	sp_buf_add(&buf, path, n);
	fits = !buf.overflow && sp_copy(out, SP_CONFIG_PATH, sp_buf_str(&buf));
	sp_buf_free(&buf);
	return fits;
}

/* The digits of a master key. */
static bool has_key_in_it(const char *value)
{
	size_t digits = 0;

	for (; *value != '\0' && digits < 64; value++) {
		int c = sp_lower((unsigned char)*value);

		digits = sp_is_digit(c) || (c >= 'a' && c <= 'f') ? digits + 1
								  : 0;
	}
	return digits >= 64;
}

bool config_may_be_secret(const char *value)
{
	const char *at = strchr(value, '@'), *colon = strchr(value, ':');

	/* USER:PASSWORD@HOST, as in a URL */
	return has_key_in_it(value) ||
	       (at != NULL && colon != NULL && colon < at);
}

static int set_path(
	char *out, const char *value, const char *dir, struct sp_buf *why)
{
	if (value[0] == '\0' || has_controls(value))
		return refuse(why, "must be a path");
	if (has_key_in_it(value) && strchr(value, '/') == NULL)
		return refuse(why,
			"must be the path of a file with the key, not the key "
			"itself; make a new one, this one has been seen");
	if (value[0] == '~')
		return refuse(why,
			"must be a whole path: \"~\" is not replaced, but "
			"\"${HOME}/...\" is");
	if (!config_join(out, dir, value) ||
		strlen(out) >= SP_CONFIG_PATH - ROOM)
		return refuse(why, "is too long a path");
	return SP_OK;
}

static int set_word(const char *const *words, int n, int *out,
	const char *value, struct sp_buf *why)
{
	for (int i = 0; i < n; i++)
		if (sp_streq(words[i], value)) {
			*out = i;
			return SP_OK;
		}
	sp_buf_adds(why, "must be ");
	for (int i = 0; i < n; i++)
		sp_buf_addf(why, "%s%s",
			i == 0       ? ""
			: i + 1 == n ? " or "
				     : ", ",
			words[i]);
	return SP_EINVAL;
}

static int set_type(const enum sp_config_type *types, int n, int *out,
	const char *value, struct sp_buf *why)
{
	const char *words[SP_ARRAY_LEN(type_words)];
	int i = 0;

	for (int k = 0; k < n; k++)
		words[k] = sp_config_type_word(types[k]);
	int code = set_word(words, n, &i, value, why);
	if (code == SP_OK)
		*out = (int)types[i];
	return code;
}

static int set_volume(int *out, const char *value, struct sp_buf *why)
{
	const char *words[SP_VOLUME_COUNT - 1];
	int i = 0;

	for (int v = SP_VOLUME_UNSAID + 1; v < SP_VOLUME_COUNT; v++)
		words[v - 1] = sp_volume_word((enum sp_volume)v);
	int code = set_word(words, SP_ARRAY_LEN(words), &i, value, why);
	if (code == SP_OK)
		*out = i + 1;
	return code;
}

static int set_zone(const struct sp_config_key *key, char *out,
	const char *value, struct sp_buf *why)
{
	struct sp_timezone_guess guess;

	/* without the database the clock is UTC's, but mails go on */
	if (sp_timezone_find(value, strlen(value), &guess, NULL) != SP_OK &&
		(sp_timezone_check("Etc/UTC", NULL) == SP_OK ||
			!sp_copy(guess.name, sizeof(guess.name), value)))
		return refuse(why, "must be a time zone that this machine "
				   "knows, like UTC or Europe/Berlin (Debian: "
				   "package tzdata)");
	sp_format(out, key->size, "%s", guess.name);
	return SP_OK;
}

static int set_host(const struct sp_config_key *key, char *out,
	const char *value, struct sp_buf *why)
{
	if (config_may_be_secret(value))
		return refuse(why, "must be a host alone; the name stands in "
				   "\"user\", the "
				   "password in the file of \"password_file\"");
	if (value[0] != '\0' && !config_is_host(value))
		return refuse(why,
			"must be the name of a host like mail.example.org, or "
			"an address like 192.0.2.1 or 2001:db8::1");
	if (!sp_copy(out, key->size, value))
		return refuse(why, "is too long a name");
	return SP_OK;
}

static int set_number(const struct sp_config_key *key, int *out,
	const char *value, struct sp_buf *why)
{
	long long number = 0;

	if (sp_parse_int(value, key->min, key->max, &number) != SP_OK) {
		sp_buf_addf(why, "must be a whole number from %lld to %lld",
			key->min, key->max);
		return SP_EINVAL;
	}
	*out = (int)number;
	return SP_OK;
}

int config_set(const struct sp_config_key *key, void *base, const char *value,
	const char *dir, struct sp_buf *why)
{
	char *text = (char *)base + key->offset;
	int word = 0;
	int code = SP_OK;

	switch (key->kind) {
	case SP_KEY_TEXT:
		return set_text(key, text, value, why);
	case SP_KEY_TEXT_OR_NONE:
		if (value[0] == '\0') {
			text[0] = '\0';
			return SP_OK;
		}
		return set_text(key, text, value, why);
	case SP_KEY_HOST:
		return set_host(key, text, value, why);
	case SP_KEY_ADDRESS_OR_NONE:
		if (value[0] == '\0') {
			text[0] = '\0';
			return SP_OK;
		}
		return set_address(text, value, why);
	case SP_KEY_ADDRESS:
		return set_address(text, value, why);
	case SP_KEY_LANGUAGE:
		return set_language(key, text, value, why);
	case SP_KEY_FOLDER_OR_NONE:
		if (value[0] == '\0') {
			text[0] = '\0';
			return SP_OK;
		}
		return set_path(text, value, dir, why);
	case SP_KEY_FOLDER:
		return set_path(text, value, dir, why);
	case SP_KEY_NUMBER:
		code = set_number(key, &word, value, why);
		break;
	case SP_KEY_LOG:
		code = set_word(
			log_words, SP_ARRAY_LEN(log_words), &word, value, why);
		break;
	case SP_KEY_TLS:
		code = set_word(
			tls_words, SP_ARRAY_LEN(tls_words), &word, value, why);
		break;
	case SP_KEY_ZONE:
		return set_zone(key, text, value, why);
	case SP_KEY_VOLUME:
		code = set_volume(&word, value, why);
		break;
	case SP_KEY_INBOX_TYPE:
		code = set_type(inbox_types, SP_ARRAY_LEN(inbox_types), &word,
			value, why);
		break;
	case SP_KEY_SENDER_TYPE:
		code = set_type(sender_types, SP_ARRAY_LEN(sender_types), &word,
			value, why);
		break;
	}
	/* Numbers and the enumerations are ints to the compiler. */
	if (code == SP_OK)
		memcpy(text, &word, sizeof(word));
	return code;
}
