const NUMBER = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Windows turns these into a plain hyphen when a program reads its arguments in an old code page. */
const WINDOWS_DASHES = /^[/@\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/

/** Whether a program may take this value for an option, or on Windows for a file that holds options. */
export function looksLikeOption(text: string, platform: NodeJS.Platform): boolean {
  return text.startsWith('-') || (platform === 'win32' && WINDOWS_DASHES.test(text))
}

export function isNumberText(text: string): boolean {
  return NUMBER.test(text)
}
