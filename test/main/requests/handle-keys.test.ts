import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fingerprintOf } from '#main/formats/rye/signature'
import { handleKeys } from '#main/requests/handle-settings'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

const pem = String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))

async function open({ yes = true } = {}) {
  const { core } = await openTestCore({ home: makeTempDir(), cwd: makeTempDir() })
  onTestFinished(() => core.close())
  const folder = makeTempDir()
  const chosen: string[] = []
  const asked: string[] = []
  const handlers = handleKeys(core, {
    chooseFiles: async () => chosen,
    confirm: async ({ message }: { message: string }) => asked.push(message) > 0 && yes,
  })
  const choose = (text: string | Uint8Array, name = 'key.pem') => {
    writeFileSync(join(folder, name), text)
    chosen.splice(0, 1, join(folder, name))
  }
  const list = async () => handlers['key.list']({})
  return { handlers, asked, folder, chosen, choose, list }
}

const keys = (...fingerprints: string[]) => ({ ok: true, value: { fingerprints } })

describe('the keys a person trusts', () => {
  it('come from pasted text or a chosen file, after a person confirmed their fingerprint', async () => {
    const { handlers, asked, choose, list } = await open()
    expect(await handlers['key.add']({ text: pem })).toEqual({ ok: true, value: { added: true } })
    expect(asked[0]).toContain(fingerprintOf(pem))
    choose(`[public_key]\npem = """\n${pem}"""\n`, 'theirs.toml')
    expect(await handlers['key.add']({})).toEqual({ ok: true, value: { added: true } })
    expect(await list()).toEqual(keys(fingerprintOf(pem)))
    await handlers['key.remove']({ fingerprint: fingerprintOf(pem) })
    expect(await list()).toEqual(keys())
  })

  it.each([
    ['a text', 'hello'],
    ['nothing', ''],
    ['bytes', Buffer.from([0, 255, 1, 0])],
    ['a private key', String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))],
    ['a key for encryption', String(generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }))],
    ['a key cut short', pem.replace(/.{8}\n-----END/, '\n-----END')],
  ])('are never made of a file that holds %s', async (_what, text) => {
    const { handlers, choose, list, asked } = await open()
    choose(text)
    expect(await handlers['key.add']({})).toMatchObject({ ok: false, error: { code: 'SETTING_INVALID' } })
    expect(asked).toEqual([])
    expect(await list()).toEqual(keys())
  })

  it('are not made from a folder, and none is added if the person says no', async () => {
    const { handlers, folder, chosen } = await open()
    mkdirSync(join(folder, 'key'))
    chosen.push(join(folder, 'key'))
    expect(await handlers['key.add']({})).toMatchObject({ ok: false, error: { code: 'SETTING_INVALID' } })
    const { handlers: refusing, list } = await open({ yes: false })
    expect(await refusing['key.add']({ text: pem })).toEqual({ ok: true, value: { added: false } })
    expect(await list()).toEqual(keys())
  })
})
