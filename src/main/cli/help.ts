import { COMMANDS, type Command } from './commands.ts'
import { GLOBAL, OPTIONS, type OptionName } from './options.ts'
import { alignColumns } from './print.ts'

export function describeAll(): string {
  return [
    'skillet: let a local model use the commands of this computer, and see each one before and after it runs.',
    '',
    'usage: skillet COMMAND …',
    '',
    ...indent(alignColumns(COMMANDS.map(({ name, operands, summary }) => [`${name} ${operands}`.trim(), summary]))),
    '',
    'with every command:',
    ...describeOptions(GLOBAL),
    '',
    'example:',
    "  skillet run dates_now --args '{}'",
    '',
    'exit: 0 done · 1 it failed · 2 wrong usage · 3 refused · 4 needs approval · 5 Ollama · 130 interrupted',
  ].join('\n')
}

export function describeCommand({ name, operands, summary, about, options, example }: Command): string {
  const [line, result] = example
  return [
    `skillet ${name}: ${summary}`,
    '',
    `usage: skillet ${`${name} ${operands}`.trim()}${options.length > 0 ? ' [options]' : ''}`,
    '',
    about,
    '',
    ...(options.length > 0 ? ['options:', ...describeOptions(options), ''] : []),
    'with every command:',
    ...describeOptions(GLOBAL),
    '',
    'example:',
    `  ${line}`,
    `  ${result}`,
  ].join('\n')
}

function describeOptions(names: readonly OptionName[]): string[] {
  return indent(
    alignColumns(
      names.map((name) => {
        const kind: { about: string; value?: string } = OPTIONS[name]
        return [`--${name}${kind.value ? ` ${kind.value}` : ''}`, kind.about]
      }),
    ),
  )
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
