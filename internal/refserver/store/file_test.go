// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

func kinds() []*table.Table { return []*table.Table{{Kind: "node"}, {Kind: "alert"}} }

func must(t testing.TB, s *Store, work func(tx *Tx) error) {
	t.Helper()
	if err := s.Write(work); err != nil {
		t.Fatal(err)
	}
}

func all(s *Store) string {
	var text strings.Builder
	for _, t := range kinds() {
		for _, o := range s.List(t.Kind) {
			fmt.Fprintf(&text, "%s %s %s\n", t.Kind, o.id, o.Bytes())
		}
	}
	return text.String()
}

// validDataFile creates a data file that contains every kind of line. It returns the file name, and the state of the store before the first
// write and after each write.
func validDataFile(t testing.TB) (name string, states []string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "data")
	s := open(t, name)
	write := func(work func(tx *Tx) error) {
		t.Helper()
		states = append(states, all(s))
		must(t, s, work)
	}
	for from := 0; from < 600; from += 30 {
		write(func(tx *Tx) error {
			for i := from; i < from+30; i++ {
				id := fmt.Sprint("id-", i)
				if _, err := tx.Create(kinds()[i%2].Kind, id, jsondoc.Object{"id": id, "text": strings.Repeat("text ", i%40)}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	write(func(tx *Tx) error {
		_, err := tx.Create("node", "large", jsondoc.Object{"id": "large", "text": strings.Repeat("large ", 5000)})
		return err
	})
	for i := range 4 {
		write(func(tx *Tx) error {
			if _, err := tx.Replace("node", "large", jsondoc.Object{"id": "large", "round": i}); err != nil {
				return err
			}
			return tx.Remove("alert", fmt.Sprint("id-", 101+2*i))
		})
	}
	states = append(states, all(s))
	closeStore(t, s)
	return name, states
}

func content(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// damage returns a copy of a data file with random damage: changed bits, blocks or lines, or a truncated end.
func damage(data []byte, random *rand.Rand) []byte {
	data = bytes.Clone(data)
	lines := bytes.SplitAfter(data, []byte("\n"))
	one, other := random.IntN(len(lines)-1), random.IntN(len(lines)-1)
	switch random.IntN(6) {
	case 0:
		return data[:random.IntN(len(data))]
	case 1:
		at := random.IntN(len(data))
		clear(data[at:min(at+4096, len(data))])
	case 2:
		for range 1 + random.IntN(200) {
			data[random.IntN(len(data))] = byte(random.Uint32())
		}
	case 3:
		data[random.IntN(len(data))] ^= 1 << random.IntN(8)
	case 4:
		lines[one], lines[other] = lines[other], lines[one]
		return bytes.Join(lines, nil)
	default:
		return bytes.Join(slices.Insert(slices.Delete(lines, one, one+1), random.IntN(len(lines)-1), lines[other]), nil)
	}
	return data
}

func openWith(t testing.TB, file []byte) (holds string, err error) {
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
	// Even a repaired file must accept writes. Write an object, reopen the file, and check that the object is there.
	must(t, s, createNodes("after"))
	want := all(s)
	closeStore(t, s)
	s = open(t, name)
	if got := all(s); got != want {
		t.Errorf("after a write, the file holds %s", got)
	}
	closeStore(t, s)
	return holds, nil
}

// isAllowed reports whether a store may contain these objects (holds) after it has opened a damaged file. states lists what the store
// contained before the first write and after each write. The last state is always allowed. If the file is shorter than the undamaged file
// (good) or does not end with a line break, the earlier states are allowed, too.
func isAllowed(holds string, states []string, file, good []byte) bool {
	ends := len(file) >= len(good) && file[len(file)-1] == '\n'
	return holds == states[len(states)-1] || !ends && slices.Contains(states, holds)
}

// TestDamagedFile opens randomly damaged data files. The store must either open with the objects that an undamaged part of the file
// contains (see isAllowed), or reject the file with an error that says what to do.
func TestDamagedFile(t *testing.T) {
	name, states := validDataFile(t)
	good := content(t, name)
	if holds, err := openWith(t, good); err != nil || holds != states[len(states)-1] {
		t.Fatalf("the good file gives %v", err)
	}
	refused := 0
	const tries = 200
	for seed := range uint64(tries) {
		damaged := damage(good, rand.New(rand.NewPCG(seed, 0)))
		holds, err := openWith(t, damaged)
		switch {
		case err != nil:
			refused++
			if !strings.Contains(err.Error(), "Put back a copy of it, or move it away") {
				t.Errorf("damage %d: the error does not say what can be done: %v", seed, err)
			}
		case !isAllowed(holds, states, damaged, good):
			t.Errorf("damage %d: the file is opened and holds something else", seed)
		}
	}
	if refused < tries/2 {
		t.Errorf("%d of %d damages are noticed", refused, tries)
	}
}

// FuzzDataFile damages a valid data file. The store must either have an allowed state (see isAllowed) or reject the file.
func FuzzDataFile(f *testing.F) {
	name, states := validDataFile(f)
	good := content(f, name)
	f.Add([]byte{0, 0, 0, 3, 'x'}, uint32(0)) // A change in the header.
	f.Add([]byte{0, 0, 48, 16, 0xFF}, uint32(0))
	f.Add([]byte{}, uint32(5000))
	f.Fuzz(func(t *testing.T, edits []byte, cut uint32) {
		file := bytes.Clone(good)
		for ; len(edits) >= 5; edits = edits[5:] {
			file[int(binary.BigEndian.Uint32(edits))%len(file)] = edits[4]
		}
		file = file[:len(file)-int(cut)%len(file)]
		if holds, err := openWith(t, file); err == nil && !isAllowed(holds, states, file, good) {
			t.Error("the file is opened and holds something else")
		}
	})
}

// TestDamagedLine opens data files in which a line was changed, removed, repeated or moved. The error must contain the number of that line.
// After the user has deleted that line and all lines below it, the store must open with the state that the remaining lines describe.
func TestDamagedLine(t *testing.T) {
	name, states := validDataFile(t)
	good := content(t, name)
	lines := bytes.SplitAfter(good, []byte("\n")) // The header, a line for each write, and an empty string.
	if len(lines) != 1+len(states) {
		t.Fatalf("the file has %d lines", len(lines))
	}
	for damage, damaged := range map[string][][]byte{
		"changed":   {lines[0], lines[1], bytes.Replace(lines[2], []byte("text"), []byte("test"), 1), lines[3]},
		"lost":      {lines[0], lines[1], lines[3], lines[4]},
		"repeated":  {lines[0], lines[1], lines[1], lines[2]},
		"swapped":   {lines[0], lines[1], lines[3], lines[2]},
		"empty":     {lines[0], lines[1], []byte("\n"), lines[2]},
		"zeros":     {lines[0], lines[1], lines[2][:9], make([]byte, 5000)},
		"no begin":  {lines[0], lines[1], make([]byte, 5000)},
		"one zero":  {lines[0], lines[1], {0}},
		"text":      {lines[0], lines[1], []byte("text\n")},
		"other sum": {lines[0], lines[1], []byte(`{"sum":"00000000","node":[]}` + "\n")},
	} {
		_, err := openWith(t, bytes.Join(damaged, nil))
		if err == nil || !strings.Contains(err.Error(), "line 3 ") || !strings.Contains(err.Error(), "delete this line and all below it") {
			t.Errorf("%s: %v", damage, err)
		}
	}
	if holds, err := openWith(t, bytes.Join(lines[:2], nil)); err != nil || holds != states[1] {
		t.Errorf("without the line and those below it: %v", err)
	}
}

// TestCutFile truncates a data file in the middle or at the end of a line, so that the last writes are lost. The store must open with the
// writes that are left, and report the number of lost writes once. ReadObjects must reject the truncated file.
func TestCutFile(t *testing.T) {
	name, states := validDataFile(t)
	good := content(t, name)
	lines := bytes.SplitAfter(good[:len(good)-1], []byte("\n"))
	cut := func(file []byte, want Lost, holds string) (compact []byte) {
		t.Helper()
		if err := os.WriteFile(name, file, 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s := open(t, name)
			if s.Lost() != want || all(s) != holds {
				t.Errorf("%d bytes of %d: lost is %+v, want %+v", len(file), len(good), s.Lost(), want)
			}
			closeStore(t, s)
			want = Lost{}
		}
		return content(t, name)
	}
	for kept := 1; kept < len(lines); kept += 4 {
		whole, lost := bytes.Join(lines[:kept], nil), len(lines)-kept
		cut(whole, Lost{Writes: lost}, states[kept-1])
		cut(append(whole, lines[kept][:20]...), Lost{Writes: lost, Bytes: 20}, states[kept-1])
		missing := fmt.Sprintf("the first line counts %d writes, but %d follow", len(lines)-1, kept-1)
		if _, err := ReadObjects(bytes.NewReader(whole)); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("the first %d lines are read as objects: %v", kept, err)
		}
	}
	uncounted := slices.Concat(headerOf(len(lines)-2), bytes.Join(lines[1:len(lines)-1], nil))
	cut(append(uncounted, lines[len(lines)-1][:20]...), Lost{Bytes: 20}, states[len(states)-2]) // Killed while writing the last line.
	cut(append(uncounted, lines[len(lines)-1]...), Lost{}, states[len(states)-1])               // Killed before updating the header.
	compact := cut(good, Lost{}, states[len(states)-1])
	if _, writes, err := readHeader(compact); err != nil || writes != bytes.Count(compact, []byte("\n"))-1 {
		t.Errorf("the header of the compact file counts %d lines (%v)", writes, err)
	}
}

// TestLastLineWithoutBreak checks that a store keeps a last line that lacks only its line break, for example because an editor has removed
// it. The store must add the line break, so that the next write begins a new line.
func TestLastLineWithoutBreak(t *testing.T) {
	name, states := validDataFile(t)
	good := content(t, name)
	for lines := len(states); lines > 0; lines-- { // The last file contains only the header.
		good = bytes.Join(bytes.SplitAfter(good, []byte("\n"))[:lines], nil)
		file := good
		if lines > 1 {
			file = bytes.TrimSuffix(good, []byte("\n"))
		}
		if holds, err := openWith(t, file); err != nil || holds != states[lines-1] {
			t.Fatalf("%d lines: %v", lines, err)
		}
	}
}

// TestCompactCopy checks that opening a data file replaces it with a copy that omits outdated versions and deleted objects. A file that
// contains neither must not be rewritten. A copy that a killed server has left behind must be overwritten.
func TestCompactCopy(t *testing.T) {
	name, states := validDataFile(t)
	if err := os.WriteFile(name+".compact-copy", []byte(headerText), 0o600); err != nil {
		t.Fatal(err)
	}
	reopened := func() string {
		t.Helper()
		s := open(t, name)
		if got := all(s); got != states[len(states)-1] {
			t.Errorf("it holds %s", got)
		}
		closeStore(t, s)
		return string(content(t, name))
	}
	compact := reopened()
	if n := strings.Count(compact, "\n"); n != 1+601-4 || strings.Contains(compact, removedKey) {
		t.Errorf("it has %d lines", n)
	}
	before, err := os.Stat(name)
	if again := reopened(); err != nil || again != compact {
		t.Errorf("the second time, it has %d bytes of %d (%v)", len(again), len(compact), err)
	}
	if after, err := os.Stat(name); err != nil || !os.SameFile(before, after) {
		t.Errorf("it is written once more (%v)", err)
	}
	if files, err := os.ReadDir(filepath.Dir(name)); err != nil || len(files) != 1 {
		t.Errorf("there are %v (%v)", files, err)
	}
}

// TestCompactCopyElsewhere checks that if the data file is a symbolic link, compacting replaces the file that the link points to. The store
// must work even if the compacted copy can't be written.
func TestCompactCopyElsewhere(t *testing.T) {
	name, states := validDataFile(t)
	link, long := filepath.Join(t.TempDir(), "link"), filepath.Join(t.TempDir(), strings.Repeat("n", 250))
	good := content(t, name)
	if err := errors.Join(os.Symlink(name, link), os.WriteFile(long, good, 0o600)); err != nil {
		t.Fatal(err)
	}
	for file, smaller := range map[string]bool{link: true, long: false} { // A compacted copy of long would have too long a name.
		for range 2 {
			s := open(t, file)
			if all(s) != states[len(states)-1] {
				t.Error("the file holds something else")
			}
			must(t, s, func(tx *Tx) error {
				_, err := tx.Replace("node", "large", jsondoc.Object{"id": "large", "round": 3})
				return err
			})
			closeStore(t, s)
		}
		if n := len(content(t, file)); n < len(good) != smaller {
			t.Errorf("%d bytes of %d", n, len(good))
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link is gone (%v)", err)
	}
}
