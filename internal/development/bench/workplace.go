// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

//go:embed configurations
var configurations embed.FS

type sample struct {
	wall     time.Duration
	requests int64
	usage
}

// workplace is the environment in which the benchmark runs operations with a variant: a directory, a new engine, and a store for
// Terraform's state.
type workplace struct {
	variant
	program     string // path of the Terraform binary
	directory   string
	terraform   *terraform.Terraform
	environment []string
	engine      *refserver.Server
	servers     []*httptest.Server
	requests    atomic.Int64 // number of requests to the engine
}

func (m *measurer) newWorkplace(ctx context.Context, v variant, count int) (*workplace, error) {
	w := &workplace{variant: v, program: m.terraform, directory: filepath.Join(m.parent, strings.ReplaceAll(v.name, " ", "-"))}
	if err := w.prepare(ctx, count); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *workplace) prepare(ctx context.Context, count int) (err error) {
	if w.engine, err = refserver.New(refserver.Options{}); err != nil {
		return err
	}
	w.engine.Before(func(*http.Request) {
		w.requests.Add(1)
		time.Sleep(w.latency)
	})
	engine, states := httptest.NewServer(w.engine), httptest.NewServer(&stateStore{})
	w.servers = []*httptest.Server{engine, states}
	w.environment = []string{
		"ENGINE_BASE_URL=" + engine.URL, "ENGINE_ACCESS_ID=" + w.engine.AccessID(), "ENGINE_SECRET_KEY=" + w.engine.SecretKey(),
		fmt.Sprintf("ENGINE_BULK_READS=%t", !w.noBulkReads),
		"TF_HTTP_ADDRESS=" + states.URL, fmt.Sprintf("TF_VAR_alerts=%d", count),
	}
	if err := os.RemoveAll(w.directory); err != nil { // An earlier run used the same name.
		return err
	}
	if err := os.MkdirAll(w.directory, 0o755); err != nil {
		return err
	}
	names := []string{w.configuration + ".tf", "backend.tf"}
	if w.localState {
		names = names[:1]
	}
	for _, name := range names {
		text, err := configurations.ReadFile("configurations/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(w.directory, name), text, 0o600); err != nil {
			return err
		}
	}
	return w.initialize(ctx)
}

// initialize runs terraform init and makes Terraform use this binary as the provider (see launch.go).
func (w *workplace) initialize(ctx context.Context) error {
	launcher, err := os.Executable()
	if err != nil {
		return err
	}
	w.terraform, err = terraform.New(w.program, w.directory, launcher, slices.Concat(w.environment,
		[]string{providerVariable + "=" + w.provider, usageVariable + "=" + w.usageFile(), "TF_INPUT=0", "TF_CLI_ARGS=-no-color"})...)
	if err != nil {
		return err
	}
	return w.terraform.Init(ctx)
}

func (w *workplace) usageFile() string { return filepath.Join(w.directory, "usage") }

func (w *workplace) close() error {
	for _, server := range w.servers {
		server.Close()
	}
	if w.engine == nil {
		return nil
	}
	return w.engine.Close()
}

func (w *workplace) measure(ctx context.Context, o operation) (sample, error) {
	before, begin := w.requests.Load(), time.Now()
	output, err := w.terraform.Run(ctx, o.arguments...)
	taken := sample{wall: time.Since(begin), requests: w.requests.Load() - before}
	if err == nil && !strings.Contains(output, o.success) {
		err = fmt.Errorf("the output lacks %q; the log is in %s", o.success, w.directory)
	}
	if err != nil {
		return sample{}, fmt.Errorf("%s: %s: %w", w.name, o.name, err)
	}
	taken.usage, err = takeUsage(w.usageFile())
	return taken, err
}

// adopt runs the adopt subcommand in a new directory. All later operations also run in that directory.
func (w *workplace) adopt(ctx context.Context) (sample, error) {
	directory, before := w.directory+"-adopted", w.requests.Load()
	output, taken, err := subcommand(ctx, w.usageFile(), w.provider, w.environment, "adopt", "-dir", directory)
	if success := " to import, 0 to change\n"; err == nil && !strings.HasSuffix(output, success) {
		err = fmt.Errorf("the output of adopt lacks %q:\n%s", success, output)
	}
	if err != nil {
		return sample{}, err
	}
	taken.requests = w.requests.Load() - before
	w.directory = directory
	return taken, w.initialize(ctx)
}

func (w *workplace) draw(ctx context.Context) (sample, error) {
	state, err := w.terraform.Run(ctx, "show", "-json")
	file := filepath.Join(w.directory, "state.json")
	if err == nil {
		err = os.WriteFile(file, []byte(state), 0o600)
	}
	if err != nil {
		return sample{}, err
	}
	_, taken, err := subcommand(ctx, w.usageFile(), w.provider, nil, "draw", "-plan", file, "-out", filepath.Join(w.directory, "drawn"))
	return taken, err
}

// stateStore is a state store for Terraform's "http" backend. With such a backend, as with a team's remote store, Terraform writes the
// state only every 20 seconds and at the end. With a local file, Terraform would write the state after each object.
type stateStore struct {
	mu    sync.Mutex
	state []byte
}

func (s *stateStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
	case r.Method == http.MethodPost:
		s.state = body
	case s.state == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		_, _ = w.Write(s.state) // Terraform detects an incomplete response.
	}
}
