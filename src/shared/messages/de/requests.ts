import type { REQUESTS as EN } from '../en/requests.ts'

export const REQUESTS: Readonly<Record<keyof typeof EN, string>> = {
  'skillet-failed': 'In Skillet ist ein Fehler aufgetreten: {problem}',
  'skillet-failed-recorded': 'In Skillet ist ein Fehler aufgetreten. Einzelheiten stehen in der Aufzeichnung.',
  'context-too-long':
    '{model} wurde für {most} Token trainiert, darum ist ein Kontext von {context} zu lang. Nehmen Sie {again} oder weniger.',
  'model-cannot-see':
    '{model} kann keine Bilder sehen. Wählen Sie unter „Modelle“ eines, das es kann, oder entfernen Sie die Bilder, und senden Sie nur den Text.',
  'message-empty': 'Die Nachricht ist leer. Schreiben Sie zuerst etwas.',
  'chat-gone': 'Diesen Chat gibt es nicht mehr.',
  'chat-busy': 'Das Modell arbeitet gerade in diesem Chat. Halten Sie es an, oder warten Sie.',
  'chat-waits-for-approval': 'Ein Befehl in diesem Chat wartet auf Ihre Entscheidung. Entscheiden Sie zuerst.',
  'no-such-message': 'Diese Nachricht gibt es in diesem Chat nicht.',
  'message-not-queued': 'Diese Nachricht wartet nicht mehr: Sie wurde gesendet oder entfernt.',
  'chat-not-deleted': 'Ein solcher Chat wurde nicht gelöscht.',
  'file-not-attached': '{name} wurde nicht angehängt: {why}',
  'not-a-known-picture': 'es ist kein Bild in PNG, JPEG, WebP oder GIF. Speichern Sie es in einem dieser Formate.',
  'picture-without-size': 'die Größe des Bildes ist nicht lesbar. Speichern Sie es noch einmal mit einem Bildprogramm.',
  'picture-too-many-pixels':
    'es hat entpackt {width} × {height} Pixel; die Grenze sind 50 Millionen. Verkleinern Sie es zuerst.',
  'picture-too-large':
    'es hat {size} MB, und ein Bild darf {most} MB haben. Verkleinern Sie es, oder hängen Sie den Teil an, auf den es ankommt.',
  'not-a-file-to-attach': 'es ist keine Datei. Wählen Sie eine Textdatei oder ein Bild.',
  'text-too-large': 'es ist größer als 256 KiB. Hängen Sie den Teil an, auf den es ankommt.',
  'cannot-be-read-because': 'es ist nicht lesbar ({problem}).',
  'neither-text-nor-picture':
    'es ist weder UTF-8-Text noch ein Bild in PNG, JPEG, WebP oder GIF. Speichern Sie es in einem dieser Formate.',
  'texts-too-long-together':
    'mit den anderen sind es mehr als {most} Zeichen. Senden Sie es mit der nächsten Nachricht.',
  'too-many-pictures': 'eine Nachricht fasst {most} Bilder. Senden Sie es mit der nächsten.',
  'too-many-files-attached': 'Weitere {count} wurden nicht angehängt: Die Grenze sind {most} Dateien auf einmal.',
  'picture-not-in-record': 'Die Aufzeichnung enthält dieses Bild nicht.',
  'picture-gone': 'Eines der Bilder ist nicht mehr da. Entfernen Sie es, und hängen Sie es noch einmal an.',
  'file-not-written': '{file} ließ sich nicht schreiben: {problem}',
  'backup-gone': 'Eine Sicherung namens {backup} gibt es nicht mehr.',
  'no-such-call-in-record': 'Diesen Aufruf gibt es in der Aufzeichnung nicht.',
  'no-such-turn-in-record': 'Die Aufzeichnung dieses Chats hat keine solche Antwort.',
  'no-such-request-in-record': 'Diese Anfrage gibt es in der Aufzeichnung nicht.',
  'no-output-in-record': 'Die Aufzeichnung enthält keine Ausgabe dieses Laufs.',
  'request-not-restorable': 'Diese Anfrage lässt sich nicht so wiederherstellen, wie sie gesendet wurde. {remedy}',
  'verify-the-record': 'Prüfen Sie die Aufzeichnung im Verlauf: Dort steht, welcher Eintrag verändert wurde.',
  'arguments-not-object': 'Die Argumente sind kein JSON-Objekt: { "name": Wert }.',
  'arguments-not-json': 'Die Argumente sind kein JSON: {problem}',
  'chat-not-imported': '{name} wurde nicht importiert: {why}',
  'not-a-chat-file': 'es ist keine Datei. Wählen Sie einen Chat, den Skillet exportiert hat.',
  'chat-file-too-large': 'es hat {size} MB, und 50 MB sind das Höchste.',
  'chat-file-not-utf8': 'es ist kein Text in UTF-8.',
  'staging-gone': 'Das ist nicht mehr in Quarantäne. Wählen Sie die Quelle noch einmal.',
  'old-data-folder-gone': 'Den alten Datenordner gibt es nicht mehr.',
  'data-folder-fixed':
    'SKILLET_HOME oder --home legt den Datenordner fest. Verschieben Sie ihn selbst, während Skillet geschlossen ist, und tragen Sie dort den neuen ein.',
  'busy-so-not-moved':
    'Etwas läuft oder wartet auf Ihre Entscheidung. Lassen Sie es enden, oder halten Sie es an, und verschieben Sie dann die Daten.',
  'approval-gone': 'Diese Freigabe wartet nicht mehr, oder sie galt etwas anderem, als gezeigt wird.',
  'rule-not-offered': 'Diese Regel stand nicht zur Wahl. Wählen Sie eine, die die Freigabe zeigt.',
  'approval-being-confirmed': 'Sie bestätigen diese Freigabe gerade schon.',
  'rule-gone': 'Diese Regel gibt es nicht mehr.',
  'rule-kept': 'Die Regel bleibt.',
  'only-https-opened': 'Skillet öffnet nur https-Adressen. Diese können Sie stattdessen kopieren.',
  'folder-gone': '{folder} gibt es nicht mehr.',
  'folder-named-like-program':
    '{folder} heißt wie ein Programm, darum öffnet Skillet es nicht. Sehen Sie es sich in Ihrem Dateimanager an.',
  'folder-not-shown': '{folder} ließ sich nicht zeigen: {problem}',
  'no-such-request': 'Es gibt keinen Aufruf namens {name}.',
  'only-own-page': 'Nur die Seite von Skillet selbst darf das.',
  'host-used-until-then': 'Bis dahin wird {host} gefragt.',
  'ollama-host-wrong': 'OLLAMA_HOST: {problem}',
  'record-was-salvaged': '{reason} {count} Einträge waren lesbar und sind hier.',
  'damaged-file-kept': 'Die beschädigte Datei bleibt unter {path} vollständig erhalten.',
  'no-tray':
    'Dieser Desktop zeigt keine Symbole von Programmen im Hintergrund, darum beendet das Schließen des Fensters Skillet.',
  'get-tray-extension': 'Manche Desktops können es mit einer Erweiterung für „AppIndicator“.',
  'chat-file-empty':
    '{name} enthält keine Nachricht eines Chats. Wählen Sie einen Chat, den Skillet exportiert hat, als Markdown oder JSONL.',
  'chat-file-without-messages':
    '{name} enthält nur Befehle und andere Einträge, aber keine Nachricht eines Chats. Wählen Sie einen Chat, den Skillet exportiert hat, als Markdown oder JSONL.',
  'chat-file-unreadable-without-messages':
    '{name} enthält keine Nachricht eines Chats: Zeile {line} ist nicht lesbar, und es gibt nur Befehle und andere Einträge. Wählen Sie einen Chat, den Skillet exportiert hat, als Markdown oder JSONL.',
  'chat-file-unreadable':
    '{name} enthält keine Nachricht eines Chats: Zeile {line} ist nicht lesbar. Wählen Sie einen Chat, den Skillet exportiert hat, als Markdown oder JSONL.',
  'rules-void': 'Die Aufzeichnung Ihrer Regeln war beschädigt, darum läuft nichts mehr automatisch. {reason}',
  'review-rules':
    'Sehen Sie Ihre Regeln durch, legen Sie die gewünschten noch einmal an, und wählen Sie den Freigabemodus noch einmal.',
  'record-chain-broken': 'Die Kette der Aufzeichnung ist gebrochen.',
}
