// `npm run dev`: the window with hot reload.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findElectron } from './electron.mjs'
import { fail, findNode, root } from './ensure.mjs'

const electron = await findElectron()
if (electron.problem) fail(electron.problem)
const isRoot = process.platform === 'linux' && process.getuid() === 0
const bundler = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
const child = spawn(findNode(), [bundler, 'dev', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'development',
    ELECTRON_EXEC_PATH: electron.executable,
    ...(isRoot && { NO_SANDBOX: '1' }),
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
child.on('exit', (code) => process.exit(code ?? 1))
