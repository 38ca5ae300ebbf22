#!/bin/sh
# deps.sh run|check|ci|portable: see that what is needed to build (run), to test
# (check), for every check (ci) or for other machines (portable) is there;
# install what is missing on Debian.
#
# What counts is that a program or library can be used, not which package it
# came from. Exit status: 0 all there now, 1 the installation failed, 2 the
# user has to install something.
set -eu

level=${1:-run}
cc=${CC:-cc}
pkgconfig=${PKGCONFIG:-pkg-config}
missing=

need() { # package, then the command that proves it
	package=$1
	shift
	"$@" >/dev/null 2>&1 || missing="$missing $package"
}
has() {
	command -v "$1"
}
library() { # pkg-config name, package
	need "$2" "$pkgconfig" --exists "$1"
}
libc_headers() {
	echo "#include <stdio.h>" | $cc -E -
}
# Debian keeps the sanitizer runtime of clang apart from clang.
clang_runtime() {
	test -e "$(clang -print-file-name=libclang_rt.asan-x86_64.a)" ||
		test -e "$(clang -print-file-name=libclang_rt.asan-aarch64.a)"
}

look() {
	missing=
	need gcc has "${cc%% *}"
	need libc6-dev libc_headers
	need make has make
	need pkg-config has "$pkgconfig"
	library libcurl libcurl4-openssl-dev
	library libgit2 libgit2-dev
	library zlib zlib1g-dev
	library jansson libjansson-dev
	library libcrypto libssl-dev
	library gmime-3.0 libgmime-3.0-dev
	library libxml-2.0 libxml2-dev
	library libseccomp libseccomp-dev
	library libconfuse libconfuse-dev
	library sqlite3 libsqlite3-dev
	library libedit libedit-dev
	need git has git
	need tzdata test -e "${TZDIR:-/usr/share/zoneinfo}/tzdata.zi"
	if [ "$level" = portable ]; then
		need gcc-i686-linux-gnu has i686-linux-gnu-gcc
		need libc6-dev-i386-cross test -e /usr/i686-linux-gnu/lib/libc.so.6
		need gcc-s390x-linux-gnu has s390x-linux-gnu-gcc
		need libc6-dev-s390x-cross test -e /usr/s390x-linux-gnu/lib/libc.so.6
		need qemu-user-static has qemu-s390x-static
	fi
	case $level in run | portable) return ;; esac
	library cunit libcunit1-dev
	[ "$level" = check ] && return
	need clang has clang
	need libclang-rt-14-dev clang_runtime
	need clang-format has clang-format
	need cppcheck has cppcheck
	need strace has strace
	need procps has ps
	need openssl has openssl
	need openssh-client has ssh-keygen
	need python3 has python3
	need dovecot-imapd test -e /usr/lib/dovecot/imap
	need dovecot-pop3d test -e /usr/lib/dovecot/pop3
	need postfix test -e /usr/sbin/smtp-sink
	need groff-base has groff
	need systemd has systemd-analyze
	need shellcheck has shellcheck
	need clang-tidy has clang-tidy
}

case $level in
run | check | ci | portable) ;;
*)
	echo "usage: $0 run|check|ci|portable" >&2
	exit 2
	;;
esac

look
[ -z "$missing" ] && exit 0

# The names are Debian's; another system has the same things by other names.
if ! has apt-get >/dev/null || ! has dpkg >/dev/null; then
	echo "missing; please install (Debian's names):$missing" >&2
	exit 2
fi

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
	sudo=
elif has sudo >/dev/null && sudo -n true 2>/dev/null; then
	sudo="sudo -n"
else
	echo "missing; please run as root:" >&2
	echo "$install" >&2
	exit 2
fi
# What apt says is shown where it fails.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
say() {
	printf '%s\n' "$*" >&2
}
say "installing:$missing"
# Lists that are a little old are good enough; absent or outdated ones are not.
as_root() {
	$sudo env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >>"$log" 2>&1
}
as_root apt-get -q update ||
	say "deps: the package lists could not be updated: $(tail -n 3 "$log")"
# Mail servers come for the tests alone, which start them themselves: the
# packages must not start any service.
policy=/usr/sbin/policy-rc.d
if [ "$level" = ci ] && [ ! -e $policy ]; then
	as_root sh -c "printf '#!/bin/sh\nexit 101\n' >$policy && chmod 755 $policy"
	forbidden=1
fi
# shellcheck disable=SC2086 # a list of words on purpose
as_root $install || failed=1
[ -z "${forbidden:-}" ] || as_root rm -f $policy
if [ -n "${failed:-}" ]; then
	cat "$log" >&2
	say "the installation failed; this was the command:"
	say "$sudo $install"
	exit 1
fi
look
if [ -n "$missing" ]; then
	echo "still missing after the installation:$missing" >&2
	exit 1
fi
