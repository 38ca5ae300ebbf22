#!/bin/sh
# check-pure.sh BUILD: what the #include lines cannot show about the pure
# modules, read from their objects: no variable that can be written, no call of
# a function that is not known to be harmless; and no floating point in their
# sources. A new harmless function is added below, with its reason if that is
# not plain.
set -eu

build=$1
pure=$(awk '$2 == "pure" { print $1 }' "$(dirname "$0")/rooms.txt")

# Texts and memory of the C library. (qsort: its order of equal elements is not
# fixed, so the comparison has to be total.)
libc="abort bsearch memchr memcmp memcpy memmove memset qsort snprintf
strchr strcmp strcspn strlen strncmp strnlen strpbrk strrchr strspn strstr
vsnprintf __assert_fail __stack_chk_fail __memcpy_chk __memmove_chk
__memset_chk __snprintf_chk __vsnprintf_chk _GLOBAL_OFFSET_TABLE_"
# What of base reaches outside.
outside="sp_clock_system sp_file_read sp_file_write sp_log sp_log_set_level
sp_mkdirs sp_read_full sp_write_full"

# float or double outside of comments, strings and character constants.
no_floats='
{
	code = ""
	quote = ""
	for (i = 1; i <= length($0); i++) {
		c = substr($0, i, 1)
		two = substr($0, i, 2)
		if (comment) {
			if (two == "*/") {
				comment = 0
				i++
			}
		} else if (quote != "") {
			if (c == "\\")
				i++
			else if (c == quote)
				quote = ""
		} else if (two == "/*") {
			comment = 1
			code = code " "
			i++
		} else if (c == "\"" || c == "\047") {
			quote = c
			code = code " "
		} else {
			code = code c
		}
	}
	if (code ~ /(^|[^A-Za-z0-9_])(float|double)([^A-Za-z0-9_]|$)/) {
		print FILENAME ":" FNR ": a pure module uses floating point"
		bad = 1
	}
}
END { exit bad }'

status=0
for module in $pure; do
	for object in "$build/lib/$module"/*.o; do
		[ -e "$object" ] || continue
		source=${object#"$build"/}
		source=${source%.o}.c
		# A leftover of a file that is gone.
		[ -e "$source" ] || continue

		nm -u "$object" | awk -v file="$source" -v libc="$libc" \
			-v outside="$outside" -v module="$module" '
			BEGIN {
				n = split(libc, l, /[ \n]+/)
				for (i = 1; i <= n; i++) ok[l[i]] = 1
				n = split(outside, l, /[ \n]+/)
				for (i = 1; i <= n; i++) no[l[i]] = 1
			}
			{ f = $2 }
			f in no || !(f in ok || f ~ "^(sp|json|" module ")_" || \
			(module == "rng" && f ~ /^(SHA256|OPENSSL)_/)) {
				print file ": a pure module uses " f
				bad = 1
			}
			END { exit bad }' || status=1

		objdump -t "$object" | awk -v file="$source" '
			/[ \t]\.(data|bss|tdata|tbss)(\.[^ \t]*)?\t/ ||
			/[ \t]\*COM\*\t/ {
				if ($0 ~ /[ \t]\.data\.rel\.ro/) next
				if ($3 == "d" || $3 ~ /^\./) next
				print file ": a pure module keeps " $NF \
					", which can be written"
				bad = 1
			}
			END { exit bad }' || status=1

		awk "$no_floats" "$source" || status=1
	done
done
exit $status
