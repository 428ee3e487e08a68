import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DATA = {
  name: 'Sample',
  env: 'prod',
  items: [
    { name: 'cup', price: 4 },
    { name: 'lamp', price: 30 },
  ],
}
const SHOP = `
  CREATE TABLE product(id INTEGER PRIMARY KEY, name TEXT, price REAL);
  INSERT INTO product(name, price) VALUES ('cup', 4), ('lamp', 30);
  CREATE VIEW dear AS SELECT * FROM product WHERE price > 10;`

/** Fills a folder with the files the example calls speak of; what needs a program that is missing here is left out. */
export function fillSampleFolder(folder: string): void {
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  for (const name of ['notes', 'my files', 'repo']) mkdirSync(join(folder, name))
  write('notes/plan.txt', 'alpha\nbeta\nAlpha beta\n')
  write('notes/ideas.md', 'needle here\nTODO one\nTODO two\n')
  write('notes/empty.txt', '')
  write('my files/with space.txt', 'a file with a space in its name\n')
  write('data.json', JSON.stringify(DATA))
  write('broken.json', '{"name": ')
  write('long.txt', Array.from({ length: 300 }, (_, index) => `line ${index + 1}\n`).join(''))
  write('paper.pdf', makePdf('Hello PDF'))
  write('tone.wav', makeWave())
  symlinkSync('/etc/hosts', join(folder, 'link-out.txt'))
  fillRepository(join(folder, 'repo'))
  start('tar', ['-czf', 'pack.tar.gz', 'notes'], folder)
  start('zip', ['-r', '-q', 'pack.zip', 'notes'], folder)
  start('sqlite3', ['shop.db', SHOP], folder)
}

/** Two commits and a tag on main, a branch topic, one change that is staged and one that is not. */
function fillRepository(repo: string): void {
  const git = (line: string) => start('git', line.split(' '), repo)
  const write = (name: string, content: string) => writeFileSync(join(repo, name), content)
  git('init -q -b main')
  git('config user.name Sam')
  git('config user.email sam@example.com')
  git('remote add origin https://example.com/sample.git')
  write('a.txt', 'one\ntwo\n')
  git('add .')
  git('commit -q -m Start')
  git('tag v1.0')
  write('a.txt', 'one\ntwo\nthree\n')
  start('git', ['commit', '-q', '-a', '-m', 'Add three'], repo)
  git('branch topic')
  write('a.txt', 'one\ntwo\nthree\nchanged\n')
  write('b.txt', 'new\n')
  git('add b.txt')
}

function start(program: string, args: string[], cwd: string): void {
  if (!isInstalled(program)) return
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync(program, args, { cwd, env, stdio: 'pipe' })
}

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => folder !== '' && existsSync(join(folder, program)))
}

/** One page with one line of text. */
function makePdf(text: string): string {
  const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

/** One second of silence: 8000 unsigned bytes, mono. */
function makeWave(): Buffer {
  const samples = Buffer.alloc(8000, 128)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
