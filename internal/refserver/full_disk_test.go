// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package refserver_test

import (
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/store"
)

// The environment variable fullDisk contains the name of the data file. If it is set, the test binary runs as a server whose disk is full,
// simulated by a limit on file sizes.
const fullDisk = "REFSERVER_TEST_FULL_DISK"

// TestFullDisk checks that if the disk is full, a write is rejected with 507 (quirk 187 in quirks.go), while reads still work. Once there
// is space again, writes must succeed. After a SIGKILL, the data file must contain exactly the successful writes.
func TestFullDisk(t *testing.T) {
	if file := os.Getenv(fullDisk); file != "" {
		runOnFullDisk(t, file)
		return
	}
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if !store.OutOfSpace(&os.PathError{Err: full}) {
			t.Errorf("%v does not count as a full disk", full)
		}
	}
	file := filepath.Join(t.TempDir(), "data")
	run := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFullDisk$")
	run.Env = append(os.Environ(), fullDisk+"="+file)
	output, err := run.CombinedOutput()
	accepted, ok := strings.CutPrefix(string(output), "accepted: ")
	if err == nil || err.Error() != "signal: killed" || !ok {
		t.Fatalf("the process ends with %v: %s", err, output)
	}
	c := servertest.Serve(t, refserver.Options{Data: file})
	servertest.Equal(t, c.Server.Objects("node"), accepted)
}

// runOnFullDisk runs the server with a full disk. It prints the objects from successful writes and then kills its own process.
func runOnFullDisk(t *testing.T, file string) {
	signal.Ignore(syscall.SIGXFSZ)
	const full, free = 1 << 18, 1 << 30
	limit := func(bytes uint64) {
		var now syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
			t.Fatal(err)
		}
		now.Cur = min(bytes, now.Max)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
			t.Fatal(err)
		}
	}
	limit(1)
	if s, err := refserver.Open(t.Context(), refserver.Options{Data: file}); err == nil {
		t.Errorf("a server starts without room for its data file: %v", s.Close())
	}
	limit(free)
	c := servertest.Serve(t, refserver.Options{Data: file})
	body := Object{"name": "n", "type": "t", "notes": strings.Repeat("x", 50_000)}
	more := Object{"notes": strings.Repeat("x", full)} // More than the free space.
	for range 2 {
		limit(full)
		made := fill(t, c, body)
		for range 3 {
			last := c.Server.Objects("node")[made-1]
			got := c.Do("PATCH", c.Path("node", last), more)
			if got.Status != http.StatusInsufficientStorage {
				t.Errorf("an update gets %d %.300s", got.Status, got.Body)
			}
			if list := c.Get(servertest.Paths["node"] + "?page_size=1000"); list["count"] != float64(made) {
				t.Errorf("%v nodes are listed of %d", list["count"], made)
			}
		}
		limit(free)
		c.Create("node", body)
	}
	limit(full)
	fill(t, c, body)
	if t.Failed() {
		return
	}
	_, _ = os.Stdout.WriteString("accepted: " + servertest.JSON(t, c.Server.Objects("node")))
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

func fill(t *testing.T, c *servertest.Client, body Object) int {
	t.Helper()
	for range 100 {
		before := len(c.Server.Objects("node"))
		got := c.Do("POST", servertest.Paths["node"], body)
		after := len(c.Server.Objects("node"))
		if got.Status == http.StatusInsufficientStorage && got.Doc["detail"] != nil && after == before {
			return after
		}
		if got.Status != http.StatusCreated || after != before+1 {
			t.Fatalf("%d %.300s, and %d nodes of %d", got.Status, got.Body, after, before)
		}
	}
	t.Fatal("the disk does not get full")
	return 0
}
