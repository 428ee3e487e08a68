import type { HTTP as EN } from '../en/http.ts'

export const HTTP: Readonly<Record<keyof typeof EN, string>> = {
  'address-too-long': 'Die Adresse ist länger als {most} Zeichen.',
  'address-unseen':
    'Die Adresse enthält Leerzeichen oder unsichtbare Zeichen. Schreiben Sie sie mit Prozentzeichen, ein Leerzeichen als %20.',
  'address-backslash':
    'Die Adresse enthält einen Backslash, den Programme verschieden lesen. Verwenden Sie / oder %5C.',
  'address-scheme': 'Eine Adresse muss mit https:// oder http:// beginnen.',
  'address-user': 'Die Adresse enthält einen Benutzernamen oder ein Passwort (name@host). Lassen Sie das weg.',
  'address-port': 'Die Adresse hat den Port {port}. Ein Port ist eine Zahl von 1 bis 65535.',
  'address-no-host': 'Die Adresse hat keinen Host.',
  'address-host': '{host} ist kein gültiger Hostname.',
  'address-ipv4':
    '{host} ist eine unübliche Schreibweise einer IP-Adresse. Schreiben Sie vier Zahlen von 0 bis 255, etwa 192.0.2.1.',
  'address-ipv6': '{host} ist keine gültige IPv6-Adresse. Zonen (%eth0) werden nicht unterstützt.',
  'address-dot': 'Der Hostname {host} endet mit einem Punkt. Lassen Sie den Punkt weg.',
  'host-unknown': 'Es gibt keinen Host namens {host}, oder seine Adresse lässt sich nicht ermitteln.',
  'host-inner':
    '{host} führt zu {address}, also zu diesem Computer oder in ein Netz um ihn herum. Erlauben Sie diesen Host selbst, wenn ein Werkzeug ihn nutzen darf.',
  'host-inner-by-name':
    '{host} führt zu {address}, also zu diesem Computer oder in ein Netz um ihn herum. Erlauben lässt sie sich nur, wo sie selbst genannt ist: Schreiben Sie {address} statt {host}.',
  'http-method': 'Die Methode {method} wird nicht unterstützt. Möglich sind {methods}.',
  'http-body-method': 'Eine {method}-Anfrage kann keinen Inhalt haben. Setzen Sie body auf none.',
  'http-header-name':
    'Die Kopfzeile {name} lässt sich nicht setzen: Skillet setzt sie selbst, oder sie ist ungültig oder doppelt.',
  'http-header-value': 'Der Wert der Kopfzeile {name} enthält andere Zeichen als einfachen ASCII-Text.',
  'http-template-origin': 'In {template} dürfen nur Pfad und Abfrage Parameter enthalten, nicht der Host.',
  'http-url-missing': 'Das Argument {param} ist Teil der Adresse. Geben Sie ihm einen Wert.',
  'http-path-climbs': 'Ein Wert für {segment} enthält . oder .. als Pfadteil; das würde den Pfad ändern.',
  'http-too-deep': 'Die Argumente sind mehr als {most} Ebenen tief verschachtelt.',
  'http-ill-formed': 'Ein Argument enthält ein halbes Unicode-Zeichen.',
  'http-body-too-long': 'Der Inhalt hat {bytes} Bytes. Höchstens {most} werden gesendet.',
  'http-not-granted': 'Anfragen an {origin} wurden nicht erlaubt.',
  'http-secret-value': 'Das Geheimnis {name} enthält Zeichen, die in einer Kopfzeile nicht möglich sind.',
  'http-timed-out': 'Die Anfrage dauerte länger als {ms} ms.',
  'http-headers-late': '{origin} hat seine Kopfzeilen nicht innerhalb von {ms} ms gesendet.',
  'http-headers-too-large': '{origin} hat mehr als {most} Bytes Kopfzeilen gesendet.',
  'http-headers-too-many': '{origin} hat mehr als {most} Kopfzeilen gesendet.',
  'http-refused': '{origin} hat die Verbindung abgelehnt. Prüfen Sie, ob der Server läuft.',
  'http-unreachable': '{origin} ist nicht erreichbar ({code}). Prüfen Sie das Netz.',
  'http-certificate': 'Dem Zertifikat von {host} wird nicht vertraut ({code}).',
  'http-closed': '{origin} hat die Verbindung ohne Antwort geschlossen.',
  'http-not-http': '{origin} hat eine Antwort gesendet, die kein gültiges HTTP ist ({code}).',
  'http-encoding': '{origin} hat die Antwort mit {encoding} komprimiert; das wird nicht unterstützt.',
  'http-unpack': 'Die Antwort von {origin} lässt sich nicht entpacken ({encoding}).',
  'http-too-large': 'Die Antwort von {origin} ist größer als {most} Bytes.',
  'http-body-cut': 'Die Verbindung zu {origin} brach nach {bytes} Bytes der Antwort ab.',
  'http-body-short': '{origin} hat {declared} Bytes angekündigt und {bytes} gesendet.',
  'http-body-long': '{origin} hat {declared} Bytes angekündigt und mehr gesendet.',
  'http-binary': 'Die Antwort ist {type} mit {bytes} Bytes und wird nicht angezeigt.',
  'http-redirect-elsewhere':
    'Der Server leitet zu {target} weiter. Weiterleitungen zu einem anderen Ursprung ({origin}) werden nicht verfolgt. Rufen Sie diese Adresse selbst auf, wenn Sie ihr vertrauen.',
  'http-redirect-unreadable': 'Der Server leitet zu {target} weiter; das ist keine brauchbare Adresse.',
  'http-redirected': 'Der Server hat zu {addresses} weitergeleitet.',
  'http-redirects': 'Der Server hat mehr als {most}-mal weitergeleitet.',
  'http-status': 'Der Server antwortete {status}.',
}
