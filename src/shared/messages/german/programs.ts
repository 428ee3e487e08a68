export const PROGRAMS = {
  'Other programs': 'Andere Programme',
  'Another program': 'Ein anderes Programm',
  'Let {name} use your trusted skills?': 'Darf {name} die Skills benutzen, denen Sie vertrauen?',
  'Its configuration is copied, with a token that only this program should have. Skillet asks you about each of its calls until you allow some with a rule.':
    'Seine Konfiguration wird kopiert, mit einem Token, das nur dieses Programm haben sollte. Skillet fragt Sie vor jedem seiner Aufrufe, bis Sie einige mit einer Regel erlauben.',
  'Copy configuration': 'Konfiguration kopieren',
  'Open a port for other programs?': 'Einen Port für andere Programme öffnen?',
  'Programs on this computer can then connect by an address. Each needs the token of its own pairing.':
    'Programme auf diesem Computer können sich dann über eine Adresse verbinden. Jedes braucht das Token seiner eigenen Verbindung.',
  'Open port': 'Port öffnen',
  'Copied. Paste it into claude_desktop_config.json (Settings, Developer) and restart Claude Desktop.':
    'Kopiert. Fügen Sie es in claude_desktop_config.json ein (Einstellungen, Entwickler), und starten Sie Claude Desktop neu.',
  'Copied. Paste it into mcp.json (command “MCP: Open User Configuration”).':
    'Kopiert. Fügen Sie es in mcp.json ein (Befehl „MCP: Open User Configuration“).',
  'Copied. Paste it into ~/.cursor/mcp.json.': 'Kopiert. Fügen Sie es in ~/.cursor/mcp.json ein.',
  'Copied. Paste it into ~/.config/goose/config.yaml.': 'Kopiert. Fügen Sie es in ~/.config/goose/config.yaml ein.',
  'Copied. Paste it into the settings of Zed.': 'Kopiert. Fügen Sie es in die Einstellungen von Zed ein.',
  'Copied. Paste it where the program keeps its MCP servers.':
    'Kopiert. Fügen Sie es dort ein, wo das Programm seine MCP-Server hat.',
  'All programs': 'Alle Programme',
  'Editors and other agents can use the skills you trust. Skillet asks you about each call until you allow some with a rule.':
    'Editoren und andere Agenten können die Skills benutzen, denen Sie vertrauen. Skillet fragt Sie vor jedem Aufruf, bis Sie einige mit einer Regel erlauben.',
  'No programs yet': 'Noch keine Programme',
  'Choose a program above. Its configuration is copied for you to paste.':
    'Wählen Sie oben ein Programm. Seine Konfiguration wird zum Einfügen kopiert.',
  'Add a program': 'Ein Programm hinzufügen',
  'Name of another program': 'Name eines anderen Programms',
  'Add by address': 'Über die Adresse hinzufügen',
  'The port is open at {url}': 'Der Port ist unter {url} geöffnet',
  Connected: 'Verbunden',
  'Not connected': 'Nicht verbunden',
  'Added {day}': 'Hinzugefügt am {day}',
  'Hide details': 'Einzelheiten ausblenden',
  'Show details': 'Einzelheiten anzeigen',
  'Copy with a new token…': 'Mit neuem Token kopieren…',
  'Skills and tools it may use': 'Skills und Werkzeuge, die es benutzen darf',
  'What it did': 'Was es getan hat',
  'Nothing yet': 'Noch nichts',
  'by {name}': 'von {name}',
  'Asked for by {name}': 'Angefordert von {name}',
  '{count} waiting': '{count} wartend',
  'Port for other programs': 'Port für andere Programme',
  'Lets programs you added connect by an address on this computer, each with its own token.':
    'Lässt Programme, die Sie hinzugefügt haben, sich über eine Adresse dieses Computers verbinden, jedes mit eigenem Token.',
} as const
