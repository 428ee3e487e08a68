export const SETTINGS = {
  'Search settings': 'Einstellungen durchsuchen',
  'All settings': 'Alle Einstellungen',
  'No setting is called that.': 'Keine Einstellung heißt so.',
  Look: 'Aussehen',
  'Paper by day, cast iron by night.': 'Papier am Tag, Gusseisen bei Nacht.',
  'As the system': 'Wie im System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'Text size': 'Textgröße',
  'Of everything in the window.': 'Für alles im Fenster.',
  Small: 'Klein',
  Normal: 'Normal',
  Large: 'Groß',
  Largest: 'Sehr groß',
  'Run policy': 'Freigabe',
  'Whether what a trusted skill declares runs at once. Commands of class D ask either way. A chat may have its own.':
    'Ob sofort läuft, was ein Skill angibt, dem Sie vertrauen. Befehle der Klasse D fragen in jedem Fall. Für einen Chat kann anderes gelten.',
  'Whether skills whose scripts you allowed may run them. Off holds for all of them.':
    'Ob Skills die Skripte ausführen dürfen, die Sie ihnen erlaubt haben. „Aus“ gilt für alle.',
  'As switched for each skill': 'Wie beim jeweiligen Skill eingestellt',
  'Off for all': 'Für alle aus',
  'Keeps commands to what they were granted, where this computer can. Without it, each asks.':
    'Beschränkt Befehle auf das, was ihnen gewährt wurde, soweit dieser Computer das kann. Ohne sie fragt jeder Befehl.',
  'Wherever it is possible': 'Wo immer möglich',
  'Skill texts': 'Skill-Texte',
  'The model reads a skill’s page when it needs it, which small models have more room with; or all pages in every request.':
    'Das Modell liest die Seite eines Skills erst, wenn es sie braucht; kleinen Modellen bleibt so mehr Platz. Oder jede Anfrage enthält alle Seiten.',
  'When needed': 'Bei Bedarf',
  'Always, whole': 'Immer, ganz',
  'What runs without asking, what is remembered, denied, allowed, revoke':
    'Was ohne Rückfrage läuft, was gemerkt, abgelehnt, erlaubt ist, widerrufen',
  Notifications: 'Benachrichtigungen',
  'When a command ends or waits for you while you look elsewhere.':
    'Wenn ein Befehl endet oder auf Sie wartet, während Sie anderswo sind.',
  Backups: 'Sicherungen',
  'A copy of the record each day, the last seven kept. Restoring one keeps what was there under another name.':
    'Jeden Tag eine Kopie der Aufzeichnung; die letzten sieben bleiben. Wird eine wiederhergestellt, bleibt das Bisherige unter anderem Namen erhalten.',
  Data: 'Daten',
  'Where chats, commands and their output are kept. It can be moved to another folder.':
    'Wo Chats, Befehle und deren Ausgabe aufbewahrt werden. Sie lassen sich in einen anderen Ordner verschieben.',
  Language: 'Sprache',
  'Of the window, its menu and its dialogs.': 'Für das Fenster, sein Menü und seine Dialoge.',
  English: 'English',
  Deutsch: 'Deutsch',
  'In the background': 'Im Hintergrund',
  'Closing the window only hides it, and an icon on the desktop brings it back.':
    'Schließen blendet das Fenster nur aus; ein Symbol auf dem Desktop holt es zurück.',
  'Move…': 'Verschieben…',
  'Named by SKILLET_HOME or --home at the start.': 'Beim Start durch SKILLET_HOME oder --home genannt.',
  'The folder from before the move is at {folder}. Delete it once you need it no more.':
    'Der frühere Ordner liegt noch unter {folder}. Löschen Sie ihn, wenn Sie ihn nicht mehr brauchen.',
  'Show it': 'Zeigen',
  'Moving the data': 'Die Daten werden verschoben',
  'Closing the record': 'Die Aufzeichnung wird geschlossen',
  Copying: 'Wird kopiert',
  'Checking the copy': 'Die Kopie wird geprüft',
  'Changing over': 'Es wird umgestellt',
  'Starting again': 'Startet neu',
  'Skillet starts again by itself. Until everything is copied and checked, the old folder is the one that holds.':
    'Skillet startet von selbst neu. Bis alles kopiert und geprüft ist, gilt der alte Ordner.',
  'Ollama’s address': 'Adresse von Ollama',
  'Where the model server listens. On this computer, prompts stay on it.':
    'Wo der Modellserver zu erreichen ist. Ist er auf diesem Computer, bleiben Eingaben hier.',
  'Answers every chat, until you choose another.': 'Antwortet in jedem Chat, bis Sie ein anderes wählen.',
  'Known once Ollama answers': 'Bekannt, sobald Ollama antwortet',
  'The one used last': 'Das zuletzt benutzte',
  Shortcuts: 'Tastenkürzel',
  'Every key of the window, and what it does.': 'Jede Taste des Fensters und was sie tut.',
} as const
