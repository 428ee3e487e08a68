// What it costs to learn what a thousand tools in Python are, beside one pass of Python's own parser over the same files.
import { hash } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { readRye } from '#main/formats/rye/read-rye'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { askPython } from '#main/runners/process/ask-python'
import { measurePython } from './launchers.ts'
import { median, printTable, type Report } from './report.ts'

const FILES = 1000
const RUNS = 5

const BARE = `import ast, os, sys
for name in os.listdir(sys.argv[1]):
    with open(os.path.join(sys.argv[1], name), "rb") as file: ast.parse(file.read())
`

const makeTool = (index: number) => `"""Tool ${index} of the measurement."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/function"
__category__ = ""
__tool_description__ = "Works out what number ${index} is good for"

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "description": "Path of a file. Example: a.txt"},
        "limit": {"type": "integer", "minimum": 1, "default": ${index}, "description": "How many. Example: 3"},
    },
    "required": ["path"],
}


def work(path, limit):
    found = []
    for number, line in enumerate(open(path, encoding="utf-8")):
        if number >= limit:
            break
        if line.strip() and not line.startswith("#"):
            found.append({"line": number + 1, "text": line.rstrip(), "length": len(line)})
    return sorted(found, key=lambda each: (-each["length"], each["line"]))


def execute(params, project_path):
    try:
        return {"success": True, "data": work(params["path"], params["limit"])}
    except OSError as error:
        return {"success": False, "error": str(error)}
`

export async function run(): Promise<Report> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillet-bench-'))
  const sources = Array.from({ length: FILES }, (_, index) => makeTool(index))
  for (const [index, source] of sources.entries()) writeFileSync(join(folder, `t${index}.py`), source)
  const files = new Map(
    sources.map((source, index) => {
      const bytes = Buffer.from(source)
      return [`tools/t${index}.py`, { bytes, sha256: hash('sha256', bytes) }] as const
    }),
  )
  const checks = {
    ...{ schema: checkSchema, pattern: checkPattern },
    python: (code: string, input: string) => askPython(code, input, folder),
  }
  const [bare, read]: [number[], number[]] = [[], []]
  try {
    for (let index = 0; index <= RUNS; index += 1) {
      const began = performance.now()
      await execa('python3', ['-I', '-S', '-c', BARE, folder])
      const between = performance.now()
      const reading = await readRye({ skill: 'bench', files, scripts: new Set() }, checks)
      const ended = performance.now()
      if (reading?.tools.length !== FILES) throw new Error(`${reading?.tools.length} tools were read`)
      // The first time warms both up.
      if (index > 0) bare.push(between - began)
      if (index > 0) read.push(ended - between)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const [base, full] = [median(bare), median(read)]
  return {
    name: `What ${FILES} files of Python are beside one pass of ast over them, and a call of one beside bare Python`,
    rows: [
      { name: 'one pass of ast', value: base, unit: 'ms' },
      { name: 'all that Skillet knows of them', value: full, unit: 'ms', ratio: full / base, goal: 2 },
      ...(await measurePython()),
    ],
  }
}

if (import.meta.main) printTable(await run())
