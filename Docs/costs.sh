#!/bin/sh
# Counts what screens, coordinators and view models cost: files, and lines with documentation and empty
# lines. `sh Docs/costs.sh` prints a table; Docs/coordinators.md says what it means.
set -eu
cd "$(dirname "$0")/.."

features=""
for folder in Modules/*/Coordinators; do
  features="$features ${folder%/Coordinators}"
done

printf '%-12s %5s %7s %8s\n' kind files middle longest
for kind in Screen Coordinator ViewModel; do
  find $features -name "*$kind.swift" -exec wc -l {} + | awk '$2 != "total"' | sort -n |
    awk -v kind="$kind" '{ lines[NR] = $1 }
      END { printf "%-12s %5d %7d %8d\n", kind, NR, lines[int(NR / 2) + 1], lines[NR] }'
done

count() {
  find "$@" -name '*.swift' -exec cat {} + | wc -l | tr -d ' '
}
echo "all features: $(count $features) lines"
echo "Core: $(count Modules/Core/Core) lines, of which navigation and coordination:" \
  "$(count Modules/Core/Core/Coordination Modules/Core/Core/Navigation Modules/Core/Core/Activity)"
