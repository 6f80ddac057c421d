// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"testing"

	"pgregory.net/rapid"
)

// FuzzLaws checks the properties of reads, updates and concurrent changes with inputs from the fuzzer.
func FuzzLaws(f *testing.F) {
	laws := byBits(func(t *rapid.T) {
		g := generator{T: t, echo: rapid.Bool().Draw(t, "echo")}
		checkLaws(t, g.sample(), g.echo)
	})
	wrongKinds := byBits(checkWrongKinds)
	patchLaws := byBits(func(t *rapid.T) { checkPatchLaws(t, generator{T: t}.update()) })
	rivalLaws := byBits(func(t *rapid.T) { checkRivalLaws(t, generator{T: t}) })
	f.Fuzz(func(t *testing.T, input []byte) {
		laws(t, input)
		wrongKinds(t, input)
		patchLaws(t, input)
		rivalLaws(t, input)
	})
}

// byBits turns a property test that draws only booleans into a fuzz test. Each bit of the fuzzer's input becomes one boolean, whereas
// rapid's own MakeFuzz would need eight bytes for each boolean. After the end of the input, all booleans are false.
func byBits(property func(*rapid.T)) func(*testing.T, []byte) {
	const spare = 4096
	run := rapid.MakeFuzz(property)
	return func(t *testing.T, input []byte) {
		t.Helper()
		draws := make([]byte, 8*(8*len(input)+spare))
		for i := range 8 * len(input) {
			draws[8*i] = input[i/8] >> (i % 8) & 1
		}
		run(t, draws)
	}
}
