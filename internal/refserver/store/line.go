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
	"maps"
	"slices"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
)

// The data file is text. Its first line is the header. Each other line is one write: what it removed, then the objects that it
// made or changed, new ones in order of creation. An object without an older line is new.
//
//	{"data file of the engine reference server":1}
//	{"sum":"6d1f3a52","node":[{"id":"n-1","name":"Line 1"}]}
//	{"sum":"c90b11e7","removed":{"node":["n-1"]},"tab":[{"id":"t-1"}]}
//
// The sum is the CRC-32C of all that follows the sums in this line and in those above it. A line that was changed, lost, moved
// or repeated therefore has the wrong sum.
const (
	version    = 1
	headerText = `{"data file of the engine reference server":`
	header     = headerText + "1}\n"

	sumText    = `{"sum":"`
	removedKey = "removed"
)

// checkHeader checks that a file begins as this server writes it.
func checkHeader(data []byte) error {
	if len(data) == 0 {
		return errEmpty
	}
	if bytes.HasPrefix(data, []byte(header)) {
		return nil
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	number, ok := bytes.CutPrefix(line, []byte(headerText))
	if !ok {
		return errForeign
	}
	if later, err := strconv.Atoi(string(bytes.TrimSuffix(number, []byte("}")))); err == nil && later > version {
		return fmt.Errorf("it has the format %d, and this server knows %d at most: a later one wrote it", later, version)
	}
	return &lineError{1, errors.New("is damaged")}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendLine adds the line of a write to lines, and returns its sum. before is the sum of the line above.
func appendLine(lines []byte, changes []change, before uint32) ([]byte, uint32) {
	removed := map[string][]string{}
	last := map[[2]string]change{}
	for _, c := range changes {
		last[[2]string{c.kind, c.id}] = c
		if c.data == nil {
			removed[c.kind] = append(removed[c.kind], c.id)
		}
	}
	left := slices.SortedFunc(maps.Values(last), func(a, b change) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.seq, b.seq)) })
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

// appendJSON adds the JSON of a text or of texts.
func appendJSON(to []byte, value any) []byte {
	text, _ := document.Encode(value) // Texts have JSON.
	return append(to, text...)
}

// readLine returns what a line says, and its sum. before is the sum of the line above.
func readLine(line []byte, before uint32) ([]change, uint32, error) {
	const begin = len(sumText) + len(`00000000",`)
	if len(line) <= begin {
		return nil, 0, errors.New("is damaged")
	}
	sum := crc32.Update(before, castagnoli, line[begin:])
	if string(line[:begin]) != fmt.Sprintf("%s%08x\",", sumText, sum) {
		return nil, 0, errors.New("does not agree with its checksum: it was changed, or a line above it is missing")
	}
	var fields map[string]json.RawMessage
	var removed map[string][]string
	err := json.Unmarshal(line, &fields)
	if text := fields[removedKey]; text != nil && err == nil {
		err = json.Unmarshal(text, &removed)
	}
	var changes []change
	for kind, ids := range removed {
		for _, id := range ids {
			changes = append(changes, change{kind: kind, id: id})
		}
	}
	delete(fields, "sum")
	delete(fields, removedKey)
	for kind, text := range fields {
		var objects []json.RawMessage
		err = errors.Join(err, json.Unmarshal(text, &objects))
		for _, object := range objects {
			changes = append(changes, change{kind: kind, id: string(document.Text(document.Field(object, "id"))), data: object})
		}
	}
	return changes, sum, err
}
