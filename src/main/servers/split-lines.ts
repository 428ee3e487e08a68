const NEWLINE = 10

/**
 * Splits a stream into complete lines. A line that is too long ends reading, because nothing after it can be trusted.
 */
export function makeLineSplitter(mostBytes: number): (chunk: Buffer) => string[] | 'too long' {
  let parts: Buffer[] = []
  let size = 0
  let isOver = false
  return (chunk) => {
    if (isOver) return 'too long'
    const lines: string[] = []
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end))
      size += end - from
      if (size > mostBytes) break
      lines.push(Buffer.concat(parts, size).toString('utf8'))
      parts = []
      size = 0
      from = end + 1
    }
    if (size <= mostBytes) {
      parts.push(chunk.subarray(from))
      size += chunk.length - from
    }
    if (size <= mostBytes) return lines
    isOver = true
    parts = []
    return 'too long'
  }
}
