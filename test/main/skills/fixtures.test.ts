import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { readSkill } from '#main/skills/read-skill'
import { summarize } from '#test/main/formats/descriptors'

const FIXTURES = join(import.meta.dirname, '../../fixtures/skills')
const checks = { schema: checkSchema, pattern: checkPattern }

/** Each fixture holds one defect; its tool `fine` is without, and is offered wherever the file as a whole can be used. */
const EXPECTED: Record<string, { findings: string[]; offered: string[]; withheld: string[] }> = {
  'any-code': { findings: ['warning ANY_CODE allowlist.sh[0]'], offered: ['fine', 'other'], withheld: [] },
  'array-dialect': { findings: [], offered: ['fine'], withheld: [] },
  'array-without-allowlist': {
    findings: ['error FILE_UNREADABLE allowlist.json', 'error NOT_ALLOWLISTED execution.json [0].binary'],
    offered: [],
    withheld: ['fine'],
  },
  'array-without-execution': {
    findings: ['error FILE_UNREADABLE execution.json', 'error TOOL_NO_EXECUTION [0]'],
    offered: [],
    withheld: ['fine'],
  },
  'binary-not-allowlisted': {
    findings: ['error NOT_ALLOWLISTED execution[1].binary'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'binary-path': {
    findings: ['error BINARY_NAME allowlist["./evil"]', 'error BINARY_NAME execution[1].binary'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'bins-wrong-name': {
    findings: ['error FRONTMATTER SKILL.md metadata.requires.bins[1]'],
    offered: ['fine'],
    withheld: [],
  },
  'bins-wrong-type': {
    findings: ['error FRONTMATTER SKILL.md metadata.requires.bins'],
    offered: ['fine'],
    withheld: [],
  },
  'context-only': { findings: [], offered: [], withheld: [] },
  'deny-pattern-broken': {
    findings: ['error FIELD_PROTECTS execution[1].args[0].denyPattern'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'description-missing': { findings: ['info FRONTMATTER SKILL.md description'], offered: ['fine'], withheld: [] },
  'description-number': { findings: ['error FRONTMATTER SKILL.md description'], offered: ['fine'], withheld: [] },
  'execution-no-tool': { findings: ['error EXECUTION_NO_TOOL execution[1].tool'], offered: ['fine'], withheld: [] },
  'field-protects': {
    findings: ['error FIELD_PROTECTS execution[1].args[0].denyResolveCommand'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'field-type': {
    findings: ['error FIELD_TYPE execution[1].args[0].normalizeNewlines'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'field-unknown': {
    findings: ['warning FIELD_UNKNOWN execution[1].args[0].color'],
    offered: ['fine', 'other'],
    withheld: [],
  },
  'flag-name': { findings: ['error FLAG_NAME execution[1].args[0].flag'], offered: ['fine'], withheld: ['other'] },
  'frontmatter-aliases': { findings: ['error FRONTMATTER SKILL.md'], offered: ['fine'], withheld: [] },
  'frontmatter-custom-tag': { findings: ['error FRONTMATTER SKILL.md'], offered: ['fine'], withheld: [] },
  'frontmatter-duplicate-key': { findings: ['error FRONTMATTER SKILL.md'], offered: ['fine'], withheld: [] },
  'frontmatter-list': { findings: ['error FRONTMATTER SKILL.md'], offered: ['fine'], withheld: [] },
  'frontmatter-syntax': { findings: ['error FRONTMATTER SKILL.md'], offered: ['fine'], withheld: [] },
  'frontmatter-too-long': { findings: ['error FRONTMATTER SKILL.md'], offered: ['fine'], withheld: [] },
  'frontmatter-unclosed': { findings: ['error FRONTMATTER SKILL.md'], offered: ['fine'], withheld: [] },
  'hidden-comment': { findings: ['warning HIDDEN_TEXT SKILL.md'], offered: ['fine'], withheld: [] },
  'hidden-in-description': {
    findings: ['warning HIDDEN_TEXT tools[1].description'],
    offered: ['fine', 'other'],
    withheld: [],
  },
  'hidden-zero-width': { findings: ['warning HIDDEN_TEXT SKILL.md'], offered: ['fine'], withheld: [] },
  'json-binary': { findings: ['error NOT_UTF8'], offered: [], withheld: [] },
  'json-byte-order-mark': { findings: ['warning BYTE_ORDER_MARK'], offered: ['fine'], withheld: [] },
  'json-crlf': { findings: [], offered: ['fine'], withheld: [] },
  'json-duplicate-key': { findings: ['error JSON_DUPLICATE_KEY allowlist'], offered: [], withheld: [] },
  'json-empty': { findings: ['error JSON_SYNTAX'], offered: [], withheld: [] },
  'json-latin1': { findings: ['error NOT_UTF8'], offered: [], withheld: [] },
  'json-syntax': { findings: ['error JSON_SYNTAX'], offered: [], withheld: [] },
  'json-too-deep': { findings: [`error JSON_TOO_DEEP ${'[0]'.repeat(64)}`], offered: [], withheld: [] },
  'kind-unknown': {
    findings: ['error KIND_UNKNOWN execution[1].args[0].kind'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'name-invalid': { findings: ['error FRONTMATTER SKILL.md name'], offered: ['fine'], withheld: [] },
  'name-missing': { findings: ['info FRONTMATTER SKILL.md name'], offered: ['fine'], withheld: [] },
  'no-frontmatter': { findings: ['info FRONTMATTER SKILL.md name'], offered: ['fine'], withheld: [] },
  'no-skill-md': { findings: ['error SKILL_MD_MISSING SKILL.md'], offered: [], withheld: ['fine'] },
  'param-not-in-schema': {
    findings: ['error PARAM_NOT_IN_SCHEMA execution[1].args[1].param'],
    offered: ['fine'],
    withheld: ['other'],
  },
  plain: { findings: [], offered: ['fine'], withheld: [] },
  'resolver-not-allowlisted': {
    findings: ['error NOT_ALLOWLISTED execution[1].args[0].resolveCommand.binary'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'root-string': { findings: ['error FIELD_TYPE'], offered: [], withheld: [] },
  'schema-invalid': { findings: ['error SCHEMA_INVALID tools[1].parameters'], offered: ['fine'], withheld: ['other'] },
  'schema-not-object': {
    findings: ['error SCHEMA_INVALID tools[1].parameters'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'script-file-name': { findings: [], offered: ['fine'], withheld: [] },
  'script-missing': {
    findings: ['warning SCRIPT_MISSING execution[1].args[0].resolveCommand.script'],
    offered: ['fine', 'other'],
    withheld: [],
  },
  'script-name': {
    findings: ['warning SCRIPT_NAME execution[1].args[0].resolveCommand.script'],
    offered: ['fine', 'other'],
    withheld: [],
  },
  'skill-md-empty': { findings: ['info FRONTMATTER SKILL.md name'], offered: ['fine'], withheld: [] },
  'skill-md-latin1': { findings: ['error NOT_UTF8 SKILL.md'], offered: ['fine'], withheld: [] },
  'subcommand-not-allowlisted': {
    findings: ['error NOT_ALLOWLISTED execution[1].subcommand'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'subcommand-wildcard': {
    findings: ['error NOT_ALLOWLISTED execution[1].subcommand'],
    offered: ['fine'],
    withheld: ['other'],
  },
  'too-many-tools': { findings: ['error TOO_MANY_TOOLS tools'], offered: [], withheld: [] },
  'tool-duplicate': {
    findings: ['error TOOL_DUPLICATE tools[1].name', 'error TOOL_DUPLICATE tools[2].name'],
    offered: ['fine'],
    withheld: ['other', 'other'],
  },
  'tool-name': { findings: ['error TOOL_NAME tools[1].name'], offered: ['fine'], withheld: ['other tool'] },
  'tool-name-reserved': {
    findings: ['error TOOL_DUPLICATE tools[1].name'],
    offered: ['fine'],
    withheld: ['read_skill'],
  },
  'tool-no-execution': { findings: ['error TOOL_NO_EXECUTION tools[1]'], offered: ['fine'], withheld: ['other'] },
}

it('has an expectation for each fixture, and a fixture for each expectation', () => {
  expect(readdirSync(FIXTURES).sort()).toEqual(Object.keys(EXPECTED).sort())
})

it.each(Object.entries(EXPECTED))('reads the fixture %s as expected', async (folder, expected) => {
  const { tools, withheld, diagnostics } = await readSkill(join(FIXTURES, folder), checks)
  expect({
    findings: summarize(diagnostics),
    offered: tools.map(({ name }) => name),
    withheld: withheld.map(({ name }) => name),
  }).toEqual(expected)
  for (const { diagnostic } of withheld) expect(diagnostic.severity).toBe('error')
})
