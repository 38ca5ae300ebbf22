/*
 * `spellpost replay --follow`: one commit on the screen, keys go to others. The
 * terminal is in raw mode on its alternate screen meanwhile; the handlers of
 * signals that end the process put it back first.
 */
#include "follow.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#define ESCAPE_MS         50 /* the bytes of one key come within it */
#define NUMBER_MAX_DIGITS 9

static const char enter_screen[] = "\033[?1049h\033[?25l";
static const char leave_screen[] = "\033[?25h\033[?1049l";

static const char help[] =
	"n space right   next commit          j down      scroll down\n"
	"p left          commit before        k up        scroll up\n"
	"t               next turn            f PgDn      a screen down\n"
	"T               turn before          b PgUp      a screen up\n"
	"g Home          first commit         q           quit\n"
	"G End           last commit          ?           this help\n"
	"17 Enter        commit 17            any key     goes back from "
	"here\n";

/* ---- the terminal ------------------------------------------------------- */

static struct termios saved;
static volatile sig_atomic_t raw_now, resized, stopped;

static void write_all(const char *text, size_t n)
{
	while (n > 0) {
		ssize_t done = write(STDOUT_FILENO, text, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return;
		text += done;
		n -= (size_t)done;
	}
}

/* Safe in a handler. */
static void restore(void)
{
	if (!raw_now)
		return;
	raw_now = 0;
	write_all(leave_screen, sizeof(leave_screen) - 1);
	(void)tcsetattr(STDIN_FILENO, TCSADRAIN, &saved);
}

static void make_raw(void)
{
	struct termios t = saved;

	t.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	t.c_iflag &= ~(tcflag_t)(IXON);
	t.c_cc[VMIN] = 1;
	t.c_cc[VTIME] = 0;
	raw_now = 1;
	(void)tcsetattr(STDIN_FILENO, TCSADRAIN, &t);
	write_all(enter_screen, sizeof(enter_screen) - 1);
}

static void on_end(int signal_number)
{
	int error = errno;

	restore();
	errno = error;
	/* its action is the default again (SA_RESETHAND) */
	(void)raise(signal_number);
}

static void on_resize(int signal_number)
{
	(void)signal_number;
	resized = 1;
}

static void on_stop(int signal_number)
{
	(void)signal_number;
	stopped = 1;
}

/* Resizing and stopping are seen only while a key is waited for: `open` is the
 * mask then. */
static void catch_signals(sigset_t *open)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT,
		SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	struct sigaction act = { .sa_handler = on_end,
		.sa_flags = (int)SA_RESETHAND };
	sigset_t shut;

	(void)sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < SP_ARRAY_LEN(ends); i++)
		(void)sigaction(ends[i], &act, NULL);
	act.sa_flags = 0;
	act.sa_handler = on_resize;
	(void)sigaction(SIGWINCH, &act, NULL);
	act.sa_handler = on_stop;
	(void)sigaction(SIGTSTP, &act, NULL);
	(void)sigemptyset(&shut);
	(void)sigaddset(&shut, SIGWINCH);
	(void)sigaddset(&shut, SIGTSTP);
	(void)sigprocmask(SIG_BLOCK, &shut, open);
	(void)sigdelset(open, SIGWINCH);
	(void)sigdelset(open, SIGTSTP);
}

bool daemon_follow_can(void)
{
	const char *term = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL &&
	       *term != '\0' && !sp_streq(term, "dumb");
}

/* ---- keys -----------------------------------------------------------------
 */

enum key {
	KEY_NONE, /* look again: the screen changed */
	KEY_OTHER,
	KEY_QUIT,
	KEY_NEXT,
	KEY_BACK,
	KEY_NEXT_TURN,
	KEY_TURN_BACK,
	KEY_FIRST,
	KEY_LAST,
	KEY_DOWN,
	KEY_UP,
	KEY_PAGE_DOWN,
	KEY_PAGE_UP,
	KEY_HELP,
	KEY_DIGIT, /* in *digit */
	KEY_ENTER,
	KEY_ERASE,
};

static const struct {
	const char *bytes;
	enum key key;
} keys[] = {
	{ "q", KEY_QUIT },
	{ "n", KEY_NEXT },
	{ " ", KEY_NEXT },
	{ "p", KEY_BACK },
	{ "t", KEY_NEXT_TURN },
	{ "T", KEY_TURN_BACK },
	{ "g", KEY_FIRST },
	{ "G", KEY_LAST },
	{ "j", KEY_DOWN },
	{ "k", KEY_UP },
	{ "f", KEY_PAGE_DOWN },
	{ "b", KEY_PAGE_UP },
	{ "?", KEY_HELP },
	{ "\r", KEY_ENTER },
	{ "\n", KEY_ENTER },
	{ "\177", KEY_ERASE },
	{ "\b", KEY_ERASE },
	{ "\033[C", KEY_NEXT },
	{ "\033OC", KEY_NEXT },
	{ "\033[D", KEY_BACK },
	{ "\033OD", KEY_BACK },
	{ "\033[B", KEY_DOWN },
	{ "\033OB", KEY_DOWN },
	{ "\033[A", KEY_UP },
	{ "\033OA", KEY_UP },
	{ "\033[6~", KEY_PAGE_DOWN },
	{ "\033[5~", KEY_PAGE_UP },
	{ "\033[H", KEY_FIRST },
	{ "\033OH", KEY_FIRST },
	{ "\033[1~", KEY_FIRST },
	{ "\033[F", KEY_LAST },
	{ "\033OF", KEY_LAST },
	{ "\033[4~", KEY_LAST },
};

/* 1: a byte; 0: nothing within `ms` (below 0: for ever) but a signal; -1: the
 * input has ended. */
static int read_byte(char *out, int ms, const sigset_t *open)
{
	struct timespec wait = { .tv_sec = ms / 1000,
		.tv_nsec = ms % 1000 * 1000000L };
	fd_set set;

	FD_ZERO(&set);
	FD_SET(STDIN_FILENO, &set);
	int n = pselect(STDIN_FILENO + 1, &set, NULL, NULL,
		ms < 0 ? NULL : &wait, open);
	if (n < 0)
		return errno == EINTR ? 0 : -1;
	if (n == 0)
		return 0;
	ssize_t got = read(STDIN_FILENO, out, 1);
	if (got < 0 && errno == EINTR)
		return 0;
	return got == 1 ? 1 : -1;
}

/* Does a sequence end with these bytes? "ESC [ ..." ends with a letter or ~,
 * "ESC O x" with its third. */
static bool is_whole(const char *bytes, size_t n)
{
	char last = bytes[n - 1];

	if (bytes[0] != '\033')
		return true;
	if (n == 2)
		return last != '[' && last != 'O';
	return n > 2 && (bytes[1] == 'O' || (last >= '@' && last <= '~'));
}

static enum key read_key(char *digit, const sigset_t *open)
{
	char bytes[16];
	size_t n = 0;
	int got = read_byte(&bytes[n], -1, open);

	if (got <= 0)
		return got < 0 ? KEY_QUIT : KEY_NONE;
	n++;
	while (!is_whole(bytes, n) && n + 1 < sizeof(bytes) &&
		read_byte(&bytes[n], ESCAPE_MS, open) > 0)
		n++;
	bytes[n] = '\0';
	*digit = bytes[0];
	if (n == 1 && sp_is_digit((unsigned char)bytes[0]))
		return KEY_DIGIT;
	for (size_t i = 0; i < SP_ARRAY_LEN(keys); i++)
		if (sp_streq(keys[i].bytes, bytes))
			return keys[i].key;
	return KEY_OTHER;
}

/* ---- the screen ------------------------------------------------------------
 */

struct screen {
	struct sp_replay *replay;
	size_t number, last;
	int seat;
	size_t rows, columns, top; /* the first line that is shown */
	size_t lines;              /* of the text */
	struct sp_buf text, out;
	char typed[NUMBER_MAX_DIGITS + 1];
	const char *note; /* in place of the hints; NULL: none */
	bool help;
};

static void measure(struct screen *s)
{
	struct winsize size;

	s->rows = 24;
	s->columns = 80;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 &&
		size.ws_col > 0) {
		s->rows = size.ws_row;
		s->columns = size.ws_col;
	}
}

/* Lines of text that fit above the status line. */
static size_t room(const struct screen *s)
{
	return s->rows > 1 ? s->rows - 1 : 1;
}

static size_t lowest_top(const struct screen *s)
{
	return s->lines > room(s) ? s->lines - room(s) : 0;
}

/* So many bytes of a line as fit into the screen. */
static size_t fitting(const struct screen *s, const char *line, size_t n)
{
	while (n > 0 && sp_utf8_width(line, n) > s->columns)
		for (n--; n > 0 && (line[n] & 0xc0) == 0x80; n--)
			;
	return n;
}

static void add_line(struct screen *s, const char *line, size_t n)
{
	sp_buf_add(&s->out, line, fitting(s, line, n));
	sp_buf_adds(&s->out, "\033[K\r\n");
}

static void add_status(struct screen *s)
{
	char more[64] = "", line[256];

	if (s->lines > room(s))
		sp_format(more, sizeof(more), "  lines %zu-%zu/%zu", s->top + 1,
			s->top + room(s) < s->lines ? s->top + room(s)
						    : s->lines,
			s->lines);
	if (s->typed[0] != '\0')
		sp_format(line, sizeof(line), " go to commit %s_ (Enter)",
			s->typed);
	else if (s->note != NULL)
		sp_format(line, sizeof(line), " %s", s->note);
	else
		sp_format(line, sizeof(line),
			" %zu of %zu%s  n next  p back  t/T turn  ? help  q "
			"quit",
			s->number, s->last, more);
	sp_buf_adds(&s->out, "\033[7m");
	sp_buf_add(&s->out, line, fitting(s, line, strlen(line)));
	sp_buf_adds(&s->out, "\033[0m\033[K");
}

static void draw(struct screen *s)
{
	const char *text = s->help ? help : sp_buf_str(&s->text), *line;
	size_t n, row = 0, top = s->help ? 0 : s->top;
	struct sp_cursor c;

	sp_buf_clear(&s->out);
	sp_buf_adds(&s->out, "\033[H");
	sp_cursor_init(&c, text, strlen(text));
	for (size_t i = 0; row < room(s) && sp_cursor_line(&c, &line, &n);
		i++) {
		if (i < top)
			continue;
		add_line(s, line, n);
		row++;
	}
	for (; row < room(s); row++)
		add_line(s, "", 0);
	add_status(s);
	write_all(sp_buf_str(&s->out), s->out.len);
}

static int show(struct screen *s, size_t number, struct sp_error *e)
{
	json_t *json = NULL;
	int rc;

	s->number = number;
	s->lines = 0;
	sp_buf_clear(&s->text);
	rc = daemon_page(s->replay, number, s->seat, &json, &s->text, e);
	json_decref(json);
	for (size_t i = 0; i < s->text.len; i++)
		s->lines += s->text.data[i] == '\n';
	/* the next board stands where this one stood */
	if (s->top > lowest_top(s))
		s->top = lowest_top(s);
	return rc;
}

static void scroll(struct screen *s, size_t by, bool up)
{
	size_t most = lowest_top(s);

	if (up)
		s->top -= by < s->top ? by : s->top;
	else
		s->top = s->top + by < most ? s->top + by : most;
}

static int go(struct screen *s, size_t number, struct sp_error *e)
{
	if (number == s->number) {
		s->note = "there is none";
		return SP_OK;
	}
	return show(s, number, e);
}

static int go_typed(struct screen *s, struct sp_error *e)
{
	long long number = 0;
	int rc = sp_parse_int(s->typed, 0, INT64_MAX, &number);

	if (s->typed[0] == '\0')
		return SP_OK;
	s->typed[0] = '\0';
	if (rc != SP_OK || (size_t)number > s->last) {
		s->note = "there is no commit of that number";
		return SP_OK;
	}
	return show(s, (size_t)number, e);
}

static void type_digit(struct screen *s, char digit)
{
	size_t n = strlen(s->typed);

	if (n + 1 < sizeof(s->typed)) {
		s->typed[n] = digit;
		s->typed[n + 1] = '\0';
	}
}

static int press(struct screen *s, enum key key, char digit, struct sp_error *e)
{
	size_t page = room(s) > 2 ? room(s) - 1 : 1;
	size_t digits = strlen(s->typed);

	s->note = NULL;
	if (s->help) {
		s->help = false;
		return SP_OK;
	}
	if (key != KEY_DIGIT && key != KEY_ENTER && key != KEY_ERASE)
		s->typed[0] = '\0';
	switch (key) {
	case KEY_NEXT:
		return go(s, s->number + (s->number < s->last), e);
	case KEY_BACK:
		return go(s, s->number - (s->number > 0), e);
	case KEY_NEXT_TURN:
		return go(s, sp_audit_replay_turn(s->replay, s->number, false),
			e);
	case KEY_TURN_BACK:
		return go(
			s, sp_audit_replay_turn(s->replay, s->number, true), e);
	case KEY_FIRST:
		return show(s, 0, e);
	case KEY_LAST:
		return show(s, s->last, e);
	case KEY_DOWN:
	case KEY_UP:
		scroll(s, 1, key == KEY_UP);
		return SP_OK;
	case KEY_PAGE_DOWN:
	case KEY_PAGE_UP:
		scroll(s, page, key == KEY_PAGE_UP);
		return SP_OK;
	case KEY_HELP:
		s->help = true;
		return SP_OK;
	case KEY_DIGIT:
		type_digit(s, digit);
		return SP_OK;
	case KEY_ENTER:
		return go_typed(s, e);
	case KEY_ERASE:
		s->typed[digits > 0 ? digits - 1 : 0] = '\0';
		return SP_OK;
	case KEY_NONE:
	case KEY_OTHER:
	case KEY_QUIT:
		break;
	}
	return SP_OK;
}

static int follow(struct screen *s, const sigset_t *open, struct sp_error *e)
{
	int rc = show(s, s->number, e);

	while (rc == SP_OK) {
		enum key key;
		char digit = '\0';

		draw(s);
		key = read_key(&digit, open);
		if (key == KEY_QUIT && !s->help)
			break;
		if (stopped) {
			stopped = 0;
			restore();
			(void)raise(SIGSTOP);
			make_raw();
			resized = 1;
		}
		if (resized) {
			resized = 0;
			measure(s);
			scroll(s, 0, false);
		}
		if (key != KEY_NONE)
			rc = press(s, key, digit, e);
	}
	return rc;
}

int daemon_follow(
	struct sp_replay *replay, size_t number, int seat, struct sp_error *e)
{
	struct screen s = { .replay = replay,
		.number = number,
		.last = sp_audit_replay_count(replay) - 1,
		.seat = seat };
	sigset_t open;
	int rc;

	if (tcgetattr(STDIN_FILENO, &saved) != 0)
		return sp_error_set(e, SP_ESYS,
			"the terminal does not say how it is set: %s",
			strerror(errno));
	sp_buf_init(&s.text, SIZE_MAX);
	sp_buf_init(&s.out, SIZE_MAX);
	measure(&s);
	catch_signals(&open);
	(void)atexit(restore);
	make_raw();
	rc = follow(&s, &open, e);
	restore();
	sp_buf_free(&s.text);
	sp_buf_free(&s.out);
	return rc;
}
