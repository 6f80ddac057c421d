// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package attribute has constructors for schema attributes (Text, Number, List, ...) and validators for single values (OneOf, Between,
// Moment, ...). Validators reject values that the engine's documentation excludes, and warn about values that it neither lists nor
// excludes. If a value has several forms, the validator also defines for package lens which strings are equal.
//
// The package imports the lens and package document. Start reading in attribute.go; the validators are in one_of.go, number_range.go,
// text.go and time.go.
package attribute
