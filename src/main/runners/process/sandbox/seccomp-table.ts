export type FilteredMachine = 'x64' | 'arm64'

/** Null if the processor does not have the call. */
export type CallNumbers = readonly [name: string, x64: number | null, arm64: number | null]

/** The newest call that was considered; later ones are reported as missing. */
export const NEWEST_CALL = 469

/**
 * Programs fall back to other calls if these are missing. They would create threads and files without passing the
 * filter.
 */
export const MISSING_CALLS: readonly CallNumbers[] = [
  ...everywhere({ clone3: 435, io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 }),
]

/** Allowed or not depending on their arguments. */
export const JUDGED_CALLS = {
  clone: ['clone', 56, 220],
  unshare: ['unshare', 272, 97],
  ioctl: ['ioctl', 16, 29],
  socket: ['socket', 41, 198],
  socketpair: ['socketpair', 53, 199],
} as const satisfies Record<string, CallNumbers>

/** They affect other processes, the kernel, its clocks, keys and mounts. No tool needs them. */
export const FORBIDDEN_CALLS: readonly CallNumbers[] = [
  ['setns', 308, 268],
  ['ptrace', 101, 117],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['kcmp', 312, 272],
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  ['bpf', 321, 280],
  ['perf_event_open', 298, 241],
  ['userfaultfd', 323, 282],
  ['fanotify_init', 300, 262],
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['chroot', 161, 51],
  ['open_by_handle_at', 304, 265],
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['reboot', 169, 142],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['acct', 163, 89],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['clock_adjtime', 305, 266],
  ['adjtimex', 159, 171],
  ['quotactl', 179, 60],
  ['syslog', 103, 116],
  ['vhangup', 153, 58],
  ['migrate_pages', 256, 238],
  ['move_pages', 279, 239],
  ['nfsservctl', 180, 42],
  ['lookup_dcookie', 212, 18],
  ['iopl', 172, null],
  ['ioperm', 173, null],
  ['modify_ldt', 154, null],
  ['uselib', 134, null],
  ...everywhere({ open_tree: 428, move_mount: 429, fsopen: 430, fsconfig: 431, fsmount: 432, fspick: 433 }),
  ...everywhere({ pidfd_getfd: 438, process_madvise: 440, mount_setattr: 442, quotactl_fd: 443, open_tree_attr: 467 }),
]

function everywhere(calls: Record<string, number>): CallNumbers[] {
  return Object.entries(calls).map(([name, number]) => [name, number, number])
}
