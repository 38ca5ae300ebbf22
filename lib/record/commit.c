/* Commits: root, join, step, sealed order, ruling, and what each holds
 * (FORMAT.md tells it to other readers). */
#include "record/commit.h"

#include "notation/notation.h"
#include "record/history.h"
#include "record/met.h"
#include "record/plans.h"
#include "record/pressed.h"
#include "record/sealed.h"

#include <assert.h>

#define TEXT_MAX (1024u * 1024u)
#define SEALED   "sealed" /* who wrote what nobody is to know of whom it is */

/* "Red <red@GID.invalid>", "Blue (bot) <blue@GID.invalid>". */
void sp_record_author(const struct sp_live *live, const char *author,
	char name[SP_RECORD_NAME], char email[SP_RECORD_EMAIL])
{
	const char *who = author != NULL ? author : "judge";
	int seat = author == NULL ? SP_NOBODY
				  : sp_state_setup_seat(&live->setup, author);
	char capital[SP_RENDER_NAME_SIZE];

	sp_render_capital(who, capital);
	sp_format(name, SP_RECORD_NAME, "%s%s", capital,
		seat != SP_NOBODY && sp_record_bot_plays(live, seat) ? " (bot)"
								     : "");
	sp_format(email, SP_RECORD_EMAIL, "%s@%s.invalid", who, live->gid);
}

static int sign(struct sp_buf *armour, const void *text, size_t len,
	void *payload, struct sp_error *e)
{
	const struct sp_live *live = payload;

	return sp_seal_sign(armour, live->signer, text, len, e);
}

/* `author`: a colour or SEALED, NULL for the judge. */
static int make_commit(struct sp_live *live, const struct sp_store_file *files,
	size_t n_files, const char *author, int64_t instant,
	const char *subject, const struct sp_trailer *trailers,
	size_t n_trailers, struct sp_error *e)
{
	struct sp_commit_spec spec = {
		.parent = live->head,
		.files = files,
		.n_files = n_files,
		.when = live->when,
		.sign = sign,
		.sign_payload = live,
	};
	char name[SP_RECORD_NAME], email[SP_RECORD_EMAIL];
	struct sp_buf message;
	struct sp_oid id;

	assert(live->signer != NULL && !live->ended);
	/* a sealed order is dated like its parent: its own instant would be
	 * that of the other orders of its mail, which are somebody's */
	if (instant > live->when &&
		(author == NULL || !sp_streq(author, SEALED)))
		spec.when = instant;
	sp_record_author(live, author, name, email);
	spec.author_name = name;
	spec.author_email = email;
	sp_buf_init(&message, TEXT_MAX);
	sp_store_message(&message, subject, NULL, trailers, n_trailers);
	spec.message = sp_buf_str(&message);
	int rc = sp_store_commit(live->repo, &spec, &id, e);
	if (rc == SP_OK) {
		live->seq =
			sp_store_oid_is_none(&live->head) ? 0 : live->seq + 1;
		live->head = id;
		live->when = spec.when;
		live->commits++;
		if (live->started)
			sp_record_sealed_note(live);
	}
	sp_buf_free(&message);
	return rc;
}

/* reveal.json, which the last commit of a game adds: nobody has to keep the
 * secret any more, and everybody can check what it made. */
static void add_reveal(const struct sp_live *live, struct sp_buf *out)
{
	char hex[2 * SP_KEY_BYTES + 1];
	json_t *reveal = json_object();

	sp_hex(hex, live->secrets.secret, SP_KEY_BYTES);
	sp_json_set_int(reveal, "v", 1);
	sp_json_set_string(reveal, "secret", hex);
	sp_json_write(out, reveal);
	json_decref(reveal);
	sp_wipe(hex, sizeof(hex));
}

static void seq_text(const struct sp_live *live, char out[24])
{
	sp_format(out, 24, "%llu",
		sp_store_oid_is_none(&live->head)
			? 0ull
			: (unsigned long long)live->seq + 1);
}

/* The Input trailer of a commit that tells nobody whose it is. The tag of a
 * mail is one of its own: the public one would show which seat's other orders
 * came with it. What is no tag, the clock's and the bots', is public as it is.
 */
static int sealed_input(const struct sp_live *live, const char *input,
	char out[SP_SHA256_TEXT], struct sp_error *e)
{
	const struct sp_live_mail *mail = live->mail;

	if (mail == NULL || strlen(input) != SP_SHA256_TEXT - 1) {
		sp_format(out, SP_SHA256_TEXT, "%s", input);
		return SP_OK;
	}
	return sp_seal_input_sealed(out, &live->secrets, live->seq + 1,
		mail->message_id, mail->text, strlen(mail->text), e);
}

int sp_record_root(struct sp_live *live, const struct sp_files *ruleset,
	int64_t instant, struct sp_error *e)
{
	struct sp_store_file file[SP_FILES_MAX + 2];
	char path[SP_FILES_MAX][SP_FILES_PATH + 16];
	struct sp_buf setup, signers, subject;
	size_t n = 0;
	char seq[24];

	sp_buf_init(&setup, TEXT_MAX);
	sp_buf_init(&signers, TEXT_MAX);
	sp_buf_init(&subject, 512);
	sp_state_setup_encode(&live->setup, &setup);
	sp_seal_allowed_signers(&signers, live->signer, live->gid);
	file[n++] =
		(struct sp_store_file){ "game.json", setup.data, setup.len };
	file[n++] = (struct sp_store_file){ "allowed_signers", signers.data,
		signers.len };
	for (size_t i = 0; i < ruleset->n; i++) {
		sp_format(path[i], sizeof(path[i]), "ruleset/%s",
			ruleset->path[i]);
		file[n++] = (struct sp_store_file){ path[i], ruleset->text[i],
			ruleset->len[i] };
	}
	sp_render_subject_root(&live->setup, false, &subject);
	seq_text(live, seq);
	struct sp_trailer trailers[] = {
		{ "Seq", seq },
		{ "Commitment", live->setup.commitment },
	};
	int rc = make_commit(live, file, n, NULL, instant, sp_buf_str(&subject),
		trailers, SP_ARRAY_LEN(trailers), e);
	live->root = live->head;
	sp_buf_free(&setup);
	sp_buf_free(&signers);
	sp_buf_free(&subject);
	return rc;
}

int sp_record_join(struct sp_live *live, int seat, bool words, int64_t instant,
	struct sp_error *e)
{
	struct sp_buf setup, subject;
	char seq[24], command[SP_ID_SIZE + 8];

	sp_buf_init(&setup, TEXT_MAX);
	sp_buf_init(&subject, 512);
	sp_state_setup_encode(&live->setup, &setup);
	struct sp_store_file file = { "game.json", setup.data, setup.len };
	sp_render_subject_join(live->setup.colour[seat], words, &subject);
	seq_text(live, seq);
	sp_format(command, sizeof(command), "join");
	struct sp_trailer trailers[] = {
		{ "Seq", seq },
		{ "Seat", live->setup.colour[seat] },
		{ "Command", command },
	};
	int rc = make_commit(live, &file, 1, live->setup.colour[seat], instant,
		sp_buf_str(&subject), trailers, SP_ARRAY_LEN(trailers), e);
	sp_buf_free(&setup);
	sp_buf_free(&subject);
	return rc;
}

/* "17-19", "17", or "" where no dice were used. */
static void draws_text(uint64_t before, uint64_t after, char out[48])
{
	out[0] = '\0';
	if (after == before + 1)
		sp_format(out, 48, "%llu", (unsigned long long)before);
	else if (after > before)
		sp_format(out, 48, "%llu-%llu", (unsigned long long)before,
			(unsigned long long)after - 1);
}

static int is_tagged(const struct sp_live *live, const char *name, bool *yes,
	struct sp_error *e)
{
	struct sp_oid there;

	*yes = true;
	for (size_t i = 0; i < live->n_tags; i++)
		if (sp_streq(live->tag[i].name, name))
			return SP_OK;
	int rc = sp_store_tag(live->repo, name, &there, e);
	*yes = rc == SP_OK;
	return rc == SP_ENOTFOUND ? SP_OK : rc;
}

/* "turn/7"; where that turn had begun before it was undone, "turn/7-2" and so
 * on: a tag never moves. */
static int tag_turn(struct sp_live *live, struct sp_error *e)
{
	struct sp_live_tag tag = { .target = live->head };
	bool taken = true;
	int rc = SP_OK;

	for (unsigned n = 1; rc == SP_OK && taken; n++) {
		sp_format(tag.name, sizeof(tag.name), "turn/%u",
			(unsigned)live->game.turn);
		if (n > 1)
			sp_format(tag.name, sizeof(tag.name), "turn/%u-%u",
				(unsigned)live->game.turn, n);
		rc = is_tagged(live, tag.name, &taken, e);
	}
	if (rc != SP_OK)
		return rc;
	live->tag =
		sp_xrealloc(live->tag, live->n_tags + 1, sizeof(live->tag[0]));
	live->tag[live->n_tags++] = tag;
	sp_record_met_note(live);
	return SP_OK;
}

char *sp_record_secret(
	const struct sp_live *live, const struct sp_render_step *step)
{
	const struct sp_command *c = step->command;
	struct sp_buf all, open;
	char *out = NULL;

	if (c == NULL || !sp_game_has_deck(step->after))
		return NULL;
	sp_buf_init(&all, TEXT_MAX);
	sp_buf_init(&open, TEXT_MAX);
	sp_notation_format(
		live->ruleset, step->before, c, SP_NOTATION_FULL, &all);
	sp_notation_format(
		live->ruleset, step->before, c, SP_NOTATION_PUBLIC, &open);
	if (!sp_streq(sp_buf_str(&all), sp_buf_str(&open)))
		out = sp_xasprintf(
			"%s %s", live->setup.colour[c->seat], sp_buf_str(&all));
	sp_wipe(all.data, all.len);
	sp_buf_free(&all);
	sp_buf_free(&open);
	return out;
}

static bool closes_round(const struct sp_render_step *step)
{
	return step->command != NULL && step->command->verb == SP_VERB_ANSWER;
}

/* The files of a commit whose position is live->game: the four that change with
 * it, and at the end of the game the secret. */
struct position_files {
	struct sp_buf state, board, report, reveal;
	uint8_t state_sum[SP_KEY_BYTES];
	struct sp_sealing sealing;
	struct sp_store_file file[5];
	size_t n;
};

/* A position that breaks a rule of its own is a mistake of ours, and is never
 * committed: whoever read it later would take the whole game for damaged. */
static int check_position(const struct sp_live *live, struct sp_error *e)
{
	struct sp_error why = { 0 };

	if (sp_state_check(&live->game, &why) == SP_OK)
		return SP_OK;
	return sp_error_remedy(e,
		sp_error_set(e, SP_ECORRUPT,
			"game %s: what would be committed next is no "
			"position: %s",
			live->gid, why.text),
		"this is a mistake of the program; please report it");
}

/* `files->report` is there already. `says`: it may say something in secret;
 * `secret`: lines for the box, or NULL. Clear it in any case. */
static int make_files(struct position_files *files, const struct sp_live *live,
	bool says, const char *secret, struct sp_error *e)
{
	int rc = check_position(live, e);

	if (rc != SP_OK)
		return rc;
	sp_state_encode(&live->game, &live->ruleset->lexicon, &files->state);
	sp_render_board_file(live->ruleset, &live->game, &files->board);
	struct sp_bytes bytes = { files->state.data, files->state.len };
	rc = sp_seal_digest(files->state_sum, &bytes, 1, e);
	if (rc == SP_OK)
		rc = sp_record_sealed_make(&files->sealing, live, says, secret,
			files->state_sum, e);
	if (rc != SP_OK)
		return rc;
	const struct sp_buf *part[] = { &files->state, &files->sealing.file,
		&files->board, &files->report, &files->reveal };
	static const char *const path[] = { "state.json", "sealed.json",
		"board.txt", "report.txt", "reveal.json" };
	files->n = 4;
	if (live->game.status == SP_GAME_OVER) {
		add_reveal(live, &files->reveal);
		files->n = 5;
	}
	for (size_t i = 0; i < files->n; i++)
		files->file[i] = (struct sp_store_file){ path[i], part[i]->data,
			part[i]->len };
	return SP_OK;
}

static void init_files(struct position_files *files)
{
	memset(files, 0, sizeof(*files));
	sp_buf_init(&files->state, TEXT_MAX);
	sp_buf_init(&files->board, TEXT_MAX);
	sp_buf_init(&files->report, TEXT_MAX);
	sp_buf_init(&files->reveal, 256);
}

static void clear_files(struct position_files *files)
{
	sp_record_sealing_clear(&files->sealing);
	sp_buf_free(&files->state);
	sp_buf_free(&files->board);
	sp_buf_free(&files->report);
	sp_buf_free(&files->reveal);
}

/* Commit them; `turn` is that of the position before, 0 before the start. */
static int commit_files(struct sp_live *live, struct position_files *files,
	unsigned turn, const char *author, int64_t instant, const char *subject,
	const struct sp_trailer *trailers, size_t n, struct sp_error *e)
{
	int rc = make_commit(live, files->file, files->n, author, instant,
		subject, trailers, n, e);

	if (rc != SP_OK)
		return rc;
	memcpy(live->state_sum, files->state_sum, sizeof(live->state_sum));
	sp_free(live->report);
	live->report = sp_buf_take(&files->report);
	live->ended = live->game.status == SP_GAME_OVER;
	return turn != live->game.turn ? tag_turn(live, e) : SP_OK;
}

void sp_record_public_words(struct sp_record_words *out,
	const struct sp_live *live, const struct sp_game *before,
	const struct sp_game *after)
{
	memset(out, 0, sizeof(*out));
	sp_buf_init(&out->command, TEXT_MAX);
	seq_text(live, out->seq);
	/* the turn in which the command was given */
	sp_format(out->turn, sizeof(out->turn), "%u",
		(unsigned)(before == NULL ? 0 : before->turn));
	draws_text(before == NULL ? 0 : before->rng.next, after->rng.next,
		out->draws);
}

void sp_record_words(struct sp_record_words *out, const struct sp_live *live,
	const struct sp_render_step *step)
{
	const struct sp_command *c = step->command;

	sp_record_public_words(out, live, step->before, step->after);
	if (c == NULL) {
		sp_buf_adds(&out->command, "start");
		return;
	}
	sp_notation_format(live->ruleset, step->before, c, SP_NOTATION_PUBLIC,
		&out->command);
	if (c->seat != SP_NOBODY && !closes_round(step))
		out->seat = live->setup.colour[c->seat];
	if (c->source == SP_SOURCE_SEAT)
		out->author = out->seat;
}

void sp_record_words_clear(struct sp_record_words *words)
{
	sp_buf_free(&words->command);
}

int sp_record_step(struct sp_live *live, const struct sp_render_step *step,
	const char *secret, int64_t instant, const char *input,
	struct sp_error *e)
{
	unsigned turn = step->before == NULL ? 0 : step->before->turn;
	char *part = secret == NULL ? sp_record_secret(live, step) : NULL;
	struct position_files files;
	struct sp_record_words words;
	struct sp_buf subject;
	char tag[SP_SHA256_TEXT];

	assert(step->after == &live->game);
	sp_record_plan_note(live, step, input);
	init_files(&files);
	sp_buf_init(&subject, 512);
	sp_record_words(&words, live, step);
	sp_render_report(live->report, step, &files.report);
	sp_render_subject(step, &subject);
	int rc = make_files(&files, live,
		sp_record_sealed_says(
			step->before, step->after, sp_buf_str(&words.command)),
		secret != NULL ? secret : part, e);
	if (rc == SP_OK && closes_round(step)) {
		rc = sealed_input(live, input, tag, e);
		input = tag;
	}
	if (rc == SP_OK) {
		struct sp_trailer trailers[] = {
			{ "Turn", words.turn },
			{ "Seq", words.seq },
			{ "Seat", words.seat },
			{ "Command", sp_buf_str(&words.command) },
			{ "Draws", words.draws },
			{ "State", files.sealing.state },
			{ "Input", input },
		};
		rc = commit_files(live, &files, turn, words.author, instant,
			sp_buf_str(&subject), trailers, SP_ARRAY_LEN(trailers),
			e);
	}
	if (part != NULL)
		sp_wipe(part, strlen(part));
	sp_free(part);
	clear_files(&files);
	sp_buf_free(&subject);
	sp_record_words_clear(&words);
	return rc;
}

/* ---- rulings ---------------------------------------------------------- */

/* What all rulings of a game that has begun have in common. */
struct ruling_text {
	struct sp_buf subject, command;
	char seq[24], turn[16];
	const char *lost; /* or NULL */
	const char *seat; /* that gives it; NULL: the judge */
	bool quiet;       /* the report has nothing of it */
};

static int record_look(struct sp_live *live, const struct ruling_text *text,
	int64_t instant, const char *input, struct sp_error *e)
{
	struct sp_sealing sealing;
	int rc = sp_record_sealed_make(
		&sealing, live, false, NULL, live->state_sum, e);

	if (rc == SP_OK) {
		struct sp_store_file file = { "sealed.json", sealing.file.data,
			sealing.file.len };
		struct sp_trailer trailers[] = {
			{ "Turn", text->turn },
			{ "Seq", text->seq },
			{ "Command", sp_buf_str(&text->command) },
			{ "State", sealing.state },
			{ "Input", input },
		};
		rc = make_commit(live, &file, 1, NULL, instant,
			sp_buf_str(&text->subject), trailers,
			SP_ARRAY_LEN(trailers), e);
	}
	sp_record_sealing_clear(&sealing);
	return rc;
}

/* True if the position that a repair leads to has a round open: its decision
 * has a number of its own, as that of a round which is opened. No undo leads to
 * one. */
static bool opens_round(const struct sp_live *live, enum sp_ruling_kind kind)
{
	return kind == SP_RULING_REPAIR &&
	       live->game.decision.kind == SP_DECISION_REACTION;
}

static int record_position(struct sp_live *live, const struct ruling_text *text,
	bool says, unsigned turn, const char *report, int64_t instant,
	const char *input, struct sp_error *e)
{
	struct position_files files;

	init_files(&files);
	if (text->quiet)
		sp_buf_adds(&files.report, report);
	else
		sp_render_report_add(report, &live->game,
			sp_buf_str(&text->subject), &files.report);
	int rc = make_files(&files, live, says, NULL, e);
	if (rc == SP_OK) {
		struct sp_trailer trailers[] = {
			{ "Turn", text->turn },
			{ "Seq", text->seq },
			{ "Seat", text->seat },
			{ "Command", sp_buf_str(&text->command) },
			{ "State", files.sealing.state },
			{ "Input", input },
			{ "Lost", text->lost },
		};
		rc = commit_files(live, &files, turn, text->seat, instant,
			sp_buf_str(&text->subject), trailers,
			SP_ARRAY_LEN(trailers), e);
	}
	clear_files(&files);
	return rc;
}

/* There is no position yet, and no keys for a box. */
static int record_no_game(struct sp_live *live, const struct ruling_text *text,
	int64_t instant, struct sp_error *e)
{
	struct sp_buf reveal;
	struct sp_trailer trailers[] = {
		{ "Seq", text->seq },
		{ "Command", sp_buf_str(&text->command) },
	};

	sp_buf_init(&reveal, 256);
	add_reveal(live, &reveal);
	struct sp_store_file file = { "reveal.json", reveal.data, reveal.len };
	int rc = make_commit(live, &file, 1, NULL, instant,
		sp_buf_str(&text->subject), trailers, SP_ARRAY_LEN(trailers),
		e);
	live->ended = live->ended || rc == SP_OK;
	sp_buf_free(&reveal);
	return rc;
}

int sp_record_ruling(struct sp_live *live, const struct sp_ruling *ruling,
	unsigned turn, const char *report, int64_t instant, const char *input,
	struct sp_error *e)
{
	struct ruling_text text;
	int rc;

	sp_buf_init(&text.subject, 512);
	sp_buf_init(&text.command, 512);
	sp_record_ruling_tell(live, ruling, &text.subject);
	sp_record_ruling_format(ruling, &live->setup, &text.command);
	text.lost = ruling->lost;
	bool word = sp_record_ruling_is_word(ruling->kind);
	text.seat = (ruling->kind == SP_RULING_UNDO || word) &&
				    ruling->seat != SP_NOBODY
			    ? live->setup.colour[ruling->seat]
			    : NULL;
	text.quiet = ruling->quiet || word;
	seq_text(live, text.seq);
	sp_format(text.turn, sizeof(text.turn), "%u",
		live->started ? (unsigned)live->game.turn : 0);
	if (!live->started)
		rc = record_no_game(live, &text, instant, e);
	else if (ruling->kind == SP_RULING_LOOK)
		rc = record_look(live, &text, instant, input, e);
	else
		rc = record_position(live, &text,
			opens_round(live, ruling->kind), turn,
			ruling->kind == SP_RULING_UNDO ? report : live->report,
			instant, input, e);
	sp_buf_free(&text.subject);
	sp_buf_free(&text.command);
	return rc;
}

/* `report`: report.txt as it is from now on, taken over; empty: as it was. */
static int record_sealed(struct sp_live *live, int seat, const char *command,
	struct sp_buf *report, int64_t instant, const char *input,
	struct sp_error *e)
{
	struct sp_sealing sealing = { 0 };
	char seq[24], tag[SP_SHA256_TEXT];
	char *secret = sp_xasprintf("%s %s", live->setup.colour[seat], command);

	assert(live->started);
	seq_text(live, seq);
	int rc = sealed_input(live, input, tag, e);
	if (rc == SP_OK)
		rc = sp_record_sealed_make(
			&sealing, live, true, secret, live->state_sum, e);
	if (rc == SP_OK) {
		struct sp_store_file files[] = {
			{ "sealed.json", sealing.file.data, sealing.file.len },
			{ "report.txt", report->data, report->len },
		};
		struct sp_trailer trailers[] = {
			{ "Seq", seq },
			{ "State", sealing.state },
			{ "Input", tag },
		};
		rc = make_commit(live, files, report->len > 0 ? 2 : 1, SEALED,
			instant, SP_RECORD_SEALED, trailers,
			SP_ARRAY_LEN(trailers), e);
	}
	if (rc == SP_OK && report->len > 0) {
		sp_free(live->report);
		live->report = sp_buf_take(report);
	}
	sp_record_sealing_clear(&sealing);
	sp_wipe(secret, strlen(secret));
	sp_free(secret);
	return rc;
}

int sp_record_sealed(struct sp_live *live, int seat, const char *command,
	int64_t instant, const char *input, struct sp_error *e)
{
	struct sp_buf report;

	sp_buf_init(&report, 0);
	return record_sealed(live, seat, command, &report, instant, input, e);
}

int sp_record_pressed(struct sp_live *live, int seat, const char *command,
	const char *text, int64_t instant, const char *input,
	struct sp_error *e)
{
	struct sp_buf report;

	sp_buf_init(&report, TEXT_MAX);
	sp_record_press_add(live, seat, text, &report);
	int rc = record_sealed(live, seat, command, &report, instant, input, e);
	sp_buf_free(&report);
	return rc;
}
