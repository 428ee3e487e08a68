/** Pictures in messages, and chats that come in from a file. */
export const PICTURES = {
  'Attach a text file or a picture': 'Textdatei oder Bild anhängen',
  'Attached pictures': 'Angehängte Bilder',
  'Exported chats': 'Exportierte Chats',
  Import: 'Importieren',
  'Import a chat': 'Chat importieren',
  'Import a chat…': 'Chat importieren…',
  'Not imported: {parts}. Only messages are imported.': 'Nicht importiert: {parts}. Nur Nachrichten werden importiert.',
  'Long texts': 'Lange Texte',
  Picture: 'Bild',
  'Pictures of this message': 'Bilder dieser Nachricht',
  'Remove this text': 'Diesen Text entfernen',
  'Remove {name}': '{name} entfernen',
  'Enlarge {name}': '{name} vergrößern',
  'Missing from the file: {pictures}.': 'Fehlt in der Datei: {pictures}.',
  'Could not read these lines: {lines}.': 'Diese Zeilen konnten nicht gelesen werden: {lines}.',
  'This message has {count} characters; the limit is {most}. Shorten it, or attach only the part that matters.':
    'Diese Nachricht hat {count} Zeichen, das Limit ist {most}. Kürzen Sie sie, oder hängen Sie nur den wichtigen Teil an.',
  'a message can have {count} pictures. Remove one, or send it with the next message.':
    'Eine Nachricht kann {count} Bilder enthalten. Entfernen Sie eines, oder senden Sie es mit der nächsten Nachricht.',
  imported: 'importiert',
  'it cannot be read. Check that the file still exists.':
    'Es kann nicht gelesen werden. Prüfen Sie, ob die Datei noch existiert.',
  'it is larger than 256 KiB. Attach only the part that matters.':
    'Sie ist größer als 256 KiB. Hängen Sie nur den wichtigen Teil an.',
  'it is neither text nor a picture that can be shown.': 'Sie ist weder Text noch ein Bild, das sich anzeigen lässt.',
  'it has {size} MB; the limit is {most} MB. Make it smaller, or attach only the part that matters.':
    'Es hat {size} MB, das Limit ist {most} MB. Verkleinern Sie es, oder hängen Sie nur den wichtigen Ausschnitt an.',
  message: 'Nachricht',
  messages: 'Nachrichten',
  'other part': 'anderer Teil',
  'other parts': 'andere Teile',
  '{messages} imported from “{file}”.': '{messages} aus „{file}“ importiert.',
  '{model} cannot see pictures. Choose a model with vision, or remove them.':
    '{model} kann keine Bilder sehen. Wählen Sie ein Modell, das Bilder unterstützt, oder entfernen Sie sie.',
  '{name} is no longer available.': '{name} ist nicht mehr verfügbar.',
  '{name} was not attached: {why}': '{name} wurde nicht angehängt: {why}',
} as const
