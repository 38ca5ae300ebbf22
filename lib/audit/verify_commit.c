/* What holds of every commit (its signature, its folder, its text), the root
 * and the joins. */
#include "audit/verify_private.h"

#define MODE_FILE   0100644
#define MODE_FOLDER 040000

/* ---- helpers ---------------------------------------------------------------
 */

bool audit_verify_changed(const struct sp_verifier *v, const char *name)
{
	const struct sp_page_entry *now = sp_record_page_entry(v->page, name);
	const struct sp_page_entry *old =
		v->page->number == 0 ? NULL
				     : sp_record_page_entry(v->before, name);

	return old == NULL
		       ? now != NULL
		       : now == NULL || !sp_store_oid_equal(&now->id, &old->id);
}

int audit_verify_read(
	struct sp_verifier *v, const char *name, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = sp_record_chronicle_file(
		v->c, v->page->number, name, &v->file, &why);

	switch (rc) {
	case SP_OK:
		return SP_OK;
	case SP_ELIMIT:
	case SP_ECORRUPT:
	case SP_ENOTFOUND:
		return audit_verify_wrong(
			v, name, NULL, "%s", sp_error_line(&why));
	default:
		return sp_error_copy(e, rc, &why);
	}
}

const char *audit_verify_trailer(struct sp_verifier *v, const char *key)
{
	sp_buf_clear(&v->value);
	(void)sp_record_page_trailer(v->page, key, &v->value);
	return sp_buf_str(&v->value);
}

/* ---- the signature ---------------------------------------------------------
 */

static int read_signers(struct sp_verifier *v, struct sp_error *e)
{
	struct sp_error why = { 0 };
	char *start;

	/* whoever takes the signatures away could change the rest, too */
	if (sp_record_page_entry(v->page, "allowed_signers") == NULL)
		return audit_verify_wrong(v, "signature",
			"allowed_signers in the root, and a signature of each "
			"commit",
			"a game without signatures");
	int rc = audit_verify_read(v, "allowed_signers", e);
	if (rc != SP_OK)
		return rc;
	sp_buf_add(&v->signers, v->file.data, v->file.len);
	rc = sp_seal_fingerprint(
		v->fingerprint, sp_buf_str(&v->signers), v->signers.len, &why);
	if (rc != SP_OK)
		return audit_verify_wrong(
			v, "allowed_signers", NULL, "%s", sp_error_line(&why));
	start = sp_xasprintf("judge@%s.invalid ", v->live->gid);
	rc = sp_starts(sp_buf_str(&v->signers), start)
		     ? SP_OK
		     : audit_verify_wrong(v, "allowed_signers", start, "%s",
			       sp_buf_str(&v->signers));
	sp_free(start);
	return rc;
}

static int check_signature(struct sp_verifier *v)
{
	const struct sp_page *page = v->page;
	struct sp_error why = { 0 };

	if (page->signature.len == 0)
		return audit_verify_wrong(
			v, "signature", v->fingerprint, "no signature");
	if (sp_seal_check_signature(sp_buf_str(&v->signers), v->signers.len,
		    sp_buf_str(&page->text), page->text.len,
		    sp_buf_str(&page->signature), page->signature.len,
		    &why) == SP_OK)
		return SP_OK;
	return audit_verify_wrong(
		v, "signature", v->fingerprint, "%s", sp_error_line(&why));
}

/* ---- the folder ------------------------------------------------------------
 */

enum { ALWAYS, STARTED, REVEALED };

static const struct {
	const char *name;
	int when;
	unsigned mode;
} files[] = {
	/* in git's order */
	{ "allowed_signers", ALWAYS, MODE_FILE },
	{ "board.txt", STARTED, MODE_FILE },
	{ "game.json", ALWAYS, MODE_FILE },
	{ "report.txt", STARTED, MODE_FILE },
	{ "reveal.json", REVEALED, MODE_FILE },
	{ "ruleset", ALWAYS, MODE_FOLDER },
	{ "sealed.json", STARTED, MODE_FILE },
	{ "state.json", STARTED, MODE_FILE },
};

static int check_mode(
	struct sp_verifier *v, const struct sp_page_entry *entry, unsigned mode)
{
	char wanted[32];

	if (entry->mode == mode)
		return SP_OK;
	sp_format(wanted, sizeof(wanted), "mode %06o", mode);
	return audit_verify_wrong(
		v, entry->name, wanted, "mode %06o", entry->mode);
}

/* Exactly the files that belong there. */
static int check_folder(struct sp_verifier *v, bool started, bool revealed)
{
	const struct sp_page *page = v->page;
	size_t at = 0;
	int rc = SP_OK;

	for (size_t i = 0; rc == SP_OK && i < SP_ARRAY_LEN(files); i++) {
		if ((files[i].when == STARTED && !started) ||
			(files[i].when == REVEALED && !revealed))
			continue;
		if (at == page->n_entries ||
			!sp_streq(page->entry[at].name, files[i].name))
			return audit_verify_wrong(v, "list of files",
				files[i].name, "%s",
				at < page->n_entries ? page->entry[at].name
						     : "nothing more");
		rc = check_mode(v, &page->entry[at++], files[i].mode);
	}
	if (rc == SP_OK && at < page->n_entries)
		rc = audit_verify_wrong(v, "list of files", "nothing more",
			"%s", page->entry[at].name);
	return rc;
}

/* What may change with this commit, beside what is new. */
static int check_changes(struct sp_verifier *v, const char *const *may)
{
	for (size_t i = 0; i < v->page->n_entries; i++) {
		const char *name = v->page->entry[i].name;
		bool allowed = false;

		for (size_t k = 0; may[k] != NULL; k++)
			allowed = allowed || sp_streq(may[k], name);
		if (!allowed && audit_verify_changed(v, name))
			return audit_verify_wrong(v, name,
				"as in the commit before", "another one");
	}
	return SP_OK;
}

/* ---- the text --------------------------------------------------------------
 */

/* The word that names what a line of a commit says. */
static void name_line(
	const struct sp_buf *wanted, const struct sp_buf *found, char out[48])
{
	const char *a = sp_buf_str(wanted), *b = sp_buf_str(found);
	size_t at = 0, start = 0, n;

	for (; a[at] != '\0' && a[at] == b[at]; at++)
		if (a[at] == '\n')
			start = at + 1;
	/* of the one that has something there */
	const char *text = a[start] != '\0' && a[start] != '\n' ? a : b;
	const char *line = text + start, *blank = strstr(text, "\n\n");
	bool head = blank == NULL || line <= blank;
	n = strcspn(line, " :\n");
	if (n == 0 || n > 20)
		sp_format(out, 48, "message");
	else
		sp_format(out, 48, "%s %.*s", head ? "header" : "trailer",
			(int)n, line);
}

int audit_verify_text(struct sp_verifier *v, const char *author,
	const struct sp_trailer *trailers, size_t n)
{
	const struct sp_page *page = v->page;
	char name[SP_RECORD_NAME], email[SP_RECORD_EMAIL], what[48];
	struct sp_commit_spec spec = { .when = page->when };
	struct sp_buf message, subject;

	if (page->number > 0)
		spec.parent = v->before->id;
	sp_record_author(v->live, author, name, email);
	spec.author_name = name;
	spec.author_email = email;
	sp_buf_init(&message, SIZE_MAX);
	sp_buf_init(&subject, SIZE_MAX);
	sp_record_page_subject(page, &subject);
	sp_store_message(&message, sp_buf_str(&subject), NULL, trailers, n);
	spec.message = sp_buf_str(&message);
	sp_buf_clear(&v->wanted);
	sp_store_commit_text(&v->wanted, v->live->gid, &spec, &page->tree);
	name_line(&v->wanted, &page->text, what);
	int rc = audit_verify_equal(v, what, &v->wanted, &page->text);
	sp_buf_free(&message);
	sp_buf_free(&subject);
	return rc;
}

/* A commit is never older than its parent. */
static int check_date(struct sp_verifier *v)
{
	char least[SP_DATE_TEXT], found[SP_DATE_TEXT];

	if (v->page->number == 0 || v->page->when >= v->before->when)
		return SP_OK;
	sp_date_iso(least, v->before->when);
	sp_date_iso(found, v->page->when);
	return audit_verify_wrong(v, "date", least, "%s", found);
}

/* ---- game.json -------------------------------------------------------------
 */

/* Strictly: what is read is written again to the same bytes. */
static int read_setup(
	struct sp_verifier *v, struct sp_setup *setup, struct sp_error *e)
{
	struct sp_error why = { 0 };
	int rc = audit_verify_read(v, "game.json", e);

	if (rc != SP_OK)
		return rc;
	if (sp_state_setup_decode(
		    setup, sp_buf_str(&v->file), v->file.len, &why) != SP_OK)
		return audit_verify_wrong(
			v, "game.json", NULL, "%s", sp_error_line(&why));
	sp_buf_clear(&v->wanted);
	sp_state_setup_encode(setup, &v->wanted);
	return audit_verify_equal(v, "game.json", &v->wanted, &v->file);
}

static int check_bots(struct sp_verifier *v, const struct sp_setup *setup)
{
	struct sp_error why = { 0 };

	for (int s = 0; s < setup->n_seats; s++)
		if (setup->bot[s][0] != '\0' &&
			sp_record_bot_check(setup->bot[s], &why) != SP_OK)
			return audit_verify_wrong(v, "game.json", NULL, "%s",
				sp_error_line(&why));
	return SP_OK;
}

/* The copy must be the one that the root names, and it must load. */
static int load_ruleset(struct sp_verifier *v, const struct sp_setup *setup)
{
	struct sp_error why = { 0 };
	struct sp_setup tip = v->c->setup;

	v->c->setup = *setup;
	int rc = sp_record_chronicle_ruleset(v->c, &why);
	v->c->setup = tip;
	return rc == SP_OK ? SP_OK
			   : audit_verify_wrong(v, "ruleset", NULL, "%s",
				     sp_error_line(&why));
}

static int check_root(struct sp_verifier *v, struct sp_error *e)
{
	struct sp_setup setup;
	int rc;

	/* who signs, and whether, is said by the root itself; but the gid has
	 * to be known first */
	v->live = sp_record_live_new("");
	if (sp_record_page_entry(v->page, "game.json") == NULL)
		return audit_verify_wrong(v, "list of files", "game.json",
			"no game.json: this is no game of spellpost");
	rc = read_setup(v, &setup, e);
	if (rc != SP_OK)
		return rc;
	sp_format(v->live->gid, sizeof(v->live->gid), "%s", setup.gid);
	v->live->setup = setup;
	if ((rc = read_signers(v, e)) || (rc = check_signature(v)) ||
		(rc = check_folder(v, false, false)))
		return rc;
	for (int s = 0; s < setup.n_seats; s++)
		if (setup.luck[s][0] != '\0')
			return audit_verify_wrong(v, "game.json",
				"nobody has joined yet", "the luck of %s",
				setup.colour[s]);
	struct sp_trailer trailers[] = {
		{ "Seq", "0" },
		{ "Commitment", setup.commitment },
	};
	rc = audit_verify_text(v, NULL, trailers, SP_ARRAY_LEN(trailers));
	if (rc == SP_OK)
		rc = check_bots(v, &setup);
	if (rc == SP_OK)
		rc = load_ruleset(v, &setup);
	v->live->ruleset = v->c->ruleset;
	return rc;
}

/* One seat's luck, and nothing else. */
static int find_joined(
	struct sp_verifier *v, const struct sp_setup *setup, int *seat)
{
	struct sp_setup after = v->live->setup;

	*seat = SP_NOBODY;
	for (int s = 0; *seat == SP_NOBODY && s < setup->n_seats; s++)
		if (after.luck[s][0] == '\0' && setup->luck[s][0] != '\0')
			*seat = s;
	if (*seat == SP_NOBODY)
		return audit_verify_wrong(
			v, "game.json", "the luck of a seat", "no new luck");
	sp_format(after.luck[*seat], sizeof(after.luck[*seat]), "%s",
		setup->luck[*seat]);
	sp_buf_clear(&v->wanted);
	sp_state_setup_encode(&after, &v->wanted);
	return audit_verify_equal(v, "game.json", &v->wanted, &v->file);
}

static int check_join(struct sp_verifier *v, struct sp_error *e)
{
	static const char *const may[] = { "game.json", NULL };
	struct sp_setup setup;
	char seq[24];
	int seat = SP_NOBODY, rc;

	if ((rc = check_folder(v, false, false)) ||
		(rc = check_changes(v, may)) ||
		(rc = read_setup(v, &setup, e)) ||
		(rc = find_joined(v, &setup, &seat)))
		return rc;
	sp_format(seq, sizeof(seq), "%zu", v->page->number);
	struct sp_trailer trailers[] = {
		{ "Seq", seq },
		{ "Seat", setup.colour[seat] },
		{ "Command", "join" },
	};
	rc = audit_verify_text(
		v, setup.colour[seat], trailers, SP_ARRAY_LEN(trailers));
	v->live->setup = setup;
	v->joins++;
	return rc;
}

/* The operator gave it up before it began. */
static int check_cancel(struct sp_verifier *v)
{
	static const char *const may[] = { "reveal.json", NULL };
	char seq[24];
	int rc;

	if ((rc = check_folder(v, false, true)) || (rc = check_changes(v, may)))
		return rc;
	sp_format(seq, sizeof(seq), "%zu", v->page->number);
	struct sp_trailer trailers[] = {
		{ "Seq", seq },
		{ "Command", "cancel" },
	};
	v->ended = true;
	v->cancelled = true;
	return audit_verify_text(v, NULL, trailers, SP_ARRAY_LEN(trailers));
}

/* ---- all of them -----------------------------------------------------------
 */

/* It is narrative, so anybody's words may stand in it: no more than words. */
static int check_report(struct sp_verifier *v, struct sp_error *e)
{
	const char *line;
	struct sp_cursor c;
	struct sp_buf plain;
	size_t n;
	int rc = SP_OK;

	if (!audit_verify_changed(v, "report.txt"))
		return SP_OK;
	rc = audit_verify_read(v, "report.txt", e);
	if (rc != SP_OK)
		return rc;
	sp_buf_init(&plain, SIZE_MAX);
	sp_cursor_init(&c, sp_buf_str(&v->file), v->file.len);
	while (rc == SP_OK && sp_cursor_line(&c, &line, &n)) {
		sp_buf_clear(&plain);
		if (sp_utf8_valid(line, n))
			sp_buf_add_line(&plain, line, n);
		if (plain.len != n || memcmp(sp_buf_str(&plain), line, n) != 0)
			rc = audit_verify_wrong(v, "report.txt",
				"lines of text, without controls", "%.*s",
				(int)n, line);
	}
	sp_buf_free(&plain);
	return rc;
}

static int check_begun(struct sp_verifier *v, struct sp_error *e)
{
	static const char *const of_step[] = { "state.json", "sealed.json",
		"board.txt", "report.txt", "reveal.json", NULL };
	static const char *const of_sealed[] = { "sealed.json", NULL };
	/* with what was written to all */
	static const char *const of_press[] = { "sealed.json", "report.txt",
		NULL };
	bool sealed =
		v->live->started && *audit_verify_trailer(v, "Turn") == '\0';
	bool revealed = sp_record_page_entry(v->page, "reveal.json") != NULL;
	int rc = check_folder(v, true, revealed && !sealed);

	if (rc == SP_OK)
		rc = check_changes(v, !sealed ? of_step
				      : sp_record_press_is_public(v->live)
					      ? of_press
					      : of_sealed);
	if (rc == SP_OK)
		rc = check_report(v, e);
	if (rc != SP_OK)
		return rc;
	v->ended = revealed;
	v->steps += !sealed;
	v->sealed += sealed;
	return sealed ? audit_verify_sealed(v, e) : audit_verify_step(v, e);
}

int audit_verify_commit(struct sp_verifier *v, struct sp_error *e)
{
	struct sp_live *live;
	int rc;

	if (v->page->number == 0) {
		rc = check_root(v, e);
	} else if (v->ended) {
		return audit_verify_wrong(v, "history",
			"nothing more: the game has ended and its secret is "
			"revealed",
			"another commit");
	} else {
		rc = check_signature(v);
		if (rc == SP_OK)
			rc = check_date(v);
		if (rc != SP_OK)
			return rc;
		if (v->live->started ||
			sp_record_page_entry(v->page, "state.json") != NULL)
			rc = check_begun(v, e);
		else if (sp_streq(audit_verify_trailer(v, "Command"), "cancel"))
			rc = check_cancel(v);
		else
			rc = check_join(v, e);
	}
	live = v->live;
	live->head = v->page->id;
	live->seq = v->page->number;
	live->when = v->page->when;
	return rc;
}
