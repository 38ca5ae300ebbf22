/*
 * Why something is out of reach, or refused.
 */
#ifndef SP_EVAL_REASON_H
#define SP_EVAL_REASON_H

/* The binder and the mails build on it. */
enum sp_reason {
	SP_REASON_NONE,
	SP_REASON_OVER,  /* the game is over */
	SP_REASON_DEAD,  /* the wizard is dead */
	SP_REASON_STALE, /* another decision is open by now */
	SP_REASON_NOT_YOUR_TURN,
	SP_REASON_NO_MOVES, /* no movement points left */
	SP_REASON_WALL,
	SP_REASON_DOOR,      /* a door shut to this seat */
	SP_REASON_DOOR_SHUT, /* the same, and it shut during this turn */
	SP_REASON_NO_DOOR,   /* no door on that side */
	SP_REASON_NOT_YOUR_DOOR,
	SP_REASON_NOT_BESIDE, /* the edge is not beside the wizard */
	SP_REASON_ALREADY,    /* already open, or held */
	SP_REASON_SELF,       /* one cannot attack oneself */
	SP_REASON_TARGET_DEAD,
	SP_REASON_NOT_ADJACENT, /* not in the same square or beside, in sight */
	SP_REASON_ATTACKED,     /* one attack a turn */
	SP_REASON_FIRST_TURN,   /* none in the first turn */
	SP_REASON_TOO_WEAK,   /* a wall or door feels only 3 damage and more */
	SP_REASON_OUTER_WALL, /* outer walls cannot be harmed */
	SP_REASON_NOTHING_THERE, /* no wall or door on that edge */
	SP_REASON_NOT_HERE,      /* that treasure does not lie in this square */
	SP_REASON_CARRIES,       /* already carries a treasure */
	SP_REASON_CARRIES_NOT,   /* does not carry it */
	SP_REASON_MALFORMED,     /* answers missing, too many, out of range */
	/* with cards */
	SP_REASON_NOT_ASKED, /* the open decision asks for another verb */
	SP_REASON_NOT_IN_HAND,
	SP_REASON_NO_PLAY,      /* this card has nothing to do now */
	SP_REASON_STUNNED,      /* stunned: moved or attacked already */
	SP_REASON_MAY_NOT_CAST, /* a form or a spell forbids it */
	SP_REASON_MAY_NOT_ATTACK,
	SP_REASON_NOT_TARGETABLE, /* he may not be attacked now */
	SP_REASON_OUT_OF_SIGHT,
	SP_REASON_OUT_OF_RANGE,
	SP_REASON_WRONG_TARGET, /* not the kind of thing that it works on */
	SP_REASON_NOT_EMPTY,    /* the square holds something */
	SP_REASON_HOME_BASE,    /* nothing can be made on a home base */
	SP_REASON_CONDITION,    /* the card's own condition fails */
	SP_REASON_NO_ENERGY,    /* that card has no energy value */
	SP_REASON_NOT_FUELLED,  /* the play takes no energy */
	SP_REASON_ONE_SOURCE,   /* and one card has paid already */
	SP_REASON_FLASH,        /* its energy may not boost speed */
	SP_REASON_BOOSTED,      /* one boost of speed a turn */
	SP_REASON_HAND_FULL,    /* make room first: discard, end, drop */
	SP_REASON_STUCK,        /* glued */
	SP_REASON_MAY_NOT_PICK_UP,
	SP_REASON_STOPPED,            /* may move no more in this turn */
	SP_REASON_TWICE,              /* the same answer twice */
	SP_REASON_NOTHING_TO_COUNTER, /* no reaction is open */
	SP_REASON_CANNOT_COUNTER,     /* this card does not answer that */
	SP_REASON_PHASE,              /* the move phase is over */
	SP_REASON_TOO_MANY,           /* more than one may draw or discard */
	SP_REASON_LOCKED,             /* a door sealed or shut to him */
	SP_REASON_FILLED,             /* something fills that square */
	SP_REASON_UNHARMED,           /* a thing that no attack can harm */
	SP_REASON_CREATURE_ACTS,      /* a creature acts: its wizard waits */
	SP_REASON_NOT_ACTIVATED,      /* done by a creature while it acts */
	SP_REASON_ACTED,           /* it was activated in this turn already */
	SP_REASON_NOT_YOURS,       /* it answers to somebody else */
	SP_REASON_NO_FIST,         /* this creature strikes nobody */
	SP_REASON_NO_ROOM,         /* no further creature finds room */
	SP_REASON_NOT_WATCHED,     /* no such point is watched in this game */
	SP_REASON_WATCHES,         /* it has as many watches as one may have */
	SP_REASON_WATCHES_NOT,     /* it has no such watch */
	SP_REASON_NO_DEAL,         /* that does not change hands in this game */
	SP_REASON_NOT_PROPOSED,    /* nobody proposes that to this seat */
	SP_REASON_RESOLVING,       /* not before what is going on is over */
	SP_REASON_NO_ROOM_IN_PLAY, /* no further card in a play area */
	SP_REASON_NO_ROOM_ON_BOARD, /* nothing more on the board */
	SP_REASON_NO_OBJECT,        /* by its class a thing is no object */
	SP_REASON_FIRST_ROUND,      /* no attack in the first round */
	SP_REASON_COMPELLED,        /* a spell makes him do something else */
	SP_REASON_NO_ROOM_ON_STACK, /* no further answer could be answered */
	SP_REASON_NO_LINK,          /* that square is in no link */
	SP_REASON_NO_SCHOOL,        /* it cannot come into a deck any more */
	SP_REASON_NOTHING_LEFT,     /* his counters take all damage off */
	SP_REASON_TOO_LONG,         /* its words have no room in the record */
	SP_REASON_NO_BEND,          /* the corner would bend nothing so */
};

#endif
