// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"net"
	"net/http"
	"time"
)

// web serves a handler on a free port of this machine, until it is closed.
type web struct {
	*http.Server
	url string
}

func startWeb(ctx context.Context, handler http.Handler) (*web, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &web{&http.Server{ReadHeaderTimeout: time.Minute, Handler: handler}, "http://" + listener.Addr().String()}
	go func() { _ = w.Serve(listener) }() // Serve returns when web is closed. Any other end shows up as failed requests.
	return w, nil
}
