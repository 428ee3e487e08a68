import type { CLI as EN } from '../en/cli.ts'

export const CLI: Readonly<Record<keyof typeof EN, string>> = {
  'program-not-found': 'Das Programm {program} wurde auf diesem Computer nicht gefunden.',
  'install-program': 'Installieren Sie {program}, um die Werkzeuge zu benutzen, die es ausführen.',
  'decisions-unreadable': 'Ihre Entscheidungen über Skills ließen sich nicht lesen: {problem}',
  'see-doctor': 'Mehr dazu: skillet doctor',
}
