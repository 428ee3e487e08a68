/** Why a file is not JSON that can be used, with the place. */
export const JSON_FAULTS = {
  '{file:piece} is empty.': '{file} ist leer.',
  '{file:piece} is not valid JSON: {place:said}: {problem:said}.': '{file} ist kein gültiges JSON: {place}: {problem}.',
  'Write a JSON value into the file, or delete it.':
    'Schreiben Sie einen JSON-Wert in die Datei, oder löschen Sie sie.',
  'Correct that place.': 'Berichtigen Sie diese Stelle.',
  '{file:piece} is nested more than {deepest} levels deep: {place:said}.':
    '{file} ist mehr als {deepest} Ebenen tief verschachtelt: {place}.',
  'Make it flatter.': 'Machen Sie es flacher.',
  '{file:piece} has {bytes} bytes; {most} are read at most.':
    '{file} hat {bytes} Byte; gelesen werden höchstens {most}.',
  'The key {key:quoted} stands twice in one object: {first:said} and {second:said}.':
    'Der Schlüssel {key} steht zweimal in einem Objekt: {first} und {second}.',
  'Keep one of the two. JSON readers disagree about which one counts, so neither is used.':
    'Behalten Sie einen von beiden. JSON-Leser sind sich nicht einig, welcher zählt, darum wird keiner benutzt.',
  'line {line}, column {column}': 'Zeile {line}, Spalte {column}',
  'it could not be read': 'es ließ sich nicht lesen',
  'the file ends before {opening:said} is closed': 'die Datei endet, bevor {opening} geschlossen ist',
  'the { of {place:said}': 'die { aus {place}',
  'the [ of {place:said}': 'die [ aus {place}',
  'there is a comma before the ], with nothing after it': 'vor der ] steht ein Komma, dem nichts folgt',
  'there is a comma before the }, with nothing after it': 'vor der } steht ein Komma, dem nichts folgt',
  '{found:said} where a value should be': '{found}, wo ein Wert stehen sollte',
  '{found:said} where a value or ] should be': '{found}, wo ein Wert oder ] stehen sollte',
  '{found:said} where a key in double quotes should be':
    '{found}, wo ein Schlüssel in doppelten Anführungszeichen stehen sollte',
  '{found:said} where a key in double quotes or } should be':
    '{found}, wo ein Schlüssel in doppelten Anführungszeichen oder } stehen sollte',
  '{found:said} where the : after a key should be': '{found}, wo der : nach einem Schlüssel stehen sollte',
  'a comma is missing before {text:quoted}': 'vor {text} fehlt ein Komma',
  '{found:said} where a comma or the end of {opening:said} should be':
    '{found}, wo ein Komma oder das Ende für {opening} stehen sollte',
  '{found:said} after the end of the JSON value': '{found} nach dem Ende des JSON-Werts',
  'the file ends': 'die Datei endet',
  '{text:quoted} stands': '{text} steht',
  'the file ends before this string is closed': 'die Datei endet, bevor diese Zeichenkette geschlossen ist',
  'a string ends with its line; write \\n for a line break, or close it with "':
    'eine Zeichenkette endet mit ihrer Zeile; schreiben Sie \\n für einen Zeilenumbruch, oder schließen Sie sie mit "',
  'a control character stands within a string; write \\u{code}':
    'in einer Zeichenkette steht ein Steuerzeichen; schreiben Sie \\u{code}',
  '{text:quoted} is no escape JSON knows; write \\\\ for a backslash':
    '{text} ist keine Maskierung, die JSON kennt; schreiben Sie \\\\ für einen umgekehrten Schrägstrich',
  'strings are written with straight double quotes': 'Zeichenketten stehen in geraden doppelten Anführungszeichen',
  'JSON has no comments': 'JSON kennt keine Kommentare',
  '{text:quoted} is no number as JSON writes it': '{text} ist keine Zahl, wie JSON sie schreibt',
  '{text:quoted} is no JSON value; texts stand in double quotes':
    '{text} ist kein JSON-Wert; Texte stehen in doppelten Anführungszeichen',
} as const
