export const SETTINGS = {
  'Search settings': 'Einstellungen durchsuchen',
  'All settings': 'Alle Einstellungen',
  'No matching settings': 'Keine passenden Einstellungen',
  Appearance: 'Erscheinungsbild',
  'Light or dark colors.': 'Helle oder dunkle Farben.',
  'Match system': 'Wie das System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'Text size': 'Textgröße',
  'For everything in the window.': 'Für alles im Fenster.',
  Small: 'Klein',
  Normal: 'Normal',
  Large: 'Groß',
  Largest: 'Sehr groß',
  'Approval mode': 'Freigabemodus',
  'When commands need your approval. Destructive commands always ask. You can change this per chat.':
    'Wann Befehle Ihre Freigabe brauchen. Destruktive Befehle fragen immer. Sie können dies pro Chat ändern.',
  'Skills can only run scripts you allowed. “Off” blocks all scripts.':
    'Skills können nur Skripte ausführen, die Sie erlaubt haben. „Aus“ blockiert alle Skripte.',
  'Per skill': 'Pro Skill',
  'Off for all': 'Für alle aus',
  'Limits what commands can access, where this computer supports it. Without it, every command asks.':
    'Begrenzt den Zugriff von Befehlen, soweit dieser Computer es unterstützt. Ohne Sandbox fragt jeder Befehl.',
  'When available': 'Wenn verfügbar',
  'Skill instructions': 'Skill-Anleitungen',
  'Sent when the model needs them, which saves space for small models, or with every request.':
    'Werden bei Bedarf gesendet, was bei kleinen Modellen Platz spart, oder mit jeder Anfrage.',
  'When needed': 'Bei Bedarf',
  Always: 'Immer',
  'always allow, without asking, remember, deny, revoke':
    'immer erlauben, ohne Rückfrage, merken, ablehnen, widerrufen',
  Notifications: 'Benachrichtigungen',
  'When a command finishes or needs approval while you are in another window.':
    'Wenn ein Befehl fertig ist oder Ihre Freigabe braucht, während Sie in einem anderen Fenster sind.',
  Backups: 'Sicherungen',
  'A daily copy of your data. The last seven are kept. Restoring one keeps your current data under another name.':
    'Tägliche Kopie Ihrer Daten. Die letzten sieben bleiben erhalten. Beim Wiederherstellen bleiben die aktuellen Daten unter anderem Namen erhalten.',
  Data: 'Daten',
  'Where chats, commands and their output are stored.': 'Wo Chats, Befehle und deren Ausgabe gespeichert sind.',
  Language: 'Sprache',
  'For windows, menus and dialogs.': 'Für Fenster, Menüs und Dialoge.',
  English: 'English',
  Deutsch: 'Deutsch',
  'Run in background': 'Im Hintergrund ausführen',
  'Skillet keeps running when you close the window. Open it again from the tray icon.':
    'Skillet läuft weiter, wenn Sie das Fenster schließen. Über das Tray-Symbol öffnen Sie es wieder.',
  'Move…': 'Verschieben…',
  'Set by SKILLET_HOME or --home.': 'Durch SKILLET_HOME oder --home festgelegt.',
  'The old folder is at {folder}. Delete it when you no longer need it.':
    'Der alte Ordner liegt unter {folder}. Löschen Sie ihn, wenn Sie ihn nicht mehr brauchen.',
  Show: 'Anzeigen',
  'Moving data': 'Daten werden verschoben',
  'Closing the record': 'Die Aufzeichnung wird geschlossen',
  Copying: 'Wird kopiert',
  'Verifying the copy': 'Kopie wird überprüft',
  'Switching folders': 'Ordner wird gewechselt',
  Restarting: 'Neustart',
  'Skillet restarts automatically. Until everything is copied and verified, the old folder stays in use.':
    'Skillet startet automatisch neu. Bis alles kopiert und überprüft ist, wird der alte Ordner verwendet.',
  'Ollama address': 'Ollama-Adresse',
  'Where Ollama runs. If that is this computer, your prompts never leave it.':
    'Wo Ollama läuft. Ist das dieser Computer, verlassen Ihre Eingaben ihn nie.',
  'Used in every chat until you choose another.': 'Gilt in jedem Chat, bis Sie ein anderes wählen.',
  'Waiting for Ollama': 'Warten auf Ollama',
  'Last used': 'Zuletzt verwendet',
  Shortcuts: 'Tastenkürzel',
  'All keys and what they do.': 'Alle Tasten und ihre Funktion.',
} as const
