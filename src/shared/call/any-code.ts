/** Programs that run any code or command named in their arguments, so an allowlist cannot limit them. */
const SHELLS =
  'sh bash rbash dash ash zsh ksh mksh fish csh tcsh nu elvish xonsh osh busybox toybox cmd command powershell pwsh'
const INTERPRETERS =
  'python pypy ipython jython node nodejs deno bun tsx ts-node perl ruby irb jruby php lua luajit tclsh wish expect r rscript ' +
  'julia osascript groovy scala kotlin java jshell dotnet mono swift guile racket sbcl clisp ecl ocaml ghci runghc runhaskell ' +
  'erl escript elixir iex raku awk gawk mawk nawk sed gdb lldb emacs vim vi nvim view ex ed m4 psql mysql mariadb'
const BUILDERS =
  'make gmake nmake cmake ninja just rake ant mvn gradle bazel meson scons tox nox npx pnpx bunx uvx pipx poetry bundle bundler gem composer'
const WRAPPERS =
  'env xargs find fd fdfind parallel entr sudo sudoedit su doas pkexec runuser run0 setpriv capsh chroot nsenter unshare bwrap firejail ' +
  'flatpak snap systemd-run machinectl start-stop-daemon ssh sshpass slogin rsh mosh telnet nc ncat netcat socat nohup timeout nice ionice ' +
  'chrt taskset stdbuf unbuffer setsid time watch script screen tmux byobu at batch crontab flock strace ltrace valgrind perf ' +
  'dbus-run-session xvfb-run faketime fakeroot proot eatmydata ld.so'
const WINDOWS =
  'rundll32 mshta wscript cscript regsvr32 msiexec installutil msbuild wmic forfiles schtasks bitsadmin pcalua conhost wsl'

const ALWAYS = new Set([SHELLS, INTERPRETERS, BUILDERS, WRAPPERS, WINDOWS].join(' ').split(' '))

/** Programs most of whose commands run code: these commands do not. */
const HARMLESS_COMMANDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    docker: containerCommands(),
    podman: containerCommands(),
    nerdctl: containerCommands(),
    kubectl: words('get describe logs top version api-resources api-versions cluster-info explain events'),
    npm: words('ls list view info show outdated search ping whoami version help prefix root'),
    pnpm: words('ls list why outdated root'),
    yarn: words('info list why outdated'),
    pip: words('list show freeze check'),
    uv: ['version', 'tree', 'pip list', 'pip show', 'pip freeze', 'python list'],
    cargo: words('search metadata tree version locate-project pkgid'),
    go: words('version env list doc'),
  }),
)

/** Programs that are harmless except for these commands. */
const HARMFUL_COMMANDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    git: [
      'bisect run',
      'submodule foreach',
      ...words('filter-branch difftool mergetool daemon instaweb send-email rebase upload-pack receive-pack'),
    ],
    gh: words('alias extension codespace'),
  }),
)

export function canRunAnyCode(binary: string, subcommand: string): boolean {
  const name = bareName(binary)
  if (ALWAYS.has(name)) return true
  const harmless = HARMLESS_COMMANDS.get(name)
  if (harmless) return !startsWithOne(words(subcommand), harmless)
  // Its dot commands run a shell unless it is started in safe mode.
  if (name === 'sqlite') return !words(subcommand).some((word) => word === '-safe' || word === '--safe')
  const harmful = HARMFUL_COMMANDS.get(name)
  if (!harmful) return false
  const command = words(subcommand)
  // Without a fixed command, the model chooses it.
  if (command[0] === undefined || command[0].startsWith('-')) return true
  return startsWithOne(command, harmful) || (name === 'git' && setsGitConfig(command))
}

/** Lower case, without `.exe` and without a version as in `python3.12`. */
function bareName(binary: string): string {
  const name = binary.toLowerCase().replace(/\.(exe|bat|cmd|com)$/, '')
  if (ALWAYS.has(name) || HARMLESS_COMMANDS.has(name) || HARMFUL_COMMANDS.has(name)) return name
  const unversioned = name.replace(/[-.]?\d[\d.]*[a-z]?$/, '')
  return unversioned === '' ? name : unversioned
}

/** A setting such as core.fsmonitor, alias.x or core.pager makes a later git command run a program. */
function setsGitConfig(command: string[]): boolean {
  if (command[0] !== 'config') return false
  const reads = ['get', 'list', '--get', '--get-all', '--get-regexp', '--list', '-l']
  return !command.slice(1).some((word) => reads.includes(word))
}

function startsWithOne(command: string[], starts: readonly string[]): boolean {
  return starts.some((start) => words(start).every((word, index) => command[index] === word))
}

function containerCommands(): string[] {
  const lists = ['container', 'image', 'volume', 'network', 'context', 'system'].flatMap((noun) => [
    `${noun} ls`,
    `${noun} inspect`,
    `${noun} df`,
  ])
  return [...words('ps images logs inspect version info stats top port history diff events search'), ...lists]
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
