import { BUILTINS, USE_TOOL } from '#shared/call/builtins'
import { hasUnseen } from '#shared/visible'

/** The page of a skill, whatever its tools are written in. */
export const SKILL_MD = 'SKILL.md'

/** What names may look like; everything else is refused where it is read. */
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/
export const BINARY_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/
export const FLAG_NAME = /^-{0,2}[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/
export const SKILL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
export const LONGEST_DESCRIPTION = 1024
const LONGEST_SCRIPT_NAME = 255

/** Skillet's own tools; no skill may use their names. */
export const OWN_TOOLS: ReadonlySet<string> = new Set([...Object.keys(BUILTINS), USE_TOOL])

const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i

/** Device names on Windows, and names that it shortens. */
export function isNameWindowsBends(name: string): boolean {
  return DEVICE_NAME.test(name) || /[. ]$/.test(name)
}

/** A readable name without a path that every system takes for the same file. */
export function isScriptName(name: string): boolean {
  const isPath = name === '' || name === '.' || name.includes('..') || /[/\\]/.test(name)
  return !isPath && name.length <= LONGEST_SCRIPT_NAME && !isNameWindowsBends(name) && !hasUnseen(name)
}

/** Lower case letters, digits and single dashes between them. */
export const toDashes = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** As an option in argv: one dash for a letter, two for a word; existing dashes stay. */
export function dashed(name: string): string {
  if (name.startsWith('-')) return name
  return name.length === 1 ? `-${name}` : `--${name}`
}
