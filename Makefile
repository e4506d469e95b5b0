# The two commands of the README are `make run` and `make test`.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Without the local run path the loader does not look for every library beside the program first.
RELEASE := $(SWIFT) build --configuration release --static-swift-stdlib --disable-local-rpath
SOURCES := Sources Tests Package.swift Benchmarks Tools

.PHONY: run build test bench install clean deb bootstrap

run: build
	.build/release/tweetie

build: bootstrap
	$(RELEASE) --product tweetie
	$(RELEASE) --product tweetie-picture
	Scripts/catalogues .build/release/locale

test: bootstrap
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	$(SWIFT) test

bench: build
	$(RELEASE) --product TweetieBenchmark
	.build/release/TweetieBenchmark

install:
	Scripts/install "$(DESTDIR)" "$(PREFIX)"

deb: build
	Scripts/package-deb

clean:
	rm -rf .build

bootstrap:
	@Scripts/bootstrap
