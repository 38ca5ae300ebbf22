/* Renders mails with the templates of the source tree and checks what every
 * mail keeps to. */
#include "mails.h"

#include "mail/mail.h"
#include "reply/reply.h"

#define HEAD "c09e5aa41b7d2f60938e5c1a7704bd2f9e6a3c58"
#define ROOT "2c1d07a3b9e45f6081d2c3b4a5968778695a4b3c"

/* Mails whose HTML is kept, too. */
static const char *const html_goldens[] = { "mail-turn-cards.txt",
	"mail-turn-5.txt", "mail-receipt.txt", "mail-receipt-answers.txt",
	"mail-closing-clone.txt", "mail-invitation.txt",
	"mail-window-counter.txt", "mail-window-quick.txt", "mail-choice.txt",
	"mail-held.txt", "mail-welcome.txt" };

/* ---- templates from the source tree ------------------------------------- */

static char *loaded[64];
static size_t n_loaded;

const char *render_mail_file(void *payload, const char *name, size_t *len)
{
	char *path =
		sp_xasprintf("%s/templates/en/%s.txt", test_source_dir(), name);
	struct sp_buf text;
	struct sp_error e = { 0 };

	(void)payload;
	sp_buf_init(&text, 1 << 16);
	if (sp_file_read(&text, path, &e) != SP_OK) {
		sp_free(path);
		sp_buf_free(&text);
		return NULL;
	}
	sp_free(path);
	CU_ASSERT_FATAL(n_loaded < SP_ARRAY_LEN(loaded));
	*len = text.len;
	loaded[n_loaded] = sp_buf_take(&text);
	return loaded[n_loaded++];
}

void render_mail_unload(void)
{
	while (n_loaded > 0)
		sp_free(loaded[--n_loaded]);
}

/* ---- contexts, as the host makes them ----------------------------------- */

json_t *render_mail_context(const char *seat, const struct sp_game *g)
{
	char name[SP_RENDER_NAME_SIZE];
	json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "gid",
		"tower-k3j7x2q5", "label", "tower", "Label", "Tower", "club",
		"The Tuesday Guild", "ruleset", render_ruleset()->title, "head",
		HEAD, "root", ROOT, "commitment", RENDER_MAIL_COMMIT);

	if (seat != NULL) {
		sp_render_capital(seat, name);
		sp_json_set_string(o, "seat", seat);
		sp_json_set_string(o, "Seat", name);
	}
	sp_json_set(o, "terms",
		json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b}",
			"points", "2 victory points", "rounds", "100 rounds",
			"hours", "72 hours", "hours_round", "24 hours",
			"hours_further", "12 hours", "hours_choice", "24 hours",
			"press_a_day", "20 mails", "cards",
			g != NULL && sp_game_has_deck(g), "kill_point", true));
	if (g == NULL)
		return o;
	sp_json_set_int(o, "turn", g->turn);
	if (g->status == SP_GAME_RUNNING) {
		sp_json_set_int(o, "decision", 41);
		sp_json_set(o, "deadline",
			json_pack("{s:s, s:s, s:s, s:s}", "iso",
				"2026-11-24T17:00Z", "in", "2 d 4 h", "text",
				"Tue 24 Nov 17:00 UTC", "full",
				"Tue 24 Nov 17:00 UTC, in 2 d 4 h"));
	}
	sp_json_set(o, "position",
		sp_render_position(render_ruleset(), g,
			seat != NULL ? sp_game_seat(g, seat) : SP_NOBODY));
	return o;
}

void render_mail_playing(struct sp_game *g, int n)
{
	render_position(g, n, "a");
	g->turn = 7;
	g->round = 2;
	g->actor[1].life = 13;
	render_put(g, "red", "e4");
	render_put(g, "blue", "f4");
	render_lay(g, "yellow-1", NULL, "blue");
}

json_t *render_mail_story(void)
{
	return json_pack("[s, s, s, s, s]", "Turn 5: Blue",
		"  Blue walks h3 g3 f4.",
		"  Blue punches Red: 1 damage (15 to 14) and ends the turn.",
		"Turn 6: Yellow",
		"  Yellow walks c8 d8 d9 e9 e10 d10, opening the door c9/d9, "
		"and "
		"picks up Red's treasure at d10.");
}

json_t *render_mail_listed(json_t *orders)
{
	json_t *list = json_array(), *order;
	size_t i;

	json_array_foreach (orders, i, order) {
		json_t *entry = json_object();
		const char *text = json_string_value(order);
		const char *tab = strchr(text, '\t');
		size_t n = tab != NULL ? (size_t)(tab - text) : strlen(text);

		sp_json_set_int(entry, "number", (long long)i + 1);
		json_object_set_new(entry, "text", json_stringn(text, n));
		if (tab != NULL)
			sp_json_set_string(entry, "outcome", tab + 1);
		json_array_append_new(list, entry);
	}
	json_decref(orders);
	return list;
}

void render_mail_no_orders(const char *text)
{
	static const struct sp_order_vocable vocable[] = {
		{ .word = "red",
			.kind = SP_WORD_SEAT,
			.value = 0,
			.near = false },
		{ .word = "blue",
			.kind = SP_WORD_SEAT,
			.value = 1,
			.near = false },
		{ .word = "yellow",
			.kind = SP_WORD_SEAT,
			.value = 2,
			.near = false },
		{ .word = "green",
			.kind = SP_WORD_SEAT,
			.value = 3,
			.near = false },
		{ .word = "purple",
			.kind = SP_WORD_SEAT,
			.value = 4,
			.near = false },
	};
	static const struct sp_order_words words = { vocable,
		SP_ARRAY_LEN(vocable), SP_ASKED_NOTHING };
	struct sp_orders orders;

	sp_reply_parse(&orders, text, strlen(text), &words);
	for (int i = 0; i < orders.n; i++) {
		const struct sp_order_line *line = &orders.line[i];

		if (line->line_class == SP_LINE_CHATTER)
			continue;
		printf("\nan order in our mail: %.*s\n", (int)line->len,
			orders.text + line->start);
		CU_FAIL("our own mail reads as an order");
	}
	sp_order_clear(&orders);
}

/* A mail about a game is cut from its first line on, whichever form of it the
 * player's program copied. */
static void is_cut(const char *copy)
{
	char *mail = sp_xasprintf("move n\nend\n\n%s", copy);
	struct sp_reply reply;

	sp_mail_reply_cut(&reply, mail, strlen(mail));
	EQUAL_STRING(reply.text, "move n\nend\n");
	sp_mail_reply_clear(&reply);
	sp_free(mail);
}

/* ---- the HTML ----------------------------------------------------------- */

/* What a reader of HTML sees, a line for each block and <br>. */
static void html_text(const char *html, struct sp_buf *out)
{
	static const struct {
		const char *entity, *text;
	} entities[] = { { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" },
		{ "&ensp;", " " } };
	const char *at = strstr(html, "<body");
	bool pre = false;

	CU_ASSERT_PTR_NOT_NULL_FATAL(at);
	while (*at != '\0') {
		size_t i = 0;

		if (*at == '<') {
			if (!sp_starts(at, "<code") && !sp_starts(at, "</code"))
				sp_buf_addc(out, '\n');
			pre = sp_starts(at, "<pre");
			at = strchr(at, '>');
			CU_ASSERT_PTR_NOT_NULL_FATAL(at);
			at++;
			continue;
		}
		while (*at == '&' && i < SP_ARRAY_LEN(entities) &&
			!sp_starts(at, entities[i].entity))
			i++;
		if (*at != '&') {
			sp_buf_addc(out, *at == '\n' && !pre ? ' ' : *at);
			at++;
			continue;
		}
		CU_ASSERT_FATAL(i < SP_ARRAY_LEN(entities));
		sp_buf_adds(out, entities[i].text);
		at += strlen(entities[i].entity);
	}
}

/* The next word but for the bars, which the lines of each form repeat, and the
 * marks of what is a command. */
static size_t next_word(const char **at, char *word, size_t size)
{
	size_t n = 0;

	do {
		n = 0;
		*at += strspn(*at, " \n");
		for (; **at != '\0' && **at != ' ' && **at != '\n'; (*at)++)
			if (**at != '`' && n + 1 < size)
				word[n++] = **at;
		word[n] = '\0';
	} while (sp_streq(word, "|"));
	return n;
}

/* Both forms of a mail say the same, word for word. */
static void same_words(const char *text, const char *html)
{
	char a[200], b[200];

	for (;;) {
		size_t n = next_word(&text, a, sizeof(a));
		size_t m = next_word(&html, b, sizeof(b));

		if (n == 0 && m == 0)
			return;
		if (!sp_streq(a, b)) {
			printf("\nthe text says \"%s\", the HTML \"%s\"\n", a,
				b);
			CU_FAIL("the forms of a mail say different things");
			return;
		}
	}
}

/* Lines within <pre>: no tag in them, and narrow, but for drawings. */
static void check_pre(const char *html)
{
	const char *at = html;

	while ((at = strstr(at, "<pre")) != NULL) {
		const char *end = strstr(at, "</pre>"), *tag;

		CU_ASSERT_PTR_NOT_NULL_FATAL(end);
		at = strchr(at, '>') + 1;
		tag = strchr(at, '<');
		CU_ASSERT_PTR_EQUAL(tag, end);
		at = end;
	}
}

static void check_html(const char *golden, const char *text, const char *html)
{
	static const char *const bad[] = { "<script", "<img", "<link", "<a ",
		"src=", "href", "url(", "@import", "background", "color:#",
		"<table", "\x1e" };
	struct sp_buf read;

	sp_buf_init(&read, 1 << 17);
	html_text(html, &read);
	same_words(text, sp_buf_str(&read));
	render_mail_no_orders(sp_buf_str(&read));
	if (strstr(text, ":: game ") != NULL) {
		is_cut(text);
		is_cut(sp_buf_str(&read));
	}
	check_pre(html);
	for (size_t i = 0; i < SP_ARRAY_LEN(bad); i++)
		LACKS(html, bad[i]);
	for (const char *at = html; *at != '\0'; at++)
		CU_ASSERT((unsigned char)*at < 0x80);
	for (size_t i = 0; i < SP_ARRAY_LEN(html_goldens); i++) {
		char *name;

		if (!sp_streq(html_goldens[i], golden))
			continue;
		name = sp_xasprintf(
			"%.*shtml", (int)strlen(golden) - 3, golden);
		render_golden(name, html);
		sp_free(name);
	}
	sp_buf_free(&read);
}

void render_mail_check(const char *name, const char *golden, json_t *context)
{
	struct sp_templates t = { .get = render_mail_file };
	struct sp_buf subject, body, html, all;
	struct sp_error e = { 0 };

	/* as sp_table_context_call says */
	if (sp_streq(name, "turn"))
		sp_json_set_bool(context, "called", true);
	sp_buf_init(&subject, 200);
	sp_buf_init(&body, 1 << 16);
	sp_buf_init(&html, 1 << 17);
	sp_buf_init(&all, 1 << 17);
	if (sp_typeset_mail(&t, name, context, &subject, &body, &html, &e) !=
		SP_OK) {
		printf("\n%s\n", e.text);
		CU_FAIL_FATAL("a template does not render");
	}
	sp_buf_addf(&all, "Subject: %s\n\n%s", sp_buf_str(&subject),
		sp_buf_str(&body));
	render_fits(sp_buf_str(&body), true);
	render_mail_no_orders(sp_buf_str(&body));
	LACKS(sp_buf_str(&all), "\n\n\n");
	LACKS(sp_buf_str(&all), "{{");
	render_golden(golden, sp_buf_str(&all));
	check_html(golden, sp_buf_str(&body), sp_buf_str(&html));
	/* whoever keeps a mail about a game is a witness of its history */
	if (json_object_get(context, "head") != NULL) {
		CONTAINS(sp_buf_str(&body), "\n:: head " HEAD "\n");
		CONTAINS(sp_buf_str(&body), "at commit " HEAD "\n");
	}
	sp_buf_free(&subject);
	sp_buf_free(&body);
	sp_buf_free(&html);
	sp_buf_free(&all);
	json_decref(context);
	render_mail_unload();
}
