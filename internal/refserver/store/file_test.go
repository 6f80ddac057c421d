// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func kinds() []*table.Table { return []*table.Table{{Kind: "node"}, {Kind: "alert"}} }

// must makes the changes, which must succeed.
func must(t testing.TB, s *Store, work func(tx *Tx) error) {
	t.Helper()
	if err := s.Write(work); err != nil {
		t.Fatal(err)
	}
}

// all is what a store holds, as one text.
func all(s *Store) string {
	var text strings.Builder
	for _, t := range kinds() {
		for _, o := range s.List(t.Kind) {
			fmt.Fprintf(&text, "%s %d %s %s\n", t.Kind, o.seq, o.id, o.Bytes())
		}
	}
	return text.String()
}

// goodFile writes a file with pages of every kind, and gives its name with what it held after each of the last writes.
func goodFile(t testing.TB) (name string, states []string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "data")
	s, err := Open(kinds(), name)
	if err != nil {
		t.Fatal(err)
	}
	must(t, s, func(tx *Tx) error {
		for i := range 600 {
			id := fmt.Sprint("id-", i)
			if _, err := tx.Create(kinds()[i%2].Kind, id, document.Object{"id": id, "text": strings.Repeat("text ", i%40)}); err != nil {
				return err
			}
		}
		_, err := tx.Create("node", "large", document.Object{"id": "large", "text": strings.Repeat("large ", 5000)})
		return err
	})
	for i := range 4 {
		states = append(states, all(s))
		must(t, s, func(tx *Tx) error {
			if _, err := tx.Replace("node", "large", document.Object{"id": "large", "round": i}); err != nil {
				return err
			}
			return tx.Remove("alert", fmt.Sprint("id-", 101+2*i))
		})
	}
	states = append(states, all(s))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return name, states
}

// damage changes the bytes of a file at random: bits, blocks, or its length.
func damage(data []byte, random *rand.Rand) []byte {
	data = bytes.Clone(data)
	switch random.IntN(5) {
	case 0:
		return data[:random.IntN(len(data))]
	case 1:
		at := random.IntN(len(data))
		for i := range data[at:min(at+4096, len(data))] {
			data[at+i] = 0
		}
	case 2:
		for range 1 + random.IntN(200) {
			data[random.IntN(len(data))] = byte(random.Uint32())
		}
	case 3: // The numbers of a page decide what is read.
		pages := len(data) / os.Getpagesize()
		at := random.IntN(pages)*os.Getpagesize() + random.IntN(48)
		data[at] ^= 1 << random.IntN(8)
	default:
		from, to := random.IntN(len(data)/4096)*4096, random.IntN(len(data)/4096)*4096
		copy(data[to:], bytes.Clone(data[from:from+4096]))
	}
	return data
}

// opened is what comes of opening a file with these bytes: what it holds, or the error.
func opened(t testing.TB, file []byte) (holds string, err error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(kinds(), name)
	if err != nil {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not name the file: %v", err)
		}
		return "", err
	}
	holds = all(s)
	// What it takes from now on lasts as well.
	must(t, s, func(tx *Tx) error {
		_, err := tx.Create("alert", "after", document.Object{"id": "after"})
		return err
	})
	want := all(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(kinds(), name); err != nil {
		t.Fatalf("a file that was good does not open again: %v", err)
	}
	if got := all(s); got != want {
		t.Errorf("after a write, the file holds %s", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return holds, nil
}

// A damaged file is an error that names it and says what can be done, or holds what was written: of a file whose first pages
// are damaged, that is what the other one of them says, as after a loss of power.
func TestDamagedFile(t *testing.T) {
	name, states := goodFile(t)
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if holds, err := opened(t, good); err != nil || holds != states[len(states)-1] {
		t.Fatalf("the good file gives %v", err)
	}
	refused := 0
	const tries = 200
	for seed := range uint64(tries) {
		damaged := damage(good, rand.New(rand.NewPCG(seed, 0)))
		holds, err := opened(t, damaged)
		want := states[len(states)-1]
		if !bytes.Equal(firstPages(damaged), firstPages(good)) {
			want = states[len(states)-2]
		}
		switch {
		case err != nil:
			refused++
			if !strings.Contains(err.Error(), "Put back a copy of it, or move it away") {
				t.Errorf("damage %d: the error does not say what can be done: %v", seed, err)
			}
		case holds != states[len(states)-1] && holds != want:
			t.Errorf("damage %d: the file is opened and holds something else", seed)
		}
	}
	if refused < tries/4 {
		t.Errorf("%d of %d damages are noticed", refused, tries)
	}
}

func firstPages(file []byte) []byte { return file[:min(2*os.Getpagesize(), len(file))] }

// FuzzDataFile makes edits of a good file, each a place and a byte: it is refused with an error, or holds what was written.
func FuzzDataFile(f *testing.F) {
	name, states := goodFile(f)
	good, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{0, 0, 32, 8, 1}, uint32(0)) // The kind of a page.
	f.Add([]byte{0, 0, 32, 10, 1}, uint32(0))
	f.Add([]byte{0, 0, 48, 16, 0xFF}, uint32(0))
	f.Add([]byte{}, uint32(5000))
	f.Fuzz(func(t *testing.T, edits []byte, cut uint32) {
		file := bytes.Clone(good)
		for ; len(edits) >= 5; edits = edits[5:] {
			file[int(binary.BigEndian.Uint32(edits))%len(file)] = edits[4]
		}
		file = file[:len(file)-int(cut)%len(file)]
		holds, err := opened(t, file)
		last := len(states) - 1
		asBefore := holds == states[last-1] && !bytes.Equal(firstPages(file), firstPages(good))
		if err == nil && holds != states[last] && !asBefore {
			t.Error("the file is opened and holds something else")
		}
	})
}

// An object that is missing is noticed although every other one agrees with its checksum, and so is one too many.
func TestMissingObject(t *testing.T) {
	for name, change := range map[string]func(nodes *bbolt.Bucket) error{
		"missing": func(nodes *bbolt.Bucket) error { return nodes.Delete(binary.BigEndian.AppendUint64(nil, 1)) },
		"twice": func(nodes *bbolt.Bucket) error {
			return nodes.Put(binary.BigEndian.AppendUint64(nil, 9000), nodes.Get(binary.BigEndian.AppendUint64(nil, 1)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			file, _ := goodFile(t)
			edit(t, file, func(tx *bbolt.Tx) error { return change(tx.Bucket([]byte("node"))) })
			if _, err := Open(kinds(), file); err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("it is opened: %v", err)
			}
		})
	}
}

// A root page that has lost elements is neither an empty file nor one of the format without checksums.
func TestRootWithFewerElements(t *testing.T) {
	name, _ := goodFile(t)
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for count := range byte(3) {
		file := bytes.Clone(good)
		for page := range slices.Chunk(file, os.Getpagesize()) {
			if bytes.Contains(page, []byte(formatBucket)) {
				binary.NativeEndian.PutUint16(page[10:], uint16(count))
			}
		}
		if _, err := opened(t, file); err == nil {
			t.Errorf("a file whose root has %d elements is opened", count)
		}
	}
}

// edit changes a file behind the server's back.
func edit(t testing.TB, file string, work func(tx *bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(file, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(work); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// A file of the format without checksums is opened, and has them from then on. One of a later format is left alone.
func TestOtherFormats(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	edit(t, file, func(tx *bbolt.Tx) error {
		nodes, err := tx.CreateBucket([]byte("node"))
		if err != nil {
			return err
		}
		return nodes.Put(binary.BigEndian.AppendUint64(nil, 7), []byte(`{"id":"old","name":"n"}`))
	})
	for range 2 {
		s, err := Open(kinds(), file)
		if err != nil {
			t.Fatal(err)
		}
		if got := all(s); got != "node 7 old {\"id\":\"old\",\"name\":\"n\"}\n" {
			t.Errorf("it holds %s", got)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	edit(t, file, func(tx *bbolt.Tx) error {
		if n := len(tx.Bucket([]byte("node")).Get(binary.BigEndian.AppendUint64(nil, 7))); n != 23+crcSize {
			t.Errorf("the document has %d bytes in the file", n)
		}
		return tx.Bucket([]byte(formatBucket)).Put([]byte(versionKey), []byte{version + 1})
	})
	if _, err := Open(kinds(), file); err == nil || !strings.Contains(err.Error(), "a later one wrote it") {
		t.Errorf("a later format is opened: %v", err)
	}
}

// Files of others, and no files at all.
func TestForeignFiles(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	edit(t, other, func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("others"))
		if err != nil {
			return err
		}
		return b.Put([]byte("key"), []byte("value"))
	})
	empty, text := filepath.Join(dir, "empty"), filepath.Join(dir, "text")
	for file, data := range map[string]string{empty: "", text: strings.Repeat("SQLite format 3\x00", 1000)} {
		if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for file, want := range map[string]string{
		other: "it was not written by a reference server", empty: "it is empty", text: "it was not written by a reference server",
		dir: "it was not written by a reference server", filepath.Join(dir, "none", "data"): "no such file",
	} {
		if _, err := Open(kinds(), file); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

// A file that another server has open is an error that says so.
func TestLockedFile(t *testing.T) {
	file, _ := goodFile(t)
	s, err := Open(kinds(), file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(kinds(), file); err == nil || !strings.Contains(err.Error(), "in use, most likely by another reference server") {
		t.Errorf("a file that is open is opened: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// A file that is cut off under a server that has it open makes its writes fail, and no more than that.
func TestFileCutWhileOpen(t *testing.T) {
	file, states := goodFile(t)
	s, err := Open(kinds(), file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, int64(os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := s.Write(func(tx *Tx) error { return tx.Remove("node", "large") }); err == nil {
			t.Error("a write succeeds")
		}
	}
	if got := all(s); got != states[len(states)-1] {
		t.Errorf("readers see %s", got)
	}
	_ = s.Close() // It says that the file is lost, and must not hang.
}
