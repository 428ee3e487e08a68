# Prints the seconds at which the named day begins in UTC, so that whole days can be counted
# across a change of the clocks. The day itself is the one on the local calendar.
day=$(date -d "$1" +%Y-%m-%d) || exit 1
exec date -u -d "$day" +%s
