/*
 * Signatures beside ssh-keygen: it accepts what is made here, what it makes is
 * accepted here, and both refuse what was changed.
 */
#include "unit.h"

#include "fixtures.h"
#include "seal/seal_private.h"

#include <stdlib.h>
#include <sys/wait.h>

#define GID  "g1-abcdefgh"
#define TEXT "tree 1\nauthor Red\n\nRed walks\n"

#define BEGIN "-----BEGIN SSH SIGNATURE-----\n"

/* A signer with its file, and a folder for ssh-keygen. */
struct desk {
	struct sp_signer *signer;
	struct sp_buf signers, armour; /* of TEXT */
	char *folder;
};

static struct desk sit(uint8_t master)
{
	const uint8_t key[SP_KEY_BYTES] = { master };
	struct desk d = { .folder = test_tempdir() };
	struct sp_error e = { 0 };

	sp_buf_init(&d.signers, 1000);
	sp_buf_init(&d.armour, 1000);
	EQUAL_INT_FATAL(sp_seal_signer_open(&d.signer, key, &e), SP_OK);
	sp_seal_allowed_signers(&d.signers, d.signer, GID);
	EQUAL_INT_FATAL(
		sp_seal_sign(&d.armour, d.signer, TEXT, strlen(TEXT), &e),
		SP_OK);
	return d;
}

static void rise(struct desk *d)
{
	sp_seal_signer_close(d->signer);
	sp_buf_free(&d->signers);
	sp_buf_free(&d->armour);
}

static void put(
	const struct desk *d, const char *name, const void *data, size_t n)
{
	char *path = sp_xasprintf("%s/%s", d->folder, name);

	EQUAL_INT_FATAL(sp_file_write(path, data, n, 0600, NULL), SP_OK);
	sp_free(path);
}

static void get(const struct desk *d, const char *name, struct sp_buf *out)
{
	char *path = sp_xasprintf("%s/%s", d->folder, name);

	sp_buf_clear(out);
	EQUAL_INT_FATAL(sp_file_read(out, path, NULL), SP_OK);
	sp_free(path);
}

/* A command in the folder: its exit status. */
static int shell(const struct desk *d, const char *command)
{
	char *line = sp_xasprintf(
		"cd '%s' && { %s; } >out 2>err </dev/null", d->folder, command);
	int status = system(line);

	sp_free(line);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool has_ssh(void)
{
	bool has = system("command -v ssh-keygen >/dev/null 2>&1") == 0;

	if (!has)
		test_skip("there is no program ssh-keygen");
	return has;
}

static int check(const struct desk *d, const char *text, const char *armour)
{
	struct sp_error e = { 0 };
	int code = sp_seal_check_signature(d->signers.data, d->signers.len,
		text, strlen(text), armour, strlen(armour), &e);

	EQUAL_INT(e.code, code);
	EQUAL_INT(e.text[0] == '\0', code == SP_OK);
	return code;
}

/* Does ssh-keygen take it, with this allowed_signers file? */
static bool takes(const struct desk *d, const char *signers, const char *text,
	const char *armour)
{
	put(d, "signers", signers, strlen(signers));
	put(d, "text", text, strlen(text));
	put(d, "sig", armour, strlen(armour));
	return shell(d, "ssh-keygen -Y verify -f signers -I judge@" GID
			".invalid -n git -s sig <text") == 0;
}

TEST("seal/signer", "signs and checks")
{
	struct desk d = sit(1), other = sit(2);
	struct sp_buf again;

	EQUAL_INT(check(&d, TEXT, sp_buf_str(&d.armour)), SP_OK);
	EQUAL_INT(check(&d, TEXT "x", sp_buf_str(&d.armour)), SP_EREFUSED);
	EQUAL_INT(check(&d, "", sp_buf_str(&d.armour)), SP_EREFUSED);
	EQUAL_INT(check(&d, TEXT, sp_buf_str(&other.armour)), SP_EREFUSED);
	EQUAL_INT(check(&other, TEXT, sp_buf_str(&d.armour)), SP_EREFUSED);
	EQUAL_INT(check(&d, TEXT, ""), SP_ECORRUPT);
	/* equal texts, equal bytes */
	sp_buf_init(&again, 1000);
	EQUAL_INT(sp_seal_sign(&again, d.signer, TEXT, strlen(TEXT), NULL),
		SP_OK);
	EQUAL_STRING(sp_buf_str(&again), sp_buf_str(&d.armour));
	/* nothing to sign is a text, too */
	sp_buf_clear(&again);
	EQUAL_INT(sp_seal_sign(&again, d.signer, NULL, 0, NULL), SP_OK);
	EQUAL_INT(check(&d, "", sp_buf_str(&again)), SP_OK);
	sp_buf_free(&again);
	rise(&d);
	rise(&other);
	sp_seal_signer_close(NULL);
}

TEST("seal/signer", "ssh-keygen takes ours")
{
	struct desk d = sit(1), other = sit(2);
	const char *signers = sp_buf_str(&d.signers);

	if (has_ssh()) {
		CU_ASSERT(takes(&d, signers, TEXT, sp_buf_str(&d.armour)));
		CU_ASSERT_FALSE(
			takes(&d, signers, TEXT "x", sp_buf_str(&d.armour)));
		CU_ASSERT_FALSE(
			takes(&d, signers, TEXT, sp_buf_str(&other.armour)));
	}
	rise(&d);
	rise(&other);
}

/* "SHA256:..." as `ssh-keygen -lf` shows it. */
TEST("seal/signer", "fingerprints are ssh-keygen's")
{
	struct desk d = sit(1);
	char print[SP_FINGERPRINT_TEXT];
	const char *key;
	struct sp_buf out;

	EQUAL_INT(
		sp_seal_fingerprint(print, d.signers.data, d.signers.len, NULL),
		SP_OK);
	EQUAL_INT(strlen(print), SP_FINGERPRINT_TEXT - 1);
	if (has_ssh()) {
		key = strstr(sp_buf_str(&d.signers), "ssh-ed25519");
		put(&d, "key.pub", key, strlen(key));
		EQUAL_INT(shell(&d, "ssh-keygen -lf key.pub"), 0);
		sp_buf_init(&out, 1000);
		get(&d, "out", &out);
		CU_ASSERT_FATAL(sp_starts(sp_buf_str(&out), "256 "));
		EQUAL_INT(strncmp(out.data + 4, print, strlen(print)), 0);
		EQUAL_INT(out.data[4 + strlen(print)], ' ');
		sp_buf_free(&out);
	}
	rise(&d);
}

/* Take the key that ssh-keygen made as `type` for the desk's. */
static void take_key(struct desk *d, const char *type)
{
	char *command = sp_xasprintf(
		"ssh-keygen -q -t %s -N '' -C '' -f %s", type, type);
	struct sp_buf key;
	char *name = sp_xasprintf("%s.pub", type);
	size_t n;

	EQUAL_INT_FATAL(shell(d, command), 0);
	sp_buf_init(&key, 5000);
	get(d, name, &key);
	n = key.len;
	key.data[strcspn(key.data, "\n")] = '\0';
	while (n > 0 && (key.data[n - 1] == '\0' || key.data[n - 1] == ' ' ||
				key.data[n - 1] == '\n'))
		key.data[--n] = '\0';
	sp_buf_free(&d->signers);
	d->signers.max = 5000;
	sp_buf_addf(&d->signers,
		"judge@" GID ".invalid namespaces=\"git\" %s\n", key.data);
	sp_buf_free(&key);
	sp_free(name);
	sp_free(command);
}

/* Sign TEXT with it. */
static void ssh_sign(struct desk *d, const char *type, const char *options)
{
	char *command =
		sp_xasprintf("printf '%%s' '%s' >by-ssh && rm -f by-ssh.sig && "
			     "ssh-keygen -Y sign -f %s %s by-ssh",
			TEXT, type, options);

	EQUAL_INT_FATAL(shell(d, command), 0);
	sp_buf_free(&d->armour);
	d->armour.max = 5000;
	get(d, "by-ssh.sig", &d->armour);
	sp_free(command);
}

TEST("seal/signer", "takes ssh-keygen's")
{
	struct desk d = sit(1);
	const char *armour;

	if (has_ssh()) {
		take_key(&d, "ed25519");
		ssh_sign(&d, "ed25519", "-n git");
		armour = sp_buf_str(&d.armour);
		CU_ASSERT(takes(&d, sp_buf_str(&d.signers), TEXT, armour));
		EQUAL_INT(check(&d, TEXT, armour), SP_OK);
		EQUAL_INT(check(&d, TEXT "x", armour), SP_EREFUSED);
	}
	rise(&d);
}

/* What is right for others, but not for a commit of ours. The first two git
 * would refuse as well; the third it would take. */
TEST("seal/signer", "signatures of another kind")
{
	struct desk d = sit(1);
	const char *armour;

	if (!has_ssh())
		return;
	take_key(&d, "ed25519");
	ssh_sign(&d, "ed25519", "-n file");
	armour = sp_buf_str(&d.armour);
	CU_ASSERT_FALSE(takes(&d, sp_buf_str(&d.signers), TEXT, armour));
	EQUAL_INT(check(&d, TEXT, armour), SP_ECORRUPT);

	struct sp_buf ours;
	sp_buf_init(&ours, 5000);
	sp_buf_add(&ours, d.signers.data, d.signers.len);
	take_key(&d, "ecdsa");
	ssh_sign(&d, "ecdsa", "-n git");
	armour = sp_buf_str(&d.armour);
	CU_ASSERT(takes(&d, sp_buf_str(&d.signers), TEXT, armour));
	EQUAL_INT(check(&d, TEXT, armour), SP_ECORRUPT);
	CU_ASSERT_FALSE(takes(&d, sp_buf_str(&ours), TEXT, armour));
	sp_buf_clear(&d.signers);
	sp_buf_add(&d.signers, ours.data, ours.len);
	EQUAL_INT(check(&d, TEXT, armour), SP_ECORRUPT);

	ssh_sign(&d, "ed25519", "-n git -O hashalg=sha256");
	armour = sp_buf_str(&d.armour);
	CU_ASSERT(takes(&d, sp_buf_str(&d.signers), TEXT, armour));
	EQUAL_INT(check(&d, TEXT, armour), SP_ECORRUPT);
	sp_buf_free(&ours);
	rise(&d);
}

/* ---- damage ---- */

/* The armour of a desk with a change to its bytes, decoded: `n` of them at `at`
 * are replaced by a text. */
static void damage(struct sp_buf *out, const struct desk *d, size_t at,
	size_t n, const char *text, size_t len)
{
	struct sp_buf base, blob, changed;

	sp_buf_init(&base, 1000);
	sp_buf_init(&blob, 1000);
	sp_buf_init(&changed, 1000);
	for (const char *c = d->armour.data + strlen(BEGIN); *c != '-'; c++) {
		if (*c != '\n')
			sp_buf_addc(&base, *c);
	}
	EQUAL_INT_FATAL(sp_unbase64(&blob, base.data, base.len), SP_OK);
	CU_ASSERT_FATAL(at + n <= blob.len);
	sp_buf_add(&changed, blob.data, at);
	sp_buf_add(&changed, text, len);
	sp_buf_add(&changed, blob.data + at + n, blob.len - at - n);
	sp_buf_clear(&base);
	sp_base64(&base, (uint8_t *)changed.data, changed.len);
	sp_buf_clear(out);
	sp_buf_adds(out, BEGIN);
	for (size_t i = 0; i < base.len; i += 70)
		sp_buf_addf(out, "%.70s\n", base.data + i);
	sp_buf_adds(out, "-----END SSH SIGNATURE-----\n");
	sp_buf_free(&base);
	sp_buf_free(&blob);
	sp_buf_free(&changed);
}

/* Where parts stand in the decoded bytes. */
enum {
	AT_MAGIC = 0,
	AT_VERSION = 9,
	AT_TYPE = 18,
	AT_KEY = 33,
	AT_NAMESPACE = 69,
	AT_RESERVED = 75,
	AT_HASH = 80,
	AT_SIG_TYPE = 94,
	AT_SIGNATURE = 109,
	AT_END = 173
};

TEST("seal/signer", "damaged signatures")
{
	static const char zero[32];
	const struct {
		size_t at, n;
		const char *text;
		size_t len;
		int code;
		bool tolerated; /* by ssh-keygen */
	} table[] = {
		{ AT_MAGIC, 6, "SSHSIX", 6, SP_ECORRUPT, false },
		{ AT_VERSION, 1, "\2", 1, SP_ECORRUPT, false },
		{ AT_TYPE, 11, "ssh-ed25518", 11, SP_ECORRUPT, false },
		{ AT_TYPE, 11, "ssh-ed448xx", 11, SP_ECORRUPT, false },
		{ AT_KEY, 32, zero, 32, SP_EREFUSED, false },
		{ AT_NAMESPACE, 3, "got", 3, SP_ECORRUPT, false },
		{ AT_NAMESPACE, 3, "\0\0\0", 3, SP_ECORRUPT, false },
		{ AT_RESERVED, 1, "\1x", 2, SP_ECORRUPT, true },
		{ AT_HASH, 6, "sha256", 6, SP_ECORRUPT, false },
		{ AT_HASH, 6, "sha999", 6, SP_ECORRUPT, false },
		{ AT_SIG_TYPE, 11, "ssh-ed25518", 11, SP_ECORRUPT, false },
		{ AT_SIGNATURE, 1, "", 1, SP_EREFUSED, false },
		{ AT_SIGNATURE, 32, zero, 32, SP_EREFUSED, false },
		{ AT_SIGNATURE + 32, 32, zero, 32, SP_EREFUSED, false },
		{ AT_SIGNATURE + 40, 24, "", 0, SP_ECORRUPT, false },
		{ AT_END, 0, "more", 4, SP_ECORRUPT, false },
		{ AT_END - 1, 1, "", 0, SP_ECORRUPT, false },
		{ 40, AT_END - 40, "", 0, SP_ECORRUPT, false },
	};
	struct desk d = sit(1);
	struct sp_buf armour;
	bool ssh = has_ssh();

	sp_buf_init(&armour, 1000);
	/* undamaged: the table is about these bytes */
	damage(&armour, &d, 0, 0, "", 0);
	EQUAL_STRING(sp_buf_str(&armour), sp_buf_str(&d.armour));
	for (size_t i = 0; i < SP_ARRAY_LEN(table); i++) {
		damage(&armour, &d, table[i].at, table[i].n, table[i].text,
			table[i].len);
		int code = check(&d, TEXT, sp_buf_str(&armour));

		if (code != table[i].code)
			printf("\n  damage %zu: %d\n", i, code);
		EQUAL_INT(code, table[i].code);
		if (ssh)
			EQUAL_INT(takes(&d, sp_buf_str(&d.signers), TEXT,
					  sp_buf_str(&armour)),
				table[i].tolerated);
	}
	sp_buf_free(&armour);
	rise(&d);
}

/* Change a word in the armour as text. */
static void reworded(
	const struct desk *d, const char *from, const char *to, bool by_ssh)
{
	const char *all = sp_buf_str(&d->armour);
	const char *at = strstr(all, from);

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	char *text = sp_xasprintf(
		"%.*s%s%s", (int)(at - all), all, to, at + strlen(from));
	EQUAL_INT(check(d, TEXT, text), SP_ECORRUPT);
	if (by_ssh)
		CU_ASSERT_FALSE(takes(d, sp_buf_str(&d->signers), TEXT, text));
	sp_free(text);
}

TEST("seal/signer", "damaged armour")
{
	struct desk d = sit(1);
	bool ssh = has_ssh();

	reworded(&d, "BEGIN SSH", "BEGIN PGP", ssh);
	reworded(&d, "-----END SSH SIGNATURE-----\n", "", ssh);
	reworded(&d, "U1NI", "U1N!", ssh);
	reworded(&d, "U1NI", "U1N=", ssh);
	reworded(&d, "U1NI", "", ssh);
	/* the same bytes in another form: ssh-keygen takes these */
	reworded(&d, "\n-----END", "\n\n-----END", false);
	reworded(&d, "SIGNATURE-----\nU1NI", "SIGNATURE-----\nU1\nNI", false);
	reworded(&d, "SIGNATURE-----\nU1NI", "SIGNATURE-----\r\nU1NI", false);
	reworded(&d, "-----END SSH SIGNATURE-----\n",
		"-----END SSH SIGNATURE-----\nmore\n", false);
	reworded(&d, "-----END SSH SIGNATURE-----\n",
		"-----END SSH SIGNATURE-----", false);
	rise(&d);
}

static void signers_file(
	const struct desk *d, const char *text, size_t len, int code)
{
	char print[SP_FINGERPRINT_TEXT];
	struct sp_error e = { 0 };
	int got = sp_seal_fingerprint(print, text, len, &e);

	if (got != code)
		printf("\n  %.*s: %d\n", (int)len, text, got);
	EQUAL_INT(got, code);
	EQUAL_INT(print[0] == '\0', code != SP_OK);
	EQUAL_INT(sp_seal_check_signature(text, len, TEXT, strlen(TEXT),
			  d->armour.data, d->armour.len, NULL),
		code);
}

TEST("seal/signer", "damaged allowed_signers")
{
	static const struct {
		const char *from, *to;
	} table[] = {
		{ "judge@", "" },
		{ "judge@", "red@" },
		{ "judge@", "*@" },
		{ "judge@", "\njudge@" },
		{ "judge@", "# judge@" },
		{ "judge@", "judge@x,judge@" },
		{ GID, "x" },
		{ GID, "a.b" },
		{ GID, "g1-abcdefgh-abcdefghij-abcdefgh" },
		{ ".invalid", ".example" },
		{ " namespaces=\"git\"", "" },
		{ "\"git\"", "\"*\"" },
		{ "namespaces", "cert-authority,namespaces" },
		{ "ssh-ed25519", "ssh-rsa" },
		{ "AAAAC3", "AAAAC4" },
		{ "AAAAC3", "AAAA" },
		{ "AAAAC3", "AAAA!3" },
		{ "AAAAC3", " AAAAC3" },
		{ "\n", "" },
		{ "\n", "\r\n" },
		{ "\n", " judge\n" },
		{ "\n", "\n\n" },
	};
	struct desk d = sit(1);
	const char *all = sp_buf_str(&d.signers);

	signers_file(&d, all, d.signers.len, SP_OK);
	signers_file(&d, NULL, 0, SP_ECORRUPT);
	for (size_t i = 0; i < SP_ARRAY_LEN(table); i++) {
		const char *at = strstr(all, table[i].from);

		CU_ASSERT_PTR_NOT_NULL_FATAL(at);
		char *text = sp_xasprintf("%.*s%s%s", (int)(at - all), all,
			table[i].to, at + strlen(table[i].from));
		signers_file(&d, text, strlen(text), SP_ECORRUPT);
		sp_free(text);
	}
	/* two of them */
	char *twice = sp_xasprintf("%s%s", all, all);
	signers_file(&d, twice, strlen(twice), SP_ECORRUPT);
	sp_free(twice);
	rise(&d);
}

/* ---- anything at all ---- */

static uint32_t chance(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

/* Each byte in turn, with each of its bits changed: nothing is accepted but
 * what was written. */
TEST("seal/signer", "every bit counts")
{
	struct desk d = sit(1);
	char print[SP_FINGERPRINT_TEXT], was[SP_FINGERPRINT_TEXT];

	for (size_t i = 0; i < 8 * d.armour.len; i++) {
		d.armour.data[i / 8] ^= (char)(1 << i % 8);
		int code = sp_seal_check_signature(d.signers.data,
			d.signers.len, TEXT, strlen(TEXT), d.armour.data,
			d.armour.len, NULL);
		CU_ASSERT(code == SP_EREFUSED || code == SP_ECORRUPT);
		d.armour.data[i / 8] ^= (char)(1 << i % 8);
	}
	EQUAL_INT(sp_seal_fingerprint(was, d.signers.data, d.signers.len, NULL),
		SP_OK);
	for (size_t i = 0; i < 8 * d.signers.len; i++) {
		d.signers.data[i / 8] ^= (char)(1 << i % 8);
		/* another key, or another game */
		int code = sp_seal_fingerprint(
			print, d.signers.data, d.signers.len, NULL);
		CU_ASSERT(code == SP_OK || code == SP_ECORRUPT);
		CU_ASSERT(code != SP_OK || i / 8 < strlen("judge@" GID) ||
			  !sp_streq(print, was));
		d.signers.data[i / 8] ^= (char)(1 << i % 8);
	}
	EQUAL_INT(check(&d, TEXT, sp_buf_str(&d.armour)), SP_OK);
	rise(&d);
}

/* Pieces of both files in any order, and bytes. */
TEST("seal/signer", "anything as a signature")
{
	static const char *const pieces[] = { BEGIN,
		"-----END SSH SIGNATURE-----\n", "judge@", GID, ".invalid",
		" namespaces=\"git\" ssh-ed25519 ", "AAAAC3NzaC1lZDI1NTE5AAAAI",
		"U1NIU0lHAAAAAQAAADMAAAALc3NoLWVk", "\n", " ", "=", "\r" };
	struct desk d = sit(1);
	uint64_t state = 5;
	int rounds = test_long() ? 200000 : 5000;
	struct sp_buf text;
	char print[SP_FINGERPRINT_TEXT];

	sp_buf_init(&text, 2000);
	for (int i = 0; i < rounds; i++) {
		sp_buf_clear(&text);
		for (uint32_t n = chance(&state) % 12; n > 0; n--) {
			if (chance(&state) % 3 == 0)
				sp_buf_addc(&text, (char)chance(&state));
			else
				sp_buf_adds(
					&text, pieces[chance(&state) %
						       SP_ARRAY_LEN(pieces)]);
		}
		/* exactly as long as it says, so that a step beyond is seen */
		char *copy = sp_xmalloc(text.len);
		if (text.len > 0)
			memcpy(copy, text.data, text.len);
		EQUAL_INT(sp_seal_check_signature(d.signers.data, d.signers.len,
				  TEXT, strlen(TEXT), copy, text.len, NULL),
			SP_ECORRUPT);
		EQUAL_INT(sp_seal_fingerprint(print, copy, text.len, NULL),
			SP_ECORRUPT);
		sp_free(copy);
	}
	/* the right text, cut off or with something in it */
	for (int i = 0; i < rounds; i++) {
		size_t at = chance(&state) % (d.armour.len + 1);
		bool cut = chance(&state) % 2 == 0 && at < d.armour.len;

		sp_buf_clear(&text);
		sp_buf_add(&text, d.armour.data, at);
		if (!cut) {
			sp_buf_addc(&text, (char)chance(&state));
			sp_buf_add(
				&text, d.armour.data + at, d.armour.len - at);
		}
		EQUAL_INT(
			sp_seal_check_signature(d.signers.data, d.signers.len,
				TEXT, strlen(TEXT), text.data, text.len, NULL),
			SP_ECORRUPT);
	}
	sp_buf_free(&text);
	rise(&d);
}
