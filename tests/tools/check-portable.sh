#!/bin/sh
# check-portable.sh BUILD FOLDER: what BUILD/portable prints is printed by the
# same source on a machine of 32 bits (i386) and on one with the most
# significant byte first (s390x), too: built below FOLDER by Debian's cross
# compilers, run by qemu. jansson and OpenSSL of those machines are fetched and
# unpacked there; they cannot be installed beside this machine's own, whose
# versions they need not have.
set -eu

build=$1
folder=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
make=${MAKE:-make}
failed=

fetch() { # machine, package...: into $root
	apt=$folder/apt-$1
	rm -rf "$apt" "$root"
	mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$root"
	: >"$apt/status"
	cat >"$apt/apt.conf" <<-END
		APT::Architecture "$1";
		APT::Architectures { "$1"; };
		APT::Sandbox::User "";
		Dir::State "$apt";
		Dir::State::status "$apt/status";
		Dir::Cache "$apt";
	END
	shift
	(
		cd "$apt"
		export APT_CONFIG="$apt/apt.conf"
		# one source that fails need not be the one that is wanted
		apt-get -q update </dev/null >said 2>&1 || cat said >&2
		apt-get -q download "$@" </dev/null >said 2>&1 || {
			cat said >&2
			return 1
		}
	) || return 1
	for package in "$apt"/*.deb; do
		dpkg-deb -x "$package" "$root"
	done
}
has() { # library, file: is it in $root?
	set -- "$root"/usr/lib/*/"$1" "$root/usr/include/$2"
	[ -e "$1" ] && [ -e "$2" ]
}
try() { # machine, triplet of its compiler, of its libraries, emulator
	root=$folder/$1/root
	has libcrypto.so openssl/evp.h && has libjansson.so jansson.h ||
		fetch "$1" libjansson-dev libjansson4 libssl-dev libssl3 || {
		echo "$1: NOT TRIED: Debian's libraries for it cannot be had"
		failed=1
		return
	}
	include="$root/usr/include"
	PKG_CONFIG_LIBDIR=$root/usr/lib/$3/pkgconfig \
		PKG_CONFIG_SYSROOT_DIR=$root \
		$make -C "$source" BUILD="$folder/$1/build" CC="$2-gcc" \
		PKGS='jansson libcrypto' MIME_PKGS= TEST_PKGS= \
		CPPFLAGS="-isystem $include -isystem $include/$3" \
		"$folder/$1/build/portable" || exit 1
	"$4" -L "/usr/$2" -E LD_LIBRARY_PATH="$root/usr/lib/$3" \
		"$folder/$1/build/portable" "$source/games/wizwar8" \
		>"$folder/$1/games" || {
		echo "$1: it does not run"
		failed=1
		return
	}
	if cmp -s "$folder/here" "$folder/$1/games"; then
		echo "$1: the same games"
	else
		echo "$1: NOT the same games"
		diff "$folder/here" "$folder/$1/games" || :
		failed=1
	fi
}

mkdir -p "$folder"
"$build/portable" "$source/games/wizwar8" >"$folder/here"
cat "$folder/here"
try i386 i686-linux-gnu i386-linux-gnu qemu-i386-static
try s390x s390x-linux-gnu s390x-linux-gnu qemu-s390x-static
[ -z "$failed" ]
