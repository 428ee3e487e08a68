# Takes "file=NAME". Where NAME is today, yesterday or tomorrow, prints it with that day's date,
# which is what a daily note is called; every other name comes back unchanged.
name=${1#file=}
case $name in
  today | yesterday | tomorrow) name=$(date -d "$name" +%Y-%m-%d) || exit 1 ;;
esac
printf 'file=%s\n' "$name"
