/*
 * What politeness and habit put around an order: "I'd like to ...", "first,",
 * "Step 1:", "... please". None of it says what is to be done.
 *
 * English, and of German what stands before a verb.
 */
#include "token/token.h"

/* Words that stand in front, each row of them as a whole; the longest counts.
 * A comma may stand behind each. */
static const char *const fronts[] = { "i", "i'd like to", "i would like to",
	"i'd love to", "i want to", "i wanna", "i wish to", "i will", "i'll",
	"i shall", "i am going to", "i'm going to", "i am gonna", "i'm gonna",
	"im gonna", "ill", "i choose to", "i decide to", "id like to", "i then",
	"i try to", "i do", "let me", "let's", "lets", "let us", "my wizard",
	"my wizard will", "my guy", "please", "pls", "plz", "kindly",
	"could you", "could you please", "can you", "can you please",
	"would you", "would you please", "will you", "will you please", "then",
	"and", "and then", "so", "now", "next", "first", "firstly",
	"first of all", "second", "secondly", "third", "thirdly", "finally",
	"lastly", "afterwards", "after", "after that", "ok", "okay", "ok so",
	"ok then", "alright", "all right", "well", "right", "also", "just",
	"still", "to begin", "to start", "to start with", "yes", "yeah", "yep",
	"sure", "great", "thanks", "thank you", "hi", "hello", "hey", "hi all",
	"hello all", "hey all", "hi everyone", "hello everyone", "hi judge",
	"hello judge", "hi there", "hello there", "here we go", "here goes",
	"here i go", "k", "kk", "yup", "i hereby", "hereby", "i elect to",
	"i therefore", "thereafter", "thereafter i", "thereafter i shall",
	"thereafter i will", "i now", "i just", "i'll just", "i'll now",
	"gonna", "imma", "i propose to", "omg", "yo", "lol", "oh", "oh no",
	"ah", "hm", "hmm", "right then", "anyway", "anyways", "alas",
	"my plan is to", "i plan to", "i'd better", "i had better",
	"i think i'll", "i think i will", "i guess i'll", "i'm now going to",
	"me", "all right then", "again i", "from there", "from there i",
	"this time", "this time i", "this turn", "this turn i",
	"this turn i'll", "for my turn", "in my turn", "therefore",
	"therefore i", "nonetheless", "nonetheless i", "so i", "so i'll",
	"i'm therefore going to", "i should like to", "i simply", "i also",
	"as a present", "fourth", "fifth", "i then also", "if i may",
	"first off", "from now on", "if i get there", "if i get there i",
	"when i get there", "when i get there i", "once i get there",
	"once i get there i", "when i am there", "when i am there i",
	"when i'm there", "when i'm there i", "once i am there",
	"once i am there i", "once i'm there", "once i'm there i",
	"as soon as i am there", "as soon as i get there", "if i make it",
	"if i make it i", "if i make it there", "when i arrive",
	"when i arrive i", "once i arrive", "if i reach it", "when i reach it",
	"and when i am there", "and once there", "whatever happens",
	"whatever happens then", "no matter what", "in any case", "either way",
	"with the rest of my steps", "with the rest of my steps i",
	"with the rest of my moves", "with the rest of my moves i",
	"with my remaining steps", "with my remaining steps i",
	"with my last steps", "with my last steps i", "with what is left",
	"with that", "having done that", "once there", "once there i", "there",
	"there i", "meanwhile",
	/* German */
	"ich", "ich will", "ich m\303\266chte", "ich w\303\274rde gern",
	"bitte", "dann", "und", "und dann", "zuerst", "erst", "danach", "jetzt",
	"los", "na gut", "na dann", "gut", "tja", "nun", "also", "hallo",
	"hallo zusammen", "moin", "servus", "guten tag", "guten abend",
	"guten morgen" };

/* Words that stand in front, too, of what ends a turn or passes, and of nothing
 * else: whoever is "done punching" punches nobody any more. */
static const char *const closings[] = { "that's it", "that's it for me",
	"that is it", "that's all", "that's all for me", "i'm done",
	"i am done", "done", "stay", "stay here", "i stay", "i stay here",
	"no action", "no move", "that is my turn", "that's my turn",
	"that was my turn", "this is my turn", "this was my turn",
	"thats my turn",
	/* German */
	"fertig", "ich bin fertig" };

/* Words that stand behind. */
static const char *const tails[] = { "from here", "please", "pls", "plz",
	"thanks", "thank you", "thx", "bye", "cheers", "many thanks",
	"thanks a lot", "thank you very much", "tsch\303\274ss", "lg", "mfg",
	"for me", "now", "bitte", "danke", "jetzt", "too", "here", "this time",
	"for now", "with my fist", "with my fists", "with a fist", "to counter",
	"lol", "haha", "hehe", "mate", "sir", "dear judge", "judge", "dude",
	"if you please", "if that's ok", "if that is ok", "thank you judge",
	"by the shortest route", "by the shortest way", "once more",
	"once again", "my friend", "xd", "on the nose", "in the nose",
	"in the face", "in the stomach", "on the head", "on the chin",
	"in the back", "hard", "really hard", "for good measure", "right here",
	"where i stand", "right here where i stand", "first", "behind me",
	"through the door", "through the wrap", "through the portal",
	"for extra damage", "for more damage", "round the edge",
	"around the edge", "over the edge", "thru the portal", "thru the door",
	"through the wrap-around", "via the portal", "thru the wrap",
	"through the gate", "around the board", "by the portal",
	"the short way", "on the short way", "as well", "and stop", "quickly",
	"carefully", "ok", "okay", "kthx", "for the moment", "there",
	"right now", "straight away", "at once", "to counter it",
	"as a counter", "as my counter" };

/* Words before a colon that only say that orders follow. */
static const char labels[] =
	"order orders move moves action actions turn step my the here are is "
	"this next then now first second third fourth fifth finally phase part a b c d "
	"order's zug befehle mein meine schritt hier these those for round";

/* Do the tokens from `at` on spell these words? Returns how many, or 0. */
static int spelled(const struct piece *p, int at, const char *words)
{
	int n = 0;

	while (*words != '\0') {
		size_t len = strcspn(words, " ");
		const struct token *t = &p->token[at + n];

		if (at + n >= p->n || t->cut || strlen(t->word) != len ||
			memcmp(t->word, words, len) != 0)
			return 0;
		n++;
		words += len;
		words += strspn(words, " ");
	}
	return n;
}

/* "Step 1:", "my orders:", "1:": how many tokens; 0: no such label. */
static int label_at(const struct piece *p, int at)
{
	int n = 0;

	while (at + n < p->n && n < 5) {
		const struct token *t = &p->token[at + n];

		if (n > 0 && sp_token_is_mark(t, ':'))
			return at + n + 1 < p->n ? n + 1 : 0;
		if (!sp_token_among(t, labels) &&
			!(t->is_word && t->width <= 3 &&
				strspn(t->word, "0123456789.") ==
					strlen(t->word)))
			return 0;
		n++;
	}
	return 0;
}

static bool is_pause(const struct token *t)
{
	return sp_token_is_mark(t, ',') || sp_token_is_mark(t, '.') ||
	       sp_token_is_mark(t, '!') || sp_token_is_mark(t, ':') ||
	       sp_token_is_mark(t, '-');
}

/* "a)", "1 -", "2.": the mark of a list, which names no direction. */
static int item_at(const struct piece *p, int at)
{
	const struct token *t = &p->token[at];

	if (at + 2 >= p->n || !t->is_word ||
		(!(t->width == 1 && t->word[0] >= 'a' && t->word[0] <= 'z') &&
			!(t->width <= 2 && strspn(t->word, "0123456789") ==
						   strlen(t->word))) ||
		sp_token_among(t, "n e s w o"))
		return 0;
	return sp_token_is_mark(t + 1, ')') || sp_token_is_mark(t + 1, '-') ||
			       sp_token_is_mark(t + 1, '.')
		       ? 2
		       : 0;
}

/* The most tokens that a row of words takes at `at`. */
static int longest_at(
	const struct piece *p, int at, const char *const list[], size_t len)
{
	int most = 0;

	for (size_t i = 0; i < len; i++) {
		int n = spelled(p, at, list[i]);

		most = n > most ? n : most;
	}
	return most;
}

/* "Whatever he answers,": the order holds. */
static int whatever_at(const struct piece *p, int at)
{
	return at + 3 < p->n && sp_token_is(&p->token[at], "whatever") &&
			       p->token[at + 1].is_word &&
			       sp_token_among(&p->token[at + 2],
				       "answers answer does do says say plays "
				       "play counters counter replies reply") &&
			       sp_token_is_mark(&p->token[at + 3], ',')
		       ? 3
		       : 0;
}

/* How many tokens stand in front at `at`; 0: none does. *closes: with them the
 * turn should end. */
static int front_at(const struct piece *p, int at, bool *closes)
{
	int most = label_at(p, at), n;

	if (most == 0)
		most = item_at(p, at);
	if (most == 0)
		most = whatever_at(p, at);
	n = longest_at(p, at, fronts, SP_ARRAY_LEN(fronts));
	most = n > most ? n : most;
	n = longest_at(p, at, closings, SP_ARRAY_LEN(closings));
	*closes = n > most;
	return *closes ? n : most;
}

/* True if it ends the turn, or passes. */
static bool ends(const struct piece *p)
{
	return sp_token_says_end(p) || sp_token_says_pass(p) ||
	       sp_token_among(&p->token[0], "end draw pass");
}

/* Take off what stands in front; true if with some of that the turn should
 * end. */
static bool take_fronts(struct piece *p, bool *asked)
{
	bool closes, closed = false;
	int at = 0, n;

	while (at < p->n && (n = front_at(p, at, &closes)) > 0 &&
		at + n < p->n) {
		closed = closed || closes;
		*asked = *asked || sp_token_among(&p->token[at],
					   "could can would will please");
		at += n;
		while (at + 1 < p->n && is_pause(&p->token[at]))
			at++;
	}
	sp_token_piece_drop_first(p, at);
	return closed;
}

static void take_tails(struct piece *p)
{
	/* ":)", ":-)" */
	while (p->n > 2 && sp_token_is_mark(&p->token[p->n - 1], ')') &&
		(sp_token_is_mark(&p->token[p->n - 2], ':') ||
			sp_token_is_mark(&p->token[p->n - 2], '-'))) {
		p->n -= 2;
		while (p->n > 1 && is_pause(&p->token[p->n - 1]))
			p->n--;
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(tails); i++) {
		int len = 0;

		for (const char *s = tails[i]; *s != '\0';
			s += strcspn(s, " "), s += strspn(s, " "))
			len++;
		if (p->n <= len || spelled(p, p->n - len, tails[i]) == 0)
			continue;
		p->n -= len;
		while (p->n > 1 && is_pause(&p->token[p->n - 1]))
			p->n--;
		i = (size_t)-1;
	}
}

bool sp_token_take_manners(struct piece *p, bool *asked)
{
	struct piece whole = *p;
	bool closed;

	*asked = false;
	closed = take_fronts(p, asked);
	take_tails(p);
	if (closed && !ends(p)) {
		*p = whole;
		*asked = false;
	}
	return p->n != whole.n;
}

int sp_token_manners_at(const struct piece *p, int at)
{
	bool closes;

	return front_at(p, at, &closes);
}

bool sp_token_is_greeting(const struct token *t)
{
	static const char words[] =
		"hi hello hey hallo hullo hiya yo dear dearest greetings "
		"welcome cheers good morning afternoon evening day night "
		"happy merry there all everyone everybody both folks "
		"friends friend guys wizards players judge sir madam mr mrs "
		"ms and or to from of for the a an my our your you i we am "
		"is are it it's this that that's these here here's go goes "
		"again back so very much many thanks thank thx sorry please "
		"congratulations congrats well nice great fine best done "
		"played game try luck fun have move moves orders order turn "
		"play report mail message reply answer oh ah ha haha ouch "
		"wow ok okay yes regards poor old wizard aua autsch seufz "
		"sigh argh arrgh damn dang darn hm hmm mist gosh phew uff "
		"hooray hurray yay verdammt tja ach huch hui juhu "
		/* elsewhere */
		"bonjour bonsoir salut cher ch\303\250re et liebe lieber "
		"guten morgen tag abend moin servus und zusammen danke hola "
		"buenos buenas querido querida y ciao caro cara buongiorno "
		"ol\303\241 ola caro hej hei moi beste hoi dag ahoj";

	return sp_token_among(t, words);
}

/* Beginnings of order words that people write for themselves. */
static const char *const everyday[] = { "boo", "boar", "car", "count", "dr",
	"he", "hi", "his", "ho", "pun", "re", "rule", "st", "stand" };

bool sp_token_is_everyday(const char *word)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(everyday); i++) {
		if (sp_streq(word, everyday[i]))
			return true;
	}
	return false;
}
