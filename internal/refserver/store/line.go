// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
)

// The data file consists of lines. The first line is the header. Every other line is one write: the ids of removed objects, and the JSON of
// created and updated objects. The first line that contains an object's JSON is the one that created it. If a line contains several new
// objects of a kind, they are in the order in which they were created.
//
//	{"data file of the engine reference server":2,"writes":           2}
//	{"sum":"6d1f3a52","node":[{"id":"n-1","name":"Line 1"}]}
//	{"sum":"c90b11e7","removed":{"node":["n-1"]},"tab":[{"id":"t-1"}]}
//
// The sum in a line is a CRC-32C checksum of that line and all lines before it, except for the header. It does not cover the sums. If a
// line was changed, removed, moved or repeated, a sum does not match. The number in the header is the number of lines below it, so it shows
// whether lines are missing at the end of the file. If the server was killed between writing a line and updating the header, the number is
// too small.
const (
	version    = 2
	headerKey  = "data file of the engine reference server"
	headerText = `{"` + headerKey + `":`
	writesKey  = "writes"

	sumText    = `{"sum":"`
	removedKey = "removed"
)

// headerOf returns the header of a data file with the given number of writes. Its length is constant, so it can be overwritten in place.
func headerOf(writes int) []byte {
	return fmt.Appendf(nil, "%s%d,%q:%12d}\n", headerText, version, writesKey, writes)
}

// readHeader returns the length of the header of a data file, and the number of writes according to the header.
func readHeader(data []byte) (length, writes int, err error) {
	if len(data) == 0 {
		return 0, 0, errEmpty
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	if !bytes.HasPrefix(line, []byte(headerText)) {
		return 0, 0, errForeign
	}
	var fields struct {
		Version int `json:"data file of the engine reference server"`
		Writes  int `json:"writes"`
	}
	err = json.Unmarshal(line, &fields)
	header := headerOf(fields.Writes)
	switch {
	case err == nil && fields.Version > version:
		return 0, 0, fmt.Errorf("it has the format %d, but this server reads only the format %d: a later version wrote it",
			fields.Version, version)
	case err == nil && fields.Version > 0 && fields.Version < version:
		return 0, 0, fmt.Errorf("it has the format %d of a build before the first release, but this server reads only the format %d",
			fields.Version, version)
	case err != nil || !bytes.HasPrefix(data, header):
		return 0, 0, &lineError{1, errors.New("is damaged")}
	}
	return len(header), fields.Writes, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendLine appends a line with the given changes to lines. It returns the extended lines and the new line's checksum. previousSum is the
// previous line's checksum.
func appendLine(lines []byte, changes []Change, previousSum uint32) ([]byte, uint32) {
	removed, made := map[string][]string{}, map[string][]json.RawMessage{}
	last := map[[2]string]Change{}
	for _, c := range changes {
		last[[2]string{c.Kind, c.ID}] = c
		if c.After == nil {
			removed[c.Kind] = append(removed[c.Kind], c.ID)
		}
	}
	for _, c := range slices.SortedFunc(maps.Values(last), func(a, b Change) int { return cmp.Compare(a.seq, b.seq) }) {
		if c.After != nil {
			made[c.Kind] = append(made[c.Kind], c.After)
		}
	}
	fields := map[string]any{}
	for kind, objects := range made {
		fields[kind] = objects
	}
	if len(removed) > 0 {
		fields[removedKey] = removed
	}
	body, _ := jsondoc.Encode(fields) // Encoding strings and valid JSON never fails.
	body = append(body[1:], '\n')
	sum := crc32.Update(previousSum, castagnoli, body[:len(body)-1])
	return append(fmt.Appendf(lines, "%s%08x\",", sumText, sum), body...), sum
}

// readLine returns the changes in a line of the data file, and the line's checksum. previousSum is the previous line's checksum.
func readLine(line []byte, previousSum uint32) ([]Change, uint32, error) {
	const begin = len(sumText) + len(`00000000",`)
	if len(line) <= begin {
		return nil, 0, errors.New("is damaged")
	}
	sum := crc32.Update(previousSum, castagnoli, line[begin:])
	if string(line[:begin]) != fmt.Sprintf("%s%08x\",", sumText, sum) {
		return nil, 0, errors.New("does not match its checksum: it was changed, or a line above it is missing")
	}
	changes, err := parse(line)
	for i, c := range changes {
		if c.After != nil {
			changes[i].ID = string(jsondoc.Text(jsondoc.Field(c.After, "id")))
		}
	}
	return changes, sum, err
}

// parse returns the changes in a line of JSON, removals first. It sets Change.ID only for removals.
func parse(line []byte) (changes []Change, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		return nil, errors.New(`it has to be an object such as {"node": [{"id": "1"}]}`)
	}
	var removed map[string][]string
	if text, ok := fields[removedKey]; ok && json.Unmarshal(text, &removed) != nil {
		return nil, errors.New(removedKey + " has to be lists of ids by kind")
	}
	for kind, ids := range removed {
		for _, id := range ids {
			changes = append(changes, Change{Kind: kind, ID: id})
		}
	}
	for _, key := range []string{headerKey, writesKey, "sum", removedKey} {
		delete(fields, key)
	}
	for kind, text := range fields {
		var objects []json.RawMessage
		if json.Unmarshal(text, &objects) != nil {
			return nil, errors.New(document.Visible(kind) + " has to be a list of objects")
		}
		for i, object := range objects {
			if object[0] != '{' {
				return nil, fmt.Errorf("%s[%d] has to be an object", document.Visible(kind), i)
			}
			changes = append(changes, Change{Kind: kind, After: object})
		}
	}
	return changes, nil
}

// ReadObjects returns the objects in a data file by kind, oldest first. It omits removed objects, but returns every version of an updated
// object. The file may also be written by hand, because checksums are optional and white space is ignored.
func ReadObjects(from io.Reader) (map[string][]jsondoc.Object, error) {
	objects := map[string][]jsondoc.Object{}
	decoder := json.NewDecoder(from)
	writes := 0 // The number in the header.
	for lines := 0; ; lines++ {
		var line json.RawMessage
		if err := decoder.Decode(&line); errors.Is(err, io.EOF) && lines > writes {
			return objects, nil
		} else if errors.Is(err, io.EOF) && lines > 0 {
			return nil, fmt.Errorf("the end is missing: the first line counts %d writes, but %d follow. Without the first line, the file is "+
				"read as it is", writes, lines-1)
		} else if err != nil {
			return nil, err
		}
		if lines == 0 {
			_, writes, _ = readHeader(append(line, '\n')) // A file without a valid header was written by hand.
		}
		changes, err := parse(line)
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			if c.After == nil {
				objects[c.Kind] = slices.DeleteFunc(objects[c.Kind], func(o jsondoc.Object) bool { return jsondoc.ID(o) == c.ID })
				continue
			}
			object, err := jsondoc.Decode(c.After)
			if err != nil {
				return nil, err
			}
			objects[c.Kind] = append(objects[c.Kind], object)
		}
	}
}
