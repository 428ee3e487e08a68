/** What goes wrong between Skillet and the model server. */
export const MODEL_FAULTS = {
  'Ollama ended the answer before it was complete. Ask again.':
    'Ollama hat die Antwort beendet, bevor sie vollständig war. Fragen Sie noch einmal.',
  'The connection to Ollama was cut in the middle of the answer.':
    'Die Verbindung zu Ollama brach mitten in der Antwort ab.',
  'Ollama sent nothing for {seconds} s. Look whether it still runs, then ask again.':
    'Ollama hat {seconds} s lang nichts gesendet. Sehen Sie nach, ob es noch läuft, und fragen Sie dann noch einmal.',
  'Ollama sent {what:said}; the answer was ended.': 'Ollama hat {what} gesendet; die Antwort wurde beendet.',
  'more than {most} MiB': 'mehr als {most} MiB',
  'a line of more than 1 MiB': 'eine Zeile von mehr als 1 MiB',
  'What answers there is not Ollama. Correct the host in Settings.':
    'Was dort antwortet, ist nicht Ollama. Berichtigen Sie die Adresse in den Einstellungen.',
  'What answers at the host is not Ollama. Correct the host in Settings.':
    'Was unter der Adresse antwortet, ist nicht Ollama. Berichtigen Sie die Adresse in den Einstellungen.',
  'Ollama sent a line that cannot be read, in the middle of the answer.':
    'Ollama hat mitten in der Antwort eine Zeile gesendet, die nicht lesbar ist.',
  'The host sends the request elsewhere, and Skillet does not follow. Correct the host in Settings.':
    'Die Adresse leitet die Anfrage anderswohin, und Skillet folgt dem nicht. Berichtigen Sie die Adresse in den Einstellungen.',
  'The host answers with {what:said}: another program or a proxy, not Ollama. Correct the host in Settings.':
    'Unter der Adresse kommt als Antwort {what}: ein anderes Programm oder ein Proxy, nicht Ollama. Berichtigen Sie die Adresse in den Einstellungen.',
  'a web page': 'eine Webseite',
  'something that is not JSON': 'etwas, das kein JSON ist',
  'something that is not HTTP': 'etwas, das kein HTTP ist',
  'Ollama sent far more than this request is for.': 'Ollama hat weit mehr gesendet, als diese Anfrage verlangt.',
  'The connection was closed before any answer. Look whether Ollama still runs, then ask again.':
    'Die Verbindung wurde vor jeder Antwort geschlossen. Sehen Sie nach, ob Ollama noch läuft, und fragen Sie dann noch einmal.',
  '{text:piece} is not an address. Write it like {example}.':
    '{text} ist keine Adresse. Schreiben Sie sie wie {example}.',
  '{text:piece}: Ollama speaks http or https. Write it like {example}.':
    '{text}: Ollama spricht http oder https. Schreiben Sie die Adresse wie {example}.',
  'Ollama {version} is too old: Skillet needs {needed} or newer. Update Ollama.':
    'Ollama {version} ist zu alt: Skillet braucht {needed} oder neuer. Aktualisieren Sie Ollama.',
  'This chat is longer than the context of {model:said}. Shorten it, start a new one, or allow more context.':
    'Dieser Chat ist länger als der Kontext von {model}. Kürzen Sie ihn, beginnen Sie einen neuen, oder erlauben Sie mehr Kontext.',
  '{model:said} cannot think aloud. Turn thinking off, or choose another model.':
    '{model} kann nicht laut nachdenken. Schalten Sie das Nachdenken aus, oder wählen Sie ein anderes Modell.',
  '{model:said} cannot call tools. Choose a model that can, such as qwen3.':
    '{model} kann keine Werkzeuge aufrufen. Wählen Sie ein Modell, das es kann, etwa qwen3.',
  '{model:said} cannot chat: it is made for something else, such as embeddings. Choose another model.':
    '{model} kann nicht chatten: Es ist für anderes gemacht, etwa für Embeddings. Wählen Sie ein anderes Modell.',
  'There is not enough memory for {model:said}. Close programs, allow less context, or choose a smaller model.':
    'Der Speicher reicht nicht für {model}. Schließen Sie Programme, erlauben Sie weniger Kontext, oder wählen Sie ein kleineres Modell.',
  '{model:said} wrote a call that Ollama could not read. Ask again.':
    '{model} hat einen Aufruf geschrieben, den Ollama nicht lesen konnte. Fragen Sie noch einmal.',
  'Ollama lost {model:said} while it worked, most often for want of memory. Ask again, or allow less context.':
    'Ollama hat {model} während der Arbeit verloren, meist weil Speicher fehlt. Fragen Sie noch einmal, oder erlauben Sie weniger Kontext.',
  'the model': 'das Modell',
  'Ollama does not answer at {host}. Start it (ollama serve), or correct the host in Settings.':
    'Ollama antwortet nicht unter {host}. Starten Sie es (ollama serve), oder berichtigen Sie die Adresse in den Einstellungen.',
  'Ollama does not answer at {host} ({code}). Start it (ollama serve), or correct the host in Settings.':
    'Ollama antwortet nicht unter {host} ({code}). Starten Sie es (ollama serve), oder berichtigen Sie die Adresse in den Einstellungen.',
  'Ollama has no model {model}. Get it with: ollama pull {again}':
    'Ollama hat kein Modell {model}. Holen Sie es mit: ollama pull {again}',
  'Ollama says: {said}': 'Ollama meldet: {said}',
  'This Ollama is too old for {model:said}. Update Ollama.':
    'Dieses Ollama ist zu alt für {model}. Aktualisieren Sie Ollama.',
  'The registry has no model {model:said}. Look for its name at https://ollama.com/library':
    'Das Verzeichnis hat kein Modell {model}. Suchen Sie seinen Namen auf https://ollama.com/library',
  'The disk is full, and {model:said} is not complete. Make room, then fetch it again: it goes on where it was.':
    'Das Laufwerk ist voll, und {model} ist nicht vollständig. Schaffen Sie Platz, und laden Sie es noch einmal herunter: Es geht dort weiter, wo es war.',
  'Ollama cannot reach the registry for {model:said}. Look at its network, then fetch it again.':
    'Ollama erreicht das Verzeichnis für {model} nicht. Sehen Sie nach dem Netz, und laden Sie es dann noch einmal herunter.',
  'The model asked for more than {most} calls in one answer; none of them was run. Ask again.':
    'Das Modell hat in einer Antwort um mehr als {most} Aufrufe gebeten; keiner davon wurde ausgeführt. Fragen Sie noch einmal.',
  '{host:piece} is another computer and speaks plain http: anyone on the way could read your prompts. Allow it in Settings, or use https.':
    '{host} ist ein anderer Computer und spricht unverschlüsseltes http: Wer unterwegs mithört, könnte Ihre Eingaben lesen. Erlauben Sie es in den Einstellungen, oder benutzen Sie https.',
  'Nothing answers at {host}, but Ollama answers at {other}. Use that one.':
    'Unter {host} antwortet nichts, aber Ollama antwortet unter {other}. Benutzen Sie diese Adresse.',
  'Ollama is installed but does not run: nothing answers at {host}. Start it.':
    'Ollama ist installiert, läuft aber nicht: Unter {host} antwortet nichts. Starten Sie es.',
  'Ollama is not installed here, and nothing answers at {host}. Get it from https://ollama.com/download':
    'Ollama ist hier nicht installiert, und unter {host} antwortet nichts. Holen Sie es von https://ollama.com/download',
  'Ollama has no model yet. Fetch one: ollama pull {model}':
    'Ollama hat noch kein Modell. Laden Sie eines herunter: ollama pull {model}',
  'Ollama has only models that cannot chat ({models}). Fetch one that can: ollama pull {model}':
    'Ollama hat nur Modelle, die nicht chatten können ({models}). Laden Sie eines herunter, das es kann: ollama pull {model}',
  'Skillet itself failed: {problem}': 'In Skillet selbst ist ein Fehler aufgetreten: {problem}',
  'Skillet itself failed; what happened is on record.':
    'In Skillet selbst ist ein Fehler aufgetreten; was geschah, steht in der Aufzeichnung.',
  '{model:piece} was trained for {most} tokens: a context of {context} is more than it can hold. Say {again} or less.':
    '{model} wurde für {most} Token trainiert: Ein Kontext von {context} ist mehr, als es fassen kann. Geben Sie {again} oder weniger an.',
  '{model:piece} cannot see pictures. Choose a model with vision in Models, or remove what is attached and send the text alone.':
    '{model} kann keine Bilder sehen. Wählen Sie unter „Modelle“ eines, das es kann, oder entfernen Sie, was angehängt ist, und senden Sie nur den Text.',
} as const
