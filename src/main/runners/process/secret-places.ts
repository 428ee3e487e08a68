import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A place in the home folder, and the programs that need it. */
const PLACES: readonly (readonly [place: string, owners?: string])[] = [
  ['.ssh', 'ssh scp sftp rsync git git-lfs ssh-keygen ssh-add ssh-copy-id mosh sshfs ansible ansible-playbook'],
  ['.gnupg', 'gpg gpg2 gpgv pass gopass'],
  ['.password-store', 'pass gopass'],
  ['.aws', 'aws sam cdk terraform tofu pulumi'],
  ['.azure', 'az'],
  ['.config/gcloud', 'gcloud gsutil bq'],
  ['.kube', 'kubectl helm k9s'],
  ['.docker', 'docker docker-compose podman skopeo buildah nerdctl'],
  ['.config/containers', 'podman skopeo buildah'],
  ['.config/gh', 'gh git'],
  ['.config/glab-cli', 'glab'],
  ['.config/hub', 'hub'],
  ['.config/op', 'op'],
  ['.config/rclone', 'rclone'],
  ['.terraform.d', 'terraform tofu'],
  ['.netrc', 'curl git wget heroku'],
  ['.git-credentials', 'git'],
  ['.npmrc', 'npm npx pnpm yarn'],
  ['.pypirc', 'twine'],
  ['.cargo/credentials.toml', 'cargo'],
  ['.pgpass', 'psql pg_dump pg_restore'],
  ['.my.cnf', 'mysql mysqldump mariadb'],
  ['.ollama/id_ed25519', 'ollama'],
  ['.m2/settings.xml', 'mvn'],
  ['.vault-token', 'vault'],
  ['.config/notesmd-cli', 'notesmd-cli'],
  ['.config/obsidian', 'notesmd-cli obsidian'],
  ['.config/pip', 'pip pip3'],
  ['.config/yt-dlp', 'yt-dlp'],
  ['.claude'],
  ['.local/share/fish/fish_history'],
  ['.Xauthority'],
  ['.local/state/skillet'],
  ...'.local/share/keyrings .local/share/kwalletd .mozilla .thunderbird .config/google-chrome .config/chromium'
    .split(' ')
    .map((place) => [place] as const),
  ...'.config/BraveSoftware .config/microsoft-edge .config/vivaldi .config/opera .config/Signal .config/Bitwarden'
    .split(' ')
    .map((place) => [place] as const),
  ...'snap/firefox snap/chromium .var/app .electrum .bitcoin .bash_history .zsh_history .python_history .psql_history'
    .split(' ')
    .map((place) => [place] as const),
  ...'Library/Keychains Library/Cookies Library/Safari Library/Messages Library/Mail'
    .split(' ')
    .map((place) => [place] as const),
  ...['Library/Application Support/Google', 'Library/Application Support/Firefox'].map((place) => [place] as const),
]

/** Files that are run, loaded or trusted later. Only the person may create or change them. */
const STARTUP_PLACES = [
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.profile', '.zshrc', '.zshenv', '.zprofile'],
  ...['.zlogin', '.xprofile', '.xsessionrc', '.xinitrc', '.pam_environment', '.gitconfig', '.vimrc', '.local/bin'],
  ...['bin', '.config/autostart', '.config/systemd', '.config/environment.d', '.config/fish', '.config/git'],
  ...['.config/nvim', '.local/share/applications'],
]

/** Whether they exist or not. */
export const listStartupPlaces = (home = homedir()): string[] => STARTUP_PLACES.map((place) => join(home, place))

/** Keys, passwords and histories, whether they exist or not. */
export const nameSecretPlaces = (home = homedir()): string[] => PLACES.map(([place]) => join(home, place))

export interface SecretPlace {
  /** Its real path. */
  path: string
  owners: ReadonlySet<string>
}

/** The existing keys, passwords and histories in the home folder. */
export function listSecretPlaces(home = homedir()): SecretPlace[] {
  return PLACES.flatMap(([place, owners = '']) => {
    const path = join(home, place)
    if (!existsSync(path)) return []
    const real = realpathSync(path)
    // A link to the home folder or above it would hide everything.
    return home.startsWith(real) ? [] : [{ path: real, owners: new Set(owners.split(' ')) }]
  })
}
