#!/bin/sh
# check-layers.sh [ROOT]: do the #include lines of lib/ and daemon/ keep to the
# arrows between the modules? The table below is the law; tests are exempt.
#
#   base < rng < board < game < card < rules < render     pure
#   base < order;  rules, order < agent                   pure
#   base < seal | store | registry | mail | config
#   all of these < host < daemon
#
# Also: pure modules see no header that reaches the clock or the outside, each
# library is seen by its module only, nobody sees another module's private
# header, and a .c file in lib/ includes a header of its own module first.
set -eu

cd "${1:-.}"
files=$(find lib daemon -name '*.[ch]' 2>/dev/null | LC_ALL=C sort)
[ -n "$files" ] || exit 0

# shellcheck disable=SC2086 # a list of paths without spaces
exec awk '
BEGIN {
	may["base"] = ""
	may["rng"] = "base"
	may["board"] = "base rng"
	may["game"] = "base rng board"
	may["card"] = "base rng board game"
	may["rules"] = "base rng board game card"
	may["render"] = "base rng board game card rules"
	may["order"] = "base"
	may["agent"] = "base rng board game card rules order"
	may["seal"] = may["store"] = may["registry"] = "base"
	may["mail"] = may["config"] = "base"
	may["host"] = "base rng board game card rules render order agent " \
		"seal store registry mail config"
	may["daemon"] = may["host"] " host"

	n = split("rng board game card rules render order agent", list, " ")
	for (i = 1; i <= n; i++)
		pure[list[i]] = 1
	# Neither clock nor locale nor files. <stdio.h> is for snprintf.
	n = split("assert inttypes limits stdarg stdbool stddef stdint " \
		"stdio stdlib string jansson", list, " ")
	for (i = 1; i <= n; i++)
		harmless[list[i] ".h"] = 1

	owner["git2"] = owner["zlib"] = "store"
	owner["sqlite3"] = "registry"
	owner["confuse"] = "config"
	owner["seccomp"] = owner["curl"] = owner["gmime"] = owner["glib"] = "mail"
	owner["libxml"] = owner["libxml2"] = "mail"
}

function refuse(why)
{
	printf "%s:%d: %s\n", FILENAME, FNR, why
	bad = 1
}

function allowed(to,    list, n, i)
{
	if (to == module)
		return 1
	n = split(may[module], list, " ")
	for (i = 1; i <= n; i++)
		if (list[i] == to)
			return 1
	return 0
}

function quoted(name,    part)
{
	if (name !~ /\//)
		return
	if (split(name, part, "/") != 2 || !(part[1] in may)) {
		refuse("\"" name "\" is not \"<module>/<header>\"")
		return
	}
	if (!allowed(part[1]))
		refuse(module " must not include \"" name "\"")
	else if (part[1] != module && name ~ /_private\.h$/)
		refuse("\"" name "\" is private to " part[1])
}

function bracketed(name,    lib)
{
	if (module in pure && !(name in harmless) &&
	    !(module == "rng" && name ~ /^openssl\//))
		refuse(module " is pure and must not include <" name ">")
	lib = name
	sub(/[\/.].*/, "", lib)
	if (lib in owner && module != owner[lib] && module != "daemon")
		refuse("<" name "> belongs to " owner[lib])
}

FNR == 1 {
	split(FILENAME, path, "/")
	module = path[1] == "lib" ? path[2] : path[1]
	first = FILENAME ~ /^lib\/.*\.c$/
	if (!(module in may)) {
		refuse("module " module " has no place in this table")
		nextfile_wanted = FILENAME
	}
}

FILENAME == nextfile_wanted { next }

/^[ \t]*#[ \t]*include/ {
	name = $0
	sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
	open = substr(name, 1, 1)
	name = substr(name, 2)
	sub(/[">].*/, "", name)
	if (first && (open != "\"" || \
	    (name ~ /\// && index(name, module "/") != 1)))
		refuse("include a header of " module " first")
	first = 0
	if (open == "\"")
		quoted(name)
	else if (open == "<")
		bracketed(name)
	else
		refuse("an include must name its file")
}

END { exit bad }
' $files
