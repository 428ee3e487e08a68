const PRIVILEGE = list(
  'sudo sudoedit su doas pkexec run0 runas setcap chroot nsenter unshare mount umount insmod modprobe',
)

const DELETING = list(
  'rm rmdir unlink shred srm wipe wipefs dd truncate del erase format rd fdisk parted sfdisk cryptsetup ' +
    'shutdown reboot halt poweroff kill killall pkill taskkill chmod chown chattr',
)

/** Whole words of a subcommand; what they stand for differs, and none of them is harmless. */
const DELETING_WORDS = list(
  'rm rmi remove delete del destroy purge prune erase wipe drop clean reset uninstall unlink trash truncate overwrite format kill',
)

export function needsPrivilege(binary: string): boolean {
  return PRIVILEGE.has(binary.toLowerCase())
}

export function deletes(binary: string, subcommand: string): boolean {
  const name = binary.toLowerCase()
  return (
    DELETING.has(name) ||
    name.startsWith('mkfs') ||
    subcommand.split(/[\s:_-]+/).some((word) => DELETING_WORDS.has(word))
  )
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
