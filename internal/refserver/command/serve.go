// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/base/commandline"
	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/inputfile"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/control"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/page"
)

// Time limits for slow clients, in addition to -read-timeout.
const (
	maxHeaderTime = 10 * time.Second
	idleTime      = 2 * time.Minute
)

// listeners contains the listeners for the server and for the control API. If the -control flag isn't set, the control listener is nil.
type listeners struct {
	engine, control net.Listener
}

// serve runs the server until ctx is canceled, an interrupt arrives, or the command after "--" exits. It returns the exit status. The
// context named starting is used only during startup.
func (set settings) serve(ctx, starting context.Context, stdout, stderr io.Writer) (status int, err error) {
	interrupts := make(chan os.Signal, 4)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupts)

	server, err := refserver.Open(starting, set.options)
	if err != nil {
		return commandline.Failure, err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	if err := set.seed(starting, server); err != nil {
		return commandline.Failure, err
	}
	on, err := set.open(ctx)
	if err != nil {
		return commandline.Failure, err
	}
	if address, isTCP := on.engine.Addr().(*net.TCPAddr); isTCP && !address.IP.IsLoopback() {
		_, _ = fmt.Fprintf(stderr, "reference-server: warning: other machines can reach %s, and the connection is not encrypted\n", address)
	}
	served := make(chan error, 2)
	handler, closePage := http.Handler(server), func() {}
	if address := set.pageAddress(on.engine); address != "" {
		shown := page.New(server)
		closePage = shown.Close
		handler = shown.Wrap(server)
		if len(set.command) == 0 { // Don't mix this message into the output of a command.
			set.options.Log.InfoContext(ctx, "serving the page", "url", address)
		}
	}
	webs := []*http.Server{set.start(handler, on.engine, served)}
	if on.control != nil {
		webs = append(webs, set.start(control.New(server, set.token), on.control, served))
	}

	environment := set.environment(on)
	if len(set.command) > 0 {
		status, err = runCommand(ctx, set.command, environment, interrupts, stdout, stderr)
	} else {
		err = wait(ctx, environment, interrupts, served, stdout)
	}
	server.EndRuns() // Otherwise, Shutdown would wait for requests that are waiting for alert runs.
	closePage()      // Disconnects browsers.
	for _, web := range webs {
		err = errors.Join(err, shutDown(ctx, web))
	}
	return status, err
}

func (set settings) seed(ctx context.Context, server *refserver.Server) error {
	if set.objects == "" {
		return nil
	}
	text, err := inputfile.Read(ctx, set.objects, maxFile)
	if err != nil {
		return err
	}
	objects, err := refserver.ReadObjects(bytes.NewReader(text))
	if err != nil {
		err = document.SyntaxError(text, err)
	} else {
		err = server.Seed(objects)
	}
	if err != nil {
		return fmt.Errorf("the objects of %s: %w", set.objects, err)
	}
	return nil
}

func (set settings) open(ctx context.Context) (on listeners, err error) {
	if on.engine, err = listen(ctx, "listen", set.listen); err != nil || set.control == nil {
		return on, err
	}
	if on.control, err = listen(ctx, "control", set.control.String()); err != nil {
		return on, errors.Join(err, on.engine.Close())
	}
	return on, nil
}

// listen opens a listener on an address. Its errors contain the name of the flag that sets the address.
func listen(ctx context.Context, flag, address string) (net.Listener, error) {
	on, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	var failed *net.OpError
	var refused *os.SyscallError
	switch {
	case errors.As(err, &refused) && refused.Syscall == "bind": // For example, because the port is in use.
		return nil, fmt.Errorf("-%s %s: %w; -%s 127.0.0.1:0 takes a free port", flag, address, refused.Err, flag)
	case errors.As(err, &failed):
		return nil, fmt.Errorf("-%s %s: %w", flag, address, failed.Err)
	case err != nil:
		return nil, fmt.Errorf("-%s %s: %w", flag, address, err)
	}
	return on, nil
}

// start serves requests in the background, with time limits for slow clients. When the server stops, the served channel receives its error.
func (set settings) start(handler http.Handler, on net.Listener, served chan<- error) *http.Server {
	web := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: min(maxHeaderTime, set.readTimeout),
		ReadTimeout:       set.readTimeout,
		IdleTimeout:       idleTime,
	}
	go func() { served <- web.Serve(on) }()
	return web
}

// pageAddress returns the URL of the server's web page, or "" if the page is disabled or browsers on this machine can't reach it.
func (set settings) pageAddress(on net.Listener) string {
	host, _, err := net.SplitHostPort(clientAddress(on))
	if set.noPage || err != nil || !net.ParseIP(host).IsLoopback() {
		return ""
	}
	return "http://" + clientAddress(on) + page.Path
}

// clientAddress returns the HOST:PORT at which clients on this machine can reach the server. If the server is listening on all addresses
// ([::] or 0.0.0.0), the host is 127.0.0.1.
func clientAddress(on net.Listener) string {
	address, isTCP := on.Addr().(*net.TCPAddr)
	if !isTCP || !address.IP.IsUnspecified() {
		return on.Addr().String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(address.Port))
}

// environment returns the environment variables for clients: the addresses and credentials of the server and the control API.
func (set settings) environment(on listeners) []string {
	variables := []string{
		"ENGINE_BASE_URL=http://" + clientAddress(on.engine),
		"ENGINE_ACCESS_ID=" + set.options.AccessID,
		"ENGINE_SECRET_KEY=" + set.options.SecretKey,
	}
	if on.control != nil {
		variables = append(variables, "ENGINE_CONTROL_URL=http://"+on.control.Addr().String(), "ENGINE_CONTROL_TOKEN="+set.token)
	}
	return variables
}

// wait prints the environment variables as an export command for a shell. It returns after an interrupt, when ctx is canceled, or when a
// listener fails.
func wait(ctx context.Context, environment []string, interrupts <-chan os.Signal, served <-chan error, stdout io.Writer) error {
	line := "export"
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		line += " " + name + "=" + shellWord(value)
	}
	if _, err := fmt.Fprintln(stdout, line); err != nil {
		return err
	}
	select {
	case <-interrupts:
		return nil
	case <-ctx.Done():
		return nil
	case err := <-served:
		return err
	}
}

// shutDown shuts a server down. It gives open requests up to five seconds to finish, and then closes their connections.
func shutDown(ctx context.Context, web *http.Server) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := web.Shutdown(ctx); err != nil {
		return web.Close()
	}
	return nil
}

// shellWord returns value as a single shell word, in quotes unless all of its characters are safe in a shell.
func shellWord(value string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:[]@%+,", r)
	}
	if strings.TrimFunc(value, plain) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
