// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"unicode/utf8"
)

// maxBody is the largest body that is taken, in bytes (design: 413 over 1 MiB).
const maxBody = 1 << 20

// readBody reads what the limit allows and one byte more, which tells that the body is too large.
func readBody(r *http.Request) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	return io.ReadAll(io.LimitReader(r.Body, maxBody+1))
}

// decodeBody gives the JSON object of a request, or a refusal.
func decodeBody(r *http.Request, body []byte) (document, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return nil, refuse(http.StatusUnsupportedMediaType, "The content type must be application/json.")
	}
	if len(body) > maxBody {
		return nil, refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("The body must have at most %d bytes.", maxBody))
	}
	if !utf8.Valid(body) {
		return nil, refuseBody("The body is not valid UTF-8.")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	value, err := decodeValue(decoder, 1)
	if err != nil {
		return nil, refuseBody("The body is not valid JSON: " + err.Error() + ".")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, refuseBody("The body holds more than one JSON value.")
	}
	doc, ok := value.(document)
	if !ok {
		return nil, refuseBody("The body is not a JSON object.")
	}
	return doc, nil
}

// decodeValue reads one value token by token, because a plain decode would neither see a key that occurs twice nor stop at
// a depth.
func decodeValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if errors.Is(err, io.EOF) {
		return nil, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	delim, nested := token.(json.Delim)
	if !nested {
		return token, nil
	}
	if depth > maxNesting {
		return nil, fmt.Errorf("it nests deeper than %d", maxNesting)
	}
	if delim == '{' {
		return decodeObject(decoder, depth)
	}
	return decodeArray(decoder, depth)
}

func decodeObject(decoder *json.Decoder, depth int) (any, error) {
	doc := document{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok {
			return nil, errors.New("a key is not a string")
		}
		if _, twice := doc[key]; twice {
			return nil, fmt.Errorf("the key %q occurs twice in one object", key)
		}
		if doc[key], err = decodeValue(decoder, depth+1); err != nil {
			return nil, err
		}
	}
	return doc, closing(decoder)
}

func decodeArray(decoder *json.Decoder, depth int) (any, error) {
	array := []any{}
	for decoder.More() {
		value, err := decodeValue(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	return array, closing(decoder)
}

// closing reads the bracket that ends an array or object.
func closing(decoder *json.Decoder) error {
	_, err := decoder.Token()
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
