import { deflateRawSync } from 'node:zlib'
import { buildZip, numbers, type ZipPart, type ZipWhole } from '#test/main/install/build-zip'

export interface HostileArchive {
  title: string
  code: string
  /** What the refusal names: a part of the file it speaks of. */
  names: string
  /** A part of the rule it gives. */
  rule: string
  bytes(): Buffer
}

export const PAGE: ZipPart = { name: 'SKILL.md', data: '---\nname: hostile\ndescription: Of the tests.\n---\nHello.\n' }

const evil = (name: string | Uint8Array, more: Partial<ZipPart> = {}): ZipPart => ({ name, data: 'evil', ...more })
const zip = (parts: readonly ZipPart[], whole?: ZipWhole) => () => buildZip([PAGE, ...parts], whole)
const entry = (title: string, name: string, rule: string, more: Partial<ZipPart> = {}): HostileArchive => ({
  ...{ title, code: 'ARCHIVE_ENTRY', names: name.replaceAll('\\', '').slice(0, 40), rule },
  bytes: zip([evil(name, more)]),
})
const format = (title: string, names: string, rule: string, bytes: () => Buffer): HostileArchive => {
  return { title, code: 'ARCHIVE_FORMAT', names, rule, bytes }
}
const limit = (title: string, names: string, rule: string, bytes: () => Buffer): HostileArchive => {
  return { title, code: 'ARCHIVE_LIMIT', names, rule, bytes }
}

const MIB = 1024 * 1024
/** Packs to nearly its own size, so that no other limit comes first. */
const noise = (bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  let state = 1
  for (let at = 0; at < bytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    buffer.writeUInt32LE(state, at)
  }
  return buffer
}

/** Archives that must be refused, each for one reason. `ARCHIVE` is replaced by the name of the archive itself. */
export const HOSTILE_ARCHIVES: readonly HostileArchive[] = [
  entry('a name that climbs out', '../evil', '".."'),
  entry('a name that climbs out from below', 'a/b/../../../evil', '".."'),
  entry('an absolute name', '/tmp/evil', 'absolute'),
  entry('a drive letter', 'C:/evil', 'absolute'),
  entry('a drive letter without a slash', 'c:evil', 'absolute'),
  entry('a backslash that climbs out', '..\\..\\evil', 'backslash'),
  entry('a server and share', '\\\\server\\share\\evil', 'backslash'),
  entry('a part that is a dot', 'a/./evil', '"."'),
  entry('an empty part', 'a//evil', 'empty'),
  entry('a stream of another file', 'SKILL.md:evil', 'Windows'),
  entry('a name of a device', 'scripts/NUL.sh', 'Windows'),
  entry('a space at the end', 'tools.json ', 'Windows'),
  entry('a dot at the end', 'scripts./x', 'Windows'),
  entry('a wildcard', 'what?', 'Windows'),
  entry('a line break', 'a\nb', 'cannot be seen'),
  entry('an escape sequence', 'a\u001b[2Jb', 'cannot be seen'),
  entry('a reordered name', 'a\u202egpj.sh', 'cannot be seen'),
  entry('a zero byte', 'evil\0.md', 'cannot be seen'),
  entry('a name too long for a file system', `${'n'.repeat(300)}`, '255 bytes'),
  entry('a symbolic link', 'link', 'symbolic link', { mode: 0o120777, data: '/etc/passwd' }),
  entry('a device', 'device', 'device', { mode: 0o020666 }),
  entry('a pipe', 'pipe', 'pipe', { mode: 0o010666 }),
  entry('a socket', 'socket', 'socket', { mode: 0o140666 }),
  entry('a folder that is a file', 'folder/', 'disagree', { mode: 0o100644, data: '' }),
  entry('a file that is a folder', 'file', 'disagree', { mode: 0o040755 }),
  entry('a folder with content', 'folder/', 'has content'),
  entry('one name twice', 'SKILL.md', 'twice'),
  entry('one name in other capitals', 'skill.MD', 'capital letters'),
  {
    ...{
      title: 'one name with its accent written in two ways',
      code: 'ARCHIVE_ENTRY',
      names: 'e\u0301',
      rule: 'accents',
    },
    bytes: zip([evil('\u00e9'), evil('e\u0301')]),
  },
  {
    ...{ title: 'two folders that differ in capitals', code: 'ARCHIVE_ENTRY', names: 'A', rule: 'capital letters' },
    bytes: zip([evil('a/x'), evil('A/y')]),
  },
  {
    ...{ title: 'a file that is also a folder', code: 'ARCHIVE_ENTRY', names: 'a', rule: 'twice' },
    bytes: zip([evil('a'), evil('a/b')]),
  },
  format('a name that is not UTF-8', 'caf', 'not UTF-8', zip([evil(Buffer.from('caf\xe9', 'latin1'))])),
  format(
    'another name for those who read from the front',
    'good',
    'Its name differs',
    zip([evil('good', { local: { name: 'evil' } })]),
  ),
  format(
    'another name for those who read its extra field',
    'good',
    'Its name differs',
    zip([
      evil('good', {
        central: { extra: Buffer.concat([Buffer.from([0x75, 0x70, 9, 0, 1, 0, 0, 0, 0]), Buffer.from('evil')]) },
      }),
    ]),
  ),
  format(
    'an encrypted entry',
    'secret',
    'encrypted',
    zip([evil('secret', { local: { flags: 0x801 }, central: { flags: 0x801 } })]),
  ),
  format(
    'strong encryption',
    'ARCHIVE',
    'encryption',
    zip([evil('secret', { local: { flags: 0x841 }, central: { flags: 0x841 } })]),
  ),
  format(
    'a method hardly anybody reads',
    'odd',
    'method 14',
    zip([evil('odd', { local: { method: 14 }, central: { method: 14 } })]),
  ),
  format('two methods for one entry', 'odd', 'contradict', zip([evil('odd', { local: { method: 0 } })])),
  format(
    'less bytes than it says',
    'liar',
    'has 4',
    zip([evil('liar', { local: { size: 100 }, central: { size: 100 } })]),
  ),
  format(
    'more bytes than it says',
    'liar',
    'has more',
    zip([evil('liar', { local: { size: 2 }, central: { size: 2 } })]),
  ),
  format('two sizes for one entry', 'liar', 'two different sizes', zip([evil('liar', { local: { size: 5 } })])),
  format(
    'a stored entry of two sizes',
    'ARCHIVE',
    'size mismatch',
    zip([evil('liar', { method: 0, local: { size: 9 }, central: { size: 9 } })]),
  ),
  format('a wrong checksum', 'broken', 'checksum', zip([evil('broken', { local: { crc: 7 }, central: { crc: 7 } })])),
  format(
    'content that cannot be unpacked',
    'broken',
    'unpacked',
    zip([evil('broken', { packed: Buffer.from([0xff, 0xff, 0xff]) })]),
  ),
  format(
    'bytes behind the content of an entry',
    'full',
    'followed by bytes',
    zip([evil('full', { packed: Buffer.concat([deflateRawSync('evil'), Buffer.from('hidden')]) })]),
  ),
  format(
    'bytes between two entries',
    'next',
    'belong to no file',
    zip([evil('one', { after: Buffer.from('hidden') }), evil('next')]),
  ),
  format(
    'a program before the archive',
    'ARCHIVE',
    'before its first file',
    zip([], { before: Buffer.from('#!/bin/sh\nexit\n') }),
  ),
  format('a program before it that the list leaves out', 'ARCHIVE', 'is not where', () =>
    Buffer.concat([Buffer.from('MZ...'), buildZip([PAGE])]),
  ),
  format('an archive within the comment', 'ARCHIVE', 'comment', zip([], { comment: buildZip([evil('evil')]) })),
  format(
    'the beginning of an archive within the comment',
    'ARCHIVE',
    'comment',
    zip([], { comment: Buffer.from('see PK\x03\x04 here') }),
  ),
  format('bytes behind the end', 'ARCHIVE', 'after its end', zip([], { after: Buffer.from('hidden') })),
  format('a cut end', 'ARCHIVE', 'end is missing', () => buildZip([PAGE, evil('a')]).subarray(0, -10)),
  format('half of an archive', 'ARCHIVE', 'end is missing', () => buildZip([PAGE, evil('a')]).subarray(0, 60)),
  format('nothing at all', 'ARCHIVE', 'end is missing', () => Buffer.alloc(0)),
  format('something that is no archive', 'ARCHIVE', 'end is missing', () =>
    Buffer.from('<html>Not found</html>'.repeat(50)),
  ),
  format('one part of several', 'ARCHIVE', 'one of several parts', zip([], { end: { disk: 1 } })),
  format('more entries than are listed', 'ARCHIVE', 'not a clean zip', zip([], { end: { entries: 3 } })),
  format(
    'fewer entries than are listed',
    'ARCHIVE',
    'longer than it says',
    zip([evil('hidden')], { end: { entries: 1 } }),
  ),
  format('a list of files that starts elsewhere', 'ARCHIVE', 'is not where', zip([], { end: { start: 3 } })),
  format(
    'the form for huge archives',
    'ARCHIVE',
    'over 4 GB',
    zip([], { beforeEnd: numbers([0x07064b50, 0, 0, 0, 1]), end: {} }),
  ),
  format('two entries that share their bytes', 'twin', 'shares bytes', () => {
    const inner = buildZip([evil('twin')])
    const data = inner.subarray(0, inner.indexOf('PK\x01\x02'))
    const outer: ZipPart = { name: 'outer', method: 0, data }
    return buildZip([outer, evil('twin', { isListedOnly: true, central: { offset: 30 + 'outer'.length } })])
  }),
  format(
    'an entry beyond the end of the file',
    'far',
    'is not where',
    zip([evil('far', { central: { offset: 5_000_000 } })]),
  ),
  format('an entry in the list of files', 'far', 'is not where', zip([evil('far', { central: { offset: 90 } })])),
  limit(
    'a bomb that grows a thousand times',
    'bomb',
    '200 times',
    zip([evil('bomb', { data: Buffer.alloc(5 * MIB) })]),
  ),
  limit('a file of 11 MiB', 'large', '10 MiB', zip([evil('large', { data: noise(11 * MIB), method: 0 })])),
  limit('51 MiB in six files', 'f5', '50 MiB', () => {
    const data = noise(8.5 * MIB)
    return buildZip([PAGE, ...[0, 1, 2, 3, 4, 5].map((n) => evil(`f${n}`, { data, method: 0 }))])
  }),
  limit('2 001 entries', 'ARCHIVE', '2000 files', zip(Array.from({ length: 2000 }, (_, n) => evil(`e${n}`)))),
  limit('folders nested nine deep', '1/2/3/4/5/6/7/8/9/deep', '8 levels deep', zip([evil('1/2/3/4/5/6/7/8/9/deep')])),
  limit(
    'a size beyond 4 GB',
    'huge',
    '4 GB',
    zip([evil('huge', { local: { size: 0xffffffff }, central: { size: 0xffffffff } })]),
  ),
  limit(
    'a bomb of entries over the same bytes',
    'bomb',
    '200 times',
    zip([evil('bomb', { local: { size: 9 * MIB }, central: { size: 9 * MIB } })]),
  ),
  {
    title: 'no page',
    code: 'NO_SKILL',
    names: 'ARCHIVE',
    rule: 'SKILL.md',
    bytes: () => buildZip([evil('README.md')]),
  },
  {
    title: 'a page in other capitals',
    code: 'NO_SKILL',
    names: 'skill.md',
    rule: 'capital letters',
    bytes: () => buildZip([evil('skill.md')]),
  },
  { title: 'an empty archive', code: 'NO_SKILL', names: 'ARCHIVE', rule: 'SKILL.md', bytes: () => buildZip([]) },
  {
    ...{ title: 'a skill within an archive within the archive', code: 'NO_SKILL', names: 'ARCHIVE', rule: 'SKILL.md' },
    bytes: () => buildZip([evil('inner.zip', { data: buildZip([PAGE]), method: 0 })]),
  },
]
