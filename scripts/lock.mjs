// Rewrites package-lock.json from package.json alone: `node scripts/lock.mjs`.
// A registry mirror that lacks a platform's optional binary makes npm leave it out of the lock, and `npm ci` then refuses
// the lock everywhere. Each one left out is put back as an optional entry without integrity.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runNpm } from './ensure.mjs'

const SYSTEMS = /(android|darwin|freebsd|linux|openharmony|win32)/
const LIBC = /musl|glibc/
const PROCESSORS = /(arm64|x64|ppc64|s390x|ia32|riscv64|arm|wasm32)(?=-|$)/

const folder = mkdtempSync(join(tmpdir(), 'skillet-lock-'))
try {
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  const made = runNpm(['install', '--package-lock-only', '--ignore-scripts'], { cwd: folder })
  if (made.status !== 0) process.exit(made.status ?? 1)
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const added = putBackMissing(lock.packages)
  for (const entry of Object.values(lock.packages)) delete entry.resolved
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json: ${Object.keys(lock.packages).length} packages, ${added} put back`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function putBackMissing(packages) {
  let added = 0
  for (const [parent, { optionalDependencies = {} }] of Object.entries({ ...packages })) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const key = `node_modules/${name}`
      if (packages[key] || packages[`${parent}/${key}`] || !/^\d/.test(version)) continue
      const [os] = name.match(SYSTEMS) ?? []
      const [cpu] = name.match(PROCESSORS) ?? []
      packages[key] = {
        version,
        ...(cpu && { cpu: [cpu] }),
        ...(packages[parent].dev && { dev: true }),
        optional: true,
        ...(os && { os: [os] }),
        ...(LIBC.test(name) && { libc: [LIBC.exec(name)[0]] }),
      }
      added++
    }
  }
  return added
}
