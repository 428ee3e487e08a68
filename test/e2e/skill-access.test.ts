import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '#test/helpers/fake-ollama'
import { describeTools, pageThatNeeds } from '#test/helpers/needy-skill'
import { root } from '#test/helpers/root'
import { sandboxHere } from '#test/helpers/sandbox-here'
import { writeSkill } from '#test/main/skills/write-skill'
import { setUpApp } from './set-up.ts'
import { answerDialogs, dialogs, install, openSkill, PATIENCE, trust, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const person = newHome()
const page = () => open.page

beforeAll(async () => {
  const source = join(person, 'own', 'sender')
  for (const folder of ['.config/sender', '.ssh', 'own']) mkdirSync(join(person, folder), { recursive: true })
  writeFileSync(join(person, '.git-credentials'), 'https://ada:password@example.com')
  const requires =
    'paths: ["~/.config/sender", {path: "~/Reports", access: write}]\ncredentials: [git]\nenv: [SENDER_KEY]'
  const tools = describeTools({ send: ['git', 'push', 'origin'], look: ['ls', '', '-A'] })
  writeSkill({ 'SKILL.md': pageThatNeeds(requires, 'sender'), 'tools.json': tools }, source)
  await start(newHome(), [], { HOME: person, SENDER_KEY: 'as a person would set it' })
  await answerDialogs(open, 1)
  await install(open, source, 'sender')
})

/** Looks at it in both colours. */
async function shoot(name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page().emulateMedia({ colorScheme })
    await page().screenshot({
      animations: 'disabled',
      path: join(root, 'out', 'seen', `access ${name} ${colorScheme}.png`),
    })
  }
  await page().emulateMedia({ colorScheme: 'light' })
}

describe('what a skill needs beyond the open folders', () => {
  it('is listed in its review, and in the dialog that trusts it', async () => {
    const asked = page().getByRole('article', { name: 'Review of sender' }).getByRole('region', { name: 'Access' })
    expect(await asked.innerText()).toMatch(
      /Read ~\/\.config\/sender\s+Read and change ~\/Reports\s+Use your git sign-in \(~\/\.git-credentials, .*\) for git push only\s+Read your environment variable SENDER_KEY/,
    )
    await shoot('review')
    await trust(open, 'sender')
    expect((await dialogs(open))[0]).toContain('It also gets: Read ~/.config/sender; Read and change ~/Reports')
  })

  it('is taken away by its switch at once, and the whole home is given only in a dialog', async () => {
    await openSkill(open, 'sender')
    await answerDialogs(open, 0)
    const home = page().getByRole('switch', { name: 'Read your whole home folder' })
    await home.click()
    await expect.poll(async () => (await dialogs(open)).length, PATIENCE).toBe(1)
    expect((await dialogs(open))[0]).toContain('every file in your home except known secret places')
    await expect.poll(() => home.isEnabled(), PATIENCE).toBe(true)
    expect(await home.isChecked()).toBe(false)
    await answerDialogs(open, 1)
    await home.click()
    await expect.poll(() => home.isChecked(), PATIENCE).toBe(true)
    const config = page().getByRole('switch', { name: 'Read ~/.config/sender' })
    await config.press('Space')
    await expect.poll(() => config.isChecked(), PATIENCE).toBe(false)
    expect(await dialogs(open)).toHaveLength(1)
    await home.scrollIntoViewIfNeeded()
    await shoot('switches')
  })

  it.skipIf(sandboxHere.word !== 'enforced')('is said on the card of its command', async () => {
    ollama.enqueue(callTool('send', {}))
    await write(open, 'Send it')
    const card = page().getByRole('group', { name: 'Approve send' })
    const details = card.getByRole('button', { name: 'Details' })
    await details.waitFor(PATIENCE)
    if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click()
    await expect.poll(() => card.innerText(), PATIENCE).toMatch(/Can sign in with\s+git/)
    expect(await card.innerText()).toContain('Can read your whole home except private places')
    expect(await card.innerText()).toMatch(/Environment variables\s+SENDER_KEY/)
    expect(await page().content()).not.toContain('as a person would set it')
    expect(await card.innerText()).not.toContain('.config/sender')
    await shoot('card')
    await card.getByRole('button', { name: 'Deny', exact: true }).click()
  })
})
