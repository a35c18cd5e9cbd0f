#!/bin/sh
# Records the sessions anew: those in this folder that hold screens, and the one in the README.
# Usage: Fixtures/sessions/refresh.sh PROGRAM, with the built app.
set -eu

program=$1
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT

for session in "$here"/*.txt; do
  options=$(sed -n 's/^#! //p' "$session")
  [ -n "$options" ] || continue
  # What was typed, and the remarks of whoever wrote the session.
  grep -v -e '^#!' -e '^#|' "$session" >"$new/typed"
  # The options are words without spaces.
  # shellcheck disable=SC2086
  "$program" --ephemeral $options --record "$new/recorded" <"$new/typed" >/dev/null
  cat "$new/recorded" >"$session"
  rm "$new/recorded"
  echo "$session"
done

readme=$here/../../README.md
options=$(sed -n 's/^<!-- session: \(.*\) -->$/\1/p' "$readme")
awk '/^<!-- session: /,/^```$/ { if (/^> /) print substr($0, 3) }' "$readme" >"$new/typed"
# shellcheck disable=SC2086
"$program" --ephemeral $options --record "$new/recorded" <"$new/typed" >/dev/null
sed -e '/^#!/d' "$new/recorded" |
  awk '/^#\|/ { sub(/^#\| ?/, ""); print; next } { print "> " $0 }' >"$new/transcript"
awk -v transcript="$new/transcript" '
  /^<!-- session: / { print; inside = 1; next }
  inside && /^```text$/ { print; while ((getline line <transcript) > 0) print line; next }
  inside && /^```$/ { inside = 0 }
  !inside { print }
' "$readme" >"$new/readme"
cat "$new/readme" >"$readme"
echo "$readme"
