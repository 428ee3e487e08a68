import type { Plan } from '#shared/call/plan'

/** Programs that answer with what somebody else wrote, whatever their arguments say. */
const NETWORK = new Set(
  (
    'curl wget aria2c http https xh lynx w3m links elinks gh glab ssh scp sftp rsync ftp lftp nc ncat telnet ' +
    'dig host nslookup whois ping traceroute yt-dlp youtube-dl rclone aws gcloud az kubectl docker podman'
  ).split(' '),
)

const REMOTE_GIT = new Set('clone fetch pull push ls-remote submodule remote'.split(' '))

const ADDRESS = /(?:^|=)(?!file:)[a-z][a-z0-9+.-]*:\/\//i

export type Reaching = Pick<Plan, 'argv' | 'origin' | 'binary' | 'cwd' | 'confinement'>

/** Whether the command may reach the network: by what it was granted, by its name or by an address among its words. */
export function usesNetwork({ argv, binary, confinement }: Reaching): boolean {
  if (confinement?.network) return true
  if (confinement?.word === 'enforced') return false
  if (NETWORK.has(binary.name)) return true
  if (binary.name === 'git' && REMOTE_GIT.has(argv[1] ?? '')) return true
  return argv.some((element) => ADDRESS.test(element))
}

/** Whether a word that no skill wrote leads out of the folder the command runs in. */
export function readsElsewhere({ argv, origin, cwd }: Reaching): boolean {
  return argv.some((element, index) => origin[index] !== 'skill' && leadsOut(element, cwd))
}

function leadsOut(element: string, cwd: string): boolean {
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(element) || /^(?:~|file:)/i.test(element)) return true
  const isAbsolute = element.startsWith('/') || /^(?:\\\\|[a-z]:[\\/])/i.test(element)
  return isAbsolute && element !== cwd && !element.startsWith(`${cwd}/`)
}
