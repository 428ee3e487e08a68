/** What main answers where something that the person asked for cannot be. */
export const REPLIES = {
  'The message is empty. Write something first.': 'Die Nachricht ist leer. Schreiben Sie zuerst etwas.',
  'This chat is not there any more.': 'Diesen Chat gibt es nicht mehr.',
  'The model is at work in this chat. Stop it, or wait for it.':
    'Das Modell arbeitet gerade in diesem Chat. Halten Sie es an, oder warten Sie.',
  'A command of this chat waits for your answer. Give it first.':
    'Ein Befehl dieses Chats wartet auf Ihre Antwort. Geben Sie sie zuerst.',
  'This chat holds no such message.': 'Diese Nachricht gibt es in diesem Chat nicht.',
  'This message does not wait any more: it was sent or removed.':
    'Diese Nachricht wartet nicht mehr: Sie wurde gesendet oder entfernt.',
  'No chat of that name was deleted.': 'Ein solcher Chat wurde nicht gelöscht.',
  '{name:piece} was not attached: {why:said}': '{name} wurde nicht angehängt: {why}',
  'it is not a picture in PNG, JPEG, WebP or GIF. Save it as one of these.':
    'es ist kein Bild in PNG, JPEG, WebP oder GIF. Speichern Sie es in einem dieser Formate.',
  'it does not say how large the picture is. Save it anew with a program that shows pictures.':
    'es sagt nicht, wie groß das Bild ist. Speichern Sie es neu mit einem Programm, das Bilder zeigt.',
  'it unfolds to {width} × {height} pixels, and 50 million are the most. Scale it down first.':
    'es hat entpackt {width} × {height} Pixel, und 50 Millionen sind das Höchste. Verkleinern Sie es zuerst.',
  'it has {size} MB, and a picture may have {most} MB. Make it smaller, or attach the part that matters.':
    'es hat {size} MB, und ein Bild darf {most} MB haben. Verkleinern Sie es, oder hängen Sie den Teil an, auf den es ankommt.',
  'it is not a file. Choose a text file or a picture.': 'es ist keine Datei. Wählen Sie eine Textdatei oder ein Bild.',
  'it is larger than 256 KiB. Attach the part that matters.':
    'es ist größer als 256 KiB. Hängen Sie den Teil an, auf den es ankommt.',
  'it cannot be read ({problem}).': 'es ist nicht lesbar ({problem}).',
  'it is not text in UTF-8, and no picture in PNG, JPEG, WebP or GIF. Save it as one of these.':
    'es ist kein Text in UTF-8 und kein Bild in PNG, JPEG, WebP oder GIF. Speichern Sie es in einem dieser Formate.',
  'with the others it makes more than {most} characters. Send it with the next message.':
    'mit den anderen sind es mehr als {most} Zeichen. Senden Sie es mit der nächsten Nachricht.',
  'a message takes {most} pictures. Send it with the next.':
    'eine Nachricht fasst {most} Bilder. Senden Sie es mit der nächsten.',
  '{count:piece} more were not attached: {most} files are the most at once.':
    'Weitere {count} wurden nicht angehängt: {most} Dateien sind das Höchste auf einmal.',
  'The record does not hold this picture.': 'Die Aufzeichnung enthält dieses Bild nicht.',
  'One of the pictures is not held any more. Remove it, and attach it again.':
    'Eines der Bilder ist nicht mehr da. Entfernen Sie es, und hängen Sie es noch einmal an.',
  '{file:piece} could not be written: {problem}': '{file} ließ sich nicht schreiben: {problem}',
  'There is no backup named {backup} any more.': 'Eine Sicherung namens {backup} gibt es nicht mehr.',
  'The record holds no such call.': 'Diesen Aufruf gibt es in der Aufzeichnung nicht.',
  'The record holds no such turn of this chat.': 'Diesen Ablauf gibt es in der Aufzeichnung dieses Chats nicht.',
  'The record holds no such request.': 'Diese Anfrage gibt es in der Aufzeichnung nicht.',
  'The record holds no output of this run.': 'Die Aufzeichnung enthält keine Ausgabe dieses Laufs.',
  'This request cannot be put together again as it was sent. {remedy:said}':
    'Diese Anfrage lässt sich nicht mehr so zusammensetzen, wie sie gesendet wurde. {remedy}',
  'Verify the record in Activity: it says which fact is not what was recorded.':
    'Prüfen Sie die Aufzeichnung im Verlauf: Dort steht, welcher Eintrag nicht mehr ist, was aufgezeichnet wurde.',
  'The arguments are not a JSON object: { "name": value }.': 'Die Argumente sind kein JSON-Objekt: { "name": Wert }.',
  'The arguments are not JSON: {problem}': 'Die Argumente sind kein JSON: {problem}',
  '{name:piece} was not imported: {why:said}': '{name} wurde nicht importiert: {why}',
  'it is not a file. Choose a chat that Skillet exported.':
    'es ist keine Datei. Wählen Sie einen Chat, den Skillet exportiert hat.',
  'it has {size} MB, and 50 MB are the most.': 'es hat {size} MB, und 50 MB sind das Höchste.',
  'it is not text in UTF-8.': 'es ist kein Text in UTF-8.',
  '{name:piece} holds no message of a chat.': '{name} enthält keine Nachricht eines Chats.',
  'The first line that cannot be read is line {line}.': 'Die erste nicht lesbare Zeile ist Zeile {line}.',
  'There are only commands and other facts in it.': 'Es sind nur Befehle und andere Einträge darin.',
  'Choose a chat that Skillet exported, as Markdown or JSONL.':
    'Wählen Sie einen Chat, den Skillet exportiert hat, als Markdown oder JSONL.',
  'This is not in quarantine any more. Choose the source again.':
    'Das ist nicht mehr in Quarantäne. Wählen Sie die Quelle noch einmal.',
  'The folder from before the move is not there any more.': 'Den Ordner von vor dem Umzug gibt es nicht mehr.',
  'The data folder was named by SKILLET_HOME or --home. Move it yourself while Skillet is closed, and name the new one there.':
    'Der Datenordner wurde durch SKILLET_HOME oder --home genannt. Verschieben Sie ihn selbst, während Skillet geschlossen ist, und nennen Sie dort den neuen.',
  'Something runs, or waits for your decision. Let it end or stop it, then move the data.':
    'Etwas läuft oder wartet auf Ihre Entscheidung. Lassen Sie es enden, oder halten Sie es an, und verschieben Sie dann die Daten.',
  'This approval does not wait any more, or it was for something else than what is shown.':
    'Diese Freigabe wartet nicht mehr, oder sie galt etwas anderem, als gezeigt wird.',
  'This was not offered to be remembered. Choose one of what the approval shows.':
    'Das stand nicht zum Merken zur Wahl. Wählen Sie etwas von dem, was die Freigabe zeigt.',
  'This approval is being confirmed already.': 'Diese Freigabe wird schon bestätigt.',
  'This rule is not there any more.': 'Diese Regel gibt es nicht mehr.',
  'The rule stays.': 'Die Regel bleibt.',
  'Only https addresses are opened. This one can be copied instead.':
    'Nur https-Adressen werden geöffnet. Diese können Sie stattdessen kopieren.',
  '{folder:piece} is not there any more.': '{folder} gibt es nicht mehr.',
  '{folder:piece} is named like a program, and is not opened. Look at it in your files.':
    '{folder} heißt wie ein Programm und wird nicht geöffnet. Sehen Sie es sich in Ihren Dateien an.',
  '{folder:piece} could not be shown: {problem}': '{folder} ließ sich nicht zeigen: {problem}',
  'the thread that reads a chat has ended': 'der Thread, der einen Chat liest, ist beendet',
  'Skillet itself failed at {where}: {problem:said}':
    'In Skillet selbst ist ein Fehler aufgetreten ({where}): {problem}',
  'There is no call named {name}.': 'Es gibt keinen Aufruf namens {name}.',
  '{call:piece}: the input is nested deeper than {deepest} levels.':
    '{call}: die Eingabe ist tiefer als {deepest} Ebenen verschachtelt.',
  '{call:piece}: the input is larger than {most} MiB.': '{call}: die Eingabe ist größer als {most} MiB.',
  'Only the page of Skillet itself may call.': 'Nur die Seite von Skillet selbst darf das.',

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

  'Until then {host} is asked.': 'Bis dahin wird {host} gefragt.',
  'OLLAMA_HOST: {problem:said}': 'OLLAMA_HOST: {problem}',
  'The record was damaged ({reason:said}). {count} facts could be read and are here.':
    'Die Aufzeichnung war beschädigt ({reason}). {count} Einträge waren lesbar und sind hier.',
  'The damaged file is kept whole at {path}.': 'Die beschädigte Datei bleibt unter {path} vollständig erhalten.',
  "The backup {backup} was put in the record's place.":
    'Die Sicherung {backup} ist an die Stelle der Aufzeichnung getreten.',
  'The record as it was before is kept whole at {path}.':
    'Die Aufzeichnung, wie sie vorher war, bleibt unter {path} vollständig erhalten.',
  'Your rules allow nothing any more, and everything asks: the record they stand in was damaged. {reason:said}':
    'Ihre Regeln erlauben nichts mehr, und alles fragt: Die Aufzeichnung, in der sie stehen, war beschädigt. {reason}',
  'Look through your rules, make the ones you want anew, and choose your run policy again.':
    'Sehen Sie Ihre Regeln durch, legen Sie die gewünschten neu an, und wählen Sie Ihre Freigabe noch einmal.',
  'This desktop has no place for the icon of a program in the background: closing the window ends Skillet.':
    'Dieser Desktop hat keinen Platz für das Symbol eines Programms im Hintergrund: Das Schließen des Fensters beendet Skillet.',
  'Some desktops get one by an extension for “AppIndicator” icons.':
    'Manche Desktops bekommen ihn durch eine Erweiterung für „AppIndicator“-Symbole.',

  '{folder:piece} is on another computer. {remedy:said}': '{folder} liegt auf einem anderen Computer. {remedy}',
  '{folder:piece} is on another computer ({system}). {remedy:said}':
    '{folder} liegt auf einem anderen Computer ({system}). {remedy}',
  '{folder:piece} and the data folder lie in each other.': '{folder} und der Datenordner liegen ineinander.',
  '{folder:piece} is in the folder of a skill. {remedy:said}': '{folder} liegt im Ordner eines Skills. {remedy}',
  'Commands may write to {folder}. {remedy:said}': 'Befehle dürfen nach {folder} schreiben. {remedy}',
  'Choose an empty folder elsewhere.': 'Wählen Sie anderswo einen leeren Ordner.',
  'The record needs a disk of this computer.': 'Die Aufzeichnung braucht ein Laufwerk dieses Computers.',
  '{folder:piece} is not a folder. {remedy:said}': '{folder} ist kein Ordner. {remedy}',
  '{folder:piece} holds a copy that was not finished. Delete what is in it, or choose another folder.':
    '{folder} enthält eine unfertige Kopie. Löschen Sie, was darin ist, oder wählen Sie einen anderen Ordner.',
  '{folder:piece} is not empty: it holds {name}. {remedy:said}': '{folder} ist nicht leer: Es enthält {name}. {remedy}',
  '{folder:piece} cannot be written to ({problem}). {remedy:said}':
    'In {folder} lässt sich nicht schreiben ({problem}). {remedy}',
  "{file:piece} should say where Skillet's data lies, and cannot be read.":
    '{file} soll angeben, wo die Daten von Skillet liegen, und ist nicht lesbar.',
  'Name the folder with SKILLET_HOME; or remove that file, and {folder} is used.':
    'Nennen Sie den Ordner mit SKILLET_HOME; oder entfernen Sie diese Datei, dann wird {folder} benutzt.',
  'The data folder {folder} is not there.': 'Der Datenordner {folder} ist nicht da.',
  'If it is on a drive, connect it and try again. To use another folder, name it with SKILLET_HOME.':
    'Liegt er auf einem Laufwerk, verbinden Sie es, und versuchen Sie es noch einmal. Einen anderen Ordner nennen Sie mit SKILLET_HOME.',
  'There is no room for the data: the disk of {folder} has {free} bytes left, and {needed} are needed.':
    'Für die Daten ist kein Platz: Auf dem Laufwerk von {folder} sind {free} Byte frei, und {needed} werden gebraucht.',
  'Free some space there, or choose another folder. The data stay where they are.':
    'Schaffen Sie dort Platz, oder wählen Sie einen anderen Ordner. Die Daten bleiben, wo sie sind.',
  '{folder:piece} is not empty any more.': '{folder} ist nicht mehr leer.',
  'Choose an empty folder. The data stay where they are.':
    'Wählen Sie einen leeren Ordner. Die Daten bleiben, wo sie sind.',
  'The copy of {file} is not what was copied.': 'Die Kopie von {file} ist nicht, was kopiert wurde.',
  'Check that disk, or choose another. The data stay where they are.':
    'Prüfen Sie dieses Laufwerk, oder wählen Sie ein anderes. Die Daten bleiben, wo sie sind.',
  'These are the data as they were on {day}, before they were moved to {folder}.':
    'Das sind die Daten vom {day}, bevor sie nach {folder} verschoben wurden.',
  'What is done now stays here alone. Start Skillet again once {folder} is there.':
    'Was jetzt geschieht, bleibt nur hier. Starten Sie Skillet neu, sobald {folder} da ist.',
} as const
