/** What main answers where something that the person asked for cannot be. */
export const REPLIES = {
  '{file:piece} could not be written: {problem}': '{file} ließ sich nicht schreiben: {problem}',
  '{name:piece} holds no message of a chat.': '{name} enthält keine Nachricht eines Chats.',
  'The first line that cannot be read is line {line}.': 'Die erste nicht lesbare Zeile ist Zeile {line}.',
  'There are only commands and other facts in it.': 'Es sind nur Befehle und andere Einträge darin.',
  'Choose a chat that Skillet exported, as Markdown or JSONL.':
    'Wählen Sie einen Chat, den Skillet exportiert hat, als Markdown oder JSONL.',
  'the thread that reads a chat has ended': 'der Thread, der einen Chat liest, ist beendet',
  'Skillet itself failed at {where}: {problem:said}':
    'In Skillet selbst ist ein Fehler aufgetreten ({where}): {problem}',
  '{call:piece}: the input is nested deeper than {deepest} levels.':
    '{call}: die Eingabe ist tiefer als {deepest} Ebenen verschachtelt.',
  '{call:piece}: the input is larger than {most} MiB.': '{call}: die Eingabe ist größer als {most} MiB.',

  '{name:piece} is a whole number of {unit:said} from {least} to {most}, not "{value}".':
    '{name} ist eine ganze Zahl von {unit}, von {least} bis {most}, nicht "{value}".',
  'message {number} ({role:said}, {count} characters)': 'Nachricht {number} ({role}, {count} Zeichen)',
  'message {number} ({role:said}, {count} characters, 1 picture)':
    'Nachricht {number} ({role}, {count} Zeichen, 1 Bild)',
  'message {number} ({role:said}, {count} characters, {pictures} pictures)':
    'Nachricht {number} ({role}, {count} Zeichen, {pictures} Bilder)',
  user: 'von Ihnen',
  assistant: 'vom Modell',
  tool: 'von einem Werkzeug',
  '{count:piece} messages between message {first} and {last} ({characters} characters)':
    '{count} Nachrichten zwischen Nachricht {first} und {last} ({characters} Zeichen)',
  '{count:piece} characters of the output of {tool} (message {number})':
    '{count} Zeichen der Ausgabe von {tool} (Nachricht {number})',
  minutes: 'Minuten',
  rounds: 'Runden',
  '{name:piece} is a whole number from {least} to {most}, not "{value}".':
    '{name} ist eine ganze Zahl von {least} bis {most}, nicht "{value}".',
  '{name:piece} is one of {values}, not "{value}".': '{name} ist eines von {values}, nicht "{value}".',
  'scripts is on or off, not "{value}".': 'scripts ist on oder off, nicht "{value}".',
  'sandbox is auto or off, not "{value}".': 'sandbox ist auto oder off, nicht "{value}".',
  'notifications is on or off, not "{value}".': 'notifications ist on oder off, nicht "{value}".',
  'tray is on or off, not "{value}".': 'tray ist on oder off, nicht "{value}".',
  'Your rules allow nothing any more, and everything asks: the record they stand in was damaged. {reason:said}':
    'Ihre Regeln erlauben nichts mehr, und alles fragt: Die Aufzeichnung, in der sie stehen, war beschädigt. {reason}',
  'Look through your rules, make the ones you want anew, and choose your run policy again.':
    'Sehen Sie Ihre Regeln durch, legen Sie die gewünschten neu an, und wählen Sie Ihre Freigabe noch einmal.',
} as const
