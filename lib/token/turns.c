/*
 * Turns of speech that say in several words what an order says in one, or that
 * say nothing more: "burn energy 5 for speed", "walk back towards c3".
 */
#include "token/token.h"

static void drop(struct piece *p, int at, int n)
{
	p->n -= n;
	memmove(&p->token[at], &p->token[at + n],
		(size_t)(p->n - at) * sizeof(p->token[0]));
}

static bool is_place(const struct token *t)
{
	return t->is_word &&
	       (sp_token_is_square(t->word) || sp_token_is(t, "home"));
}

/* How many of the last tokens spell these words; 0: they do not. */
static int ending(const struct piece *p, const char *words)
{
	int at = p->n;

	for (size_t end = strlen(words); end > 0;) {
		size_t from = end;

		while (from > 0 && words[from - 1] != ' ')
			from--;
		if (at == 0 || strlen(p->token[at - 1].word) != end - from ||
			memcmp(p->token[at - 1].word, words + from,
				end - from) != 0)
			return 0;
		at--;
		end = from > 0 ? from - 1 : 0;
	}
	return p->n - at;
}

static bool is_count(const struct token *t)
{
	return sp_token_is_number(t) ||
	       sp_token_among(
		       t, "some extra two three four five six seven eight");
}

/* "burn the energy 5 for speed": what pays for more moves */
static bool take_boost(struct piece *p)
{
	int n = p->n;

	if (n > 3 && sp_token_is(&p->token[n - 2], "more") &&
		sp_token_among(&p->token[n - 1], "speed movement moves steps"))
		n--;
	/* "energy 5 for speed" */
	if (n == 4 && sp_token_is(p->token, "energy") &&
		sp_token_is_number(&p->token[1]) &&
		sp_token_among(&p->token[2], "for into") &&
		sp_token_among(&p->token[3],
			"speed movement moves moving steps running")) {
		p->n = 2;
		return sp_token_put_first(p, 0, "boost with");
	}
	/* "discard glue for 3 more steps" */
	if (n > 4 && is_count(&p->token[n - 2]) &&
		sp_token_among(&p->token[n - 3], "for on into")) {
		p->token[n - 2] = p->token[n - 1];
		n--;
	} else if (n + 1 == p->n && n > 4 && is_count(&p->token[n - 1]) &&
		   sp_token_among(&p->token[n - 2], "for on into")) {
		p->token[n - 1] = p->token[n];
	}
	if (n < 4 ||
		!sp_token_among(
			p->token, "burn spend use play pay boost discard") ||
		!sp_token_among(&p->token[p->n - 1],
			"speed movement moves moving steps running") ||
		!sp_token_among(&p->token[n - 2], "for on into"))
		return false;
	p->n = n - 2;
	return sp_token_put_first(p,
		sp_token_among(&p->token[1], "the my an a") ? 2 : 1,
		"boost with");
}

/* "speed with energy 6", "be faster, with energy 6", "use glue to run faster":
 * it is a boost. */
static bool take_speed(struct piece *p)
{
	static const char *const ends[] = { "to run faster", "to be faster",
		"to go faster", "to move faster", "to walk faster",
		"to get faster", "to run further", "to walk further",
		"to speed up", "to speed myself up", "to be quicker",
		"to move further", "to go further", "to run quicker" };
	int at = 0;

	for (size_t i = 0; i < SP_ARRAY_LEN(ends); i++) {
		int n = ending(p, ends[i]);

		if (n == 0 || p->n - n < 2 ||
			!sp_token_among(p->token,
				"use play spend burn discard take boost"))
			continue;
		p->n -= n;
		return sp_token_put_first(p,
			sp_token_among(&p->token[1], "the my an a with") ? 2
									 : 1,
			"boost with");
	}
	if (p->n > 3 && sp_token_among(p->token, "be get go run move walk"))
		at = 1;
	if (p->n <= at + 2 ||
		!(sp_token_among(&p->token[at], "faster quicker") ||
			(at == 0 && sp_token_among(p->token,
					    "speed accelerate hurry")) ||
			(sp_token_is(&p->token[at], "more") &&
				sp_token_among(&p->token[++at],
					"speed steps moves movement"))))
		return false;
	at++;
	while (at < p->n && (sp_token_among(&p->token[at], "up myself") ||
				    sp_token_is_mark(&p->token[at], ',')))
		at++;
	if (at + 1 >= p->n ||
		!sp_token_among(&p->token[at], "with by using through"))
		return false;
	return sp_token_put_first(p, at + 1, "boost with");
}

/* "take one step north", "make a step to the east": a walk */
static bool take_step(struct piece *p)
{
	if (p->n < 4 || !sp_token_among(p->token, "take make do") ||
		!sp_token_among(
			&p->token[2], "step steps pace paces square squares"))
		return false;
	if (sp_token_among(&p->token[1], "a another"))
		sp_format(p->token[1].word, sizeof(p->token[1].word), "one");
	sp_format(p->token[2].word, sizeof(p->token[2].word), "steps");
	sp_format(p->token[0].word, sizeof(p->token[0].word), "walk");
	return true;
}

/* "eat the wall c4/d4 with zot": that is cast at it */
static bool take_eaten(struct piece *p)
{
	struct piece out = *p;
	int i = 1, n;

	if (!sp_token_among(p->token,
		    "eat devour munch dissolve melt gnaw chew remove"))
		return false;
	while (i < p->n &&
		!(p->token[i].is_word && sp_token_is_pair(p->token[i].word)))
		if (!sp_token_among(&p->token[i++], "the wall through up at"))
			return false;
	n = p->n - i - 2;
	if (n < 1 || !sp_token_among(&p->token[i + 1], "with using by"))
		return false;
	memcpy(&out.token[1], &p->token[i + 2],
		(size_t)n * sizeof(out.token[0]));
	out.token[n + 1] = out.token[n + 2] = p->token[i];
	sp_format(out.token[0].word, SP_TOKEN_SIZE, "cast");
	sp_format(out.token[n + 1].word, SP_TOKEN_SIZE, "at");
	out.n = n + 3;
	*p = out;
	return true;
}

/* "..., the real one is j4": as an order says it, "real j4" */
static bool take_real(struct piece *p)
{
	for (int i = 2; i + 1 < p->n; i++) {
		int end = i + 1, from = i;

		if (!sp_token_among(&p->token[i], "real true"))
			continue;
		while (end < p->n && sp_token_among(&p->token[end],
					     "one trap is being lies at on in"))
			end++;
		if (end + 1 != p->n || !is_place(&p->token[end]) ||
			(end == i + 1 && sp_token_is(&p->token[i], "real")))
			return false;
		while (from > 1 &&
			(sp_token_among(&p->token[from - 1], "the and with") ||
				sp_token_is_mark(&p->token[from - 1], ',')))
			from--;
		sp_format(p->token[end - 1].word, SP_TOKEN_SIZE, "real");
		drop(p, from, end - 1 - from);
		return true;
	}
	return false;
}

/* "walk as far as I can towards c3", "go home as far as I get": towards it. */
static bool take_far(struct piece *p)
{
	static const char *const phrases[] = { "as far as i can go",
		"as far as i can get", "as far as i can", "as far as i get",
		"as far as possible", "as far as it goes",
		"as far as my moves go", "as far as my moves take me",
		"so weit ich kann", "so weit wie m\303\266glich",
		"soweit ich kann" };

	if (p->n < 5 ||
		!sp_token_among(p->token,
			"move walk go run head rush return hurry dash gehe geh "
			"laufe lauf renne"))
		return false;
	for (size_t i = 0; i < SP_ARRAY_LEN(phrases); i++)
		for (int at = 1; at < p->n; at++) {
			struct piece head = *p;
			int n;

			head.n = at + 1;
			n = ending(&head, phrases[i]);
			if (n == 0 || n >= at + 1)
				continue;
			/* steps go as far as they are told */
			if (p->n - n < 2)
				return false;
			drop(p, at + 1 - n, n);
			if (sp_token_is(&p->token[1], "home"))
				return sp_token_put_first(p, 1, "move towards");
			if (sp_token_among(
				    &p->token[1], "to towards toward zu nach"))
				return sp_token_put_first(p, 2, "move towards");
			return false;
		}
	return false;
}

/* "walk back towards c3", "step onto c3", "go over to c3", "walk to square c3"
 */
static bool take_way(struct piece *p)
{
	static const char verbs[] =
		"move walk go step run head sneak rush return proceed travel "
		"dash march hurry jump";
	static const char small[] =
		"back over straight quickly on up down across";
	bool changed = false;
	int last = p->n - 1;

	if (p->n < 3 || !sp_token_among(p->token, verbs) ||
		!is_place(&p->token[last]))
		return false;
	/* "go back home" */
	if (p->n == 3 && sp_token_is(&p->token[2], "home") &&
		sp_token_among(&p->token[1], small)) {
		drop(p, 1, 1);
		return true;
	}
	while (p->n > 3 && sp_token_among(&p->token[1], small) &&
		sp_token_among(&p->token[2],
			"to onto into towards toward back over home")) {
		drop(p, 1, 1);
		changed = true;
	}
	last = p->n - 1;
	if (last > 1 && sp_token_among(&p->token[last - 1], "square field")) {
		drop(p, --last, 1);
		changed = true;
	}
	if (last > 1 && changed && sp_token_is(&p->token[last - 1], "the"))
		drop(p, --last, 1);
	if (last == 2 && sp_token_among(&p->token[1], "onto into on")) {
		sp_format(p->token[1].word, sizeof(p->token[1].word), "to");
		changed = true;
	}
	return changed;
}

/* "drop the treasure there", "pick up the treasure again" */
static bool take_ending(struct piece *p)
{
	if (p->n < 3)
		return false;
	static const char *const where[] = { "there", "at my feet",
		"on my square", "in my square", "from the floor",
		"from the ground", "on the floor", "on the ground",
		"that lies here", "that lies", "lying here",
		"which lies here" };
	static const char *const more[] = { "again", "once again",
		"once more" };

	for (size_t i = SP_ARRAY_LEN(more); i-- > 0;) {
		int n = ending(p, more[i]);

		if (n == 0 || p->n - n < 2)
			continue;
		p->n -= n;
		return true;
	}
	for (size_t i = 0; i < SP_ARRAY_LEN(where) &&
			   sp_token_among(p->token,
				   "drop pick put lay leave take grab get");
		i++) {
		int n = ending(p, where[i]);

		if (n == 0 || p->n - n < 2)
			continue;
		p->n -= n;
		return true;
	}
	return false;
}

/* "counter with fool's gold and put the treasure on c4": it is "at c4" */
static bool take_put(struct piece *p)
{
	int at = p->n - 1;
	bool put = false;

	if (p->n < 6 || !sp_token_among(p->token, "counter block") ||
		!is_place(&p->token[at]) ||
		!sp_token_among(&p->token[at - 1], "on onto at to in into"))
		return false;
	at--;
	while (at > 2 &&
		sp_token_among(&p->token[at - 1],
			"treasure it the that his her their blue red green "
			"yellow put place and then i")) {
		at--;
		put = put ||
		      sp_token_among(&p->token[at], "treasure put place");
	}
	while (at > 2 && sp_token_is_mark(&p->token[at - 1], ','))
		at--;
	if (at == p->n - 2 || !put)
		return false;
	drop(p, at, p->n - 2 - at);
	sp_format(p->token[at].word, sizeof(p->token[at].word), "at");
	return true;
}

/* "cast stretch to pick up the treasure on c4": what it picks up stands right
 * behind the card */
static bool take_purpose(struct piece *p)
{
	if (!sp_token_among(p->token, "cast use play"))
		return false;
	for (int i = 2; i + 3 < p->n; i++) {
		if (!sp_token_is(&p->token[i], "to") ||
			!sp_token_is(&p->token[i + 1], "pick") ||
			!sp_token_is(&p->token[i + 2], "up"))
			continue;
		drop(p, i, 3);
		if (p->n > i + 1 && is_place(&p->token[p->n - 1]) &&
			sp_token_among(&p->token[p->n - 2], "on in from"))
			sp_format(p->token[p->n - 2].word,
				sizeof(p->token[0].word), "at");
		return true;
	}
	return false;
}

/* "with large rock as energy", "using large rock for energy": it pays. */
static bool take_energy(struct piece *p)
{
	if (p->n < 5 ||
		!sp_token_among(&p->token[p->n - 1], "energy energie") ||
		!sp_token_among(
			&p->token[p->n - 2], "as for als fuer f\303\274r"))
		return false;
	for (int i = 1; i + 2 < p->n; i++)
		if (sp_token_among(&p->token[i], "with using mit")) {
			sp_format(p->token[i].word, SP_TOKEN_SIZE, "with");
			p->n -= 2;
			/* "..., using large rock" */
			if (sp_token_is_mark(&p->token[i - 1], ','))
				drop(p, i - 1, 1);
			return true;
		}
	return false;
}

/* "on the edge c4/d4", "on the north side of c4", "with an energy of 4": as an
 * order of cards says it. */
static bool take_line(struct piece *p)
{
	bool changed = false;

	for (int i = 2; i + 1 < p->n; i++) {
		struct token *t = &p->token[i];

		if (i + 3 < p->n && sp_token_among(t, "an the") &&
			sp_token_is(t + 1, "energy") &&
			sp_token_is(t + 2, "of") && is_count(t + 3)) {
			drop(p, i + 2, 1);
			drop(p, i, 1);
			changed = true;
		} else if (i + 2 < p->n && sp_token_is(t, "the") &&
			   sp_token_among(
				   t + 1, "edge line border side wall") &&
			   t[2].is_word && sp_token_is_pair(t[2].word)) {
			drop(p, i, 2);
			changed = true;
		} else if (i + 4 < p->n && sp_token_is(t, "the") &&
			   t[1].is_word &&
			   sp_token_direction_of(t[1].word) >= 0 &&
			   sp_token_among(t + 2, "side edge wall end") &&
			   sp_token_is(t + 3, "of") && t[4].is_word &&
			   sp_token_is_square(t[4].word)) {
			struct token side = t[1], square = t[4];

			t[0] = square;
			t[1] = side;
			drop(p, i + 2, 3);
			changed = true;
		}
	}
	return changed;
}

/* True if what stands in brackets from there on changes nothing. */
static bool is_remark(const struct piece *p, int at)
{
	for (; at + 1 < p->n; at++)
		if (sp_token_is_step(&p->token[at], true) ||
			sp_token_is_number(&p->token[at]) ||
			(p->token[at].is_word &&
				sp_token_is_square(p->token[at].word)) ||
			sp_token_among(&p->token[at],
				"oops meant mean kidding joking not no don't "
				"wait or if unless sorry actually then only "
				"nein nicht oder wenn"))
			return false;
	return true;
}

/* Do the tokens from `at` on begin with those words? */
static bool spells_at(const struct piece *p, int at, const char *words)
{
	if (at >= p->n || p->token[at].word[0] != *words)
		return false;
	while (*words != '\0') {
		const struct token *t = &p->token[at];
		size_t n = strcspn(words, " ");

		if (at++ >= p->n || !t->is_word || t->cut ||
			strlen(t->word) != n || memcmp(t->word, words, n) != 0)
			return false;
		words += n;
		words += *words == ' ';
	}
	return true;
}

/* "..., and then I end my turn", "..., then walk home": more orders. */
static bool orders_behind(const struct piece *p, int from)
{
	bool then = false;

	for (int at = from + 1; at < p->n; at++) {
		const struct token *t = &p->token[at];
		struct piece rest;

		if (sp_token_is_joint(t)) {
			then = then || sp_token_among(t, "then dann");
			continue;
		}
		if (!sp_token_is_joint(t - 1))
			continue;
		sp_token_piece_part(p, at, p->n, &rest);
		if (sp_token_says_end(&rest) || sp_token_says_done(&rest))
			return true;
		if (sp_token_among(t, "i ich") && at + 1 < p->n)
			t++;
		if (then && sp_token_action_of(t) != NULL)
			return true;
		then = false;
	}
	return false;
}

/* "go to c4, on my way to d8", "... because he is near", "... (by the well)":
 * why it is done is no part of what is done. */
static bool take_reason(struct piece *p)
{
	static const char *const reasons[] = { "because", "so that",
		"in order to", "on my way", "on the way", "just in case",
		"to be safe", "hopefully", "since he", "since she", "since it",
		"since i", "so he", "so she", "so they", "so nobody",
		"so no one", "so i can", "that way", "before he", "before she",
		"as he", "who has it coming", "for safety", "i don't need",
		"i do not need", "i don't want", "i do not want",
		"nothing personal", "as i", "since we", "which is", "i think",
		"i believe", "i hope", "if i may", "where i came from", "weil",
		"damit", "denn", "hoffentlich", "sicherheitshalber" };

	for (int at = 2; at < p->n; at++) {
		bool apart = sp_token_is_mark(&p->token[at], ',') ||
			     sp_token_is_mark(&p->token[at], '-');
		int from = at + apart;

		if (sp_token_is_mark(&p->token[at], '(') &&
			sp_token_is_mark(&p->token[p->n - 1], ')') &&
			is_remark(p, at + 1)) {
			p->n = at;
			return true;
		}
		for (size_t i = 0; i < SP_ARRAY_LEN(reasons); i++) {
			if (!spells_at(p, from, reasons[i]) ||
				(!apart && i > 1 &&
					!sp_streq(reasons[i], "weil") &&
					!sp_starts(reasons[i], "so ") &&
					!sp_starts(reasons[i], "in order")))
				continue;
			/* more than the reason stands behind it */
			if (sp_token_sentence_end(p, from) < p->n ||
				orders_behind(p, from))
				return false;
			p->n = at;
			return true;
		}
	}
	return false;
}

bool sp_token_take_turns(struct piece *p)
{
	struct piece out = *p;
	bool any = take_ending(&out);

	any = take_reason(&out) || any;
	/* "on towards c4" */
	if (out.n > 2 && sp_token_among(out.token, "on onwards off") &&
		sp_token_among(&out.token[1], "to towards toward"))
		any = sp_token_put_first(&out, 1, "move") || any;
	any = take_energy(&out) || any;
	any = take_line(&out) || any;
	any = take_far(&out) || any;
	any = sp_token_take_halves(&out) || any;
	any = sp_token_take_goal(&out) || any;
	any = sp_token_take_edge(&out) || any;
	any = take_real(&out) || any;
	any = take_speed(&out) || take_step(&out) || take_eaten(&out) || any;
	any = take_boost(&out) || take_way(&out) || take_put(&out) ||
	      take_purpose(&out) || sp_token_take_flight(&out) || any;
	if (any)
		*p = out;
	return any;
}

bool sp_token_take_forget(struct piece *p)
{
	struct piece out = *p;
	int n = 0;

	if (p->n < 3 || !sp_token_is(p->token, "forget"))
		return false;
	for (int i = 0; i < p->n; i++)
		if (p->token[i].is_word
				? i != 1 || !sp_token_among(&p->token[i],
						    "the my that this")
				: !sp_token_is_mark(&p->token[i], '"') &&
					  !sp_token_is_mark(&p->token[i], '\''))
			out.token[n++] = p->token[i];
	while (n > 2 && sp_token_among(&out.token[n - 1],
				"line lines declaration rule please one"))
		n--;
	out.n = n;
	if (n == p->n || n < 3 || !sp_token_is(&out.token[1], "when"))
		return false;
	*p = out;
	return true;
}

int sp_token_square_behind_steps(const struct piece *p)
{
	int last = p->n - 1, at = 1;

	while (at < last && (sp_token_is_step(&p->token[at], true) ||
				    sp_token_is_joint(&p->token[at])))
		at++;
	return at > 1 && at + 1 == last && sp_token_is(&p->token[at], "to") &&
			       is_place(&p->token[last])
		       ? last
		       : 0;
}

bool sp_token_begins_as_written(const struct piece *p, const char *words)
{
	size_t n = strcspn(words, " "), len;

	if (p->n == 0)
		return true;
	len = p->token[0].end - p->token[0].start;
	for (size_t i = 0; i < len && i < n; i++)
		if (sp_lower((unsigned char)p->text[p->token[0].start + i]) !=
			(unsigned char)words[i])
			return false;
	return len <= n;
}
