#!/bin/sh
# Installs or removes Tweetie: for the user (in ~/.local), for all users (--system, in /usr/local),
# or in --prefix FOLDER. Removes exactly the files that it installed; settings, drafts and other
# data stay.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=
uninstall=
usage() {
  echo "usage: install.sh [--system | --prefix FOLDER] [--uninstall]"
  exit "$1"
}
while [ $# -gt 0 ]; do
  case $1 in
    --system) prefix=/usr/local ;;
    --prefix)
      [ $# -gt 1 ] || usage 2 >&2
      prefix=$2
      shift
      ;;
    --uninstall) uninstall=yes ;;
    --help | -h) usage 0 ;;
    *) usage 2 >&2 ;;
  esac
  shift
done
[ -n "$prefix" ] || prefix=${HOME:?there is no home folder}/.local
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
# The list of installed files, by which the files of another version are removed.
list=$prefix/share/doc/tweetie/installed-files

remove() {
  [ -f "$list" ] || return 1
  while IFS= read -r file; do rm -f "$prefix/$file"; done <"$list"
  # Removes folders that are empty now, the deepest first.
  sed 's|/[^/]*$||' "$list" | sort -ru | while IFS= read -r folder; do
    while [ "$folder" != . ] && [ -n "$folder" ]; do
      rmdir "$prefix/$folder" 2>/dev/null || break
      case $folder in */*) folder=${folder%/*} ;; *) folder= ;; esac
    done
  done
}

if [ -n "$uninstall" ]; then
  copy=$(mktemp)
  trap 'rm -f "$copy"' EXIT
  if [ ! -f "$list" ]; then
    echo "install.sh: Tweetie is not installed below $prefix." >&2
    exit 1
  fi
  cp "$list" "$copy"
  list=$copy
  remove
  echo "Tweetie is removed. Settings and what you wrote stay in ~/.config/tweetie and ~/.local/state/tweetie."
  exit
fi

if ! mkdir -p "$prefix" 2>/dev/null || [ ! -w "$prefix" ]; then
  echo "install.sh: $prefix cannot be written to; use sudo, or --prefix FOLDER." >&2
  exit 1
fi
if [ -f "$list" ]; then
  old=$(mktemp)
  cp "$list" "$old"
  list=$old
  remove
  rm -f "$old"
  list=$prefix/share/doc/tweetie/installed-files
fi
(cd "$here" && while IFS= read -r file; do
  mkdir -p "$prefix/${file%/*}"
  # Copies to a new name first, so that a running program keeps its file.
  cp -P "$file" "$prefix/$file.new"
  mv -f "$prefix/$file.new" "$prefix/$file"
done <files)
sed -i "s|@PREFIX@|$prefix|" "$prefix/lib/systemd/user/tweetie-fetch.service"
{
  cat "$here/files"
  echo share/doc/tweetie/installed-files
} >"$list"

if ! "$prefix/bin/tweetie" --version; then
  echo "install.sh: the program does not start here. It needs Linux on $(uname -m) with glibc 2.35 or later:" >&2
  ldd --version 2>&1 | head -n 1 >&2
  exit 1
fi
echo "It is installed: $prefix/bin/tweetie"
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "$prefix/bin is not in PATH; add this to your shell's settings:  PATH=\"$prefix/bin:\$PATH\"" ;;
esac
# Prints the missing libraries that are opened at run time, with their packages.
missing=$("$prefix/bin/tweetie" doctor 2>/dev/null | sed -n 's/^ *\(lib[a-z]*\|giflib\|hunspell\|mpv\)  *\(missing: .*\)/  \1 \2/p') || true
if [ -n "$missing" ]; then
  echo "Not here, and without each of them something is missing (tweetie doctor says what):"
  echo "$missing"
fi
