// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package series

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// tokens reads JSON tokens and knows their line and column.
type tokens struct {
	name    string
	decoder *json.Decoder
	lines   *lines
	// ahead holds tokens that were put back. The next one is last.
	ahead []json.Token
	// depth counts the open brackets, including those in ahead.
	depth int
	// last is the token that next returned last.
	last json.Token
}

func newTokens(name string, from io.Reader) *tokens {
	t := &tokens{name: name, lines: &lines{from: from, line: 1}}
	t.decoder = json.NewDecoder(t.lines)
	t.decoder.UseNumber()
	return t
}

// next returns the next token, or io.EOF at the end.
func (t *tokens) next() (json.Token, error) {
	if n := len(t.ahead); n > 0 {
		t.last, t.ahead = t.ahead[n-1], t.ahead[:n-1]
		return t.last, nil
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

// peek returns the next token without consuming it.
func (t *tokens) peek() (json.Token, error) {
	token, err := t.next()
	if err == nil {
		t.unread(token)
	}
	return token, err
}

// unread puts a token back.
func (t *tokens) unread(token json.Token) { t.ahead = append(t.ahead, token) }

// broken converts a syntax error of encoding/json to an *Error with its position.
func (t *tokens) broken(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) && t.depth == 0:
		return io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return t.at(t.lines.read, errors.New("the JSON text ends in the middle"))
	case errors.As(err, &syntax):
		// syntax.Offset does not count the white space between tokens, InputOffset does.
		return t.at(max(t.decoder.InputOffset(), syntax.Offset-1), fmt.Errorf("this is not JSON: %w", err))
	}
	return fmt.Errorf("%s: %w", t.name, err)
}

// wrong returns an *Error at the last token. path names the series and the point.
func (t *tokens) wrong(path string, err error) error {
	if path != "" {
		err = fmt.Errorf("series%s: %w", path, err)
	}
	return t.at(t.decoder.InputOffset()-length(t.last), err)
}

func (t *tokens) at(offset int64, err error) error {
	line, column := t.lines.position(offset)
	return &Error{t.name, line, column, err}
}

// length returns the usual length of a token in the text, to find its first byte.
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

// kind describes a token in a message.
func kind(token json.Token) string {
	switch v := token.(type) {
	case string:
		return "the text " + shown(v)
	case json.Number:
		return "the number " + v.String()
	case bool:
		return fmt.Sprint(v)
	case json.Delim:
		if v == '[' {
			return "a list"
		}
		return "an object"
	default:
		return "null"
	}
}

// maxLines is the minimum number of line starts that lines remembers.
const maxLines = 1 << 16

// lines is a reader that can convert byte offsets to lines and columns.
type lines struct {
	from io.Reader
	// read counts the bytes read so far.
	read int64
	// line is the number of the line that begins at start. ends has the offsets behind the line breaks that follow.
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

// forget drops the lines that end before offset. Later calls must not ask for smaller offsets.
func (l *lines) forget(offset int64) {
	passed, _ := slices.BinarySearch(l.ends, offset)
	if passed > 0 {
		l.line, l.start = l.line+passed, l.ends[passed-1]
		l.ends = slices.Delete(l.ends, 0, passed)
	}
}

// position converts an offset to line and column.
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
