/** What is wrong with a skill's folder and its page, and what stands in the way of trusting it. */
export const SKILLS_READ = {
  'The frontmatter begins with --- and no second line of exactly --- ends it.':
    'Der Kopf beginnt mit ---, und keine zweite Zeile aus genau --- beendet ihn.',
  'Add the line --- after its fields.': 'Fügen Sie nach seinen Feldern die Zeile --- ein.',
  'The frontmatter has {count} characters; {most} are read at most.':
    'Der Kopf hat {count} Zeichen; gelesen werden höchstens {most}.',
  'Keep name, description and metadata there, and move the rest below it.':
    'Lassen Sie dort name, description und metadata, und schreiben Sie den Rest darunter.',
  'The frontmatter holds {count} brackets, commas and other marks of YAML; {most} are read at most.':
    'Der Kopf enthält {count} Klammern, Kommas und andere Zeichen von YAML; gelesen werden höchstens {most}.',
  'Keep name, description and metadata there, and nothing more.':
    'Lassen Sie dort name, description und metadata und sonst nichts.',
  'The frontmatter is not valid YAML: {problem:said}.': 'Der Kopf ist kein gültiges YAML: {problem}.',
  'Correct it; quote texts that hold a colon.':
    'Berichtigen Sie ihn; Texte mit Doppelpunkt gehören in Anführungszeichen.',
  'The frontmatter must be made of fields such as "name: my-skill".':
    'Der Kopf muss aus Feldern bestehen, etwa "name: my-skill".',
  'Write one field a line.': 'Schreiben Sie ein Feld je Zeile.',
  'line {line}: {problem:quoted}': 'Zeile {line}: {problem}',
  'the key {key:quoted} stands twice': 'der Schlüssel {key} steht zweimal',
  'it is nested too deeply': 'es ist zu tief verschachtelt',
  'an alias leads back to what holds it': 'ein Alias führt zu dem zurück, was ihn enthält',
  'There are no skills in the folder they are shipped in.':
    'In dem Ordner, in dem Skills mitgeliefert werden, sind keine.',
  'Install Skillet again.': 'Installieren Sie Skillet noch einmal.',
  'The skill in {other:quoted} has the name {name:quoted} too; the tools of this one are withheld.':
    'Der Skill in {other} heißt auch {name}; die Werkzeuge von diesem werden zurückgehalten.',
  'Give one of the two another name, or remove it.':
    'Geben Sie einem von beiden einen anderen Namen, oder entfernen Sie ihn.',
  'The skill {owner:quoted} has a tool named {tool:quoted} too, and comes first; this one is withheld.':
    'Der Skill {owner} hat auch ein Werkzeug namens {tool} und kommt zuerst; dieses wird zurückgehalten.',
  'Disable {owner:quoted}, or rename the tool in one of the two.':
    'Schalten Sie {owner} aus, oder benennen Sie das Werkzeug in einem von beiden um.',
  '{file:piece} has no frontmatter: the skill is called {name:quoted}, after its folder.':
    '{file} hat keinen Kopf: Der Skill heißt {name}, wie sein Ordner.',
  'The frontmatter gives no name: the skill is called after its folder.':
    'Der Kopf nennt keinen Namen: Der Skill heißt wie sein Ordner.',
  'Use 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or digit.':
    'Erlaubt sind 1 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche, mit einem Buchstaben oder einer Ziffer am Anfang.',
  '{name:said} cannot be the name of a skill; it is called after its folder.':
    '{name} kann kein Name eines Skills sein; er heißt wie sein Ordner.',
  This: 'Das',
  'The frontmatter gives no description, by which a model would choose this skill.':
    'Der Kopf nennt keine Beschreibung, nach der ein Modell diesen Skill wählen würde.',
  'The description must be a text.': 'Die Beschreibung muss ein Text sein.',
  'Put it in quotes.': 'Setzen Sie sie in Anführungszeichen.',
  'The description has {count} characters; more than {most} crowd out other skills.':
    'Die Beschreibung hat {count} Zeichen; mehr als {most} verdrängen andere Skills.',
  'Shorten it, and move the rest below the frontmatter.': 'Kürzen Sie sie, und schreiben Sie den Rest unter den Kopf.',
  'Add "{field}:" to the frontmatter.': 'Fügen Sie "{field}:" in den Kopf ein.',
  'There is no {file} that can be read, so this is no skill yet.':
    'Es gibt kein lesbares {file}, darum ist das noch kein Skill.',
  'Add {file}: what the skill is for and how a model should use it.':
    'Fügen Sie {file} hinzu: wozu der Skill dient und wie ein Modell ihn benutzen soll.',
  'This is not a name a script may have, so it never runs.':
    'Das ist kein zulässiger Name für ein Skript, darum läuft es nie.',
  'Use letters, digits, dot, dash and underscore, and no "..".':
    'Erlaubt sind Buchstaben, Ziffern, Punkt, Binde- und Unterstrich, aber kein "..".',
  'It is a hard link: the same file has {links} names, and may be changed through another. It never runs.':
    'Das ist ein Hardlink: Dieselbe Datei hat {links} Namen und kann über einen anderen geändert werden. Sie läuft nie.',
  'Put a copy of the file there.': 'Legen Sie dort eine Kopie der Datei ab.',
  'It is a symbolic link, and links are not followed.': 'Das ist ein symbolischer Link, und Links wird nicht gefolgt.',
  'It is a symbolic link, and links are not followed: what it points to is no part of the skill.':
    'Das ist ein symbolischer Link, und Links wird nicht gefolgt: Sein Ziel gehört nicht zum Skill.',
  'Put the file itself there.': 'Legen Sie dort die Datei selbst ab.',
  'It is no regular file.': 'Das ist keine normale Datei.',
  'It cannot be read: {problem:said}.': 'Es ist nicht lesbar: {problem}.',
  'Correct its permissions, or remove it.': 'Berichtigen Sie die Rechte, oder entfernen Sie es.',
  '{path:piece} has {bytes} bytes; {most} are read at most, and the skill cannot be vouched for without it.':
    '{path} hat {bytes} Byte; gelesen werden höchstens {most}, und ohne diese Datei ist für den Skill nicht einzustehen.',
  'Shorten it, or take it out of the folder.': 'Kürzen Sie sie, oder nehmen Sie sie aus dem Ordner.',
  'The folder holds more than {most} bytes.': 'Der Ordner enthält mehr als {most} Byte.',
  'Keep in the folder only what belongs to the skill.': 'Lassen Sie im Ordner nur, was zum Skill gehört.',
  'it changed while it was read': 'es hat sich beim Lesen geändert',
  'it is not there': 'es ist nicht da',
  'reading it is not permitted': 'das Lesen ist nicht erlaubt',
  'it is not a folder': 'es ist kein Ordner',
  'too many files are open': 'es sind zu viele Dateien offen',
  'The needed programs must be a list.': 'Die benötigten Programme müssen eine Liste sein.',
  'Where one element is a list of alternatives, all must be.':
    'Wenn ein Element eine Liste von Alternativen ist, müssen es alle sein.',
  'This is not the bare name of a program.': 'Das ist kein bloßer Programmname.',
  'This must hold fields.': 'Hier müssen Felder stehen.',
  'Write fields below it, indented, or remove it.': 'Schreiben Sie Felder eingerückt darunter, oder entfernen Sie es.',
  'Write names such as [git, curl], or alternatives such as [[rg], [grep]].':
    'Schreiben Sie Namen wie [git, curl] oder Alternativen wie [[rg], [grep]].',
  'The folder of the skill is a symbolic link, and links are not followed.':
    'Der Ordner des Skills ist ein symbolischer Link, und Links wird nicht gefolgt.',
  'The folder cannot be read: {problem:said}.': 'Der Ordner ist nicht lesbar: {problem}.',
  'Folders are nested more than {deepest} deep.': 'Die Ordner sind mehr als {deepest} Ebenen tief verschachtelt.',
  'There are more than {most} files and folders.': 'Es gibt mehr als {most} Dateien und Ordner.',
  'It is a pipe, a socket or a device, and is no part of the skill.':
    'Das ist eine Pipe, ein Socket oder ein Gerät und gehört nicht zum Skill.',
  'The name {name:quoted} is not UTF-8, so the file cannot be told apart from others.':
    'Der Name {name} ist kein UTF-8, darum ist die Datei nicht von anderen zu unterscheiden.',
  'Rename it.': 'Benennen Sie es um.',
  'The name {name:quoted} means something else on Windows.': 'Der Name {name} bedeutet unter Windows etwas anderes.',
  'Rename it, without a dot or space at the end and not like a device.':
    'Benennen Sie es um: ohne Punkt oder Leerzeichen am Ende und nicht wie ein Gerät.',
  'Its name differs from {other:quoted} only in capitals or in how accents are written.':
    'Der Name unterscheidet sich von {other} nur durch Groß- und Kleinschreibung oder die Schreibweise der Akzente.',
  'Rename one of the two.': 'Benennen Sie eines von beiden um.',
  'Put the file or folder itself there.': 'Legen Sie dort die Datei oder den Ordner selbst ab.',
  'Correct the path or the permissions, or remove it.':
    'Berichtigen Sie den Pfad oder die Rechte, oder entfernen Sie es.',

  'In line {line} something is decoded and then run as code.':
    'In Zeile {line} wird etwas entschlüsselt und dann als Code ausgeführt.',
  "What was reviewed ({hash}) is not whole in Skillet's own store any more, so nothing of it runs.":
    'Was geprüft wurde ({hash}), ist in Skillets eigenem Speicher nicht mehr vollständig, darum läuft nichts davon.',
  'Review the skill and trust it again.': 'Prüfen Sie den Skill, und vertrauen Sie ihm erneut.',
  'it is not what was reviewed any more': 'es ist nicht mehr, was geprüft wurde',
  'the copy is not what was written': 'die Kopie ist nicht, was geschrieben wurde',
  'the snapshot could not be written to {folder}: {problem:said}':
    'die Momentaufnahme ließ sich nicht nach {folder} schreiben: {problem}',

  '{folder:piece} is being changed; look again.': '{folder} wird gerade geändert; sehen Sie noch einmal nach.',
  'The folder of {skill} is not what was reviewed any more; look at it again.':
    'Der Ordner von {skill} ist nicht mehr, was geprüft wurde; sehen Sie ihn noch einmal an.',
  '{skill:piece} has no tool {tool}.': '{skill} hat kein Werkzeug {tool}.',
  '{skill:piece} was not installed here. It can be switched off.':
    '{skill} wurde nicht hier installiert. Der Skill lässt sich ausschalten.',
  '{folder:piece} cannot be moved to {target}: {problem:said}':
    '{folder} lässt sich nicht nach {target} verschieben: {problem}',
  '{skill:piece} is quarantined; review it and trust it before its scripts may run.':
    '{skill} ist in Quarantäne; prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  '{skill:piece} is changed; review it and trust it before its scripts may run.':
    '{skill} hat sich geändert; prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  '{skill:piece} is unavailable; review it and trust it before its scripts may run.':
    '{skill} ist hier nicht nutzbar; prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  'Scripts are off for all skills; the setting "scripts" has to be on first.':
    'Skripte sind für alle Skills aus; zuerst müssen sie in den Einstellungen an sein.',
  '{skill:piece} has no scripts.': '{skill} hat keine Skripte.',
  'It was not confirmed.': 'Es wurde nicht bestätigt.',
  '{skill:piece} changed while it was shown; look again.':
    '{skill} hat sich geändert, während der Skill gezeigt wurde; sehen Sie noch einmal nach.',
  'There is no skill {skill}.': 'Es gibt keinen Skill {skill}.',
  '{skill:piece} was not installed: it is used as it is, and needs no trust.':
    '{skill} wurde nicht installiert: Der Skill wird benutzt, wie er ist, und braucht kein Vertrauen.',
  '{skill:piece} is not trusted: nothing of it is offered to the model.':
    'Dem Skill {skill} wird nicht vertraut: Dem Modell wird nichts davon angeboten.',
} as const
