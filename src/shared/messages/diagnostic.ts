import { type Message, message } from './message.ts'

type FileCode = 'FILE_TOO_LARGE' | 'FILE_UNREADABLE' | 'FILE_NAME' | 'SYMLINK' | 'TOO_MANY_FILES' | 'SNAPSHOT_DAMAGED'
type TextCode = 'BYTE_ORDER_MARK' | 'NOT_UTF8' | 'HIDDEN_TEXT' | 'TEXT_TOO_LONG'
type JsonCode = 'JSON_SYNTAX' | 'JSON_DUPLICATE_KEY' | 'JSON_TOO_DEEP'
type PageCode = 'READER_FAILED' | 'SKILL_MD_MISSING' | 'FRONTMATTER' | 'SKILL_NAME' | 'NEED'
type FieldCode = 'FIELD_UNKNOWN' | 'FIELD_PROTECTS' | 'FIELD_TYPE' | 'KIND_UNKNOWN' | 'SCHEMA_INVALID'
type ToolCode = 'TOOL_NAME' | 'TOOL_DUPLICATE' | 'TOOL_NO_EXECUTION' | 'EXECUTION_NO_TOOL' | 'TOO_MANY_TOOLS'
type CommandCode = 'BINARY_NAME' | 'BINARY_MISSING' | 'NOT_ALLOWLISTED' | 'FLAG_NAME' | 'ANY_CODE' | 'DELEGATE'
type ParameterCode = 'PARAM_NOT_IN_SCHEMA' | 'PARAM_UNUSED'
type SourceCode = 'CODE_SYNTAX' | 'SOURCE_SYNTAX' | 'NOT_LITERAL' | 'SCRIPT_MISSING' | 'SCRIPT_NAME' | 'SIGNATURE'
type RuntimeCode = 'METADATA' | 'EXECUTOR' | 'NO_RUNTIME' | 'NOT_OFFERED' | 'NOT_LISTED' | 'SHADOWED'
type ServerCode = 'SERVER' | 'SERVER_NOT_LISTED' | 'SERVER_CHANGED' | 'SERVER_SIGN_IN'
type ReadingCode = FileCode | TextCode | JsonCode | PageCode | FieldCode | SourceCode

export type DiagnosticCode = ReadingCode | ToolCode | CommandCode | ParameterCode | RuntimeCode | ServerCode

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
