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

#define LINES_MOST 5
#define WORDS_MOST 45
#define WORD_SIZE  24
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

static bool is_one(const char *word, const char *words)
{
	size_t n = strlen(word);

	for (const char *at = strstr(words, word); at != NULL;
		at = strstr(at + 1, word))
		if ((at == words || at[-1] == ' ') &&
			(at[n] == ' ' || at[n] == '\0'))
			return true;
	return false;
}

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

static void read_word(struct sentence *s, const char *word)
{
	s->words++;
	if (s->words == 1)
		s->greets = is_one(word, greeting);
	if (is_one(word, "join"))
		s->of_game = SP_LOBBY_JOIN;
	else if (is_one(word, "observe watch"))
		s->of_game = SP_LOBBY_OBSERVE;
	if (is_one(word, "my meine meinen"))
		s->mine = true;
	if (is_one(word, "which what any open free offen offene offenen "
			 "freie freien welche join play spielen"))
		s->open = true;
	if (is_one(word, "tutorial tutorials"))
		s->tutorial = true;
	else if (is_one(word, "list liste"))
		s->list = true;
	else if (is_one(word, "help hilfe helfen"))
		s->help = true;
	else if (is_one(word, "games spiele seats"))
		s->games = true;
	else if (is_one(word, "game spiel seat"))
		s->game = true;
	else if (is_one(word, asking))
		s->asks = true;
	else if (is_one(word, negating))
		s->negates = true;
	else if (is_id(word) && strlen(word) < SP_GID_TEXT) {
		s->ids++;
		sp_format(s->id, sizeof(s->id), "%s", word);
	} else if (!is_one(word, around) &&
		   !is_one(word, "open offen offene offenen meine meinen"))
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

/* The octets of the character at `at`. */
static size_t octets_at(const char *at)
{
	unsigned char c = (unsigned char)*at;
	size_t n = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4, i = 1;

	while (i < n && ((unsigned char)at[i] & 0xc0U) == 0x80)
		i++;
	return i;
}

/* True of letters of any script, and of what stands within words: not of
 * emoji, long dashes or quotation marks. */
static bool is_letter(const char *at)
{
	unsigned char c = (unsigned char)*at;

	return sp_is_alnum(c) || c == '\'' || c == '-' ||
	       (c > 0xc2 && c < 0xf0 && c != 0xe2);
}

/* Move *at behind the word there. False: none begins there. */
static bool take_word(const char **at, char out[WORD_SIZE])
{
	static const char quote[] = "\xe2\x80\x99";
	size_t n = 0;

	while (is_letter(*at) || sp_starts(*at, quote)) {
		size_t len = octets_at(*at);
		bool quoted = sp_starts(*at, quote);

		if (quoted && n + 1 < WORD_SIZE)
			out[n++] = '\'';
		for (size_t i = 0; !quoted && i < len && n + 1 < WORD_SIZE; i++)
			out[n++] = (*at)[i];
		*at += len;
	}
	out[n] = '\0';
	sp_lower_string(out);
	return strspn(out, "-'") < n; /* not a dash alone */
}

/* True if a sentence ends at the mark; `line`: where its line began. */
static bool ends(const char *at, const char *line)
{
	if (*at == '\n')
		return at[1] == '\n' || at - line < WRAPPED;
	return strchr(".!?;", *at) != NULL &&
	       (sp_is_space(at[1]) || at[1] == '\0' ||
		       strchr(".!?;)", at[1]) != NULL);
}

/* A name behind a greeting is no word of the sentence. */
static void leave_greeting(struct sentence *s, const char *at)
{
	if (*at == ',' && s->greets && s->words <= 3)
		*s = (struct sentence){ 0 };
}

void lobby_plea_read(const char *text, struct sp_lobby_wish *wish)
{
	struct sp_lobby_wish found = { .kind = SP_LOBBY_NOTHING };
	struct sentence s = { 0 };
	const char *at = text, *line = text;
	char word[WORD_SIZE];
	int words = 0, lines = *text != '\0';

	while (*at != '\0') {
		if (take_word(&at, word)) {
			read_word(&s, word);
			words++;
			continue;
		}
		if (*at == '\0')
			break;
		leave_greeting(&s, at);
		if (*at == '?')
			s.asks = true;
		if (ends(at, line)) {
			add(&found, &s);
			s = (struct sentence){ 0 };
		}
		if (*at == '\n') {
			line = at + 1;
			lines += *line != '\n' && *line != '\0';
		}
		at += octets_at(at);
	}
	add(&found, &s);
	if (words <= WORDS_MOST && lines <= LINES_MOST)
		*wish = found;
}

/* True for what one writes above one's name when the subject says it all. */
bool lobby_plea_says_nothing(const char *text)
{
	struct sentence s = { 0 };
	char word[WORD_SIZE];

	while (*text != '\0')
		if (take_word(&text, word))
			read_word(&s, word);
		else if (*text != '\0')
			text += octets_at(text);
	return s.strange <= 1 && s.words <= 6 && !s.negates && s.ids == 0;
}
