/* "No wait, ...", "sorry, I mean ...": what takes something back. */
#include "token/token.h"

struct phrase {
	const char *words;
	bool weak; /* it takes something back where an order goes wrong alone */
};

static const struct phrase phrases[] = {
	{ "no wait", false },
	{ "wait no", false },
	{ "scratch that", false },
	{ "scratch this", false },
	{ "scratch all that", false },
	{ "strike that", false },
	{ "sorry i mean", false },
	{ "sorry i meant", false },
	{ "correction", false },
	{ "on second thought", false },
	{ "on second thoughts", false },
	{ "forget that", false },
	{ "ignore that", false },
	{ "ignore the above", false },
	{ "disregard that", false },
	{ "disregard the above", false },
	{ "changed my mind", false },
	{ "change my mind", false },
	{ "take that back", false },
	{ "no sorry", false },
	{ "for next turn", false },
	{ "for the next turn", false },
	{ "for next round", false },
	{ "i mean", true },
	{ "i meant", true },
	{ "forget it", true },
	{ "never mind", true },
	{ "nevermind", true },
	{ "instead", true },
	{ "make that", true },
	{ "actually", true },
	{ "oops", true },
	{ "whoops", true },
	{ "my mistake", true },
	{ "rather", true },
	/* German */
	{ "doch nicht", false },
	{ "vergiss das", false },
	{ "ne warte", false },
	{ "nee warte", false },
	{ "nein warte", false },
	{ "nein doch", true },
	{ "doch lieber", true },
	{ "ich meine", true },
	{ "ich meinte", true },
	{ "stattdessen", true },
	{ "quatsch", true },
	{ "moment", true },
	{ "sorry", true },
};

/* Append the words of text[from, end), in lower case, a blank behind each. */
static void words_of(
	const char *text, size_t from, size_t end, struct sp_buf *out)
{
	bool within = false;

	while (from < end) {
		size_t len;
		uint32_t c = sp_token_char(text + from, end - from, &len);
		bool is_word = c >= 0x80 || sp_is_alnum((int)c);

		if (!is_word && c != '\'' && within)
			sp_buf_addc(out, ' ');
		within = is_word || (c == '\'' && within);
		if (c >= 0x80)
			sp_buf_add(out, text + from, len);
		else if (is_word)
			sp_buf_addc(out, (char)sp_lower((int)c));
		from += len;
	}
	sp_buf_addc(out, ' ');
}

/* True if the words, a blank before and behind each, stand somewhere. */
static bool has_phrase(const struct sp_buf *words, const char *phrase)
{
	char *whole = sp_xasprintf(" %s ", phrase);
	bool has = strstr(sp_buf_str(words), whole) != NULL;

	sp_free(whole);
	return has;
}

/* Beginnings of a line below an order that leave open whether it holds. */
static const char *const doubts[] = { "no", "nope", "wait", "hmm wait",
	"hm wait", "hmm", "actually", "oops", "whoops", "unless", "except",
	"not", "not yet", "only if", "but", "or", "if", "until", "just kidding",
	"kidding", "just joking", "joking", "haha as if", "as if", "i mean",
	"i meant", "make that", "edit", "ps forget", "ignore", "forget",
	"better", "rather", "instead", "correction", "sorry no", "sorry not",
	"sorry i mean", "is what", "on second thought", "of", "before that",
	/* German */
	"nein", "ne", "nee", "n\303\266", "halt", "stopp", "stop", "vergiss",
	"besser", "\303\244h", "ach nein", "ach ne", "warte", "moment", "doch",
	"lieber", "oder", "nur", "nur wenn", "wenn", "falls", "sofern",
	"quatsch", "mist", "ich meine", "aber nur", "au\303\237er" };

/* ... and of those that leave nothing open. */
static const char *const none[] = { "no hurry", "no rush", "no problem",
	"no worries", "no need", "no offence", "no offense", "no hard feelings",
	"no idea", "no matter", "no more", "not bad", "not much", "or else",
	"but thanks", "but thank you", "if you", "if anything", "if i read",
	"better luck", "of course", "wait for", "wait till", "wait and see",
	"nur so" };

/* What a line right above orders says that are not to be done now, or that are
 * somebody else's. */
static const char *const hypotheses[] = { "not", "don't", "dont", "never",
	"next turn", "next round", "last turn", "last round", "my next",
	"my last", "tomorrow", "later", "ignore", "disregard", "draft", "would",
	"could", "either", "whether", "if", "in case", "unless", "otherwise",
	"should", "can i", "may i", "is this", "what if", "thinking about",
	"torn", "last orders", "last order", "last move", "orders were",
	"wrote", "said", "test", "once", "when", "until", "after", "instead of",
	"help needed", "example",
	/* German */
	"nicht", "nie", "n\303\244chste runde", "n\303\244chster zug",
	"n\303\244chsten zug", "letzte runde", "letzter zug", "morgen", "wenn",
	"falls", "sofern", "soll ich", "w\303\274rde", "k\303\266nnte",
	"sonst" };

static bool begins_with(const char *words, const char *const list[], size_t n,
	const char **found)
{
	size_t most = 0;

	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(list[i]);

		if (len > most && strncmp(words, list[i], len) == 0 &&
			words[len] == ' ') {
			most = len;
			*found = list[i];
		}
	}
	return most > 0;
}

const char *sp_token_doubts_below(const char *text, size_t n)
{
	const char *found = NULL, *plain = NULL;
	struct sp_buf words;

	sp_buf_init(&words, SIZE_MAX);
	words_of(text, 0, n, &words);
	if (begins_with(sp_buf_str(&words), none, SP_ARRAY_LEN(none), &plain) ||
		!begins_with(sp_buf_str(&words), doubts, SP_ARRAY_LEN(doubts),
			&found))
		found = NULL;
	sp_buf_free(&words);
	return found;
}

const char *sp_token_doubts_above(const char *text, size_t n)
{
	const char *found = NULL;
	struct sp_buf words;

	sp_buf_init(&words, SIZE_MAX);
	sp_buf_addc(&words, ' ');
	words_of(text, 0, n, &words);
	/* "even if he counters it" leaves nothing open */
	if (strstr(sp_buf_str(&words), " even if ") != NULL ||
		strstr(sp_buf_str(&words), " even when ") != NULL) {
		sp_buf_free(&words);
		return NULL;
	}
	for (size_t i = 0; found == NULL && i < SP_ARRAY_LEN(hypotheses); i++) {
		if (has_phrase(&words, hypotheses[i]))
			found = hypotheses[i];
	}
	/* an excuse tells of what was */
	if (sp_starts(sp_buf_str(&words), " sorry "))
		found = NULL;
	sp_buf_free(&words);
	return found;
}

const char *sp_token_takes_back(const char *text, size_t n, bool wrong)
{
	struct sp_buf words;
	const char *found = NULL;

	sp_buf_init(&words, SIZE_MAX);
	sp_buf_addc(&words, ' ');
	words_of(text, 0, n, &words);
	for (size_t i = 0; found == NULL && i < SP_ARRAY_LEN(phrases); i++) {
		if ((!phrases[i].weak || wrong) &&
			has_phrase(&words, phrases[i].words))
			found = phrases[i].words;
	}
	sp_buf_free(&words);
	return found;
}

/* Fold the word at text[*at, end) as far as it fits, and move behind it. */
static void next_word(const char *text, size_t *at, size_t end, char out[32])
{
	size_t n = 0;

	while (*at < end && !sp_is_alnum((unsigned char)text[*at]))
		(*at)++;
	for (; *at < end &&
		(sp_is_alnum((unsigned char)text[*at]) || text[*at] == '\'');
		(*at)++)
		if (n + 1 < 32)
			out[n++] = (char)sp_lower((unsigned char)text[*at]);
	out[n] = '\0';
}

bool sp_token_apologises(const char *text, size_t at, size_t end)
{
	static const char whom[] =
		"for about if everyone everybody folks guys "
		"judge mate pal friend buddy dear old you i'm";
	char word[32], other[32];
	bool any = false;

	for (size_t from = at; from < end;) {
		struct token t = { .is_word = true };
		bool said = false;

		next_word(text, &from, end, word);
		if (!sp_streq(word, "sorry"))
			continue;
		any = true;
		next_word(text, &from, end, t.word);
		/* whoever was named above is told so */
		for (size_t i = 0; !said && i < at;) {
			next_word(text, &i, at, other);
			said = sp_streq(other, t.word);
		}
		if (sp_token_is(&t, "i")) {
			next_word(text, &from, end, t.word);
			if (sp_token_among(&t, "mean meant want wanted should "
					       "would need"))
				return false;
			continue;
		}
		if (!sp_token_among(&t, whom) &&
			(!said || strlen(t.word) < 3 ||
				sp_token_action_of(&t) != NULL ||
				sp_token_synonym_of(&t) != NULL ||
				sp_token_direction_of(t.word) >= 0))
			return false;
	}
	return any;
}
