/*
 * What a short mail without a token asks for in a sentence: "hi, can I play
 * the tutorial?". A word alone on its line needs none of this (door.c).
 *
 * The mail may be about anything, so a sentence counts only if it says nothing
 * else: it names one of our words, and its others are those by which people
 * ask. Where one strange word stands beside `tutorial` it must ask all the
 * more plainly; a longer mail is no plea, whatever stands in it.
 */
#include "lobby/lobby_private.h"

#include "token/token.h"

#define LINES_MOST 5
#define WORDS_MOST 45
#define ALONE_MOST 3  /* words of a sentence that need not ask */
#define WRAPPED    40 /* a line of so many octets may go on in the next one */

/* What is known of the sentence that is being read. */
struct sentence {
	int words, strange;
	bool greets, asks, negates;
	bool tutorial, list, help, mine, games, game, open;
	int ids;
	enum sp_lobby_kind of_game; /* join or observe; NOTHING: neither */
	char id[SP_GID_TEXT];
};

/* Words by which one asks, and those that stand around them. */
static const char asking[] =
	"please pls plz bitte can could may might would like love want wanna "
	"try play start begin show send give need let which what where will "
	"join observe watch kann k\xc3\xb6nnte k\xc3\xb6nnen darf "
	"m\xc3\xb6"
	"chte w\xc3\xbcrde will gern gerne spielen machen starten "
	"zeig zeigen schick schicken welche";
static const char around[] =
	"i i'd i'm i'll we we'd us me you your my a an the this that it to for "
	"with of in on at and or by through is are am be do does have has get "
	"see take there here now any some all new one first just also again "
	"how so then if possible available currently running wiz war wizwar "
	"wiz-war wizard wizards judge club mail email e-mail more bot seat "
	"seats place places free hi hello hey dear sir madam thanks thank "
	"thx cheers good morning evening day ich wir mir uns das die der den "
	"dem ein eine einen einer mal es gibt ist sind hab haben habe sehen "
	"und oder von f\xc3\xbcr mit zum zur im per ausprobieren beginnen "
	"hallo guten tag morgen abend danke vielen dank sie ihr du noch "
	"jetzt freie freien";
static const char negating[] =
	"no not never don't dont can't cannot won't stop without nor done "
	"finished over already unsubscribe remove offer kein keine keinen "
	"nicht nein ohne fertig";
static const char greeting[] = "hi hello hey dear hallo liebe lieber";

/* "tower-k3j7x2q5": the whole id of a game. */
static bool is_id(const char *word)
{
	const char *dash = strrchr(word, '-');

	return dash != NULL && dash != word && strlen(dash + 1) == 8 &&
	       strspn(dash + 1, "abcdefghijklmnopqrstuvwxyz234567") == 8;
}

static void read_word(struct sentence *s, const struct token *t)
{
	s->words++;
	if (s->words == 1)
		s->greets = sp_token_among(t, greeting);
	if (sp_token_among(t, "join"))
		s->of_game = SP_LOBBY_JOIN;
	else if (sp_token_among(t, "observe watch"))
		s->of_game = SP_LOBBY_OBSERVE;
	if (sp_token_among(t, "my meine meinen"))
		s->mine = true;
	if (sp_token_among(t, "which what any open free offen offene offenen "
			      "freie freien welche join play spielen"))
		s->open = true;
	if (sp_token_among(t, "tutorial tutorials"))
		s->tutorial = true;
	else if (sp_token_among(t, "list liste"))
		s->list = true;
	else if (sp_token_among(t, "help hilfe helfen"))
		s->help = true;
	else if (sp_token_among(t, "games spiele seats"))
		s->games = true;
	else if (sp_token_among(t, "game spiel seat"))
		s->game = true;
	else if (sp_token_among(t, asking))
		s->asks = true;
	else if (sp_token_among(t, negating))
		s->negates = true;
	else if (is_id(t->word) && strlen(t->word) < SP_GID_TEXT) {
		s->ids++;
		sp_format(s->id, sizeof(s->id), "%s", t->word);
	} else if (!sp_token_among(t, around) &&
		   !sp_token_among(t, "open offen offene offenen meine meinen"))
		s->strange++;
}

static enum sp_lobby_kind kind_of(const struct sentence *s)
{
	bool asks = s->asks || s->words <= ALONE_MOST;

	if (s->negates || !asks)
		return SP_LOBBY_NOTHING;
	if (s->tutorial)
		return s->strange <= (s->asks ? 1 : 0) ? SP_LOBBY_TUTORIAL
						       : SP_LOBBY_NOTHING;
	if (s->strange > 0 || s->ids > 1)
		return SP_LOBBY_NOTHING;
	if (s->ids == 1)
		return s->of_game;
	if (s->mine && (s->games || s->list))
		return SP_LOBBY_GAMES;
	if (s->list || ((s->games || s->game) && s->open))
		return SP_LOBBY_LIST;
	return s->help ? SP_LOBBY_HELP : SP_LOBBY_NOTHING;
}

/* Of two things that are asked for the one whose answer tells of the other: the
 * open games, then the page of help. */
static void add(struct sp_lobby_wish *wish, const struct sentence *s)
{
	static const enum sp_lobby_kind order[] = { SP_LOBBY_LIST,
		SP_LOBBY_GAMES, SP_LOBBY_TUTORIAL, SP_LOBBY_OBSERVE,
		SP_LOBBY_JOIN, SP_LOBBY_HELP, SP_LOBBY_NOTHING };
	enum sp_lobby_kind kind = kind_of(s);

	for (size_t i = 0; order[i] != wish->kind; i++) {
		if (order[i] != kind)
			continue;
		wish->kind = kind;
		sp_format(wish->game, sizeof(wish->game), "%s",
			kind == SP_LOBBY_OBSERVE || kind == SP_LOBBY_JOIN
				? s->id
				: "");
		return;
	}
}

/* True if a sentence ends with the token; `line`: where its line began. */
static bool ends(const struct piece *p, int i, size_t line)
{
	const struct token *t = &p->token[i];
	size_t next = i + 1 < p->n ? t[1].start : p->end;
	const char *brk = memchr(p->text + t->end, '\n', next - t->end);

	if (brk != NULL &&
		(memchr(brk + 1, '\n', next - (size_t)(brk + 1 - p->text)) !=
				NULL ||
			t->end - line < WRAPPED))
		return true;
	return !t->is_word && strchr(".!?;", t->word[0]) != NULL &&
	       (i + 1 == p->n || next > t->end || !t[1].is_word);
}

/* A name behind a greeting is no word of the sentence. */
static void leave_greeting(struct sentence *s)
{
	if (s->greets && s->words <= 3)
		*s = (struct sentence){ 0 };
}

static void scan(const char *text, struct piece *out)
{
	const struct spot from = { 0, 1, 1 };

	sp_token_piece_scan(out, text, &from, strlen(text));
}

/* The byte at which the line of text[*line, at) begins that is the last. */
static size_t line_of(const char *text, size_t line, size_t at, int *lines)
{
	for (size_t i = line; i < at; i++)
		if (text[i] == '\n') {
			line = i + 1;
			*lines += text[line] != '\n' && text[line] != '\0';
		}
	return line;
}

void lobby_plea_read(const char *text, struct sp_lobby_wish *wish)
{
	struct sp_lobby_wish found = { .kind = SP_LOBBY_NOTHING };
	struct sentence s = { 0 };
	struct piece p;
	size_t line = 0;
	int words = 0, lines = *text != '\0';

	scan(text, &p);
	for (int i = 0; i < p.n; i++) {
		const struct token *t = &p.token[i];

		line = line_of(text, line, t->start, &lines);
		if (t->is_word) {
			read_word(&s, t);
			words++;
		} else if (sp_token_is_mark(t, ',')) {
			leave_greeting(&s);
		} else if (sp_token_is_mark(t, '?')) {
			s.asks = true;
		}
		if (ends(&p, i, line)) {
			add(&found, &s);
			s = (struct sentence){ 0 };
		}
	}
	add(&found, &s);
	if (!p.cut && words <= WORDS_MOST && lines <= LINES_MOST)
		*wish = found;
}

/* True for what one writes above one's name when the subject says it all. */
bool lobby_plea_says_nothing(const char *text)
{
	struct sentence s = { 0 };
	struct piece p;

	scan(text, &p);
	for (int i = 0; i < p.n; i++)
		if (p.token[i].is_word)
			read_word(&s, &p.token[i]);
	return !p.cut && s.strange <= 1 && s.words <= 6 && !s.negates &&
	       s.ids == 0;
}
