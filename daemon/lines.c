/* Lines that a person types. libedit is loaded when they are asked for: no
 * other command has to wait for it. */
#include "lines.h"

#include <dlfcn.h>
#include <histedit.h>
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#define SONAME "libedit.so.2"
#define KEPT   500  /* lines before */
#define HIDDEN '\1' /* on both sides of what takes no column in a prompt */

#define LIBEDIT(X)                                                             \
	X(el_init)                                                             \
	X(el_end)                                                              \
	X(el_gets)                                                             \
	X(el_set)                                                              \
	X(el_line)                                                             \
	X(el_insertstr)                                                        \
	X(el_source)                                                           \
	X(history_init)                                                        \
	X(history_end)                                                         \
	X(history)

/* There is one terminal; libedit calls back without saying whose it is. */
static struct {
#define MEMBER(name) __typeof__(name) *(name);
	LIBEDIT(MEMBER)
#undef MEMBER
	EditLine *el;
	History *before;
	daemon_complete *complete;
	void *state;
	char *prompt;
	struct sp_buf line;
} lines;

static bool find(void *library, const char *name, void *out)
{
	void *found = dlsym(library, name);

	memcpy(out, &found, sizeof(found));
	return found != NULL;
}

static bool load(void)
{
	void *library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);

#define FIND(name) &&find(library, #name, (void *)&lines.name)
	return library != NULL LIBEDIT(FIND);
#undef FIND
}

/* ---- what libedit calls -------------------------------------------------- */

static char *give_prompt(EditLine *el)
{
	(void)el;
	return lines.prompt;
}

/* Write the list below the line, which is drawn anew below that. */
static void show(const struct sp_buf *list)
{
	printf("\n%s", sp_buf_str(list));
	fflush(stdout);
}

static unsigned char complete(EditLine *el, int key)
{
	const LineInfo *at = lines.el_line(el);
	unsigned char result = CC_ERROR;
	struct sp_buf more, list;
	char *begins;

	(void)key;
	if (at->cursor != at->lastchar)
		return CC_ERROR;
	begins = sp_xstrndup(at->buffer, (size_t)(at->cursor - at->buffer));
	sp_buf_init(&more, SIZE_MAX);
	sp_buf_init(&list, SIZE_MAX);
	lines.complete(lines.state, begins, &more, &list);
	if (more.len > 0 && lines.el_insertstr(el, sp_buf_str(&more)) == 0) {
		result = CC_REFRESH;
	} else if (list.len > 0) {
		show(&list);
		result = CC_REDISPLAY;
	}
	sp_buf_free(&more);
	sp_buf_free(&list);
	sp_free(begins);
	return result;
}

/* ---- for whoever asks ---------------------------------------------------- */

static bool is_capable(void)
{
	const char *term = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL &&
	       *term != '\0' && !sp_streq(term, "dumb");
}

bool daemon_lines_open(daemon_complete *complete_line, void *state)
{
	HistEvent event;

	if (!is_capable() || !load())
		return false;
	/* so that a character of several bytes is one */
	(void)setlocale(LC_CTYPE, "");
	lines.complete = complete_line;
	lines.state = state;
	sp_buf_init(&lines.line, SIZE_MAX);
	lines.el = lines.el_init("spellpost", stdin, stdout, stderr);
	lines.before = lines.history_init();
	if (lines.el == NULL || lines.before == NULL) {
		daemon_lines_close();
		return false;
	}
	(void)lines.history(lines.before, &event, H_SETSIZE, KEPT);
	(void)lines.history(lines.before, &event, H_SETUNIQUE, 1);
	(void)lines.el_set(lines.el, EL_EDITOR, "emacs");
	(void)lines.el_set(lines.el, EL_SIGNAL, 1);
	(void)lines.el_set(lines.el, EL_HIST, lines.history, lines.before);
	(void)lines.el_set(lines.el, EL_PROMPT_ESC, give_prompt, HIDDEN);
	(void)lines.el_set(lines.el, EL_ADDFN, "sp-complete",
		"complete an order", complete);
	(void)lines.el_set(lines.el, EL_BIND, "^I", "sp-complete", NULL);
	(void)lines.el_set(lines.el, EL_BIND, "^R", "em-inc-search-prev", NULL);
	(void)lines.el_source(lines.el, NULL);
	return true;
}

void daemon_lines_close(void)
{
	if (lines.el != NULL)
		lines.el_end(lines.el);
	if (lines.before != NULL)
		lines.history_end(lines.before);
	sp_buf_free(&lines.line);
	sp_free(lines.prompt);
	memset(&lines, 0, sizeof(lines));
}

/* Mark the sequences that colour, which take no column. */
static void set_prompt(const char *prompt)
{
	struct sp_buf text;

	sp_buf_init(&text, SIZE_MAX);
	while (*prompt != '\0') {
		size_t n = *prompt == '\033' ? strcspn(prompt, "m") + 1
					     : strcspn(prompt, "\033");
		bool hidden = *prompt == '\033';

		sp_buf_addf(&text, "%s%.*s%s", hidden ? "\1" : "", (int)n,
			prompt, hidden ? "\1" : "");
		prompt += n;
	}
	sp_free(lines.prompt);
	lines.prompt = sp_xstrdup(sp_buf_str(&text));
	sp_buf_free(&text);
}

const char *daemon_lines_ask(const char *prompt, size_t *n)
{
	HistEvent event;
	const char *line;
	int got = 0;

	set_prompt(prompt);
	fflush(stdout);
	line = lines.el_gets(lines.el, &got);
	if (line == NULL || got <= 0)
		return NULL;
	while (got > 0 && (line[got - 1] == '\n' || line[got - 1] == '\r'))
		got--;
	sp_buf_clear(&lines.line);
	sp_buf_add(&lines.line, line, (size_t)got);
	*n = (size_t)got;
	line = sp_buf_str(&lines.line);
	if (line[strspn(line, " \t")] != '\0')
		(void)lines.history(lines.before, &event, H_ENTER, line);
	return line;
}
