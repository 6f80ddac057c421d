// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package attribute contains constructors for schema attributes (String, Number, List, ...) and validators for individual values (OneOf,
// Between, Timestamp, ...). Validators reject values that the engine's documentation excludes, and warn about values that it doesn't
// mention. If a value can be written in several forms, its validator also defines which forms are equivalent. Package lens uses this
// definition.
//
// The package imports lens and packages in internal/base. Start reading in attribute.go. The validators are in one_of.go, number_range.go,
// string.go and time.go.
package attribute
