#include "imap_server.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixtures.h"
#include "stall.h"
#include "unit.h"

#define LOOK_AGAIN 5 /* ms between two looks into a Maildir */

struct session {
	struct imap_server *s;
	int fd;
	char in[8192];
	size_t at, len;
	size_t left; /* octets until the connection ends */
	bool logged_in;
	bool dripping;
	bool over;
};

static void send_octets(struct session *c, const char *data, size_t n)
{
	for (size_t i = 0; i < n && !c->over;) {
		size_t part = n - i < c->left ? n - i : c->left;
		ssize_t sent;

		if (c->s->drip > 0 && c->logged_in) {
			/* once: time passes between the octets too, or a
			 * client that looks at the clock only as one arrives
			 * sees it stand still */
			if (!c->dripping)
				stall_enter();
			c->dripping = true;
			(void)poll(NULL, 0, (int)c->s->drip);
			part = part < 1 ? part : 1;
		}
		sent = part > 0 ? send(c->fd, data + i, part, MSG_NOSIGNAL) : 0;
		if (sent <= 0) {
			c->over = true;
			return;
		}
		i += (size_t)sent;
		c->left -= (size_t)sent;
	}
}

static void SP_PRINTF(2, 3) say(struct session *c, const char *fmt, ...)
{
	char text[4096];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof(text))
		abort();
	send_octets(c, text, (size_t)n);
}

static bool hear(struct session *c, char *line, size_t size)
{
	for (size_t n = 0; n + 1 < size;) {
		if (c->at == c->len) {
			ssize_t got = recv(c->fd, c->in, sizeof(c->in), 0);

			if (got <= 0)
				return false;
			c->at = 0;
			c->len = (size_t)got;
		}
		line[n] = c->in[c->at++];
		if (line[n] == '\n') {
			line[n > 0 ? n - 1 : 0] = '\0';
			return true;
		}
		n++;
	}
	return false;
}

static void write_log(const struct session *c, const char *text)
{
	int fd = open(c->s->log, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (fd < 0 || sp_write_full(fd, text, strlen(text)) != SP_OK ||
		sp_write_full(fd, "\n", 1) != SP_OK)
		abort();
	(void)close(fd);
}

static bool lie(struct session *c, const char *tag, const char *command)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(c->s->lies); i++) {
		struct imap_lie *lie = &c->s->lies[i];

		if (lie->command == NULL || !sp_starts(command, lie->command) ||
			lie->times == UINT32_MAX)
			continue;
		if (lie->times > 0 && --lie->times == 0)
			lie->times = UINT32_MAX; /* used up */
		if (lie->answer[0] == '\0')
			c->over = true;
		for (const char *a = lie->answer; *a != '\0';) {
			size_t n = strcspn(a, "$\1");

			send_octets(c, a, n);
			a += n;
			if (sp_starts(a, "$T"))
				send_octets(c, tag, strlen(tag));
			else
				send_octets(
					c, *a == '$' ? "$" : "", *a != '\0');
			a += sp_starts(a, "$T") ? 2 : *a != '\0';
		}
		return true;
	}
	return false;
}

/* ---- a Maildir ------------------------------------------------------------
 */

static bool is_known(const struct imap_server *s, const char *file)
{
	for (uint32_t uid = 1; uid <= s->last_uid; uid++)
		if (sp_streq(s->file[uid], file))
			return true;
	return false;
}

static void add_file(struct imap_server *s, const char *file)
{
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May",
		"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	char *path = sp_xasprintf("%s/new/%s", s->maildir, file);
	struct imap_mail *m = &s->mails[s->n_mails];
	struct sp_buf raw, body;
	struct sp_date d;

	sp_buf_init(&raw, (size_t)1024 * 1024);
	sp_buf_init(&body, (size_t)2 * 1024 * 1024);
	if (s->n_mails == IMAP_MAILS_MAX ||
		sp_file_read(&raw, path, NULL) != SP_OK)
		abort();
	for (size_t i = 0; i < raw.len; i++) {
		if (raw.data[i] == '\n')
			sp_buf_addc(&body, '\r');
		sp_buf_addc(&body, raw.data[i]);
	}
	sp_date_from(&d, sp_clock_now(&sp_clock_system));
	*m = (struct imap_mail){ .uid = ++s->last_uid,
		.date = sp_xasprintf("%02d-%s-%04d %02d:%02d:%02d +0000", d.day,
			months[d.month - 1], d.year, d.hour, d.minute,
			d.second),
		.len = body.len };
	s->file = sp_xrealloc(s->file, m->uid + 1, sizeof(*s->file));
	s->file[m->uid] = sp_xstrdup(file);
	m->body = sp_buf_take(&body);
	s->n_mails++;
	sp_buf_free(&raw);
	sp_free(path);
}

/* Whether mails came since the last look. */
static bool look(struct imap_server *s)
{
	size_t before = s->n_mails;
	struct dirent *entry;
	char *folder;
	DIR *dir;

	if (s->maildir == NULL)
		return false;
	folder = sp_xasprintf("%s/new", s->maildir);
	dir = opendir(folder);
	if (dir == NULL)
		abort();
	while ((entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.' && !is_known(s, entry->d_name))
			add_file(s, entry->d_name);
	(void)closedir(dir);
	sp_free(folder);
	return s->n_mails > before;
}

/* `folder` as in the command: in quotes. */
static void move_file(
	const struct imap_server *s, uint32_t uid, const char *folder)
{
	const char *file = s->file[uid];
	int n = (int)strcspn(folder + 1, "\"");
	char *to = sp_xasprintf("%s/.%.*s/new", s->maildir, n, folder + 1);
	char *from = sp_xasprintf("%s/new/%s", s->maildir, file);
	char *path = sp_xasprintf("%s/%s", to, file);

	if (sp_mkdirs(to, 0700, NULL) != SP_OK || rename(from, path) != 0)
		abort();
	sp_free(to);
	sp_free(from);
	sp_free(path);
}

/* ---- answers --------------------------------------------------------------
 */

static size_t length_of(const struct imap_mail *m)
{
	return m->len > 0 ? m->len : strlen(m->body);
}

static bool in_set(const char *set, uint32_t uid)
{
	while (sp_is_digit((unsigned char)*set)) {
		char *end;
		unsigned long n = strtoul(set, &end, 10);

		if (n == uid || sp_starts(end, ":*"))
			return true;
		set = end + (*end == ',');
	}
	return false;
}

static void fetch(struct session *c, const char *set, const char *what)
{
	const char *part = strstr(what, "[]<0.");
	size_t max = part != NULL ? strtoul(part + 5, NULL, 10) : SIZE_MAX;

	for (size_t i = 0; i < c->s->n_mails; i++) {
		const struct imap_mail *m = &c->s->mails[i];
		size_t n = length_of(m) < max ? length_of(m) : max;

		if (!in_set(set, m->uid))
			continue;
		if (strstr(what, "BODY.PEEK[]") == NULL) {
			say(c,
				"* %zu FETCH (UID %u RFC822.SIZE %zu "
				"INTERNALDATE \"%s\")\r\n",
				i + 1, (unsigned)m->uid,
				m->size > 0 ? m->size : length_of(m), m->date);
			continue;
		}
		say(c, "* %zu FETCH (UID %u BODY[]%s {%zu}\r\n", i + 1,
			(unsigned)m->uid, part != NULL ? "<0>" : "", n);
		send_octets(c, m->body, n);
		say(c, ")\r\n");
	}
}

/* `folder`: where they go; NULL: nowhere. */
static void expunge(struct session *c, const char *set, const char *folder)
{
	for (size_t i = c->s->n_mails; i-- > 0;) {
		if (!in_set(set, c->s->mails[i].uid))
			continue;
		if (c->s->maildir != NULL && folder != NULL)
			move_file(c->s, c->s->mails[i].uid, folder);
		say(c, "* %zu EXPUNGE\r\n", i + 1);
		memmove(&c->s->mails[i], &c->s->mails[i + 1],
			(c->s->n_mails - i - 1) * sizeof(c->s->mails[0]));
		c->s->n_mails--;
	}
}

static void idle(struct session *c)
{
	struct pollfd fd = { .fd = c->fd, .events = POLLIN };
	char line[100];

	say(c, "+ idling\r\n");
	if (c->s->late.body != NULL) {
		(void)poll(NULL, 0, 100);
		c->s->mails[c->s->n_mails++] = c->s->late;
		c->s->late.body = NULL;
		say(c, "* %zu EXISTS\r\n", c->s->n_mails);
	}
	while (c->s->maildir != NULL && c->at == c->len &&
		poll(&fd, 1, LOOK_AGAIN) == 0)
		if (look(c->s))
			say(c, "* %zu EXISTS\r\n", c->s->n_mails);
	if (!hear(c, line, sizeof(line)) || !sp_streq(line, "DONE"))
		c->over = true;
	write_log(c, line);
}

static bool created(const struct session *c, const char *command)
{
	char *log = imap_server_log(c->s);
	const char *folder = strrchr(command, ' ');
	char *made = sp_xasprintf("CREATE%s\n", folder);
	bool yes = strstr(log, made) != NULL;

	sp_free(made);
	sp_free(log);
	return yes;
}

/* What is in the base64, for the log. */
static void decode(struct sp_buf *out, const char *text)
{
	struct sp_buf bytes;

	sp_buf_init(&bytes, 8192);
	if (sp_unbase64(&bytes, text, strlen(text)) != SP_OK)
		sp_buf_adds(out, "no base64: ");
	for (size_t i = 0; i < bytes.len; i++) {
		if (bytes.data[i] == '\1')
			sp_buf_adds(out, "^A");
		else
			sp_buf_addc(out, bytes.data[i]);
	}
	sp_buf_free(&bytes);
}

/* Byte for byte what the mechanism wants of judge with the right token? */
static bool is_right(const struct session *c, bool bearer, const char *shown)
{
	const char *token = c->s->token != NULL ? c->s->token : "";
	char *right =
		bearer ? sp_xasprintf("n,a=judge,^Ahost=127.0.0.1^A"
				      "port=%u^Aauth=Bearer %s^A^A",
				 (unsigned)c->s->port, token)
		       : sp_xasprintf("user=judge^Aauth=Bearer %s^A^A", token);
	bool yes = token[0] != '\0' && sp_streq(shown, right);

	sp_free(right);
	return yes;
}

/* False: answered already. */
static bool authenticate(
	struct session *c, const char *tag, const char *command)
{
	bool bearer = strstr(command, " OAUTHBEARER") != NULL, right;
	const char *response = strchr(strchr(command, ' ') + 1, ' ');
	struct sp_buf shown, json;
	char line[8192];

	if (response == NULL) {
		say(c, "+ \r\n");
		if (!hear(c, line, sizeof(line)))
			return false;
	}
	sp_buf_init(&shown, 8192);
	sp_buf_init(&json, 1024);
	decode(&shown, response != NULL ? response + 1 : line);
	write_log(c, sp_buf_str(&shown));
	right = is_right(c, bearer, sp_buf_str(&shown));
	if (!right) {
		static const char why[] = "{\"status\":\"invalid_token\","
					  "\"scope\":\"mail\"}";

		sp_base64(&json, (const uint8_t *)why, strlen(why));
		say(c, "+ %s\r\n", sp_buf_str(&json));
		sp_buf_clear(&shown);
		if (hear(c, line, sizeof(line))) {
			decode(&shown, line);
			write_log(c, sp_buf_str(&shown));
			say(c, "%s NO [AUTHENTICATIONFAILED] bad token\r\n",
				tag);
		}
	}
	c->logged_in = right;
	sp_buf_free(&json);
	sp_buf_free(&shown);
	return right;
}

static void answer(struct session *c, const char *tag, const char *command)
{
	const char *set = command;

	for (unsigned words = 0; words < 2 && *set != '\0'; set++)
		words += *set == ' ';
	if (sp_starts(command, "CAPABILITY")) {
		say(c, "* CAPABILITY IMAP4rev1 %s\r\n",
			c->s->capabilities != NULL ? c->s->capabilities
						   : "IDLE MOVE UIDPLUS");
	} else if (sp_starts(command, "LOGIN")) {
		if (!sp_streq(command, "LOGIN judge secret")) {
			say(c, "%s NO [AUTHENTICATIONFAILED] wrong\r\n", tag);
			return;
		}
		c->logged_in = true;
	} else if (sp_starts(command, "AUTHENTICATE ")) {
		if (!authenticate(c, tag, command))
			return;
	} else if (sp_starts(command, "SELECT")) {
		say(c,
			"* FLAGS (\\Seen)\r\n* %zu EXISTS\r\n* OK [UIDVALIDITY "
			"%u] x\r\n* OK [UIDNEXT 99] x\r\n",
			c->s->n_mails, (unsigned)c->s->validity);
	} else if (sp_starts(command, "UID FETCH")) {
		fetch(c, set, set);
	} else if (sp_starts(command, "UID MOVE") ||
		   sp_starts(command, "UID COPY")) {
		if (!created(c, command)) {
			say(c, "%s NO [TRYCREATE] no such folder\r\n", tag);
			return;
		}
		if (sp_starts(command, "UID MOVE"))
			expunge(c, set, strrchr(command, ' ') + 1);
	} else if (sp_starts(command, "UID EXPUNGE")) {
		expunge(c, set, NULL);
	} else if (sp_starts(command, "IDLE")) {
		idle(c);
	} else if (sp_starts(command, "LOGOUT")) {
		say(c, "* BYE bye\r\n");
	}
	say(c, "%s OK [X] done\r\n", tag);
	c->over = c->over || sp_starts(command, "LOGOUT");
}

/* Until the client goes. */
static void fall_silent(struct session *c)
{
	char ch;

	stall_enter();
	while (read(c->fd, &ch, 1) > 0)
		;
	stall_leave();
	c->over = true;
}

static void serve(struct imap_server *s, int fd, size_t left)
{
	struct session c = { .s = s, .fd = fd, .left = left };
	char line[8192];

	say(&c, "* OK hello\r\n");
	while (!c.over && hear(&c, line, sizeof(line))) {
		char *command = strchr(line, ' ');

		if (command == NULL)
			break;
		*command++ = '\0';
		write_log(&c, command);
		if (look(s) && !sp_starts(command, "SELECT"))
			say(&c, "* %zu EXISTS\r\n", s->n_mails);
		if (!lie(&c, line, command))
			answer(&c, line, command);
		else if (s->silent)
			fall_silent(&c);
	}
	if (c.dripping)
		stall_leave();
	(void)close(fd);
}

static SP_NORETURN void child(struct imap_server *s, int listener)
{
	static struct imap_mail all[IMAP_MAILS_MAX];
	size_t n = s->n_mails;

	/* where a test does not come to its end */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	memcpy(all, s->mails, sizeof(all));
	for (unsigned i = 1;; i++) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY,
				      &(int){ 1 }, sizeof(int)) != 0)
			_exit(1);
		if (s->sweep) {
			memcpy(s->mails, all, sizeof(all));
			s->n_mails = n;
		}
		serve(s, fd, s->sweep ? (size_t)i * s->step : SIZE_MAX);
		s->validity += s->validity_step;
	}
}

void imap_server_start(struct imap_server *s)
{
	stall_prepare();

	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(a);
	int listener = socket(AF_INET, SOCK_STREAM, 0);

	s->log = sp_xasprintf("%s/log", test_tempdir());
	s->validity = s->validity != 0 ? s->validity : 7;
	EQUAL_INT_FATAL(sp_file_write(s->log, "", 0, 0600, NULL), SP_OK);
	EQUAL_INT_FATAL(
		bind(listener, (const struct sockaddr *)&a, sizeof(a)), 0);
	EQUAL_INT_FATAL(listen(listener, 16), 0);
	EQUAL_INT_FATAL(getsockname(listener, (struct sockaddr *)&a, &size), 0);
	s->port = ntohs(a.sin_port);
	(void)fflush(NULL);
	s->pid = fork();
	DIFFERENT_INT_FATAL(s->pid, -1);
	if (s->pid == 0)
		child(s, listener);
	(void)close(listener);
}

void imap_server_stop(struct imap_server *s)
{
	EQUAL_INT(kill(s->pid, SIGKILL), 0);
	EQUAL_INT(waitpid(s->pid, NULL, 0), s->pid);
	sp_free(s->log);
	s->log = NULL;
}

char *imap_server_log(const struct imap_server *s)
{
	struct sp_buf log;

	sp_buf_init(&log, (size_t)1024 * 1024);
	if (sp_file_read(&log, s->log, NULL) != SP_OK)
		abort();
	return sp_buf_take(&log);
}
