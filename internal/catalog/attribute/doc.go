// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package attribute has constructors for schema attributes (Text, Number, List, ...) and validators for single values (OneOf, Between,
// Moment, ...). A validator looks only at the value of its own attribute. It refuses values that the engine's documentation excludes, and
// warns about values that the documentation neither lists nor excludes. If a value has several spellings, the validator also tells package
// lens which texts are equal.
//
// The package imports the lens and package document. Start reading in attribute.go; the validators are in one_of.go, number_range.go,
// text.go and time.go.
package attribute
