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

// tokens gives the tokens of a JSON text and says where they stand.
type tokens struct {
	name    string
	decoder *json.Decoder
	lines   *lines
	// ahead are tokens that were looked at and not read yet, the next one last.
	ahead []json.Token
	// depth is how many brackets are open, of what was given and looked at.
	depth int
	// last is what next gave last.
	last json.Token
}

func newTokens(name string, from io.Reader) *tokens {
	t := &tokens{name: name, lines: &lines{from: from, line: 1}}
	t.decoder = json.NewDecoder(t.lines)
	t.decoder.UseNumber()
	return t
}

// next reads a token. The end of the text is io.EOF.
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

// peek looks at the token that comes.
func (t *tokens) peek() (json.Token, error) {
	token, err := t.next()
	if err == nil {
		t.unread(token)
	}
	return token, err
}

// unread puts a token back.
func (t *tokens) unread(token json.Token) { t.ahead = append(t.ahead, token) }

// broken places what the library says of a text that is no JSON.
func (t *tokens) broken(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) && t.depth == 0:
		return io.EOF
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return t.at(t.lines.read, errors.New("the JSON text ends in the middle"))
	case errors.As(err, &syntax):
		// What the error says counts the bytes of values alone.
		return t.at(max(t.decoder.InputOffset(), syntax.Offset-1), fmt.Errorf("this is no JSON: %w", err))
	}
	return fmt.Errorf("%s: %w", t.name, err)
}

// wrong places an error at the token that was read last.
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

// length is that of a token as most programs write it.
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
		_ = encoder.Encode(v) // A decoded token always encodes.
		return int64(text.Len()) - 1
	}
}

// kind names what a token is, for messages.
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

// maxLines is how many lines are remembered at least.
const maxLines = 1 << 16

// lines passes a text on and knows in which line an offset lies.
type lines struct {
	from io.Reader
	// read is how many bytes were passed on.
	read int64
	// line is the number of the line that begins at start, and ends are the offsets behind the line breaks that follow.
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

// forget lets go of the lines that end before an offset. No later offset lies before it.
func (l *lines) forget(offset int64) {
	passed, _ := slices.BinarySearch(l.ends, offset)
	if passed > 0 {
		l.line, l.start = l.line+passed, l.ends[passed-1]
		l.ends = slices.Delete(l.ends, 0, passed)
	}
}

// position gives line and column of an offset.
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
