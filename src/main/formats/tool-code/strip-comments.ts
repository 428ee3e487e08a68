const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Replaces every comment with spaces, so that lines and columns stay the same; null if there is none. */
export function stripComments(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes).toString('latin1')
  const bare = text.replace(TOKEN, (found) => (found.startsWith('"') ? found : found.replace(/[^\n\r]/g, ' ')))
  return bare === text ? null : Buffer.from(bare, 'latin1')
}
