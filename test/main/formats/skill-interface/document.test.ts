import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isToolAllowed, parseAllowedTools } from '#shared/skill/allowed-tools'
import { openFunctions, readFiles } from '#test/helpers/function-skill'
import { root } from '#test/helpers/root'

const text = readFileSync(join(root, 'test/fixtures/skill-interface/document.md'), 'utf8')

/** An example of the document, by its name in the fixture. */
function example(name: string): string {
  const found = new RegExp(`^\`\`\`\\w+ ${name}\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1]
  if (found === undefined) throw new Error(`no example ${name}`)
  return found
}

const PARAMS = '  params: { type: object, properties: { name: { type: string } } }\n'
const page = (metadata: string, more = '') => `---\nname: greet\n${more}${metadata}---\n`

let open: Awaited<ReturnType<typeof openFunctions>> | undefined
afterEach(async () => {
  await open?.core.close()
  open = undefined
})

async function call(files: Record<string, string>, tool: string, args: unknown) {
  open = await openFunctions(files)
  return (await open.call(tool, args)).run?.result
}

describe('the examples of the document, word for word', () => {
  it('validate: reports a missing title, and accepts one', async () => {
    expect(await call({ 'validate.skill.js': example('validate') }, 'validate', { title: '' })).toEqual({
      ...{ error: 'INVALID', message: 'Title required' },
    })
    expect((await open?.call('validate', { title: 'a' }))?.run?.result).toEqual({ valid: true })
  })

  it('greet, with its code in the frontmatter: says hello', async () => {
    const withParams = example('code').replace('---\nYou', `${PARAMS}---\nYou`)
    expect(await call({ 'greet.skill.md': withParams }, 'greet', { name: 'A' })).toBe('Hello, A!')
  })

  it('greet without params: takes no arguments from a model, and those from another tool unchanged', async () => {
    const asks = 'export default (ctx) => ctx.call("greet", { name: "A" })\n'
    expect(await call({ 'greet.skill.md': example('code'), 'asks.skill.js': asks }, 'asks', {})).toBe('Hello, A!')
    expect(await open?.call('greet', { name: 'A' })).toMatchObject({ error: { code: 'TOOL_TAKES_NOTHING' } })
  })

  it('greet in base64: says hello', async () => {
    expect(await call({ 'greet.skill.md': page(example('base64') + PARAMS) }, 'greet', { name: 'A' })).toBe('Hello, A!')
  })

  it('markdown in the frontmatter: is a prompt', async () => {
    const { tools } = await readFiles({ 'greet.skill.md': page(example('markdown')) })
    expect(tools).toMatchObject([{ name: 'greet', runtime: { kind: 'prompt', instructions: 'Do the thing.' } }])
  })

  it('a delegate with longer code: is a file of the skill', async () => {
    const files = { 'lib/handler.js': 'export default async () => "handled"\n' }
    const metadata = `metadata:\n  ${example('file')}`
    expect(await call({ ...files, 'greet.skill.md': page(metadata) }, 'greet', {})).toBe('handled')
  })

  it('a schema with $resolve: becomes what the path leads to, or stays as written', async () => {
    const paramsOf = async (above: string) => {
      const files = {
        'SKILL.md': `---\nname: demo\ndescription: D.\n${above}---\n`,
        'greet.skill.md': `${page(example('resolve'))}Send it.\n`,
      }
      return (await readFiles(files)).tools[0]?.params
    }
    expect(await paramsOf('')).toEqual({ type: 'object', properties: { message: { type: 'string' } } })
    const sent = '{ type: object, properties: { channel: { type: string } } }'
    expect(await paramsOf(`metadata:\n  gateway: { sendSchema: ${sent} }\n`)).toEqual({
      ...{ type: 'object', properties: { channel: { type: 'string' } } },
    })
  })

  it('a folder skill: is a text for the model', async () => {
    const file = example('folder').trim().split(/\s+/).join('')
    expect(file).toBe('skills/api-create/SKILL.md')
    const { tools, body } = await readFiles({
      [file]: '---\nname: api-create\n---\nAsk first.\n',
      'x.skill.md': page(''),
    })
    expect(tools.map(({ name }) => name)).toEqual([])
    expect(body).toContain('## api-create\n\nAsk first.')
  })

  it('destructured parameters: need an object, which a model’s call always has', async () => {
    const code = example('parameters').replace('...', 'return [name, title]')
    const fields = `export const frontmatter = { metadata: { params: { type: 'object', properties: { name: {}, title: {} } } } }\n`
    expect(await call({ 'take.skill.js': fields + code }, 'take', { name: 'a' })).toEqual(['a', null])
  })

  it('an entry of allowed-tools: denies that tool for that value only', () => {
    const specs = parseAllowedTools(`* ${example('allowed').trim()}`)
    const may = (key: string) => isToolAllowed(specs, { names: ['tool-name'], commands: [] }, { key })
    expect([may('value'), may('other')]).toEqual([false, true])
  })

  it('the text without its indentation: is told to move its fields into metadata (C23)', async () => {
    const flat = example('code').replace(/^ +/gm, '')
    const { diagnostics } = await readFiles({ 'greet.skill.md': flat })
    expect(diagnostics.map(({ message }) => message.code)).toContain('field-belongs-in-metadata')
  })
})
