# The two commands of the README are `make run` and `make test`.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# The toolchain would take a variable that is set and empty for a directory with an empty name.
unexport $(foreach name,CACHE CONFIG DATA STATE,$(if $(XDG_$(name)_HOME),,XDG_$(name)_HOME))
# The options of a release build. Most of them shorten the start, half of which is the work of the
# loader and the Swift runtime.
# - No local run path: the loader does not search the program's folder for every library first.
# - Static linking of the C++ library, whose thousands of symbols the loader would look up, and of
#   the small libraries that every start needs, each of which takes the loader a dozen system calls.
#   The libraries for pictures and the network are not linked statically: they are loaded later, and
#   since they parse untrusted bytes, the system must be able to update them.
# - Type metadata is created by accessor functions, since mangled names make the runtime look up
#   every conformance.
# - A fixed address for the client, so that the loader need not relocate every page of its tables:
#   the first use of a page takes as long as a thousand instructions. `tweetie-picture`, which
#   parses untrusted pictures, keeps a random address.
# - Functions that a start calls are placed side by side, followed by those for reading; see
#   `Scripts/start-order`.
# - No debug information, which saves a fifth of the build time.
# - Identical functions are merged and no symbols are exported, which saves a tenth of the program.
#   Packages also strip function names; .build/release/tweetie keeps them for crash reports.
# - No tables for unwinding, a tenth of the program: Swift throws nothing through them, and crash
#   reports follow the frame pointers.
# - No paths of the build machine, so that two builds are identical.
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
# Thousands of tests at a time would exceed the time limits of those that started first.
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=24 Scripts/run-tests --skip Stories
# The stories run separately, a dozen at a time: each one starts the program, its supervisor, a
# terminal and a service, and waits for text that is on the screen for a short time only.
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=12 Scripts/run-tests --filter Stories

# A folder of static libraries only, which the linker searches first.
$(STATIC):
	mkdir -p $@
	for name in $(LINKED_IN); do ln -sf "$$($(CC) -print-file-name=lib$$name.a)" $@/; done

# Tests the optimised program, since all other tests are built for debugging.
smoke: build
	Scripts/smoke .build/release/tweetie

bench: build
	$(RELEASE) --product TweetieBenchmark
	.build/release/TweetieBenchmark

install:
	Scripts/install "$(DESTDIR)" "$(PREFIX)"

deb: build
	Scripts/package-deb

# Runs Debian's package checker; errors and warnings fail.
lintian: deb
	lintian --fail-on error,warning .build/tweetie_*.deb .build/tweetie-demo_*.deb

# Tests the packages on bare systems of Debian 12 and 13; as root.
check-deb: deb
	Scripts/check-deb bookworm
	Scripts/check-deb trixie

# Makes one archive for every Linux with glibc 2.35 or later and this machine's architecture.
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
