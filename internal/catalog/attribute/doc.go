// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package attribute contains constructors for schema attributes (String, Number, List, ...) and validators for individual values (OneOf,
// Between, Moment, ...). Validators reject values that the engine's documentation excludes, and warn about values that it neither lists nor
// excludes. If a value can be written in several forms, its validator also tells package lens which forms are equal.
//
// The package imports packages lens and document. Start reading in attribute.go; the validators are in one_of.go, number_range.go,
// string.go and time.go.
package attribute
