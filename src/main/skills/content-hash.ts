import { createHash } from 'node:crypto'

// No file has this length, so an unread file never looks like one that was read.
const UNREAD = 0xffff_ffff_ffff_ffffn

/** Takes files sorted by name. Each part is preceded by its length, so no two folders feed the same bytes. */
export function startContentHash() {
  const hash = createHash('sha256').update('skillet1\0')
  const head = (path: string, isExecutable: boolean, length: bigint): Buffer => {
    const name = Buffer.from(path.normalize('NFC'))
    const buffer = Buffer.allocUnsafe(8 + name.length + 1 + 8)
    buffer.writeBigUInt64BE(BigInt(name.length), 0)
    name.copy(buffer, 8)
    buffer.writeUInt8(isExecutable ? 1 : 0, 8 + name.length)
    buffer.writeBigUInt64BE(length, 9 + name.length)
    return buffer
  }
  return {
    add: (path: string, isExecutable: boolean, bytes: Uint8Array): void => {
      hash.update(head(path, isExecutable, BigInt(bytes.length)))
      hash.update(bytes)
    },
    /** A file that could not be read. The hash then differs and vouches for nothing. */
    addUnread: (path: string): void => void hash.update(head(path, false, UNREAD)),
    finish: () => hash.digest('hex'),
  }
}
