/** What is wrong in the files that declare a skill's tools. */
export const FORMATS = {
  'There are more findings than are listed here.': 'Es gibt mehr Befunde, als hier aufgeführt sind.',
  'Correct the listed ones and look again.': 'Berichtigen Sie die aufgeführten, und sehen Sie noch einmal nach.',

  '{name:quoted} is not the bare name of a program.': '{name} ist kein bloßer Programmname.',
  'Write the name alone, such as "git": no path, no spaces. It is looked up on PATH.':
    'Schreiben Sie nur den Namen, etwa "git": kein Pfad, keine Leerzeichen. Er wird in PATH gesucht.',
  'The binary {binary:quoted} is not in the allowlist.': 'Das Programm {binary} steht nicht in der Erlaubnisliste.',
  'Add {binary:quoted}: [{subcommand:quoted}] to the allowlist.':
    'Nehmen Sie {binary}: [{subcommand}] in die Erlaubnisliste auf.',
  'The subcommand {subcommand:quoted} of {binary:quoted} is not in the allowlist.':
    'Der Unterbefehl {subcommand} von {binary} steht nicht in der Erlaubnisliste.',
  'Add {subcommand:quoted} to {place}. It must be written exactly alike; * is no wildcard.':
    'Nehmen Sie {subcommand} in {place} auf. Die Schreibweise muss genau übereinstimmen; * ist kein Platzhalter.',
  '{command:quoted} can run any code: the allowlist does not limit what it does.':
    '{command} kann beliebigen Code ausführen: Die Erlaubnisliste begrenzt nicht, was es tut.',
  'Name a program that does one thing, or expect to be asked before each run.':
    'Nennen Sie ein Programm, das nur eines tut, oder rechnen Sie mit einer Rückfrage vor jedem Lauf.',

  'In a schema, {keyword} must be {wanted:said}.': 'In einem Schema gehört unter {keyword}: {wanted}.',
  'Write {wanted:said} here, or leave it out.': 'Hierher gehört {wanted}; sonst lassen Sie es weg.',
  'This must be {wanted:said}, and is {value:said}.': 'Erwartet ist hier {wanted}; vorgefunden: {value}.',
  'Write {wanted:said} here, or leave the field out where it is optional.':
    'Hierher gehört {wanted}; wo das Feld entbehrlich ist, lassen Sie es weg.',
  'a text': 'ein Text',
  'true or false': 'true oder false',
  'an array': 'ein Array',
  'an object': 'ein Objekt',
  'an object: an array of subcommands for each binary': 'ein Objekt: zu jedem Programm ein Array von Unterbefehlen',
  'an array of subcommands': 'ein Array von Unterbefehlen',
  'a string, a number, true or false': 'eine Zeichenkette, eine Zahl, true oder false',
  'an object with tools, allowlist and execution, or an array of tools':
    'ein Objekt mit tools, allowlist und execution oder ein Array von Werkzeugen',
  'a condition on a parameter': 'eine Bedingung an einen Parameter',
  'an exit code: a whole number, 0 or more': 'ein Exit-Code: eine ganze Zahl ab 0',
  'a whole number from {least} to {most}': 'eine ganze Zahl von {least} bis {most}',
  '"nonzero" or a whole number, 0 or more': '"nonzero" oder eine ganze Zahl ab 0',
  'an object: a value for each parameter': 'ein Objekt: zu jedem Parameter ein Wert',
  'the name of a tool': 'der Name eines Werkzeugs',
  '"keep" or "reject"': '"keep" oder "reject"',
  'the string {value:quoted}': 'die Zeichenkette {value}',
  missing: 'nichts',

  'The field {name:quoted} protects nothing on an argument of kind {kind}.':
    'Das Feld {name} schützt bei einem Argument der Art {kind} nichts.',
  'Remove it, or make the argument one that takes a value.':
    'Entfernen Sie es, oder machen Sie daraus ein Argument, das einen Wert nimmt.',
  'The field {name:quoted} has no effect on an argument of kind {kind}.':
    'Das Feld {name} bewirkt bei einem Argument der Art {kind} nichts.',
  'Remove it, or correct the kind.': 'Entfernen Sie es, oder berichtigen Sie die Art.',
  'Write the text that stands there in each call.': 'Schreiben Sie den Text, der dort in jedem Aufruf steht.',
  'There is no kind {kind:quoted}.': 'Es gibt keine Art {kind}.',
  'Write one of {kinds}, exactly so.': 'Schreiben Sie eines von {kinds}, genau so.',
  'Name the parameter whose value goes here.': 'Nennen Sie den Parameter, dessen Wert hierher gehört.',
  "The tool's schema has no parameter {param:quoted}.": 'Das Schema des Werkzeugs hat keinen Parameter {param}.',
  "Correct the name, or add it to the properties of the tool's parameters.":
    'Berichtigen Sie den Namen, oder nehmen Sie ihn in die properties der Parameter des Werkzeugs auf.',
  '{name:quoted} cannot be the name of a flag.': '{name} kann kein Name eines Schalters sein.',
  'Write letters, digits, dots, colons, dashes and underscores, such as "max-count"; the value is a second element.':
    'Erlaubt sind Buchstaben, Ziffern, Punkte, Doppelpunkte, Binde- und Unterstriche, etwa "max-count"; der Wert ist ein zweites Element.',
  'Give the flag a name of its own with "flag".': 'Geben Sie dem Schalter mit "flag" einen eigenen Namen.',
  'Neither flagIfTrue nor flagIfFalse is given, so this parameter changes nothing.':
    'Weder flagIfTrue noch flagIfFalse ist angegeben, darum ändert dieser Parameter nichts.',
  'Give at least one of the two.': 'Geben Sie mindestens eines von beiden an.',
  '{name:piece} is empty, so that side adds nothing.': '{name} ist leer, darum fügt diese Seite nichts hinzu.',
  'Leave it out.': 'Lassen Sie es weg.',
  'This pattern cannot be used, and without it the tool is not protected: {problem:said}':
    'Dieses Muster ist nicht verwendbar, und ohne es ist das Werkzeug nicht geschützt: {problem}',
  'Write a regular expression of the linear-time kind: no backreferences, no lookaround.':
    'Schreiben Sie einen regulären Ausdruck, der sich in linearer Zeit prüfen lässt: keine Rückverweise, kein Voraus- oder Zurückblicken.',

  '{file:piece} is not UTF-8 text: the first byte that does not fit is in line {line}.':
    '{file} ist kein UTF-8-Text: Das erste Byte, das nicht passt, steht in Zeile {line}.',
  'Save the file as UTF-8.': 'Speichern Sie die Datei als UTF-8.',
  '{file:piece} begins with a byte order mark, an invisible character that UTF-8 does not need.':
    '{file} beginnt mit einer Bytereihenfolge-Marke, einem unsichtbaren Zeichen, das UTF-8 nicht braucht.',
  'Save the file as UTF-8 without a byte order mark.': 'Speichern Sie die Datei als UTF-8 ohne diese Marke.',
  '{tools:piece} is an array, so {file} has to stand beside it, and it cannot be read.':
    '{tools} ist ein Array, darum muss {file} daneben stehen, und das ist nicht lesbar.',
  'Add {file}, or make {tools} one object with tools, allowlist and execution.':
    'Fügen Sie {file} hinzu, oder machen Sie aus {tools} ein Objekt mit tools, allowlist und execution.',
  '{file:piece} is not read, because {tools} holds an object.':
    '{file} wird nicht gelesen, weil {tools} ein Objekt enthält.',
  'Delete it, or move what it says into {tools}.': 'Löschen Sie es, oder übernehmen Sie den Inhalt in {tools}.',

  'Name the program that is run.': 'Nennen Sie das Programm, das ausgeführt wird.',
  'Write "" where the program needs none.': 'Schreiben Sie "", wenn das Programm keinen braucht.',
  'binaryWrapper changes which program is run, and is not supported.':
    'binaryWrapper ändert, welches Programm ausgeführt wird, und wird nicht unterstützt.',
  'Name the program itself in "binary".': 'Nennen Sie das Programm selbst in "binary".',
  'There is more than one argument of kind {kind}, and a program has only one.':
    'Es gibt mehr als ein Argument der Art {kind}, und ein Programm hat nur eines.',
  'Keep one of them.': 'Behalten Sie eines davon.',
  "A condition names a parameter that the tool's schema does not have.":
    'Eine Bedingung nennt einen Parameter, den das Schema des Werkzeugs nicht hat.',
  'An execution that depends on which programs are installed is not supported: this one is never used.':
    'Eine Ausführung, die davon abhängt, welche Programme installiert sind, wird nicht unterstützt: Diese hier wird nie benutzt.',
  'Remove "condition", or make it a tool of its own.':
    'Entfernen Sie "condition", oder machen Sie ein eigenes Werkzeug daraus.',

  '{sentence:said} Did you mean {meant:quoted}?': '{sentence} Meinten Sie {meant}?',
  'The field {name:quoted} is not supported, and by its name it protects something: what it guards is withheld.':
    'Das Feld {name} wird nicht unterstützt, und seinem Namen nach schützt es etwas: Was es schützt, wird zurückgehalten.',
  'Remove it if the tool is safe without it, or use denyPattern, readPath or writePath.':
    'Entfernen Sie es, wenn das Werkzeug ohne es sicher ist, oder benutzen Sie denyPattern, readPath oder writePath.',
  'The field {name:quoted} is unknown and has no effect.': 'Das Feld {name} ist unbekannt und bewirkt nichts.',
  'Remove it.': 'Entfernen Sie es.',
  'This text holds a NUL or half of a surrogate pair, and no program can be given that.':
    'Dieser Text enthält ein NUL oder ein halbes Surrogatpaar, und das kann keinem Programm übergeben werden.',
  'Remove the character, or write it whole.': 'Entfernen Sie das Zeichen, oder schreiben Sie es ganz.',
  'The field {name:quoted} is missing.': 'Das Feld {name} fehlt.',

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
  'an HTML comment': 'ein HTML-Kommentar',
  'a control character': 'ein Steuerzeichen',
  'a character that turns the direction of text': 'ein Zeichen, das die Schreibrichtung umkehrt',
  'a tag character': 'ein Tag-Zeichen',
  'an invisible character': 'ein unsichtbares Zeichen',
  'Look at what is hidden there; remove it if you did not write it.':
    'Sehen Sie nach, was dort verborgen ist; entfernen Sie es, wenn Sie es nicht geschrieben haben.',
  'The key {key:quoted} holds characters that people do not see.':
    'Der Schlüssel {key} enthält Zeichen, die Menschen nicht sehen.',
  'Write the key in plain letters.': 'Schreiben Sie den Schlüssel in gewöhnlichen Buchstaben.',

  'Write the advice the model is to read.': 'Schreiben Sie den Rat, den das Modell lesen soll.',
  'Say when the hint is shown: match, exitCode, notEmpty or whenArg.':
    'Geben Sie an, wann der Hinweis erscheint: match, exitCode, notEmpty oder whenArg.',
  "The tool's schema has no parameter {name:quoted}, so this hint is never shown.":
    'Das Schema des Werkzeugs hat keinen Parameter {name}, darum erscheint dieser Hinweis nie.',
  'Correct the name.': 'Berichtigen Sie den Namen.',

  'The field "parameters" is missing.': 'Das Feld "parameters" fehlt.',
  'The parameters must be an object.': 'Die Parameter müssen ein Objekt sein.',
  'Write {"type": "object", "properties": {}} for a tool that takes nothing.':
    'Für ein Werkzeug, das nichts nimmt, schreiben Sie {"type": "object", "properties": {}}.',
  'The parameters must be described by a schema with "type": "object".':
    'Die Parameter müssen durch ein Schema mit "type": "object" beschrieben sein.',
  'Add "type": "object".': 'Fügen Sie "type": "object" hinzu.',
  'This schema cannot be used: {problem:said}': 'Dieses Schema ist nicht verwendbar: {problem}',
  'Correct the schema; keep to JSON Schema keywords.':
    'Berichtigen Sie das Schema; bleiben Sie bei den Schlüsselwörtern von JSON Schema.',
  'The properties must be an object: a schema for each parameter.':
    'Die properties müssen ein Objekt sein: zu jedem Parameter ein Schema.',
  'Write an object here.': 'Hierher gehört ein Objekt.',
  'A parameter must be described by a schema, an object.':
    'Ein Parameter muss durch ein Schema beschrieben sein, ein Objekt.',
  'Write {"type": "string"}, say.': 'Schreiben Sie zum Beispiel {"type": "string"}.',
  'The required parameters must be an array of names.': 'Die erforderlichen Parameter müssen ein Array von Namen sein.',
  'Write an array of strings here.': 'Hierher gehört ein Array von Zeichenketten.',
  'The parameter {name:quoted} is required and not among the properties, so no call can be right.':
    'Der Parameter {name} ist erforderlich, steht aber nicht unter den properties, darum kann kein Aufruf stimmen.',
  'Add it to the properties, or take it out here.':
    'Nehmen Sie ihn in die properties auf, oder streichen Sie ihn hier.',

  'Give the tool a name.': 'Geben Sie dem Werkzeug einen Namen.',
  '{name:quoted} cannot be the name of a tool.': '{name} kann kein Name eines Werkzeugs sein.',
  'Use 1 to 64 letters, digits, underscores and dashes.':
    'Erlaubt sind 1 bis 64 Buchstaben, Ziffern, Unter- und Bindestriche.',
  "{name:quoted} is the name of one of Skillet's own tools.":
    '{name} heißt schon eines von Skillets eigenen Werkzeugen.',
  'Choose another name.': 'Wählen Sie einen anderen Namen.',
  'The description has {count} characters; more than {most} crowd out other tools.':
    'Die Beschreibung hat {count} Zeichen; mehr als {most} verdrängen andere Werkzeuge.',
  'Shorten it, and move the rest to SKILL.md.': 'Kürzen Sie sie, und schreiben Sie den Rest in SKILL.md.',
  'There are {count} {what:said}; {most} are read at most, so none is.':
    'Es gibt {count} {what}; gelesen werden höchstens {most}, darum gar nichts.',
  tools: 'Werkzeuge',
  executions: 'Ausführungen',
  'Split the skill into several smaller ones.': 'Teilen Sie den Skill in mehrere kleinere auf.',
  '{count:piece} tools have the name {name:quoted}, and which one is meant cannot be told.':
    '{count} Werkzeuge haben den Namen {name}, und welches gemeint ist, lässt sich nicht sagen.',
  'Give each tool a name of its own.': 'Geben Sie jedem Werkzeug einen eigenen Namen.',
  'A second execution without a paramCondition says how {name:quoted} runs.':
    'Eine zweite Ausführung ohne paramCondition sagt, wie {name} läuft.',
  'Keep one, or tell them apart by paramCondition.':
    'Behalten Sie eine, oder unterscheiden Sie sie durch paramCondition.',
  'There is no tool named {name:quoted}.': 'Es gibt kein Werkzeug namens {name}.',
  'Correct the name, declare the tool in "tools", or remove this execution.':
    'Berichtigen Sie den Namen, geben Sie das Werkzeug in "tools" an, oder entfernen Sie diese Ausführung.',
  'Nothing says how the tool {name:quoted} runs.': 'Nirgends steht, wie das Werkzeug {name} läuft.',
  'Add an entry with "tool": {name:quoted} to "execution".':
    'Fügen Sie einen Eintrag mit "tool": {name} zu "execution" hinzu.',
  'Add an entry with "tool": {name:quoted} to "execution" in {file}.':
    'Fügen Sie einen Eintrag mit "tool": {name} zu "execution" in {file} hinzu.',
  'The parameter {param:quoted} has no effect: no argument uses it.':
    'Der Parameter {param} bewirkt nichts: Kein Argument benutzt ihn.',
  'Map it in "args", or remove it.': 'Ordnen Sie ihn in "args" zu, oder entfernen Sie ihn.',

  'Write the binary the subcommand belongs to.': 'Nennen Sie das Programm, zu dem der Unterbefehl gehört.',
  'Write "" where the binary needs none.': 'Schreiben Sie "", wenn das Programm keinen braucht.',
  'Name a script of the skill, or a binary and its subcommand.':
    'Nennen Sie ein Skript des Skills oder ein Programm und seinen Unterbefehl.',
  '{name:quoted} is not a name a script may have, so it never runs and the value stays as it is.':
    '{name} ist kein zulässiger Name für ein Skript, darum läuft es nie, und der Wert bleibt, wie er ist.',
  'Use letters, digits, dot, dash and underscore; no folders and no "..".':
    'Erlaubt sind Buchstaben, Ziffern, Punkt, Binde- und Unterstrich; keine Ordner und kein "..".',
  'There is no script {one:quoted} or {other:quoted} that may run, so the value stays as it is.':
    'Es gibt kein Skript {one} oder {other}, das laufen darf, darum bleibt der Wert, wie er ist.',
  'Add the script as a regular file, or correct its name here.':
    'Fügen Sie das Skript als normale Datei hinzu, oder berichtigen Sie hier seinen Namen.',
  '{text:quoted} stands for the parameter {param:quoted}, which the tool does not have: it is always empty.':
    '{text} steht für den Parameter {param}, den das Werkzeug nicht hat: Es ist immer leer.',
  'Correct the name, or add the parameter to the schema.':
    'Berichtigen Sie den Namen, oder nehmen Sie den Parameter in das Schema auf.',
} as const
