import { request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { startProgram } from '#test/helpers/program'
import { SKILLS, setUpApp } from './set-up.ts'
import { answerDialogs, go, PATIENCE } from './steps.ts'

const { open, start, newHome } = setUpApp('file')

beforeAll(() => start(newHome(), [SKILLS]))

/** What is in the clipboard after the button was pressed and the dialog of the system agreed to. */
async function copyLines(name: string): Promise<string> {
  await answerDialogs(open, 1)
  await open.app.evaluate(({ clipboard }) => clipboard.writeText(''))
  await open.page.getByRole('region', { name: 'Add a program' }).getByRole('button', { name, exact: true }).click()
  const read = () => open.app.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(read, PATIENCE).toContain('"skillet"')
  return read()
}

const tokenIn = (lines: string) => /"SKILLET_TOKEN": "([^"]+)"/.exec(lines)?.[1] ?? ''

describe('other programs', () => {
  it('are paired in the window, whose lines hold a token that the page never sees', async () => {
    await go(open, 'Other programs')
    const lines = await copyLines('Claude Desktop')
    expect(JSON.parse(lines)).toMatchObject({
      mcpServers: { skillet: { args: expect.arrayContaining(['mcp', open.home]) } },
    })
    await open.page.getByRole('article', { name: 'Claude Desktop' }).getByText('Not connected').waitFor()
    expect(await open.page.content()).not.toContain(tokenIn(lines))
  })

  it('ask in the window, and get the answer given there', async () => {
    const lines = await copyLines('Zed')
    const start = JSON.parse(lines).context_servers.skillet
    const { client } = await startProgram(open.home, tokenIn(lines), { start })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('dates_now')
    const article = open.page.getByRole('article', { name: 'Zed' })
    await article.getByText('Connected', { exact: true }).waitFor()
    const called = client.callTool({ name: 'dates_now', arguments: {} })
    const card = open.page.getByRole('group', { name: 'Approve dates_now' })
    await card.getByText('Asked for by Zed').waitFor()
    await card.getByRole('button', { name: /^Run once/ }).click()
    expect(await called).toMatchObject({ content: [{ text: expect.stringMatching(/\d/) }] })

    const denied = client.callTool({ name: 'dates_now', arguments: {} })
    await card.getByRole('button', { name: /^Deny(?! with)/ }).click()
    expect(await denied).toMatchObject({ isError: true })

    await go(open, 'Activity')
    const commands = open.page.getByRole('region', { name: 'Recorded commands' })
    await commands.getByRole('button', { name: /^date/ }).last().press('Enter')
    const inspector = open.page.getByRole('region', { name: 'Inspector' })
    await expect.poll(() => inspector.innerText(), PATIENCE).toMatch(/dates_now.*Ran.*date/s)
    await inspector.getByRole('tab', { name: 'Output' }).click()
    await expect.poll(() => inspector.innerText(), PATIENCE).toMatch(/\d\d:\d\d/)
    await inspector.getByRole('button', { name: 'Close the inspector' }).press('Enter')
    await inspector.waitFor({ state: 'detached' })
    await open.page.getByRole('button', { name: 'Run dates_now again' }).last().click()
    await card.getByRole('button', { name: /^Deny(?! with)/ }).click()
    await go(open, 'Other programs')

    await article.getByRole('button', { name: 'Show details' }).click()
    await article.getByRole('region', { name: 'What it did' }).getByText('dates_now').first().waitFor()
    await article.getByRole('button', { name: 'Remove Zed' }).click()
    await article.waitFor({ state: 'detached' })
    await expect(client.listTools()).rejects.toThrow('not paired')
  })
})

describe('the port for other programs', () => {
  const settle = async (choice: 'On' | 'Off') => {
    await answerDialogs(open, 1)
    await go(open, 'Settings')
    const port = open.page.getByRole('group', { name: 'Port for other programs' })
    const chosen = port.getByRole('radio', { name: choice, exact: true })
    await chosen.click()
    await expect.poll(() => chosen.isChecked(), PATIENCE).toBe(true)
    await go(open, 'Other programs')
  }

  it('serves a program that knows its token once it is switched on, and the window answers for it', async () => {
    await settle('On')
    const { page } = open
    await page.getByText('The port is open at http://127.0.0.1:').waitFor()
    await page.getByRole('textbox', { name: 'Name of another program' }).fill('Agent')
    const { url, headers } = JSON.parse(await copyLines('Add by address')).mcpServers.skillet
    const client = new Client({ name: 'any', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('dates_now')
    const called = client.callTool({ name: 'dates_now', arguments: {} })
    const card = page.getByRole('group', { name: 'Approve dates_now' })
    await card.getByText('Asked for by Agent').waitFor()
    await card.getByRole('button', { name: /^Run once/ }).click()
    expect(await called).toMatchObject({ content: [{ text: expect.stringMatching(/\d/) }] })

    const ask = (more: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(url, { method: 'POST', headers: { ...headers, ...more } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.on('error', reject)
        sent.end('{}')
      })
    expect(await ask({ origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ host: 'evil.example' })).toBe(403)
    expect(await ask({ authorization: 'Bearer guessed' })).toBe(401)
    await client.close()
    await settle('Off')
    await expect.poll(() => ask({}).catch((error: Error) => error.message), PATIENCE).toContain('ECONNREFUSED')
  })
})
