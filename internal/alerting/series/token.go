// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// tokens reads JSON tokens from a text or from a decoded value. Only errors about a text have a line and a column.
type tokens struct {
	name    string
	decoder *json.Decoder // nil if the input is a decoded value; then ahead has all tokens
	lines   *lines
	// ahead holds the tokens to return next, the last one first. peek puts a token back there.
	ahead []json.Token
	// depth is the number of brackets and braces that are open.
	depth int
	last  json.Token
}

func newTokens(name string, from io.Reader) *tokens {
	t := &tokens{name: name, lines: &lines{from: from, line: 1}}
	t.decoder = json.NewDecoder(t.lines)
	t.decoder.UseNumber()
	return t
}

func (t *tokens) next() (json.Token, error) {
	if n := len(t.ahead); n > 0 {
		t.last, t.ahead = t.ahead[n-1], t.ahead[:n-1]
		return t.last, nil
	}
	if t.decoder == nil {
		return nil, io.EOF
	}
	token, err := t.decoder.Token()
	if err != nil {
		return nil, t.broken(err)
	}
	switch token {
	case json.Delim('{'), json.Delim('['):
		t.depth++
	case json.Delim('}'), json.Delim(']'):
		t.depth--
	}
	t.last = token
	if len(t.lines.ends) > maxLines {
		t.lines.forget(t.decoder.InputOffset())
	}
	return token, nil
}

func (t *tokens) peek() (json.Token, error) {
	token, err := t.next()
	if err == nil {
		t.unread(token)
	}
	return token, err
}

// unread puts a token back.
func (t *tokens) unread(token json.Token) { t.ahead = append(t.ahead, token) }

func (t *tokens) broken(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) && t.depth == 0:
		return io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return t.at(t.lines.read, errors.New("the JSON text ends in the middle"))
	case errors.As(err, &syntax):
		// syntax.Offset does not count the white space between tokens, but decoder.InputOffset does. So the larger offset is closer to the error.
		return t.at(max(t.decoder.InputOffset(), syntax.Offset-1), fmt.Errorf("this is not JSON: %w", err))
	}
	return withName(t.name, err)
}

// flattened converts a decoded value to tokens and appends them: map[string]any{"a": 1} becomes {, "a", 1, }.
func flattened(to []json.Token, value any) []json.Token {
	switch value := value.(type) {
	case map[string]any:
		to = append(to, json.Delim('{'))
		for _, name := range slices.Sorted(maps.Keys(value)) {
			to = flattened(append(to, name), value[name])
		}
		return append(to, json.Delim('}'))
	case []any:
		to = append(to, json.Delim('['))
		for _, element := range value {
			to = flattened(to, element)
		}
		return append(to, json.Delim(']'))
	}
	return append(to, value)
}

// wrong returns an error about the latest token. In a JSON text, the error has a line and a column. In a decoded value, it has only the
// path, such as series["pump"]["pressure"][0].
func (t *tokens) wrong(path string, err error) error {
	switch {
	case t.decoder == nil:
		return fmt.Errorf("series%s: %w", path, err)
	case path != "":
		err = fmt.Errorf("series%s: %w", path, err)
	}
	return t.at(t.decoder.InputOffset()-length(t.last), err)
}

func (t *tokens) at(offset int64, err error) error {
	line, column := t.lines.position(offset)
	return &Error{t.name, line, column, err}
}

// length returns how many bytes a token usually has. The decoder knows only where a token ends. Its end minus length is roughly its
// beginning.
func length(token json.Token) int64 {
	switch v := token.(type) {
	case json.Delim:
		return 1
	case json.Number:
		return int64(len(v))
	default:
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(v) // a decoded token always encodes
		return int64(text.Len()) - 1
	}
}

// mismatch returns the error for a token of the wrong type. In a decoded value, it does not quote the value, because the value may be a
// secret.
func (t *tokens) mismatch(path, want string, token json.Token) error {
	if t.decoder == nil {
		return fmt.Errorf("series%s is %s, but it has to be %s", path, t.kind(token), want)
	}
	return t.wrong(path, errors.New("want "+want+", not "+t.kind(token)))
}

// kind describes a token in an error message, such as "a list" or "the number 5".
func (t *tokens) kind(token json.Token) string {
	if _, isDelim := token.(json.Delim); t.decoder == nil && !isDelim {
		return document.KindOf(token)
	}
	switch v := token.(type) {
	case string:
		return "the text " + shown(v)
	case json.Number:
		return "the number " + v.String()
	case bool:
		return strconv.FormatBool(v)
	case json.Delim:
		if v == '[' {
			return "a list"
		}
		return "an object"
	default:
		return "null"
	}
}

// maxLines limits how many line starts are kept in memory. Above this limit, tokens.next drops the starts of earlier lines.
const maxLines = 1 << 16

// lines reads an input and records the byte offset at which each line begins. With these offsets, position converts a byte offset to a line
// and a column.
type lines struct {
	from io.Reader
	read int64
	// line is the number of the first recorded line, and start is its byte offset. ends has the byte offsets at which the next lines begin.
	line  int
	start int64
	ends  []int64
}

func (l *lines) Read(into []byte) (int, error) {
	n, err := l.from.Read(into)
	for at := 0; ; {
		next := bytes.IndexByte(into[at:n], '\n')
		if next < 0 {
			break
		}
		at += next + 1
		l.ends = append(l.ends, l.read+int64(at))
	}
	l.read += int64(n)
	return n, err
}

// forget drops the lines that end before offset, to save memory. After that, position can convert only offsets in the remaining lines.
func (l *lines) forget(offset int64) {
	passed, _ := slices.BinarySearch(l.ends, offset)
	if passed > 0 {
		l.line, l.start = l.line+passed, l.ends[passed-1]
		l.ends = slices.Delete(l.ends, 0, passed)
	}
}

func (l *lines) position(offset int64) (line, column int) {
	line, start := l.line, l.start
	for _, end := range l.ends {
		if end > offset {
			break
		}
		line, start = line+1, end
	}
	return line, max(int(offset-start), 0) + 1
}
