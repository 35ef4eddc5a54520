# `make run` shows the program on the bundled sample, `make test` proves it.
SWIFT ?= swift
SECONDS_EACH ?= 10

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
STATIC = .build/static

.PHONY: help run test test-threads lint bench fuzz mutants format check-toolchain static man \
  install uninstall

help:
	@echo "make run          builds the program and shows it on the bundled sample, offline"
	@echo "make test         runs every test"
	@echo "make test-threads runs the runtime's tests under Thread Sanitizer"
	@echo "make lint         finds code that would miss a line end"
	@echo "make bench        measures the program against plain code; NAME=runtime measures only that,"
	@echo "                  PROGRAM=/usr/local/bin/libraryctl that program's commands"
	@echo "make fuzz         tries each reader on made-up bytes; SECONDS_EACH=600 NAME=json for long"
	@echo "make mutants      takes out each guard in turn and shows the test that then fails; NAME=tickets"
	@echo "                  tries only guards with that word in their name or path"
	@echo "make install      puts program, manual and completions below PREFIX (/usr/local)"
	@echo "make uninstall    takes them away again"
	@echo "make man          writes the manual into .build/man1"
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

lint:
	@scripts/lint

bench: check-toolchain
	$(SWIFT) build --package-path Benchmarks -c release --product libraryctl
	$(SWIFT) build --package-path Benchmarks -c release --product benchmarks
	@$(if $(PROGRAM),PROGRAM="$(PROGRAM)") \
	  "$$($(SWIFT) build --package-path Benchmarks -c release --show-bin-path)/benchmarks" $(NAME)

fuzz: check-toolchain
	@SWIFT="$(SWIFT)" SECONDS_EACH="$(SECONDS_EACH)" scripts/fuzz $(NAME)

mutants: check-toolchain
	@scripts/mutants $(NAME)

format:
	$(SWIFT) format --in-place --recursive Package.swift Benchmarks Fuzzing Sources Tests migrations

# The program for machines without Swift.
static: check-toolchain
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path $(STATIC) --product libraryctl

man: static
	mkdir -p .build/man1
	$(STATIC)/release/libraryctl help --man .build/man1

install: man
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/zsh/site-functions" \
	  "$(SHARE)/bash-completion/completions" "$(SHARE)/fish/vendor_completions.d" \
	  "$(SHARE)/doc/libraryctl/json"
	install -m 755 -s $(STATIC)/release/libraryctl "$(DESTDIR)$(PREFIX)/bin/libraryctl"
	install -m 644 .build/man1/*.1 "$(SHARE)/man/man1"
	install -m 644 docs/json/*.json "$(SHARE)/doc/libraryctl/json"
	install -m 644 docs/*.md "$(SHARE)/doc/libraryctl"
	$(STATIC)/release/libraryctl completion bash > "$(SHARE)/bash-completion/completions/libraryctl"
	$(STATIC)/release/libraryctl completion zsh > "$(SHARE)/zsh/site-functions/_libraryctl"
	$(STATIC)/release/libraryctl completion fish \
	  > "$(SHARE)/fish/vendor_completions.d/libraryctl.fish"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/libraryctl" "$(SHARE)/man/man1/libraryctl.1" \
	  "$(SHARE)"/man/man1/libraryctl-*.1 "$(SHARE)/bash-completion/completions/libraryctl" \
	  "$(SHARE)/zsh/site-functions/_libraryctl" "$(SHARE)/fish/vendor_completions.d/libraryctl.fish"
	rm -rf "$(SHARE)/doc/libraryctl"
