/** Interpreters that are missing, and results that a tool did not give. */
export const LAUNCHERS = {
  'interpreter-missing': '{title} is not installed. Install it, or choose its program in Settings.',
  'interpreter-gone': '{title} is not at {path} any more. Choose its program in Settings.',
  'interpreter-is-folder': '{path} is a folder, not the program of {title}. Choose its program in Settings.',
  'interpreter-not-program':
    '{path} cannot be run as {title}. Make the file executable, or choose another program in Settings.',
  'interpreter-store-stub':
    '{path} only opens the Microsoft Store. Install {title}, or choose its program in Settings.',
  'entry-changed': '{path} changed since it was reviewed, so it was not run. Review it, then try again.',
  'code-not-allowed': 'The scripts of {skill} are off, and this tool is one of them. Turn them on in Skills.',
  'tool-said-failed': 'The tool said that it failed, but not why.',
  'tool-not-started': 'The tool was not started: {reason}',
  'tool-no-result': 'The tool ended without a result (exit code {exitCode}).',
  'tool-out-of-memory': 'The tool was ended because it took more than {most} MB of memory.',
  'tool-killed': 'The tool was ended by {signal} before it gave a result.',
  'tool-threw': '{name}: {message}\n{stack}',
  'script-line-ends':
    '{path} has Windows line ends or begins with a byte order mark, so Bash would misread it. Save it as UTF-8 with Unix line ends and without that mark.',
  'tool-not-json': 'The tool returned something that is not JSON: {reason}',
  'tool-no-function': '{path} has no function to call. It needs one of: {wanted}',
  'tool-args-too-deep': 'The arguments are nested too deeply for this tool.',
  'tool-result-too-large': 'The result has {kib} KiB. This tool can return up to {limit} KiB; write more into a file.',
  'tool-result-too-deep': 'The result is nested more than {levels} levels deep.',
  'tool-result-unreadable': 'The tool wrote its own text into the pipe for its result, so the result cannot be read.',
  'script-failed': 'The script ended with exit code {exitCode}.',
  'script-printed-bytes': 'The script printed bytes that are not text.',
} as const
