// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// SyntaxError says where a text is not JSON. err is the error of encoding/json for the text. Any other error is returned unchanged.
func SyntaxError(text []byte, err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		before := text[:min(max(syntax.Offset-1, 0), int64(len(text)))] // Offset counts the wrong byte too.
		line := bytes.Count(before, []byte("\n")) + 1
		column := len(before) - bytes.LastIndexByte(before, '\n')
		return fmt.Errorf("line %d, column %d is not JSON: %w", line, column, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON text ends in the middle")
	case errors.Is(err, io.EOF):
		return errors.New("there is nothing in it")
	}
	return err
}
