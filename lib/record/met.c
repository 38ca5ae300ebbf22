/* Looks at the positions in which the turns of a seat began. */
#include "record/met.h"

#include "record/then.h"

#define FILE_MAX (1024u * 1024u)

static void note_hand(const struct sp_ruleset *r, const struct sp_hand *hand,
	bool met[SP_CARD_TYPES_MAX])
{
	for (int i = 0; i < hand->n; i++)
		met[r->type[hand->card[i]]] = true;
}

/* False if the text of a position, as we write it, says that another seat has
 * the turn: most do, and need not be read further. */
static bool may_play(const struct sp_live *live, int seat, const char *text)
{
	char active[SP_ID_SIZE + 16];

	sp_format(active, sizeof(active), "\"active\": \"%s\"",
		live->setup.colour[seat]);
	return strstr(text, active) != NULL ||
	       strstr(text, "\"played_by\"") != NULL;
}

/* past->head has this position: if it is the seat's turn, what it holds. */
static int look_at_hand(struct sp_live *past, const struct sp_buf *text,
	int seat, struct sp_met_hand *hand, struct sp_error *e)
{
	int rc = sp_record_then_read(past, text, e);

	if (rc != SP_OK || sp_game_plays(&past->game) != seat)
		return rc;
	rc = sp_record_then_open(past, text, e);
	if (rc != SP_OK)
		return rc;
	hand->seat = seat;
	hand->hand = past->game.hand[past->game.active];
	return SP_OK;
}

/* The commit where a turn began: if it was this seat's, what it held. */
static int read_hand(const struct sp_live *live, const struct sp_oid *commit,
	int seat, struct sp_met_hand *hand, struct sp_error *e)
{
	struct sp_buf text;

	sp_buf_init(&text, FILE_MAX);
	int rc = sp_store_read(live->repo, commit, "state.json", &text, e);
	if (rc == SP_OK && may_play(live, seat, sp_buf_str(&text))) {
		struct sp_live *past = sp_record_then_new(live, commit);

		rc = look_at_hand(past, &text, seat, hand, e);
		sp_record_live_free_past(past);
	}
	sp_buf_free(&text);
	return rc;
}

static const struct sp_met_hand *find_hand(
	const struct sp_met_hands *hands, const struct sp_oid *commit)
{
	for (size_t i = hands->n; i-- > 0;)
		if (sp_store_oid_equal(&hands->list[i].commit, commit))
			return &hands->list[i];
	return NULL;
}

static void add_hand(struct sp_met_hands *hands, const struct sp_met_hand *hand)
{
	hands->list =
		sp_xrealloc(hands->list, hands->n + 1, sizeof(hands->list[0]));
	hands->list[hands->n++] = *hand;
}

void sp_record_met_note(const struct sp_live *live)
{
	const struct sp_game *g = &live->game;

	if (sp_game_has_deck(g) && g->active >= 0)
		add_hand(live->met,
			&(struct sp_met_hand){ live->head, sp_game_plays(g),
				g->hand[g->active] });
}

/* The turns of other seats are read, but only their text is looked into. */
static int look_at_turn(const struct sp_live *live, const struct sp_oid *commit,
	int seat, bool met[SP_CARD_TYPES_MAX], struct sp_error *e)
{
	const struct sp_met_hand *known = find_hand(live->met, commit);
	struct sp_met_hand hand = { *commit, SP_NOBODY, { 0 } };
	int rc = SP_OK;

	if (known != NULL)
		hand = *known;
	else
		rc = read_hand(live, commit, seat, &hand, e);
	if (rc != SP_OK || hand.seat != seat)
		return rc;
	if (known == NULL)
		add_hand(live->met, &hand);
	note_hand(live->ruleset, &hand.hand, met);
	return SP_OK;
}

/* The commit of a tag, of this batch or of the repository; SP_ENOTFOUND. */
static int find_tag(const struct sp_live *live, const char *name,
	struct sp_oid *out, struct sp_error *e)
{
	for (size_t i = 0; i < live->n_tags; i++) {
		if (sp_streq(live->tag[i].name, name)) {
			*out = live->tag[i].target;
			return SP_OK;
		}
	}
	return sp_store_tag(live->repo, name, out, e);
}

/* Each beginning of a turn of that number: "turn/7", "turn/7-2" and so on. */
static int look_at_number(const struct sp_live *live, unsigned turn, int seat,
	bool met[SP_CARD_TYPES_MAX], struct sp_error *e)
{
	char name[SP_TAG_SIZE];
	struct sp_oid commit;
	int rc = SP_OK;

	for (unsigned n = 1; rc == SP_OK; n++) {
		sp_format(name, sizeof(name), n > 1 ? "turn/%u-%u" : "turn/%u",
			turn, n);
		rc = find_tag(live, name, &commit, e);
		if (rc == SP_OK)
			rc = look_at_turn(live, &commit, seat, met, e);
	}
	return rc == SP_ENOTFOUND ? SP_OK : rc;
}

struct orders {
	const char *colour;
	unsigned turn;
	bool any;
};

static bool trailer_is(const struct sp_commit_info *info, const char *key,
	const char *wanted, bool absent)
{
	struct sp_buf value;

	sp_buf_init(&value, 64);
	bool yes = sp_store_trailer(&value, sp_buf_str(&info->message), key)
			   ? sp_streq(sp_buf_str(&value), wanted)
			   : absent;
	sp_buf_free(&value);
	return yes;
}

/* A sealed order has no Turn, and says nobody's name. */
static int look_at_order(const struct sp_commit_info *info, void *payload)
{
	struct orders *o = payload;
	char turn[16];

	sp_format(turn, sizeof(turn), "%u", o->turn);
	if (!trailer_is(info, "Turn", turn, true))
		return 1;
	o->any = trailer_is(info, "Seat", o->colour, false);
	return o->any;
}

/* Has the seat given an order in the turn that is under way? */
static int has_ordered(
	const struct sp_live *live, int seat, bool *yes, struct sp_error *e)
{
	struct orders o = { live->setup.colour[seat], live->game.turn, false };
	int rc = sp_store_log(live->repo, &live->head, look_at_order, &o, e);

	*yes = o.any;
	return rc;
}

/* True if a card of the hand is of a type that was not met so far. */
static bool is_one_left(const struct sp_live *live, const struct sp_hand *hand,
	const bool met[SP_CARD_TYPES_MAX])
{
	for (int i = 0; i < hand->n; i++)
		if (!met[live->ruleset->type[hand->card[i]]])
			return true;
	return false;
}

int sp_record_met(const struct sp_live *live, int seat,
	bool met[SP_CARD_TYPES_MAX], struct sp_error *e)
{
	const struct sp_hand *hand;
	bool ordered;

	memset(met, 0, SP_CARD_TYPES_MAX * sizeof(*met));
	if (!live->started || !sp_game_has_deck(&live->game))
		return SP_OK;
	int rc = has_ordered(live, seat, &ordered, e);
	hand = &live->game.hand[sp_game_on_behalf(&live->game, seat)];
	for (unsigned turn = live->game.turn - !ordered;
		rc == SP_OK && turn > 0; turn--) {
		if (!is_one_left(live, hand, met))
			break;
		rc = look_at_number(live, turn, seat, met, e);
	}
	return rc;
}
