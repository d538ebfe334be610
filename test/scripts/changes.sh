#!/bin/sh
# What an operator's script does, with chainbell, sh and standard tools: connects by a profile, creates 200 notifications, edits 50 and
# deletes 30 while every third request fails, is killed in each of the three, recovers, and undoes the deletion.
# NODE and PROGRAM say how to run chainbell. Everything is kept in HOME and the XDG folders.
set -eu

chainbell() { "$NODE" "$PROGRAM" "$@"; }
fail() { echo "failed: $*" >&2; exit 1; }
count() { chainbell list "$@" | wc -l | tr -d ' '; }
# The account in a file: tab-separated, with the name, the channel and the user in columns 2 to 4.
list_all() { chainbell list > "$HOME/listed"; }
count_listed() { awk -F '\t' "$1 { n++ } END { print n + 0 }" "$HOME/listed"; }
expect() { [ "$2" = "$3" ] || fail "$1: expected $3, got $2"; }

sandbox=
stop_sandbox() { [ -z "$sandbox" ] || { kill "$sandbox" 2> /dev/null || true; wait "$sandbox" 2> /dev/null || true; }; sandbox=; }
trap stop_sandbox EXIT
start_sandbox() {
	stop_sandbox
	: > "$HOME/sandbox.out"
	"$NODE" "$PROGRAM" sandbox --samples 0 --file "$HOME/notifications.sqlite" "$@" > "$HOME/sandbox.out" 2>&1 &
	sandbox=$!
	until grep -q '^Example:' "$HOME/sandbox.out"; do
		kill -0 "$sandbox" 2> /dev/null || fail "the sandbox: $(cat "$HOME/sandbox.out")"
		sleep 0.1
	done
}

# Runs a command, and kills it once the number of notifications is on the other side of a limit. It runs only between two looks at the
# list. The first requests take so long that no command ends in that time; the first time includes its start.
kill_when() {
	comparison=$1
	limit=$2
	shift 2
	"$NODE" "$PROGRAM" "$@" > "$HOME/killed.out" 2> "$HOME/killed.err" < "${input:-/dev/null}" &
	running=$!
	sleep 0.4
	while :; do
		sleep 0.4
		kill -STOP "$running" 2> /dev/null || fail "$1 ended before it could be killed: $(cat "$HOME/killed.err")"
		[ "$(count)" "$comparison" "$limit" ] && break
		kill -CONT "$running"
	done
	kill -9 "$running"
	wait "$running" 2> /dev/null || true
	[ ! -s "$HOME/killed.out" ] || fail "$1 had ended"
}

# What is pending is tried again until nothing is: exit status 8 says that something still is.
recover_all() {
	tries=0
	until chainbell recover --finish --retries 9 > "$HOME/recover.out" 2>&1; do
		status=$?
		tries=$((tries + 1))
		[ "$tries" -lt 10 ] || fail "recover ends with $status: $(cat "$HOME/recover.out")"
	done
	[ -s "$HOME/recover.out" ] || fail "nothing was pending after the kill"
}

slow=any-slow=50:30
start_sandbox --fault "$slow"
url=$(sed -n 's/^Base URL: //p' "$HOME/sandbox.out")
port=$(echo "$url" | sed 's/.*:\([0-9]*\).*/\1/')
keys=$(sed -n 's/^API key:  the first line of //p' "$HOME/sandbox.out")
sed 1q "$keys" | chainbell profile add test --base-url "$url" --default
config=$XDG_CONFIG_HOME/chainbell/config.yaml
# What is sent takes effect, and is listed, at once.
sed 's/^\( *\)baseUrl:.*/&\
\1settlingTime: 0.2/' "$config" > "$HOME/config.new"
cat "$HOME/config.new" > "$config"

awk 'BEGIN {
	for (i = 1; i <= 200; i++) {
		user = i <= 50 ? "edited" : i <= 80 ? "deleted" : "kept"
		channel = i % 2 ? "EMAIL" : "TELEGRAM"
		to = i % 2 ? "u" i "@example.com" : "-1000" i
		printf "{\"external_user_id\":\"%s\",\"channel\":\"%s\",\"delivery_location\":\"%s\",\"template\":\"words %d\",\"event_details\":{\"network\":\"ETH_MAINNET\",\"event_type\":\"ADDRESS_ACTIVITY\",\"addresses\":[\"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045\"]}}\n", user, channel, to, i
	}
}' > "$HOME/new.jsonl"

input=$HOME/new.jsonl kill_when -ge 3 create -f - -j 1
# The same file again is refused, so that nothing is created twice.
chainbell create -f "$HOME/new.jsonl" > /dev/null 2>&1 && fail "created twice"
recover_all
list_all
expect "after create" "$(count_listed 1)" 200
expect "EMAIL" "$(count_listed '$3 == "EMAIL"')" 100
expect "TELEGRAM" "$(count_listed '$3 == "TELEGRAM"')" 100

start_sandbox --port "$port" --fault "$slow"
input= kill_when -ge 202 edit --query user:=edited --set name=Edited --yes -j 1
recover_all
list_all
expect "after edit" "$(count_listed 1)" 200
expect "edited" "$(count_listed '$2 == "Edited" && $4 == "edited"')" 50

start_sandbox --port "$port" --fault any-third-500 --fault "$slow"
input= kill_when -le 198 delete --query user:=deleted --yes -j 1
recover_all
list_all
expect "after delete" "$(count_listed 1)" 170
expect "deleted" "$(count_listed '$4 == "deleted"')" 0

start_sandbox --port "$port"
chainbell recover > /dev/null || fail "something is still pending"
chainbell undo --last --yes > "$HOME/undone"
expect "undone" "$(wc -l < "$HOME/undone" | tr -d ' ')" 30
list_all
expect "in the end" "$(count_listed 1)" 200
expect "deleted and back" "$(count_listed '$4 == "deleted"')" 30
expect "edited in the end, as a search finds it" "$(count user:=edited name:=edited)" 50
# Without its ID no notification is there twice.
expect "doubles" "$(cut -f 2- "$HOME/listed" | sort | uniq -d)" ""
chainbell get "$(sed 1q "$HOME/undone")" -o yaml | grep -q 'template: words' || fail "the template is lost"
echo "all as it should be"
