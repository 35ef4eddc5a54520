# `make run` shows the program on the bundled sample, `make test` proves it.
SWIFT ?= swift
SECONDS_EACH ?= 10

.PHONY: help run test test-threads bench fuzz mutants format check-toolchain

help:
	@echo "make run          builds the program and shows it on the bundled sample, offline"
	@echo "make test         runs every test"
	@echo "make test-threads runs the runtime's tests under Thread Sanitizer"
	@echo "make bench        measures the program against plain code; NAME=runtime measures only that"
	@echo "make fuzz         tries each reader on made-up bytes; SECONDS_EACH=600 NAME=json for long"
	@echo "make mutants      takes out each guard in turn and shows the test that then fails"
	@echo "make format       formats the sources"

check-toolchain:
	@scripts/check-toolchain

run: check-toolchain
	$(SWIFT) build -c release --product libraryctl
	@scripts/show-sample "$$($(SWIFT) build -c release --show-bin-path)/libraryctl"

test: check-toolchain
	$(SWIFT) build --build-tests
	SWIFT_BACKTRACE=enable=no $(SWIFT) test --skip-build

test-threads: check-toolchain
	@SWIFT="$(SWIFT)" scripts/test-threads

bench: check-toolchain
	$(SWIFT) build --package-path Benchmarks -c release --product libraryctl
	$(SWIFT) build --package-path Benchmarks -c release --product benchmarks
	@"$$($(SWIFT) build --package-path Benchmarks -c release --show-bin-path)/benchmarks" $(NAME)

fuzz: check-toolchain
	@SWIFT="$(SWIFT)" SECONDS_EACH="$(SECONDS_EACH)" scripts/fuzz $(NAME)

mutants: check-toolchain
	@scripts/mutants

format:
	$(SWIFT) format --in-place --recursive Package.swift Benchmarks Fuzzing Sources Tests migrations
