import { useState } from 'react'
import { Button, Form, SearchField } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatDay, formatTime } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { describeRule, type RuleRow } from '#shared/call/rule'
import type { Message } from '#shared/messages/message'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { SecretRow } from '#shared/skill/secret'
import { type Named, SettingSection, useList } from './settings-fields.tsx'

/** Secrets for tools. A value can be entered but is never shown. */
export function SecretsSetting(named: Named) {
  const listed = useList('secret.list')
  const { change } = useApp.getState()
  if (!listed) return null
  const { secrets, asks, missing } = listed
  const names = new Set(secrets.map(({ name }) => name))
  return (
    <SettingSection {...named} isWide>
      {missing ? <p className="quiet">{sayMessage(missing)}</p> : <SecretForm />}
      {secrets.length === 0 && <p className="quiet">{say('No secrets yet.')}</p>}
      <ul className="rules">
        {secrets.map((secret) => (
          <li className="row gap-4 apart" key={secret.id}>
            <div>
              <p>{secret.name}</p>
              <p className="quiet">{describeUse(secret)}</p>
              {secret.grants.map((tool) => (
                <Button
                  key={tool}
                  look="quiet"
                  onClick={() => void change('secret.revoke', { name: secret.name, holder: tool })}
                >
                  {say('Take {name} from {tool}', { name: secret.name, tool })}
                </Button>
              ))}
            </div>
            <Button onClick={() => void change('secret.remove', { name: secret.name })}>
              {say('Remove {name}…', { name: secret.name })}
            </Button>
          </li>
        ))}
        {asks
          .filter(({ isGranted }) => !isGranted)
          .map(({ secret, skill, tool }) => (
            <li className="row gap-4 apart" key={`${skill}/${tool}/${secret}`}>
              <p>{say('{tool} of {skill} needs {name}', { tool, skill, name: secret })}</p>
              {names.has(secret) && (
                <Button onClick={() => void change('secret.grant', { name: secret, skill, tool })}>
                  {say('Give {name} to {tool}…', { name: secret, tool })}
                </Button>
              )}
            </li>
          ))}
      </ul>
    </SettingSection>
  )
}

function describeUse({ lastUse }: SecretRow): string {
  if (!lastUse) return say('Never used')
  return say('Last used {time} by {tool}', {
    time: `${formatDay(lastUse.at)}, ${formatTime(lastUse.at)}`,
    tool: lastUse.by,
  })
}

function SecretForm() {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const save = async () => {
    if (!(await useApp.getState().change('secret.set', { name, value }))) return
    setName('')
    setValue('')
  }
  return (
    <Form className="row gap-2 wrap" onSend={() => void save()}>
      <SearchField label={say('Name of the secret')} type="text" typed={name} onType={setName} maxLength={64} />
      <SearchField
        label={say('Value of the secret')}
        type="password"
        autoComplete="off"
        typed={value}
        onType={setValue}
        maxLength={16_384}
      />
      <Button text="Save secret" type="submit" disabled={name === '' || value === ''} />
    </Form>
  )
}

export function KeysSetting(named: Named) {
  const keys = useList('key.list')?.fingerprints
  const { change } = useApp.getState()
  const [typed, setTyped] = useState('')
  const add = async () => {
    if ((await change('key.add', { text: typed }))?.added) setTyped('')
  }
  return (
    <SettingSection {...named} isWide>
      <ul className="programs">
        {keys?.map((fingerprint) => (
          <li className="row gap-4 apart ruled" key={fingerprint}>
            <code>{fingerprint}</code>
            <Button
              text="Remove"
              look="quiet"
              aria-label={say('Remove the key {key}', { key: fingerprint })}
              onClick={() => void change('key.remove', { fingerprint })}
            />
          </li>
        ))}
        {keys?.length === 0 && <li className="quiet">{say('No keys yet.')}</li>}
      </ul>
      <textarea
        className="field mono small"
        rows={3}
        aria-label={say('Public key')}
        placeholder={say('Public key')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="row gap-2">
        <Button text="Trust this key" disabled={typed.trim() === ''} onClick={add} />
        <Button text="From a file…" onClick={() => void change('key.add', {})} />
      </div>
    </SettingSection>
  )
}

export function InterpretersSetting(named: Named) {
  const interpreters = useList('interpreter.list')?.interpreters
  const { change } = useApp.getState()
  return (
    <SettingSection {...named} isWide>
      <ul className="programs">
        {interpreters?.map(({ name, title, isChosen, path, problem }) => (
          <li className="row gap-2 gap-x-3 wrap apart ruled" key={name}>
            <div>
              <p>{title}</p>
              {path === undefined ? <p className="quiet">{problem && problemWords(problem)}</p> : <code>{path}</code>}
            </div>
            <div className="row gap-2">
              {isChosen && (
                <Button
                  text="Use default"
                  look="quiet"
                  aria-label={say('Use default for {title}', { title })}
                  onClick={() => void change('interpreter.forget', { name })}
                />
              )}
              <Button
                text="Choose…"
                aria-label={say('Choose… ({title})', { title })}
                onClick={() => void change('interpreter.choose', { name })}
              />
            </div>
          </li>
        ))}
      </ul>
    </SettingSection>
  )
}

/** Here, where the program can be chosen, a missing one needs no way to this page. */
const problemWords = (problem: Message): string =>
  problem.code === 'interpreter-missing' ? say('Not installed') : sayMessage(problem)

const IDLE: Record<NonNullable<RuleRow['idle']>, Text> = {
  expired: 'Expired',
  'tool-changed': 'Inactive: the tool changed',
  'skill-untrusted': 'Inactive: the skill was removed or is not trusted',
  'program-unnamed': 'Inactive: it was made for a program of any origin. Renew it for the program as it is now.',
  damaged: 'Inactive: the record was damaged. Revoke this rule and decide again.',
}

export function RulesSetting(named: Named) {
  const { rules, damage } = useList('rule.list') ?? {}
  return (
    <SettingSection {...named} isWide>
      {damage !== undefined && (
        <p className="care small">{say('Nothing runs automatically: {damage}', { damage: sayMessage(damage) })}</p>
      )}
      {rules?.length === 0 && <p className="quiet">{say('No rules yet. Choose “Always allow” on an approval.')}</p>}
      {rules && rules.length > 0 && (
        <ul className="rules">
          {rules.toReversed().map((row) => (
            <Row key={row.rule.id} row={row} />
          ))}
        </ul>
      )}
    </SettingSection>
  )
}

function Row({ row }: { row: RuleRow }) {
  const { rule, idle, isUnused } = row
  const words = describeRule(rule, formatDay)
  const { change } = useApp.getState()
  return (
    <li className="row gap-4 apart" data-idle={idle}>
      <div>
        <p>{words}</p>
        <p className="quiet">{usesOf(row)}</p>
        {idle && <p className="care small">{say(IDLE[idle])}</p>}
        {!idle && isUnused && <p className="care small">{say('Not used for 30 days. You can revoke it.')}</p>}
      </div>
      {idle === 'program-unnamed' && (
        <Button
          text="Renew"
          aria-label={say('Renew: {words}', { words })}
          onClick={() => void change('rule.renew', { rule: rule.id })}
        />
      )}
      <Button
        text="Revoke"
        aria-label={say('Revoke: {words}', { words })}
        onClick={() => void change('rule.revoke', { rule: rule.id })}
      />
    </li>
  )
}

function usesOf({ rule, madeAt, uses, lastUsed }: RuleRow): string {
  const used =
    lastUsed === undefined
      ? say('never used')
      : say('used {times}, last {day}', { times: countOf(uses, 'time', 'times'), day: formatDay(lastUsed) })
  return [say('Made {day}', { day: formatDay(madeAt) }), used, rule.id.slice(0, 8)].join(' · ')
}
