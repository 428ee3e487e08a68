// Which tools a request carries when there are many: how much smaller it is, and whether the right tool is among them.
import { readFileSync } from 'node:fs'
import { estimateTokens } from '#main/agent/estimate-tokens'
import { offerTools } from '#main/agent/offer-tools'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { ToolDefinition } from '#shared/model/model'
import { loadShipped } from '#test/skills/shipped'
import { printTable, type Report, type Row } from './report.ts'

interface Request {
  request: string
  /** Any of them would do. */
  tools: string[]
  /** Was not looked at while words and weights were chosen. */
  heldOut?: boolean
}

const MANY = 200
const requests: Request[] = JSON.parse(readFileSync(new URL('requests.json', import.meta.url), 'utf8'))

const tokensOf = (tools: ToolDefinition[]) => tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0)

/** Tools of other trades, in the manner of servers that bring dozens of them. */
function makeDistractors(count: number): ToolDefinition[] {
  const actions = ['list', 'get', 'create', 'update', 'delete', 'search']
  const services = ['calendar', 'mail', 'crm', 'shop', 'printer', 'home', 'music', 'ticket', 'payroll', 'wiki', 'map']
  const objects = [
    'event',
    'message',
    'contact',
    'order',
    'job',
    'lamp',
    'playlist',
    'request',
    'payslip',
    'page',
    'route',
  ]
  return Array.from({ length: count }, (_, index) => {
    const service = services[index % services.length] ?? ''
    const object = objects[index % objects.length] ?? ''
    const action = actions[Math.floor(index / services.length) % actions.length] ?? ''
    return {
      type: 'function',
      function: {
        name: `${service}_${action}_${object}`,
        description: `${action} ${object}s of the ${service} service. Use it when the person asks to ${action} a ${object}, by its name, date or number.`,
        parameters: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', description: `Name of the ${object}. Example: my ${object}` },
            limit: { type: 'integer', description: 'How many to show at most.' },
          },
          additionalProperties: false,
        },
      },
    }
  })
}

interface Measured {
  keptShare: number
  misses: { request: Request; offered: string[] }[]
}

function measure(tools: ToolDefinition[], contextLength: number): Measured {
  const whole = tokensOf(tools)
  let kept = 0
  const misses: Measured['misses'] = []
  for (const request of requests) {
    const { offered } = offerTools({
      tools,
      contextLength,
      text: request.request,
      used: [],
      pinned: [],
      estimateTokens,
    })
    kept += tokensOf(offered) / whole
    const names = offered.map(({ function: { name } }) => name)
    if (!request.tools.some((name) => names.includes(name))) misses.push({ request, offered: names })
  }
  return { keptShare: kept / requests.length, misses }
}

/** Shares of requests that miss: what is aimed at is at most 2 %. */
function rowsOf(title: string, { keptShare, misses }: Measured): Row[] {
  const heldOut = requests.filter((request) => request.heldOut)
  const missedHeldOut = misses.filter(({ request }) => request.heldOut)
  return [
    { name: `${title}: tokens of the tools offered, of all`, value: keptShare, unit: '', goal: 0.2 },
    {
      name: `${title}: of ${requests.length} requests without a right tool`,
      value: misses.length / requests.length,
      unit: '',
      goal: 0.02,
    },
    {
      name: `${title}: of ${heldOut.length} held-out requests without one`,
      value: missedHeldOut.length / heldOut.length,
      unit: '',
      goal: 0.02,
    },
  ]
}

export async function run(): Promise<Report> {
  const skills = await loadShipped()
  const shipped = toOllamaTools(skills.flatMap(({ tools }) => tools))
  const many = [...shipped, ...makeDistractors(MANY - shipped.length)]
  const rows: Row[] = []
  for (const [tools, contextLength] of [
    [shipped, 8192],
    [many, 4096],
    [many, 8192],
    [many, 32_768],
  ] as const) {
    const measured = measure(tools, contextLength)
    rows.push(...rowsOf(`${tools.length} tools, ${contextLength / 1024}k`, measured))
    if (process.env.SKILLET_MISSES) {
      for (const { request, offered } of measured.misses) {
        if (!request.heldOut) console.error(`${request.request} → ${request.tools}\n    ${offered.join(' ')}`)
      }
    }
  }
  return { name: 'Which tools a request carries', rows }
}

if (import.meta.main) printTable(await run())
