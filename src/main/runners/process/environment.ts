import path from 'node:path'
import { MARKER_NAME } from './survivors.ts'

const words = (...lines: string[]) => lines.flatMap((line) => line.split(' '))

const KEPT = words('HOME LANG TZ TMPDIR')
const KEPT_ON_WINDOWS = words(
  'SystemRoot SystemDrive windir ComSpec PATHEXT TEMP TMP USERPROFILE APPDATA',
  'LOCALAPPDATA ProgramData ProgramFiles HOMEDRIVE HOMEPATH NUMBER_OF_PROCESSORS',
)

/**
 * Switches off what a repository's configuration would start. `diff.external` cannot be switched off here: an empty
 * value breaks every diff, so skills for git pass --no-ext-diff.
 */
const GIT_CONFIG = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
  ['protocol.ext.allow', 'never'],
] as const

/** Our settings of git and more, which a repository's own cannot undo. */
export function addGitConfig(settings: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  const named = [...GIT_CONFIG, ...settings].flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(named.length / 2), ...Object.fromEntries(named) }
}

/** No terminal, no pager, no editor, no prompts. */
const FIXED: Record<string, string> = {
  ...{ TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_EDITOR: 'true', GIT_TERMINAL_PROMPT: '0' },
  ...{ SSH_ASKPASS_REQUIRE: 'never', GIT_CONFIG_NOSYSTEM: '1', ...addGitConfig([]) },
}

const VALID_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Variables that make a program load or run something else. */
const DANGEROUS_PREFIXES = words(
  'LD_ DYLD_ GIT_ PYTHON PERL5 RUBY BUNDLE_ GEM_ NODE_ NPM_CONFIG_ ELECTRON_ BASH_FUNC_ SKILLET_ JAVA_TOOL_ JDK_JAVA_',
  'GCONV_ LUA_ SSH_ASKPASS GLIBC_ DOCKER_ DENO_',
)
const DANGEROUS_NAMES = words(
  'BASH_ENV ENV IFS PS0 PS1 PS2 PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS CDPATH GLOBIGNORE ZDOTDIR PATH PATHEXT COMSPEC',
  'SHELL EDITOR VISUAL PAGER MANPAGER LESSOPEN LESSCLOSE BROWSER PERLLIB PERL_UNICODE _JAVA_OPTIONS CLASSPATH LOCPATH',
  'NLSPATH HOSTALIASES RES_OPTIONS TERMINFO TERMINFO_DIRS TERM PHP_INI_SCAN_DIR PHPRC RUSTC_WRAPPER',
)

/** What a program sees of our environment, and the granted names that no person may grant. `searchPath` comes from `sanitizePath`. */
export function reduceEnvironment(
  source: Record<string, string | undefined>,
  granted: readonly string[],
  searchPath: string[],
  platform: NodeJS.Platform = process.platform,
) {
  const isWindows = platform === 'win32'
  const env: Record<string, string> = {}
  const refused = granted.filter((name) => !mayGrant(name))
  const names = [...KEPT, ...(isWindows ? KEPT_ON_WINDOWS : []), ...granted.filter((name) => mayGrant(name))]
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue
    if (name.startsWith('LC_') || names.some((wanted) => isSameName(wanted, name, isWindows))) env[name] = value
  }
  env.PATH = searchPath.join(isWindows ? path.win32.delimiter : path.posix.delimiter)
  if (isWindows) env.NoDefaultCurrentDirectoryInExePath = '1'
  return { env: { ...env, ...FIXED }, refused }
}

/** Whether a person may pass this variable to a skill. */
export function mayGrant(name: string): boolean {
  const upper = name.toUpperCase()
  if (!VALID_NAME.test(name) || upper === MARKER_NAME || DANGEROUS_NAMES.includes(upper)) return false
  return !DANGEROUS_PREFIXES.some((prefix) => upper.startsWith(prefix))
}

function isSameName(a: string, b: string, isWindows: boolean): boolean {
  return isWindows ? a.toUpperCase() === b.toUpperCase() : a === b
}
