interface Credential {
  /** In the home folder. */
  places: string
  /** `git push|pull`: only these commands. `aws !configure`: all commands except these. Without commands: the program. */
  uses: string
}

const GIT = 'git clone|fetch|pull|push|ls-remote|submodule update'

/** Keys and sign-ins by name, and the only commands that can be given them. */
export const CREDENTIALS = {
  // The agent keeps the keys to itself.
  'ssh-agent': { places: '.ssh/known_hosts .ssh/config', uses: `${GIT}, ssh, scp, sftp, rsync, mosh, sshfs` },
  'ssh-keys': {
    places: '.ssh',
    uses: `${GIT}, ssh, scp, sftp, rsync, mosh, sshfs, ssh-add, ssh-keygen, ssh-copy-id, ansible, ansible-playbook`,
  },
  git: { places: '.git-credentials .config/git/credentials', uses: `${GIT}, git-lfs` },
  gh: {
    places: '.config/gh',
    uses: `gh api|browse|cache|gist|issue|label|org|pr|project|release|repo|ruleset|run|search|secret|status|variable|workflow, ${GIT}`,
  },
  glab: { places: '.config/glab-cli', uses: 'glab api|ci|issue|label|mr|release|repo|snippet|variable' },
  hub: { places: '.config/hub', uses: 'hub api|ci-status|gist|issue|pr|release|sync' },
  aws: {
    places: '.aws',
    uses: 'aws !configure|help|history, sam deploy|delete|list|logs|sync, cdk bootstrap|deploy|destroy|diff|list',
  },
  azure: { places: '.azure', uses: 'az !account|config|configure|help|login|logout|version' },
  gcloud: {
    places: '.config/gcloud',
    uses: 'gcloud !auth|config|help|info|init|version, gsutil !config|help|version, bq !help|init|version',
  },
  kubernetes: {
    places: '.kube',
    uses: 'kubectl !completion|config|help|options|plugin|version, helm get|history|install|list|ls|rollback|status|test|uninstall|upgrade',
  },
  terraform: {
    places: '.terraform.d',
    uses: ['terraform', 'tofu']
      .map((name) => `${name} apply|destroy|import|init|output|plan|refresh|show|state`)
      .join(', '),
  },
  docker: {
    places: '.docker .config/containers',
    uses: ['docker', 'podman', 'nerdctl'].map((name) => `${name} !completion|help|login|logout`).join(', '),
  },
  netrc: { places: '.netrc', uses: `curl, wget, heroku, ${GIT}` },
  npm: {
    places: '.npmrc',
    uses: ['npm', 'pnpm', 'yarn']
      .map((name) => `${name} access|deprecate|dist-tag|info|owner|publish|view|whoami`)
      .join(', '),
  },
  pypi: { places: '.pypirc', uses: 'twine upload' },
  cargo: { places: '.cargo/credentials.toml', uses: 'cargo owner|publish|yank' },
  maven: { places: '.m2/settings.xml', uses: 'mvn deploy' },
  postgres: { places: '.pgpass', uses: 'psql, pg_dump, pg_restore' },
  mysql: { places: '.my.cnf', uses: 'mysql, mysqldump, mariadb' },
  ollama: { places: '.ollama/id_ed25519', uses: 'ollama pull|push' },
  rclone: { places: '.config/rclone', uses: 'rclone !authorize|config|help|obscure|version' },
  vault: { places: '.vault-token', uses: 'vault delete|kv|list|read|status|write' },
  '1password': { places: '.config/op', uses: 'op document|inject|item|read|run|vault' },
  gpg: { places: '.gnupg', uses: 'gpg, gpg2, gpgv, pass, gopass' },
  pass: { places: '.password-store', uses: 'pass, gopass' },
} as const satisfies Record<string, Credential>

export type CredentialName = keyof typeof CREDENTIALS

export const CREDENTIAL_NAMES = Object.keys(CREDENTIALS) as CredentialName[]

export const isCredential = (name: string): name is CredentialName => Object.hasOwn(CREDENTIALS, name)

/** Whether the table lists this command. A command behind an option is not recognized, so it gets nothing. */
export const mayUse = (credential: CredentialName, program: string, words: readonly string[]): boolean =>
  CREDENTIALS[credential].uses.split(', ').some((use) => {
    const [name, ...rest] = use.split(' ')
    if (name !== program) return false
    const listed = rest.join(' ').replace('!', '')
    const isListed = listed.split('|').some((command) => command.split(' ').every((word, at) => words[at] === word))
    if (!use.includes('!')) return listed === '' || isListed
    return !isListed && words[0] !== undefined && !words[0].startsWith('-')
  })
