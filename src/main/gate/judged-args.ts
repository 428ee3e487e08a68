import type { PlacedValue } from '#shared/call/plan'
import type { Json, JsonObject } from '#shared/json'
import type { JudgedArgs, JudgedValue } from './rule-match.ts'

export interface ArgPorts {
  /** Where declared folders are looked up, and where the program runs. */
  cwd: string
  runsIn: string
  realAncestor(path: string): Promise<string>
}

/** Each argument with its final values: the resolver's instead of the model's, and paths with their targets. */
export async function collectJudgedArgs(
  args: JsonObject,
  argv: readonly string[],
  placed: readonly PlacedValue[],
  ports: ArgPorts,
): Promise<JudgedArgs> {
  const judged = new Map<string, JudgedValue[]>()
  for (const [param, value] of Object.entries(args)) {
    if (value === null) continue
    const own = placed.filter((each) => each.param === param)
    const values = await Promise.all(own.map((each) => readPlaced(each, value, argv, ports)))
    judged.set(param, own.length === 0 ? [{ value }] : removeRepeated(values.flat()))
  }
  return judged
}

async function readPlaced(
  placed: PlacedValue,
  raw: Json,
  argv: readonly string[],
  { cwd, runsIn, realAncestor }: ArgPorts,
): Promise<JudgedValue[]> {
  const { place, text, origin, elements, readPath, writePath } = placed
  const whole = origin === 'resolver' ? text : raw
  if (!readPath && !writePath) return [{ value: whole }]
  const folder = place === 'workingdir' ? cwd : runsIn
  const paths = elements.length > 1 ? elements.map((element) => argv[element] as string) : [text]
  return Promise.all(
    paths.map(async (path): Promise<JudgedValue> => {
      const value = paths.length > 1 ? path : whole
      if (GOES_UP.test(path)) return { value }
      return { value, realPath: await realAncestor(path.startsWith('/') ? path : `${folder}/${path}`) }
    }),
  )
}

/** Programs disagree about this after a link, so no folder counts as containing it. */
const GOES_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)|^[a-z]:|\\/i

function removeRepeated(values: JudgedValue[]): JudgedValue[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...seen.values()]
}
