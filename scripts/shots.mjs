// `node scripts/shots.mjs [NAME…]`: opens every screen of the gallery in a real window and keeps its picture in docs/shots.
// Fails where a screen writes to the console, breaks the page's policy or has a finding of axe.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { _electron } from 'playwright-core'
import { build, loadConfigFromFile } from 'vite'
import { hasDisplay, startDisplay } from './display.mjs'
import { findElectron } from './electron.mjs'
import { fail, root, say } from './ensure.mjs'

const WIDE = { width: 1360, height: 880 }
const NARROW = { width: 720, height: 880 }
/** As a narrow window is at twice the size. */
const SMALL = { width: 400, height: 880 }
const CARDS =
  'read replace create online closed undoable gone code http function prompt tool-code server question credential unknown long reads many'
/** Every screen is checked in both themes; `keep` says which pictures stay. */
const SHOTS = [
  { name: 'conversation', keep: ['light', 'dark'] },
  { name: 'conversation', suffix: 'german', language: 'de', keep: ['light'] },
  { name: 'conversation', suffix: 'narrow', size: NARROW, keep: ['dark'] },
  { name: 'versions', keep: ['light'] },
  { name: 'rewriting', keep: ['dark'] },
  { name: 'slash', keep: ['light'] },
  { name: 'slash', suffix: 'narrow', size: NARROW, keep: [] },
  { name: 'approval', suffix: 'narrow', size: NARROW, keep: ['light'] },
  { name: 'approval', suffix: 'large-text', text: 'large', keep: ['dark'] },
  { name: 'approval-long', keep: ['light'] },
  ...CARDS.split(' ').flatMap((name) => [
    { name: `card-${name}`, keep: ['light', 'dark'] },
    { name: `card-${name}`, suffix: 'small', size: SMALL, keep: ['light'] },
    { name: `card-${name}`, suffix: 'large-text', text: 'large', keep: ['dark'] },
  ]),
  { name: 'card-read', suffix: 'edit', press: 'Edit arguments', keep: ['light'] },
  { name: 'card-replace', suffix: 'changes', press: 'Show all changes', keep: ['light'] },
  { name: 'card-replace', suffix: 'narrow', size: NARROW, keep: ['dark'] },
  { name: 'card-gone', suffix: 'german', language: 'de', keep: ['light'] },
  { name: 'card-reads', suffix: 'narrow', size: NARROW, keep: ['light'] },
  { name: 'endings', keep: ['light'] },
  { name: 'endings', suffix: 'narrow', size: NARROW, keep: ['light'] },
  { name: 'running', keep: ['dark'] },
  { name: 'streaming', keep: ['light'] },
  { name: 'right-to-left', keep: ['dark'] },
  { name: 'error', keep: ['light'] },
  { name: 'formulas', keep: ['light'] },
  { name: 'formulas', suffix: 'narrow', size: NARROW, keep: [] },
  { name: 'find', keep: ['dark'] },
  { name: 'pictures', keep: ['light', 'dark'] },
  { name: 'pictures', suffix: 'narrow', size: NARROW, keep: [] },
  { name: 'picture-large', keep: ['dark'] },
  { name: 'imported', keep: ['light'] },
  { name: 'too-long', keep: [] },
  { name: 'palette', keep: ['light'] },
  { name: 'shortcuts', keep: ['dark'] },
  { name: 'search', keep: ['light'] },
  { name: 'new-chat', keep: ['light', 'dark'] },
  { name: 'new-chat', suffix: 'narrow', size: NARROW, press: 'Show the sidebar', keep: ['light'] },
  { name: 'first-start', keep: [] },
  { name: 'no-ollama', keep: ['light'] },
  { name: 'send-failed', keep: ['light'] },
  { name: 'skills', press: 'photo-tools', keep: ['light'] },
  { name: 'skills-waiting', keep: ['light'] },
  { name: 'skills-ready', keep: [] },
  { name: 'review', keep: ['light', 'dark'] },
  { name: 'review', suffix: 'narrow', size: NARROW, keep: [] },
  { name: 'review-changed', keep: ['light'] },
  { name: 'install', keep: ['light'] },
  { name: 'install-choose', keep: ['dark'] },
  { name: 'install-refused', keep: ['light'] },
  { name: 'decisions', keep: ['light'] },
  { name: 'decisions', suffix: 'remember', press: 'Always allow', keep: ['dark'] },
  { name: 'decisions', suffix: 'edit', press: '^Edit arguments$', keep: [] },
  { name: 'playground', keep: ['light'] },
  { name: 'activity-filtered', keep: ['light'] },
  { name: 'skills', suffix: 'narrow', size: NARROW, press: 'photo-tools', keep: ['light'] },
  { name: 'activity', keep: ['light', 'dark'] },
  { name: 'activity', suffix: 'narrow', size: NARROW, keep: ['light'] },
  { name: 'activity', suffix: 'large-text', text: 'large', keep: [] },
  { name: 'activity-empty', keep: ['dark'] },
  { name: 'activity-nothing', keep: ['light'] },
  { name: 'activity-many', keep: ['light'] },
  { name: 'turn', open: '.request:nth-of-type(3) > summary', keep: ['light', 'dark'] },
  { name: 'turn', suffix: 'narrow', size: NARROW, open: '.request:nth-of-type(3) > summary', keep: ['dark'] },
  { name: 'turn-before', keep: [] },
  { name: 'compare', keep: ['light', 'dark'] },
  { name: 'compare', suffix: 'narrow', size: NARROW, keep: [] },
  { name: 'compare-choose', keep: [] },
  { name: 'models', keep: ['light'] },
  { name: 'models', suffix: 'narrow', size: NARROW, keep: ['dark'] },
  { name: 'models-elsewhere', keep: [] },
  { name: 'model-picker', keep: ['light'] },
  { name: 'model-picker', suffix: 'narrow', size: NARROW, keep: [] },
  { name: 'tools-picker', open: '.picker-skills summary', keep: ['light'] },
  { name: 'models-tried', open: '.model-more summary', keep: ['dark'] },
  { name: 'models-tried', suffix: 'narrow', size: NARROW, open: '.model-more summary', keep: ['light'] },
  { name: 'models-trying', open: '.model-more summary', keep: ['dark'] },
  { name: 'tool-off', press: 'photo-tools', keep: ['light'] },
  { name: 'not-installed', keep: ['light'] },
  { name: 'no-model', keep: ['dark'] },
  { name: 'context', open: '.meter > button', keep: ['light'] },
  { name: 'turn', suffix: 'german', language: 'de', open: '.request:nth-of-type(3) > summary', keep: ['light'] },
  { name: 'models-tried', suffix: 'german', language: 'de', open: '.model-more summary', keep: [] },
  { name: 'skills-waiting', suffix: 'german-narrow', language: 'de', size: NARROW, keep: [] },
  { name: 'models-compared', keep: ['light'] },
  { name: 'models-compared', suffix: 'german', language: 'de', keep: ['dark'] },
  { name: 'models-compared', suffix: 'narrow', size: NARROW, keep: [] },
  { name: 'answer-again', keep: ['light'] },
  { name: 'ready', keep: ['light'] },
  { name: 'models-unreachable', keep: ['dark'] },
  { name: 'settings', keep: ['light'] },
  { name: 'settings', suffix: 'german', language: 'de', keep: ['dark'] },
  { name: 'settings-programs', keep: ['light'] },
  { name: 'settings-programs', suffix: 'small', size: SMALL, keep: ['dark'] },
  { name: 'settings-limits', keep: ['light'] },
  { name: 'settings-limits', suffix: 'german', language: 'de', keep: [] },
  { name: 'moving', keep: ['light'] },
  { name: 'data-moved', keep: ['dark'] },
  { name: 'settings', suffix: 'narrow', size: NARROW, keep: ['dark'] },
  { name: 'programs', keep: ['light', 'dark'] },
  { name: 'programs', suffix: 'small', size: SMALL, keep: ['dark'] },
  { name: 'background', keep: ['dark'] },
  { name: 'background', suffix: 'small', size: SMALL, keep: ['light'] },
  { name: 'server', keep: ['dark'] },
  { name: 'server', suffix: 'small', size: SMALL, keep: ['light'] },
  { name: 'notices', keep: ['light'] },
  { name: 'crash', keep: ['light'] },
  { name: 'gallery', whole: '.gallery', keep: ['light'] },
]

const MADE_TO_FAIL = 'made to fail'
const wanted = process.argv.slice(2)
const folder = join(root, 'docs', 'shots')
const gallery = join(root, 'test', 'gallery')
const built = mkdtempSync(join(tmpdir(), 'skillet-shots-'))
/** Drawn as the root of the machine; no home lies in the folder for temporary files. */
mkdirSync(join(root, 'out'), { recursive: true })
const machine = mkdtempSync(join(root, 'out', 'machine-'))
const findings = []
let stop = () => {}
let opened
let worlds
try {
  await buildGallery()
  opened = await openWindow()
  mkdirSync(folder, { recursive: true })
  const page = await opened.firstWindow()
  worlds = await openWorlds()
  await page.exposeFunction('askWorld', worlds.ask)
  worlds.listen((world, push) =>
    page.evaluate((pushed) => window.takePush?.(...pushed), [world, push]).catch(() => undefined),
  )
  await page.reload()
  await page.waitForURL('skillet://app/gallery.html')
  page.on('console', (message) => {
    if (message.type() !== 'debug' && !message.text().includes(MADE_TO_FAIL))
      findings.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => findings.push(`error: ${error.message}`))
  for (const shot of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) await take(page, shot)
} catch (error) {
  findings.push(error.message)
} finally {
  await opened?.close()
  await worlds?.close()
  stop()
  for (const folder of [built, machine]) rmSync(folder, { recursive: true, force: true })
}
if (findings.length > 0) fail(`${findings.length} findings:\n${[...new Set(findings)].join('\n')}`)
process.exit(0)

async function buildGallery() {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(root, 'electron.vite.config.ts'),
  )
  const { renderer } = loaded.config
  await build({
    ...renderer,
    root: gallery,
    configFile: false,
    logLevel: 'warn',
    base: './',
    build: {
      ...renderer.build,
      rollupOptions: { input: join(gallery, 'gallery.html') },
      outDir: built,
      emptyOutDir: true,
    },
  })
}

/** The stories of the gallery, lived through by a real core in a home of its own, with programs that say the same everywhere. */
async function openWorlds() {
  const programs = join(machine, 'usr', 'bin')
  mkdirSync(join(machine, 'opt'), { recursive: true })
  cpSync(join(gallery, 'bin'), programs, { recursive: true })
  cpSync(join(programs, 'exiftool'), join(machine, 'opt', 'ollama'))
  process.env.HOME = join(machine, 'home', 'somebody')
  process.env.PATH = [programs, '/usr/bin', '/bin'].join(delimiter)
  const { openWorlds } = await import('../test/gallery/worlds.ts')
  return openWorlds(machine)
}

async function openWindow() {
  const electron = await findElectron()
  if (electron.problem) fail(electron.problem)
  const env = { ...process.env }
  if (!hasDisplay()) {
    const display = await startDisplay()
    env.DISPLAY = display.display
    stop = display.stop
  }
  const args = ['--no-sandbox', '--log-level=3', '--force-device-scale-factor=1', '--force-color-profile=srgb']
  const script = join(root, 'scripts', 'shots-window.mjs')
  const options = {
    executablePath: electron.executable,
    args: [...args, script, `--built=${built}`],
    env,
    timeout: 30_000,
  }
  // Once in a long while a start under Xvfb does not come up; the second one does.
  return _electron.launch(options).catch(() => _electron.launch(options))
}

async function take(page, { name, suffix, keep, size = WIDE, text = 'normal', language = 'en', press, open, whole }) {
  for (const theme of ['light', 'dark']) {
    await resize(size)
    await page.evaluate(
      (asked) => sessionStorage.setItem('asked', asked),
      `screen=${name}&theme=${theme}&text=${text}&language=${language}`,
    )
    await page.reload()
    await page.locator('#root > *').first().waitFor()
    await page.mouse.move(size.width - 2, size.height - 2)
    await settle(page)
    if (press) {
      await page
        .getByRole('button', { name: new RegExp(press) })
        .first()
        .click()
      await page.mouse.move(size.width - 2, size.height - 2)
    }
    if (open) await page.locator(open).first().click()
    if (whole) {
      const height = await page.evaluate((box) => document.querySelector(box).scrollHeight, whole)
      await resize({ width: 1000, height })
      await page.evaluate((box) => document.querySelector(box).scrollTo(0, 0), whole)
    }
    await settle(page)
    await check(page, `${name} ${suffix ?? ''} ${theme}`)
    if (!keep.includes(theme)) continue
    const file = join(folder, `${[name, suffix, theme].filter(Boolean).join('-')}.png`)
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
    if (file.endsWith('/conversation-light.png')) cpSync(file, join(root, 'docs', 'skillet.png'))
    say(`${file.slice(root.length + 1)} ${Math.round(statSync(file).size / 1024)} KB`)
  }
}

async function resize(size) {
  await opened.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0].setContentSize(width, height),
    size,
  )
}

/** Until three looks in a row, a few frames apart, show the same: fonts are in, answers have come, buttons are armed. */
async function settle(page) {
  let before = ''
  let same = 0
  for (let look = 0; look < 60 && same < 3; look++) {
    const now = await page.evaluate(async () => {
      await document.fonts.ready
      for (let frame = 0; frame < 15; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
      return `${document.body.innerHTML.length} ${innerWidth} ${innerHeight} ${document.querySelectorAll(':disabled').length}`
    })
    same = now === before ? same + 1 : 0
    before = now
  }
}

async function check(page, where) {
  await page.evaluate(readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'))
  const violations = await page.evaluate(async () => {
    const { violations } = await window.axe.run(
      { exclude: [['.markdown h2'], ['.markdown h3']] },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
      },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
  for (const violation of violations) findings.push(`axe, ${where}: ${violation}`)
}
