// `npm start`: the window, or where there is no display the terminal.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hasDisplay } from './display.mjs'
import { findElectron } from './electron.mjs'
import { ensureBuild, fail, findNode, root, say } from './ensure.mjs'

const DEBIAN_PACKAGES = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnss3.so': 'libnss3',
  'libnspr4.so': 'libnspr4',
  'libasound.so.2': 'libasound2',
  'libgbm.so.1': 'libgbm1',
  'libcups.so.2': 'libcups2',
  'libatspi.so.0': 'libatspi2.0-0',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXfixes.so.3': 'libxfixes3',
  'libXrandr.so.2': 'libxrandr2',
  'libcairo.so.2': 'libcairo2',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libudev.so.1': 'libudev1',
}

if (hasDisplay()) await openWindow()
else goOnInTerminal()

async function openWindow() {
  const electron = await findElectron()
  if (electron.problem) fail(electron.problem)
  const missing = missingLibraries(electron.executable)
  if (missing.length > 0) fail(libraryRemedy(missing))
  ensureBuild()
  const args = [root, ...process.argv.slice(2)]
  if (process.platform === 'linux' && process.getuid() === 0) {
    say("running as root, where Chromium's sandbox cannot work: it is off. Start Skillet as yourself to have it on.")
    args.push('--no-sandbox', '--log-level=3')
  }
  const env = { ...process.env }
  delete env.ELECTRON_RUN_AS_NODE
  follow(spawn(electron.executable, args, { stdio: 'inherit', env }))
}

function goOnInTerminal() {
  say('there is no display here (DISPLAY and WAYLAND_DISPLAY are not set), so no window can open. In the terminal:')
  // Nobody to talk to without a terminal: what is here and what is missing is said instead.
  const command = process.stdin.isTTY && process.stderr.isTTY ? 'chat' : 'doctor'
  const args = [join(root, 'src', 'main', 'cli', 'skillet.ts'), command, ...process.argv.slice(2)]
  follow(spawn(findNode(), args, { stdio: 'inherit' }))
}

function follow(child) {
  const started = Date.now()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`could not start: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === 'SIGTRAP' && Date.now() - started < 10_000) {
      say(
        "Chromium stopped at once. On a system that forbids user namespaces its sandbox cannot start: allow them with 'sudo sysctl kernel.unprivileged_userns_clone=1' (Debian) or 'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0' (Ubuntu).",
      )
    }
    process.exit(code ?? 1)
  })
}

function missingLibraries(executable) {
  if (process.platform !== 'linux') return []
  const listed = spawnSync('ldd', [executable], { encoding: 'utf8' })
  return [...(listed.stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => library)
}

function libraryRemedy(missing) {
  const packages = missing.map((library) => DEBIAN_PACKAGES[library])
  const unknown = missing.filter((library) => !DEBIAN_PACKAGES[library])
  const install = [...new Set(packages.filter(Boolean))].join(' ')
  const command = install ? ` On Debian or Ubuntu: sudo apt-get install -y ${install}` : ''
  const others = unknown.length > 0 ? ` (no package is known to Skillet for ${unknown.join(', ')})` : ''
  return `a window needs libraries that are missing: ${missing.join(', ')}.${command}${others}`
}
