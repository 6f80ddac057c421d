// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package bulk

import (
	"bytes"
	"maps"
	"reflect"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/engine"
)

// Same says whether two documents of one object, which have the same keys, say the same to those who read it. Fields that
// an engine changes by itself at each read are left to it.
type Same func(col engine.Collection, a, b engine.Document) bool

// likeness is how two answers about an object compare.
type likeness int

const (
	alike       likeness = iota
	otherValues          // somebody may have written in between
	otherForm            // one of them has other fields, or is no object
)

// compare compares what a list says of an object with what a single read says of it, which is nil for "there is none".
func (same Same) compare(col engine.Collection, listed, single []byte) likeness {
	if bytes.Equal(listed, single) {
		return alike
	}
	var a, b engine.Document
	if engine.Decode(listed, &a) != nil || engine.Decode(single, &b) != nil || a == nil {
		return otherForm
	}
	switch {
	case !slices.Equal(slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b))):
		return otherForm
	case reflect.DeepEqual(a, b), same != nil && same(col, a, b):
		return alike
	}
	return otherValues
}
