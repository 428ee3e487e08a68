const NUMBER = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Windows converts these to a hyphen for programs that use an old code page. */
const WINDOWS_DASHES = /^[/@\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/

/** Whether a program may read this value as an option or, on Windows, as a file of options. */
export function looksLikeOption(text: string, platform: NodeJS.Platform): boolean {
  return text.startsWith('-') || (platform === 'win32' && WINDOWS_DASHES.test(text))
}

export function isNumberText(text: string): boolean {
  return NUMBER.test(text)
}
