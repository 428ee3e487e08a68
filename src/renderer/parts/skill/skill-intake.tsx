import { useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { Said } from '#renderer/parts/ui/said.tsx'
import { say } from '#shared/messages/say'
import type { FoundServer } from '#shared/skill/mcp-server'
import type { AdoptableSkill, Installation, SkillCandidate } from '#shared/skill/skill'
import { DiagnosticList } from './diagnostic-list.tsx'
import { OfferList } from './offer-list.tsx'

interface SourceChooserProps {
  adoptable: readonly AdoptableSkill[]
  isReading: boolean
  onChoose: (kind: 'folder' | 'zip') => void
  onStage: (source: string) => void
  onAddServer: (text: string) => void
  servers: readonly FoundServer[]
  onAdoptServer: (server: FoundServer) => void
}

/** Where a skill is to come from. */
export function SourceChooser(props: SourceChooserProps) {
  const { adoptable, isReading, onChoose, onStage, onAddServer, servers, onAdoptServer } = props
  const [source, setSource] = useState('')
  const found = adoptable.filter(({ isInstalled }) => !isInstalled)
  return (
    <>
      <div className="panel-actions gap-2 wrap row">
        <Button disabled={isReading} onClick={() => onChoose('folder')}>
          {say('Choose a folder')}
        </Button>
        <Button disabled={isReading} onClick={() => onChoose('zip')}>
          {say('Choose a .zip')}
        </Button>
      </div>
      <form
        className="field-and-button gap-2 row"
        onSubmit={(event) => {
          event.preventDefault()
          if (source.trim() !== '') onStage(source.trim())
        }}
      >
        <input
          className="field mono"
          aria-label={say('Git repository URL or path')}
          placeholder={say('https://… or a path')}
          value={source}
          spellCheck={false}
          maxLength={4096}
          onChange={(event) => setSource(event.target.value)}
        />
        <Button type="submit" disabled={isReading || source.trim() === ''}>
          {say('Download')}
        </Button>
      </form>
      <ServerForm isReading={isReading} onAdd={onAddServer} />
      <OfferList
        heading="Servers found on this computer"
        action="Add and review"
        isDisabled={isReading}
        offers={servers.map((server) => ({
          ...{ key: `${server.file} ${server.name}`, name: server.name, act: () => onAdoptServer(server) },
          lines: [
            server.line,
            server.program,
            server.secrets.length > 0 ? say('{names} go to the key store', { names: server.secrets.join(', ') }) : '',
          ],
          label: say('Add {server} from {program}', { server: server.name, program: server.program }),
        }))}
      />
      <OfferList
        heading="Found on this computer"
        action="Add"
        isDisabled={isReading}
        offers={found.map(({ name, description, dir, place }) => ({
          ...{ key: dir, name, lines: [`${place} · ${description}`], act: () => onStage(dir) },
          label: say('Add {skill}', { skill: name }),
        }))}
      />
    </>
  )
}

interface CandidateListProps {
  from: string
  candidates: readonly SkillCandidate[]
  refused: Installation['diagnostics']
  onInstall: (names: string[], replace: boolean) => void
}

/** The skills in a source, with checkboxes. One that cannot be installed says why. */
export function CandidateList({ from, candidates, refused, onInstall }: CandidateListProps) {
  const usable = candidates.filter(({ blocker }) => blocker === null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(usable.length === 1 ? [usable[0]?.dir ?? ''] : []),
  )
  const chosen = usable.filter(({ dir }) => ticked.has(dir))
  const replaced = chosen.filter(({ isInstalled }) => isInstalled)
  const toggle = (dir: string) => {
    const next = new Set(ticked)
    if (!next.delete(dir)) next.add(dir)
    setTicked(next)
  }
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onInstall(
          chosen.map(({ name }) => name),
          replaced.length > 0,
        )
      }}
    >
      <p className="quiet">
        <Said text="In {from}. Nothing runs until you review it." values={{ from: <code>{from}</code> }} />
      </p>
      <ul className="intake-list">
        {candidates.map((candidate) => (
          <li className="row wrap ruled" key={candidate.dir}>
            <Candidate candidate={candidate} isTicked={ticked.has(candidate.dir)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      {refused.length > 0 && (
        <section aria-label={say('Not installed')} role="alert">
          <h3 className="label">{say('Not installed')}</h3>
          <DiagnosticList diagnostics={refused} />
        </section>
      )}
      <footer className="row wrap">
        {replaced.length > 0 && (
          <p className="grow care small">
            {say(
              replaced.length === 1
                ? '{skills} is already installed and will be replaced.'
                : '{skills} are already installed and will be replaced.',
              { skills: replaced.map(({ name }) => name).join(', ') },
            )}
          </p>
        )}
        <Button type="submit" look="strong" disabled={chosen.length === 0}>
          {say(replaced.length > 0 ? 'Replace and review' : 'Install and review')}
        </Button>
      </footer>
    </form>
  )
}

interface CandidateProps {
  candidate: SkillCandidate
  isTicked: boolean
  onToggle: (dir: string) => void
}

function Candidate({ candidate, isTicked, onToggle }: CandidateProps) {
  const { name, description, dir, tools, blocker, isInstalled } = candidate
  const facts = [
    tools.length > 0 ? countOf(tools.length, 'tool', 'tools') : say('instructions only'),
    isInstalled && say('replaces yours'),
    dir !== name && dir,
  ]
  return (
    <>
      <label className="intake-tick row gap-3">
        <input type="checkbox" checked={isTicked} disabled={blocker !== null} onChange={() => onToggle(dir)} />
        <span className="row-words stack grow">
          <strong>{name}</strong>
          <small className="truncate quiet small">{facts.filter(Boolean).join(' · ')}</small>
          <small className="truncate quiet small">{description}</small>
        </span>
      </label>
      {blocker && <DiagnosticList diagnostics={[blocker]} />}
    </>
  )
}

/** Accepts what server authors tell people to paste into other programs. */
function ServerForm({ isReading, onAdd }: { isReading: boolean; onAdd: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className="stack gap-2"
      aria-label={say('Add an MCP server')}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(text.trim())
      }}
    >
      <h3 className="label">{say('Add an MCP server')}</h3>
      <textarea
        className="field mono"
        aria-label={say('Command, address or JSON')}
        placeholder={say('A command, https://… or {example}', { example: '{ "mcpServers": … }' })}
        rows={3}
        value={text}
        spellCheck={false}
        maxLength={100_000}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <Button type="submit" disabled={isReading || text.trim() === ''}>
          {say('Add and review')}
        </Button>
      </div>
    </form>
  )
}
