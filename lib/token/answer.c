/*
 * Answers to an attack that was announced: what a line of talk says about
 * countering it or letting it happen. The caller marks the names in it.
 *
 * It is read clause by clause. A clause answers with a card only if all the
 * words before the name are those of whoever plays it ("I'd better use the
 * ..."), lets it happen only as a whole ("nah let it come"), and else is talk.
 * One word of doubt, of a condition or of another time in the talk is enough
 * to have it asked about.
 */
#include "token/token.h"

/* What stands between two clauses, besides marks. */
static const char joints[] =
	"and but so then because since though although und aber also denn "
	"sondern dann";

/* Before a verb that plays a card, before the bare name of one, and before what
 * lets it happen. */
static const char fronts[] =
	"i i'll ill i'd id i'm im i've will would like shall am going to gonna "
	"want wanna wish have must like decide decided choose let me us let's "
	"please "
	"pls plz just now ok okay k kk yes yeah yep sure well alright right "
	"better best gladly hereby simply therefore thus my client player "
	"wizard happy glad hi hello hey oh ah ha haha ouch ow argh aua damn dear "
	"judge hm hmm for this one here comes goes it's it is be by all means "
	"of course fine answer response reaction reply counter with a "
	"the in do we quickly again today "
	"ich will m\303\266chte werde muss bitte ja jo klar gut jetzt nun hallo "
	"tja na dann eben mal halt nehme da den die das dem mein meine meinen "
	"meinem meiner w\303\274rde gern gerne mit und wir";

/* Of those: before the bare name of a card they make a statement. */
static const char stating[] =
	"have i've am i'm im be want wanna wish must like decide decided do "
	"going gonna us for to it's it is this a an choose would in comes goes one its "
	"his her their other said habe bin ein eine einen einem";

/* Of those that play a card: what they name without "with" is the card. */
static const char directly[] =
	"use using play playing cast casting invoke invoking invokes deploy "
	"deploying raise raising raises go activate trigger employ wield evoke "
	"benutze benutz nutze nutz spiele spiel setze setz wirke wirk zaubere "
	"verwende verwend nimm nehm nehme w\303\244hle";

/* Of whoever plays a card in answer. */
static const char plays[] =
	"use using play playing cast casting put putting block blocking "
	"parry parrying counter countering answer answering "
	"respond responding react reacting stop stopping defend defending "
	"deflect deflecting absorb absorbing invoke invoking invokes deploy "
	"deploying raise raising raises go activate trigger protect shelter "
	"hide cancel cancelling quench extinguish douse repel ward smother "
	"negate nullify prevent employ wield evoke "
	"benutze benutz nutze nutz spiele spiel setze setz wirke wirk zaubere "
	"kontere konter block blocke blockiere pariere parier wehre wehr "
	"verwende verwend nimm nehm nehme w\303\244hle antworte "
	"zaubere reagiere sch\303\274tze verteidige l\303\266sche stoppe";

/* Of German, behind the card: "mit dem Schild abwehren". */
static const char plays_behind[] =
	"abwehren wehren kontern blocken blockieren parieren benutzen nutzen "
	"spielen einsetzen verwenden nehmen wirken zaubern dagegen antworten "
	"reagieren verteidigen sch\303\274tzen";

/* Between a verb and the name of the card. */
static const char between[] =
	"it out up the my a an that this with by using card "
	"known called on fireball spell attack thing one's his her their "
	"red's flame flames fire ordinary small smaller little regular normal "
	"plain other simple trusty own against behind myself me mich mir die "
	"das den dem der mein meine meinen meinem meiner ein einen einem mit "
	"ding angriff feuerball zauber kleinen kleine kleines normalen normale "
	"einfachen einfache bitte just good old said please now ab weg "
	"karte jetzt mal";

/* Behind the bare name of a card. */
static const char tails[] =
	"please pls plz thanks thx very much a lot many then now i "
	"for me here dear judge against that this the my his her attack spell "
	"fireball in response answer as counter ok okay card today cheers "
	"it up bitte "
	"danke dagegen gegen den das die jetzt dann mal bitteschoen judge "
	"ma'am sir mate guys too";

/* Behind the bare name, too, and whole: they say that it is played. */
static const char *const verdicts[] = { "it is", "will do", "it'll be", "it be",
	"will have to do", "it will be", "must do", "is my answer",
	"is my counter", "is my response", "is what i play", "is what i use",
	"ist meine antwort" };

/* Behind a name that is played, besides. */
static const char purposes[] =
	"to stop block counter answer respond defend protect deflect absorb "
	"survive avoid cancel negate put out up off myself on mere him of in "
	"fire thing flame flames damage hit red's blue's green's yellow's "
	"gently quickly gladly dagegen ein einen zu an";

/* What leaves open whether, when, or by whom it is done, wherever it stands. */
static const char doubts[] =
	"nah nope nee nein n\303\266 not n't no never none nothing neither nor cannot can't cant won't "
	"wont don't dont doesn't didn't isn't wasn't shan't shant couldn't "
	"wouldn't shouldn't haven't hasn't hadn't ain't without if or unless "
	"maybe perhaps possibly probably should could might may would later "
	"next when whenever until till tomorrow tonight soon think thinking "
	"thought guess suppose considering consider wonder wondering hope wish "
	"hoping depends depending either whether otherwise except instead "
	"rather almost nearly unsure wait reserve kidding joke joking jk psych said says say saying "
	"told ask asks asked yesterday last ago once was were had did used "
	"wrote mean meant correction scratch forget forgot ignore undo "
	"actually same any every often usually sometimes always each after before need needs wanted "
	"tempted yet only both lest provided assuming suggest suggests hold "
	"refuse decline fail failed hate regret try trying tried than "
	"wenn falls oder vielleicht vieleicht evtl eventuell sollte soll "
	"k\303\266nnte w\303\274rde sp\303\244ter "
	"n\303\244chste n\303\244chster n\303\244chstes n\303\244chsten morgen "
	"sonst au\303\237er ob glaube glaub denke denk \303\274berlege "
	"\303\274berleg lieber doch bevor nachdem bis gestern letzte hatte "
	"h\303\244tte war sagt sagte gesagt meint meinte heb hebe aufheben "
	"nicht nich kein keine keinen keinem nie nix nichts ohne statt warte "
	"moment nur erst bald sobald";

/* Of those: whoever writes them sets a condition, or leaves a choice. */
static const char conditions[] =
	"if or unless when whenever until till either whether otherwise except "
	"depends depending wenn falls oder sonst ob bis sobald both only nur";

/* Of those: with a card, what one lets happen. */
static const char withheld[] =
	"save saving keep keeping no not without spare reserve won't don't "
	"wont dont behalte spare kein keine keinen ohne heb hebe never nicht";

/* A size that a card's name may have, where there are several. */
static const char sizes[] =
	"big bigger biggest large larger full fuller complete great greater "
	"gross gro\303\237 gro\303\237e gro\303\237en gro\303\237es grosse "
	"grossen voll volle vollen volles ganz strong stronger whole";

/* Somebody else does it. */
static const char others[] =
	"you your you're u he she they his her their he's she's they're that "
	"this it someone somebody everyone everybody nobody who er sie du dein "
	"deine sein seine ihr ihre";

/* A question, though it may have no mark. */
static const char asks[] =
	"what how why who where which whose does do is are can could may will "
	"was wie warum wer wo welche welcher welches wieviel kann darf geht "
	"soll";

static const char negations[] =
	"not won't wont don't dont shan't shant cannot can't cant no "
	"couldn't nicht";
static const char anything[] =
	"am is be going to want wish intend plan gonna bother trying a an any "
	"the my on that this it do will to mean of feel like all "
	"one eine einen einer \303\274ber ihn es das die den alles";
static const char things[] =
	"it that this him her damage hit hits blow blows fire flames flame "
	"heat burn pain fireball attack spell punishment shot it's injury loss "
	"schaden treffer angriff feuerball ding das den ihn";
static const char comes[] =
	"come happen hit through land in strike roll rip by connect";
static const char kommt[] =
	"kommen durch durchgehen geschehen passieren treffen zu ergehen doch "
	"machen";

#define ELEMENTS 6
#define SMALL    "*" /* any number of words of no weight */
#define ALONE    "$" /* nothing behind it */

/* A clause that lets it happen, in elements of words any of which may stand
 * there. */
enum strength {
	WEAK,     /* alone, or beside words of no weight */
	STRONG,   /* talk may stand beside it */
	MINE,     /* strong beside an "I", else weak */
	COUNTERS, /* it does not let it happen */
};

static const struct {
	const char *element[ELEMENTS];
	enum strength strength;
} lets[] = {
	/* Said to somebody else they would be a threat: these want an "I". */
	{ { "take accept eat suffer swallow endure bear soak tank absorb",
		  "the that this his her its whatever all", SMALL, things },
		MINE },
	{ { "taking accepting eating", "the that this his her", SMALL, things },
		MINE },
	{ { "accept", SMALL, things }, MINE },
	{ { "eat swallow", "it that" }, MINE },
	{ { "take", "it this", SMALL, "on like", "the a", "chin man champ" },
		MINE },
	{ { "taking", "it this", SMALL, "on like", "the a", "chin man champ" },
		MINE },
	{ { "let lets letting", "it that this", SMALL, comes }, STRONG },
	{ { "let lets letting", "him her them", SMALL,
		  "come hit try strike through" },
		STRONG },
	{ { "let lets letting", "the his her", things, comes }, STRONG },
	{ { "let", "him her them", "have", "his her their the",
		  "fun way moment laugh" },
		STRONG },
	{ { negations, SMALL,
		  ("stop counter block answer respond react parry defend resist "
		   "dodge prevent intervene interfere oppose"),
		  SMALL, "it that this him her attack spell fireball back" },
		STRONG },
	{ { negations, SMALL,
		  ("counter counters response reaction reply countering "
		   "countermeasure defence defense resistance answer block "
		   "blocking stopping defending reacting") },
		STRONG },
	{ { negations, SMALL,
		  ("waste wasting spend spending use using play playing burn "
		   "burning sacrifice sacrificing"),
		  "a any my cards card anything one", SMALL,
		  "card cards counter counters that this it him" },
		STRONG },
	{ {
		  negations,
		  SMALL,
		  "waste wasting spend spending use using play playing",
		  "cards card anything counters",
	  },
		STRONG },
	{ { "pass passe", ALONE }, STRONG },
	{ {
		  "nothing none",
		  "from",
		  "me my",
	  },
		STRONG },
	{ { "nothing", "from", "my", "side end hand" }, STRONG },
	{ { "nothing", "to", "counter play answer respond stop", SMALL,
		  "with it that this" },
		STRONG },
	{ { "do doing", "nothing", "about against", "it that this" }, STRONG },
	{ { "waive waives forgo", "my the his her", SMALL,
		  "right counter response chance", SMALL,
		  "counter respond answer react reaction response attack" },
		STRONG },
	{ { "none nothing nope nah", ALONE }, WEAK },
	{ { "decline declined" }, WEAK },
	/* German */
	{ { "soll", SMALL, "er es sie das ruhig", SMALL, kommt }, STRONG },
	{ { "soll", "kommen treffen" }, STRONG },
	{ { "lass lasse", "kommen durch durchgehen geschehen passieren" },
		STRONG },
	{ { "lass lasse", "ihn es das den sie alles", SMALL, kommt }, STRONG },
	{ { "nehm nehme", "den", "schaden treffer angriff" }, STRONG },
	{ { "schaden treffer", "nehme nehm akzeptiere" }, STRONG },
	{ { "kein keine keinen ohne", SMALL,
		  ("konter gegenwehr gegenzauber reaktion antwort abwehr karte "
		   "verteidigung") },
		STRONG },
	{ {
		  "kein keine keinen ohne",
		  "konter gegenwehr gegenzauber reaktion antwort",
		  "von",
		  "mir",
	  },
		STRONG },
	{ { "nichts nix", "von", "mir" }, STRONG },
	{ { "mach mache tu tue unternehme", "nichts nix" }, STRONG },
	{ { "halte halt", "das es", "aus" }, STRONG },
	{ { "stecke steck", "das es", "ein weg" }, STRONG },
	{ { "wehre wehr", "mich", "nicht" }, STRONG },
	{ { "verzichte", "auf", SMALL,
		  "konter gegenwehr gegenzauber reaktion antwort abwehr" },
		STRONG },
	{ { "nichts nix", ALONE }, WEAK },
	/* Somehow to be stopped: by which card? */
	{ { ("stop counter block dodge defend parry evade deflect abwehren "
	     "blocken kontern"),
		  SMALL, "it myself that this him attack spell bitte please",
		  ALONE },
		COUNTERS },
	{ { ("stop counter block dodge defend parry evade deflect abwehren "
	     "blocken kontern"),
		  ALONE },
		COUNTERS },
};

/* Small talk with a word of doubt that leaves nothing open. */
static const char *const idioms[] = { "if you please", "if i may",
	"if you don't mind", "if you like", "no problem", "no worries",
	"no doubt", "no hard feelings", "no offence", "no offense", "no thanks",
	"no thank you", "would like to", "i would like", "for once",
	"last but not least", "wie immer", "no need to thank", "so sorry",
	"better luck next time", "the said", "thank you", "known as",
	"in answer to", "in response to", "hope for the best",
	"hoping for the best", "shall not pass", "shan't pass" };

/* Is the token at [at, end) the first of one of these rows? Returns how many
 * they are, the most; 0: it is not. */
static int row_at(const struct piece *p, int at, int end,
	const char *const list[], size_t len)
{
	int most = 0;

	for (size_t i = 0; i < len; i++) {
		const char *words = list[i];
		int n = 0;

		while (*words != '\0' && at + n < end) {
			size_t width = strcspn(words, " ");
			const char *w = p->token[at + n].word;

			if (strlen(w) != width || memcmp(w, words, width) != 0)
				break;
			words += width;
			words += strspn(words, " ");
			n++;
		}
		if (*words == '\0' && n > most)
			most = n;
	}
	return most;
}

/* What a clause says. */
enum says {
	SAYS_TALK,
	SAYS_NOTHING,  /* no word of weight */
	SAYS_CARD,     /* that it is played */
	SAYS_NOT_CARD, /* "not the full shield" */
	SAYS_OF_CARD,  /* something else about one */
	SAYS_OTHER,    /* that somebody else has it */
	SAYS_PASS,
	SAYS_COUNTERS, /* with a card that it does not name */
	SAYS_NO,       /* "nah", and no more */
	SAYS_GO_ON,    /* that it may happen, unless it is talk */
};

struct reading {
	const struct piece *p;
	struct sp_token_name name[TOKENS_MAX];
	bool plain[TOKENS_MAX]; /* it is settled, and casts no doubt */
	int count[SAYS_GO_ON + 1];
	const char *card; /* that is played; NULL */
	const char *of;   /* that something else is said about */
	bool several, nearly, more, doubt, condition, keeps, passes, sized,
		torn, seat, tells, saves, told;
};

static bool is_name(const struct reading *r, int at)
{
	return r->name[at].kind == SP_TOKEN_NAMES_ANSWER ||
	       r->name[at].kind == SP_TOKEN_NAMES_NEARLY;
}

/* True for a picture, which says nothing. */
static bool is_picture(const struct token *t)
{
	unsigned char c = (unsigned char)t->word[0];

	return c >= 0xf0 ||
	       (c == 0xe2 && (unsigned char)t->word[1] >= 0x98 &&
		       (unsigned char)t->word[1] <= 0x9e) ||
	       c == 0xef;
}

static bool ends_clause(const struct reading *r, int at)
{
	const struct token *t = &r->p->token[at];

	return !t->is_word || is_picture(t) || sp_token_among(t, joints);
}

/* Are all of [from, end) of these words, or names of what is answered? */
static bool all_among(const struct reading *r, int from, int end,
	const char *words, bool names)
{
	for (int i = from; i < end; i++)
		if (!r->plain[i] && !sp_token_among(&r->p->token[i], words) &&
			!(names && (r->name[i].kind == SP_TOKEN_NAMES_CARD ||
					   r->name[i].kind ==
						   SP_TOKEN_NAMES_SEAT)))
			return false;
	return true;
}

static bool has(const struct reading *r, int from, int end, const char *words)
{
	for (int i = from; i < end; i++)
		if (sp_token_among(&r->p->token[i], words))
			return true;
	return false;
}

static const char sides[] =
	"this that the attack from my side part end to fireball spell me";

/* May these words stand behind what lets it happen? "on this", "with dignity"
 */
static bool are_behind(const struct reading *r, int at, int end)
{
	/* a condition casts a doubt of its own */
	if (all_among(r, at, end, tails, false) ||
		sp_token_among(&r->p->token[at], "if unless when wenn falls"))
		return true;
	return sp_token_among(&r->p->token[at], "on for from to")
		       ? end > at + 1 &&
				 (all_among(r, at + 1, end, anything, false) ||
					 all_among(
						 r, at + 1, end, sides, false))
		       : sp_token_among(&r->p->token[at], "with like") &&
				 !has(r, at, end, "you your") && end - at <= 4;
}

/* The token behind those from `at` on that are the elements from `k` on; -1:
 * they are not, or more stands behind them. */
static int match(const struct reading *r, int at, int end,
	const char *const element[ELEMENTS], int k)
{
	const struct token *t = &r->p->token[at];
	int n = 1, found;

	if (k == ELEMENTS || element[k] == NULL)
		return are_behind(r, at, end) ? at : -1;
	if (sp_streq(element[k], ALONE))
		return at == end ? at : -1;
	if (sp_streq(element[k], SMALL)) {
		found = match(r, at, end, element, k + 1);
		if (found >= 0 || at == end ||
			(!sp_token_among(t, anything) &&
				!sp_token_among(t, between) &&
				r->name[at].kind != SP_TOKEN_NAMES_SEAT))
			return found;
		return match(r, at + 1, end, element, k);
	}
	if (at == end)
		return -1;
	if (element[k] == things && r->name[at].kind == SP_TOKEN_NAMES_CARD)
		n = r->name[at].n;
	else if (!sp_token_among(t, element[k]))
		return -1;
	return match(r, at + n, end, element, k + 1);
}

static const char mine[] = "i i'll ill i'm ich we client me ok okay";

/* Does [from, end) let it happen? What stands before that is a front, or casts
 * a doubt. */
static enum says lets_happen(struct reading *r, int from, int end)
{
	bool no = false, denies = false;

	for (int at = from; at < end; at++) {
		for (size_t i = 0; i < SP_ARRAY_LEN(lets); i++) {
			int behind = match(r, at, end, lets[i].element, 0);

			if (behind < 0)
				continue;
			/* that is talk, to somebody else */
			if ((no || denies) &&
				(lets[i].strength == COUNTERS ||
					sp_token_among(&r->p->token[at],
						"pass passe")))
				return SAYS_TALK;
			for (int k = at; k < behind; k++)
				r->plain[k] = true;
			r->torn =
				r->torn || no ||
				(lets[i].element[0] == negations &&
					sp_token_among(&r->p->token[at],
						"don't dont not") &&
					has(r, from, at + 1, "do don't dont") &&
					!has(r, from, at, "i ich we"));
			if (lets[i].strength == COUNTERS)
				return SAYS_COUNTERS;
			return lets[i].strength == STRONG ||
					       (lets[i].strength == MINE &&
						       has(r, from, at, mine))
				       ? SAYS_PASS
				       : SAYS_GO_ON;
		}
		denies = denies || sp_token_among(&r->p->token[at], "no not");
		no = no || (sp_token_among(&r->p->token[at], negations) &&
				   !sp_token_is(&r->p->token[at], "no"));
		if (sp_token_among(
			    &r->p->token[at], "nah nope no nee n\303\266 nein"))
			r->plain[at] = true;
		else if (!sp_token_among(&r->p->token[at], fronts) &&
			 !sp_token_among(&r->p->token[at], doubts))
			break;
	}
	if (end == from + 1 && r->plain[from])
		return SAYS_NO;
	for (int i = from; i < end; i++)
		if (sp_token_among(&r->p->token[i], "nah nope no nein"))
			r->plain[i] = false;
	return SAYS_TALK;
}

/* "not the full one", "no need for it" */
static bool excludes(struct reading *r, int from, int end)
{
	int at = from;

	while (at < end && sp_token_among(&r->p->token[at], "ok well the"))
		at++;
	if (at == end || !sp_token_among(&r->p->token[at], "not no nicht kein"))
		return false;
	if (at + 1 == end)
		return false;
	for (at++; at < end; at += is_name(r, at) ? r->name[at].n : 1)
		if (!is_name(r, at) &&
			!sp_token_among(&r->p->token[at], between) &&
			!sp_token_among(&r->p->token[at], sizes) &&
			!sp_token_among(&r->p->token[at], "need one for"))
			return false;
	for (at = from; at < end; at++)
		r->plain[at] = true;
	return true;
}

/* Is what the verb at `v` says of the card, and the words behind its name, an
 * answer, and not that it is put somewhere? */
static bool goes_there(
	const struct reading *r, int v, int at, int behind, int end)
{
	const struct token *t = &r->p->token[v];

	for (int i = behind; i < end; i++)
		if (!r->plain[i] && !sp_token_among(&r->p->token[i], tails) &&
			!sp_token_among(&r->p->token[i], purposes) &&
			r->name[i].kind != SP_TOKEN_NAMES_CARD &&
			!(r->name[i].kind == SP_TOKEN_NAMES_SEAT && i > behind))
			return false;
	if ((!sp_token_among(t, directly) &&
		    !has(r, v + 1, at, "with by using behind mit")) ||
		sp_token_among(t + 1, "using playing casting"))
		return false;
	return !sp_token_among(t, "put putting setze setz") ||
	       has(r, v, behind, "out up") ||
	       has(r, behind, end, "against up dagegen ein");
}

/* True if the words around the name at `at` play it. */
static bool plays_card(const struct reading *r, int from, int at, int end)
{
	const struct token *token = r->p->token;
	int behind = at + r->name[at].n;

	/* the same name over and over */
	while (behind < end && is_name(r, behind) &&
		r->name[behind].name == r->name[at].name)
		behind += r->name[behind].n;
	for (int v = from; v < at; v++) {
		if (sp_token_among(&token[v], plays) &&
			all_among(r, v + 1, at, between, true))
			return goes_there(r, v, at, behind, end);
		if (!sp_token_among(&token[v], fronts))
			break;
	}
	if (behind < end && sp_token_among(&token[behind], plays_behind))
		return all_among(r, from, at, fronts, true) &&
		       all_among(r, behind + 1, end, tails, true);
	behind += row_at(r->p, behind, end, verdicts, SP_ARRAY_LEN(verdicts));
	for (int i = from; i < at; i++)
		if ((!sp_token_among(&token[i], fronts) &&
			    !sp_token_among(&token[i], between)) ||
			sp_token_among(&token[i], stating))
			return false;
	/* "my shield and my sword" */
	if (end < r->p->n && sp_token_among(&token[end], "and und"))
		return false;
	return all_among(r, behind, end, tails,
		behind < end &&
			sp_token_among(&token[behind], "against gegen"));
}

static const char orders[] =
	"move walk punch hit kick pick drop open throw toss cast attack stab "
	"shoot boost discard draw end resign hand board status history undo "
	"press tell message show gehe geh laufe schlage schlag wirf lege sag "
	"sage home go run step head climb grab activate";

/* Is it an order, or a message to somebody, that stands there? */
static bool is_order(const struct reading *r, int from, int end)
{
	while (from < end && sp_token_among(&r->p->token[from], fronts))
		from++;
	return from < end && (sp_token_among(&r->p->token[from], orders) ||
				     sp_token_is_gerund(&r->p->token[from]));
}

/* What [from, end) says of the name at `at`. */
static enum says says_of_card(struct reading *r, int from, int at, int end)
{
	bool own = has(r, from, at, "i i'll i'm i'd my ich mein meinen meinem");

	r->keeps = r->keeps || has(r, from, end, withheld);
	if (excludes(r, from, end))
		return SAYS_NOT_CARD;
	if (at > from && !own &&
		(r->name[from].kind == SP_TOKEN_NAMES_SEAT ||
			sp_token_among(&r->p->token[from], others)))
		return SAYS_OTHER;
	/* "Blue, use full shield" */
	r->told = r->told ||
		  (has(r, from, at, plays) && !own &&
			  !has(r, from, at, "me us we mich mir meine"));
	if (!plays_card(r, from, at, end)) {
		r->several = r->several ||
			     (r->of != NULL && r->of != r->name[at].name);
		r->of = r->name[at].name;
		r->tells = r->tells ||
			   has(r, from, end, "is are was has too have had");
		return SAYS_OF_CARD;
	}
	if (r->card != NULL && r->card != r->name[at].name)
		r->several = true;
	r->card = r->name[at].name;
	return SAYS_CARD;
}

static void read_clause(struct reading *r, int from, int end)
{
	enum says says = SAYS_TALK;
	int at = -1;

	for (int i = end - 1; i >= from; i--)
		if (is_name(r, i)) {
			if (at >= 0 && r->name[i].name != r->name[at].name)
				r->several = true;
			at = i;
		}
	if (at >= 0) {
		r->nearly =
			r->nearly || r->name[at].kind == SP_TOKEN_NAMES_NEARLY;
		says = says_of_card(r, from, at, end);
	} else {
		says = lets_happen(r, from, end);
		if (says == SAYS_TALK && excludes(r, from, end))
			says = SAYS_NOT_CARD;
		else if (says == SAYS_TALK &&
			 all_among(r, from, end, fronts, true))
			says = SAYS_NOTHING;
		else if (says == SAYS_TALK)
			r->more = r->more || is_order(r, from, end);
	}
	r->count[says]++;
}

/* Words that say nothing here in spite of one that casts a doubt. */
static void pass_over_idioms(struct reading *r)
{
	for (int at = 0; at < r->p->n; at++) {
		int n = row_at(r->p, at, r->p->n, idioms, SP_ARRAY_LEN(idioms));

		for (int k = 0; k < n; k++)
			r->plain[at + k] = true;
	}
}

/* What no clause has settled: words of doubt, what a card is paid with. */
static void read_words(struct reading *r)
{
	for (int i = 0; i < r->p->n; i++) {
		const struct token *t = &r->p->token[i];

		if (is_name(r, i)) {
			i += r->name[i].n - 1;
			continue;
		}
		r->seat = r->seat || r->name[i].kind == SP_TOKEN_NAMES_SEAT;
		if (r->plain[i])
			continue;
		r->passes = r->passes ||
			    sp_token_among(t, "pass passe passen passing");
		/* "all but that" */
		if (sp_token_is(t, "but") && i > 0 &&
			sp_token_among(
				t - 1, "anything everything all any nothing"))
			r->doubt = true;
		/* "I'd use it, but" */
		if (sp_token_among(t, "i'd id") &&
			!(i + 1 < r->p->n &&
				sp_token_among(t + 1, "better like love")))
			r->doubt = true;
		r->saves = r->saves ||
			   sp_token_among(t, "save saving keep keeping spare "
					     "behalte behalt spare");
		r->doubt = r->doubt || sp_token_among(t, doubts);
		r->condition = r->condition || sp_token_among(t, conditions);
		r->sized = r->sized || sp_token_among(t, sizes);
		r->more = r->more || sp_token_is_number(t) ||
			  sp_token_among(t, "energy energie undo resign end "
					    "hand board status history") ||
			  sp_token_is_square(t->word) ||
			  sp_token_is_pair(t->word) || sp_token_is_mark(t, '+');
	}
}

/* True for a question, and for what is quoted or no sentence. */
static bool asks_something(const struct reading *r)
{
	if (r->p->question)
		return true;
	for (int i = 0; i < r->p->n; i++)
		if (!r->p->token[i].is_word &&
			strchr("?<>|[]{}@", r->p->token[i].word[0]) != NULL)
			return true;
	for (int i = 0; i + 1 < r->p->n; i++)
		if (!sp_token_among(&r->p->token[i],
			    "hmm hm so and but ok well hey hi judge ja und"))
			return sp_token_among(&r->p->token[i], asks) &&
			       (!sp_token_among(
					&r->p->token[i], "do will soll") ||
				       sp_token_among(&r->p->token[i + 1],
					       "i you we ich"));
	return false;
}

static void read_piece(
	struct reading *r, const struct sp_token_known *known, size_t n)
{
	const struct piece *p = r->p;

	for (int i = 0; i < p->n; i += r->name[i].n)
		r->name[i] = sp_token_name_at(p, i, known, n);
	r->doubt = sp_token_among(&p->token[0], "but aber") ||
		   sp_token_among(&p->token[p->n - 1], "hm hmm");
	pass_over_idioms(r);
	for (int from = 0, end; from < p->n; from = end + 1) {
		for (end = from; end < p->n && !ends_clause(r, end);)
			end++;
		if (end > from)
			read_clause(r, from, end);
	}
	read_words(r);
}

static enum sp_token_said name_card(
	enum sp_token_said said, const char *card, char *would, size_t size)
{
	if (card != NULL)
		sp_format(would, size, "counter with %s", card);
	return said;
}

static enum sp_token_said name_pass(
	enum sp_token_said said, char *would, size_t size)
{
	sp_format(would, size, "pass");
	return said;
}

enum sp_token_said sp_token_answer_of(const struct piece *p,
	const struct sp_token_known *known, size_t n, char *would, size_t size)
{
	struct reading r = { .p = p };
	bool named, lets_it, sure;

	would[0] = '\0';
	if (p->n == 0 || p->cut || p->copied || p->bar || asks_something(&r))
		return SP_TOKEN_SAID_NOTHING;
	read_piece(&r, known, n);
	named = r.count[SAYS_CARD] + r.count[SAYS_NOT_CARD] +
			r.count[SAYS_OF_CARD] >
		0;
	lets_it =
		r.count[SAYS_PASS] > 0 ||
		(r.count[SAYS_GO_ON] > 0 && r.count[SAYS_TALK] == 0 && !r.seat);
	if (r.count[SAYS_COUNTERS] > 0 && !named)
		return SP_TOKEN_SAID_DOUBT;
	if (!named && !lets_it)
		return SP_TOKEN_SAID_NOTHING;
	/* it takes a card back, or the like */
	r.doubt = r.doubt || (named && r.count[SAYS_NO] > 0);
	sure = !r.doubt && !r.torn && !r.more && !r.several && !r.nearly &&
	       !r.passes && r.count[SAYS_OF_CARD] == 0;
	if (sure && r.card != NULL && !lets_it && !r.sized && !r.saves &&
		!(r.told && r.seat))
		return name_card(SP_TOKEN_SAID_IT, r.card, would, size);
	if (sure && r.card == NULL && lets_it)
		return name_pass(SP_TOKEN_SAID_IT, would, size);
	/* the likeliest, if one is */
	if (r.card != NULL && (r.several || r.passes || lets_it))
		return SP_TOKEN_SAID_BOTH;
	if (r.several || r.condition || r.sized || r.torn)
		return SP_TOKEN_SAID_DOUBT;
	if (r.passes || lets_it || (r.keeps && r.card == NULL))
		return name_pass(SP_TOKEN_SAID_DOUBT, would, size);
	return name_card(SP_TOKEN_SAID_DOUBT,
		r.card != NULL || r.tells ? r.card : r.of, would, size);
}
