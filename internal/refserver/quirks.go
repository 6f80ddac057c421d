// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

// This list contains the project's unproven assumptions about the engine. "Interface document" and "wire shapes page" are the parts
// Interface and Wire shapes of INTERFACE.md. Code, tests and INTERFACE.md cite an assumption by its number, as in "quirk 5". Numbers are
// never reused. A habit is an option that makes the reference server contradict assumptions. The table of habits in INTERFACE.md shows
// which ones. If an engine disproves an assumption, correct this list first.
//
//	  1  A page of a list has at most 1,000 objects. A larger page_size means 1,000. A page_size that is not a positive number is ignored.
//	  2  The engine ignores unknown query parameters, filters on unknown fields, and filters on fields that contain arrays or objects.
//	  3  A filter with an empty value matches objects whose field is null or empty.
//	  4  A new component is stopped.
//	  5  An active component can be deleted.
//	  6  Starting a started component or stopping a stopped one succeeds and changes nothing.
//	  7  A component counts as active if deployment_active is true, or if its status is StartRequested, Pending, Running or
//	     StopRequested. An active component can't be updated.
//	  8  A tab can't be moved to another dashboard. A PATCH that contains a different dashboard is rejected with 400.
//	  9  Creating a widget requires name, tab and type. Interface section 2.3 does not specify which fields are required.
//	 10  A reference requires its id. Nothing else inside an array is required, not even the key of an element.
//	 11  If a client omits fields of an array element, the engine adds them with their default, [] or null, as it does for an object.
//	     References are the exception: the engine keeps them as they were sent.
//	 12  An element keeps the id that a client sends if the stored array already has an element with that id. Otherwise, the engine treats
//	     the element as new and assigns a different id.
//	 13  A number that is sent as a string is returned as a number ("5" as 5). An integer is returned without a fraction (5.0 as 5). All
//	     other values are returned as they were sent. For example, sev1 does not become SEV1.
//	 14  Objects and arrays in a body may be nested at most 64 levels deep.
//	 15  A new node is active.
//	 16  A function's status and type are null until a client sends them. While type is null, the engine stores both the rate fields
//	     and the cron fields.
//	 17  A PATCH may contain a function item with deleted true and an id that the function does not have. The engine ignores such an item.
//	 18  An empty string ("") is a value like any other, even in a required field.
//	 19  Lists are sorted by creation time, oldest first, except for events and notifications (quirk 26).
//	 20  Keys that are not in a field table of INTERFACE.md are stored as they were sent, including those with the value null.
//	 21  A request to start or stop a component may have an empty body or the body {}.
//	 22  A tab's order is null if a client does not send it. The engine does not number tabs.
//	 23  An element of an array can't be null, except in arrays whose elements may be any JSON.
//	 24  If the wire shapes page lists the values of a field, the engine rejects all other values, unless the page states that the list is
//	     open.
//	 25  Function items have the same group units, group functions and sort directions as widget items.
//	 26  Events and notifications are listed newest first, unless the query requests a different order.
//	 27  Events and notifications are deleted together with their alert. Clients can only list them.
//	 28  A notification is {id, alert, event, timestamp, title, text}. alert and event are ids. title and text are the subject and the
//	     body of the e-mail.
//	 29  Only a change of an alert's status creates an event. Setting the status in a create is not a change, and neither is changing only
//	     status_text. An edit with Server.Edit counts as a change by a client.
//	 30  If an alert's mute field is true, a status change creates only the event, without a notification or e-mails. The same applies to a
//	     change to no_data, error or timeout if notify_no_data, notify_error or notify_timeout is false. The values of these fields after
//	     the change count.
//	 31  Each e-mail address in destinations_list gets one e-mail, even if the list contains it twice. Other entries are ignored.
//	 32  Objects are deleted together with their parent: tabs with the dashboard, widgets with the tab, routines with the component.
//	 33  A request body may have at most 1 MiB. A larger body is rejected with 413.
//	 34  A body must be a single JSON object in UTF-8, and no object in it may contain a key twice. Any other body is rejected with 400.
//	 35  A body is rejected with 400 if it refers to a nonexistent dashboard, tab or component: the dashboard of a tab, the tab of a
//	     widget, or the component of a routine.
//	 36  Null clears a field, as if it had never been sent. Null in a required field is rejected with 400.
//	 37  A response contains every field of its kind of object. A field without a value contains its default, [] if it is an array, or
//	     null.
//	 38  A page after the last one results in 404, and so does a page number that is not a positive integer.
//	 39  A list can be sorted by several fields, separated by commas.
//	 40  A create accepts the fields that the interface document lists only for updates. The habits strict-create-ignore and
//	     strict-create-refuse change this.
//	 41  Any word is a valid component type, even if there are no components of that type. The exceptions are routine, component and
//	     object, with or without a final s (quirks 245 and 246). A word starts with a letter, continues with letters, digits, - and _, and
//	     has at most 32 characters.
//	 42  The type of a routine may be any string, even if its component does not offer a routine of that type.
//	 43  An alert's active field does not affect notifications: a status change of an inactive alert creates an event and e-mails like any
//	     other.
//	 44  An update of an active component is rejected with 409.
//	 45  Every response has an X-Request-Id header.
//	 46  An update without any fields changes nothing. For an alert, it is rejected with 400.
//	 47  The engine accepts every widget field for every type of widget, on create and on update, even if only some types use the field.
//	 48  An update of a function keeps stored items that are not in the request. If an item in the request has a known id, it keeps the
//	     fields that the request omits. Null for function_items removes all items.
//	 49  An update replaces all arrays as a whole, except function_items.
//	 50  Two objects of the same kind may have the same name.
//	 51  The engine returns the values of sensitive parameters as they were sent.
//	 52  Two reads of an object return the same JSON if there is no write between them.
//	 53  Statuses change only when a client changes them, or starts or stops a component. Alert runs on recorded data are the exception
//	     (quirk 240).
//	 54  Lists can be filtered by the fields in the field tables of INTERFACE.md.
//	 55  The engine returns an array as it was sent: in the same order, with duplicates, and without additional elements or keys in
//	     elements. The exceptions are the ids of items and the fields that complete an element (quirk 11).
//	 56  The engine returns a reference as it was sent, including its name.
//	 57  A create returns 201 and an update 200. Both responses contain the whole object after the write.
//	 58  Once the engine has responded to a write, reads and lists reflect it.
//	 59  An empty array removes all elements of a stored array.
//	 60  An update accepts every field that a create accepts, except the dashboard of a tab.
//	 61  Every path works with and without a trailing slash. The paths of components work with the type in the singular and in the plural.
//	 62  All objects that clients can create can be listed. The response to a list request is a JSON object that contains one page of
//	     objects. The page query parameter selects the page.
//	 63  The scheme in the Authorization header is Service on every engine.
//	 64  Components can be started and stopped at any time, and always reach Running or Stopped.
//	 65  A deleted object is gone immediately. The first DELETE returns 204, and a second one returns 404.
//	 66  An object that has children can be deleted.
//	 67  The engine never asks clients to wait: it never returns 429.
//	 68  A failed request has no effect.
//	 69  A list contains the same fields of each object as a read of that object.
//	 80  A field that the interface document calls a number accepts every number, and a "string or number" also accepts every string. This
//	     is true even where the wire shapes page specifies int or a bound: for the order of a tab, positions and sizes of widgets, time
//	     windows, and rate values.
//	 81  If only the wire shapes page describes a number or a string, its limits apply: integers only, minimum and maximum values, and
//	     maximum lengths.
//	 82  deployment_type is SERVICE_HOSTED, the only value in the interface document, or SELF_HOSTED (quirk 250).
//	 83  The plural of a component type is the word followed by an s: /component/pumps and /component/pump both contain the components of
//	     type pump. A word that ends in ss is not a plural.
//	 84  An update is rejected with 400 if two elements of an array in its body have the same id.
//	 85  The engine keeps the latest 10,000 events and the latest 10,000 notifications.
//	100  A number in refresh_interval, relative_window_time or stmt_time_window is a number of seconds: 300 and "5m" are equal.
//	101  average and avg are the same aggregation.
//	102  If a response contains a rate_value with a unit, such as "5m", that unit is the same as the one in rate_unit.
//	103  The order of elements matters only in arrays of objects without a key: thresholds and value mappings. The order of items,
//	     parameters, references and strings does not matter.
//	170  created_at is the time at which the object was created, according to the clock in the Date header of responses.
//	180  Every response that contains a single object has a strong ETag, which identifies the version of the object. The ETag changes
//	     whenever the object changes. The response to a list request has no ETag.
//	181  A PATCH or DELETE whose If-Match header does not match the object's ETag is rejected with 412 and changes nothing. If the request
//	     has another error too, it is rejected for that error instead. Start and stop ignore If-Match.
//	185  All arrays in a body may together contain at most 10,000 elements. A body with more elements is rejected with 400.
//	186  A stored object may have at most 8 MiB. A write that would make it larger is rejected with 413.
//	187  If the disk is full, writes are rejected with 507. Reads continue to work and do not return the rejected values.
//	188  A list request may have at most 50 filters, with at most 1,000 values after __in. A request with more is rejected with 400.
//	189  Numbers are stored as they were sent, and compared exactly up to 150 digits. Integers have at most 64 bits.
//
// If a configuration violates one of the following rules, the provider shows a warning during plan. The server checks only rules that its
// tables contain.
//
//	140  If the documents list the values of a field, a value must be written exactly as listed. The exceptions are severity, which may be
//	     in lower case, and average for avg.
//	141  Cron expressions follow the format of schedulers that have a year field: values from 0, days of the month and months from 1, days
//	     of the week from 1 (SUN) to 7, names, lists, ranges that do not run backwards, steps, L, W and #, and ? for one of the two kinds
//	     of days. The server accepts any string.
//	142  A widget occupies whole columns and rows. It begins in columns 0 to 19 and in row 0 or later, does not extend beyond column 20,
//	     and is not smaller than its minimum size. The server accepts any number.
//	143  number_of_decimals is an integer from 0 to 20. The numbers of ticks, buckets, categories and instances are at least 1.
//	     relative_window_time and stmt_time_window are greater than 0. time_window and the order of items and mappings are at least 0. The
//	     maximum of an axis is greater than its minimum. The server accepts other numbers.
//	144  refresh_interval and stmt_time_window are numbers, or strings such as "1h 30m" that consist of numbers and units. The ends of a
//	     time range are ISO 8601 times or strings such as now-1h, and the start is before the end. timezone is a name from the IANA
//	     database. A color is a name, or # followed by hexadecimal digits. The server accepts any string.
//	145  An item's ref_id contains only letters, digits and underscores. The server accepts any string of up to 5 characters.
//	146  An alert or a function with a type needs all fields of its schedule. A function's rate is greater than 0, and its unit is one
//	     that alerts accept. The server accepts objects without these fields.
//	147  An item has all fields that its type needs, or its plain string, and no filters that belong to other types. The server accepts
//	     other items.
//	148  A parameter's value agrees with the fields type, multiple and choices. depends_on names a different parameter in the same
//	     array. The server accepts any value.
//	149  A component's parameters have only built-in types and types from the component's custom_types. The server accepts any name.
//	150  A value mapping has only the fields of its type, and its range does not run backwards. The server accepts other fields and
//	     ranges.
//	151  The engine checks the thresholds of an alert in order. The first threshold that is reached determines the status.
//	152  deployment_type is only SERVICE_HOSTED or SELF_HOSTED, and the type of a function is only rate or cron.
//	153  Engines evaluate only the expressions of EXPRESSION items. A function's target_variable is the ref_id of one of its items. The
//	     server does not run functions.
//	276  No component, widget or node type looks like a misspelling of a documented one. The server accepts any word (quirk 41).
//	277  An expression uses only the names of its items and the global names of ECMAScript.
//	154  If the interface document specifies number and the wire shapes page specifies int, engines expect integers.
//
// In the following cases, the provider treats different values as equal, or does not attribute a change to another user.
//
//	190  The name in a reference is only a label: the id alone determines the referenced object. If the engine returns a different name
//	     for a declared id, that is not a change. The server keeps the name that was sent.
//	191  If the response to an update contains an array element that was not in the update, the engine added the element or did not remove
//	     it. It was not added by another user.
//	195  If a string contains a JSON array or object, differences in white space and key order do not change its meaning. The server keeps
//	     the string as it was sent.
//	196  An engine may return an item's plain string as the JSON value that the string contains. Both have the same meaning. The server
//	     returns the string.
//	197  An engine may contain objects that a client could not have created, for example without a required field. They were created in a
//	     different way, or before the engine rejected them. The server has such objects only if a test stores them.
//
// The following assumptions are about collections that the interface document does not describe.
//
//	200  Other paths below /v3/engine/, such as those of the assets, attributes and tags in references, work like the documented paths:
//	     paged lists, create, read, update and delete in the same shapes, with strings as ids. The server has the paths in
//	     Options.Collections. It sets id and created_at of their objects, and checks that the name is a string.
//	201  An update of such an object replaces each field in its body as a whole, including fields that contain objects. It keeps all other
//	     fields.
//
// The following assumptions come from what other clients of the engine send and expect. No document describes them. If a client disagrees
// with the interface document, the provider follows the document.
//
//	245  component/components/ is the collection of components of all types. Clients list, read, update and delete components there. They
//	     can also create components there, with the type in the body. The words component and components are not component types.
//	246  component/objects/ may be an additional collection (quirk 200): instances of custom types with the fields {name, component_id,
//	     type, data} and filters by component_id and type. The words object and objects are not component types.
//	247  relative_window_time accepts strings such as "1h" as well as numbers. Both relative_window_time and refresh_interval are
//	     returned as they were sent.
//	248  A function is active if a client does not send the active field.
//	249  An item's label and query_plain are "" if a client does not send them.
//	250  deployment_capacity may also be very_large or "", deployment_type may be SELF_HOSTED, and the value_type of a data address may
//	     be AssetAttribute.
//	251  Creating a component requires the fields that the interface document requires. Other clients omit its capacity, input, output and
//	     routines.
//	252  The cron fields of functions accept only strings. Other clients send numbers.
//	253  The tags of a function are strings or JSON objects {id, name}. Each tag is returned as it was sent. Other clients can't read a
//	     function whose tags are strings.
//	254  A value mapping may be created without a type. Its type is then null, and a field such as range_start shows which type is meant.
//
// The following assumptions are about alert runs. They also apply to a rehearsal, which runs an alert on recorded data.
//
//	210  A rate alert runs at every multiple of its rate after a start time. In a rehearsal, the start time is the beginning of the
//	     rehearsal. The alert does not run at the start time itself.
//	211  A cron alert runs at the start of each minute in which all six cron fields match the local time, even if both kinds of days are
//	     given. It does not run at times in the hour that clocks skip, and runs twice at times in the hour that clocks repeat.
//	212  A run uses the points in the time window before it: those after the beginning of the window, up to and including the time of the
//	     run. An alert without a target variable, window, aggregation, operator, item or threshold does not run, because it is
//	     misconfigured.
//	213  In the groups of a query, avg and sum use only the numbers. min and max sort numbers before strings before booleans, as the
//	     pipeline language does. In stmt_aggregation, true is 1, false is 0, and a string is an error.
//	214  An attribute has one value at a time. If several points have the same time, the last one in the data counts.
//	215  If there are more points than query_limit, the first ones are used, in the order given by query_sort_field (timestamp or value;
//	     the default is timestamp) and query_sort_direction. The last value is always the latest one, regardless of the order.
//	216  Null, undefined, NaN and infinity count as no value. An aggregation with an infinite result is an error.
//	217  An expression is evaluated once for each time at which all its items have a value. Metadata items, and expressions that use only
//	     metadata, have a value at all times.
//	218  The first threshold that is reached sets status and status_text. If none is reached, the status is no_alert. If the target has no
//	     value, the status is no_data. These two statuses leave status_text unset. If an expression throws, the status is error. If an
//	     item can't be read, the status is misconfigured. In both cases, status_text contains the reason. If active is false, the status
//	     is disabled.
//	219  Every item of an alert is evaluated. If an item has an error, the run has an error, even if the target does not use the item.
//	220  The time window selects points, not groups. A group may begin before the window, but contains only the points that are in the
//	     window.
//	260  An expression follows ECMAScript, has access only to the language itself, and has no side effects. A rehearsal can evaluate only
//	     a single expression over numbers, strings, booleans, null and undefined. With any other expression, the run is misconfigured.
//	     Engines may be able to run such expressions.
//
// If the server has recorded data, it runs alerts as follows. It is unknown whether engines do the same.
//
//	240  An alert runs at the times of its schedule, beginning with the first point, by the same rules as in a rehearsal. After each run,
//	     the alert has the status and the status_text from the run. The time of an event is the time of the run that created it.
//	241  An alert has the events that its current condition produces for all data, from the first point up to the server's clock. If
//	     nobody has set the clock, the events end with the first run that uses the last point. If the condition, the data or the clock
//	     changes, events and notifications that no longer apply are removed. The status before the first run is no_alert. E-mails can't be
//	     recalled, but nobody gets two e-mails about the same event.
//	242  If a client sets the status of an alert, the server creates an event, as on a server without data. The status stays until the
//	     next run.
//	243  If several alerts run at the same time, the one that was created first runs first.
//	244  If running an alert on all data would take more than a million runs or more than a minute, the alert gets the timeout status.
//	     Changes to the data or the clock that would exceed these limits are rejected and have no effect.
//
// The last assumption is about how an object marks its value as secret.
//
//	275  The "sensitive" field of a JSON object means yes unless it is null, false, "false", "", 0 or "0". If it means yes, the
//	     "value" and "default" fields of the same JSON object are secrets.
