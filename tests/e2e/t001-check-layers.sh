# The script behind `make check-layers` accepts good includes and refuses each
# kind of bad one.
mkdir -p lib/base lib/board lib/card lib/law lib/rules lib/order lib/store \
	lib/host lib/odd daemon

check() {
	sh "$SRC/tests/tools/check-layers.sh" . >out 2>&1
}
# refused FILE TEXT WORDS: with TEXT in FILE the tree is refused, in these words
refused() {
	printf '%s\n' "$2" >"$1"
	if check; then
		echo "accepted: $2 in $1"
		exit 1
	fi
	grep -F -e "$1:" out | grep -F -e "$3" >/dev/null || {
		echo "refused in other words: $2 in $1:"
		cat out
		exit 1
	}
	rm "$1"
	check
}

check # nothing there yet
printf '#include <errno.h>\n#include <unistd.h>\n' >lib/base/base.h
printf '#include "base/base.h"\n#include <openssl/evp.h>\n' >lib/store/store.h
printf '#include "store.h"\n\n#include <git2.h>\n' >lib/store/store.c
printf '#include "base/base.h"\n#include <stdint.h>\n' >lib/board/board.h
printf '#include "board/board_private.h"\n#include "board.h"\n' >lib/board/a.c
printf '#include "board/board.h"\n#include "base/json.h"\n' >lib/card/card.h
printf '#include "card/card.h"\n#include "store/store.h"\n' >lib/host/host.h
printf '# include <time.h>\n#include "host/host.h"\n' >daemon/spellpostd.c
check

refused lib/base/x.c '#include "board/board.h"' 'base must not include'
refused lib/board/x.h '#include "card/card.h"' 'board must not include'
refused lib/board/x.h '  #  include	"host/host.h"' 'board must not include'
refused lib/order/x.h '#include "board/board.h"' 'order must not include'
refused lib/card/x.h '#include "store/store.h"' 'card must not include'
refused lib/store/x.h '#include "board/board.h"' 'store must not include'
refused lib/card/x.h '#include "board/board_private.h"' 'private to board'
refused lib/card/x.h '#include "../base/base.h"' 'is not "<module>/<header>"'
refused lib/card/x.h '#include "elsewhere/x.h"' 'is not "<module>/<header>"'
refused lib/board/x.h '#include <time.h>' 'board is pure'
refused lib/order/x.h '#include <sys/stat.h>' 'order is pure'
refused lib/card/x.h '#include <openssl/hmac.h>' 'card is pure'
refused lib/host/x.h '#include <git2.h>' 'belongs to store'
refused lib/host/x.h '#include <git2/oid.h>' 'belongs to store'
refused lib/store/x.h '#include <sqlite3.h>' 'belongs to registry'
refused lib/board/x.c '#include "base/base.h"' 'a header of board first'
refused lib/board/x.c '#include <stdint.h>' 'a header of board first'
printf '#include "law/law.h"\nint f(const struct sp_game *g);\n' >lib/law/a.c
printf '#include "law/law.h"\nvoid f(struct sp_game *g);\n' >lib/rules/rules.h
check
refused lib/law/x.h '#include "rules/rules.h"' 'law must not include'
refused lib/law/x.h 'void f(const struct sp_card *c, struct sp_game *g);' \
	'law reads a const struct sp_game only'
refused lib/law/x.h 'int f(const struct sp_game *old, struct sp_game  *g);' \
	'law reads a const struct sp_game only'
refused lib/odd/x.h '#include "base/base.h"' 'no place in rooms.txt'

# the table itself: a room cannot stand on one above it
mkdir tools
cp "$SRC/tests/tools/check-layers.sh" tools
sed 's/^base .*/& order/' "$SRC/tests/tools/rooms.txt" >tools/rooms.txt
if sh tools/check-layers.sh . >out 2>&1; then
	echo 'accepted: base stands on order'
	exit 1
fi
grep -F 'base uses order, which is not below it' out
