// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package attribute has constructors for schema attributes (Text, Number, List, ...) and validators for single values (OneOf, Between,
// Moment, ...). A validator uses only the value of its own attribute. It refuses what the engine's documents exclude and warns about what
// they leave open. If a value has several spellings, the validator also tells the lens which texts are equal.
//
// The package imports the lens and package document. Start reading in attribute.go; the validators are in one_of.go, number_range.go,
// text.go and time.go.
package attribute
