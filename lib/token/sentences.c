/*
 * Where sentences end, and whole sentences that end a turn, or let happen what
 * is asked about. Nothing like these does: what stands here is all that counts.
 */
#include "token/token.h"

static bool is_stop(const struct token *t)
{
	return sp_token_is_mark(t, '.') || sp_token_is_mark(t, '!') ||
	       sp_token_is_mark(t, '?');
}

/* True if the full stop behind the token may belong to it: a number of a list,
 * "Dr.", an initial, "P.S."; a letter may be a direction. */
static bool is_short_for(const struct piece *p, int at, int i)
{
	static const char titles[] =
		"mr mrs ms dr prof st jr sr vs etc no nr eg ie ps pps zb usw "
		"bzw ca inc ltd tel approx fig";
	const struct token *t = &p->token[i];

	if (!sp_token_is_mark(t + 1, '.'))
		return false;
	if (sp_token_among(t, titles) ||
		(i == at && t->width < 3 &&
			!sp_token_among(t, "hm oh ah ok uh eh ha ow ja so")))
		return true;
	return t->width == 1 && !sp_is_digit((unsigned char)t->word[0]) &&
	       (strchr("newso", t->word[0]) == NULL ||
		       (i > at && is_stop(t - 1)));
}

int sp_token_sentence_end(const struct piece *p, int at)
{
	for (int i = at + 1; i + 1 < p->n; i++) {
		/* "(Sorry!) End." */
		int next = i + 1 +
			   (i + 2 < p->n &&
				   sp_token_is_mark(&p->token[i + 1], ')'));

		if (is_stop(&p->token[i]) && !is_stop(&p->token[next]) &&
			p->token[next].start > p->token[next - 1].end &&
			!is_short_for(p, at, i - 1))
			return next;
	}
	return p->n;
}

/* Are the tokens [from, end) exactly these words? */
static bool is_within(
	const struct piece *p, int from, int end, const char *words)
{
	for (int i = from; i < end; i++) {
		size_t len = strcspn(words, " ");

		if (!p->token[i].is_word)
			continue;
		if (strlen(p->token[i].word) != len || len == 0 ||
			memcmp(p->token[i].word, words, len) != 0)
			return false;
		words += len;
		words += strspn(words, " ");
	}
	return *words == '\0';
}

bool sp_token_is_exactly(const struct piece *p, const char *words)
{
	return is_within(p, 0, p->n, words);
}

/* Words beside a sentence of these that say nothing of their own. */
static const char before[] =
	"ok okay k kk yes yeah yep yup sure well so alright right then now "
	"please pls plz great good fine cool hi hey hello and oh ah oops whoops "
	"ups sorry ja jawohl jo klar gut also na dann jetzt nun bitte okay "
	"hallo und";
static const char behind[] =
	"then please thank you pls plz now thanks thx cheers judge bitte danke dann "
	"jetzt sorry too here";

/* True for marks that a sentence may have; not for those of what is quoted. */
static bool is_spoken(const struct piece *p)
{
	for (int i = 0; i < p->n; i++)
		if (!p->token[i].is_word &&
			strchr(",.!?:;-()'*_", p->token[i].word[0]) == NULL)
			return false;
	return true;
}

static bool is_among(const struct piece *p, const char *const list[], size_t n)
{
	int from = 0, end = p->n;

	if (!is_spoken(p))
		return false;
	for (size_t i = 0; i < n; i++)
		if (sp_token_is_exactly(p, list[i]))
			return true;
	while (from < end && (!p->token[from].is_word ||
				     sp_token_among(&p->token[from], before)))
		from++;
	while (end > from &&
		(!p->token[end - 1].is_word ||
			sp_token_among(&p->token[end - 1], behind)))
		end--;
	for (size_t i = 0; from < end && i < n; i++)
		if (is_within(p, from, end, list[i]))
			return true;
	return false;
}

static const char *const ends[] = { "end", "end turn", "end my turn",
	"end the turn", "end this turn", "end of turn", "end of my turn",
	"end turn now", "finish my turn", "finish the turn", "finish turn",
	"and finish my turn", "i finish", "please finish my turn",
	"then end of turn", "that is my turn end", "that's my turn end",
	"that was my turn end", "this was my turn end", "this is my turn end",
	"thats my turn end", "that is all end", "that's all end",
	"that is it end", "that was all end", "i am done end", "i'm done end",
	"i end", "i end turn", "i end my turn", "i end the turn",
	"i end my turn here", "i finish my turn", "i end it here", "turn ends",
	"i'll end", "i'll end my turn", "i will end my turn",
	"i'll end it here", "i'll end here", "that ends my turn",
	"this ends my turn", "i end here", "end it here", "end of my turn",
	"my turn ends here", "end the turn here", "and end my turn",
	"please end it", "yes please end it", "yes end it",
	"you may end my turn", "you can end my turn",
	"after that you may end my turn", "after that end my turn",
	"my turn ends there", "that's the end of my turn",
	"thats the end of my turn", "this is the end of my turn",
	"that is the end of my turn", "for now i end my turn",
	"for now i simply end my turn", "i simply end my turn",
	"just end my turn", "just end the turn", "just end it",
	"i draw my cards and end my turn", "draw my cards and end my turn",
	"i draw and end my turn", "draw and end my turn",
	"i draw my cards and end", "i draw cards and end my turn",
	"ok that's it end", "my turn is done", "my turn is over",
	"my turn is concluded", "my turn is complete", "my turn is finished",
	"my turn is ended", "i'm done for this turn", "i am done for this turn",
	"that's all for this turn", "that's it for this turn",
	"that concludes my turn", "this concludes my turn", "turn done",
	"turn over", "that's me done for this turn",
	"that is me done for this turn", "that is all for this turn",
	"that is it for this turn", "thats all for this turn",
	"thats it for this turn", "that'll be all for this turn",
	"that will be all for this turn", "that's all for my turn",
	"that's it for my turn", "that's my turn", "that is my turn",
	"that was my turn", "thats my turn", "done for this turn",
	"all done for this turn", "i'm finished for this turn",
	"i am finished for this turn", "finished for this turn",
	"i'm done with my turn", "i am done with my turn", "done with my turn",
	"nothing more this turn", "nothing else this turn",
	"i do nothing more this turn", "and that's my turn", "das war mein zug",
	"das war meine runde", "das war mein zug f\303\274r heute",
	"das war's f\303\274r diesen zug", "das wars f\303\274r diesen zug",
	"das war's f\303\274r meinen zug", "fertig mit meinem zug",
	"ich bin fertig mit meinem zug", "ich bin mit meinem zug fertig",
	"zug fertig", "mein zug ist fertig", "f\303\274r diesen zug war's das",
	"mehr mache ich diesen zug nicht",
	/* German */
	"zug beenden", "zug ende", "zugende", "zug zuende", "zug zu ende",
	"zug beendet", "mein zug ist zu ende", "mein zug ist beendet", "ende",
	"beende zug", "beende meinen zug", "beende den zug",
	"ich beende meinen zug", "ich beende den zug", "ende des zuges",
	"meinen zug beenden", "den zug beenden", "zug bitte beenden",
	"damit beende ich meinen zug", "ich beende damit meinen zug",
	/* Dutch */
	"einde beurt", "beurt be\303\253indigen",
	"ik be\303\253indig mijn beurt", "einde" };

static const char *const passes[] = { "pass", "i pass", "i'll pass",
	"i will pass", "i'd pass", "pass on this", "i pass on this",
	"i pass on that", "pass on that", "no counter", "no counters",
	"i decline to counter", "i waive my right to counter",
	"i do not wish to counter", "i don't want to counter",
	"i do not want to counter", "no counter from me", "i don't counter",
	"i do not counter", "i won't counter", "i will not counter",
	"don't counter", "do not counter", "no thanks i pass", "no thanks pass",
	"no i pass", "nothing pass", "ok pass", "ok i pass",
	/* German */
	"passe", "ich passe", "kein konter", "ich kontere nicht",
	"nicht kontern", "ik pas" };

static const char *const lets[] = { "no thanks", "no thank you", "nope", "nah",
	"nothing", "nothing more", "nothing else", "nothing from me", "none",
	"i do nothing", "i'll do nothing", "i will do nothing", "do nothing",
	"i have nothing", "i have none", "let it happen", "i let it happen",
	"let it through", "i let it through", "let it go", "let it be",
	"let it hit", "i take it", "i'll take it", "take it", "take the damage",
	"i take the damage", "i'll take the damage", "i take the hit",
	"i'll take the hit", "take the hit", "i can't counter",
	"i cannot counter", "i can't counter that", "i can't stop it",
	"i can't stop that", "no response", "no reaction", "no answer",
	"go ahead", "carry on", "decline", "i decline", "i'll decline",
	/* German */
	"nichts", "nein", "nein danke", "nichts tun", "ich tue nichts",
	"nein nichts", "nein danke nichts", "n\303\266", "n\303\266 danke",
	"nee", "nee danke", "passen", "durchlassen", "den lasse ich durch",
	"das lasse ich durch", "das halte ich aus", "das stecke ich weg",
	"ich ertrage es", "ich nehme es hin", "geschehen lassen",
	"einfach geschehen lassen", "ich verzichte", "nicht wehren",
	"ich kann nichts machen", "ich kann nichts tun", "ich mache nichts" };

static const char *const joins[] = { "i'm in", "im in", "i am in",
	"count me in", "i'll join", "i will join", "i'd like to join",
	"i would like to join", "i want to join", "sure i'll join",
	"ok i'll join", "yes i'll join", "i join", "join me", "let me join",
	"i'd love to join", "i'd love to play", "i'll play", "sure i'm in",
	"ok i'm in", "yes gladly", "yes i'd love to", "yes i would love to",
	"yes i would", "yes i'd like to", "yes i would like to", "yes im in",
	"yes i'd love to play", "yes i'll play", "yes i'm in",
	"yes count me in", "join please", "please join", "please join me",
	"join in", "join now", "ok join", "yes join", "sure join",
	"join the game", "i join the game", "i'm joining", "i am joining",
	"i'm happy to join", "happy to join", "let's play", "lets play",
	"let us play", "ok let's play", "ok lets play", "yes let's play",
	"sure let's play", "i want to play", "i would like to play",
	"i'd like to play", "i would love to play", "i will play", "i want in",
	"i'm game", "deal me in", "sign me up", "i accept",
	"i accept the invitation", "i'd be glad to join", "gladly",
	"with pleasure", "i'm definitely in", "i am definitely in", "i'm so in",
	"i'm totally in", "i'd be happy to join", "i would be happy to join",
	"i'd be happy to play", "i would love to join", "i'd be delighted",
	"happy to play", "i'm up for it", "i am up for it", "i'm up for a game",
	"i'm on board", "let's do it", "let's do this", "sounds good i'm in",
	"sounds great i'm in", "sounds fun i'm in", "sounds good count me in",
	"sounds fun count me in", "sounds great count me in",
	"i want to join in", "can i join", "i gladly join", "i gladly accept",
	"i'll gladly join", "i'm in for a game", "i'm in for it",
	/* German */
	"ich bin dabei", "ich mache mit", "bin dabei", "ja gerne",
	"ich spiele mit", "ich bin mit dabei", "ich m\303\266chte mitspielen",
	"ich will mitspielen", "ja ich mache mit", "ja ich bin dabei",
	"ja bin dabei", "gerne", "ja gern", "gern", "sehr gerne", "sehr gern",
	"da mache ich gerne mit", "da mache ich mit", "da mach ich mit",
	"da mach ich gerne mit", "mache gerne mit", "mache mit", "mach mit",
	"ich mache gerne mit", "ich mache gern mit", "ich mach mit",
	"da bin ich dabei", "da bin ich gerne dabei", "bin gerne dabei",
	"bin mit dabei", "ich bin gerne dabei", "ich spiele gerne mit",
	"ich spiele gern mit", "spiele gerne mit",
	"ich w\303\274rde gerne mitspielen",
	"ich m\303\266chte gerne mitspielen", "gerne dabei", "mach ich gerne",
	/* Dutch */
	"ik doe mee", "ik doe graag mee", "graag", "ik speel mee" };

static const char *const undos[] = { "undo", "undo that", "undo this",
	"undo it", "undo the last one", "undo my last", "undo my last order",
	"undo the last order", "undo the last move", "undo my last move",
	"undo that one", "undo that move", "undo the move", "undo my move",
	"oops undo", "oops undo please", "sorry undo", "sorry undo please",
	"undo sorry", "oh no undo", "undo that sorry",
	"r\303\274ckg\303\244ngig", "bitte r\303\274ckg\303\244ngig",
	"r\303\274ckg\303\244ngig bitte", "mach das r\303\274ckg\303\244ngig",
	"mach es r\303\274ckg\303\244ngig",
	"das r\303\274ckg\303\244ngig machen",
	"r\303\274ckg\303\244ngig machen",
	"mach das wieder r\303\274ckg\303\244ngig" };

static const char *const yeses[] = { "yes", "yes please", "ja", "ja genau",
	"genau", "jawohl", "ja mach das", "so ist es", "yes exactly", "exactly",
	"that's right", "yes that's right", "yes that is right",
	"yes that's what i mean", "yes that's what i meant",
	"that's what i meant", "ja bitte", "yes please do", "yes do it",
	"yes go ahead", "oh yes please", "of course", "yes of course",
	"absolutely", "yes absolutely", "certainly", "yes certainly",
	"definitely", "yes definitely", "that's what i mean",
	"yes as it stands", "do it", "please do", "yes that is what i mean",
	"yes that is what i meant", "yes correct", "correct", "that is right",
	"that is correct", "that's correct", "yes that's correct",
	"yes that's it", "yes to that", "mach das", "genau so", "ja genau so",
	"stimmt", "ja stimmt", "richtig", "ja richtig", "so meinte ich das",
	"das meinte ich", "nat\303\274rlich", "ja nat\303\274rlich", "klar",
	"ja klar", "jo", "korrekt", "genau das", "ja genau das",
	"ja das meine ich", "das meine ich", "ja so war es gemeint",
	"so war es gemeint", "ja so meine ich es", "ja so meinte ich es",
	"ja meine ich", "das habe ich gemeint" };

static const char *const agrees[] = { "i agree", "ok i agree", "yes i agree",
	"agreed", "i'm ok with that", "that is ok", "that's ok", "fine with me",
	"ich stimme zu", "einverstanden" };

static const char *const refuses[] = { "i refuse", "no i refuse",
	"i don't agree", "i do not agree", "i disagree", "no i don't agree" };

/* To an invitation, or to another question of yes or no. */
static const char *const declines[] = { "no thanks", "no thank you",
	"nein danke", "decline", "i decline", "i'll decline", "i must decline",
	"i have to decline", "sorry no", "no sorry", "sorry i decline",
	"no i decline", "i don't want to play", "i do not want to play",
	"i won't join", "i will not join", "i can't join", "i cannot join",
	"count me out", "no i don't want to play",
	/* German */
	"ich mache nicht mit", "ohne mich", "ich lehne ab" };

static const char *const dones[] = { "done", "all done", "i am done",
	"i'm done", "im done", "finished", "i am finished", "i'm finished",
	"that is all", "that's all", "thats all", "that was all", "that was it",
	"that is it", "that's it", "thats it", "fertig", "ich bin fertig",
	"skip", "skip turn", "skip my turn", "i skip", "i skip my turn",
	"i skip this turn", "nothing this turn", "i do nothing this turn",
	"do nothing", "i do nothing", "i stay", "i stay here", "stay",
	"stay here", "no move", "no action", "done for now", "i'm done for now",
	"i am done for now", "done here", "i'm done here", "nothing more",
	"nothing else", "nothing further", "nothing more for now",
	"nothing more from me", "nothing else from me", "nothing more to do",
	"no more", "no more orders", "no more moves", "no further orders",
	"no further moves", "that's all for now", "that is all for now",
	"that's everything", "that is everything", "that's all from me",
	"that's it from me", "that's it for now", "that's it for me",
	"that's all for me", "that'll be all", "that will be all",
	"all done here", "thats it for now", "das war's", "das wars",
	"das war alles", "das ist alles", "mehr nicht", "nichts mehr",
	"nichts weiter", "weiter nichts", "das war's f\303\274r mich",
	"fertig f\303\274r jetzt", "das w\303\244re alles", "das w\303\244r's",
	"das war alles von mir", "mehr kann ich nicht tun",
	"mehr kann ich nicht machen", "klaar", "ik ben klaar" };

bool sp_token_says_done(const struct piece *p)
{
	return is_among(p, dones, SP_ARRAY_LEN(dones)) &&
	       !sp_token_is_exactly(p, "well done");
}

bool sp_token_says_end(const struct piece *p)
{
	return is_among(p, ends, SP_ARRAY_LEN(ends));
}

bool sp_token_says_pass(const struct piece *p)
{
	return is_among(p, passes, SP_ARRAY_LEN(passes));
}

bool sp_token_lets_happen(const struct piece *p)
{
	return is_among(p, lets, SP_ARRAY_LEN(lets));
}

bool sp_token_declines(const struct piece *p)
{
	return is_among(p, declines, SP_ARRAY_LEN(declines));
}

const char *sp_token_says_word(const struct piece *p)
{
	if (is_among(p, joins, SP_ARRAY_LEN(joins)))
		return "join";
	if (is_among(p, undos, SP_ARRAY_LEN(undos)))
		return "undo";
	if (is_among(p, yeses, SP_ARRAY_LEN(yeses)))
		return "yes";
	if (is_among(p, agrees, SP_ARRAY_LEN(agrees)))
		return "agree";
	return is_among(p, refuses, SP_ARRAY_LEN(refuses)) ? "refuse" : NULL;
}
