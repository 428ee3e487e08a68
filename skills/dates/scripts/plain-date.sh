# Prints the moment that everyday words name, such as "in 3 weeks" or "the 5th of march at 3pm",
# in a form date -d takes. Fails where the words make no sense, and then they stay as they are.
words=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]' | tr -d ',?' | sed -E '
  s/^ +| +$//g
  s/ (at )?(noon|midday)$/ at 12:00/; s/ (at )?midnight$/ at 0:00/; s/^(noon|midday) (on )?(.+)$/\3 at 12:00/
  s/^(.+) at ([0-9]{1,2}(:[0-9]{2})? ?([ap]m)?)$/\2 \1/
  s/(^| )(in|on|the|at) /\1/g
  s/(^| )(in|on|the|at) /\1/g
  s/([0-9])(st|nd|rd|th)( |$)/\1\3/g
  s/ of / /g
  s/ (from now|from today|later)$//
  s/(^| )an? /\11 /g
  s/(^| )one /\11 /g; s/(^| )two /\12 /g; s/(^| )three /\13 /g; s/(^| )four /\14 /g; s/(^| )five /\15 /g
  s/(^| )six /\16 /g; s/(^| )seven /\17 /g; s/(^| )eight /\18 /g; s/(^| )nine /\19 /g; s/(^| )ten /\110 /g
  s/^day after tomorrow/2 days/
  s/^day before yesterday/2 days ago/
  s/^([0-9]+ [a-z]+) (after|from) (.+)$/\1 \3/
  s/^([0-9]+ [a-z]+) before (.+)$/\1 ago \2/
')
this_month=$(date +%Y-%m-01)
case $words in
  'end this month' | 'end month' | 'last day this month' | 'last day month') words="$this_month 1 month 1 day ago" ;;
  'end next month' | 'last day next month') words="$this_month 2 months 1 day ago" ;;
  'end this year' | 'end year') words="$(date +%Y)-12-31" ;;
  'first day next month' | 'start next month') words="$this_month 1 month" ;;
esac
exec date -d "$words" '+%Y-%m-%d %H:%M:%S'
