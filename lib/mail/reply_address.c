#include "mail_private.h"

#include <inttypes.h>

#define DECISION_DIGITS 9
#define MESSAGE_ID_LEN  26 /* before the @ of the ids that we make */

static bool all_in(const char *s, const char *set)
{
	return strspn(s, set) == strlen(s);
}

#define LETTERS "abcdefghijklmnopqrstuvwxyz"

static bool gid_ok(const char *s)
{
	size_t n = strlen(s);

	return n >= 10 && n <= SP_REPLY_GID_MAX &&
	       all_in(s, LETTERS "0123456789-");
}

static bool seat_ok(const char *s)
{
	size_t n = strlen(s);

	return n >= 1 && n <= SP_REPLY_SEAT_MAX && all_in(s, LETTERS);
}

static bool token_ok(const char *s)
{
	return strlen(s) == SP_REPLY_TOKEN_LEN && all_in(s, LETTERS "234567");
}

int sp_mail_reply_address_format(char out[SP_ADDR_SIZE],
	const struct sp_reply_address *a, const char *judge, struct sp_error *e)
{
	char clean[SP_ADDR_SIZE], decision[16] = "", text[2 * SP_ADDR_SIZE];
	const char *at;
	int code;

	out[0] = '\0';
	code = sp_mail_addr_parse(clean, judge, e);
	if (code != SP_OK)
		return code;
	at = strchr(clean, '@');
	if (at == NULL || !gid_ok(a->gid) || !seat_ok(a->seat) ||
		!token_ok(a->token) ||
		(a->has_decision && a->decision > 999999999))
		return sp_error_set(e, SP_EINVAL,
			"no reply address can be made for seat \"%s\" of game "
			"\"%s\"",
			a->seat, a->gid);
	if (a->has_decision)
		sp_format(decision, sizeof(decision), ".%" PRIu32, a->decision);
	sp_format(text, sizeof(text), "%.*s+%s.%s%s.%s", (int)(at - clean),
		clean, a->gid, a->seat, decision, a->token);
	if (strlen(text) > SP_LOCAL_MAX)
		return sp_error_set(e, SP_ELIMIT,
			"the reply address of game \"%s\" would have %zu "
			"octets before its @, more than 64: use a shorter "
			"address for the judge or a shorter game id",
			a->gid, strlen(text));
	sp_format(text + strlen(text), sizeof(text) - strlen(text), "%s", at);
	return sp_mail_addr_parse(out, text, e);
}

/* "0" to "999999999", as sp_mail_reply_address_format writes it. */
static bool take_decision(uint32_t *out, const char *s)
{
	long long v;

	if (strlen(s) > DECISION_DIGITS || (s[0] == '0' && s[1] != '\0') ||
		sp_parse_int(s, 0, 999999999, &v) != SP_OK)
		return false;
	*out = (uint32_t)v;
	return true;
}

/* Cut `s` at its dots into at most `max` fields; 0 where there are more. */
static size_t split_dots(char *s, char **field, size_t max)
{
	size_t n = 0;

	for (;;) {
		char *dot = strchr(s, '.');

		if (n == max)
			return 0;
		field[n++] = s;
		if (dot == NULL)
			return n;
		*dot = '\0';
		s = dot + 1;
	}
}

bool sp_mail_reply_address_parse(
	struct sp_reply_address *out, const char *addr, const char *judge)
{
	const char *at = strrchr(addr, '@');
	const char *judge_at = strrchr(judge, '@');
	char local[SP_LOCAL_MAX + 1], *field[4];
	size_t skip, n;
	bool ok;

	memset(out, 0, sizeof(*out));
	if (at == NULL || judge_at == NULL || !sp_strieq(at, judge_at) ||
		!sp_copyn(local, sizeof(local), addr, (size_t)(at - addr)))
		return false;
	skip = (size_t)(judge_at - judge);
	if (strlen(local) <= skip || local[skip] != '+')
		return false;
	for (size_t i = 0; i < skip; i++) {
		if (sp_lower((unsigned char)local[i]) !=
			sp_lower((unsigned char)judge[i]))
			return false;
	}
	sp_lower_string(local);
	n = split_dots(local + skip + 1, field, SP_ARRAY_LEN(field));
	ok = (n == 3 || n == 4) && gid_ok(field[0]) && seat_ok(field[1]) &&
	     token_ok(field[n - 1]) &&
	     sp_copy(out->gid, sizeof(out->gid), field[0]) &&
	     sp_copy(out->seat, sizeof(out->seat), field[1]) &&
	     sp_copy(out->token, sizeof(out->token), field[n - 1]);
	if (ok && n == 4) {
		out->has_decision = true;
		ok = take_decision(&out->decision, field[2]);
	}
	if (!ok)
		memset(out, 0, sizeof(*out));
	return ok;
}

/* ---- in a text ------------------------------------------------------------
 */

static bool is_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, sp_lower((unsigned char)c)) != NULL;
}

static size_t count_of(const char *s, size_t n, const char *set)
{
	size_t i = 0;

	while (i < n && is_one_of(s[i], set))
		i++;
	return i;
}

/* Step over least to most characters of the set; false: there are others. */
static bool take(
	const char **s, size_t *n, const char *set, size_t least, size_t most)
{
	size_t have = count_of(*s, *n > most + 1 ? most + 1 : *n, set);

	if (have < least || have > most)
		return false;
	*s += have;
	*n -= have;
	return true;
}

/* "GID.SEAT.DECISION.TOKEN", the decision not always, and no matter what
 * follows: a mail program may have cut or encoded the host. */
static bool is_plus_part(const char *s, size_t n)
{
	const char *number;
	size_t left;

	if (!take(&s, &n, LETTERS "0123456789-", 10, SP_REPLY_GID_MAX) ||
		!take(&s, &n, ".", 1, 1) ||
		!take(&s, &n, LETTERS, 1, SP_REPLY_SEAT_MAX) ||
		!take(&s, &n, ".", 1, 1))
		return false;
	number = s;
	left = n;
	if (take(&number, &left, "0123456789", 1, DECISION_DIGITS) &&
		take(&number, &left, ".", 1, 1)) {
		s = number;
		n = left;
	}
	return count_of(s, n < SP_REPLY_TOKEN_LEN ? n : SP_REPLY_TOKEN_LEN,
		       LETTERS "234567") == SP_REPLY_TOKEN_LEN;
}

bool sp_mail_reply_address_in(const char *text, size_t n)
{
	size_t run = 0; /* base32 characters right before */

	for (size_t i = 0; i < n; i++) {
		size_t plus = text[i] == '+' ? 1
			      : n - i >= 3 && text[i] == '%' &&
					      text[i + 1] == '2' &&
					      is_one_of(text[i + 2], "b")
				      ? 3
				      : 0;

		if (plus > 0 && is_plus_part(text + i + plus, n - i - plus))
			return true;
		if (text[i] == '@' && run == MESSAGE_ID_LEN)
			return true;
		run = is_one_of(text[i], LETTERS "234567") ? run + 1 : 0;
	}
	return false;
}
