import type { MODELS as EN } from '../en/models.ts'

export const MODELS: Readonly<Record<keyof typeof EN, string>> = {
  'answer-incomplete': 'Ollama hat aufgehört, bevor die Antwort vollständig war. Fragen Sie noch einmal.',
  'connection-lost': 'Die Verbindung zu Ollama brach mitten in der Antwort ab.',
  'ollama-silent':
    'Ollama hat {seconds} s lang nichts gesendet. Prüfen Sie, ob es noch läuft, und versuchen Sie es dann noch einmal.',
  'ollama-sent-too-much': 'Ollama hat {what} gesendet, darum wurde die Antwort beendet.',
  'more-than-mib': 'mehr als {most} MiB',
  'line-over-1-mib': 'eine Zeile von mehr als 1 MiB',
  'not-ollama-there':
    'Das Programm, das dort antwortet, ist nicht Ollama. Berichtigen Sie die Adresse in den Einstellungen.',
  'not-ollama':
    'Das Programm, das unter dieser Adresse antwortet, ist nicht Ollama. Berichtigen Sie die Adresse in den Einstellungen.',
  'ollama-line-unreadable': 'Ollama hat mitten in der Antwort eine Zeile gesendet, die nicht lesbar ist.',
  'host-redirects':
    'Die Adresse leitet die Anfrage anderswohin, und Skillet folgt dem nicht. Berichtigen Sie die Adresse in den Einstellungen.',
  'host-answers-otherwise':
    'Unter der Adresse kommt als Antwort {what}: ein anderes Programm oder ein Proxy, nicht Ollama. Berichtigen Sie die Adresse in den Einstellungen.',
  'a-web-page': 'eine Webseite',
  'not-json': 'etwas, das kein JSON ist',
  'not-http': 'etwas, das kein HTTP ist',
  'ollama-reply-too-large': 'Ollama hat weit mehr gesendet, als diese Anfrage braucht.',
  'closed-before-answer':
    'Die Verbindung wurde vor jeder Antwort geschlossen. Prüfen Sie, ob Ollama noch läuft, und versuchen Sie es dann noch einmal.',
  'address-invalid': '{text} ist keine Adresse. Schreiben Sie sie wie {example}.',
  'address-not-http': '{text}: Ollama benutzt http oder https. Schreiben Sie die Adresse wie {example}.',
  'ollama-too-old': 'Ollama {version} ist zu alt: Skillet braucht {needed} oder neuer. Aktualisieren Sie Ollama.',
  'context-exceeded':
    'Dieser Chat ist länger als der Kontext von {model}. Kürzen Sie ihn, beginnen Sie einen neuen, oder erlauben Sie mehr Kontext.',
  'model-cannot-think': '{model} unterstützt kein Nachdenken. Schalten Sie es aus, oder wählen Sie ein anderes Modell.',
  'model-cannot-call-tools': '{model} unterstützt keine Werkzeuge. Wählen Sie ein Modell, das es kann, etwa qwen3.',
  'model-cannot-chat':
    '{model} kann nicht chatten: Es ist für anderes gemacht, etwa für Embeddings. Wählen Sie ein anderes Modell.',
  'not-enough-memory':
    'Der Speicher reicht nicht für {model}. Schließen Sie Programme, erlauben Sie weniger Kontext, oder wählen Sie ein kleineres Modell.',
  'model-call-unreadable':
    '{model} hat einen Aufruf geschrieben, den Ollama nicht lesen konnte. Fragen Sie noch einmal.',
  'model-crashed':
    'Ollama hat {model} während der Antwort verloren, meist weil der Speicher nicht reichte. Fragen Sie noch einmal, oder erlauben Sie weniger Kontext.',
  'the-model': 'das Modell',
  'model-not-installed': 'Ollama hat kein Modell {model}. Laden Sie es herunter mit: ollama pull {again}',
  'ollama-says': 'Ollama meldet: {said}',
  'ollama-too-old-for-model': 'Dieses Ollama ist zu alt für {model}. Aktualisieren Sie Ollama.',
  'model-not-in-library': 'Die Bibliothek hat kein Modell {model}. Suchen Sie es auf https://ollama.com/library',
  'disk-full-for-model':
    'Das Laufwerk ist voll, darum ist {model} unvollständig. Schaffen Sie Platz, und laden Sie es noch einmal herunter: Es geht dort weiter, wo es aufgehört hat.',
  'library-unreachable':
    'Ollama erreicht die Bibliothek nicht, um {model} herunterzuladen. Prüfen Sie das Netz, und versuchen Sie es noch einmal.',
  'too-many-calls-asked':
    'Das Modell hat in einer Antwort um mehr als {most} Aufrufe gebeten, darum wurde keiner ausgeführt. Fragen Sie noch einmal.',
  'plain-http-elsewhere':
    '{host} ist ein anderer Computer und benutzt unverschlüsseltes http: Jeder im Netz kann Ihre Eingaben lesen. Erlauben Sie es in den Einstellungen, oder benutzen Sie https.',
  'ollama-at-other-address':
    'Unter {host} antwortet nichts, aber Ollama antwortet unter {other}. Benutzen Sie diese Adresse.',
  'ollama-not-running': 'Ollama ist installiert, läuft aber nicht: Unter {host} antwortet nichts. Starten Sie es.',
  'ollama-not-installed':
    'Ollama ist nicht installiert, und unter {host} antwortet nichts. Laden Sie es herunter: https://ollama.com/download',
  'ollama-unreachable':
    'Ollama antwortet unter {host} nicht. Starten Sie es (ollama serve), oder berichtigen Sie die Adresse in den Einstellungen.',
  'ollama-unreachable-because':
    'Ollama antwortet unter {host} nicht ({why}). Starten Sie es (ollama serve), oder berichtigen Sie die Adresse in den Einstellungen.',
  'no-model-yet': 'Ollama hat noch kein Modell. Laden Sie eines herunter: ollama pull qwen3:4b',
  'no-chat-model':
    'Ollama hat nur Modelle, die nicht chatten können ({models}). Laden Sie eines herunter, das es kann: ollama pull qwen3:4b',
  stopped: 'Angehalten.',
}
