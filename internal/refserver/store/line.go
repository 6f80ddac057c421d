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

// The data file is text. The first line is the header, with the number of the other lines. Each other line is one write. The line has the
// ids of removed objects, then the created and changed objects. Created objects are in order of creation: the first line that has the id
// of an object created the object.
//
//	{"data file of the engine reference server":2,"writes":           2}
//	{"sum":"6d1f3a52","node":[{"id":"n-1","name":"Line 1"}]}
//	{"sum":"c90b11e7","removed":{"node":["n-1"]},"tab":[{"id":"t-1"}]}
//
// The sum is a CRC-32C checksum. It covers the text after the sum in its own line, and the same text in all lines above. So a sum is wrong
// if a line was changed, lost, moved or repeated. The sums can't show that lines are missing at the end of the file. The header shows that:
// its number never exceeds the number of lines that were written and synced. Files of version 1 have no such number.
const (
	version    = 2
	headerKey  = "data file of the engine reference server"
	headerText = `{"` + headerKey + `":`
	oldHeader  = headerText + "1}\n"
	writesKey  = "writes"

	sumText    = `{"sum":"`
	removedKey = "removed"
)

// headerOf returns the first line of a data file with the given number of writes. Its length does not depend on the number.
func headerOf(writes int) []byte {
	return fmt.Appendf(nil, "%s%d,%q:%12d}\n", headerText, version, writesKey, writes)
}

// readHeader returns the first line of a data file, and the number of writes in it. For a file of version 1, the number is 0.
func readHeader(data []byte) (line []byte, writes int, err error) {
	if len(data) == 0 {
		return nil, 0, errEmpty
	}
	line, _, _ = bytes.Cut(data, []byte("\n"))
	line = data[:min(len(line)+1, len(data))]
	if string(line) == oldHeader {
		return line, 0, nil
	}
	var fields struct {
		Version *int `json:"data file of the engine reference server"`
		Writes  int  `json:"writes"`
	}
	if !bytes.HasPrefix(line, []byte(headerText)) {
		return nil, 0, errForeign
	}
	err = json.Unmarshal(line, &fields)
	switch {
	case err == nil && fields.Version != nil && *fields.Version > version:
		return nil, 0, fmt.Errorf("it has the format %d, but this server knows only formats up to %d: a later version wrote it",
			*fields.Version, version)
	case err != nil || !bytes.Equal(line, headerOf(fields.Writes)):
		return nil, 0, &lineError{1, errors.New("is damaged")}
	}
	return line, fields.Writes, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendLine formats a write as a line of the data file, appends it to lines, and returns the line's checksum. before is the checksum of
// the line above.
func appendLine(lines []byte, changes []change, before uint32) ([]byte, uint32) {
	removed := map[string][]string{}
	last := map[[2]string]change{}
	for _, c := range changes {
		last[[2]string{c.kind, c.id}] = c
		if c.data == nil {
			removed[c.kind] = append(removed[c.kind], c.id)
		}
	}
	left := slices.SortedFunc(maps.Values(last), func(a, b change) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind),
			cmp.Compare(a.seq, b.seq))
	})
	left = slices.DeleteFunc(left, func(c change) bool { return c.data == nil })

	var body []byte
	if len(removed) > 0 {
		body = append(appendJSON(append(appendJSON(body, removedKey), ':'), removed), ',')
	}
	for i, c := range left {
		if i == 0 || c.kind != left[i-1].kind {
			body = append(appendJSON(body, c.kind), ":["...)
		}
		body = append(body, c.data...)
		if i == len(left)-1 || c.kind != left[i+1].kind {
			body = append(body, ']')
		}
		body = append(body, ',')
	}
	body[len(body)-1] = '}'
	sum := crc32.Update(before, castagnoli, body)
	return append(append(fmt.Appendf(lines, "%s%08x\",", sumText, sum), body...), '\n'), sum
}

func appendJSON(to []byte, value any) []byte {
	text, _ := jsondoc.Encode(value) // Encoding strings never fails.
	return append(to, text...)
}

// readLine reads a line of the data file. It returns the changes in it and its checksum. before is the checksum of the line above.
func readLine(line []byte, before uint32) ([]change, uint32, error) {
	const begin = len(sumText) + len(`00000000",`)
	if len(line) <= begin {
		return nil, 0, errors.New("is damaged")
	}
	sum := crc32.Update(before, castagnoli, line[begin:])
	if string(line[:begin]) != fmt.Sprintf("%s%08x\",", sumText, sum) {
		return nil, 0, errors.New("does not match its checksum: it was changed, or a line above it is missing")
	}
	removed, made, err := parse(line)
	var changes []change
	for kind, ids := range removed {
		for _, id := range ids {
			changes = append(changes, change{kind: kind, id: id})
		}
	}
	for kind, objects := range made {
		for _, object := range objects {
			changes = append(changes, change{kind: kind, id: string(jsondoc.Text(jsondoc.Field(object, "id"))), data: object})
		}
	}
	return changes, sum, err
}

// parse returns the ids of the removed objects and the JSON of the other objects in a line, both by kind. The line has to be valid JSON.
func parse(line []byte) (removed map[string][]string, made map[string][]json.RawMessage, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		return nil, nil, errors.New(`it has to be an object such as {"node": [{"id": "1"}]}`)
	}
	made = map[string][]json.RawMessage{}
	for key, text := range fields {
		switch key {
		case headerKey, writesKey, "sum":
		case removedKey:
			if json.Unmarshal(text, &removed) != nil {
				err = errors.New(key + " has to be lists of ids by kind")
			}
		default:
			var objects []json.RawMessage
			if json.Unmarshal(text, &objects) != nil {
				err = errors.New(document.Visible(key) + " has to be a list of objects")
			}
			made[key] = objects
		}
	}
	return removed, made, err
}

// ReadObjects reads lines of a data file and returns the objects that remain, by kind, the oldest first. People can also write such a
// file: the checksums may be missing, and white space does not matter.
func ReadObjects(from io.Reader) (map[string][]jsondoc.Object, error) {
	objects := map[string][]jsondoc.Object{}
	decoder := json.NewDecoder(from)
	writes := 0 // According to the header.
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
			_, writes, _ = readHeader(append(line, '\n')) // A file without a valid header was written by people.
		}
		removed, made, err := parse(line)
		if err != nil {
			return nil, err
		}
		for kind, ids := range removed {
			gone := func(o jsondoc.Object) bool { return slices.Contains(ids, jsondoc.ID(o)) }
			objects[kind] = slices.DeleteFunc(objects[kind], gone)
		}
		for kind, list := range made {
			for i, text := range list {
				object, err := jsondoc.Decode(text)
				if err != nil {
					return nil, fmt.Errorf("%s[%d] has to be an object", document.Visible(kind), i)
				}
				objects[kind] = append(objects[kind], object)
			}
		}
	}
}
