import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openKeyStore } from '#main/secrets/key-store'
import { message } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeKeyring } from '#test/helpers/test-keyring'

const TOOL = { name: 'weather/forecast', spec: 'as-reviewed' }

describe('the key store', () => {
  it('gives a secret to the tool it was granted to, and to nobody else', async () => {
    const store = openKeyStore(makeTempDir(), makeKeyring())
    expect(await store.set('WEATHER_KEY', 'open sesame')).toBeNull()
    expect(await store.use('WEATHER_KEY', TOOL)).toBeNull()
    await store.grant('WEATHER_KEY', TOOL)
    expect(await store.use('WEATHER_KEY', TOOL)).toBe('open sesame')
    expect(await store.use('WEATHER_KEY', { ...TOOL, name: 'weather/other' })).toBeNull()
    expect(await store.use('OTHER_KEY', TOOL)).toBeNull()
    await store.revoke('WEATHER_KEY', TOOL.name)
    expect(await store.use('WEATHER_KEY', TOOL)).toBeNull()
  })

  it('gives nothing to a tool that changed since the grant', async () => {
    const store = openKeyStore(makeTempDir(), makeKeyring())
    await store.set('KEY', 'value')
    await store.grant('KEY', TOOL)
    const changed = { ...TOOL, spec: 'as-changed' }
    expect(store.version('KEY', changed)).toBeNull()
    expect(await store.use('KEY', changed)).toBeNull()
    await store.grant('KEY', changed)
    expect(await store.use('KEY', changed)).toBe('value')
    expect(await store.use('KEY', TOOL)).toBeNull()
  })

  it('changes its version with each value, which reveals nothing of the value', async () => {
    const store = openKeyStore(makeTempDir(), makeKeyring())
    await store.set('KEY', 'same')
    await store.grant('KEY', TOOL)
    const first = store.version('KEY', TOOL)
    const [{ id } = { id: '' }] = store.list()
    await store.set('KEY', 'same')
    expect(store.version('KEY', TOOL)).not.toBe(first)
    expect(store.list()).toMatchObject([{ id, name: 'KEY', grants: [TOOL.name] }])
  })

  it('keeps everything for the next start, in a private file without values', async () => {
    const home = makeTempDir()
    const keyring = makeKeyring()
    const store = openKeyStore(home, keyring)
    await Promise.all([store.set('A', 'open sesame'), store.set('B', 'abracadabra')])
    await store.grant('A', TOOL)
    await store.use('A', TOOL)
    const text = readFileSync(join(home, 'secrets.json'), 'utf8')
    expect(text).not.toMatch(/sesame|abracadabra/)
    expect(text).not.toContain(Buffer.from('open sesame').toString('base64').slice(0, 12))
    expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600)
    const again = openKeyStore(home, keyring)
    expect(again.list()).toEqual(store.list())
    expect(again.list()[0]?.lastUse).toEqual({ at: expect.any(String), by: TOOL.name })
    expect(await again.use('A', TOOL)).toBe('open sesame')
    expect(JSON.stringify(again.list())).not.toContain('sealed')
  })

  it('says what is on the disk: a change that could not be written has not happened', async () => {
    const home = makeTempDir()
    const keyring = makeKeyring()
    const store = openKeyStore(home, keyring)
    await store.set('KEY', 'value')
    await store.grant('KEY', TOOL)
    renameSync(home, `${home}-away`)
    onTestFinished(() => rmSync(`${home}-away`, { recursive: true }))
    await expect(store.revoke('KEY', TOOL.name)).rejects.toThrow('ENOENT')
    await expect(store.set('OTHER', 'value')).rejects.toThrow('ENOENT')
    expect(store.list()).toEqual(openKeyStore(`${home}-away`, keyring).list())
  })

  it('forgets a removed secret, even if another gets its name', async () => {
    const store = openKeyStore(makeTempDir(), makeKeyring())
    await store.set('KEY', 'old')
    await store.grant('KEY', TOOL)
    await store.remove('KEY')
    expect(store.version('KEY', TOOL)).toBeNull()
    await store.set('KEY', 'new')
    expect(await store.use('KEY', TOOL)).toBeNull()
  })

  it('gives nothing if the system has another key by now', async () => {
    const home = makeTempDir()
    const store = openKeyStore(home, makeKeyring())
    await store.set('KEY', 'value')
    await store.grant('KEY', TOOL)
    expect(await openKeyStore(home, makeKeyring()).use('KEY', TOOL)).toBeNull()
  })

  it('refuses to keep a secret if nothing can encrypt it', async () => {
    const home = makeTempDir()
    const none = message('secrets-no-keyring')
    for (const keyring of [null, { ...makeKeyring(), missing: () => none }]) {
      const store = openKeyStore(home, keyring)
      expect(store.missing()).toEqual(none)
      expect(await store.set('KEY', 'value')).toEqual(none)
    }
    expect(readdirSync(home)).toEqual([])
  })

  it('gives out none without a keyring, although they are there', async () => {
    const home = makeTempDir()
    const store = openKeyStore(home, makeKeyring())
    await store.set('KEY', 'value')
    await store.grant('KEY', TOOL)
    const bare = openKeyStore(home, null)
    expect(bare.version('KEY', TOOL)).toBeNull()
    expect(await bare.use('KEY', TOOL)).toBeNull()
    expect(bare.list()).toMatchObject([{ name: 'KEY' }])
  })

  it.each([
    ['', 'value'],
    ['a b', 'value'],
    ['../x', 'value'],
    ['x'.repeat(65), 'value'],
    ['KEY', ''],
    ['KEY', 'x'.repeat(16 * 1024 + 1)],
  ])('refuses the name %j with a value like %.9j', async (name, value) => {
    const store = openKeyStore(makeTempDir(), makeKeyring())
    expect((await store.set(name, value))?.code).toMatch(/^secret-(name|value)$/)
    expect(store.list()).toEqual([])
  })

  it.each(['{"format":1,"secr', '[]', '{"format":2,"secrets":[]}', '{"format":1,"secrets":[{"name":"KEY"}]}'])(
    'leaves an unreadable file unchanged: %s',
    async (text) => {
      const home = makeTempDir()
      writeFileSync(join(home, 'secrets.json'), text)
      const store = openKeyStore(home, makeKeyring())
      expect(await store.set('KEY', 'value')).toEqual(
        message('secrets-unreadable', { file: join(home, 'secrets.json') }),
      )
      await store.grant('KEY', TOOL)
      await store.revoke('KEY', TOOL.name)
      await store.remove('KEY')
      expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe(text)
    },
  )
})
