// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package attribute contains constructors for schema attributes (String, Number, List, ...) and validators for single values (OneOf,
// Between, Moment, ...). Validators reject values that the engine's documentation excludes, and warn about values that it neither lists nor
// excludes. The validator of a value with several forms also defines which strings package lens treats as equal.
//
// The package imports the lens and package document. Start reading in attribute.go; the validators are in one_of.go, number_range.go,
// string.go and time.go.
package attribute
