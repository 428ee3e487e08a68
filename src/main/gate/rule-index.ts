import type { ArgCondition, Rule } from '#shared/call/rule'
import { canonicalJson, type Json } from '#shared/json'
import { spellOnce } from '#shared/paths'
import { doesHold, hostOf, type JudgedArgs, type RuledPlan, type RuleMoment } from './rule-match.ts'

interface Filed {
  rule: Rule
  /** Its position among all rules; the first that applies is reported. */
  index: number
}

/** The rules of one tool and effect. Those about one value are filed under it, the others are loose. */
interface Drawer {
  byValue: Map<string, Filed[]>
  loose: Filed[]
}

/** Looking up a rule costs only the rules that may apply, however many there are. */
export type RuleIndex = ReadonlyMap<string, Drawer>

export function indexRules(rules: Iterable<Rule>): RuleIndex {
  const book = new Map<string, Drawer>()
  let index = 0
  for (const rule of rules) {
    const key = keyOf(rule.effect, rule)
    const drawer = book.get(key) ?? { byValue: new Map<string, Filed[]>(), loose: [] }
    book.set(key, drawer)
    const filed = { rule, index: index++ }
    const values = listKeys(rule)
    if (values === null) drawer.loose.push(filed)
    for (const value of values ?? []) {
      const others = drawer.byValue.get(value)
      if (others) others.push(filed)
      else drawer.byValue.set(value, [filed])
    }
  }
  return book
}

/** The first rule of this effect that applies to the plan now. */
export function findRule(
  book: RuleIndex,
  effect: Rule['effect'],
  plan: RuledPlan,
  args: JudgedArgs,
  moment: RuleMoment,
  isWanted: (rule: Rule) => boolean = () => true,
): Rule | undefined {
  const drawer = book.get(keyOf(effect, plan))
  if (!drawer) return undefined
  let first: Filed | undefined
  const look = (filed: readonly Filed[]) => {
    for (const each of filed) {
      if (first && first.index <= each.index) return
      if (isWanted(each.rule) && doesHold(each.rule, plan, args, moment)) first = each
    }
  }
  look(drawer.loose)
  if (drawer.byValue.size > 0) for (const key of keysOfPlan(plan, args)) look(drawer.byValue.get(key) ?? [])
  return first?.rule
}

function keyOf(effect: Rule['effect'], { skill, tool }: Pick<Rule, 'skill' | 'tool'>): string {
  return `${effect}\n${skill}\n${tool}`
}

/** What a rule is filed under: one plan, or the values of its first specific argument. Null if nothing. */
function listKeys({ digest, args }: Rule): string[] | null {
  if (digest !== undefined) return [`digest\n${digest}`]
  for (const [param, condition] of Object.entries(args ?? {})) {
    const keys = keysOfCondition(param, condition)
    if (keys !== null) return keys
  }
  return null
}

function keysOfCondition(param: string, condition: ArgCondition): string[] | null {
  if ('equals' in condition) return [valueKey(param, condition.equals)]
  if ('oneOf' in condition) return [...new Set(condition.oneOf.map((value) => valueKey(param, value)))]
  if ('under' in condition) return [`under\n${param}\n${spellOnce(condition.under)}`]
  return 'host' in condition ? [`host\n${param}\n${condition.host}`] : null
}

function valueKey(param: string, value: Json): string {
  return `value\n${param}\n${canonicalJson(value)}`
}

/** Everything that a rule for this plan could be filed under. */
function keysOfPlan({ digest }: RuledPlan, args: JudgedArgs): string[] {
  const keys = [`digest\n${digest}`]
  for (const [param, values] of args) {
    for (const { value, realPath } of values) {
      keys.push(valueKey(param, value))
      const host = hostOf(value)
      if (host !== null) keys.push(`host\n${param}\n${host}`)
      if (realPath !== undefined)
        for (const folder of listFolders(spellOnce(realPath))) keys.push(`under\n${param}\n${folder}`)
    }
  }
  return keys
}

/** The path and every folder above it, with and without a trailing slash. */
function listFolders(path: string): string[] {
  const folders = [path, `${path}/`, '/']
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at), path.slice(0, at + 1))
  }
  return folders
}
