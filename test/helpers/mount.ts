import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeTempDir } from './temp-dir.ts'

export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount()
export const NO_MOUNT = 'this needs root on Linux, to mount a file system of its own'

function tryMount(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
}

/** For the length of the running test. */
export function mount(...args: string[]): void {
  const target = args.at(-1) ?? ''
  execFileSync('mount', args)
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', target])
  })
}

/** A file system of its own, of that size: the folder it is mounted at. */
export function mountSmallDisk(size: string): string {
  const disk = join(makeTempDir(), 'disk')
  mkdirSync(disk)
  mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk)
  return disk
}
