#!/bin/sh
# `make demo` runs this script. It manages examples/complete with Terraform or OpenTofu, the built provider and a reference server. It
# stops at the first step with an unexpected result. TERRAFORM and PROVIDER are absolute paths.
set -eu

work=$PWD/bin/demo
complete=$PWD/examples/complete
here=$PWD/tools/demo

# The reference server starts this script again, with the argument "steps". The server therefore ends when the steps end.
if [ "${1:-}" != steps ]; then
	rm -rf "$work"
	mkdir -p "$work"
	for host in registry.terraform.io registry.opentofu.org; do
		package=$work/mirror/$host/engine-platform/engine/0.1.0/$(go env GOOS)_$(go env GOARCH)
		mkdir -p "$package"
		ln -s "$PROVIDER" "$package/terraform-provider-engine_v0.1.0"
	done
	echo "provider_installation { filesystem_mirror { path = \"$work/mirror\" } }" > "$work/terraform.tfrc"
	export HOME="$work" TF_CLI_CONFIG_FILE="$work/terraform.tfrc" TF_IN_AUTOMATION=1 TF_INPUT=0 TF_CLI_ARGS=-no-color
	exec "$PROVIDER" reference-server -quiet -data "$work/engine.jsonl" -- "$0" steps
fi

# An interrupt ends the running command. No later command starts, because waiting for the interrupted one fails.
trap 'kill -INT "$running" 2> /dev/null || :' HUP INT TERM

# expect TITLE PATTERN COMMAND... runs a command and prints the lines of its output that match the pattern. It fails if there is no such
# line or if the command fails.
number=0
expect() {
	number=$((number + 1)) title=$1 pattern=$2
	shift 2
	printf '%2d. %s\n' "$number" "$title"
	"$@" > "$work/output" 2>&1 &
	running=$!
	wait "$running" && grep -E "$pattern" "$work/output" | sed 's/^ */      /' && return
	wait "$running" || :
	cat "$work/output"
	printf 'Step %d failed: %s\nThe configuration and the state are in %s.\n' "$number" "$*" "$work"
	exit 1
}

plant="-chdir=$work/plant" colleague="-chdir=$work/colleague"
mkdir "$work/plant" "$work/colleague"
cp "$complete"/*.tf "$work/plant"
cp "$here/colleague.tf" "$work/colleague"

expect 'Init, with the built provider' 'initialized!' "$TERRAFORM" "$plant" init
expect 'Apply of examples/complete' '^Apply complete! .* [1-9][0-9]* added, 0 changed, 0 destroyed' "$TERRAFORM" "$plant" apply -auto-approve
objects=$(sed -n 's/^Apply complete! Resources: \([0-9]*\) added.*/\1/p' "$work/output")
expect 'Plan' '^No changes' "$TERRAFORM" "$plant" plan -detailed-exitcode

cp "$complete/changed.tfvars" "$work/plant/changed.auto.tfvars"
expect 'Apply of another value for every object' "^Apply complete! .* 0 added, $objects changed, 0 destroyed" "$TERRAFORM" "$plant" apply -auto-approve
expect 'Plan' '^No changes' "$TERRAFORM" "$plant" plan -detailed-exitcode

TF_VAR_dashboard_id=$("$TERRAFORM" "$plant" output -raw dashboard_id)
export TF_VAR_dashboard_id
"$TERRAFORM" "$colleague" init > "$work/output" 2>&1
expect 'Apply of a colleague, who changes a dashboard' '^Apply complete! .* 1 changed' "$TERRAFORM" "$colleague" apply -auto-approve
expect 'Plan, which shows this change and no other' '~ description|^Plan: 0 to add, 1 to change, 0 to destroy' "$TERRAFORM" "$plant" plan -out plan
expect 'Apply, which reverts it' '^Apply complete! .* 0 added, 1 changed, 0 destroyed' "$TERRAFORM" "$plant" apply plan

"$TERRAFORM" "$plant" show -json plan > "$work/plan.json"
expect 'Rehearsal of the alerts on a bad hour' '"north".*alert' "$PROVIDER" rehearse -plan "$work/plan.json" -series "$here/bad_hour.csv" -must-fire '*"north"*'
expect 'Pictures of the dashboards and alerts' 'index.html' "$PROVIDER" draw -plan "$work/plan.json" -series "$complete/day.csv" -out "$work/pictures"
expect 'Destroy' "^Destroy complete! Resources: $objects destroyed" "$TERRAFORM" "$plant" destroy -auto-approve
rm -rf "$work"
echo 'Nothing is left running, and bin/demo is removed.'
