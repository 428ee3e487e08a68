const LONGEST_TOOL_NAME = 64

/** The name of the template's one tool. */
function toolNameOf(skill: string): string {
  const ending = '_print'
  return `${skill.replace(/[^A-Za-z0-9_]/g, '_').slice(0, LONGEST_TOOL_NAME - ending.length)}${ending}`
}

/** SKILL.md: who reads it is a model that has to decide when to call what. */
export function writePage(skill: string, binary: string): string {
  const tool = toolNameOf(skill)
  return `---
name: ${quote(skill)}
description: Say here in one sentence what this skill is for. A model decides by it whether to read on.
metadata:
  requires:
    bins: [${quote(binary)}]
---

# ${skill}

Say when these tools help, and when they do not.

## Which tool

| The person wants | Tool |
| --- | --- |
| a text handed to ${binary} | \`${tool}\` |

## Examples

- "Say hello" → \`${tool}\` \`{"text": "hello"}\`

## Mind

- What a model gets wrong most often is worth a line here.
`
}

/** YAML would read some names as a number or a truth. */
function quote(name: string): string {
  return /^[a-z][a-z-]*$/.test(name) && !['true', 'false', 'null'].includes(name) ? name : JSON.stringify(name)
}

/** tools.json: what the model may pass, what may run, and how the one becomes the other. */
export function writeTools(skill: string, binary: string, schema: string): string {
  const tool = toolNameOf(skill)
  const descriptor = {
    $schema: schema,
    tools: [
      {
        name: tool,
        description: `Run ${binary} with one text. Say here what it does and when to use it.`,
        parameters: {
          type: 'object',
          required: ['text'],
          properties: {
            text: { type: 'string', minLength: 1, description: `What ${binary} is given. Example: hello` },
          },
          additionalProperties: false,
        },
      },
    ],
    allowlist: { [binary]: [''] },
    execution: [{ tool, binary, subcommand: '', args: [{ param: 'text', kind: 'positional' }] }],
  }
  return `${JSON.stringify(descriptor, null, 2)}\n`
}
