import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const page = (name: string, description: string, body: string, more = '') =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n# ${name}\n\n${body}\n`

/** Folders in the shapes that public example skills have, each by its name. */
export const AGENT_SKILLS: Record<string, Record<string, string>> = {
  // Its page writes files in capitals, and one of them calls scripts without their ending.
  'paper-forms': {
    'SKILL.md': page(
      'paper-forms',
      'Fill in forms. Use when somebody has a form with empty fields.',
      'For more see REFERENCE.md. To fill in a form, read FORMS.md and follow it.',
      'license: Proprietary. LICENSE.txt has complete terms\n',
    ),
    'LICENSE.txt': 'All rights reserved.\n',
    'reference.md': '# Reference\n\nFields have names.\n',
    'forms.md':
      'Run `python scripts/check_fields <form>`, then `python scripts/fill_form.py <form> <name>=<value>…`.\n',
    'scripts/check_fields.py':
      '"""List the empty fields of a form."""\nimport sys\nfrom fields import read\n\nfor name in read(sys.argv[1]):\n    print(name)\n',
    'scripts/fields.py':
      'import re\n\ndef read(path):\n    with open(path) as form:\n        return re.findall(r"__(\\w+)__", form.read())\n',
    'scripts/fill_form.py':
      '#!/usr/bin/env python3\n# Fill in the fields of a form.\nimport sys\n\npath, *given = sys.argv[1:]\ntext = open(path).read()\nfor pair in given:\n    name, _, value = pair.partition("=")\n    text = text.replace(f"__{name}__", value)\nopen(path + ".filled", "w").write(text)\nprint(text)\n',
    'scripts/never_named.py': 'print("no page names this")\n',
  },
  // A script with a parser of options that makes a folder, from a template beside it.
  'skill-maker': {
    'SKILL.md': page(
      'skill-maker',
      'Begin a new skill. Use when somebody wants to make one.',
      '```bash\nscripts/init_skill.py <skill-name> --path <output-directory>\n```\n\nSee references/workflows.md for orders of work.',
    ),
    'references/workflows.md': 'First one thing, then the other.\n',
    'assets/template.md': '# NAME\n',
    'scripts/init_skill.py':
      '#!/usr/bin/env python3\n"""\nBegin a skill from a template.\n\nUsage: init_skill.py <name> --path <path>\n"""\nimport argparse\nfrom pathlib import Path\n\nparser = argparse.ArgumentParser()\nparser.add_argument("name")\nparser.add_argument("--path", required=True)\nargs = parser.parse_args()\ntemplate = Path(__file__).parent.parent / "assets" / "template.md"\nfolder = Path(args.path) / args.name\nfolder.mkdir(parents=True)\n(folder / "SKILL.md").write_text(template.read_text().replace("NAME", args.name))\nprint(f"made {folder / \'SKILL.md\'}")\n',
  },
  // Shell and Node, and helpers that are to be read.
  'web-artifacts': {
    'SKILL.md': page(
      'web-artifacts',
      'Make small web pages.',
      'Steps:\n1. `bash scripts/init-page.sh <name>`\n2. `node $CLAUDE_PLUGIN_ROOT/scripts/bundle.mjs <name>`\n\n`examples/` holds pages to look at, and sizes are worked out by `python3 tools/measure.py <file>`.',
    ),
    'scripts/init-page.sh':
      '#!/bin/bash\nset -e\n# Begin a page.\necho "<h1>$1</h1>" > "$1.html"\necho "made $1.html with $# words"\n',
    'scripts/bundle.mjs':
      '// Put a page into one file.\nimport { readFileSync } from "node:fs"\nconsole.log(JSON.stringify({ bytes: readFileSync(process.argv[2] + ".html").length }))\n',
    'tools/measure.py': 'import sys\nprint(len(open(sys.argv[1]).read()))\n',
    'examples/hello.html': '<h1>Hello</h1>\n',
  },
  // Folders of files to choose from, and nothing that runs.
  'page-themes': {
    'SKILL.md': page(
      'page-themes',
      'Colours for pages.',
      'Show `theme-showcase.md`, then read the chosen file from the `themes/` directory.',
    ),
    'theme-showcase.md': 'Two themes.\n',
    'themes/ocean.md': 'Blue.\n',
    'themes/forest.md': 'Green.\n',
  },
  // A skill in which another folder has scripts of its own, as office documents do.
  'office-text': {
    'SKILL.md': page(
      'office-text',
      'Read and change texts of an office.',
      'Unpack: `python ooxml/scripts/unpack.py <file> <folder>`. Read [`plain.md`](plain.md) first.',
      'allowed-tools: Read, Bash(python:*)\nversion: 2.1.0\nmodel: inherit\nmetadata:\n  author: somebody\n  tags: [office, text]\n',
    ),
    'plain.md': 'Plain is better.\n',
    'ooxml/scripts/unpack.py': "import sys\nprint('unpacked', sys.argv[1:])\n",
    'ooxml/schemas/a.xsd': '<schema/>\n',
  },
  'house-style': {
    'SKILL.md': page('house-style', 'How the house writes.', 'Write plainly. Never shout.'),
  },
}

/** Writes them below a folder, as other programs keep them. */
export function writeAgentSkills(folder: string, names = Object.keys(AGENT_SKILLS)): void {
  for (const name of names) {
    for (const [file, text] of Object.entries(AGENT_SKILLS[name] ?? {})) {
      mkdirSync(dirname(join(folder, name, file)), { recursive: true })
      writeFileSync(join(folder, name, file), text)
    }
  }
}
