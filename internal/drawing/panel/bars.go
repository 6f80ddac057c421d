// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// showBars builds the panel of a bar widget. If every item has at most one value, there is one bar for each item. Otherwise, there is one
// bar for each item at each time.
func (v *widget) showBars() {
	items := v.visibleItems()
	many := slices.ContainsFunc(items, func(i chartItem) bool { return len(i.values.Points) > 1 })
	v.panel.Horizontal = v.word("orientation") == "horizontal"
	if many && !v.panel.Horizontal {
		v.showLines(true)
		return
	}
	v.panel.Kind = Bars
	if v.showNoData(items) {
		return
	}
	if many {
		v.barsPerTime(items)
	} else {
		v.barPerItem(items)
	}
}

// barPerItem adds one bar for each item. A bar has the color of the highest threshold that it reaches, unless the item sets a color.
func (v *widget) barPerItem(items []chartItem) {
	for i, item := range items {
		series := Series{Name: item.name, Color: item.color, Stack: true}
		if n, ok := numberOf(item.aggregate(v.word("labels_aggregation"))); ok {
			if l, reached := v.reachedLevel(n); reached && !item.declared {
				series.Color = l.color
			}
			series.Points = points{{float64(i), Round(n)}}
		}
		v.panel.X.Categories = append(v.panel.X.Categories, item.name)
		v.panel.Series = append(v.panel.Series, series)
	}
	v.finishBars()
}

// barsPerTime adds horizontal bars, grouped by time. If they don't all fit, it drops the oldest times.
func (v *widget) barsPerTime(items []chartItem) {
	v.panel.Legend = v.legend(items)
	_, height := v.plotSize()
	times := map[float64]bool{}
	for _, item := range items {
		points, _ := item.numbers(v.span)
		for _, p := range points {
			times[p[0]] = true
		}
	}
	room := max(1, int(height/float64(8*len(items)+6)))
	order := slices.Sorted(maps.Keys(times))
	if over := len(order) - room; over > 0 {
		v.addNotes(fmt.Sprintf("the latest %d of %d times", room, len(order)))
		order = order[over:]
	}
	index := map[float64]int{}
	axis := timeAxis{span: v.span, zone: v.zone, format: PlainText(v.attributes["x_axis_format"], 40)}
	for i, at := range order {
		index[at] = i
		v.panel.X.Categories = append(v.panel.X.Categories, axis.text(fromMillis(at).In(v.zone), timeStep{seconds: 3600}))
	}
	for _, item := range items {
		series := Series{Name: item.name, Color: item.color, Stack: v.isTrue("stacked")}
		points, _ := item.numbers(v.span)
		for _, p := range points {
			if i, ok := index[p[0]]; ok {
				series.Points = append(series.Points, [2]float64{float64(i), p[1]})
			}
		}
		v.panel.Series = append(v.panel.Series, series)
	}
	v.finishBars()
}

// finishBars adds the value axis and the thresholds to a bar chart. Call it once all series have been added.
func (v *widget) finishBars() {
	var all []points
	for _, s := range v.panel.Series {
		all = append(all, s.Points)
	}
	least, most, ok := valueRange(all...)
	if !ok {
		v.panel.Empty = "No numbers"
		return
	}
	width, height := v.plotSize()
	if v.panel.Horizontal {
		height = width / 2 // Numbers need more room side by side than one above the other.
	}
	if v.panel.Series[0].Stack {
		stackedLeast, stackedMost := runningSumRange(all)
		least, most = min(least, stackedLeast), max(most, stackedMost)
	}
	longer := 1 + v.labelBars()
	least, most = min(least, 0)*longer, max(most, 0)*longer
	v.panel.Y = v.yAxis(least, most, true, height)
	if v.panel.Horizontal {
		for ; height > 2*tickDistance && !labelsFit(v.panel.Y.Ticks, width); height /= 1.5 {
			v.panel.Y = v.yAxis(least, most, true, height/1.5)
		}
		left := v.size.Width - marginRight - width
		if v.panel.Legend.Right {
			left -= v.panel.Legend.Size
		}
		v.panel.Y.dropClippedLabels(left, width)
	}
	v.panel.X.NoTicks = v.isTrue("hide_x_tick")
	v.addThresholds()
}

// labelBars labels each bar with its value if there is room for all labels. It returns by how much the caller must extend the axis to make
// room. For example, 0.1 means by 10 percent. If there are no labels, it returns 0.
func (v *widget) labelBars() (extension float64) {
	width, height := v.plotSize()
	_, hasLow := v.number("y_axis_min_limit")
	_, hasHigh := v.number("y_axis_max_limit")
	bars := float64(v.countBarSlots())
	if bars == 0 || hasLow || hasHigh { // A fixed axis limit can cut off a bar together with its label.
		return 0
	}
	widest := 0.0
	texts := make([][]string, len(v.panel.Series))
	for i, s := range v.panel.Series {
		for _, p := range s.Points {
			text := v.displayText(p[1])
			texts[i] = append(texts[i], text)
			widest = max(widest, TextWidth(text, tickFont))
		}
	}
	const usedByBars = 0.75 // share of the axis that bars cover; the rest is the space between them
	length, need, fits := height, tickFont+6.0, usedByBars*width/bars >= widest+2
	if v.panel.Horizontal {
		length, need, fits = width, widest+8, usedByBars*height/bars >= tickFont+1
	}
	if !fits || need > length/3 {
		return 0
	}
	for i := range v.panel.Series {
		v.panel.Series[i].Texts = texts[i]
	}
	return need / (length - need)
}

// countBarSlots returns the number of bars that have to fit side by side, or 0 if any bars are stacked on top of each other.
func (v *widget) countBarSlots() int {
	used := map[float64]bool{}
	for _, s := range v.panel.Series {
		if !s.Stack {
			return len(v.panel.Series) * len(v.panel.X.Categories)
		}
		for _, p := range s.Points {
			if used[p[0]] {
				return 0
			}
			used[p[0]] = true
		}
	}
	return len(v.panel.X.Categories)
}

const (
	defaultBuckets = 12
	maxBuckets     = 200
	maxCategories  = 50
)

// showHistogram shows how often each value occurs. It counts numbers by range. If there are no numbers, or histogram_type is categorical,
// it counts how often each label occurs instead.
func (v *widget) showHistogram() {
	v.panel.Kind = Bars
	items := v.visibleItems()
	if v.showNoData(items) {
		return
	}
	v.panel.Legend = v.legend(items)
	numbers := make([][]float64, len(items))
	for i, item := range items {
		for _, p := range item.values.Points {
			if n, ok := numberOf(p.Value); ok {
				numbers[i] = append(numbers[i], n)
			}
		}
	}
	if found := slices.Concat(numbers...); v.word("histogram_type") == "categorical" || len(found) == 0 {
		v.countCategories(items)
	} else {
		v.countBuckets(items, numbers, slices.Min(found), slices.Max(found))
	}
	format, all := v.format, v.mappings
	v.format, v.levels, v.mappings = numberFormat{}, nil, mappings{} // The axis counts values.
	v.finishBars()
	v.format, v.mappings = format, all
}

// countCategories counts how often each label, such as "running", occurs.
func (v *widget) countCategories(items []chartItem) {
	counts := map[string][]float64{}
	total := map[string]float64{}
	for i, item := range items {
		for _, p := range item.values.Points {
			name := v.displayText(p.Value)
			if counts[name] == nil {
				if len(counts) == 10_000 {
					continue
				}
				counts[name] = make([]float64, len(items))
			}
			counts[name][i]++
			total[name]++
		}
	}
	frequency := func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), strings.Compare(a, b)) }
	names := slices.SortedFunc(maps.Keys(counts), frequency)
	limit := v.boundedInt("categories_top_max_limit", maxCategories, maxCategories)
	if len(names) > limit {
		v.addNotes(fmt.Sprintf("the %d most frequent of %d categories", limit, len(names)))
		names = names[:limit]
	}
	if v.word("sorting") == "alphabetical" {
		slices.Sort(names)
	}
	v.addCounts(items, names, func(item, category int) float64 { return counts[names[category]][item] })
}

// boundedInt returns the value of an integer attribute, but at most maximum. It returns fallback if the value is missing or less than 1.
func (v *widget) boundedInt(name string, fallback, maximum int) int {
	if n, ok := v.number(name); ok && n >= 1 {
		return int(min(n, float64(maximum)))
	}
	return fallback
}

// countBuckets divides the range [least, most] into equal buckets, such as 0 – 10 and 10 – 20, and counts the numbers in each bucket.
func (v *widget) countBuckets(items []chartItem, numbers [][]float64, least, most float64) {
	count := v.boundedInt("bucket_count", defaultBuckets, maxBuckets)
	least, most = widenIfEmpty(least, most)
	size := (most - least) / float64(count)
	_, hasCount := v.number("bucket_count")
	n, ok := v.number("bucket_size")
	hasSize := ok && n > 0
	if hasSize {
		size = max(n, (most-least)/maxBuckets)
	} else if !hasCount {
		size = roundStep(size)
	}
	if hasSize || !hasCount {
		least = math.Floor(least/size) * size
		count = int(math.Floor((most-least)/size)) + 1
	}
	counts := make([][]float64, len(numbers))
	for i, list := range numbers {
		counts[i] = make([]float64, count)
		for _, n := range list {
			counts[i][min(max(int((n-least)/size), 0), count-1)]++
		}
	}
	v.addCounts(items, v.bucketNames(least, size, count), func(item, category int) float64 { return counts[item][category] })
}

// bucketNames returns the names of buckets of the given size, such as "10 – 20 V". If there is not enough room in the picture, a name
// contains only the lower end of the bucket, as in "10 V" or "10".
func (v *widget) bucketNames(least, size float64, count int) []string {
	abbreviate := v.format.abbreviateAll(size/100, max(-least, least+float64(count)*size)) // Show all digits of a size such as 0.125.
	names, digits, texts := make([]string, count), make([]string, count+1), make([]string, count+1)
	for i := range texts {
		number, letter := abbreviate(Round(least + float64(i)*size))
		digits[i], texts[i] = numberFormat{}.join(trimZeros(number), letter), v.format.join(trimZeros(number), letter)
		if i > 0 {
			names[i-1] = digits[i-1] + " – " + texts[i]
		}
	}
	width, _ := v.plotSize()
	for _, fitting := range [][]string{names, texts[:count]} {
		if !slices.ContainsFunc(fitting, func(n string) bool { return TextWidth(n, tickFont)+8 > width/float64(count) }) {
			return fitting
		}
	}
	return digits[:count]
}

// addCounts adds a series for each item, with one bar for each category in names. The count function returns the length of a bar.
func (v *widget) addCounts(items []chartItem, names []string, count func(item, category int) float64) {
	v.panel.X.Categories = names
	for i, item := range items {
		series := Series{Name: item.name, Color: item.color, Stack: v.isTrue("stacked")}
		for c := range names {
			series.Points = append(series.Points, [2]float64{float64(c), count(i, c)})
		}
		v.panel.Series = append(v.panel.Series, series)
	}
}
