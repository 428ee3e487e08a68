/** What is wrong in the files that declare a skill's tools. */
export const FORMATS = {
  'an object': 'ein Objekt',
  missing: 'nichts',

  '{sentence:said} Did you mean {meant:quoted}?': '{sentence} Meinten Sie {meant}?',
  'Remove it if the tool is safe without it, or use denyPattern, readPath or writePath.':
    'Entfernen Sie es, wenn das Werkzeug ohne es sicher ist, oder benutzen Sie denyPattern, readPath oder writePath.',

  'There is {what:said}: people do not see it, the model may read it.':
    'Hier steht {what}: Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There is {what:said} in line {line}: people do not see it, the model may read it.':
    'Hier steht {what} in Zeile {line}: Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There is {what:said} in lines {lines}: people do not see it, the model may read it.':
    'Hier steht {what} in den Zeilen {lines}: Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There is {what:said} in lines {lines} and more: people do not see it, the model may read it.':
    'Hier steht {what} in den Zeilen {lines} und weiteren: Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There is {what:said} (U+{code}): people do not see it, the model may read it.':
    'Hier steht {what} (U+{code}): Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There is {what:said} (U+{code}) in line {line}: people do not see it, the model may read it.':
    'Hier steht {what} (U+{code}) in Zeile {line}: Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There is {what:said} (U+{code}) in lines {lines}: people do not see it, the model may read it.':
    'Hier steht {what} (U+{code}) in den Zeilen {lines}: Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There is {what:said} (U+{code}) in lines {lines} and more: people do not see it, the model may read it.':
    'Hier steht {what} (U+{code}) in den Zeilen {lines} und weiteren: Menschen sehen das nicht, das Modell liest es vielleicht.',
  '{path:piece} There is {what:said}: people do not see it, the model may read it.':
    '{path} Hier steht {what}: Menschen sehen das nicht, das Modell liest es vielleicht.',
  '{path:piece} There is {what:said} (U+{code}): people do not see it, the model may read it.':
    '{path} Hier steht {what} (U+{code}): Menschen sehen das nicht, das Modell liest es vielleicht.',
  'There are {count} {what:said}; {most} are read at most, so none is.':
    'Es gibt {count} {what}; gelesen werden höchstens {most}, darum gar nichts.',
  tools: 'Werkzeuge',
  executions: 'Ausführungen',
  'Add an entry with "tool": {name:quoted} to "execution".':
    'Fügen Sie einen Eintrag mit "tool": {name} zu "execution" hinzu.',
  'Add an entry with "tool": {name:quoted} to "execution" in {file}.':
    'Fügen Sie einen Eintrag mit "tool": {name} zu "execution" in {file} hinzu.',
} as const
