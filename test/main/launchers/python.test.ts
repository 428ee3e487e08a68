import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { launchTool, type Tried } from '#test/helpers/launch-tool'

const run = (code: string, more: Partial<Tried> = {}) => launchTool({ name: 'python', file: 'tool.py', code, ...more })

describe.concurrent('a Python function', () => {
  it('gets its parameters and the project’s folder', async () => {
    const { value, folder } = await run('def execute(params, project_path): return [params["a"], project_path]', {
      args: { a: 1 },
    })
    expect(value).toEqual([1, folder])
  })

  it('may be main, which gets its parameters by name', async () => {
    const code = 'def main(name="World"): return f"Hello, {name}!"'
    expect((await run(code, { args: { name: 'A' } })).value).toBe('Hello, A!')
    expect((await run(code)).value).toBe('Hello, World!')
  })

  it.each([
    ['def main(a, /): return [a]', { a: 1 }, [1]],
    ['def main(a=1, b=2, /, c=3, *, d=4): return [a, b, c, d]', { b: 5, d: 6 }, [1, 5, 3, 6]],
    ['def main(a, /, b): return [a, b]', { b: 2, a: 1 }, [1, 2]],
    ['def main(a, /, **more): return [a, more]', { a: 1, b: 2 }, [1, { b: 2 }]],
  ])('may be main with parameters that have no name for a caller: %s', async (code, args, value) => {
    expect((await run(code, { args })).value).toEqual(value)
  })

  it.each([
    ['import functools\n@functools.lru_cache\ndef main(a): return [a]', [1]],
    ['import functools\nmain = functools.partial(lambda b, a: [b, a], 5)', [5, 1]],
    ['class Work:\n    def __call__(self, a): return [a]\nmain = Work()', [1]],
  ])('may be main that is no plain function: %s', async (code, value) => {
    expect((await run(code, { args: { a: 1 } })).value).toEqual(value)
  })

  it('is told which of them is missing', async () => {
    expect((await run('def main(a, b, /): return 1', { args: { b: 1 } })).error).toMatch(/TypeError: main\(\)/)
  })

  it('may declare a dataclass with postponed annotations, and return it', async () => {
    const code = [
      'from __future__ import annotations',
      'from dataclasses import dataclass',
      '@dataclass',
      'class Point:\n    x: int\n    y: int = 2',
      'def execute(params, project_path): return Point(1)',
    ].join('\n')
    expect((await run(code)).value).toEqual({ x: 1, y: 2 })
  })

  it('does not run the command-line part', async () => {
    const code = 'def execute(p): return 1\nif __name__ == "__main__": raise SystemExit(9)'
    expect((await run(code)).value).toBe(1)
  })

  it('imports what is next to it, and writes nothing there', async () => {
    const code = 'import helper\ndef execute(p): return helper.VALUE'
    const { value, left } = await run(code, { beside: { 'helper.py': 'VALUE = 5' } })
    expect(value).toBe(5)
    expect(left).toEqual(['helper.py', 'tool.py'])
  })

  it('gets the real json module, whatever is in the working folder', async () => {
    const { value } = await run('def execute(p): return "ours"', {
      beside: { 'json.py': 'raise SystemExit("planted")' },
    })
    expect(value).toBe('ours')
  })

  it('names the number that JSON cannot hold', async () => {
    const { error } = await run('def execute(p): return float("nan")')
    expect(error).toMatch(/^The tool returned something that is not JSON: Out of range float/)
  })

  it.each([
    ['bytes', 'b"x"'],
    ['generator', '(x for x in [1])'],
    ['function', 'execute'],
  ])('may not return %s', async (type, expression) => {
    const { error } = await run(`def execute(p): return ${expression}`)
    expect(error).toBe(`The tool returned something that is not JSON: a value of type ${type}`)
  })

  it('may fork, and the child returns no second result', async () => {
    const { value, ended } = await run('import os\ndef execute(p):\n    os.fork()\n    return "once"')
    expect(value).toBe('once')
    expect(ended.result?.text.match(/once/g)).toHaveLength(1)
  })

  it('passes the pipe for its result to no other program', async () => {
    const code =
      'import subprocess, sys\ndef execute(p):\n    return subprocess.run([sys.executable, "-c", "import os; os.write(4, b\'forged\')"], close_fds=False).returncode'
    const { value, ended } = await run(code)
    expect(value).toBe(1)
    expect(ended.stderr.text).toContain('Bad file descriptor')
  })

  it('has no result if it closes every descriptor', async () => {
    const { error } = await run('import os\ndef execute(p):\n    os.closerange(3, 100)\n    return 1')
    expect(error).toBe('The tool ended without a result (exit code 1).')
  })

  it('cannot be read if it wrote to the result pipe', async () => {
    const { error } = await run('import os\ndef execute(p):\n    os.write(4, b"[")\n    return 1')
    expect(error).toBe('The tool wrote its own text into the pipe for its result, so the result cannot be read.')
  })

  it('names the line of a syntax error', async () => {
    const { error, folder } = await run('def execute(p:\n')
    expect(error).toMatch(/^SyntaxError: .*tool\.py, line 1/)
    expect(error).not.toContain(`File "${folder}/tool.py", line 62`)
  })

  it('does not run if its file changed after planning', async () => {
    const { error } = await run('def execute(p): return "reviewed"', {
      meanwhile: (path) => writeFileSync(path, 'def execute(p): return "changed"'),
    })
    expect(error).toMatch(/tool\.py changed since it was reviewed, so it was not run/)
  })
})

describe.concurrent('a Python script', () => {
  const code = [
    'import argparse, json, sys',
    'parser = argparse.ArgumentParser()',
    'parser.add_argument("--params")',
    'parser.add_argument("--project-path", required=True)',
    'given = parser.parse_args()',
    'print("a line before")',
    'print(json.dumps({"argv": given.params and json.loads(given.params), "stdin": json.load(sys.stdin)}))',
  ].join('\n')

  it('reads its arguments on standard input, and its last line is the result', async () => {
    const { value } = await run(code, { mode: 'script', args: { a: 1 } })
    expect(value).toEqual({ argv: null, stdin: { a: 1 } })
  })

  it('reads its arguments on the command line if it wants them there', async () => {
    const { value } = await run(code, { mode: 'script', args: { a: 1 }, argv: 'params' })
    expect(value).toEqual({ argv: { a: 1 }, stdin: { a: 1 } })
  })

  it('fails with its exit code', async () => {
    const { error } = await run('raise SystemExit(3)', { mode: 'script' })
    expect(error).toBe('The script ended with exit code 3.')
  })
})
