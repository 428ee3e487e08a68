import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { say } from '#test/helpers/fake-ollama'
import { hostileSnippets } from '#test/helpers/hostile-snippets'
import { setUpApp } from './set-up.ts'
import { send } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
let sink: Server
let sinkHits: string[]
let sinkHost: string

beforeAll(async () => {
  sinkHits = []
  sink = createServer((request, response) => {
    sinkHits.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  sinkHost = `127.0.0.1:${(sink.address() as AddressInfo).port}`
  await start(newHome())
})
afterAll(() => void sink.close())

describe('the walls of the window', () => {
  it('send no request, open nothing and run no script from 300 hostile snippets', async () => {
    const { page, app } = open
    const snippets = hostileSnippets(sinkHost)
    expect(new Set(snippets).size).toBeGreaterThanOrEqual(300)
    const url = page.url()
    ollama.enqueue(say('ready'))
    ollama.enqueue({
      lines: [
        { message: { role: 'assistant', content: snippets.join('\n\n') }, done: false },
        { message: { role: 'assistant', content: '\n\nThe corpus ends here.' }, done: true },
      ],
    })
    for (const text of ['Warm up', 'Show me the corpus']) {
      await send(open, text)
      await page.getByText(text === 'Warm up' ? 'ready' : 'The corpus ends here.', { exact: true }).waitFor()
    }
    expect(sinkHits).toEqual([])
    expect(page.url()).toBe(url)
    expect(app.windows()).toHaveLength(1)
    expect(await page.evaluate(() => Object.keys(window).filter((key) => key.startsWith('PWNED')))).toEqual([])
  })

  it('send the content security policy as a header and serve nothing outside the manifest', async () => {
    const header = await open.app.evaluate(async ({ net }) => {
      const response = await net.fetch('skillet://app/index.html')
      return response.headers.get('content-security-policy')
    })
    expect(header).toContain("default-src 'none'")
    expect(header).toContain("connect-src 'none'")
    expect(header).toContain("require-trusted-types-for 'script'")
    const paths = [
      ...['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/%5c..%5cindex.html', '/index.html%00', '/index.html?x=1'],
      ...['//etc/passwd', '/../main/index.js', '/.', '', '/index.html/', '/INDEX.HTML', '/%69ndex.html'],
    ]
    const statuses = await open.app.evaluate(
      async ({ net }, addresses) => {
        const ask = async (address: string) => {
          try {
            return (await net.fetch(address)).status
          } catch {
            return 0
          }
        }
        return Promise.all(addresses.map(ask))
      },
      [...paths.map((path) => `skillet://app${path}`), 'skillet://other/index.html', 'skillet://app.evil/index.html'],
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(0)
  })

  it('refuse to navigate, open windows, fetch and eval', async () => {
    const { page, app } = open
    const url = page.url()
    const outcomes = await page.evaluate(async (host) => {
      const tried: Record<string, string> = {}
      const attempt = async (name: string, act: () => unknown) => {
        try {
          tried[name] = String(await act())
        } catch (error) {
          tried[name] = `refused: ${(error as Error).name}`
        }
      }
      await attempt('open', () => window.open(`http://${host}/open`))
      await attempt('fetch', () => fetch(`http://${host}/fetch`))
      // The debugger that runs this test may evaluate; a task of the page's own may not.
      await new Promise<void>((finish) => {
        setTimeout(() => attempt('eval', () => new Function('return 1')()).then(finish), 0)
      })
      await attempt('html', () => {
        document.body.insertAdjacentHTML('beforeend', `<img src="http://${host}/img">`)
        return 'inserted'
      })
      await attempt('socket', () => new WebSocket(`ws://${host}/socket`).url)
      location.href = `http://${host}/navigate`
      return tried
    }, sinkHost)
    expect(outcomes).toMatchObject({
      open: 'null',
      fetch: expect.stringContaining('refused'),
      eval: expect.stringContaining('refused'),
    })
    expect(outcomes.html).toContain('refused')
    expect(page.url()).toBe(url)
    expect(app.windows()).toHaveLength(1)
    expect(sinkHits).toEqual([])
  })

  it('give the page two functions, no Node and no permission', async () => {
    const seen = await open.page.evaluate(async () => ({
      api: Object.keys((window as unknown as { skillet: object }).skillet).sort(),
      node: typeof (globalThis as { process?: unknown }).process + typeof (globalThis as { require?: unknown }).require,
      notifications: await navigator.permissions.query({ name: 'notifications' }).then(({ state }) => state),
    }))
    expect(seen).toEqual({ api: ['call', 'listen'], node: 'undefinedundefined', notifications: 'denied' })
  })

  it('set every window preference to its safe value', async () => {
    const preferences = await open.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        return (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences()
      }),
    )
    expect(preferences).toHaveLength(1)
    expect(preferences[0]).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
  })

  it('open https only, and only after a dialog that shows the ASCII host', async () => {
    await open.app.evaluate(({ dialog, shell }) => {
      const seen = globalThis as unknown as { asked: string[]; opened: string[]; answer: number }
      Object.assign(seen, { asked: [], opened: [], answer: 0 })
      const ask = async (...given: unknown[]) => {
        seen.asked.push(JSON.stringify(given.at(-1)))
        return { response: seen.answer, checkboxChecked: false }
      }
      dialog.showMessageBox = ask as typeof dialog.showMessageBox
      shell.openExternal = async (url) => void seen.opened.push(url)
    })
    const ask = (url: string) =>
      open.page.evaluate((url) => {
        const { skillet } = window as unknown as { skillet: { call(name: string, input: object): Promise<unknown> } }
        return skillet.call('link.open', { url })
      }, url)
    const refused = [
      ...['http://example.org/', 'javascript:alert(1)', 'JavaScript:1', 'data:text/html,x', 'file:///etc/passwd'],
      ...['smb://host/share', 'ms-settings:', 'vscode://x', 'skillet://app/index.html', 'about:blank', 'ftp://x.org'],
      ...[
        'https://user:word@example.org/',
        'https://',
        '',
        '//example.org',
        'https:',
        '\\\\host\\share',
        'mailto:a@b.c',
      ],
    ]
    for (const url of refused) expect(await ask(url), url).toMatchObject({ ok: false })
    expect(await ask('https://аpple.com/x')).toEqual({ ok: true, value: { opened: false } })
    await open.app.evaluate(() => Object.assign(globalThis, { answer: 1 }))
    expect(await ask('https://example.org/page')).toEqual({ ok: true, value: { opened: true } })
    const { asked, opened } = await open.app.evaluate(() => {
      const { asked, opened } = globalThis as unknown as { asked: string[]; opened: string[] }
      return { asked, opened }
    })
    expect(asked).toHaveLength(2)
    expect(asked[0]).toContain('xn--')
    expect(opened).toEqual(['https://example.org/page'])
  })

  it('refuse a call from a frame other than the page itself', async () => {
    const answer = await open.app.evaluate(async ({ ipcMain }) => {
      const handlers = (
        ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => Promise<unknown>> }
      )._invokeHandlers
      const handle = handlers.get('skillet:call')
      const foreign = { parent: {}, url: 'skillet://app/index.html' }
      const outside = { parent: null, url: 'https://evil.example/' }
      return Promise.all([foreign, outside, null].map((senderFrame) => handle?.({ senderFrame }, 'app.read', {})))
    })
    expect(answer).toEqual(
      Array.from({ length: 3 }, () => ({
        ok: false,
        error: { code: 'SENDER_REFUSED', message: 'Only the page of Skillet itself may call.' },
      })),
    )
  })
})
