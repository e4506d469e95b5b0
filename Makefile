# The two commands of the README are `make run` and `make test`.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
RELEASE := $(SWIFT) build --configuration release --static-swift-stdlib --product tweetie
SOURCES := Sources Tests Package.swift Benchmarks

.PHONY: run build test bench install clean deb bootstrap

run: build
	.build/release/tweetie

build: bootstrap
	$(RELEASE)
	Scripts/catalogues .build/release/locale

test: bootstrap
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	$(SWIFT) test

bench: build
	$(SWIFT) run --configuration release TweetieBenchmark

install:
	Scripts/install "$(DESTDIR)" "$(PREFIX)"

deb: build
	Scripts/package-deb

clean:
	rm -rf .build

bootstrap:
	@Scripts/bootstrap
