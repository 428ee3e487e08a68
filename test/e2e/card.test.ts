import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Requests } from '#main/requests/requests'
import type { WindowApi } from '#shared/requests/window-requests'
import { callTool, end, part, say } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { setUpApp } from './set-up.ts'
import { answerDialogs, dialogs, go, PATIENCE, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  await start(home, [`--skills=${join(root, 'test', 'gallery', 'skills')}`])
  await answerDialogs(open, 1)
})

const card = (tool: string) => open.page.getByRole('group', { name: `Approve ${tool}` })
const row = (tool: string) => open.page.getByRole('article', { name: `Tool call ${tool}` })
const runOnce = (tool: string) => card(tool).getByRole('button', { name: /^Run once/ })

/** Where the commands of the chat that is open run. */
async function folder(): Promise<string> {
  const label = open.page.getByRole('group', { name: 'Folders' }).getByRole('button').first()
  return (await label.getAttribute('title')) ?? ''
}

async function save(content: string): Promise<void> {
  ollama.enqueue(callTool('write_files_save', { path: 'report.txt', content }), say(`Saved ${content.length}.`))
}

describe('the card', () => {
  it('says in the tool’s own words what would happen, with one chip and the first lines of a new file', async () => {
    await save('one\ntwo\nthree\n')
    await write(open, 'Write the report')
    await card('write_files_save').waitFor()
    const words = await card('write_files_save').innerText()
    for (const each of ['Write report.txt', 'Changes files', 'one', '1 more lines added', 'tee ']) {
      expect(words).toContain(each)
    }
    expect(await card('write_files_save').getByRole('region', { name: 'Details' }).isVisible()).toBe(false)
    await runOnce('write_files_save').click()
    await open.page.getByText('Saved 14.').waitFor()
    expect(await row('write_files_save').innerText()).toContain('Wrote report.txt')
  })

  it('shows what is replaced in a file, keeps a copy, and Undo brings it back', async () => {
    await save('one\n2\nthree\nfour\n')
    await open.page.getByRole('textbox', { name: 'Message' }).fill('Change it')
    await open.page.getByRole('button', { name: 'Send' }).click()
    await card('write_files_save').getByText('3 → 4 lines').waitFor()
    const words = await card('write_files_save').innerText()
    expect(words).toContain('A copy of the old file is kept for 30 days')
    expect(words).toMatch(/−\s*two\s*\+\s*2/)
    await card('write_files_save').getByRole('button', { name: 'Show all changes' }).click()
    await card('write_files_save').getByText('+four').waitFor()
    await runOnce('write_files_save').click()
    await open.page.getByText('Saved 17.').waitFor()
    const file = join(await folder(), 'report.txt')
    expect(readFileSync(file, 'utf8')).toBe('one\n2\nthree\nfour\n')
    const changed = row('write_files_save').last()
    await changed.getByRole('button', { name: /Wrote report.txt/ }).click()
    await changed.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readFileSync(file, 'utf8'), PATIENCE).toBe('one\ntwo\nthree\n')
    await expect.poll(() => changed.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  it('offers Undo in Activity too, and says why it refuses if the file has changed since', async () => {
    await save('x\n')
    await open.page.getByRole('textbox', { name: 'Message' }).fill('Once more')
    await open.page.getByRole('button', { name: 'Send' }).click()
    await runOnce('write_files_save').click()
    await open.page.getByText('Saved 2.').waitFor()
    await save('y\n')
    await open.page.getByRole('textbox', { name: 'Message' }).fill('And again')
    await open.page.getByRole('button', { name: 'Send' }).click()
    await runOnce('write_files_save').click()
    await expect.poll(() => open.page.getByText('Saved 2.').count(), PATIENCE).toBe(2)
    await go(open, 'Activity')
    const undo = open.page.getByRole('button', { name: 'Undo write_files_save' })
    await expect.poll(() => undo.count(), PATIENCE).toBe(2)
    await undo.nth(1).click()
    await open.page
      .getByText(/changed since. Nothing was undone/)
      .first()
      .waitFor()
    await undo.first().click()
    await expect.poll(() => undo.count(), PATIENCE).toBe(1)
  })

  it('offers no shortcut and no rule for what cannot be undone, names it on the button, and asks the system too', async () => {
    ollama.enqueue(callTool('tidy_delete', { files: 'no-such-folder' }), say('It is not there.'))
    await write(open, 'Remove it')
    const words = await card('tidy_delete').innerText()
    expect(words).toContain('Cannot be undone')
    expect(words).not.toContain('Ctrl Enter')
    expect(words).not.toContain('Always allow')
    expect(await card('tidy_delete').getByRole('region', { name: 'Details' }).isVisible()).toBe(true)
    const button = card('tidy_delete').getByRole('button', { name: 'Run once: Delete 1 file' })
    await expect.poll(() => button.isEnabled()).toBe(true)
    await open.page.keyboard.press('Control+Enter')
    expect(await card('tidy_delete').count()).toBe(1)
    const before = (await dialogs(open)).length
    await button.click()
    await open.page.getByText('It is not there.').waitFor()
    expect((await dialogs(open)).length).toBe(before + 1)
  })

  it('allows all waiting reads at once if each of them is listed', async () => {
    const calls = ['a', 'b', 'c'].map((name) => ({ function: { name: 'files_find', arguments: { name } } }))
    ollama.enqueue({ lines: [part({ content: '', tool_calls: calls }), end()] }, say('None of them.'))
    await write(open, 'Find three files')
    await card('files_find').getByText('1 of 3').waitFor()
    expect(await card('files_find').innerText()).toMatch(/Find a.*Find b.*Find c/s)
    const all = card('files_find').getByRole('button', { name: 'Allow all three reads' })
    // A card that moves is not armed for a moment, and a press then counts for nothing.
    await expect
      .poll(async () => {
        if (await all.isEnabled({ timeout: 500 }).catch(() => false))
          await all.press('Enter', { timeout: 500 }).catch(() => undefined)
        return all.count()
      })
      .toBe(0)
    await open.page.getByText('None of them.').waitFor()
    expect(await row('files_find').count()).toBe(3)
  })

  it('does not appear for a read under the policy Ask for changes', async () => {
    await open.page.evaluate(async () => {
      const { skillet } = window as unknown as { skillet: WindowApi<Requests> }
      await skillet.call('setting.change', { name: 'policy', value: 'changes' })
    })
    ollama.enqueue(callTool('files_find', { name: 'a' }), say('Nothing there.'))
    await write(open, 'Find a file')
    await open.page.getByText('Nothing there.').waitFor()
    await row('files_find')
      .getByRole('button', { name: /Looked for a/ })
      .click()
    await row('files_find').getByText('Ran automatically: reads only').waitFor()
  })
})
