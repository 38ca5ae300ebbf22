/* What twins look like from outside (twins.h). */
#include "twins.h"

void twins_picture(const struct club *c, struct sp_buf *out)
{
	static const char command[] =
		"git rev-list --reverse main | while read c; do"
		" git cat-file -s $c; git cat-file -s $c^{tree};"
		" git ls-tree -r -l $c | sed "
		"'/sealed.json\\|game.json/s/blob [0-9a-f]*//';"
		" git log -1 --format='%an %ae %cn %at %ct %s%n%b' $c | sed "
		"'s/^\\(State\\|Input\\): [0-9a-f]\\{64\\}$/\\1/'; done;"
		" git for-each-ref --format='%(refname)';"
		" git cat-file --batch-all-objects --unordered "
		"--batch-check='%(objecttype) %(objectsize)' | sort";

	EQUAL_INT(club_git(c, TWIN_GID, out, command), 0);
}

/* The tags alone: where they are equal nothing was secret. */
static void tags(const struct club *c, struct sp_buf *out)
{
	EQUAL_INT(club_git(c, TWIN_GID, out,
			  "git log --format=%b main | grep '^State: '"),
		0);
}

static bool is_hex(char c)
{
	return sp_is_digit((unsigned char)c) || (c >= 'a' && c <= 'f');
}

/* What may differ: ids of commits and what is derived from luck, of 40 digits
 * and more; Message-IDs of ours. Their lengths stay. */
static char *masked(const char *raw)
{
	char *text = sp_xstrdup(raw);
	size_t n;

	for (char *at = text; *at != '\0'; at += n) {
		for (n = 0; is_hex(at[n]); n++)
			;
		if (n >= 40)
			memset(at, 'h', n);
		n += n == 0;
	}
	for (char *at = text; (at = strchr(at, '<')) != NULL; at++) {
		n = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz234567");
		if (n == 26 && at[27] == '@')
			memset(at + 1, 'm', n);
	}
	return text;
}

/* The mails to a seat: whole, or what anybody sees who
 * carries them. */
static void mails(const struct club *c, const char *colour, bool whole,
	struct sp_buf *out)
{
	for (size_t i = 0; i < c->n_letters; i++) {
		const struct letter *letter = c->letter[i];

		if (!sp_mail_addr_equal(
			    letter->to, club_person(colour)->address))
			continue;
		char *text = masked(letter->raw);
		if (whole)
			sp_buf_addf(out, "%s\n", text);
		else
			sp_buf_addf(out, "%s | %s\n", letter->date,
				letter->subject);
		sp_free(text);
	}
}

/* Say where two texts part; true where they are equal. */
static bool same(
	const char *what, const struct sp_buf *a, const struct sp_buf *b)
{
	const char *x = sp_buf_str(a), *y = sp_buf_str(b);
	size_t line = 0;

	if (sp_streq(x, y))
		return true;
	for (size_t i = 0; x[i] == y[i] && x[i] != '\0'; i++)
		if (x[i] == '\n')
			line = i + 1;
	printf("\n  %s:\n    %.*s\n    %.*s\n", what,
		(int)strcspn(x + line, "\n"), x + line,
		(int)strcspn(y + line, "\n"), y + line);
	return false;
}

void twins_compare(struct twins *t, const char *colour, bool whole)
{
	struct sp_buf text[2];

	for (int i = 0; i < 2; i++) {
		sp_buf_init(&text[i], TWIN_TEXT_MAX);
		mails(&t->c[i], colour, whole, &text[i]);
	}
	CU_ASSERT(text[0].len > 0);
	CU_ASSERT(same(colour, &text[0], &text[1]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
}

bool twins_alike(
	struct twins *t, void (*look)(const struct club *c, struct sp_buf *out))
{
	struct sp_buf text[2];
	bool yes;

	for (int i = 0; i < 2; i++) {
		sp_buf_init(&text[i], TWIN_TEXT_MAX);
		look(&t->c[i], &text[i]);
	}
	CU_ASSERT(text[0].len > 200);
	yes = sp_streq(sp_buf_str(&text[0]), sp_buf_str(&text[1]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
	return yes;
}

void twins_compare_repositories(struct twins *t)
{
	struct sp_buf text[2];

	for (int i = 0; i < 2; i++) {
		sp_buf_init(&text[i], TWIN_TEXT_MAX);
		twins_picture(&t->c[i], &text[i]);
	}
	CU_ASSERT(same("repository", &text[0], &text[1]));
	sp_buf_free(&text[0]);
	sp_buf_free(&text[1]);
	/* and not because nothing was hidden */
	CU_ASSERT_FALSE(twins_alike(t, tags));
}
