# Prints the path of a day's note, as the vault's daily-notes settings say, for a bare date
# (2026-03-05) or the words today, yesterday and tomorrow. Any other name comes back unchanged.
print_and_stop() {
  printf '%s\n' "$1"
  exit 0
}

case $1 in
  [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]) day=$1 ;;
  today | yesterday | tomorrow) day=$(date -d "$1" +%Y-%m-%d) || exit 1 ;;
  *) print_and_stop "$1" ;;
esac
vault=$(notesmd-cli print-default --path-only) || print_and_stop "$day"
settings=$vault/.obsidian/daily-notes.json
[ -r "$settings" ] || print_and_stop "$day"

read_setting() {
  tr -d '\n' < "$settings" | sed -n "s/.*\"$1\" *: *\"\([^\"\\\\]*\)\".*/\1/p"
}

# The vault's format is Moment.js's; what date cannot say leaves the plain date.
pattern=$(read_setting format | sed 's/YYYY/%Y/g; s/YY/%y/g; s/MMMM/%B/g; s/MMM/%b/g; s/MM/%m/g; s/DD/%d/g; s/dddd/%A/g; s/ddd/%a/g')
case $(printf '%s' "$pattern" | sed 's/%[YyBbmdAa]//g') in
  *[A-Za-z%]*) name=$day ;;
  *) name=$(date -d "$day" "+${pattern:-%Y-%m-%d}") || exit 1 ;;
esac
folder=$(read_setting folder)
case /$folder/ in
  */../*) folder= ;;
esac
print_and_stop "${folder:+${folder%/}/}$name"
