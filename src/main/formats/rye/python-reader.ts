import type { Checks } from '#main/formats/format'
import { isObject, type Json, type JsonObject, toText } from '#shared/json'

/** What a Python file declares, read without running it. */
export interface PythonReading {
  /** Top-level names with literal values, and their lines. */
  constants: Record<string, { line: number; value: Json }>
  /** Top-level names whose value is not literal: the place in it, and the line. */
  faults: Record<string, { line: number; key: string }>
  /** Names that were assigned with a type. */
  annotated: string[]
  functions: Record<string, PythonFunction>
  /** Modules outside Python's standard library. */
  imports: string[]
  /** It has an `if __name__ == "__main__"` block. */
  hasBlock: boolean
}

export interface PythonFunction {
  params: { name: string; type: string | null; default?: Json; isOptional: boolean }[]
  /** It accepts any further named argument. */
  isOpen: boolean
  doc: string | null
}

export type PythonAnswer = PythonReading | { fault: { line: number; problem: string } }

/** Reads only syntax and answers one line per file, so that a file that crashes the reader costs only itself. */
const READER = `import ast, json, re, sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
except Exception: pass
sys.setrecursionlimit(2000)
IMPORT = re.compile(r"^[ \\t]*(?:import|from)\\s+([A-Za-z_]\\w*)", re.M)
OWN = getattr(sys, "stdlib_module_names", frozenset())
WANTED = {"CONFIG_SCHEMA", "ENV_CONFIG", "CONFIG", "CONFIG_RESOLVE"}
def literal(node):
    value = ast.literal_eval(node)
    json.dumps(value, allow_nan=False)
    return value
def find(node, key):
    if isinstance(node, ast.Dict):
        for name, part in zip(node.keys, node.values):
            label = str(name.value) if isinstance(name, ast.Constant) else "?"
            found = find(part, key + [label]) if name is not None else (part.lineno, key)
            if found: return found
        return None
    if isinstance(node, (ast.List, ast.Tuple)):
        for index, part in enumerate(node.elts):
            found = find(part, key + [str(index)])
            if found: return found
        return None
    try: literal(node)
    except Exception: return (node.lineno, key)
    return None
def describe(node):
    args = node.args
    plain = args.posonlyargs + args.args
    defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
    params = []
    for arg, default in list(zip(plain, defaults)) + list(zip(args.kwonlyargs, args.kw_defaults)):
        param = {"name": arg.arg, "type": ast.unparse(arg.annotation) if arg.annotation else None, "isOptional": default is not None}
        if default is not None:
            try: param["default"] = literal(default)
            except Exception: pass
        params.append(param)
    return {"params": params, "isOpen": args.kwarg is not None, "doc": ast.get_docstring(node)}
def read(source):
    try: tree = ast.parse(source)
    except SyntaxError as error: return {"fault": {"line": error.lineno or 1, "problem": error.msg}}
    except (ValueError, MemoryError, RecursionError) as error:
        return {"fault": {"line": 1, "problem": str(error) or type(error).__name__}}
    constants, faults, annotated, functions, block = {}, {}, [], {}, False
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in ("execute", "main"):
            functions[node.name] = describe(node)
        elif isinstance(node, ast.If): block = block or "__main__" in ast.dump(node.test)
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else getattr(node, "target", None) if isinstance(node, ast.AnnAssign) else None
        if not isinstance(target, ast.Name) or node.value is None: continue
        name = target.id
        if not (name in WANTED or name.startswith("__") and name.endswith("__")): continue
        if isinstance(node, ast.AnnAssign): annotated.append(name)
        constants.pop(name, None); faults.pop(name, None)
        try: constants[name] = {"line": node.lineno, "value": literal(node.value)}
        except Exception:
            line, key = find(node.value, []) or (node.lineno, [])
            faults[name] = {"line": line, "key": ".".join(key)}
    return {"constants": constants, "faults": faults, "annotated": annotated, "functions": functions, "imports": sorted(set(IMPORT.findall(source)) - OWN), "hasBlock": block}
for source in json.load(sys.stdin):
    try: answer = json.dumps(read(source))
    except Exception as error: answer = json.dumps({"fault": {"line": 1, "problem": type(error).__name__}})
    print(answer, flush=True)
`

/** Each file that crashes the reader starts it again. */
const MOST_STARTS = 4
const ENDED_THE_READER = { fault: { line: 1, problem: 'Python cannot read this file' } }

/** In the order of the sources, all in one process. Without Python, a small parser of literals reads them. */
export async function readPython(sources: readonly string[], checks: Checks): Promise<PythonAnswer[]> {
  const answers: PythonAnswer[] = []
  for (let starts = 0; answers.length < sources.length && starts < MOST_STARTS; starts += 1) {
    const printed = await checks.python?.(READER, JSON.stringify(sources.slice(answers.length)))
    if (printed === null || printed === undefined) break
    const lines = printed.split('\n').slice(0, -1).flatMap(parse)
    answers.push(...lines.slice(0, sources.length - answers.length))
    if (answers.length < sources.length) answers.push(ENDED_THE_READER)
  }
  return [...answers, ...sources.slice(answers.length).map(readPythonLiterals)]
}

/** Our own reader printed it, and its input cannot change the format. */
function parse(line: string): PythonAnswer[] {
  const value = JSON.parse(line) as Json
  return isObject(value) ? [value as JsonObject & PythonAnswer] : []
}

const ASSIGNMENT = /^([A-Za-z_]\w*)\s*(:[^=\n]*)?=(?!=)\s*/
const WANTED = /^(?:__\w+__|CONFIG_SCHEMA|ENV_CONFIG|CONFIG|CONFIG_RESOLVE)$/
const STRING =
  /^([rRuU]?)("""[\s\S]*?(?<!\\)(?:\\\\)*"""|'''[\s\S]*?(?<!\\)(?:\\\\)*'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/
const NUMBER = /^[+-]?(?:\d[\d_]*)(?:\.\d*)?(?:[eE][+-]?\d+)?(?![\w.])/
const WORD = /^(True|False|None)\b/
const BLANK = /^(?:\s|#[^\n]*|\\\n)+/
const DEEPEST = 64

class NoLiteral extends Error {}

/** Without Python, finds top-level assignments of literals and the names of functions. Such a tool cannot run here. */
export function readPythonLiterals(source: string): PythonReading {
  const reading: PythonReading = {
    ...{ constants: {}, faults: {}, annotated: [], functions: {}, imports: [] },
    hasBlock: /^if\s+__name__\s*==/m.test(source),
  }
  let offset = 0
  let quotes: string | null = null
  for (const [index, text] of source.split('\n').entries()) {
    const isInside = quotes !== null
    quotes = findOpenQuotes(text, quotes)
    const start = offset
    offset += text.length + 1
    if (isInside) continue
    const named = /^(?:async\s+)?def\s+(execute|main)\b/.exec(text)?.[1]
    if (named) reading.functions[named] = { params: [], isOpen: true, doc: null }
    const assigned = ASSIGNMENT.exec(text)
    const [whole = '', name = '', type] = assigned ?? []
    if (!WANTED.test(name)) continue
    if (type !== undefined) reading.annotated.push(name)
    const line = index + 1
    const value = readValue(source.slice(start + whole.length))
    delete reading.constants[name]
    if (value === undefined) reading.faults[name] = { line, key: '' }
    else reading.constants[name] = { line, value }
  }
  return reading
}

/** The triple quotes that are still open at the end of a line. */
function findOpenQuotes(line: string, open: string | null): string | null {
  let now = open
  for (const [quotes] of line.matchAll(/"""|'''/g)) now = now === null ? quotes : now === quotes ? null : now
  return now
}

function readValue(text: string): Json | undefined {
  try {
    const { value, rest } = readLiteral(text, 0)
    return /^[ \t]*(?:;|#|\r?\n|$)/.test(rest) ? value : undefined
  } catch (error) {
    if (error instanceof NoLiteral) return undefined
    throw error
  }
}

type Read = { value: Json; rest: string }

const skip = (text: string) => text.replace(BLANK, '')

function readLiteral(text: string, depth: number): Read {
  if (depth > DEEPEST) throw new NoLiteral()
  const close = CLOSING[text[0] ?? '']
  if (close !== undefined) return readItems(text, close, depth)
  const string = STRING.exec(text)
  if (string) return readStrings(text, depth > 0)
  const [number] = NUMBER.exec(text) ?? []
  if (number) return { value: Number(number.replaceAll('_', '')), rest: text.slice(number.length) }
  const [word] = WORD.exec(text) ?? []
  if (!word) throw new NoLiteral()
  return { value: word === 'None' ? null : word === 'True', rest: text.slice(word.length) }
}

/** Adjacent strings are joined; within brackets also across lines. */
function readStrings(text: string, isBracketed: boolean): Read {
  let value = ''
  let rest = text
  for (;;) {
    const [whole, prefix = '', quoted = ''] = STRING.exec(rest) ?? []
    if (whole === undefined) return { value, rest }
    const width = /^("""|''')/.test(quoted) ? 3 : 1
    const inner = quoted.slice(width, -width)
    value += prefix.toLowerCase() === 'r' ? inner : readEscapes(inner)
    rest = rest.slice(whole.length)
    const next = isBracketed ? skip(rest) : rest.replace(/^[ \t]+/, '')
    if (!STRING.test(next)) return { value, rest }
    rest = next
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '', '0': '\0', b: '\b', f: '\f' }

const readEscapes = (text: string) =>
  text.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([\s\S]))/g, (whole, hex, unicode, plain) => {
    const code = hex ?? unicode
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return ESCAPES[plain] ?? (/["'\\]/.test(plain) ? plain : whole)
  })

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** A list, a tuple or a dictionary; round brackets around a single value mean that value. */
function readItems(text: string, close: string, depth: number): Read {
  const items: Json[] = []
  const members: [string, Json][] = []
  let rest = skip(text.slice(1))
  let isOne = close === ')'
  while (rest[0] !== close) {
    let read = readLiteral(rest, depth + 1)
    if (close === '}') {
      const { value: key } = read
      rest = skip(read.rest)
      if (rest[0] !== ':' || typeof key === 'object') throw new NoLiteral()
      read = readLiteral(skip(rest.slice(1)), depth + 1)
      members.push([toText(key), read.value])
    } else items.push(read.value)
    rest = skip(read.rest)
    if (rest[0] === ',') {
      isOne = false
      rest = skip(rest.slice(1))
    } else if (rest[0] !== close) throw new NoLiteral()
  }
  const [only] = items
  const list = isOne && only !== undefined ? only : items
  return { value: close === '}' ? Object.fromEntries(members) : list, rest: rest.slice(1) }
}
