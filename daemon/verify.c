/* `spellpost verify`: is the game in a repository what it says? */
#include "cli.h"

#include <getopt.h>
#include <time.h>
#include <unistd.h>

#define HAS_MAX   1000
#define SOON_MS   500 /* what is done by then needs no progress */
#define STEP_MS   200
#define ID_DIGITS 40

struct words {
	struct sp_verify_options options;
	const char *has[HAS_MAX];
	const char *path;
	bool json;
};

struct screen {
	bool shown;
	int64_t next;
};

static int64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void on_progress(size_t done, size_t total, void *payload)
{
	struct screen *screen = payload;

	if (now_ms() < screen->next)
		return;
	fprintf(stderr, "\r... commit %zu of %zu", done, total);
	fflush(stderr);
	screen->shown = true;
	screen->next = now_ms() + STEP_MS;
}

static int SP_PRINTF(1, 2) wrong(const char *fmt, ...)
{
	va_list ap;

	fputs("spellpost: verify: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputs("; see `spellpost help`\n", stderr);
	return SP_EXIT_USAGE;
}

static int take_id(const char *option, const char **out)
{
	size_t n = strlen(optarg);

	if (n != ID_DIGITS || strspn(optarg, "0123456789abcdef") != n)
		return wrong("--%s takes a whole commit id, %d digits of 0-9 "
			     "and a-f",
			option, ID_DIGITS);
	*out = optarg;
	return SP_EXIT_OK;
}

static int take_word(struct words *w, int c)
{
	struct sp_verify_options *o = &w->options;

	switch (c) {
	case 's':
		o->signer = optarg;
		return sp_starts(optarg, "SHA256:")
			       ? SP_EXIT_OK
			       : wrong("--signer takes a fingerprint, "
				       "SHA256:...");
	case 'r':
		return take_id("root", &o->root);
	case 'h':
		if (o->n_has == HAS_MAX)
			return wrong("at most %d --has", HAS_MAX);
		return take_id("has", &w->has[o->n_has++]);
	case 'm':
		o->mails = optarg;
		return SP_EXIT_OK;
	default:
		w->json = true;
		return SP_EXIT_OK;
	}
}

static int parse(struct words *w, int argc, char **argv)
{
	static const struct option longs[] = {
		{ "signer", required_argument, NULL, 's' },
		{ "root", required_argument, NULL, 'r' },
		{ "has", required_argument, NULL, 'h' },
		{ "mails", required_argument, NULL, 'm' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 },
	};
	int status = SP_EXIT_OK, c;

	opterr = 0; /* one line of ours is enough */
	optind = 0; /* start anew, behind the command's word */
	while (status == SP_EXIT_OK &&
		(c = getopt_long(argc + 1, argv - 1, "", longs, NULL)) != -1) {
		if (c == '?')
			return wrong("it does not know \"%s\", or that lacks "
				     "its value",
				(argv - 1)[optind - 1]);
		status = take_word(w, c);
	}
	if (status != SP_EXIT_OK)
		return status;
	if (optind + 1 != argc + 1)
		return wrong("give one repository, clone or bundle");
	w->path = (argv - 1)[optind];
	return SP_EXIT_OK;
}

int sp_cli_verify(bool json, int argc, char **argv)
{
	char *mime = sp_cli_program("spellpost-mime");
	struct screen screen = { false, now_ms() + SOON_MS };
	struct words *w = sp_xcalloc(1, sizeof(*w));
	struct sp_error e = { 0 };
	struct sp_buf text;
	json_t *answer = NULL;
	bool good = false;

	w->json = json;
	w->options.has = w->has;
	w->options.mime_program = mime;
	if (isatty(STDERR_FILENO)) {
		w->options.progress = on_progress;
		w->options.payload = &screen;
	}
	sp_buf_init(&text, SIZE_MAX);
	int status = parse(w, argc, argv);
	if (status == SP_EXIT_OK) {
		int rc = sp_verify(
			w->path, &w->options, &answer, &text, &good, &e);
		if (screen.shown)
			fputs("\r\033[K", stderr);
		if (rc != SP_OK)
			status = sp_complain("spellpost", &e);
		else if (!good)
			status = SP_EXIT_FAILED;
	}
	if (answer != NULL && w->json) {
		sp_buf_clear(&text);
		sp_json_write(&text, answer);
	}
	fputs(sp_buf_str(&text), stdout);
	json_decref(answer);
	sp_buf_free(&text);
	sp_free(w);
	sp_free(mime);
	return status;
}
