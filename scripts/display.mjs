// A display for what needs a window: the machine's own, else an Xvfb of ours.
import { spawn } from 'node:child_process'

export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)

/** Starts Xvfb on a free display. Not by xvfb-run, which leaves Xvfb and its children behind on SIGTERM. */
export async function startDisplay(screen = '1440x900x24') {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset', '-ac'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise((resolve, reject) => {
    server.on('error', () => reject(new Error('there is no display and no Xvfb')))
    server.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    server.stdio[3].once('data', (data) => resolve(String(data).trim()))
  })
  const stop = () => server.kill('SIGTERM')
  process.on('exit', stop)
  return { display: `:${number}`, stop }
}

/** The machine's own display, or `count` of ours in its place. Why there is none, or null. */
export async function provideDisplay(count = 1) {
  if (hasDisplay() && process.env.CI !== 'true') return null
  try {
    const displays = []
    while (displays.length < count) displays.push((await startDisplay()).display)
    process.env.DISPLAY = displays[0]
    process.env.SKILLET_DISPLAYS = displays.join(' ')
    delete process.env.WAYLAND_DISPLAY
    return null
  } catch (error) {
    return `${error.message}. On Debian or Ubuntu: sudo apt-get install -y xvfb`
  }
}
