import { LONGEST_REQUEST, namesSource } from './request-names.ts'
import type { Commands } from './written-commands.ts'

/** A person also asks politely, or for something more. */
const ASKS_TO_ACT =
  /\b(?:(?:can|could|would|will) (?:you|we)|please|shall|and|then|if|otherwise|kannst|k[öo]nn(?:t?est|en)|w[üu]rdest|bitte|soll(?:st|en)?|und|dann|wenn|falls|sonst)\b/i
/** A sentence of its own that wants something changed, before or after a question. */
const COMMANDS_CHANGE = new RegExp(
  `(?:^|[.!?]\\s+)(?:${[
    'add|append|change|commit|copy|create|delete|download|extract|install|make|merge|move|overwrite|pack|put|remove',
    'rename|replace|save|set|stage|switch|turn|unpack|unstage|unzip|update|write|zip',
    'ändere|benenne|entferne|entpacke|ersetze|erstelle|füge|kopiere|lade|lege|lösche|mache?|packe|schreibe?|setze|speichere?',
    'verschiebe|wechs(?:le|ele)',
  ].join('|')})(?!\\p{L}| (?:simply|sense|sure)\\b)`,
  'iu',
)
const ASKS =
  /^(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|was|wer|wem|wann|wo|warum|wie|welche[rs]?|ist|sind|hat)\b|\?\s*$/i

/** It wants to know something, and nothing to be done. */
export const isQuestion = (request: string): boolean =>
  ASKS.test(request) && !ASKS_TO_ACT.test(request) && !COMMANDS_CHANGE.test(request)

const TELLS =
  /^(?:i|we)(?:['’](?:ve|m|re)| have| am| are| was| were| just| finally| already| love| like| hate| feel| felt)\b/i
const MAY_ASK =
  /\?|\b(?:please|want|need|would|could|can(?:'t|not)?|must|should|have to|going to|(?:look|search)ing|try|trying|wonder\w*|forgot\w*|lost|so|now|you|me|it)\b/i

/** It tells what somebody did or feels, and asks for nothing. */
export const onlyTells = (request: string): boolean => TELLS.test(request) && !MAY_ASK.test(request)

const ENGLISH =
  /\b(?:the|is|are|to|of|what|which|how|who|does?|my|should|can|you|a|i|me|for|and|with|from|between|when|where|why|this|that|there|has|have)\b/gi

export const isEnglish = (request: string): boolean => (request.match(ENGLISH)?.length ?? 0) > 1

const WRITES =
  /^(?:please )?(?:write|compose|draft|make up|think of|schreib\w*|dichte)\b[^\n]{0,60}\b(?:wish|wishes|message|poem|haiku|limerick|joke|story|toast|slogan|rhyme|greeting|compliment|letter|(?:thank[- ]you|welcome|farewell) note|wunsch|wünsche|nachricht|gedicht|witz|geschichte|gru(?:ß|ss)|brief)\b/i

/** It wants a text made up, and names nothing to put it into. */
export const wantsText = (request: string): boolean => WRITES.test(request) && !namesSource(request)

const EXPLAINS =
  /\b(?:explain|why|example(?!\.\w)|how (?:do|does|would|should|can|to)|what (?:is|are|does|do) .*\b(?:for|do|mean)|what (?:is|are) an?|erkl[äa]r\w*|warum|wozu|wofür)\b/i

/** Whether it wants an explanation, which needs no look at the file that it names. Its beginning tells. */
export const wantsExplanation = (request: string): boolean => EXPLAINS.test(request.slice(0, LONGEST_REQUEST))

const TWO_COMMANDS =
  /\b(?:differences? between|unterschiede? zwischen) [`"']?(\w+) \S+ (?:and|or|und|oder) [`"']?\1 \S/i

/** Whether it asks how two commands of one of these programs differ, such as git fetch and git pull. */
export function comparesCommands(request: string, commands: Commands = new Map()): boolean {
  const program = TWO_COMMANDS.exec(request)?.[1]?.toLowerCase()
  return program !== undefined && [...commands.values()].flat().some((line) => line.startsWith(`${program} `))
}
