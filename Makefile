# `make run` and `make test` are all that a fresh machine needs. `make help` lists the rest.

export SWIFT ?= swift

# With CDPATH `cd` would look for a folder elsewhere. With a hook's variables git would use the hook's repository.
unexport CDPATH $(shell git rev-parse --local-env-vars 2> /dev/null | grep -v CONFIG)

# Typed values are text, which commands read as variables of the shell: `NAME='$(shell …)'` runs nothing.
override DRY_RUN := $(filter-out 0,$(value DRY_RUN))
# FORCE and ONLY of the environment, which may be for another program, force nothing and leave out no tests.
override FORCE := $(if $(filter command,$(origin FORCE)),$(value FORCE))
override ONLY := $(if $(filter command,$(origin ONLY)),$(value ONLY))
$(if $(filter-out 1,$(FORCE)),$(error FORCE is 1, or nothing))
$(foreach typed,NAME IN KIND DEST FEATURES BARE TEMPLATE,$(if $(filter command environment,$(origin $(typed))),\
  $(eval override $(typed) := $$(value $(typed)))))
export NAME IN KIND DEST FEATURES BARE TEMPLATE

# What must be there beside Swift: how to look for it, the name in apt, the name in Homebrew (- where
# macOS needs none). `command:` a program, `file:` a path that may have wildcards, `soname:` a shared
# library, `library:` one to link, by its pkg-config name: add that for each that Package.swift links.
NEEDS = \
  command:git,git,git \
  command:pkg-config,pkg-config,pkgconf \
  command:ld,binutils,- \
  file:/usr/include/stdio.h,libc6-dev,- \
  file:/usr/include/crypt.h,libcrypt-dev,- \
  file:/usr/include/histedit.h,libedit-dev,- \
  file:/usr/include/c++/*/vector,libstdc++-12-dev,- \
  file:/usr/share/zoneinfo/Europe/Paris,tzdata,- \
  library:sqlite3,libsqlite3-dev,sqlite \
  library:libcurl,libcurl4-openssl-dev,curl \
  soname:libxml2.so.2,libxml2,- \
  soname:libncurses.so.6,libncurses6,-

# feature: Books
# What only `make bench` needs, in the same columns.
BENCH_NEEDS = command:sqlite3,sqlite3,- command:gzip,gzip,- $(NETWORK_NEEDS)
# end
# What talks to a real server.
NETWORK_NEEDS = command:nginx,nginx,nginx command:openssl,openssl,openssl
# What talks to a real server or a terminal emulator; `make test` leaves out the latter where there is none.
LIVE_NEEDS = $(NETWORK_NEEDS) command:tmux,tmux,tmux
LIVE_TESTS = --filter LiveTests --filter DrawnLineTests --filter TerminalDayTests

# An import that Package.swift does not grant is an error; without this a warm build lets it pass.
STRICT_IMPORTS = --explicit-target-dependency-import-check error
# A folder of its own, so that warnings as errors and what `make test` builds leave each other be.
LINT_BUILD = --scratch-path .build/lint -debug-info-format none
# Tests have one too, without what only a debugger reads: `swift test` is for the debugger.
TEST_BUILD = --scratch-path .build/tests -debug-info-format none $(STRICT_IMPORTS)
# With ONE_BUILD=1, as in CI, what checks and what tests share one build, in which warnings are errors.
ifdef ONE_BUILD
export OPTIMIZED_MODULES = 1
LINT_BUILD = --scratch-path .build/tests -debug-info-format none
TEST_BUILD += -Xswiftc -warnings-as-errors
endif
# Only ONLY and MODULES set it, not the environment. An empty value would leave no target in Package.swift.
unexport TEST_ONLY
# The tests of one module are built and linked alone, in another folder, so that the result of an edit is there
# at once: by the linker of the toolchain, where it has one, and without the check of imports, which reads all
# sources. `make lint` and `make test` have it.
ifdef ONLY
export TEST_ONLY = $(ONLY)
TEST_BUILD = --scratch-path .build/only -debug-info-format none $(FAST_LINKER)
endif
# Of an app that was made from this one, the tests of the modules that differ are enough.
ifeq ($(origin MODULES)$(if $(MODULES),,none),command line)
export TEST_ONLY = $(MODULES)
endif
# Tests that crawl the app take less time in optimized modules, others less time to build without.
OPTIMIZED = $(if $(filter-out App,$(ONLY)),,OPTIMIZED_MODULES=1)
FAST_LINKER = $(if $(wildcard $(TOOLCHAIN)/ld.lld),-Xswiftc -use-ld=lld)
TOOLCHAIN = $(if $(filter Linux,$(shell uname -s)),$(dir $(realpath $(shell command -v $(SWIFT)))))
# No test is one of XCTest. So many run at once: without it all of them begin, and each waits minutes for its turn.
TEST_WIDTH = --disable-xctest --experimental-maximum-parallelization-width 64
# A release runs where there is no toolchain.
RELEASE = -c release --static-swift-stdlib
# feature: Books
# It is what the bench measures.
BENCH_BUILD = --package-path Tests/Benchmarks --scratch-path .build/bench $(RELEASE)
# end
# What is kept in files: the tests of the storage and of the features, which use it, and the whole app's.
# Random walks only take long: they are in memory.
STORAGE_MODULES = SQLiteStorage LocalCatalogue $(APP_FEATURES)
STORAGE_SUITES = $(basename $(notdir $(wildcard Tests/AppTests/Storage/*.swift \
  Tests/AppTests/Network/*.swift))) OwnerChangeTests
# What runs on threads of its own, or over C.
THREADED_MODULES = HTTP Networking CurlNetworking LineEditing
STORAGE_TESTS = $(STORAGE_MODULES:%=--filter %Tests.) $(THREADED_MODULES:%=--filter %Tests.) $(STORAGE_SUITES:%=--filter AppTests.%/) \
  --filter CoreTests.FileTests/ --skip Walk
SOURCES = find App Docs/Examples Modules Tests Package.swift -name .build -prune -o -name '*.swift' -print0

# A crash ends the program instead of waiting for a key.
export SWIFT_BACKTRACE = interactive=no

# feature: Books
# The books of the catalogue that is measured; `make bench WORKS=10000` takes a small one.
WORKS ?= 1000000
GOALS ?= 1
FIGURES = .ci/figures .build/bench/missed .build/bench/release
# What the rest of the machine disturbs most is measured again where a ratio is missed.
AGAIN = $(if $(filter 1,$(GOALS)),TIMES=3)
# The network client beside URLSession and plain C, against nginx on loopback.
NETWORK_FIGURES = $(AGAIN) .ci/figures .build/bench/missed .ci/nginx .build/bench/release/NetworkFigures
# A feature that no other one needs.
TEAM_FIGURES = .ci/figures .build/bench/missed .ci/team-figures $(lastword $(APP_FEATURES)) $(if $(CLEAN),clean)
SHOW_MISSED = if [ "$(GOALS)" = 1 ] && [ -s .build/bench/missed ]; then \
  echo "Missed ratios:" >&2; cat .build/bench/missed >&2; exit 1; fi
# end

# feature: Books
EMBEDDED = Modules/Catalogue/LocalCatalogue/Embedded/EmbeddedRecords.swift
# end
WIDTHS = Modules/Shell/Text/EastAsianWidthTable.swift

.PHONY: run test test-live test-template release install uninstall lint docs format feature screen remove-feature \
  new-app update-from-template map graph refresh sanitize faults api core-alone walks nightly apple help clean \
  prepare build
# feature: Books
.PHONY: bench netbench teambench covers
# end
.NOTPARALLEL:

run: build ## Run the app; ARGS="--help" gives it arguments
	@.ci/foreground .build/debug/BooksApp $(ARGS)

test: prepare ## Run all tests but those of test-live; ONLY=Loans: only those of Loans; ARGS="--filter Journey"
	@set -f; $(if $(ONLY),IFS=;) for module in $$TEST_ONLY; do \
	  test -d "Tests/$${module}Tests" || { echo "There is no Tests/$${module}Tests." >&2; exit 1; }; done
	@$(if $(TEST_ONLY),,test -d .build/tests || echo "Building all tests; the first time takes several minutes." >&2)
	$(OPTIMIZED) .ci/tests $(if $(ARGS)$(ONLY),,--parts) $(SWIFT) test $(TEST_BUILD) $(TEST_WIDTH) $(ARGS)

test-live: prepare ## Run the tests that need a real server or terminal: nginx over TLS and tmux, on this machine
	@.ci/prepare '$(LIVE_NEEDS)'
	@OPTIMIZED_MODULES=1 .ci/live $(SWIFT) test $(TEST_BUILD) $(or $(ARGS),$(LIVE_TESTS))

release: prepare ## Build .build/release/BooksApp, which runs without a toolchain
	$(SWIFT) build $(RELEASE) --product BooksApp

PREFIX ?= /usr/local
# What is installed. `make install` builds it first, but as root only where it is missing.
PROGRAM ?= .build/release/BooksApp
install: ## Install the program, its manual page and completions: PREFIX=/usr/local, below DESTDIR
	@if [ '$(origin PROGRAM)' = file ] && [ "$$(id -u)" != 0 ] || [ ! -x "$(PROGRAM)" ]; then \
	  $(MAKE) --no-print-directory release; fi
	@DESTDIR="$(DESTDIR)" .ci/install install "$(PROGRAM)" "$(PREFIX)"

uninstall: ## Remove what make install has installed, with the same PREFIX and DESTDIR
	@DESTDIR="$(DESTDIR)" .ci/install uninstall "$(PROGRAM)" "$(PREFIX)"

lint: prepare ## Check format, imports and generated sources, with warnings as errors
	$(SOURCES) | xargs -0 $(SWIFT) format lint --strict --parallel
# feature: Books
	@mkdir -p .build && .ci/embed Fixtures/catalogue .build/embedded.swift
	@cmp .build/embedded.swift $(EMBEDDED) || { echo "make refresh writes it again" >&2; exit 1; }
# end
	$(SWIFT) build --build-tests $(LINT_BUILD) $(STRICT_IMPORTS) -Xswiftc -warnings-as-errors
# feature: Books
	@.ci/check-benchmarks $(LINT_BUILD) $(STRICT_IMPORTS) -Xswiftc -warnings-as-errors
# end

# Built as `make lint` does, so that after it nothing is built again.
docs: prepare ## Write the documentation of all modules as a static site; fails for a warning
	@.ci/docs .build/docs/site $(LINT_BUILD) $(STRICT_IMPORTS) -Xswiftc -warnings-as-errors

format: ## Format all sources in place
	$(SOURCES) | xargs -0 $(SWIFT) format --in-place --parallel

# Built again only when its own sources change: a build that finds nothing to do takes seconds.
SCAFFOLD = .build/debug/scaffold
$(SCAFFOLD): $(shell find App/Scaffold Modules/Scaffold -name '*.swift' -not -path '*/Template*/*') | prepare
	@$(SWIFT) build --quiet --product scaffold $(STRICT_IMPORTS) >&2
	@touch $@

# Signals such as Ctrl-C end these commands before or after a change, not in the middle: a half-made feature could be
# neither made nor removed.
feature: prepare $(SCAFFOLD) ## Create a feature module with its tests, and add it to the app: NAME=Loans [KIND=tab] [DRY_RUN=1]
	@trap '' INT HUP TERM QUIT; $(SCAFFOLD) feature $(if $(DRY_RUN),--dry-run) "$$NAME" "$$KIND" $(if $(DRY_RUN),,&& \
	  $(SWIFT) format --in-place -r "Modules/$$NAME" "Tests/$${NAME}Tests" \
	  "App/Composition/Features/$${NAME}Feature+App.swift" App/Composition/AppFeatures.swift Package.swift)

screen: prepare $(SCAFFOLD) ## Add a screen with its view model, texts and test to a feature: NAME=LoanNotes IN=Loans [DRY_RUN=1]
	@trap '' INT HUP TERM QUIT; $(SCAFFOLD) screen $(if $(DRY_RUN),--dry-run) "$$NAME" "$$IN" $(if $(DRY_RUN),,&& \
	  $(SWIFT) format --in-place "Modules/$$IN/Screens/$${NAME}Screen.swift" \
	  "Modules/$$IN/ViewModels/$${NAME}ViewModel.swift" "Tests/$${IN}Tests/$${NAME}Tests.swift")

remove-feature: prepare $(SCAFFOLD) ## Remove a feature with its wiring and tests, and what needs it: NAME=Loans [DRY_RUN=1] [FORCE=1]
	@trap '' INT HUP TERM QUIT; lines=$$($(SCAFFOLD) remove $(if $(DRY_RUN),--dry-run) $(if $(FORCE),--force) "$$NAME") && \
	  printf '%s\n' "$$lines" $(if $(DRY_RUN),,&& printf '%s\n' "$$lines" | sed -n 's/^changed  *\(.*\.swift\)$$/\1/p' | \
	  tr '\n' '\0' | xargs -0 $(SWIFT) format --in-place)

new-app: prepare $(SCAFFOLD) ## Make an app of your own in a new folder: NAME=Acme DEST=../Acme [FEATURES=One,Another] [BARE=1]
	@$(if $(DRY_RUN),echo "new-app: there is no dry run; only the new folder is written" >&2; exit 2)
	@.ci/new-app $(SCAFFOLD) "$$NAME" "$$DEST" "$$FEATURES" "$$BARE"

test-template: prepare ## Make features and apps in a temporary folder, and lint, build and test each; STEPS="bare full"
	@.ci/test-template $(STEPS)

# A variable of the environment would get the value above, which the script does not take for the template's.
unexport SCAFFOLD
update-from-template: ## Print the template's changes to shared files as a patch: TEMPLATE=../template
	@.ci/update-from-template "$$TEMPLATE"

# The build of the tests, in which crawls are fast.
MAP_BUILD = OPTIMIZED_MODULES=1 $(SWIFT) build $(TEST_BUILD) --quiet --product BooksApp >&2
map: prepare ## Write the maps of the screens to Docs, and into the app
# STATES=all crawls every state, for a way that the maps lack; takes minutes.
ifdef STATES
	@rm -rf .build/maps && mkdir -p .build/maps
	TEST_NIGHTLY=1 TEST_WRITE_MAPS="$$PWD/.build/maps" OPTIMIZED_MODULES=1 \
	  .ci/tests $(SWIFT) test $(TEST_BUILD) --filter MapTests/everyState
	@MAPS=.build/maps .ci/maps
else
	@$(MAP_BUILD)
	@.ci/maps .build/tests/debug/BooksApp
endif

graph: prepare $(SCAFFOLD) ## Draw the graph of modules and folders into Docs/modules.md
	@$(SCAFFOLD) graph

api: prepare ## Write the public API of the core's modules to Docs/api
	TEST_WRITE_API=1 OPTIMIZED_MODULES=1 .ci/tests $(SWIFT) test $(TEST_BUILD) --filter PublicAPITests

core-alone: prepare ## Build and test Docs/Examples/Core from a clean clone of the last commit, by path and by a git URL
	@.ci/core-alone

# feature: Books
refresh: ## Write maps, sessions and embedded books again, see also graph and api; EAST_ASIAN_WIDTH=file for the width table
	.ci/embed Fixtures/catalogue $(EMBEDDED)
# else: refresh: ## Write maps and sessions again, see also graph and api; EAST_ASIAN_WIDTH=file for the width table
# end
	@if [ -n "$(EAST_ASIAN_WIDTH)" ]; then mkdir -p .build && \
	  .ci/widths "$(EAST_ASIAN_WIDTH)" > .build/widths && \
	  mv .build/widths $(WIDTHS) && echo "$(WIDTHS)"; fi
	@$(MAKE) --no-print-directory map
	@$(MAP_BUILD) # with the new maps
	@.ci/sessions .build/tests/debug/BooksApp

# feature: Books
bench: prepare ## Measure speed and memory in release; fails when a ratio is missed, GOALS=0 only prints
	@.ci/prepare '$(BENCH_NEEDS)'
	@rm -f .build/bench/release.yaml # it would not know of new files of the app
	@$(SWIFT) build $(BENCH_BUILD) --quiet >&2
	@$(SWIFT) build $(BENCH_BUILD) --quiet --product BooksApp >&2
	@rm -rf .build/bench/home && mkdir -p .build/bench/home
	@rm -f .build/bench/missed
	@$(AGAIN) $(FIGURES)/SessionFigures Fixtures/sessions/bench.txt
	@$(FIGURES)/SizeFigures
	@$(FIGURES)/ProcessFigures .build/bench/release "$$PWD/.build/bench/home"
	@$(FIGURES)/StorageFigures "$$PWD/.build/bench/home" .build/bench/release/BooksApp
	@$(NETWORK_FIGURES)
	@$(FIGURES)/CatalogueFigures generate "$$PWD/.build/bench/home" $(WORKS)
	@$(FIGURES)/CatalogueFigures import "$$PWD/.build/bench/home"
	@$(FIGURES)/CatalogueFigures read
	@$(AGAIN) $(FIGURES)/CatalogueFigures search "$$PWD/.build/bench/home" .build/bench/release/PlainCSearch
	@$(TEAM_FIGURES)
	@$(SHOW_MISSED)

netbench: prepare ## Measure only the network client, as make bench does among others
	@.ci/prepare '$(NETWORK_NEEDS)'
	@rm -f .build/bench/release.yaml
	@$(SWIFT) build $(BENCH_BUILD) --quiet --product NetworkFigures >&2
	@rm -f .build/bench/missed
	@$(NETWORK_FIGURES)
	@$(SHOW_MISSED)

teambench: prepare ## Measure how long a team waits for a test and a new feature; CLEAN=1: also for a first build, all tests and maps
	@mkdir -p .build/bench && rm -f .build/bench/missed
	@$(TEAM_FIGURES)
	@$(SHOW_MISSED)
# end

# Killed transfers and requests with short times are left to the other runs: slowed down several times they
# outlast their time limits. Memory is not measured: the sanitizers take several times as much.
TIMED_SUITES = NetworkFaultTests NetworkStormTests NetworkEndTests CachePoisonTests
UNSANITIZED = $(TIMED_SUITES:%=--skip %) --skip MemoryTests
sanitize: prepare ## Run the tests of storage, network and line editing with thread and address sanitizer; takes minutes
	@.ci/sanitize thread $(STRICT_IMPORTS) $(or $(ARGS),$(STORAGE_TESTS) $(UNSANITIZED) --skip KilledTransferTests)
	@.ci/sanitize address $(STRICT_IMPORTS) $(or $(ARGS),$(STORAGE_TESTS) $(UNSANITIZED))

faults: prepare ## Kill and break the storage at every system call instead of every fifth; takes minutes
	TEST_ALL_FAULTS=1 OPTIMIZED_MODULES=1 .ci/tests $(SWIFT) test $(TEST_BUILD) --filter SQLiteStorageTests.FaultTests

WALKS ?= 10
walks: prepare ## Run ten times as many random walks as make test; WALKS=100 for more; takes minutes
	TEST_WALKS=$(WALKS) OPTIMIZED_MODULES=1 .ci/tests $(SWIFT) test $(TEST_BUILD) --filter Walk

# feature: Books
covers: prepare ## Build with the trait Covers, and test covers with it; takes minutes
	@.ci/prepare 'file:/usr/include/turbojpeg.h,libturbojpeg0-dev,jpeg-turbo'
	OPTIMIZED_MODULES=1 .ci/tests $(SWIFT) test --traits Covers --scratch-path .build/covers \
	  -debug-info-format none --filter Cover
# end

nightly: ## Run what takes hours: all faults, walks and states, both sanitizers, every made app, every map
	@$(MAKE) --no-print-directory faults
	@TEST_NIGHTLY=1 $(MAKE) --no-print-directory walks # they begin in every state
# feature: Books
	@$(MAKE) --no-print-directory covers
# end
	TEST_NIGHTLY=1 OPTIMIZED_MODULES=1 .ci/tests $(SWIFT) test $(TEST_BUILD) --filter AppTests
# feature: Books
	TEST_NIGHTLY=1 OPTIMIZED_MODULES=1 .ci/tests $(SWIFT) test $(TEST_BUILD) --filter OpenLibraryFuzzTests
# end
	@$(MAKE) --no-print-directory sanitize ARGS="$(UNSANITIZED) --skip KilledTransferTests"
	@$(MAKE) --no-print-directory test-template STEPS=all
# Every map is crawled, even if the sources are those of the last crawl.
	@rm -f .build/maps.sources
	@$(MAKE) --no-print-directory map
	git diff --exit-code -- Docs/map.mmd Docs/maps App/Terminal/KnownMap+Table.swift

# The modules that need no Linux, each for both platforms. Its own folder for what is built: Xcode's default
# one is in the home folder.
APPLE_MODULES = Services Files HTTP Terminal Core Accounts Inspection Walks TestKit Catalogue LocalCatalogue OpenLibrary \
  Networking Goodreads $(APP_FEATURES) SQLiteStorage AppComposition
# The features of the app, in Package.swift.
APP_FEATURES = $(shell sed -n '/^let features = \[/,/^\]/s/^ *"\([^"]*\)".*/\1/p' Package.swift)
apple: ## Build the modules that need no Linux for macOS and iOS; needs a Mac with Xcode
	@for module in $(APPLE_MODULES); do for platform in macOS iOS; do \
	  echo "$$module for $$platform"; \
	  xcodebuild build -quiet -scheme $$module -destination "generic/platform=$$platform" \
	    -derivedDataPath .build/apple ENABLE_TESTING_SEARCH_PATHS=YES || exit 1; \
	done; done

help: ## List what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-20s  %s\n", $$1, $$2 }' Makefile

clean: ## Remove everything that was built
	rm -rf .build Tests/Benchmarks/.build Docs/Examples/*/.build

prepare: ## Look for what the build needs; as root, or with CI=1, install what is missing
	@.ci/prepare '$(NEEDS)'

build: prepare ## Build .build/debug/BooksApp
	@test -x .build/debug/BooksApp || echo "Building; the first time takes a minute." >&2
	@$(SWIFT) build --quiet --product BooksApp $(STRICT_IMPORTS) >&2
