import type { Checks } from '#main/formats/format'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { readPythonLiterals } from './python-literals.ts'

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
IMPORT = re.compile(r"^\\s*(?:import|from)\\s+([A-Za-z_]\\w*)", re.M)
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
