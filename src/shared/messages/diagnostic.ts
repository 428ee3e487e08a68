import { type Message, message } from './message.ts'

export type DiagnosticCode =
  | 'SKILL_MD_MISSING'
  | 'FRONTMATTER'
  | 'JSON_SYNTAX'
  | 'JSON_DUPLICATE_KEY'
  | 'JSON_TOO_DEEP'
  | 'FILE_TOO_LARGE'
  | 'FILE_UNREADABLE'
  | 'FIELD_UNKNOWN'
  | 'FIELD_PROTECTS'
  | 'FIELD_TYPE'
  | 'KIND_UNKNOWN'
  | 'TOOL_NO_EXECUTION'
  | 'EXECUTION_NO_TOOL'
  | 'NOT_ALLOWLISTED'
  | 'PARAM_NOT_IN_SCHEMA'
  | 'TOOL_DUPLICATE'
  | 'TOOL_NAME'
  | 'SKILL_NAME'
  | 'FLAG_NAME'
  | 'BINARY_NAME'
  | 'BINARY_MISSING'
  | 'SCHEMA_INVALID'
  | 'SCRIPT_MISSING'
  | 'SCRIPT_NAME'
  | 'SYMLINK'
  | 'HIDDEN_TEXT'
  | 'ANY_CODE'
  | 'BYTE_ORDER_MARK'
  | 'NOT_UTF8'
  | 'TOO_MANY_TOOLS'
  | 'TOO_MANY_FILES'
  | 'FILE_NAME'
  | 'PARAM_UNUSED'
  | 'TEXT_TOO_LONG'
  | 'NOT_LISTED'
  | 'SNAPSHOT_DAMAGED'
  | 'CODE_SYNTAX'
  | 'NEED'
  | 'DELEGATE'
  | 'SOURCE_SYNTAX'
  | 'NOT_LITERAL'
  | 'METADATA'
  | 'EXECUTOR'
  | 'NO_RUNTIME'
  | 'NOT_OFFERED'
  | 'SHADOWED'
  | 'SIGNATURE'
  | 'SERVER'
  | 'SERVER_NOT_LISTED'
  | 'SERVER_CHANGED'
  | 'SERVER_SIGN_IN'

/** Why part of a skill did not load, or deserves a look. `path` is a JSON path such as `execution[2].args[0].kind`, or empty for the whole file. */
export interface Diagnostic {
  severity: 'error' | 'warning' | 'info'
  code: DiagnosticCode
  file: string
  path: string
  message: Message
  remedy: Message
}

/** As one text, for whoever gets no second line. */
export const withRemedy = ({
  message: first,
  remedy: second,
}: {
  message: Message | string
  remedy: Message | string
}): Message => message('two-sentences', { first, second })
