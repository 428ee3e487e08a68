import { homedir } from 'node:os'
import { join } from 'node:path'
import { CREDENTIAL_NAMES, CREDENTIALS, type CredentialName } from '#shared/call/credentials'
import { realPath } from './real-path.ts'

/** Folders are opened by their real paths, and a home may be a link. */
export const findRealHome = (home = homedir()): string => realPath(home) ?? home

/** Settings that programs are nothing without, and that open no doors. */
const SETTINGS: Readonly<Record<string, string>> = {
  '.config/notesmd-cli': 'notesmd-cli',
  '.config/obsidian': 'notesmd-cli obsidian',
  '.config/pip': 'pip pip3',
  '.config/yt-dlp': 'yt-dlp',
}

/** Given to no command. */
const PRIVATE = [
  ...['.claude', '.local/share/fish/fish_history', '.Xauthority', '.local/state/skillet', '.local/share/keyrings'],
  ...['.local/share/kwalletd', '.mozilla', '.thunderbird', '.config/google-chrome', '.config/chromium'],
  ...['.config/BraveSoftware', '.config/microsoft-edge', '.config/vivaldi', '.config/opera', '.config/Signal'],
  ...['.config/Bitwarden', 'snap/firefox', 'snap/chromium', '.var/app', '.electrum', '.bitcoin', '.bash_history'],
  ...['.zsh_history', '.python_history', '.psql_history', 'Library/Keychains', 'Library/Cookies', 'Library/Safari'],
  ...['Library/Messages', 'Library/Mail', 'Library/Application Support/Google'],
  'Library/Application Support/Firefox',
]

interface NamedPlace {
  place: string
  /** A command sees it if the person gave it this credential. */
  credential?: CredentialName
  /** These programs see it. */
  programs?: ReadonlySet<string>
}

const PLACES: readonly NamedPlace[] = [
  ...CREDENTIAL_NAMES.flatMap((credential) =>
    CREDENTIALS[credential].places.split(' ').map((place) => ({ place, credential })),
  ),
  ...Object.entries(SETTINGS).map(([place, programs]) => ({ place, programs: new Set(programs.split(' ')) })),
  ...PRIVATE.map((place) => ({ place })),
]

/** Files that are run, loaded or trusted later. Only the person may create or change them. */
const STARTUP_PLACES = [
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.profile', '.zshrc', '.zshenv', '.zprofile'],
  ...['.zlogin', '.xprofile', '.xsessionrc', '.xinitrc', '.pam_environment', '.gitconfig', '.vimrc', '.local/bin'],
  ...['bin', '.config/autostart', '.config/systemd', '.config/environment.d', '.config/fish', '.config/git'],
  ...['.config/nvim', '.local/share/applications'],
]

/** Listed once for each home, because every call asks. */
function listIn(places: readonly string[]): (home?: string) => readonly string[] {
  const lists = new Map<string, readonly string[]>()
  return (home = findRealHome()) => {
    const list = lists.get(home) ?? places.map((place) => join(home, place))
    lists.set(home, list)
    return list
  }
}

/** Whether they exist or not. */
export const listStartupPlaces = listIn(STARTUP_PLACES)

/** Keys, passwords and histories, whether they exist or not. */
export const nameSecretPlaces = listIn(PLACES.map(({ place }) => place))

export interface SecretPlace extends Omit<NamedPlace, 'place'> {
  /** Its real path. */
  path: string
}

/** The existing keys, passwords and histories in the home folder. */
export function listSecretPlaces(home = findRealHome()): SecretPlace[] {
  return PLACES.flatMap(({ place, ...owner }) => {
    const real = realPath(join(home, place))
    // A link to the home folder or above it would hide everything.
    return real === null || home.startsWith(real) ? [] : [{ path: real, ...owner }]
  })
}
