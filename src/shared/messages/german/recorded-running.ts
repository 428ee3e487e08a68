/** Why something did not start, or what a helper came to. */
export const RUNNING = {
  'the skill {skill} changed since it was trusted; review it and trust it before its tools can run':
    'der Skill {skill} hat sich geändert, seit ihm vertraut wurde; prüfen Sie ihn, und vertrauen Sie ihm, bevor seine Werkzeuge laufen können',
  'there is no tool {tool}, nor any other. Answer without tools':
    'es gibt kein Werkzeug {tool} und auch kein anderes. Es muss ohne Werkzeuge gehen',
  'the arguments of {tool} were wrong {times} times. Do not call {again} again; answer without it':
    'die Argumente von {tool} waren {times}-mal falsch. {again} darf nicht noch einmal aufgerufen werden; es muss ohne gehen',
  'there is no tool {tool}. Did you mean {nearest}?': 'es gibt kein Werkzeug {tool}. Meinten Sie {nearest}?',
  'there is no tool {tool}. Tools: {tools}': 'es gibt kein Werkzeug {tool}. Werkzeuge: {tools}',

  '{why:said}; the value is unchanged': '{why}; der Wert ist unverändert',
  '{why:said}; the output is unchanged': '{why}; die Ausgabe ist unverändert',
  '{danger:said}, and this would run unasked': '{danger}, und das liefe ohne Rückfrage',
  'its arguments hold characters that no program can be given':
    'seine Argumente enthalten Zeichen, die keinem Programm übergeben werden können',
  'an argument is 128 KiB or longer': 'ein Argument ist 128 KiB lang oder länger',
  '{value:quoted} looks like an option': '{value} sieht wie eine Option aus',
  'it printed nothing; the value is unchanged': 'es hat nichts ausgegeben; der Wert ist unverändert',
  'resolver {outcome:said}; the value is unchanged': 'Resolver: {outcome}; der Wert ist unverändert',
  'it names neither a script nor a command': 'es nennt weder ein Skript noch einen Befehl',
  '"{name}" is not the name of a script': '"{name}" ist kein Name eines Skripts',
  'scripts are off for this skill; the value is unchanged':
    'Skripte sind für diesen Skill aus; der Wert ist unverändert',
  '{script:piece} is not a regular file of this skill; the value is unchanged':
    '{script} ist keine normale Datei dieses Skills; der Wert ist unverändert',
  'the script changed since its skill was read': 'das Skript hat sich geändert, seit sein Skill gelesen wurde',
  'it did not end within {seconds} s': 'es kam in {seconds} s nicht zum Ende',
  'it was stopped': 'es wurde angehalten',
  'signal {signal}': 'Signal {signal}',
  'exit code {code}': 'Exit-Code {code}',
  'it printed more than 64 KiB': 'es hat mehr als 64 KiB ausgegeben',
  'it did not print text': 'es hat keinen Text ausgegeben',

  '{name:quoted} is not the bare name of a program. Use letters, digits and . _ + - alone, without a folder.':
    '{name} ist kein bloßer Programmname. Erlaubt sind nur Buchstaben, Ziffern und . _ + -, ohne Ordner.',
  '{file:piece} was found but could not be read: {problem}. Try again.':
    '{file} wurde gefunden, ließ sich aber nicht lesen: {problem}. Versuchen Sie es noch einmal.',
  'No program named {name} was found. Install it, or put its folder on PATH. Searched: {where:said}':
    'Es wurde kein Programm namens {name} gefunden. Installieren Sie es, oder nehmen Sie seinen Ordner in PATH auf. Gesucht in: {where}',
  'No program named {name} was found. {obstacles:said}. Install it, or put its folder on PATH. Searched: {where:said}':
    'Es wurde kein Programm namens {name} gefunden. {obstacles}. Installieren Sie es, oder nehmen Sie seinen Ordner in PATH auf. Gesucht in: {where}',
  'PATH names no folder that may be searched': 'PATH nennt keinen Ordner, in dem gesucht werden darf',
  '{file:piece} is a folder': '{file} ist ein Ordner',
  '{file:piece} is not a regular file': '{file} ist keine normale Datei',
  '{file:piece} is not executable': '{file} ist nicht ausführbar',

  '{file:piece} could not be started: {why:said}': '{file} ließ sich nicht starten: {why}',
  '{file:piece} could not be started with {count} arguments: {why}':
    '{file} ließ sich mit {count} Argumenten nicht starten: {why}',
  'its arguments and environment are too long together. Give long text by standard input or in a file.':
    'seine Argumente und die Umgebung sind zusammen zu lang. Langer Text gehört in die Standardeingabe oder in eine Datei.',
  'the system does not permit it. Look at its permissions, and whether its disk allows programs (noexec).':
    'das System erlaubt es nicht. Sehen Sie nach seinen Rechten, und ob sein Laufwerk Programme zulässt (noexec).',
  'the system does not permit it.': 'das System erlaubt es nicht.',
  'it, its interpreter or its loader is missing. Install it again.':
    'es selbst, sein Interpreter oder sein Lader fehlt. Installieren Sie es noch einmal.',
  'it is being written right now. Try again when that is done.':
    'es wird gerade geschrieben. Versuchen Sie es noch einmal, wenn das fertig ist.',
  'there are too many processes. Close some, then try again.':
    'es laufen zu viele Prozesse. Schließen Sie einige, und versuchen Sie es noch einmal.',
  'there is not enough memory. Close some programs, then try again.':
    'der Arbeitsspeicher reicht nicht. Schließen Sie einige Programme, und versuchen Sie es noch einmal.',
  'too many files are open. Try again when other commands have ended.':
    'es sind zu viele Dateien offen. Versuchen Sie es noch einmal, wenn andere Befehle beendet sind.',
  'too many files are open on this computer. Close some programs, then try again.':
    'auf diesem Computer sind zu viele Dateien offen. Schließen Sie einige Programme, und versuchen Sie es noch einmal.',
  'An argument for {file:quoted} holds a NUL character, which no program can receive. Approved it out.':
    'Ein Argument für {file} enthält ein NUL-Zeichen, das kein Programm empfangen kann. Lassen Sie es weg.',
  'The working folder {folder} {problem:said}. Choose a folder that exists.':
    'Der Arbeitsordner {folder} {problem}. Wählen Sie einen Ordner, den es gibt.',
  'The working folder {folder} is not a folder. Choose a folder.':
    'Der Arbeitsordner {folder} ist kein Ordner. Wählen Sie einen Ordner.',
  'The program {file} {problem:said}. Install it, or put it back.':
    'Das Programm {file} {problem}. Installieren Sie es, oder legen Sie es zurück.',
  'does not exist': 'existiert nicht',
  'may not be reached by this user': 'ist für diesen Benutzer nicht erreichbar',
  'cannot be looked at ({problem})': 'lässt sich nicht ansehen ({problem})',
  '{file:piece} is a batch file, and the argument {value:quoted} cannot be given to one safely. Use a program that is an .exe.':
    '{file} ist eine Batch-Datei, der sich das Argument {value} nicht sicher übergeben lässt. Benutzen Sie ein Programm, das eine .exe ist.',
  '"{file}" is not an absolute path, and programs are started by absolute path alone.':
    '"{file}" ist kein absoluter Pfad, und Programme werden nur über absolute Pfade gestartet.',
  '{file:piece} is a folder, not a program.': '{file} ist ein Ordner, kein Programm.',
  '{file:piece} is not a regular file, so it is not run.':
    '{file} ist keine normale Datei und wird darum nicht ausgeführt.',
  '{file:piece} is not executable. If it is meant to be a program: chmod +x {again}':
    '{file} ist nicht ausführbar. Wenn es ein Programm sein soll: chmod +x {again}',
  '{file:piece} is reached through too many scripts that interpret one another.':
    '{file} wird über zu viele Skripte erreicht, die einander interpretieren.',
  '{file:piece} begins with "#!" but names no interpreter. Name one, for instance #!/bin/sh':
    '{file} beginnt mit "#!", nennt aber keinen Interpreter. Nennen Sie einen, zum Beispiel #!/bin/sh',
  'The first line of {file} ends in CR LF, so its interpreter is not found. Save the file with LF line ends.':
    'Die erste Zeile von {file} endet mit CR LF, darum wird der Interpreter nicht gefunden. Speichern Sie die Datei mit LF als Zeilenende.',
  '{file:piece} cannot run because of the interpreter in its first line: {problem:said}':
    '{file} kann wegen des Interpreters in der ersten Zeile nicht laufen: {problem}',
  '{file:piece} was built for another kind of processor. Install the one for this computer.':
    '{file} wurde für einen anderen Prozessor gebaut. Installieren Sie die Fassung für diesen Computer.',
  '{file:piece} is neither a program of this system nor a script with a first line like #!/bin/sh. It is not handed to a shell: add such a line.':
    '{file} ist weder ein Programm für dieses System noch ein Skript mit einer ersten Zeile wie #!/bin/sh. An eine Shell wird es nicht übergeben: Fügen Sie eine solche Zeile ein.',
  '{file:piece} could not be started in the sandbox ({sandbox}): {why:said}':
    '{file} ließ sich in der Sandbox ({sandbox}) nicht starten: {why}',
  'it was ended before it began': 'es wurde beendet, bevor es begann',
  'The sandbox this was planned for cannot be used any more, so it was not started. Start Skillet again, and plan the call anew.':
    'Die Sandbox, die dafür vorgesehen war, ist nicht mehr verwendbar, darum wurde es nicht gestartet. Starten Sie Skillet neu, und rufen Sie es noch einmal auf.',
  '{file:piece} is not a temporary file of Skillet, so it is not written. Plan the call again.':
    '{file} ist keine temporäre Datei von Skillet und wird darum nicht geschrieben. Rufen Sie es noch einmal auf.',
  'A temporary file could not be written ({problem}). Look at the space and the permissions of {folder}.':
    'Eine temporäre Datei ließ sich nicht schreiben ({problem}). Sehen Sie nach Platz und Rechten in {folder}.',
} as const
