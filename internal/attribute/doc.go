// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package attribute has the words in which an object is declared: constructors of attributes (Text, Number, List, ...) and what
// one value may be (OneOf, Between, Moment, ...). A validator here looks at the value of its attribute and at nothing else;
// it refuses what the documents exclude and warns of what they leave open (report.go). Where a value has several spellings it also says which of them are equal, for the lens.
//
// It imports the lens and package document, and no other part. Start reading in attribute.go; one_of.go, number_range.go,
// text.go and time.go have what one value may be.
package attribute
