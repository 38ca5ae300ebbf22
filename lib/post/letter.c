/* Mails that we owe: from a template and a position to final bytes in the
 * outbox. Nothing is sent here. */
#include "post/post.h"

#include "post/people.h"
#include "post/post_private.h"
#include "table/context.h"

#define SUBJECT_MAX 1024
#define BODY_MAX    (60u * 1024u)
#define HTML_MAX    (120u * 1024u)
#define BYTES_MAX   (640u * 1024u) /* all of both in quoted-printable */

bool sp_post_perhaps(const struct sp_post_office *office, int64_t id)
{
	for (size_t i = 0; i < office->n_perhaps; i++)
		if (office->perhaps[i] == id)
			return true;
	return id <= office->queued_before;
}

/* ---- the keys of every mail about a game (templates/README.md) -------- */

static void set_deadline(const struct sp_live *live, const char *zone,
	json_t *context, int64_t now)
{
	char text[SP_TIMEZONE_TEXT];
	int64_t due = live->row->deadline;
	json_t *deadline = json_object();

	sp_date_iso_minute(text, due);
	sp_json_set_string(deadline, "iso", text);
	sp_date_span(text, due > now ? due - now : 0);
	sp_json_set_string(deadline, "in", text);
	sp_timezone_text(text, zone, due, now, 0);
	sp_json_set_string(deadline, "text", text);
	if (!sp_timezone_is_utc(zone))
		sp_json_set_string(deadline, "local", text);
	sp_timezone_text(
		text, zone, due, now, SP_TIMEZONE_BESIDE | SP_TIMEZONE_LEFT);
	sp_json_set_string(deadline, "full", text);
	sp_json_set(context, "deadline", deadline);
}

json_t *sp_post_unread_context(
	const struct sp_game_row *row, const char *colour)
{
	json_t *context = json_object();

	sp_table_context_game(context, row->gid);
	sp_table_context_seat(context, colour);
	if (row->turn > 0)
		sp_json_set_int(context, "turn", row->turn);
	return context;
}

static void set_club(const struct sp_post_office *office, json_t *context)
{
	sp_json_set_string(context, "club", office->config->club);
	sp_json_set_bool(context, "tutorials", office->config->tutorials > 0);
}

json_t *sp_post_context(struct sp_post_office *office,
	const struct sp_live *live, int seat, int64_t instant)
{
	json_t *context = sp_table_context(office->scratch, live, seat);

	set_club(office, context);
	if (!live->started)
		return context;
	/* a mail may leave before the decision that it opened has one */
	if (live->game.status == SP_GAME_RUNNING && live->row->deadline > 0 &&
		live->opened == live->game.decision.number)
		set_deadline(live, sp_post_zone(office, live, seat), context,
			instant);
	if (live->stood.len > 0)
		sp_json_set(context, "stood",
			sp_typeset_lines(sp_buf_str(&live->stood)));
	return context;
}

/* ---- writing and queueing --------------------------------------------- */

/* What a template made of a mail. */
struct words {
	struct sp_buf subject, body, html;
};

static void words_init(struct words *words)
{
	sp_buf_init(&words->subject, SUBJECT_MAX);
	sp_buf_init(&words->body, BODY_MAX);
	sp_buf_init(&words->html, HTML_MAX);
}

static void words_clear(struct words *words)
{
	sp_buf_free(&words->subject);
	sp_buf_free(&words->body);
	sp_buf_free(&words->html);
}

static void words_set(struct sp_mail_out *out, const struct words *words)
{
	out->subject = sp_buf_str(&words->subject);
	out->text = sp_buf_str(&words->body);
	out->html = sp_buf_str(&words->html);
}

static void message_id_of(const struct sp_post_office *office,
	const char *local, char out[SP_MSGID_SIZE])
{
	const char *at = strchr(office->config->address, '@');

	sp_format(out, SP_MSGID_SIZE, "<%s%s>", local, at);
}

int sp_post_id(const struct sp_post_office *office, const struct sp_live *live,
	const char *colour, const char *kind, char out[SP_MSGID_SIZE],
	struct sp_error *e)
{
	char local[SP_MID_TEXT];
	int rc = sp_seal_message_id(
		local, &live->secrets, live->head.hex, colour, kind, e);

	if (rc == SP_OK)
		message_id_of(office, local, out);
	return rc;
}

int sp_post_check_address(struct sp_post_office *office,
	const struct sp_live *live, int seat, const char *address,
	struct sp_error *e)
{
	struct sp_reply_address a = { .has_decision = true,
		.decision = 999999999,
		.token = "aaaaaaaaaaaaaaaa" };
	char out[SP_ADDR_SIZE];

	if (sp_mail_addr_equal(address, office->config->address))
		return sp_error_set(e, SP_EINVAL,
			"%s is the judge's own address: give the seat to a "
			"player",
			address);
	sp_format(a.gid, sizeof(a.gid), "%s", live->gid);
	if (!sp_copy(a.seat, sizeof(a.seat), live->setup.colour[seat]))
		return sp_error_set(e, SP_EINVAL,
			"the name of seat %s is too long for an address",
			live->setup.colour[seat]);
	return sp_mail_reply_address_format(
		out, &a, office->config->address, e);
}

/* Where an answer to this mail goes: the token says who, the number what. */
static int reply_address(struct sp_post_office *office,
	const struct sp_live *live, const struct sp_post_letter *post,
	char out[SP_ADDR_SIZE], struct sp_error *e)
{
	struct sp_reply_address a = { 0 };
	const char *colour = live->setup.colour[post->seat];
	char token[SP_TOKEN_TEXT];
	uint64_t epoch =
		(uint64_t)(post->confirm != 0 ? post->confirm
					      : live->people[post->seat].epoch);
	int rc = sp_seal_token(token, &live->secrets, colour,
		post->confirm != 0 ? SP_TOKEN_CONFIRM : SP_TOKEN_PLAY, epoch,
		e);

	if (rc != SP_OK)
		return rc;
	sp_format(a.gid, sizeof(a.gid), "%s", live->gid);
	sp_format(a.seat, sizeof(a.seat), "%s", colour);
	sp_format(a.token, sizeof(a.token), "%s", token);
	a.has_decision = true;
	a.decision = live->started ? live->game.decision.number : 0;
	return sp_mail_reply_address_format(
		out, &a, office->config->address, e);
}

static json_t *cut_string(const char *text, size_t most)
{
	size_t n = strlen(text);

	if (n <= most)
		return json_string(text);
	for (n = most; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80; n--)
		;
	char *cut = sp_xasprintf("%.*s ...", (int)n, text);
	json_t *out = json_string(cut);
	sp_free(cut);
	return out;
}

/* A copy with lists of at most `items` and lines of at most `bytes`; what the
 * board stands on stays whole. */
static json_t *cut_down(const json_t *value, size_t items, size_t bytes)
{
	size_t n = json_array_size(value);
	json_t *out;

	if (json_is_string(value))
		return cut_string(json_string_value(value), bytes);
	if (json_is_array(value)) {
		out = json_array();
		for (size_t i = 0; i < n && i < items; i++)
			json_array_append_new(
				out, cut_down(json_array_get(value, i), items,
					     bytes));
		if (n > items && json_is_string(json_array_get(value, 0)))
			json_array_append_new(out,
				json_string("... (the rest is too long for one "
					    "mail)"));
		return out;
	}
	if (!json_is_object(value))
		return json_deep_copy(value);
	out = json_object();
	const char *key;
	json_t *inner;
	/* jansson's iterators want what they do not change without const */
	json_t *object = json_copy((json_t *)(uintptr_t)value);
	json_object_foreach (object, key, inner) {
		sp_json_set(out, key,
			sp_streq(key, "position")
				? json_incref(inner)
				: cut_down(inner, items, bytes));
	}
	json_decref(object);
	return out;
}

/* A player may ask for more than a mail holds, or write it: then it is cut. To
 * fail here would be to fail at the same mail for ever. */
static int render(struct sp_post_office *office, const char *name,
	json_t *context, struct words *words, struct sp_error *e)
{
	static const struct {
		size_t items, bytes;
	} most[] = { { SIZE_MAX, SIZE_MAX }, { 150, 200 }, { 40, 200 },
		{ 10, 100 } };
	struct sp_error why = { 0 };
	int rc = SP_ELIMIT;

	for (size_t i = 0; i < SP_ARRAY_LEN(most) && rc == SP_ELIMIT; i++) {
		json_t *part = i == 0 ? json_incref(context)
				      : cut_down(context, most[i].items,
						most[i].bytes);
		sp_error_clear(&why);
		sp_buf_clear(&words->subject);
		sp_buf_clear(&words->body);
		sp_buf_clear(&words->html);
		rc = sp_typeset_mail(&office->templates, name, part,
			&words->subject, &words->body, &words->html, &why);
		json_decref(part);
	}
	if (rc == SP_OK)
		return SP_OK;
	sp_error_prefix(&why, "template %s", name);
	return sp_error_copy(e, rc, &why);
}

/* Into the outbox. A Message-ID stands for one mail, so one that is there goes
 * again as it is, though this one may be dated later. */
static int queue(struct sp_post_office *office, struct sp_outbox_row *row,
	const struct sp_buf *bytes, int64_t *id, struct sp_error *e)
{
	struct sp_error why = { 0 };
	struct sp_outbox_row there;
	int rc;

	/* due at once, also where a mail's clock runs ahead */
	row->created = sp_clock_now(office->clock);
	rc = sp_registry_outbox_queue(
		office->registry, row, bytes->data, bytes->len, &why);
	if (rc == SP_EEXISTS) {
		rc = sp_registry_outbox_find(
			office->registry, row->message_id, &there, e);
		if (rc != SP_OK)
			return sp_registry_required(
				rc, e, "the mail %s", row->message_id);
		*id = there.id;
		rc = sp_registry_outbox_requeue(
			office->registry, there.id, row->created, e);
		return sp_registry_optional(rc, e); /* retention */
	}
	*id = row->id;
	return rc == SP_OK ? SP_OK : sp_error_copy(e, rc, &why);
}

/* A stand-in gets what is not for the address of record alone. */
static const char *recipient(
	const struct sp_person *person, const struct sp_post_letter *post)
{
	if (post->to != NULL)
		return post->to;
	return post->confirm == 0 && person->standin[0] != '\0'
		       ? person->standin
		       : person->address;
}

static int post_bytes(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_letter *post, const struct words *words,
	int64_t *id, struct sp_error *e)
{
	struct sp_person *person = &live->people[post->seat];
	char mid[SP_MSGID_SIZE];
	char reply_to[SP_ADDR_SIZE], list_id[SP_ADDR_SIZE + SP_GID_TEXT];
	struct sp_mail_out out = { 0 };
	const char *references[3];
	char kind[SP_ROW_KIND];
	struct sp_buf bytes;
	int rc;

	sp_format(kind, sizeof(kind), "%s", post->kind);
	if (post->anew != 0)
		sp_format(kind, sizeof(kind), "%s/%lld", post->kind,
			(long long)post->anew);
	if ((rc = sp_post_id(office, live, live->setup.colour[post->seat], kind,
		     mid, e)) ||
		(rc = reply_address(office, live, post, reply_to, e)))
		return rc;
	sp_format(list_id, sizeof(list_id), "%s.%s", live->gid,
		strchr(office->config->address, '@') + 1);

	sp_format(out.from.addr, sizeof(out.from.addr), "%s",
		office->config->address);
	sp_format(out.from.name, sizeof(out.from.name), "%s",
		office->config->club);
	sp_format(out.to.addr, sizeof(out.to.addr), "%s",
		recipient(person, post));
	out.reply_to = reply_to;
	words_set(&out, words);
	out.date = post->instant;
	out.message_id = mid;
	out.in_reply_to = post->in_reply_to;
	if (person->thread[0] != '\0')
		references[out.n_references++] = person->thread;
	if (post->in_reply_to != NULL && post->in_reply_to[0] != '\0')
		references[out.n_references++] = post->in_reply_to;
	out.references = references;
	out.auto_submitted =
		post->in_reply_to != NULL ? SP_AUTO_REPLIED : SP_AUTO_GENERATED;
	out.list_id = list_id;
	const struct sp_header extra = { "X-Auto-Response-Suppress", "All" };
	out.extra = &extra;
	out.n_extra = 1;

	sp_buf_init(&bytes, BYTES_MAX);
	rc = sp_mail_write(&bytes, &out, e);
	if (rc == SP_OK) {
		struct sp_outbox_row row = { 0 };
		sp_format(row.gid, sizeof(row.gid), "%s", live->gid);
		sp_format(row.seat, sizeof(row.seat), "%s",
			live->setup.colour[post->seat]);
		sp_format(row.kind, sizeof(row.kind), "%s", post->kind);
		row.decision = live->started ? live->game.decision.number : 0;
		row.epoch = person->epoch;
		sp_format(row.head, sizeof(row.head), "%s", live->head.hex);
		sp_format(row.message_id, sizeof(row.message_id), "%s", mid);
		sp_format(row.recipient, sizeof(row.recipient), "%s",
			out.to.addr);
		rc = queue(office, &row, &bytes, id, e);
	}
	sp_buf_free(&bytes);
	if (rc == SP_OK && person->thread[0] == '\0') {
		sp_format(person->thread, sizeof(person->thread), "%s", mid);
		rc = sp_post_live_put_seat(
			office->registry, live, post->seat, e);
	}
	/* this head is known outside from now on */
	sp_format(
		live->row->head, sizeof(live->row->head), "%s", live->head.hex);
	live->touched = true;
	return rc;
}

int sp_post_queue(struct sp_post_office *office, struct sp_live *live,
	const struct sp_post_letter *post, json_t *context, int64_t *id,
	struct sp_error *e)
{
	struct words words;
	int64_t unused;

	if (sp_record_bot_plays(live, post->seat) ||
		recipient(&live->people[post->seat], post)[0] == '\0') {
		json_decref(context);
		return SP_OK;
	}
	words_init(&words);
	int rc = render(office, post->template, context, &words, e);
	if (rc == SP_OK)
		rc = post_bytes(office, live, post, &words,
			id != NULL ? id : &unused, e);
	words_clear(&words);
	json_decref(context);
	return rc;
}

/* What names a player of a game that is not loaded: where an answer goes, and
 * an id that nobody can guess. */
static int sign_away(struct sp_post_office *office,
	const struct sp_post_away *away, char reply_to[SP_ADDR_SIZE],
	char local[SP_MID_TEXT], struct sp_error *e)
{
	struct sp_reply_address a = { .has_decision = away->decision !=
						      SP_NO_DECISION };
	char token[SP_TOKEN_TEXT];
	struct sp_oid head;
	int rc = sp_seal_token(token, away->secrets, away->seat, SP_TOKEN_PLAY,
		(uint64_t)away->epoch, e);

	if (rc != SP_OK)
		return rc;
	sp_format(a.gid, sizeof(a.gid), "%s", away->gid);
	sp_format(a.seat, sizeof(a.seat), "%s", away->seat);
	sp_format(a.token, sizeof(a.token), "%s", token);
	a.decision = a.has_decision ? (uint32_t)away->decision : 0;
	rc = sp_mail_reply_address_format(
		reply_to, &a, office->config->address, e);
	/* its kind has the instant: any commit will do */
	if (!sp_store_oid_parse(&head, away->head))
		sp_format(head.hex, sizeof(head.hex), "%040d", 0);
	return rc == SP_OK ? sp_seal_message_id(local, away->secrets, head.hex,
				     away->seat, away->kind, e)
			   : rc;
}

int sp_post_plain(struct sp_post_office *office, const char *template,
	const char *to, const char *in_reply_to, const char *digest,
	int64_t instant, int64_t *id, struct sp_error *e)
{
	return sp_post_unplaced(office, template, json_object(), to,
		in_reply_to, digest, NULL, instant, id, e);
}

/* A letter to somebody without a seat. */
struct loose {
	const char *template, *kind;
	const char *to, *in_reply_to;
	const char *local;               /* of its Message-ID */
	const char *reply_to;            /* NULL: the judge's own address */
	bool automatic;                  /* it answers nothing */
	const struct sp_post_away *away; /* or NULL */
	int64_t instant;
};

/* Takes `context`. */
static int queue_loose(struct sp_post_office *office, const struct loose *loose,
	json_t *context, int64_t *id, struct sp_error *e)
{
	const struct sp_post_away *away = loose->away;
	struct sp_mail_out out = { .reply_to = loose->reply_to };
	struct words words;
	struct sp_buf bytes;
	char mid[SP_MSGID_SIZE];
	const char *references[1] = { loose->in_reply_to };

	words_init(&words);
	sp_buf_init(&bytes, BYTES_MAX);
	set_club(office, context);
	int rc = render(office, loose->template, context, &words, e);
	if (rc == SP_OK) {
		message_id_of(office, loose->local, mid);
		sp_format(out.from.addr, sizeof(out.from.addr), "%s",
			office->config->address);
		sp_format(out.from.name, sizeof(out.from.name), "%s",
			office->config->club);
		sp_format(out.to.addr, sizeof(out.to.addr), "%s", loose->to);
		words_set(&out, &words);
		out.date = loose->instant;
		out.message_id = mid;
		if (loose->in_reply_to[0] != '\0') {
			out.in_reply_to = loose->in_reply_to;
			out.references = references;
			out.n_references = 1;
		}
		out.auto_submitted =
			loose->automatic ? SP_AUTO_GENERATED : SP_AUTO_REPLIED;
		rc = sp_mail_write(&bytes, &out, e);
	}
	if (rc == SP_OK) {
		struct sp_outbox_row row = { .decision = SP_NO_DECISION };
		sp_format(row.kind, sizeof(row.kind), "%s", loose->kind);
		sp_format(row.message_id, sizeof(row.message_id), "%s", mid);
		sp_format(
			row.recipient, sizeof(row.recipient), "%s", loose->to);
		if (away != NULL) {
			sp_format(row.gid, sizeof(row.gid), "%s", away->gid);
			sp_format(row.seat, sizeof(row.seat), "%s", away->seat);
			row.decision = away->decision;
			row.epoch = away->epoch;
		}
		rc = queue(office, &row, &bytes, id, e);
	}
	json_decref(context);
	words_clear(&words);
	sp_buf_free(&bytes);
	return rc;
}

int sp_post_unplaced(struct sp_post_office *office, const char *template,
	json_t *context, const char *to, const char *in_reply_to,
	const char *digest, const struct sp_post_away *away, int64_t instant,
	int64_t *id, struct sp_error *e)
{
	char reply_to[SP_ADDR_SIZE], local[SP_MID_TEXT];
	const struct loose loose = { .template = template,
		.kind = template,
		.to = to,
		.in_reply_to = in_reply_to,
		.local = local,
		.reply_to = away != NULL ? reply_to : NULL,
		.automatic = away != NULL,
		.away = away,
		.instant = instant };
	int rc = SP_OK;

	/* no game, no secret: the digest of what is answered */
	sp_format(local, sizeof(local), "%.26s", digest);
	if (away != NULL)
		rc = sign_away(office, away, reply_to, local, e);
	if (rc == SP_OK)
		return queue_loose(office, &loose, context, id, e);
	json_decref(context);
	return rc;
}

int post_queue_observer(struct sp_post_office *office,
	const struct sp_live *live, const struct post_observer *post,
	json_t *context, int64_t *id, struct sp_error *e)
{
	char kind[SP_ROW_KIND], local[SP_MID_TEXT];
	char *about = sp_xasprintf("%s/%lld", post->to, (long long)post->anew);
	const struct loose loose = { .template = "observed",
		.kind = kind,
		.to = post->to,
		.in_reply_to = post->in_reply_to,
		.local = local,
		.automatic = post->in_reply_to[0] == '\0',
		.instant = post->instant };
	int rc = sp_seal_message_id(
		local, &live->secrets, live->head.hex, post->kind, about, e);

	sp_format(kind, sizeof(kind), "%s/%s", post->kind, live->gid);
	sp_free(about);
	if (rc == SP_OK)
		return queue_loose(office, &loose, context, id, e);
	json_decref(context);
	return rc;
}
