# The two commands of the README are `make run` and `make test`.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# One that is set and empty is a directory without a name to the toolchain.
unexport $(foreach name,CACHE CONFIG DATA STATE,$(if $(XDG_$(name)_HOME),,XDG_$(name)_HOME))
# What is decided here is decided for the start: half of it is the loader's and the runtime's.
# - Without the local run path the loader does not look for every library beside the program first.
# - The C++ library, of which the Swift runtime needs little, is linked in: it has thousands of
#   symbols to be looked up otherwise. So are the small libraries that every start needs: each costs
#   the loader a dozen calls and a few hundred symbols. Those for pictures and the network are not:
#   they come later, and what parses the world's bytes is the system's to mend.
# - Types are made by calling their accessors, not by reading their mangled names, which looks up
#   every conformance.
# - A page of memory that is touched for the first time costs as much as a thousand steps. So the
#   client stands where it was linked to stand, and the loader need not write an address into every
#   page of its tables (what parses pictures, `tweetie-picture`, stands somewhere else each time). The
#   functions a start runs through stand side by side, and next to them those that reading does:
#   `Scripts/start-order` lists them.
# - What debuggers read is left out: it is a fifth of the time to build.
# - Functions that are the same are there once, and nothing is offered to libraries that nobody opens:
#   that is a tenth of the program. So are names of functions in reports of crashes; the program with
#   its names is kept for those (.build/release/tweetie, before a package strips it).
# - Tables for unwinding, a tenth of the program, are left out: Swift throws nothing through them, and
#   reports of crashes follow the frame pointers.
# - No folder of the machine that builds is in it, so that two builds are the same bytes.
STATIC := .build/static
LINKED_IN := stdc++ ncursesw tinfo sqlite3 inih
RELEASE := $(SWIFT) build --configuration release --static-swift-stdlib --disable-local-rpath \
  -Xswiftc -use-ld=lld \
  -Xswiftc -L$(CURDIR)/$(STATIC) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker --as-needed -Xswiftc -gnone \
  -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xlinker --symbol-ordering-file=$(CURDIR)/Packaging/start-order \
  -Xlinker --no-warn-symbol-ordering -Xlinker --icf=all -Xlinker --no-export-dynamic \
  -Xlinker -T$(CURDIR)/Packaging/leave-out.ld -Xcc -fno-omit-frame-pointer \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
  -Xcc -fstack-protector-strong \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
CLIENT := --product tweetie -Xlinker --no-pie
SOURCES := Sources Tests Package.swift Benchmarks Tools

.PHONY: run build test smoke bench install clean deb check-deb bootstrap tarball check-tarball \
  reproduce lintian

run: build
	.build/release/tweetie

build: bootstrap $(STATIC)
	$(RELEASE) $(CLIENT)
	Scripts/build-picture .build/release/tweetie-picture
	Scripts/catalogues .build/release/locale
	ln -sfn "$(CURDIR)/Demo" .build/release/demo

test: bootstrap
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	$(SWIFT) build --build-tests
# Not thousands at a time, of which the last would begin when the patience of the first ends.
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=24 Scripts/run-tests --skip Stories
# By themselves and a dozen at a time: each is a program, its supervisor, a terminal and a service,
# and watches a screen on which sentences come and go.
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=12 Scripts/run-tests --filter Stories

# The linker takes the first it finds: here there is none but the static one.
$(STATIC):
	mkdir -p $@
	for name in $(LINKED_IN); do ln -sf "$$($(CC) -print-file-name=lib$$name.a)" $@/; done

# What an optimizer makes of the program, no test that is built for debugging can tell.
smoke: build
	Scripts/smoke .build/release/tweetie

bench: build
	$(RELEASE) --product TweetieBenchmark
	.build/release/TweetieBenchmark

install:
	Scripts/install "$(DESTDIR)" "$(PREFIX)"

deb: build
	Scripts/package-deb

# What Debian's own check says of the packages; what is ours to mend fails.
lintian: deb
	lintian --fail-on error,warning .build/tweetie_*.deb .build/tweetie-demo_*.deb

# On systems that have nothing, Debian 12 and 13; as root.
check-deb: deb
	Scripts/check-deb bookworm
	Scripts/check-deb trixie

# One folder for every Linux with glibc 2.35 or later on a machine like this one.
tarball: build
	Scripts/package-tarball

check-tarball: tarball
	Scripts/check-tarball bookworm
	Scripts/check-tarball trixie

# Builds the last commit twice, in two folders, and compares the packages byte by byte.
reproduce:
	Scripts/reproduce

clean:
	rm -rf .build

bootstrap:
	@Scripts/bootstrap
