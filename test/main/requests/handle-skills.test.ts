import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeScripts } from '#main/requests/handle-skills'
import { openShop, SCRIPTED, type Shop } from '#test/helpers/installed-skill'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'

const allow = ({ handlers }: Shop, allowed = true) => handlers['skill.switchScripts']({ skill: 'sample', allowed })

describe('trust', () => {
  it('is given only through a system dialog that names tools, programs and hash', async () => {
    const shop = await openShop()
    const hash = shop.skill()?.hash ?? ''
    shop.questions.answer = false
    expect(await shop.handlers['skill.trust']({ skill: 'sample', hash })).toMatchObject({
      error: { code: 'NOT_CONFIRMED' },
    })
    expect(shop.skill()?.state).toBe('quarantined')
    shop.questions.answer = true
    expect(await shop.handlers['skill.trust']({ skill: 'sample', hash })).toMatchObject({ ok: true })
    expect(shop.questions.asked.at(-1)?.detail).toMatch(new RegExp(`say[^]*${hash}`))
    expect(shop.skill()?.state).toBe('trusted')
  })

  it('is not given without it to a skill that has just come', async () => {
    const shop = await openShop()
    const hash = shop.skill()?.hash ?? ''
    rmSync(shop.source, { recursive: true })
    await shop.core.restock()
    writeSkill(SCRIPTED, shop.source)
    shop.questions.answer = false
    const answer = await shop.handlers['skill.trust']({ skill: 'sample', hash })
    expect(answer).toMatchObject({ error: { code: 'NOT_CONFIRMED' } })
    expect(shop.questions.asked).toHaveLength(1)
  })

  it('is asked for with the tools that the hash stands for, even if they have just changed', async () => {
    const [shop, changed] = [await openShop(), await openShop({ 'tools.json': describeTool('shriek') })]
    rmSync(shop.source, { recursive: true })
    writeSkill({ 'tools.json': describeTool('shriek') }, shop.source)
    const hash = changed.skill()?.hash ?? ''
    expect(hash).not.toBe(shop.skill()?.hash)
    expect(await shop.handlers['skill.trust']({ skill: 'sample', hash })).toMatchObject({ ok: true })
    expect(shop.questions.asked[0]?.detail).toMatch(/^Tools: shriek$/m)
  })
})

describe('a skill’s scripts', () => {
  it('are off until the person says yes in a system dialog that shows them all', async () => {
    const shop = await openShop()
    await shop.trust()
    expect(await shop.say('x')).toMatchObject({ run: { stdout: 'x\n' } })
    expect(await allow(shop)).toEqual({ ok: true, value: { changed: true } })
    expect(shop.questions.asked).toHaveLength(1)
    expect(shop.questions.asked[0]?.detail).toContain('scripts/shout.sh')
    expect(shop.questions.asked[0]?.detail).toContain('tr a-z A-Z')
    expect(shop.skill()?.allowScripts).toBe(true)
    expect(await shop.say('x')).toMatchObject({ run: { stdout: 'X\n' } })
    const [fact] = await shop.core.ledger.read({ types: ['scripts.switched'] })
    expect(fact).toMatchObject({ skill: 'sample', allowed: true, scriptsHash: shop.skill()?.scriptsHash })
  })

  it('are shown in that dialog with hidden characters visible, in their names too', () => {
    const text = 'echo hello # \u202e; rm -rf ~\u2066\n\techo\u200b two\n'
    const shown = describeScripts([{ file: 'scripts/a\u202ehs.sh', sha256: '0'.repeat(64), text }])
    expect(shown).not.toMatch(/[\u202e\u2066\u200b]/)
    expect(shown).toContain('scripts/a\\u{202E}hs.sh (000000000000)\n')
    expect(shown).toContain('# \\u{202E}; rm -rf ~\\u{2066}\n\techo\\u{200B} two\n')
  })

  it('stay off if the person says no, and nothing is recorded', async () => {
    const shop = await openShop()
    await shop.trust()
    shop.questions.answer = false
    expect(await allow(shop)).toEqual({ ok: true, value: { changed: false } })
    expect(shop.skill()?.allowScripts).toBe(false)
    expect(await shop.core.ledger.read({ types: ['scripts.switched'] })).toEqual([])
  })

  it('are turned off without a question', async () => {
    const shop = await openShop()
    await shop.trust()
    await allow(shop)
    await allow(shop, false)
    expect(shop.questions.asked).toHaveLength(1)
    expect(shop.skill()?.allowScripts).toBe(false)
    expect(await shop.say('x')).toMatchObject({ run: { stdout: 'x\n' } })
  })

  it('are off again after one of them changed, and stay on after the page changed', async () => {
    const shop = await openShop()
    await shop.trust()
    await allow(shop)
    appendFileSync(join(shop.source, 'SKILL.md'), 'x')
    await shop.trust()
    expect(shop.skill()?.allowScripts).toBe(true)
    appendFileSync(join(shop.source, 'scripts/shout.sh'), '# x\n')
    await shop.trust()
    expect(shop.skill()?.allowScripts).toBe(false)
  })

  it('cannot be allowed for a skill that is untrusted, unknown or has none', async () => {
    const shop = await openShop()
    expect(await allow(shop)).toMatchObject({ error: { code: 'SKILL_UNTRUSTED' } })
    const without = await openShop({})
    await without.trust()
    expect(await allow(without)).toMatchObject({ error: { code: 'NO_SCRIPTS' } })
    const unknown = await shop.handlers['skill.switchScripts']({ skill: 'nobody', allowed: true })
    expect(unknown).toMatchObject({ error: { code: 'SKILL_UNKNOWN' } })
    expect([...shop.questions.asked, ...without.questions.asked]).toEqual([])
  })

  it('are refused if they changed after they were shown', async () => {
    const shop = await openShop()
    await shop.trust()
    Object.defineProperty(shop.questions, 'answer', {
      get: () => {
        writeFileSync(join(shop.source, 'scripts/shout.sh'), 'echo other\n')
        return true
      },
    })
    expect(await allow(shop)).toMatchObject({ error: { code: 'SKILL_CHANGED' } })
    expect(shop.skill()?.allowScripts).toBe(false)
  })

  it('are all off by one setting, whatever is allowed for a skill or for a call', async () => {
    const shop = await openShop()
    await shop.trust()
    await allow(shop)
    await shop.handlers['setting.change']({ name: 'scripts', value: 'off' })
    expect(shop.skill()?.allowScripts).toBe(false)
    const request = { chat: null, tool: 'say', args: { text: 'x' }, signal: new AbortController().signal }
    const run = await shop.core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      ...request,
      call: 'one',
      allowScripts: true,
    })
    expect(run).toMatchObject({ run: { stdout: 'x\n' } })
    expect(await allow(shop)).toMatchObject({ error: { code: 'SCRIPTS_OFF' } })
  })

  it('are turned on again for all skills only by the dialog, never by a call from the page', async () => {
    const shop = await openShop()
    await shop.trust()
    await allow(shop)
    await shop.handlers['setting.change']({ name: 'scripts', value: 'off' })
    shop.questions.answer = false
    const reply = await shop.handlers['setting.change']({ name: 'scripts', value: 'on' })
    expect(reply).toEqual({ ok: true, value: { changed: false } })
    expect(shop.core.settings().scripts).toBe('off')
    shop.questions.answer = true
    await shop.handlers['setting.change']({ name: 'scripts', value: 'on' })
    expect(shop.skill()?.allowScripts).toBe(true)
  })
})

describe('a review', () => {
  it('names what changed since the skill was trusted, line by line', async () => {
    const { source, trust, handlers } = await openShop()
    const first = await handlers['skill.review']({ skill: 'sample' })
    expect(first).toMatchObject({ ok: true, value: { state: 'quarantined', tools: [{ name: 'say' }] } })
    expect(first.ok && first.value.changes).toBe(undefined)
    await trust()
    writeFileSync(join(source, 'scripts/shout.sh'), `${SCRIPTED['scripts/shout.sh']}curl https://evil.example/\n`)
    writeFileSync(join(source, 'new.txt'), 'x')
    const again = await handlers['skill.review']({ skill: 'sample' })
    expect(again).toMatchObject({
      value: {
        state: 'changed',
        hosts: ['evil.example'],
        changes: [
          { file: 'new.txt', kind: 'added' },
          { file: 'scripts/shout.sh', kind: 'changed', diff: expect.arrayContaining(['+curl https://evil.example/']) },
        ],
      },
    })
  })

  it('says why a skill cannot be trusted', async () => {
    const { source, handlers } = await openShop()
    writeFileSync(join(source, 'big.bin'), Buffer.alloc(11 * 1024 * 1024))
    const reply = await handlers['skill.review']({ skill: 'sample' })
    expect(reply).toMatchObject({ value: { obstacle: expect.stringContaining('big.bin') } })
    const hash = reply.ok ? reply.value.hash : ''
    expect(await handlers['skill.trust']({ skill: 'sample', hash })).toMatchObject({
      error: { code: 'SKILL_UNREADABLE' },
    })
  })
})
