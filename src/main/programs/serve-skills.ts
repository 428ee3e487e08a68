import { hash } from 'node:crypto'
import { SkillCatalog, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { nodeSkillFiles } from '@modelcontextprotocol/server/ext/skills/node'
import type { OfferedSkill, ProgramPort } from './program-port.ts'

const BASE = 'skill://'

interface Shown {
  dirs: ReadonlyMap<string, string>
  catalog: SkillCatalog
}

/** Serves the trusted skills by the protocol's extension; read when a program first asks. */
export function makeSkills(port: Pick<ProgramPort, 'offer' | 'onChange'>): SkillsExtension {
  let shown: Promise<Shown> | null = null
  port.onChange(() => {
    shown = null
  })
  const show = () => {
    shown ??= port.offer().then(({ skills }) => readSkills(skills))
    return shown
  }
  return new SkillsExtension({
    onWarning: () => {},
    source: {
      list: async () => ({ skills: [...(await show()).catalog.entries] }),
      listResources: async () =>
        (await show()).catalog.entries.map(({ uri, frontmatter: { name, description } }) => ({
          ...{ uri, name, description, mimeType: 'text/markdown' },
        })),
      get: async (uri) => (await show()).catalog.entries.find((each) => each.uri === uri),
      async read(uri) {
        const { dirs, catalog } = await show()
        const listed = catalog.entries
          .flatMap(({ resources }) => (resources === 'dynamic' ? [] : resources))
          .find((each) => each.uri === uri)
        const [name = '', ...path] = uri.slice(BASE.length).split('/')
        const dir = dirs.get(decodeURIComponent(name))
        if (!listed || dir === undefined) return undefined
        const bytes = await nodeSkillFiles(dir).read(path.map(decodeURIComponent).join('/'))
        // A file that changed since it was listed is refused.
        if (`sha256:${hash('sha256', bytes)}` !== listed.digest) throw new Error(`${uri} has changed`)
        return isText(bytes) ? { text: Buffer.from(bytes).toString('utf8') } : { bytes }
      },
    },
  })
}

const isText = (bytes: Uint8Array) => !bytes.includes(0) && Buffer.from(bytes).toString('utf8').indexOf('\ufffd') < 0

/** Skills by name. Skills whose name the extension does not allow are left out. */
async function readSkills(skills: readonly OfferedSkill[]): Promise<Shown> {
  const dirs = new Map(skills.map(({ name, dir }) => [name, dir]))
  const split = (path: string): [dir: string | undefined, inside: string] => {
    const [name = '', ...rest] = path.split('/')
    return [dirs.get(name), rest.join('/')]
  }
  const catalog = await SkillCatalog.load(
    {
      async list(path) {
        if (path === '') return [...dirs.keys()].map((name) => ({ name, kind: 'directory' }))
        const [dir, inside] = split(path)
        return dir === undefined ? [] : nodeSkillFiles(dir).list(inside)
      },
      async read(path) {
        const [dir, inside] = split(path)
        if (dir === undefined) throw new Error(`there is no ${path}`)
        return nodeSkillFiles(dir).read(inside)
      },
    },
    { onWarning: () => {} },
  )
  return { dirs, catalog }
}
