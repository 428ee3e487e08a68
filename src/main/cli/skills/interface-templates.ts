import { toDashes } from '#main/formats/names'

const TEMPLATES = { function: writeFunction, prompt: writePrompt }

export const isTemplate = (format: string): format is keyof typeof TEMPLATES => Object.hasOwn(TEMPLATES, format)

/** The files of a skill whose first tool is a function or a prompt. */
export const writeInterface = (skill: string, format: keyof typeof TEMPLATES): Record<string, string> =>
  TEMPLATES[format](skill, toolNameOf(skill))

/** Tool names of this format are lower case with dashes. */
const toolNameOf = (skill: string) => toDashes(skill).slice(0, 60)

const writePage = (skill: string, tool: string) => `---
name: ${JSON.stringify(skill)}
description: Say here in one sentence what this skill is for. A model decides by it whether to read on.
---

# ${skill}

- "Say hello" → \`${tool}\` \`{"text": "hello"}\`
`

function writeFunction(skill: string, tool: string): Record<string, string> {
  return {
    'SKILL.md': writePage(skill, tool),
    [`${tool}.skill.js`]: `export const frontmatter = {
  name: '${tool}',
  description: 'Say here what it does and when to use it.',
  metadata: {
    params: {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', description: 'What it is given. Example: hello' } },
    },
  },
}

export default async function (ctx, { text }) {
  return { text: text.toUpperCase() }
}
`,
  }
}

function writePrompt(skill: string, tool: string): Record<string, string> {
  return {
    'SKILL.md': writePage(skill, tool),
    [`${tool}.skill.md`]: `---
name: ${tool}
description: Say here what it does and when to use it.
allowed-tools: ""
metadata:
  params:
    type: object
    required: [text]
    properties:
      text: { type: string, description: "What it is given. Example: hello" }
---

Say the text that you are given in other words, in one sentence.
`,
  }
}
/** A template that works at once. */
export const HELLO = `"""Greets somebody."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/function"
__category__ = "people"
__tool_description__ = "Greet a person by name. Say here what the tool does and when to use it."
__requires__ = ["fs.read"]

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "name": {
            "type": "string",
            "minLength": 1,
            "description": "Whom to greet. Example: Ada",
        },
    },
    "required": ["name"],
    "additionalProperties": False,
}


def execute(params: dict, project_path: str) -> dict:
    return {"success": True, "output": f"Hello, {params['name']}!"}
`
