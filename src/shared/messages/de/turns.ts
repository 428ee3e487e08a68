import type { TURNS as EN } from '../en/turns.ts'

export const TURNS: Readonly<Record<keyof typeof EN, string>> = {
  'stopped-before-start': 'es wurde angehalten, bevor es begann',
  'too-many-calls-at-once': 'höchstens {most} Aufrufe in einer Nachricht; um diesen muss neu gebeten werden',
  'skill-off-in-chat': 'Sie haben den Skill {skill} in diesem Chat ausgeschaltet; {tool} ist hier nicht verfügbar.',
  'tool-off-in-chat': 'Sie haben {tool} in diesem Chat ausgeschaltet; es ist hier nicht verfügbar.',
  'called-just-now': '{tool} wurde gerade erst so aufgerufen, und das Ergebnis steht darüber',
  'arguments-wrong-again': 'die Argumente von {tool} waren {times}-mal falsch; {again} wird nicht mehr aufgerufen',
  'no-tool-at-all': 'es gibt kein Werkzeug {tool} und auch kein anderes',
  'tool-not-offered': 'es gibt kein Werkzeug {tool}. Werkzeuge: {names}',
  'messages-left-out': '{count} Nachrichten zwischen Nachricht {from} und {to} ({characters} Zeichen)',
  'message-left-out': 'Nachricht {number} ({from}, {characters} Zeichen)',
  'message-left-out-picture': 'Nachricht {number} ({from}, {characters} Zeichen, {pictures} Bild)',
  'message-left-out-pictures': 'Nachricht {number} ({from}, {characters} Zeichen, {pictures} Bilder)',
  'from-person': 'von Ihnen',
  'from-model': 'vom Modell',
  'from-tool': 'von einem Werkzeug',
  'from-system': 'vom System',
  'output-left-out': '{count} Zeichen der Ausgabe von {tool} (Nachricht {number})',
}
