import { canRunAnyCode } from '#shared/call/any-code'

export type Danger = 'any-code' | 'privilege' | 'signals' | 'deletes'

/** What makes a command one that is asked about every time, or null. */
export function findDanger(binary: string, subcommand: string): Danger | null {
  if (canRunAnyCode(binary, subcommand)) return 'any-code'
  const name = binary.toLowerCase()
  if (PRIVILEGE.has(name)) return 'privilege'
  if (SIGNALING.has(name)) return 'signals'
  return deletes(name, subcommand) ? 'deletes' : null
}

const PRIVILEGE = list(
  'sudo sudoedit su doas pkexec run0 runas setcap chroot nsenter unshare mount umount insmod modprobe',
)

const DELETING = list(
  'rm rmdir unlink shred srm wipe wipefs dd truncate del erase format rd fdisk parted sfdisk cryptsetup ' +
    'shutdown reboot halt poweroff chmod chown chattr',
)

const SIGNALING = list('kill killall pkill taskkill')

/** Whole words of a subcommand; what they stand for differs, and none of them is harmless. */
const DELETING_WORDS = list(
  'rm rmi remove delete del destroy purge prune erase wipe drop clean reset uninstall unlink trash truncate overwrite format kill',
)

function deletes(name: string, subcommand: string): boolean {
  const words = subcommand.split(/[\s:_-]+/)
  return DELETING.has(name) || name.startsWith('mkfs') || words.some((word) => DELETING_WORDS.has(word))
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
