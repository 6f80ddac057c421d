// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

// Beliefs about the engine that neither the interface document nor the wire shapes page proves. Code and tests cite them by
// number, and a number is never given twice. INTERFACE.md marks each where it belongs. Who learns better from a live engine changes the belief here first.
//
//	 1  A page holds at most 1,000 objects; a larger page_size gives that many, a senseless one the default.
//	 2  Query parameters that the server does not know are ignored, also filters on fields that do not exist or that hold
//	    arrays or objects.
//	 3  A filter by an empty value finds the objects whose field is null or empty.
//	 4  A component is stopped when it is created.
//	 5  An active component can be deleted.
//	 6  Start of what is started and stop of what is stopped succeed and change nothing.
//	 7  A component is active for an update while deployment_active is true or its status is StartRequested,
//	    Pending, Running or StopRequested.
//	 8  The dashboard of a tab cannot be changed: a PATCH that names another one is refused with 400.
//	 9  name, tab and type of a widget are required on create; interface section 2.3 does not say what is.
//	10  id of a reference is required. Nothing else inside an array is, not even the keys.
//	11  An element that is an object is completed like an object of a kind: what was not sent has its default, [] or null.
//	    References are kept as they were sent.
//	12  The id of an element is kept when it was the id of an element of the same array before. Any other id that is sent is
//	    replaced: the element is new.
//	13  A number that is sent as text is answered as a number; one that must be whole, without a fraction (5.0 as 5). All
//	    other values are answered in the spelling they were sent in, also SEV1 in lower case.
//	14  A body nests at most 64 deep.
//	15  A node is active when it is created.
//	16  status and type of a function are null until they are sent, and while type is null neither the rate fields nor the
//	    cron fields are ignored.
//	17  The function item with deleted true and an id that the function does not have is ignored.
//	18  Empty text is a value like any other, also for a required field.
//	19  A list is ordered by creation, the oldest first, but for those of quirk 26.
//	20  Unknown keys are stored as they were sent, null too.
//	21  Start and stop take an empty body as well as {}.
//	22  order of a tab that is not sent is null: the server does not count.
//	23  An element of an array cannot be null, but where the elements are any JSON.
//	24  The values that the wire shapes page lists for a field are all there are, unless it calls the list open.
//	25  The items of functions take the same group units, group functions and sort directions as those of widgets.
//	26  Events and notifications are listed the newest first, where the query does not order them otherwise.
//	27  Events and notifications are deleted with their alert. Clients can only list them.
//	28  A notification is {id, alert, event, timestamp, title, text}: the ids of the alert and the event, and the subject
//	    and the text of the e-mail.
//	29  The status that an alert is created with is no change of its status, and neither is a new status_text alone. What
//	    Server.Edit does to a status is a change like any other.
//	30  An alert with mute true gets the event only, and so does one whose new status is no_data, error or timeout while
//	    notify_no_data, notify_error or notify_timeout is false. What counts is the alert after the change.
//	31  Of destinations_list, the e-mail addresses get a message each, the same address only one. Anything else in it is
//	    ignored.
//	32  Objects are deleted with their parent: tabs with the dashboard, widgets with the tab, routines with the component.
//	33  A body has at most 1 MiB; a larger one is refused with 413.
//	34  A body is one JSON object in UTF-8, and no object in it has a key twice; anything else is refused with 400.
//	35  The dashboard of a tab, the tab of a widget and the component of a routine must exist; otherwise the body is refused
//	    with 400.
//	36  Null takes the value of a field away, as if it had never been sent; for a required field it is refused with 400.
//	37  An answer shows every field of its kind: one without value is null, [] when it is an array, or has its default.
//	38  A page past the end is not found (404), and neither is one that is no whole number from 1 on.
//	39  A list can be ordered by several fields, with commas between them.
//	40  A create takes the fields that the interface document names for updates alone. The habits strict-create-ignore
//	    and strict-create-refuse turn this.
//	41  Any word names a type of components, with or without components; only routine, component and object do not (245, 246), with
//	    an s neither. A word begins with a letter, goes on with letters, digits, - and _, and has at most 32 characters.
//	42  The type of a routine need not be one that its component offers.
//	43  active of an alert steers nothing: a change of the status of one that is not active is told like any other.
//	44  The update of an active component is refused with 409.
//	45  Every answer has a header X-Request-Id.
//	46  An update without any field changes nothing, except that an alert refuses it with 400.
//	47  The fields that only some types of widgets have are taken on create and on update, whatever the type is.
//	48  Function items that an update does not mention stay, and those that it mentions by id keep the fields that it leaves
//	    out. Null for function_items removes them all.
//	49  An update replaces every other array as a whole.
//	50  Objects of one kind may have the same name.
//	51  What is sensitive is read back as it was sent.
//	52  Two reads with no write between them give the same document.
//	53  Statuses change when a client changes them, and those of a deployment when it asks for a start or a stop. Nothing
//	    changes a status by itself, but for runs of alerts on data (240).
//	54  Lists can be filtered by the fields of the tables.
//	55  An array is answered as it was sent: in that order, with equal elements as often as they were sent, and with no
//	    element and no key of the engine's own but for the id of items and the keys that complete an element (11).
//	56  A reference is answered as it was sent, with the name that was sent.
//	57  A create is answered with 201, an update with 200, both with the whole object as it is afterwards.
//	58  What a write was answered for is read at once, by id and in lists.
//	59  An empty array takes the elements of any array away.
//	60  Every field that a create takes may be sent in an update, but for the dashboard of a tab.
//	61  Every path is served with and without the slash at its end, and those of components with the type in singular and
//	    in plural.
//	62  Everything that can be created can be listed, in pages inside an object, and page counts them.
//	63  The first word of the authorization header is Service on every engine.
//	64  Start and stop are offered, taken whenever they are asked for, and come to a good end: Running and Stopped.
//	65  A deleted object is gone at once. DELETE answers 204, and 404 for what is gone.
//	66  Objects with children can be deleted.
//	67  No client is asked to wait.
//	68  What is answered with a failure was not done.
//	69  A list shows as much of an object as a read of it by itself.
//	80  What the interface document calls a number takes every number, and what it calls a string or a number every text
//	    too, although the wire shapes page says int or gives a bound: order of a tab, places and sizes of widgets, time
//	    windows, values of rates.
//	81  What the wire shapes page alone says of numbers and texts holds: whole numbers, bounds, greatest lengths.
//	82  deployment_type has no value but SERVICE_HOSTED, the only one that the interface document gives, and SELF_HOSTED (250).
//	83  The plural of a component type is the word with an s, whatever the word is: /component/pumps and /component/pump are
//	    one collection of components with the type pump. A word that ends in ss is no plural.
//	84  An update that gives two elements of an array the same id is refused with 400.
//	85  Of events and of notifications, the last 10,000 are kept.
//	100  A number in refresh_interval, relative_window_time and stmt_time_window counts seconds, so that 300 and "5m" are one value.
//	101  Where a field holds an aggregation, average is another word for avg.
//	102  A rate_value that comes with a unit, such as "5m", has it from rate_unit.
//	103  The order of an array means something only where its elements are objects without a key: thresholds and value
//	    mappings. Items, parameters, references and texts mean the same in every order.
//	170  created_at is the time at which the object was made, by the clock that the header Date of the replies shows.
//	180  Every answer with one object has a strong ETag, that of its version: another one as soon as anything of the object
//	    changes. A list has none.
//	181  A PATCH or DELETE with If-Match whose tags are not that of the object is refused with 412 and changes nothing, where
//	    it would have been done otherwise. Start and stop depend on no version.
//	185  The arrays of a body have at most 10,000 elements, all together; one with more is refused with 400.
//	186  A document has at most 8 MiB; a write that would make it larger is refused with 413.
//	187  A write for which the server has no room is refused with 507. Reads do not show it, and go on.
//	188  A list takes at most 50 filters, and 1,000 values behind __in; more are refused with 400.
//	189  Numbers are kept and compared exactly, whatever their size; whole ones lie within 64 bits.
//
// What the provider warns of at plan, and the server does not check unless its tables say so:
//
//	140  One of the listed values is taken in the spelling of the lists alone, but for severity and for avg beside average.
//	141  The parts of a cron expression have the form of schedulers that know a year: values from 0, days of the month and months
//	    from 1, days of the week from 1 (SUN) to 7, names, lists, ranges that do not run backwards, steps, L, W and #, and ? for
//	    one of the two kinds of days. The server takes any text.
//	142  A widget lies on whole columns and rows of its grid, begins in column 0 to 19 and row 0 or later, does not reach beyond
//	    column 20, and is not smaller than its least size. The server takes any number.
//	143  number_of_decimals is a whole number from 0 to 20; a number of ticks, buckets, categories or instances is 1 or more;
//	    relative_window_time and stmt_time_window are above 0, time_window and the order of items and mappings 0 or more; the
//	    greatest value of an axis is above its least. The server takes others.
//	144  refresh_interval is a number or a text of numbers with units; the ends of a time range are ISO 8601 times or now with a
//	    distance, in their order; timezone is a name of the IANA database; a color is a name or # with digits. The server
//	    takes any text.
//	145  The ref_id of an item has letters, digits and underscores alone. The server takes any text of 5 characters.
//	146  An alert or a function of a type runs by the fields of its schedule, all of which it needs; the rate of a function is
//	    above 0, its unit one of those of alerts. The server takes objects without them.
//	147  An item needs the fields of its type (or its plain text) and has no filters of other types. The server takes others.
//	148  The value of a parameter agrees with its type, multiple and choices, and depends_on names another parameter of the list.
//	    The server takes any value.
//	149  A component has no types of parameters but those that are built in and its custom_types. The server takes any name.
//	150  A value mapping has the fields of its type and no others, and its range does not run backwards. The server takes others.
//	151  The thresholds of an alert are checked in their order, and the first that is reached counts.
//	152  SERVICE_HOSTED and SELF_HOSTED are the only values of deployment_type, rate and cron are the only types of functions.
//	153  Engines run the expressions of EXPRESSION items alone, and a function's target_variable is the ref_id of an item. The
//	    server runs nothing.
//	154  Where the interface document says number and the wire shapes page int, engines mean whole numbers.
//
// What the provider compares by meaning:
//
//	190  The name in a reference is a label: the id alone says what it refers to. A name that is answered for a declared id is no
//	    change; the server keeps the one that was sent.
//	191  An element that is in an array right after an update that sent the array without it is the engine's own, or one that it
//	    does not let go of, and nobody else's.
//	195  A text that is a JSON array or object means the same in every spelling. The server keeps the one that was sent.
//	196  What the plain text of an item holds may be answered as it is, and means what its text does. The server answers the text.
//	197  A document may lack what a create has to send, and have there what no request may: it was made by other means, or before
//	    there was such a rule. The server has such documents where a test puts them in.
//
// Collections that the interface document has no section for:
//
//	200  What a path below /v3/engine/ serves besides, such as the assets, attributes and tags that references point to, is served
//	    like the rest: a list in pages, create, read, update and delete in the same shapes, with ids that are texts. The server
//	    has the paths that Options.Collections names; of their objects it sets id and created_at, and checks that the name is a text.
//	201  An update of such an object replaces each field that it sends as a whole, objects too, and leaves the others.
//
// What other clients of the engine send and expect, where no document says so. The interface document stays the authority for what
// the provider sends:
//
//	245  component/components/ is the collection of the components of all types: they are listed, read, updated and deleted there, and
//	     a create gives the type. component, in singular too, is no type of components.
//	246  component/objects/ can be a collection like those of 200: instances of custom types, {name, component_id, type, data}, with
//	     filters by component_id and type. object, in singular too, is no type of components.
//	247  relative_window_time takes texts such as "1h" as well as numbers. It and refresh_interval are answered as they were sent.
//	248  A function is active when active is not sent.
//	249  label and query_plain of an item are "" when they are not sent.
//	250  deployment_capacity has the values very_large and "" as well, deployment_type SELF_HOSTED, and the value_type of a data
//	     address AssetAttribute.
//	251  A component is not created without what the interface document requires. Other clients leave out its capacity, its input, its
//	     output and its routines.
//	252  The cron fields of functions are texts alone. Other clients send numbers.
//	253  The tags of a function are texts or objects {id, name}, each answered as it was sent. A text among them breaks what other
//	     clients read.
//	254  A value mapping may be created without its type, which is null then: the field that it has says what it maps.
//
// What a rehearsal believes of the runs of an alert:
//
//	210  A rate alert runs at all times that lie a multiple of its rate from one time. A rehearsal counts from its start, at which there
//	     is no run itself.
//	211  A cron alert runs at the start of each minute whose reading on the clocks of the time zone all six parts fit, also where both
//	     kinds of days are given: what lies in the hour that clocks leave out does not run, what lies in the one that they repeat runs twice.
//	212  A run looks at the points of the time window that ends with it: later than its beginning, and up to the run. An alert without a
//	     target variable, window, aggregation, operator, item or threshold does not run: it is misconfigured.
//	213  In the groups of a query, avg and sum are those of the numbers alone, and min and max take numbers before texts before booleans, as
//	     the language of the pipeline has it. In stmt_aggregation true is 1 and false is 0, and a text is an error.
//	214  An attribute has one value at a time: of several points of one time, the one that was given last.
//	215  Of more points than query_limit, the first in the order of query_sort_field (timestamp or value; timestamp where it is empty) and
//	     query_sort_direction count. Whatever the order, the last value is the latest one.
//	216  What gives null, nothing, NaN or an infinity has no value. An aggregation that is infinite is an error.
//	217  An expression is calculated once for each time at which all its items have a value. Metadata, and expressions of metadata alone,
//	     have their value at all times.
//	218  The first threshold that is reached gives status and status_text, with none of them the status is no_alert, and without a value of
//	     the target no_data, both without a text. An expression that throws makes the status error, an item that can't be read misconfigured,
//	     both with the reason; active false makes it disabled.
//	219  Every item of an alert is calculated, so that an error in one that the target does not need is an error of the run.
//	220  The time window is one of points: a group has the points of its unit that lie in the window, and may begin before it.
//	260  An expression calculates as ECMAScript says, sees the language alone, and leaves nothing behind. A rehearsal evaluates a part of the
//	     language, within a budget: what is outside of it, and engines may run, makes a run misconfigured, or an error where only the values show it.
//
// What the server does with alerts where it has data. Nothing of it happens without, and whether engines do the same nobody has seen:
//
//	240  An alert runs at the times of its schedule, counted from the first point on, by the same rules as a rehearsal, and after each
//	     run it has the status and the status_text that the run gives. The server runs alerts where it has data, on those; the time of
//	     a change is that of the run.
//	241  Where the server has data, an alert has the events of its runs as it is now, from the first point of all data up to the
//	     server's clock or, where nobody says what time it is, up to the first run that has seen the last point. A change of its
//	     condition, of the data or of the clock takes back the events and notifications of runs that would not be, with the first
//	     status no_alert before the first run; e-mails are not taken back, and nobody gets the e-mail of an event twice.
//	242  A status that a client sets is told as ever and stays until the next run.
//	243  Of alerts that run at the same time, the one that was created first runs first.
//	244  An alert that can't run over all data within a million runs and a minute has the status timeout. Other changes, of the data or
//	     of the clock, that would cost more than that are refused and change nothing.
//
// What engines may say of secrets, which typed objects and documents of other kinds are read by alike:
//
//	275  What an object within a document says of "sensitive" is yes unless it is null, false, "false", "", 0 or "0"; its "value", and the
//	     "default" beside it, are secrets then.
