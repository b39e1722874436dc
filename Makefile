# `make` alone lists the targets.

export GOFLAGS := $(GOFLAGS) -buildvcs=false

# What computes a shift, and so must compute the same bits everywhere.
ENGINE := $(addprefix ./internal/,detmath random queueing slo world service cdn scenario replay shift debrief runbook sweep search)
# What only compiles for the browser.
BROWSER := ./cmd/engine ./cmd/stage ./cmd/qr ./cmd/files ./internal/bridge ./internal/canvas
# What has benchmarks worth a look: the model's minutes, the charts, a frame of the stage.
BENCH := $(ENGINE) ./internal/chart ./internal/canvas
BIN := .ci/bin
FUZZTIME ?= 1m

.PHONY: help play site test check format vet lint generated fused arm64 fuzz bench shots

help:
	@echo 'make play      build everything, serve it on localhost, print the address'
	@echo 'make test      every test, the browser journeys included'
	@echo 'make site      dist/, ready for any static host'
	@echo 'make check     gofmt, go vet, staticcheck, tsgo, generated code, fusing and arm64 checks'
	@echo 'make fuzz      every fuzz target for a minute (FUZZTIME=10m for longer)'
	@echo 'make shots     pictures of the page, to be looked at, in shots/'
	@echo 'make bench     the benchmarks, natively and in the browser'

play:
	@go run ./cmd/site play

site:
	@go run ./cmd/site build

# The journeys come last and alone: a browser beside the compiler would be slow.
test:
	@.ci/need chromium $${ONCALL_CHROMIUM:-chromium} chromium-browser google-chrome
	go test $$(go list ./... | grep -v '/internal/e2e$$')
	go test -timeout 60m ./internal/e2e

check: format vet lint generated fused arm64

format:
	@bad=$$(gofmt -l cmd internal scenarios site); \
	if [ -n "$$bad" ]; then echo "gofmt would change:"; echo "$$bad"; exit 1; fi

vet:
	go vet ./...
	GOOS=js GOARCH=wasm go vet $(BROWSER)

# The linters have a module of their own, so that the page's and the tests' dependencies stay few.
lint: $(BIN)/staticcheck
	$(BIN)/staticcheck ./...
	GOOS=js GOARCH=wasm $(BIN)/staticcheck $(BROWSER)
	$(BIN)/tsgo --noEmit -p site/app
	$(BIN)/tsgo --noEmit -p site/app/tsconfig.sw.json

$(BIN)/staticcheck: .ci/tools/go.mod .ci/tools/go.sum
	go -C .ci/tools build -o ../bin/ tool

generated:
	@.ci/generated

fused:
	@.ci/fused $(ENGINE)

# The golden shifts on another processor. Not having its emulator is no failure on a desk.
arm64:
	@if [ -n "$$CI" ]; then .ci/need qemu-user-static qemu-aarch64-static || true; fi; \
	if command -v qemu-aarch64-static >/dev/null; then \
		echo 'golden shifts on arm64 (qemu)'; \
		CGO_ENABLED=0 GOARCH=arm64 go test -exec qemu-aarch64-static -run TestGoldenShifts ./internal/shift; \
	else \
		echo 'arm64: skipped, because qemu-aarch64-static is not installed (Debian: qemu-user-static)'; \
	fi

fuzz:
	@for file in $$(grep -rl '^func Fuzz' --include='*_test.go' cmd internal scenarios); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$file); do \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) ./$$(dirname $$file) || exit 1; \
		done; \
	done

bench:
	@echo '== natively'
	@go test -run '^$$' -bench . $(BENCH)
	@echo '== in the browser'
	@.ci/need chromium $${ONCALL_CHROMIUM:-chromium} chromium-browser google-chrome
	@go run ./internal/wasmbench $(BENCH)
	@echo '== the service world beside the same model in JavaScript, and sweeps of it'
	@go run ./internal/wasmbench --baseline

shots:
	@.ci/need chromium chromium chromium-browser google-chrome
	@go run ./internal/shots -o shots
