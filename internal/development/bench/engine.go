// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// benchEngine is a reference server in this process that counts its requests.
type benchEngine struct {
	*web
	server   *refserver.Server
	requests atomic.Int64
}

func startEngine(ctx context.Context) (*benchEngine, error) {
	server, err := refserver.New(refserver.Options{})
	if err != nil {
		return nil, err
	}
	e := &benchEngine{server: server}
	e.web, err = startWeb(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.requests.Add(1)
		server.ServeHTTP(w, r)
	}))
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	return e, nil
}

// delay makes every later request slower by latency.
func (e *benchEngine) delay(latency time.Duration) {
	if latency > 0 {
		e.server.Before(func(*http.Request) { time.Sleep(latency) })
	}
}

func (e *benchEngine) stop() error { return errors.Join(e.Close(), e.server.Close()) }

// environment returns the variables with which the provider finds the engine.
func (e *benchEngine) environment() []string {
	return []string{"ENGINE_BASE_URL=" + e.url, "ENGINE_ACCESS_ID=" + e.server.AccessID(), "ENGINE_SECRET_KEY=" + e.server.SecretKey()}
}

// create creates an object over HTTP and returns its id.
func (e *benchEngine) create(ctx context.Context, path string, body map[string]any) (string, error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url+path, bytes.NewReader(encoded))
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Service "+e.server.AccessID()+" "+e.server.SecretKey())
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	var created struct{ ID string }
	if err := json.NewDecoder(response.Body).Decode(&created); err != nil || created.ID == "" {
		return "", fmt.Errorf("POST %s: %s without an id (%w)", path, response.Status, err)
	}
	return created.ID, nil
}
