/*
 * What the files of this module share: the table of keys, and the look at the
 * text before libconfuse reads it.
 */
#ifndef SP_CONFIG_PRIVATE_H
#define SP_CONFIG_PRIVATE_H

#include "config.h"

enum sp_config_kind {
	SP_KEY_TEXT,
	SP_KEY_TEXT_OR_NONE,
	SP_KEY_HOST, /* a host name, an address, or empty */
	SP_KEY_ADDRESS,
	SP_KEY_ADDRESS_OR_NONE,
	SP_KEY_LANGUAGE,
	SP_KEY_FOLDER,         /* a path */
	SP_KEY_FOLDER_OR_NONE, /* a path or empty */
	SP_KEY_NUMBER,
	SP_KEY_LOG,
	SP_KEY_INBOX_TYPE,
	SP_KEY_SENDER_TYPE,
	SP_KEY_TLS,
	SP_KEY_VOLUME,
	SP_KEY_ZONE,
};

#define SP_TYPE_BIT(name) (1U << SP_CONFIG_##name)

struct sp_config_key {
	const char *name;
	enum sp_config_kind kind;
	size_t offset; /* of the value in its struct */
	size_t size;
	long long min, max;   /* of a number */
	const char *fallback; /* as it would stand in the file */
	const char *about;    /* for the file that init writes */
	unsigned types;       /* SP_TYPE_BIT: who uses it; 0: all */
};

/* Each ends with a key without name. */
extern const struct sp_config_key config_root_keys[];
extern const struct sp_config_key config_inbox_keys[];
extern const struct sp_config_key config_sender_keys[];

const struct sp_config_key *config_find_key(
	const struct sp_config_key *keys, const char *name);
/* Check a value and put it into `base`; relative paths start at `dir`. Else
 * SP_EINVAL, and `why` says what is allowed ("must be ..."). */
int config_set(const struct sp_config_key *key, void *base, const char *value,
	const char *dir, struct sp_buf *why) SP_MUST_CHECK;
/* Could a value hold a secret, by mistake? Then errors do not repeat it. */
bool config_may_be_secret(const char *value);
/* Does a server of this type have all that it needs, and nothing that does not
 * go together? Else SP_EINVAL and what to change. */
int config_check_server(enum sp_config_type type,
	const struct sp_config_server *server,
	struct sp_buf *why) SP_MUST_CHECK;
/* An IP address, or a name that may be one of a host. */
bool config_is_host(const char *s);
/* dir/path, without "./" and "." pieces at the start; false: too long. */
bool config_join(char out[SP_CONFIG_PATH], const char *dir,
	const char *path) SP_MUST_CHECK;

/* Blank out the comments of a text, byte for byte, so that libconfuse counts
 * its lines right, and refuse what it would pass over in silence: controls,
 * strings and comments without an end, variables that are not set. `e` gets the
 * line. */
int config_scan(char *text, size_t len, struct sp_error *e) SP_MUST_CHECK;

#endif
