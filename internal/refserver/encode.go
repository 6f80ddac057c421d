// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"bytes"
	"encoding/json"
)

// encode gives a value as compact JSON.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// decode gives the document of bytes that encode made.
func decode(data []byte) (document, error) {
	var doc document
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return doc, decoder.Decode(&doc)
}
