/** What goes wrong between Skillet and the model server. */
export const MODEL_FAULTS = {
  'Ollama does not answer at {host}. Start it (ollama serve), or correct the host in Settings.':
    'Ollama antwortet nicht unter {host}. Starten Sie es (ollama serve), oder berichtigen Sie die Adresse in den Einstellungen.',
  'Ollama does not answer at {host} ({code}). Start it (ollama serve), or correct the host in Settings.':
    'Ollama antwortet nicht unter {host} ({code}). Starten Sie es (ollama serve), oder berichtigen Sie die Adresse in den Einstellungen.',
  'Ollama has no model yet. Fetch one: ollama pull {model}':
    'Ollama hat noch kein Modell. Laden Sie eines herunter: ollama pull {model}',
  'Ollama has only models that cannot chat ({models}). Fetch one that can: ollama pull {model}':
    'Ollama hat nur Modelle, die nicht chatten können ({models}). Laden Sie eines herunter, das es kann: ollama pull {model}',
  'Skillet itself failed: {problem}': 'In Skillet selbst ist ein Fehler aufgetreten: {problem}',
} as const
