const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** With its byte order mark, if it has one; null if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
