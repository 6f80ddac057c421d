# Compares the tests that go test skipped with the list of those that it may skip: awk -f skips.awk skips.txt FS='"' EVENTS
# EVENTS is the output of go test -json. Each event begins with the fields Time, Action, Package and Test, in this order.

FNR == NR && NF > 2 && $1 != "#" { reasons[$1 " " $2] }

FNR != NR && $14 == "Test" {
	directory = substr($12, length("github.com/engine-platform/terraform-provider-engine/") + 1)
	test = (directory == "" ? "." : directory) " " $16
	seen[test]
	if ($8 == "skip" && !(test in reasons)) {
		print test " was skipped, but .ci/skips.txt gives no reason"
		failed = 1
	}
}

END {
	for (test in reasons)
		if (!(test in seen)) {
			print ".ci/skips.txt gives a reason for " test ", which is no test"
			failed = 1
		}
	exit failed
}
