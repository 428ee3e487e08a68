/** Pictures in messages, and chats that come in from a file. */
export const PICTURES = {
  'Attach a text file or a picture': 'Textdatei oder Bild anhängen',
  'Attached pictures': 'Angehängte Bilder',
  'Exported chats': 'Exportierte Chats',
  Import: 'Importieren',
  'Import a chat': 'Chat importieren',
  'Import a chat…': 'Chat importieren…',
  'Left out: {parts}. Only what was said is taken.': 'Ausgelassen: {parts}. Übernommen wird nur, was gesagt wurde.',
  'Long texts': 'Lange Texte',
  Picture: 'Bild',
  'Pictures of this message': 'Bilder dieser Nachricht',
  'Remove this text': 'Diesen Text entfernen',
  'Remove {name}': '{name} entfernen',
  'Show {name} large': '{name} groß zeigen',
  'Named there, but not in the file: {pictures}.': 'Genannt, aber nicht in der Datei: {pictures}.',
  'These lines could not be read: {lines}.': 'Diese Zeilen waren nicht zu lesen: {lines}.',
  'This message has {count} characters, and {most} are the most. Shorten it, or attach the part that matters.':
    'Diese Nachricht hat {count} Zeichen, höchstens {most} sind möglich. Kürzen Sie sie, oder hängen Sie den Teil an, auf den es ankommt.',
  'a message takes {count} pictures. Remove one, or send it with the next.':
    'Eine Nachricht nimmt {count} Bilder auf. Entfernen Sie eines, oder senden Sie es mit der nächsten.',
  'came from a file': 'kam aus einer Datei',
  'it cannot be read. Look whether the file is still there.':
    'Es ist nicht zu lesen. Sehen Sie nach, ob die Datei noch da ist.',
  'it has {size} MB, and a picture may have {most} MB. Make it smaller, or attach the part that matters.':
    'Es hat {size} MB, und ein Bild darf {most} MB haben. Verkleinern Sie es, oder hängen Sie den Ausschnitt an, auf den es ankommt.',
  message: 'Nachricht',
  messages: 'Nachrichten',
  'other part': 'anderer Teil',
  'other parts': 'andere Teile',
  '{messages} came from “{file}”.': '{messages} aus „{file}“ übernommen.',
  '{model} cannot see pictures. Choose a model with vision, or remove them.':
    '{model} kann keine Bilder sehen. Wählen Sie ein Modell, das es kann, oder entfernen Sie sie.',
  '{name} is not on record any more.': '{name} steht nicht mehr in der Aufzeichnung.',
  '{name} was not attached: {why}': '{name} wurde nicht angehängt: {why}',
} as const
