import { useEffect, useState } from 'react'
import { FolderBar } from '#renderer/parts/chat/folder-bar.tsx'
import { countOn, isUsable } from '#renderer/parts/skill/skill-words.ts'
import { SkillChoice } from '#renderer/parts/skill/tools-picker.tsx'
import { Button, Form } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatDay } from '#renderer/parts/ui/figures.ts'
import { EmptyState, Scroll, Section } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { OpenCallsOfNoChat } from '#renderer/views/calls/tool-card.tsx'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { KNOWN_PROGRAMS, type PortState, type ProgramKind, type ProgramRow } from '#shared/programs'
import { LatestCalls } from './activity.tsx'
import { Page } from './page.tsx'

const GOES_INTO: Record<ProgramKind, Text> = {
  'claude-desktop':
    'Copied. Paste it into claude_desktop_config.json (Settings, Developer) and restart Claude Desktop.',
  vscode: 'Copied. Paste it into mcp.json (command “MCP: Open User Configuration”).',
  cursor: 'Copied. Paste it into ~/.cursor/mcp.json.',
  goose: 'Copied. Paste it into ~/.config/goose/config.yaml.',
  zed: 'Copied. Paste it into the settings of Zed.',
  other: 'Copied. Paste it where the program keeps its MCP servers.',
  http: 'Copied. Paste it where the program keeps its MCP servers.',
}

export function Programs() {
  const listed = useApp(({ lists }) => lists['program.list'])
  const pairedWith = useApp((app) => app.pairedWith)
  useEffect(() => void useApp.getState().list('program.list'), [])
  return (
    <Page title={say('Other programs')} note={pairedWith && say(GOES_INTO[pairedWith])}>
      <Scroll className="page-scroll grow" label={say('All programs')}>
        <div className="narrow stack gap-5">
          <OpenCallsOfNoChat of="program" className="stack gap-5" />
          <p className="lede soft">
            {say(
              'Editors and other agents can use the skills you trust. Skillet asks you about each call until you allow some with a rule.',
            )}
          </p>
          <AddProgram port={listed?.port} />
          {listed?.programs.length === 0 && (
            <EmptyState title={say('No programs yet')}>
              <p>{say('Choose a program above. Its configuration is copied for you to paste.')}</p>
            </EmptyState>
          )}
          {listed?.programs.map((row) => (
            <Program key={row.program} row={row} />
          ))}
        </div>
      </Scroll>
    </Page>
  )
}

function AddProgram({ port }: { port: PortState | undefined }) {
  const [name, setName] = useState('')
  const { pairProgram } = useApp.getState()
  return (
    <Section className="stack gap-3" name={say('Add a program')} level="h2">
      <div className="row gap-2 wrap">
        {(Object.keys(KNOWN_PROGRAMS) as (keyof typeof KNOWN_PROGRAMS)[]).map((kind) => (
          <Button key={kind} onClick={() => void pairProgram(kind)}>
            {KNOWN_PROGRAMS[kind]}
          </Button>
        ))}
      </div>
      <Form className="row gap-2" onSend={() => void pairProgram('other', { name }).then(() => setName(''))}>
        <input
          className="field"
          aria-label={say('Name of another program')}
          placeholder={say('Name of another program')}
          value={name}
          maxLength={60}
          onChange={({ target }) => setName(target.value)}
        />
        <Button text="Add" type="submit" disabled={name.trim() === ''} />
        {port?.state === 'open' && (
          <Button
            text="Add by address"
            disabled={name.trim() === ''}
            onClick={() => void pairProgram('http', { name })}
          />
        )}
      </Form>
      {port?.state === 'open' && <p className="quiet small">{say('The port is open at {url}', { url: port.url })}</p>}
      {port?.state === 'failed' && <p className="care small">{sayMessage(port.message)}</p>}
    </Section>
  )
}

function Program({ row }: { row: ProgramRow }) {
  const { program, name, kind, pairedAt, isConnected, off } = row
  const skills = useApp((app) => app.skills) ?? []
  const shown = useApp((app) => (app.shownProgram?.program === program ? app.shownProgram : null))
  const { pairProgram, showProgram, list, change, ask } = useApp.getState()
  const count = countOn(skills, off)
  const listAgain = () => list('program.list')
  return (
    <article className="box pad stack gap-3" aria-label={name}>
      <header className="row gap-2 wrap">
        <h2>{name}</h2>
        <span className="tag">{isConnected ? say('Connected') : say('Not connected')}</span>
        <span className="quiet small">{say('Added {day}', { day: formatDay(pairedAt) })}</span>
        <span className="soft small end">
          {`${countOf(count.skills, 'skill', 'skills')} · ${countOf(count.tools, 'tool', 'tools')}`}
        </span>
      </header>
      <div className="row gap-2 wrap">
        <Button aria-expanded={shown !== null} onClick={() => void showProgram(shown ? null : program)}>
          {shown ? say('Hide details') : say('Show details')}
        </Button>
        <Button text="Copy with a new token…" onClick={() => void pairProgram(kind, { program })} />
        <Button onClick={() => void change('program.revoke', { program })}>{say('Remove {name}', { name })}</Button>
      </div>
      {shown?.folders && (
        <FolderBar
          cwd={shown.folders.cwd}
          folders={shown.folders.folders}
          isEnforced={shown.folders.isEnforced}
          onChoose={() => void ask('chat.setFolder', { chat: program }).then(listAgain)}
          onOpen={(access) => void ask('folder.open', { chat: program, access }).then(listAgain)}
          onClose={({ path }) => void ask('folder.close', { chat: program, path }).then(listAgain)}
        />
      )}
      {shown && (
        <Section className="stack gap-2" name={say('Skills and tools it may use')}>
          <ul className="picker-skills">
            {skills.filter(isUsable).map((skill) => (
              <SkillChoice
                key={skill.name}
                skill={skill}
                off={off}
                onChange={({ skills, tools }) =>
                  void change('program.setTools', { program, skills: [...skills], tools: [...tools] })
                }
              />
            ))}
          </ul>
        </Section>
      )}
      {shown && (
        <LatestCalls
          className="stack gap-2"
          name={say('What it did')}
          rows={shown.calls}
          nothing={say('Nothing yet')}
        />
      )}
    </article>
  )
}
