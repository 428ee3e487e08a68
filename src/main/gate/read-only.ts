import type { ProcessAction } from '#shared/call/action'

/** Options under which a program was seen to read and print alone; a value beside an option is covered by the option. */
interface Profile {
  options: ReadonlySet<string>
  /** What a plain argument must look like, where others would make it write. */
  plain?: RegExp
}

const PROFILES: ReadonlyMap<string, Profile> = new Map([
  ...profile('cat', '', '-n -b -s -A -E -T'),
  ...profile('head tail', '', '-n -c -q -v'),
  ...profile('wc', '', '-l -w -c -m -L -lwc --lines --words --bytes --chars'),
  ...profile(
    'ls',
    '',
    '-l -a -A -h -R -1 -d -t -S -r -la -lh -lah -1Ap -1Rp --all --almost-all --human-readable --recursive --si',
  ),
  ...profile('stat', '', '-c -f -L --format --printf'),
  ...profile('file', '', '-b -i -L --brief --mime --mime-type'),
  ...profile('du', '', '-s -h -a -c -k -m -d --max-depth --apparent-size --summarize --human-readable -sh'),
  ...profile('df', '', '-h -k -T -i -x --human-readable --output --total --local'),
  ...profile('uname', '', '-a -s -n -r -v -m -p -i -o'),
  ...profile('uptime', '', '-p -s --pretty --since'),
  ...profile('free', '', '-h -b -k -m -g --human --si'),
  ...profile('nproc whoami id groups hostname pwd arch', '', '--all', /^$/),
  ...profile('date', '', '-u -d --date --utc --iso-8601 -I -R', /^\+/),
  ...profile('cal', '', '-m -y -3 -j', /^\d{1,4}$/),
  ...profile('sort', '', '-n -r -u -k -t -f -h -V -b --numeric-sort --reverse --unique --key'),
  ...profile('uniq', '', '-c -d -u -i --count', /^$/),
  ...profile('cut', '', '-d -f -c -b -s --delimiter --fields'),
  ...profile(
    'grep egrep fgrep',
    '',
    '-n -i -r -R -l -c -v -w -x -E -F -H -h -e -m -A -B -C -I -rls -rnIsF -rnIsE -rlIsF -rLIsF -rcIsF --include --exclude --exclude-dir=.git --color=never',
  ),
  ...profile(
    'rg',
    '',
    '-n -i -l -c -v -w -F -e -m -A -B -C -g -t --glob --type --no-config --max-count --hidden --json --color=never',
  ),
  ...profile('basename dirname realpath readlink', '', '-f -e -m -s -a'),
  ...profile('sha256sum sha1sum sha512sum md5sum cksum b2sum', '', '-b -t --tag'),
  ...profile('cmp diff comm', '', '-u -q -r -i -w -B -s -1 -2 -3 --brief --unified --no-dereference'),
  ...profile(
    'jq',
    '',
    '-r -c -S -e -n -s -j --raw-output --compact-output --sort-keys --tab --arg --argjson --monochrome-output --indent',
  ),
  ...profile('pdfinfo', '', '-f -l -box -enc'),
  ...profile('ps', '', '-e -A -f -o --sort --no-headers --ppid -C', /^$/),
  ...profile('pgrep', '', '-a -i -l -f -x'),
  ...profile('lscpu', '', ''),
  ...profile(
    'ffprobe',
    '',
    '-v -hide_banner -show_format -show_streams -of -print_format -select_streams -show_entries',
  ),
  ...profile('unzip', '-l', ''),
  ...profile('git', 'status', '--short --porcelain --branch -s -b --untracked-files=no'),
  ...profile(
    'git',
    'log',
    '--oneline --stat -n --max-count --since --until --author --grep --graph --decorate --no-color --no-ext-diff --no-textconv --date=short -i --',
  ),
  ...profile(
    'git',
    'diff|show',
    '--stat --name-only --name-status --cached --staged --no-color --no-ext-diff --no-textconv --',
  ),
  ...profile(
    'git',
    'rev-parse|ls-files|ls-tree|blame|shortlog|describe|rev-list',
    '--show-toplevel --abbrev-ref --short -s -n -e -sn --since --date=short --no-textconv --no-color --tags -L --',
  ),
  ...profile('git', 'branch --list|tag --list|remote -v|stash list|config --get|config --list', ''),
])

/** Whether our own reviewed table knows this command to read only, with every option the skill sets. */
export function isKnownReadOnly(
  { argv, origin, binary }: Pick<ProcessAction, 'argv' | 'origin' | 'binary'>,
  subcommand: string,
): boolean {
  const words = subcommand.split(/\s+/).filter(Boolean)
  const isOption = (word: string) => word.startsWith('-')
  // A skill may fix options in its subcommand: then they are looked at like every other option.
  const named = words.findIndex(isOption) < 0 ? words : words.slice(0, words.findIndex(isOption))
  const whole = PROFILES.get([binary.name, ...words].join(' '))
  const found = whole ?? PROFILES.get([binary.name, ...named].join(' '))
  if (found === undefined) return false
  const skipped = 1 + (whole ? words : named).length
  for (let index = skipped; index < argv.length; index += 1) {
    const element = argv[index] as string
    if (origin[index] === 'skill' && element.startsWith('-')) {
      if (!found.options.has(element)) return false
    } else if (found.plain !== undefined && !found.plain.test(element) && !found.options.has(argv[index - 1] ?? '')) {
      return false
    }
  }
  return true
}

function profile(binaries: string, subcommands: string, options: string, plain?: RegExp): [string, Profile][] {
  const known: Profile = { options: new Set(options.split(' ')), ...(plain !== undefined && { plain }) }
  return binaries
    .split(' ')
    .flatMap((binary) => subcommands.split('|').map((words): [string, Profile] => [`${binary} ${words}`.trim(), known]))
}
