/** What a command does apart from what its sandbox prevents; `unknown`: nobody has checked it. */
export type Does = 'reads' | 'changes' | 'reaches' | 'deletes' | 'signals' | 'gains-rights' | 'runs' | 'unknown'

export interface Row {
  does: Does
  /** For a reading program: every option that was checked. After `=` anything may follow. */
  options: ReadonlySet<string>
  /** The required form of a plain argument, if other forms would write. */
  plain?: RegExp
  /** How many plain arguments it takes, if one more would be written. */
  most?: number
  /** Options whose value is the next word; it may have any form. */
  valued?: ReadonlySet<string>
  /** The last argument without which it would write a file. */
  last?: string
}

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
const setOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text))

const CONTAINERS =
  'ps|images|logs|inspect|version|info|stats|top|port|history|diff|events|search|' +
  ['container', 'image', 'volume', 'network', 'context', 'system']
    .flatMap((noun) => [`${noun} ls`, `${noun} inspect`, `${noun} df`])
    .join('|')

/** By program and command; the longest match counts. `git *` is any command of git without its own row. */
export const ROWS: ReadonlyMap<string, Row> = new Map([
  ...reads('cat', '-n -b -s -A -E -T'),
  ...reads('head tail', '-n -c -q -v'),
  ...reads('wc', '-l -w -c -m -L -lwc --lines --words --bytes --chars'),
  ...reads(
    'ls',
    '-l -a -A -h -R -1 -d -t -S -r -la -lh -lah -1Ap -1Rp --all --almost-all --human-readable --recursive --si',
  ),
  ...reads('stat', '-c -f -L --format --printf'),
  ...reads('file', '-b -i -L --brief --mime --mime-type'),
  ...reads('du', '-s -h -a -c -k -m -d --max-depth --apparent-size --summarize --human-readable -sh'),
  ...reads('df', '-h -k -T -i -x --human-readable --output --total --local'),
  ...reads('uname', '-a -s -n -r -v -m -p -i -o'),
  ...reads('uptime', '-p -s --pretty --since'),
  ...reads('free', '-h -b -k -m -g --human --si'),
  ...reads('nproc whoami id groups hostname pwd arch', '--all', { plain: /^$/ }),
  ...reads('date', '-u -d --date --utc --iso-8601 -I -R', { plain: /^\+/, valued: setOf('-d --date') }),
  ...reads('cal', '-m -y -3 -j', { plain: /^\d{1,4}$/ }),
  ...reads('sort', '-n -r -u -k -t -f -h -V -b -rh --numeric-sort --reverse --unique --key'),
  ...reads('uniq', '-c -d -u -i --count', { most: 1 }),
  ...reads('cut', '-d -f -c -b -s --delimiter --fields'),
  ...reads(
    'grep',
    '-n -i -r -R -l -c -v -w -x -E -F -H -h -e -m -A -B -C -I -rls -rnIsF -rnIsE -rlIsF -rLIsF -rcIsF --include --exclude ' +
      '--exclude-dir=.git --color=never',
  ),
  ...reads(
    'rg',
    '-n -i -l -c -v -w -F -e -m -A -B -C -g -t --glob --type --no-config --max-count --hidden --json --color=never',
  ),
  ...reads('basename dirname realpath readlink', '-f -e -m -s -a'),
  ...reads('sha256sum sha1sum sha512sum md5sum cksum b2sum', '-b -t --tag'),
  ...reads('cmp diff comm', '-u -q -r -i -w -B -s -1 -2 -3 --brief --unified --no-dereference'),
  ...reads(
    'jq',
    '-r -c -S -e -n -s -j --raw-output --compact-output --sort-keys --tab --arg --argjson --monochrome-output --indent',
  ),
  ...reads('pdfinfo', '-f -l -box -enc'),
  ...reads('pdffonts', '-f -l'),
  ...rows('reads', 'pdfimages', '-list', '-f -l'),
  ...reads('ps', '-e -A -f -o -p --sort --no-headers --ppid -C -eo -ww --sort=-%cpu --sort=-rss', {
    plain: /^$/,
    valued: setOf('-o -p --sort --ppid -C -eo'),
  }),
  ...reads('pgrep', '-a -i -l -f -x -il'),
  ...reads('lscpu'),
  ...reads(
    'ffprobe',
    '-v -hide_banner -show_format -show_streams -of -print_format -select_streams -show_entries -protocol_whitelist -sexagesimal -i',
  ),
  ...reads(
    'exiftool',
    '-fast -i -c -DateTimeOriginal -CreateDate -OffsetTimeOriginal -Make -Model -GPSLatitude -GPSLongitude -GPSAltitude',
  ),
  ...rows('reads', 'unzip', '-l'),
  ...reads('pdftotext', '-q -enc -f -l -layout -', { last: '-' }),
  ...rows(
    'reads',
    'tar',
    '--list --verbose --force-local|--extract --to-stdout --force-local --no-wildcards',
    '--file',
  ),
  ...reads('expr', '-'),
  ...reads('printf sleep seq factor true false test tr nl rev fold paste expand'),
  ...rows('reads', 'git', 'status', '--short --porcelain --branch -s -b --untracked-files=no'),
  ...rows(
    'reads',
    'git',
    'log',
    '--oneline --stat -n --max-count --since --until --author --grep --graph --decorate --no-color --no-ext-diff ' +
      '--no-textconv --date=short --pretty= -i --',
  ),
  ...rows(
    'reads',
    'git',
    'diff|show|diff-tree',
    '--stat --patch --name-only --name-status --cached --staged --no-color --no-ext-diff --no-textconv -r --',
  ),
  ...rows(
    'reads',
    'git',
    'rev-parse|ls-files|ls-tree|blame|shortlog|describe|rev-list',
    '--show-toplevel --abbrev-ref --short -s -n -e -sn --since --date=short --no-textconv --no-color --tags -L --',
  ),
  ...rows('reads', 'git', 'grep', '-n -I -F -i -e --no-color --no-textconv --'),
  ...rows('reads', 'git', 'branch --list|tag --list', '--no-color -vv --all --sort=-creatordate'),
  ...rows('reads', 'git', 'stash list|config --get|config --list|config get|config list'),
  ...rows('reads', 'git', 'remote -v', '', { plain: /^$/ }),
  // Git's other commands connect out or were not checked. Without a command the model chooses it.
  ...rows('runs', 'git', '|bisect run|submodule foreach|filter-branch|difftool|mergetool|daemon|instaweb|send-email'),
  ...rows('runs', 'git', 'rebase|upload-pack|receive-pack|config|submodule --quiet foreach'),
  ...rows('deletes', 'git', 'stash drop|stash clear|branch -d|branch -D|tag -d|reflog expire|reflog delete'),
  ...rows('unknown', 'git', '*|config --get-all|config --get-regexp|config -l'),
  ...rows('changes', 'git', 'add|commit|restore|switch|checkout|init|mv|branch|tag|stash|merge|cherry-pick|revert'),
  ...rows('reaches', 'git', 'clone|fetch|pull|push|ls-remote'),
  ...rows('runs', 'gh', '|alias|extension|codespace'),
  ...rows('reaches', 'gh', '*'),

  ...rows('changes', 'touch mkdir cp mv ln tee install split csplit patch mktemp'),
  ...rows('changes', 'tar zip unzip gzip gunzip bzip2 bunzip2 xz unxz zstd'),
  ...rows('changes', 'pdfimages pdfunite pdfseparate qpdf xxd'),
  ...rows('changes', 'notesmd-cli', 'create|daily|frontmatter|list|move|print|print-default|search-content'),
  ...rows(
    'changes',
    'obsidian',
    'append|backlinks|create|daily:append|daily:read|move|outline|properties|property:set|read|search|search:context|tasks|templates',
  ),

  ...rows('reaches', 'curl wget wget2 aria2c http https xh httpie curlie hey yt-dlp youtube-dl gallery-dl'),
  ...rows('reaches', 'ping ping6 traceroute tracepath mtr dig host nslookup whois speedtest speedtest-cli'),
  ...rows('reaches', 'docker podman nerdctl', CONTAINERS),
  ...rows('reaches', 'kubectl', 'get|describe|logs|top|version|api-resources|api-versions|cluster-info|explain|events'),
  ...rows('reaches', 'npm', 'ls|list|view|info|show|outdated|search|ping|whoami|prefix|root'),
  // A repository can make pnpm, yarn, uv and cargo run its own code with any of their commands.
  ...rows('reaches', 'pip', 'list|show|freeze|check'),
  ...rows('unknown', 'go', 'version|env|list|doc'),

  ...rows('gains-rights', 'insmod modprobe mount umount unmount runas setcap'),
  ...rows('deletes', 'rm rmdir unlink shred srm wipe wipefs dd truncate del erase format rd fdisk parted sfdisk'),
  ...rows('deletes', 'cryptsetup shutdown reboot halt poweroff chmod chown chattr'),
  ...rows('signals', 'kill killall pkill taskkill'),

  // Shells, interpreters, build tools and wrappers, which an allowlist cannot limit.
  ...rows('runs', 'sh bash rbash dash ash zsh ksh mksh fish csh tcsh nu elvish xonsh osh busybox toybox'),
  ...rows('runs', 'cmd command powershell pwsh python pypy ipython jython node nodejs deno bun tsx ts-node perl'),
  ...rows('runs', 'ruby irb jruby php lua luajit tclsh wish expect r rscript julia osascript groovy scala kotlin'),
  ...rows('runs', 'java jshell dotnet mono swift guile racket sbcl clisp ecl ocaml ghci runghc runhaskell erl'),
  ...rows('runs', 'escript elixir iex raku awk gawk mawk nawk sed gdb lldb emacs vim vi nvim view ex ed m4 psql'),
  ...rows('runs', 'mysql mariadb sqlite duckdb pandoc latex pdflatex xelatex lualatex tex convert magick gs'),
  ...rows('runs', 'make gmake nmake cmake ninja just rake ant mvn gradle bazel meson scons tox nox npx pnpx bunx'),
  ...rows('runs', 'uvx pipx poetry bundle bundler gem composer npm pnpm yarn pip uv cargo go docker podman nerdctl'),
  ...rows('runs', 'kubectl env xargs find fd fdfind parallel entr sudo sudoedit su doas pkexec runuser run0 setpriv'),
  ...rows('runs', 'capsh chroot nsenter unshare bwrap firejail flatpak snap systemd-run machinectl'),
  ...rows('runs', 'start-stop-daemon ssh sshpass slogin rsh mosh telnet nc ncat netcat socat nohup timeout nice'),
  ...rows('runs', 'ionice chrt taskset stdbuf unbuffer setsid time watch script screen tmux byobu at batch crontab'),
  ...rows('runs', 'flock strace ltrace valgrind perf dbus-run-session xvfb-run faketime fakeroot proot eatmydata'),
  ...rows('runs', 'ld.so prlimit newgrp sg passwd chsh chfn fusermount run-parts ssh-agent setarch linux32'),
  ...rows('runs', 'linux64 choom uclampset coresched ssh-copy-id less more man pager gpg-agent git-shell logrotate'),
  ...rows('runs', 'rundll32 mshta wscript cscript regsvr32 msiexec installutil msbuild wmic forfiles schtasks'),
  ...rows('runs', 'bitsadmin pcalua conhost wsl sftp ftp lftp dc gnuplot octave'),
])

const DOWNLOADER =
  '--exec --exec-before-download --downloader --external-downloader --ffmpeg-location --js-runtimes --netrc-cmd ' +
  '--plugin-dirs --config-locations --use-postprocessor --postprocessor-args --ppa --downloader-args ' +
  '--external-downloader-args --remote-components --alias --update-to'

/** Options that make an otherwise limited program run another one. Any abbreviation of a long option counts. */
export const RUNNING_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    tar: '--to-command --use-compress-program -I --checkpoint-action --info-script --new-volume-script -F --rsh-command --rmt-command',
    split: '--filter',
    sort: '--compress-program',
    rsync: '-e --rsh --rsync-path',
    zip: '-TT --unzip-command',
    wget: '--use-askpass --execute -e --config',
    wget2: '--use-askpass --execute -e --config --plugin --local-plugin --plugin-dirs',
    install: '--strip-program',
    scp: '-S -o -F -D',
    kubectl: '--kubeconfig',
    docker: '--config',
    pip: '--python',
    go: '-toolexec --toolexec -exec --exec -vettool --vettool',
    rg: '--pre --hostname-bin',
    file: '-z -Z --uncompress --uncompress-noreport',
    exiftool: '-if -config -p -printformat -userparam -api -@',
    nmap: '--script -script --datadir -datadir',
    svn: '--config-option --config-dir --diff-cmd --diff3-cmd --editor-cmd',
    hg: '--config --ssh -e --remotecmd',
    git: '--upload-pack --receive-pack --exec --config --config-env --ext-diff --textconv --open-files-in-pager -O -c',
    'git clone': '-u --template',
    'git init': '--template',
    aria2c: '--on- --conf-path',
    'yt-dlp': DOWNLOADER,
    'youtube-dl': DOWNLOADER,
    'gallery-dl':
      '--exec --exec-after --config -c --filter --image-filter --chapter-filter --option -o --postprocessor -P -O',
    curl: '--config -K --engine',
    curlie: '--config -K --engine',
  }).map(([name, options]) => [name, wordsOf(options)]),
)

const WGET_VALUES = 'aABDeiIloOPQRtTUwX'
const CURL_VALUES = 'AbcCdDeEFHKmoPQrtTuUwxXyYz'

/** Letters that take a value. In a bundle of options, what follows one of them is its value. */
export const VALUED_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ wget: WGET_VALUES, wget2: WGET_VALUES, curl: CURL_VALUES, curlie: CURL_VALUES },
    scp: 'cDFiJloPSX',
    file: 'eFfmP',
    git: 'mS',
    'gallery-dl': 'dDfiupcoPO',
  }),
)

/** Words in a command that mean deleting. */
export const DELETING_WORDS = setOf(
  'rm rmi remove delete del destroy purge prune erase wipe drop clean reset uninstall unlink trash truncate overwrite format kill',
)

/** Programs that always use the network. */
export const NETWORK = setOf(
  'curl wget wget2 aria2c http https xh httpie curlie hey ab wrk gh glab hub tea ssh scp sftp rsync mosh sshfs rclone restic ' +
    'borg kubectl helm k9s npm npx pnpm pnpx yarn bunx pip pip3 pipx uv uvx poetry twine cargo rustup gem bundle bundler ' +
    'composer brew apt apt-get apt-cache dnf yum zypper pacman apk aws az gcloud gsutil bq terraform tofu pulumi ansible ' +
    'ansible-playbook vagrant heroku fly flyctl vercel netlify wrangler firebase doctl hcloud ping ping6 traceroute ' +
    'tracepath mtr dig host nslookup whois nc ncat netcat socat telnet ftp lftp nmap ip ss netstat ifconfig route arp ' +
    'yt-dlp youtube-dl gallery-dl ollama hf huggingface-cli psql pg_dump pg_restore mysql mysqldump mariadb redis-cli ' +
    'mongosh mongodump svn hg bzr speedtest speedtest-cli iperf iperf3 tailscale adb op bw jira slack mail mutt msmtp mbsync ' +
    'w3m lynx links elinks trivy grype snyk skopeo crane oras cosign act mvn gradle sendmail ' +
    'docker docker-compose podman nerdctl buildah nmcli resolvectl xdg-open obsidian',
)

/** Programs that use the network only with these commands. */
export const NETWORK_COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    git: 'fetch clone pull push ls-remote submodule archive lfs send-email fetch-pack send-pack http-fetch svn p4',
    go: 'get install mod download run build test generate work',
    deno: 'run install add cache fetch serve',
    bun: 'install add update x create',
    dotnet: 'restore add new tool nuget',
    gpg: '--recv-keys --send-keys --refresh-keys --search-keys --locate-keys',
    openssl: 's_client ocsp',
  }).map(([name, commands]) => [name, setOf(commands)]),
)

/** They only pass requests to a program outside every sandbox, through a socket in /run. */
export const DAEMONS = setOf(
  'docker docker-compose podman nerdctl buildah lxc virsh machinectl systemctl loginctl hostnamectl timedatectl localectl ' +
    'resolvectl busctl gdbus dbus-send notify-send nmcli bluetoothctl xdg-open gio gsettings dconf secret-tool lp lpr lpq ' +
    'lpstat lpadmin pactl pacmd wpctl pw-cli playerctl upower udisksctl obsidian code codium',
)

/** They list or signal the processes of the whole computer. */
export const PROCESSES = setOf(
  'ps pgrep pkill pidof kill killall top htop btop pstree lsof fuser ss netstat pidstat iotop pmap pwdx vmstat strace ltrace gdb',
)

/** They use a proxy, so their hosts can be limited. */
export const KNOW_PROXIES = setOf(
  'curl wget wget2 aria2c http https xh httpie curlie gh hub npm npx pnpm yarn pip pip3 pipx uv uvx poetry twine cargo gem ' +
    'yt-dlp youtube-dl gallery-dl composer',
)

/** They only report on the computer. */
export const MACHINE = setOf(
  'df lscpu lsblk lspci lsusb lsmod uname arch uptime free hostname who w last nproc vmstat iostat sensors findmnt',
)

/** They are setuid, or create a sandbox of their own. */
export const EVERYTHING = setOf(
  'sudo sudoedit su doas pkexec run0 runuser mount umount fusermount fusermount3 chroot nsenter unshare bwrap firejail ' +
    'flatpak snap newgrp passwd chsh chfn crontab at batch unmount insmod modprobe',
)

function reads(binaries: string, options?: string, form?: Omit<Row, 'does' | 'options'>) {
  return rows('reads', binaries, '', options, form)
}

function rows(
  does: Does,
  binaries: string,
  commands = '',
  options = '',
  form: Omit<Row, 'does' | 'options'> = {},
): [string, Row][] {
  const row: Row = { does, options: setOf(options), ...form }
  return wordsOf(binaries).flatMap((binary) =>
    commands.split('|').map((words): [string, Row] => [`${binary} ${words}`.trim(), row]),
  )
}
