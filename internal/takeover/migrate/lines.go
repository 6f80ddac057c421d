// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Existing lines keep their line endings. Added lines end like the rest of the file. Line endings inside texts never change,
// because they are part of a value.

// endsInCRLF reports whether all lines of a configuration end with CRLF. Line endings inside texts do not count.
func endsInCRLF(src []byte) bool {
	some, all := false, true
	eachLineEnd(src, func(at int) {
		isCRLF := at > 0 && src[at-1] == '\r'
		some, all = some || isCRLF, all && isCRLF
	})
	return some && all
}

// withCRLF returns the configuration with CRLF line endings, except inside texts.
func withCRLF(src []byte) []byte {
	var text bytes.Buffer
	from := 0
	eachLineEnd(src, func(at int) {
		if at == 0 || src[at-1] != '\r' {
			text.Write(src[from:at])
			text.WriteByte('\r')
			from = at
		}
	})
	text.Write(src[from:])
	return text.Bytes()
}

// eachLineEnd visits the line feeds of a configuration that are not inside texts.
func eachLineEnd(src []byte, visit func(at int)) {
	tokens, _ := hclsyntax.LexConfig(src, "", hcl.InitialPos)
	for _, token := range tokens {
		if token.Type == hclsyntax.TokenStringLit || token.Type == hclsyntax.TokenQuotedLit {
			continue
		}
		for i, b := range token.Bytes {
			if b == '\n' {
				visit(token.Range.Start.Byte + i)
			}
		}
	}
}
