/*
 * German words and verbs of orders, and the game's words for them. What is not
 * in the tables stays: cards have English names.
 */
#include "german_private.h"

/* ---- letters ------------------------------------------------------------- */

/* What is left of a letter of two bytes; 0: it is another. */
static char plain_of(const char *s)
{
	static const struct {
		const char *letter;
		char plain;
	} letters[] = { { "\303\244", 'a' }, { "\303\204", 'a' },
		{ "\303\266", 'o' }, { "\303\226", 'o' }, { "\303\274", 'u' },
		{ "\303\234", 'u' } };

	for (size_t i = 0; i < SP_ARRAY_LEN(letters); i++)
		if (strncmp(s, letters[i].letter, 2) == 0)
			return letters[i].plain;
	return '\0';
}

void german_fold(const char *word, char out[SP_TOKEN_SIZE])
{
	size_t n = 0;

	/* no umlaut, and a name of the game */
	if (sp_streq(word, "blue") || sp_streq(word, "blue's")) {
		sp_format(out, SP_TOKEN_SIZE, "%s", word);
		return;
	}
	for (const char *s = word; *s != '\0' && n + 2 < SP_TOKEN_SIZE; s++) {
		char plain = plain_of(s);

		if (plain != '\0') {
			out[n++] = plain;
			s++;
		} else if (strncmp(s, "\303\237", 2) == 0) {
			out[n++] = 's';
			out[n++] = 's';
			s++;
		} else if (*s == 'e' && n > 0 &&
			   strchr("aou", out[n - 1]) != NULL &&
			   !(out[n - 1] == 'u' && n > 1 &&
				   strchr("aeq", out[n - 2]) != NULL)) {
			continue;
		} else {
			out[n++] = *s;
		}
	}
	out[n] = '\0';
}

bool german_spells(const struct piece *p, int from, int to,
	const char *const list[], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *s = list[i];
		int at = from;

		for (; at < to; at++) {
			const char *word = p->token[at].word;
			size_t len = strcspn(s, " ");

			if (!p->token[at].is_word)
				continue;
			if (len == 0 || strlen(word) != len ||
				memcmp(word, s, len) != 0)
				break;
			s += len;
			s += strspn(s, " ");
		}
		if (at == to && *s == '\0')
			return true;
	}
	return false;
}

/* ---- verbs --------------------------------------------------------------- */

static const struct german_verb verbs[] = {
	{ "hau haue verzieh verziehe", "abhauen", "ab mich", true, GERMAN_MOVE,
		"go" },
	{ "schlag schlage hau haue boxe prugle prugel verprugle verhau "
	  "verhaue klopp kloppe",
		"schlagen hauen boxen prugeln verprugeln verhauen kloppen "
		"einschlagen",
		"kaputt ein um nieder rein", false, GERMAN_AIM, "hit" },
	{ "verpass verpasse", "verpassen", "", false, GERMAN_AIM, "hit" },
	{ "tritt trete", "treten eintreten", "kaputt ein", false, GERMAN_AIM,
		"kick" },
	{ "greif greife pack packe", "einpacken", "ein mir", true, GERMAN_THING,
		"grab" },
	{ "greif greife attackier attackiere", "angreifen attackieren", "an",
		false, GERMAN_AIM, "attack" },
	{ "stech steche stich pieks piekse", "stechen pieksen abstechen",
		"ab nieder", false, GERMAN_AIM, "stab" },
	{ "stell stelle", "", "mich", true, GERMAN_MOVE, "go" },
	{ "stell stelle setz setze", "abstellen absetzen hinstellen", "ab hin",
		true, GERMAN_THING, "drop" },
	{ "flieg fliege reit reite schweb schwebe teleportier teleportiere "
	  "beam beame spring springe hupf hupfe",
		"fliegen reiten schweben teleportieren beamen springen hupfen",
		"hin ruber los weiter", false, GERMAN_FLY, "fly" },
	{ "geh gehe lauf laufe renn renne schreite flitz flitze eil eile saus "
	  "sause marschier marschiere spazier spaziere wandere",
		"gehen gehn laufen rennen schreiten flitzen eilen sausen "
		"marschieren spazieren wandern zuruckgehen zurucklaufen "
		"weiterlaufen weitergehen hingehen hinlaufen",
		"los hin zuruck weiter ruber", false, GERMAN_MOVE, "go" },
	{ "kehr kehre", "zuruckkehren", "zuruck heim", true, GERMAN_MOVE,
		"go" },
	{ "beweg bewege begeb begebe schleich schleiche flieh fliehe fluchte",
		"bewegen begeben "
		"schleichen",
		"hin zuruck weiter", false, GERMAN_MOVE, "go" },
	{ "", "durchgehen durchgehn hindurchgehen hindurchgehn durchlaufen", "",
		false, GERMAN_OPEN, "go through" },
	{ "naher nahere", "nahern", "an", false, GERMAN_MOVE, "move towards" },
	{ "zieh ziehe", "ziehen zuruckziehen", "zuruck weiter los", false,
		GERMAN_MOVE, "draw" },
	{ "zaubere zauber zaubre wirk wirke sprich spreche beschwor "
	  "beschwore",
		"zaubern wirken sprechen casten beschworen", "ein", false,
		GERMAN_AIM, "cast" },
	{ "spiel spiele", "spielen ausspielen", "aus", false, GERMAN_AIM,
		"play" },
	{ "schiess schiesse feuer feuere baller ballere",
		"schiessen feuern "
		"abfeuern ballern",
		"ab", false, GERMAN_AIM, "shoot" },
	{ "errichte bau baue", "errichten bauen", "auf", false, GERMAN_AIM,
		"build" },
	{ "benutz benutze nutz nutze verwende verwend",
		"benutzen nutzen "
		"verwenden einsetzen",
		"", false, GERMAN_AIM, "use" },
	{ "setz setze", "", "ein", true, GERMAN_AIM, "use" },
	{ "setz setze stell stelle pflanz pflanze platzier platziere",
		"setzen stellen aufstellen pflanzen platzieren", "auf hin",
		false, GERMAN_PUT, "cast" },
	{ "wirf werfe werf schmeiss schmeisse schleuder schleudere schleudre",
		"abwerfen wegwerfen wegschmeissen", "ab weg", true,
		GERMAN_THING, "discard" },
	{ "wirf werfe werf schmeiss schmeisse schleuder schleudere schleudre",
		"werfen schmeissen schleudern", "", false, GERMAN_AIM,
		"throw" },
	{ "nimm nehme nehm heb hebe hol hole sammle sammel schnapp schnappe "
	  "klau klaue stehl stehle",
		"nehmen aufnehmen mitnehmen heben aufheben hochheben holen "
		"abholen sammeln aufsammeln einsammeln schnappen klauen "
		"stehlen",
		"auf mit hoch ein", false, GERMAN_THING, "grab" },
	{ "leg lege", "legen ablegen hinlegen niederlegen weglegen",
		"ab hin nieder weg", false, GERMAN_THING, "drop" },
	{ "lass lasse", "fallenlassen loslassen", "fallen los", true,
		GERMAN_THING, "drop" },
	{ "lass lasse", "liegenlassen", "liegen", true, GERMAN_THING, "leave" },
	{ "offne offn", "offnen", "", false, GERMAN_OPEN, "open" },
	{ "mach mache schliess schliesse sperr sperre",
		"aufmachen "
		"aufschliessen "
		"aufsperren",
		"auf", true, GERMAN_OPEN, "open" },
	{ "mach mache", "", "", false, GERMAN_MOVE, "go" },
	{ "halt halte", "festhalten aufhalten zuhalten", "fest auf zu", false,
		GERMAN_OPEN, "hold" },
	{ "kontere konter", "kontern", "", false, GERMAN_OTHER, "counter" },
	{ "wehr wehre schutz schutze verteidig verteidige",
		"wehren abwehren schutzen verteidigen", "ab", false,
		GERMAN_OTHER, "counter" },
	{ "blocke blockiere", "blocken blockieren", "ab", false, GERMAN_OTHER,
		"block" },
	{ "verstark verstarke beschleunig beschleunige booste",
		"boosten "
		"beschleunigen",
		"", false, GERMAN_OTHER, "boost" },
	{ "verbrate verheiz verheize verbrauch verbrauche verbrenn verbrenne "
	  "opfer opfere verpulver verpulvere zahl zahle",
		"verbraten verheizen verbrauchen verbrennen opfern "
		"verpulvern",
		"", false, GERMAN_OTHER, "burn" },
	{ "beend beende", "beenden", "", false, GERMAN_OTHER, "end" },
	{ "zeig zeige schick schicke", "zeigen schicken", "", false,
		GERMAN_OTHER, "show" },
	{ "bring bringe trag trage schlepp schleppe",
		"bringen tragen schleppen zuruckbringen", "zuruck hin", false,
		GERMAN_OTHER, "bring" },
};

const struct german_verb *german_verb_of(
	const struct token *t, bool last, const struct token *part)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++) {
		const struct german_verb *v = &verbs[i];

		if (sp_token_among(t, last ? v->infinitive : v->finite) &&
			(last || !v->must ||
				(part != NULL &&
					sp_token_among(part, v->parts))))
			return v;
	}
	return NULL;
}

bool german_is_verb(const struct token *t)
{
	for (size_t i = 0; i < SP_ARRAY_LEN(verbs); i++)
		if (sp_token_among(t, verbs[i].finite))
			return true;
	return false;
}

/* ---- other words --------------------------------------------------------- */

struct word {
	const char *words, *as;
};

static const struct word directions[] = {
	{ "nord norden nordwarts nordlich nordliche nordlichen nordseite "
	  "nordkante n north",
		"n" },
	{ "sud suden sudwarts sudlich sudliche sudlichen sudseite sudkante s "
	  "south",
		"s" },
	{ "ost osten ostwarts ostlich ostliche ostlichen ostseite ostkante e "
	  "east",
		"e" },
	{ "west westen westwarts westlich westliche westlichen westseite "
	  "westkante w",
		"w" },
	{ "hoch rauf hinauf aufwarts oben", "up" },
	{ "runter hinunter abwarts unten", "down" },
	{ "links", "left" },
	{ "rechts", "right" },
};

static const struct word numbers[] = {
	{ "1 eins eines einmal", "1" },
	{ "2 2x zwei zwo zweimal", "2" },
	{ "3 3x drei dreimal", "3" },
	{ "4 4x vier viermal", "4" },
	{ "5 funf funfmal", "5" },
	{ "6 sechs sechsmal", "6" },
	{ "7 sieben siebenmal", "7" },
	{ "8 acht achtmal", "8" },
};

static const struct word targets[] = {
	{ "rot rote roten roter rotem rotes red", "red" },
	{ "blau blaue blauen blauer blauem blaues blue", "blue" },
	{ "grun grune grunen gruner grunem grunes green", "green" },
	{ "gelb gelbe gelben gelber gelbem gelbes yellow", "yellow" },
	{ "lila violett violette violetten", "purple" },
	{ "orange orangen", "orange" },
	{ "rots", "red's" },
	{ "blaus blue's", "blue's" },
	{ "gruns", "green's" },
	{ "gelbs", "yellow's" },
	{ "ihn ihm", "him" },
	{ "schatz schatze schatzes treasure", "treasure" },
	{ "tur ture turen door", "door" },
	{ "wand wande mauer mauern wall", "wall" },
	{ "dolch dagger", "dagger" },
	{ "energie energy", "energy" },
	{ "hause zuhause heim daheim heimat heimatbasis heimbasis basis "
	  "startfeld heimfeld zuhauses home",
		"home" },
	{ "feuerball", "fireball" },
	{ "feuerballe", "fireball" },
	{ "feuerpfeile feuerpfeilen", "fire darts" },
	{ "stein steine fels felsen felsbrocken steinbrocken brocken", "rock" },
	{ "schild", "shield" },
};

static const struct word others[] = {
	{ "ich den der dem des die das ein eine einen einem einer nen mein "
	  "meine meinen meinem meiner meines bitte mal gleich schnell "
	  "schnurstracks direkt wieder jetzt nun sofort einfach eben erst "
	  "erstmal zurst zunachst auch mir mich hier dort da hin "
	  "ruber her zwar naturlich gern gerne noch wohl ruhig kurz schnellstens "
	  "sogleich feld felder feldern schritt schritte schritten weit um bis "
	  "nochmal also heute meinerseits selbst soben "
	  "zauberspruch karte gegenstand dich euch zauberer magier verstarkt "
	  "aufgeladen",
		"" },
	{ "zuruck", "back" },
	{ "damit", "with it" },
	{ "auf an ans aufs bei beim gegen", "at" },
	{ "mit per mittels", "with" },
	{ "und un sowie", "and" },
	{ "dann danach anschliessend daraufhin hinterher daneben", "then" },
	{ "zu zum zur nach", "to" },
	{ "richtung", "towards" },
	{ "im in ins", "in" },
	{ "von vom", "of" },
	{ "aus", "from" },
	{ "zwischen", "between" },
	{ "durch hindurch", "through" },
	{ "fur", "for" },
	{ "ohne", "without" },
	{ "neben", "beside" },
	{ "oder", "or" },
	{ "aber", "but" },
	{ "nicht nich net", "not" },
	{ "seinen seine sein seiner seines seinem dessen", "his" },
	{ "ihren ihre ihrer ihrem", "her" },
	{ "es", "it" },
	{ "sie", "her" },
	{ "beide beiden", "both" },
	{ "paar", "few" },
	{ "karten handkarten", "cards" },
	{ "spielfeld spielbrett brett spielplan", "board" },
	{ "spielstand", "status" },
	{ "zug runde", "turn" },
	{ "gross grosse grossen grosser", "large" },
	{ "volle vollen voller", "full" },
	{ "nordtur", "north door" },
	{ "sudtur", "south door" },
	{ "osttur", "east door" },
	{ "westtur", "west door" },
	{ "tempo geschwindigkeit", "speed" },
	{ "mehr", "more" },
};

static const char *word_in(
	const struct token *t, const struct word *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (sp_token_among(t, list[i].words))
			return list[i].as;
	return NULL;
}

const char *german_direction(const struct token *t)
{
	return word_in(t, directions, SP_ARRAY_LEN(directions));
}

const char *german_number(const struct token *t)
{
	return word_in(t, numbers, SP_ARRAY_LEN(numbers));
}

bool german_is_target(const struct token *t)
{
	return t->is_word &&
	       (word_in(t, targets, SP_ARRAY_LEN(targets)) != NULL ||
		       sp_token_is_square(t->word) ||
		       sp_token_is_pair(t->word));
}

const char *german_word(const struct token *t)
{
	const char *as = german_direction(t);

	if (as == NULL)
		as = german_number(t);
	if (as == NULL)
		as = word_in(t, targets, SP_ARRAY_LEN(targets));
	return as != NULL ? as : word_in(t, others, SP_ARRAY_LEN(others));
}

/* ---- talk ---------------------------------------------------------------- */

/* Words of what was, may be, or is asked. */
static const char tells[] =
	"hatte hattest hatten hattet ware warst war waren warest wurde wurdest "
	"wurden konnte konntest konnten sollte solltest sollten soll sollst "
	"sollen durfte darf darfst durfen musste muss musst mussen wollte "
	"wolltest wollten hab habe hast hat haben wird wirst werden gestern "
	"morgen spater bald irgendwann nachste nachster nachsten nachstes "
	"letzte letzter letzten letztes vielleicht evtl eventuell womoglich ob "
	"warum wieso weshalb was wer wo wen wem welche welcher welches welchen "
	"dass weil wunschte hoffe hoffentlich glaube denke angenommen falls "
	"wenn sobald bevor solange sonst ansonsten statt anstatt nie niemals "
	"kein keine keinen keiner keinem nimmer sofern wann wozu kann kannst "
	"konnen wohin beinahe fast warte uberlege";

static bool is_told(const struct piece *p, int i, int to)
{
	const struct token *t = &p->token[i];

	/* "ich w\303\274rde gern", "als n\303\244chstes", "guten Morgen" */
	if ((i + 1 < to && sp_token_among(t, "wurde") &&
		    sp_token_among(t + 1, "gern gerne")) ||
		(i > 1 && sp_token_among(t, "kann komme") &&
			sp_token_is(t - 1, "ich") &&
			sp_token_among(t - 2, "weit soweit")) ||
		(i > 0 && sp_token_among(t, "nachstes") &&
			sp_token_among(t - 1, "als")) ||
		(i > 0 && sp_token_among(t, "morgen") &&
			sp_token_among(t - 1, "guten gutn")))
		return false;
	return sp_token_among(t, tells);
}

bool german_is_talk(const struct piece *p, int from, int to)
{
	bool first = true;

	if (to == p->n && p->question)
		return true;
	for (int i = from; i < to; i++) {
		const struct token *t = &p->token[i];

		if (is_told(p, i, to) || sp_token_is_mark(t, '?') ||
			sp_token_is_mark(t, '"'))
			return true;
		/* "nimm den Schatz nicht" */
		if (first && sp_token_among(t, "nicht nich net"))
			return true;
		first = first && !sp_token_is_joint(t);
	}
	return false;
}
