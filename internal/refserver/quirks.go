// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

// This list contains the project's unproven assumptions about the engine. "Interface document" and "wire shapes page" mean the parts
// Interface and Wire shapes of INTERFACE.md. Code and tests cite an assumption by its number, as in "quirk 5". Numbers are never reused.
// INTERFACE.md cites each assumption where it applies. A habit makes the reference server contradict assumptions, and the table of habits
// in INTERFACE.md lists which. If an engine proves an assumption wrong, correct this list first.
//
//	  1  A page of a list has at most 1,000 objects. A larger page_size means 1,000. A page_size that is not a number above 0 is
//	     ignored.
//	  2  The engine ignores unknown query parameters, filters on unknown fields, and filters on fields that contain arrays or objects.
//	  3  A filter with an empty value finds the objects whose field is null or empty.
//	  4  A new component is stopped.
//	  5  An active component can be deleted.
//	  6  Starting a started component, or stopping a stopped one, succeeds and changes nothing.
//	  7  A component counts as active if deployment_active is true, or if its status is StartRequested, Pending, Running or
//	     StopRequested. An active component can't be updated.
//	  8  A tab can't be moved to another dashboard. A PATCH with a different dashboard is rejected with 400.
//	  9  A create of a widget requires name, tab and type. Interface section 2.3 does not specify which fields are required.
//	 10  A reference requires its id. Nothing else inside an array is required, not even the key of an element.
//	 11  If a client leaves out fields of an array element, the engine adds them with their default, [] or null, as it does for an
//	     object. References are the exception: the engine keeps them as they were sent.
//	 12  An element keeps the id that a client sends if the stored array already has an element with that id. Otherwise the element is
//	     new and the engine assigns a different id.
//	 13  A number that is sent as a string is returned as a number ("5" as 5). An integer is returned without a fraction (5.0 as 5).
//	     All other values are returned as they were sent, for example sev1 and not SEV1.
//	 14  Objects and arrays in a body are nested at most 64 levels deep.
//	 15  A new node is active.
//	 16  A function's status and type are null until a client sends them. While type is null, the engine stores both the rate fields
//	     and the cron fields.
//	 17  A PATCH may contain a function item with deleted true and an id that the function does not have. The engine ignores that item.
//	 18  An empty string ("") is a value like any other, even for a required field.
//	 19  The response to a list request is sorted by creation time, oldest first. Events and notifications are the exception
//	     (quirk 26).
//	 20  Keys that are not in a field table of INTERFACE.md are stored as they were sent, including those with the value null.
//	 21  A start or a stop may be sent with an empty body or with {}.
//	 22  A tab's order is null if a client does not send it, because the engine does not number tabs.
//	 23  An element of an array can't be null, except in arrays whose elements may be any JSON.
//	 24  If the wire shapes page lists the values of a field, the engine rejects other values, unless the page states that the list is
//	     open.
//	 25  The items of functions have the same group units, group functions and sort directions as the items of widgets.
//	 26  Events and notifications are listed with the newest first, unless the query requests a different order.
//	 27  Events and notifications are deleted with their alert. Clients can only list them.
//	 28  A notification is {id, alert, event, timestamp, title, text}. alert and event are ids. title and text are the subject and the
//	     body of the e-mail.
//	 29  Only a change in status creates an event. Setting the status in a create is not a change, and neither is changing status_text
//	     alone. An edit with Server.Edit counts as a change by a client.
//	 30  An alert whose mute is true creates only the event, without a notification or e-mails. The same applies to a change to no_data,
//	     error or timeout if notify_no_data, notify_error or notify_timeout is false. The alert's fields after the change determine this.
//	 31  Each e-mail address in destinations_list gets one e-mail, even if it is in the list twice. Other entries are ignored.
//	 32  Objects are deleted with their parent: tabs with the dashboard, widgets with the tab, routines with the component.
//	 33  A request body has at most 1 MiB. A larger body is rejected with 413.
//	 34  A body is one JSON object in UTF-8, and no object in it contains a key twice. Anything else is rejected with 400.
//	 35  A body is rejected with 400 if it refers to a dashboard, tab or component that does not exist: the dashboard of a tab, the
//	     tab of a widget, or the component of a routine.
//	 36  Null clears a field, as if it had never been sent. For a required field, null is rejected with 400.
//	 37  A response contains every field of its kind. A field without a value contains its default, [] if it is an array, or null.
//	 38  A page after the last one gets 404, and so does a page number that is not an integer above 0.
//	 39  A list request can sort by several fields, separated by commas.
//	 40  A create accepts the fields that the interface document lists only for updates. The habits strict-create-ignore
//	     and strict-create-refuse change this.
//	 41  Any word is a valid component type, even if there are no components of that type. The exceptions are routine, component and
//	     object (quirks 245 and 246), even with an s at the end. A word starts with a letter, continues with letters, digits, - and _,
//	     and has at most 32 characters.
//	 42  The type of a routine may be any string, even if its component does not offer a routine of that type.
//	 43  An alert's active field does not affect notifications: a status change in an inactive alert creates an event and e-mails
//	     like any other.
//	 44  The update of an active component is rejected with 409.
//	 45  Every response has an X-Request-Id header.
//	 46  An update without any fields changes nothing. For an alert, it is rejected with 400.
//	 47  The engine accepts every field of a widget for every type of widget, on create and on update, even if only some types use the
//	     field.
//	 48  An update of a function keeps the items that it does not contain. An item in the update that has a known id keeps the fields
//	     that the update leaves out. Null for function_items removes all items.
//	 49  An update replaces every array except function_items as a whole.
//	 50  Two objects of a kind may have the same name.
//	 51  The engine returns the values of sensitive parameters as they were sent.
//	 52  Two reads of an object return the same JSON if there is no write between them.
//	 53  Statuses change only when a client changes them, or requests a start or a stop. Runs of alerts on recorded data are
//	     the exception (quirk 240).
//	 54  List requests can filter by the fields in the field tables of INTERFACE.md.
//	 55  The engine returns an array as it was sent: in the same order and with duplicates. The engine adds no elements, and no keys to
//	     elements. The exceptions are the ids of items and the fields that complete an element (quirk 11).
//	 56  The engine returns a reference as it was sent, including its name.
//	 57  A create returns 201 and an update 200. Both responses contain the whole object after the write.
//	 58  Once the engine has responded to a write, reads and lists reflect it.
//	 59  An empty array removes all elements of an array.
//	 60  An update accepts every field that a create accepts, except the dashboard of a tab.
//	 61  Every path is served with and without a trailing slash. The paths of components are served with the type in the singular and
//	     in the plural.
//	 62  All objects that clients can create can be listed. The response to a list request is a JSON object with one page of objects.
//	     The page query parameter selects the page.
//	 63  The scheme in the Authorization header is Service on every engine.
//	 64  The engine accepts starts and stops at any time, and they succeed: the component reaches Running or Stopped.
//	 65  A deleted object is gone at once. The first DELETE returns 204, and a second one 404.
//	 66  An object with children can be deleted.
//	 67  The engine never asks clients to wait: it never returns 429.
//	 68  A request that fails has no effect.
//	 69  For each object, the response to a list request contains the same fields as the response to a read.
//	 80  A field that the interface document calls a number accepts every number, and a "string or number" also accepts every string.
//	     Both hold even where the wire shapes page specifies int or a bound: for the order of a tab, positions and sizes of widgets, time
//	     windows, and rate values.
//	 81  If only the wire shapes page describes a number or a string, its limits apply: integers, minimum and maximum values,
//	     maximum lengths.
//	 82  deployment_type is SERVICE_HOSTED, the only value in the interface document, or SELF_HOSTED (quirk 250).
//	 83  The plural of a component type is the word with an s: /component/pumps and /component/pump are the same components of the type
//	     pump. A word that ends in ss is not a plural.
//	 84  An update is rejected with 400 if two elements of one of its arrays have the same id.
//	 85  The engine keeps the latest 10,000 events and the latest 10,000 notifications.
//	100  A number in refresh_interval, relative_window_time and stmt_time_window is a number of seconds: 300 and "5m" are the same
//	     value.
//	101  average and avg are the same aggregation.
//	102  If a response contains a rate_value with a unit, such as "5m", the unit is the one in rate_unit.
//	103  The order of elements matters only in arrays of objects without a key: thresholds and value mappings. The order of items,
//	     parameters, references and strings does not matter.
//	170  created_at is the time of the create, according to the clock in the Date header of responses.
//	180  Every response that contains a single object has a strong ETag, which identifies the version of the object. The tag changes
//	     with every change of the object. The response to a list request has no ETag.
//	181  A PATCH or DELETE whose If-Match header does not match the object's tag is rejected with 412 and changes nothing. If the
//	     request has a different error, it is rejected for that error. Start and stop ignore If-Match.
//	185  The arrays in a body contain at most 10,000 elements together. A body with more is rejected with 400.
//	186  A stored object has at most 8 MiB. A write that would make it larger is rejected with 413.
//	187  If the disk is full, a write is rejected with 507. Reads continue to work and do not return the new values.
//	188  A list request accepts at most 50 filters, with at most 1,000 values after __in. A request with more is rejected with 400.
//	189  Numbers are stored as they were sent, and compared exactly up to 150 digits. Integers have at most 64 bits.
//
// If a configuration violates one of the following rules, the provider shows a warning during plan. The server checks only rules that its
// tables contain.
//
//	140  If the documents list the values of a field, a value must be written as in the documents. The exceptions are severity, which
//	     may be in lower case, and average for avg.
//	141  The fields of a cron expression follow the format of schedulers that have a year field: values from 0, days of the month and
//	     months from 1, days of the week from 1 (SUN) to 7, names, lists, ranges that do not run backwards, steps, L, W and #, and ?
//	     for one of the two kinds of days. The server accepts any string.
//	142  A widget has whole columns and rows. It begins in columns 0 to 19 and in row 0 or later, does not extend beyond column 20, and
//	     is not smaller than its minimum size. The server accepts any number.
//	143  number_of_decimals is an integer from 0 to 20. Numbers of ticks, buckets, categories and instances are 1 or more.
//	     relative_window_time and stmt_time_window are above 0. time_window and the order of items and mappings are 0 or more. The
//	     maximum of an axis is above its minimum. The server accepts other numbers.
//	144  refresh_interval and stmt_time_window are numbers, or strings such as "1h 30m" with numbers and units. The ends of a time range
//	     are ISO 8601 times, or strings such as now-1h, and the start is before the end. timezone is a name from the IANA database. A
//	     color is a name, or # with hexadecimal digits. The server accepts any string.
//	145  An item's ref_id contains only letters, digits and underscores. The server accepts any string of up to 5 characters.
//	146  An alert or a function with a type needs all fields of its schedule. The rate of a function is above 0, and its unit is valid
//	     for alerts. The server accepts objects without these fields.
//	147  An item has all fields that its type needs, or its plain string, and no filters of other types. The server accepts other items.
//	148  The value of a parameter agrees with its type, with multiple and with choices. depends_on names a different parameter in the same
//	     array. The server accepts any value.
//	149  The parameters of a component have only built-in types and the component's custom_types. The server accepts any name.
//	150  A value mapping has the fields of its type and no others, and its range does not run backwards. The server accepts others.
//	151  The engine checks the thresholds of an alert in their order. The first threshold that is reached decides.
//	152  deployment_type is only SERVICE_HOSTED or SELF_HOSTED, and the type of a function is only rate or cron.
//	153  Engines evaluate only the expressions of EXPRESSION items. The target_variable of a function is the ref_id of one of its
//	     items. The server does not run functions.
//	276  No component, widget or node type is a misspelling of a documented one. The server accepts any word (quirk 41).
//	277  An expression uses only the names of its items and the global names of ECMAScript.
//	154  If the interface document specifies number and the wire shapes page specifies int, engines expect integers.
//
// In the following cases, the provider treats different values as equal, or does not report a change as one by another user.
//
//	190  The name in a reference is only a label: the id alone decides what it refers to. If the engine returns a different name for a
//	     declared id, that is not a change. The server keeps the name that was sent.
//	191  If the response to an update contains an array element that the update did not send, the engine added the element or did not
//	     remove it. No other user added it.
//	195  A string that contains a JSON array or object has the same meaning regardless of white space and key order. The server keeps the
//	     string as it was sent.
//	196  An engine may return the plain string of an item as the JSON value that the string contains. Both have the same meaning. The
//	     server returns the string.
//	197  An engine may contain objects that no create could have made, for example without a required field. They were made in a
//	     different way, or before the rule existed. The server has such objects only if a test stores them.
//
// The following assumptions are about collections that the interface document does not describe.
//
//	200  Other paths below /v3/engine/, such as those of the assets, attributes and tags in references, are served like the described
//	     paths: list requests with pages, create, read, update and delete in the same shapes, with strings as ids. The server has the
//	     paths in Options.Collections. It sets id and created_at of their objects, and checks that the name is a string.
//	201  An update of such an object replaces each field in its body as a whole, including fields that contain objects. It keeps the other
//	     fields.
//
// The following assumptions come from what other clients of the engine send and expect. No document describes them. If a client disagrees
// with the interface document, the provider follows the document.
//
//	245  component/components/ is the collection of the components of all types. Clients list, read, update and delete components
//	     there, and the body of a create contains the type. The words component and components are not component types.
//	246  component/objects/ can be a further collection (quirk 200): instances of custom types with {name, component_id, type, data},
//	     and with filters by component_id and type. The words object and objects are not component types.
//	247  relative_window_time accepts strings such as "1h" as well as numbers. Both relative_window_time and refresh_interval are
//	     returned as they were sent.
//	248  A function is active if a client does not send the active field.
//	249  An item's label and query_plain are "" if a client does not send them.
//	250  deployment_capacity may also be very_large or "", deployment_type may be SELF_HOSTED, and the value_type of a data address may
//	     be AssetAttribute.
//	251  A create of a component needs the fields that the interface document requires. Other clients leave out its capacity, input,
//	     output and routines.
//	252  The cron fields of functions accept only strings. Other clients send numbers.
//	253  The tags of a function are strings, or JSON objects {id, name}. Each tag is returned as it was sent. Other clients can't read
//	     a function whose tags are strings.
//	254  A value mapping may be created without its type, which is then null. In that case, a field such as range_start shows which
//	     type is meant.
//
// The following assumptions are about the runs of an alert. A rehearsal, a run of an alert on recorded data, follows them.
//
//	210  A rate alert runs at a start time plus each multiple of its rate. In a rehearsal, the start time is the beginning of the
//	     rehearsal, and the alert does not run at the start time itself.
//	211  A cron alert runs at the start of each minute for which all six cron fields match the local time, even if both kinds of days are
//	     given. The alert does not run at times in the hour that clocks skip, and runs twice at times in the hour that clocks repeat.
//	212  A run uses the points of the time window before it: those after the beginning of the window, up to and including the time of
//	     the run. An alert without a target variable, window, aggregation, operator, item or threshold does not run: it is
//	     misconfigured.
//	213  In the groups of a query, avg and sum use only the numbers. min and max sort numbers before strings before booleans, as the
//	     pipeline language does. In stmt_aggregation, true is 1, false is 0, and a string is an error.
//	214  An attribute has one value at a time. If several points have the same time, the last one in the data counts.
//	215  If there are more points than query_limit, the first ones are used, in the order of query_sort_field (timestamp or value; the
//	     default is timestamp) and query_sort_direction. The last value is the latest one in every order.
//	216  Null, undefined, NaN and infinity count as no value. An aggregation with an infinite result is an error.
//	217  An expression is evaluated once for each time at which all its items have a value. Metadata, and expressions that use only
//	     metadata, have their value at all times.
//	218  The first threshold that is reached sets status and status_text. If none is reached, the status is no_alert. If the target
//	     has no value, the status is no_data. Neither sets status_text. If an expression throws, the status is error. If an item can't
//	     be read, the status is misconfigured. In both cases, status_text is the reason. With active false, the status is disabled.
//	219  Every item of an alert is calculated. If an item has an error, the run has an error, even if the target does not use the item.
//	220  The time window selects points, not groups. A group may begin before the window, but contains only those of its points that are
//	     in the window.
//	260  An expression follows ECMAScript, has access to the language only, and has no side effects. A rehearsal calculates a single
//	     expression over numbers, strings, booleans, null and undefined. For any other expression, the run is misconfigured. Engines
//	     may run such expressions.
//
// If the server has recorded data, it runs alerts as follows. Whether engines do the same is unknown.
//
//	240  An alert runs at the times of its schedule, beginning with the first point, by the same rules as in a rehearsal. After each
//	     run, it has the status and the status_text of the run. The time of an event is the time of the run that created it.
//	241  The events of an alert are those that its current condition produces for all data, from the first point up to the server's
//	     clock. If nobody has set the clock, they end with the first run that uses the last point. If the condition, the data or the
//	     clock changes, events and notifications that no longer apply are removed. The status before the first run is no_alert.
//	     E-mails can't be recalled, and nobody gets two e-mails about the same event.
//	242  If a client sets the status of an alert, the server creates an event, as on a server without data. The status stays until the
//	     next run.
//	243  If several alerts run at the same time, the alert that was created first runs first.
//	244  An alert whose runs over all data number more than a million or take more than a minute gets the timeout status. Changes to
//	     the data or the clock that would exceed these limits are rejected and have no effect.
//
// The following assumption is about how an object marks its value as secret.
//
//	275  The "sensitive" field of a JSON object means yes unless it is null, false, "false", "", 0 or "0". If it means yes, the
//	     "value" and "default" fields of the same JSON object are secrets.
