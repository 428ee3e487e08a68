/** Why something was not installed. */
export const INSTALLS = {
  'Name the folder that it points to.': 'Nennen Sie den Ordner, auf den er zeigt.',
  'It is not a folder.': 'Das ist kein Ordner.',
  'Name a folder, a .zip or a git URL.': 'Nennen Sie einen Ordner, eine ZIP-Datei oder eine Git-URL.',
  'It is a pipe, a socket or a device, and no part of a skill.':
    'Das ist eine Pipe, ein Socket oder ein Gerät und kein Teil eines Skills.',
  'It is a hard link: the same file has {links} names, and may be changed through another.':
    'Das ist ein Hardlink: Dieselbe Datei hat {links} Namen und kann über einen anderen geändert werden.',
  'Look at the path and the permissions.': 'Sehen Sie nach dem Pfad und den Rechten.',
  'Wait until nothing writes into the folder, then install it again.':
    'Warten Sie, bis nichts mehr in den Ordner schreibt, und installieren Sie dann noch einmal.',
  'The folder changed while it was copied.': 'Der Ordner hat sich beim Kopieren geändert.',
  'The repository has no commit that could be installed.':
    'Das Repository hat keinen Commit, der sich installieren ließe.',
  'Look whether it is the right one.': 'Sehen Sie nach, ob es das richtige ist.',
  'The repository holds too many files.': 'Das Repository enthält zu viele Dateien.',
  'Clone it by yourself and install only the folder of the skill.':
    'Klonen Sie es selbst, und installieren Sie nur den Ordner des Skills.',
  'Clone it with its submodules by yourself, and install the folder.':
    'Klonen Sie es mit seinen Submodulen selbst, und installieren Sie den Ordner.',
  'It is a submodule, and those are not fetched.': 'Das ist ein Submodul, und solche werden nicht geholt.',
  'Install git, or give a folder or a .zip.':
    'Installieren Sie Git, oder geben Sie einen Ordner oder eine ZIP-Datei an.',
  'The repository is larger than what is fetched.': 'Das Repository ist größer, als geholt wird.',
  'Fetching it took too long.': 'Das Holen hat zu lange gedauert.',
  'Try again later.': 'Versuchen Sie es später noch einmal.',
  'Fetching it was stopped.': 'Das Holen wurde angehalten.',
  'Install it again.': 'Installieren Sie es noch einmal.',
  'The repository needs a password, or is not there, and nobody is asked.':
    'Das Repository verlangt ein Passwort oder ist nicht da, und niemand wird gefragt.',
  'It leads to something else than https (git: {said}).': 'Es führt zu etwas anderem als https (git: {said}).',
  'Give its own https URL.': 'Geben Sie die eigene https-URL an.',
  'It cannot be fetched (git: {said}).': 'Es lässt sich nicht holen (git: {said}).',
  'It cannot be fetched (git: no message).': 'Es lässt sich nicht holen (Git meldet nichts).',
  'Look at the URL, and at the network.': 'Sehen Sie nach der URL und nach dem Netz.',
  'The page of a skill is written {page}, in exactly these capitals.':
    'Die Seite eines Skills heißt {page}, in genau dieser Schreibweise.',
  'No folder in it holds a {page}, so there is no skill in it.':
    'Kein Ordner darin enthält {page}, darum ist kein Skill darin.',
  'Add {page}: what the skill is for and how it is used.':
    'Fügen Sie {page} hinzu: wozu der Skill dient und wie er benutzt wird.',
  'Windows has the name {name:quoted} for a device, or cuts the dot at its end.':
    'Unter Windows ist {name} der Name eines Geräts, oder der Punkt am Ende wird abgeschnitten.',
  'Give the skill another name.': 'Geben Sie dem Skill einen anderen Namen.',
  'Give it another name in its frontmatter.': 'Geben Sie ihm in seinem Kopf einen anderen Namen.',
  'A skill named {name:quoted} comes with Skillet.': 'Ein Skill namens {name} ist in Skillet enthalten.',
  'Another skill of the same source, in {dir:quoted}, is named {name:quoted} too.':
    'Ein anderer Skill derselben Quelle, in {dir}, heißt auch {name}.',
  'The source holds no skill named {name:quoted} that is not installed yet.':
    'Die Quelle enthält keinen Skill namens {name}, der noch nicht installiert ist.',
  'It holds: {names}.': 'Sie enthält: {names}.',
  'Folders may be nested {deepest} deep; this lies deeper.':
    'Ordner dürfen {deepest} Ebenen tief verschachtelt sein; das hier liegt tiefer.',
  'Move it further up.': 'Verschieben Sie es weiter nach oben.',
  'The name is there twice.': 'Der Name ist zweimal da.',
  'Keep one of the two.': 'Behalten Sie eines von beiden.',
  'A file may have {most} MiB; this one has {bytes} bytes.':
    'Eine Datei darf {most} MiB haben; diese hat {bytes} Byte.',
  'All files together may have {most} MiB; with this one they have more.':
    'Alle Dateien zusammen dürfen {most} MiB haben; mit dieser sind es mehr.',
  'Keep only what belongs to the skill.': 'Behalten Sie nur, was zum Skill gehört.',
  'The name is not UTF-8.': 'Der Name ist kein UTF-8.',
  'A name may not hold a backslash.': 'Ein Name darf keinen umgekehrten Schrägstrich enthalten.',
  'Use / between folders.': 'Trennen Sie Ordner durch /.',
  'The path is absolute and would lead out of the skill.': 'Der Pfad ist absolut und würde aus dem Skill hinausführen.',
  'Use paths within the skill.': 'Benutzen Sie Pfade innerhalb des Skills.',
  'The path has a part {part:quoted}, which leads elsewhere.': 'Der Pfad hat einen Teil {part}, der anderswohin führt.',
  'Use plain paths within the skill.': 'Benutzen Sie einfache Pfade innerhalb des Skills.',
  'A part of the path is empty.': 'Ein Teil des Pfads ist leer.',
  'The name holds characters that cannot be seen.': 'Der Name enthält unsichtbare Zeichen.',
  'The name holds one of < > : " | ? *, which mean something else on Windows.':
    'Der Name enthält eines von < > : " | ? *, die unter Windows etwas anderes bedeuten.',
  'Windows has the name for a device, or cuts the dot or space at its end.':
    'Unter Windows ist das der Name eines Geräts, oder Punkt oder Leerzeichen am Ende werden abgeschnitten.',
  'A name may have {most} bytes; this one has more.': 'Ein Name darf {most} Byte haben; dieser hat mehr.',
  'Shorten it.': 'Kürzen Sie ihn.',
  'This is not a URL.': 'Das ist keine URL.',
  'Look for a typing mistake.': 'Suchen Sie nach einem Tippfehler.',
  'Take it out; a repository that needs one can be cloned by yourself and installed as a folder.':
    'Nehmen Sie das heraus; ein Repository, das ein Passwort verlangt, können Sie selbst klonen und als Ordner installieren.',
  'The URL holds a name or a password, which would be kept on record.':
    'Die URL enthält einen Namen oder ein Passwort, und das bliebe in der Aufzeichnung.',
  'Give the URL that git clone takes.': 'Geben Sie die URL an, die git clone nimmt.',
  'The URL of a repository has no part after ? or #.': 'Die URL eines Repositorys hat keinen Teil nach ? oder #.',
  'This URL leads to no file of this computer.': 'Diese URL führt zu keiner Datei dieses Computers.',
  'Give its path.': 'Geben Sie den Pfad an.',
  'Name what it points to: {path}': 'Nennen Sie, worauf er zeigt: {path}',
  'Give the folder of a skill, a .zip, or the https URL of a git repository.':
    'Geben Sie den Ordner eines Skills, eine ZIP-Datei oder die https-URL eines Git-Repositorys an.',
  'It is neither a folder nor a .zip.': 'Das ist weder ein Ordner noch eine ZIP-Datei.',
  'Look for a typing mistake, and at the permissions.':
    'Suchen Sie nach einem Tippfehler, und sehen Sie nach den Rechten.',
  'It is a symbolic link that leads nowhere: {problem:said}.':
    'Das ist ein symbolischer Link, der nirgendwohin führt: {problem}.',
  'Name the folder itself.': 'Nennen Sie den Ordner selbst.',
  '{scheme:piece} is not fetched from: it can run programs, ask for passwords, or be changed on the way.':
    'Über {scheme} wird nichts geholt: Es kann Programme ausführen, nach Passwörtern fragen oder unterwegs verändert werden.',
  'Use an https URL, or a path of this computer.': 'Benutzen Sie eine https-URL oder einen Pfad dieses Computers.',
  'A skill named {name:quoted} is installed already.': 'Ein Skill namens {name} ist schon installiert.',
  'Replace it (--replace), or give this one another name.':
    'Ersetzen Sie ihn (--replace), oder geben Sie diesem einen anderen Namen.',
  'The folder {folder:quoted} is taken by an installed skill of another name, {other:quoted}.':
    'Der Ordner {folder} gehört schon einem installierten Skill mit anderem Namen, {other}.',
  'Remove {other:quoted} first, or give this one another name.':
    'Entfernen Sie zuerst {other}, oder geben Sie diesem einen anderen Namen.',
  'the disk is full': 'das Laufwerk ist voll',
  'Free some space, then install it again.': 'Schaffen Sie Platz, und installieren Sie dann noch einmal.',
  'Look at the permissions of the data folder.': 'Sehen Sie nach den Rechten des Datenordners.',
  'It could not be installed: {why:said}. Nothing of it was kept.':
    'Es ließ sich nicht installieren: {why}. Nichts davon wurde behalten.',

  'The archive has {bytes} bytes; {most} are taken at most.':
    'Das Archiv hat {bytes} Byte; genommen werden höchstens {most}.',
  'Leave out what does not belong to the skill.': 'Lassen Sie weg, was nicht zum Skill gehört.',
  'it is not a regular file': 'es ist keine normale Datei',
  'The archive cannot be read: {why:said}.': 'Das Archiv ist nicht lesbar: {why}.',
  'Its list of files holds more than it counts.': 'Seine Dateiliste enthält mehr, als sie zählt.',
  'It is not a clean zip archive ({problem}).': 'Das ist kein sauberes ZIP-Archiv ({problem}).',
  'It says that it has {bytes} bytes, and has {count}.': 'Es gibt {bytes} Byte an und hat {count}.',
  'It says that it has {bytes} bytes, and has more.': 'Es gibt {bytes} Byte an und hat mehr.',
  'Its checksum does not fit: it was damaged on the way.': 'Die Prüfsumme stimmt nicht: Es wurde unterwegs beschädigt.',
  'Its content cannot be unpacked ({problem}).': 'Der Inhalt lässt sich nicht entpacken ({problem}).',
  'Bytes that belong to no file follow its content.': 'Auf den Inhalt folgen Bytes, die zu keiner Datei gehören.',
  'A name in it is not UTF-8.': 'Ein Name darin ist kein UTF-8.',
  'Rename the file and pack again.': 'Benennen Sie die Datei um, und packen Sie noch einmal.',
  'It is encrypted.': 'Es ist verschlüsselt.',
  'Pack it again without a password.': 'Packen Sie noch einmal, ohne Passwort.',
  'It is packed by method {method}.': 'Es ist mit dem Verfahren {method} gepackt.',
  'Pack it again with an ordinary zip program.': 'Packen Sie noch einmal, mit einem gewöhnlichen ZIP-Programm.',
  'It is a symbolic link; a skill holds files and folders alone.':
    'Das ist ein symbolischer Link; ein Skill enthält nur Dateien und Ordner.',
  'It is a pipe, a socket or a device; a skill holds files and folders alone.':
    'Das ist eine Pipe, ein Socket oder ein Gerät; ein Skill enthält nur Dateien und Ordner.',
  'Its name and its kind disagree: is it a file or a folder?':
    'Name und Art widersprechen sich: Ist es eine Datei oder ein Ordner?',
  'Pack it again.': 'Packen Sie noch einmal.',
  'It says that it is larger than 4 GB.': 'Es gibt an, größer als 4 GB zu sein.',
  'It is a folder and has content.': 'Das ist ein Ordner und hat Inhalt.',
  'It grows more than {ratio} times when it is unpacked ({packed} to {unpacked} bytes).':
    'Es wächst beim Entpacken auf mehr als das {ratio}-Fache ({packed} zu {unpacked} Byte).',
  'Leave it out, or shorten it.': 'Lassen Sie es weg, oder kürzen Sie es.',
  'It does not lie where the list of files says ({problem}).':
    'Es liegt nicht dort, wo die Dateiliste es angibt ({problem}).',
  'It has another name in front of its content than in the list of files.':
    'Vor dem Inhalt steht ein anderer Name als in der Dateiliste.',
  'It is described in two ways that contradict each other.':
    'Es ist auf zwei Arten beschrieben, die einander widersprechen.',
  'It gives two different sizes for itself.': 'Es gibt für sich zwei verschiedene Größen an.',
  'It is not a whole zip archive: its end is missing.': 'Das ist kein vollständiges ZIP-Archiv: Das Ende fehlt.',
  'Download or pack it again.': 'Laden oder packen Sie es noch einmal.',
  'There are bytes after its end, or its comment is cut.':
    'Nach dem Ende stehen noch Bytes, oder der Kommentar ist abgeschnitten.',
  'Its comment holds an archive of its own.': 'Der Kommentar enthält ein eigenes Archiv.',
  'It is written in the form for archives over 4 GB.': 'Es ist in der Form für Archive über 4 GB geschrieben.',
  'It is one part of several.': 'Es ist ein Teil von mehreren.',
  'Its list of files does not lie where its end says, so something hides in it.':
    'Die Dateiliste liegt nicht dort, wo das Ende es angibt; darin versteckt sich etwas.',
  'There are bytes before its first file: it may be a program as well as an archive.':
    'Vor der ersten Datei stehen Bytes: Es könnte auch ein Programm sein, nicht nur ein Archiv.',
  'It shares bytes with another file of the archive.': 'Es teilt sich Bytes mit einer anderen Datei des Archivs.',
  'Before it lie bytes that belong to no file.': 'Davor liegen Bytes, die zu keiner Datei gehören.',
} as const
