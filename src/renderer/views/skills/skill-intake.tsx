import { useState } from 'react'
import { DiagnosticList, OfferList } from '#renderer/parts/skill/lists.tsx'
import { Button, Form } from '#renderer/parts/ui/controls.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { Intake } from '#renderer/store/skills.ts'
import { say } from '#shared/messages/say'
import type { SkillCandidate } from '#shared/skill/skill'

export function SkillIntake() {
  const intake = useApp((app) => app.intake)
  const close = () => void useApp.getState().closeIntake()
  if (!intake) return null
  return (
    <Overlay label={say('Install a skill')} heading={<h2>{say('Install a skill')}</h2>} onClose={close}>
      <Scroll className="panel stack gap-4" label={say('Source')}>
        <Step intake={intake} />
      </Scroll>
    </Overlay>
  )
}

function Step({ intake }: { intake: Intake }) {
  if (intake.step === 'staged') return <CandidateList key={intake.staged.token} {...intake} />
  if (intake.step === 'refused') {
    return (
      <div className="stack gap-3" role="alert">
        <h3 className="label">
          <Said text="{source} was not installed" values={{ source: <code>{intake.source}</code> }} />
        </h3>
        <DiagnosticList diagnostics={intake.diagnostics} />
        <footer className="row wrap right gap-2 gap-x-3">
          <Button text="Choose something else" onClick={useApp.getState().openIntake} />
        </footer>
      </div>
    )
  }
  const isReading = intake.step === 'reading'
  return (
    <>
      <p className="quiet" role="status">
        {isReading
          ? say('Reading {source}', { source: intake.source })
          : say('A folder, a .zip file or a Git repository. Nothing runs until you review it.')}
      </p>
      <SourceChooser isReading={isReading} />
    </>
  )
}

export function SourceChooser({ isReading }: { isReading: boolean }) {
  const adoptable = useApp((app) => app.adoptable)
  const servers = useApp((app) => app.foundServers)
  const { stage, stageChosen, adoptServer } = useApp.getState()
  const [source, setSource] = useState('')
  const found = adoptable.filter(({ isInstalled }) => !isInstalled)
  return (
    <>
      <div className="gap-2 wrap row">
        <Button text="Choose a folder" disabled={isReading} onClick={() => void stageChosen('folder')} />
        <Button text="Choose a .zip" disabled={isReading} onClick={() => void stageChosen('zip')} />
      </div>
      <Form
        className="gap-2 row"
        onSend={() => {
          if (source.trim() !== '') void stage(source.trim())
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
        <Button text="Download" type="submit" disabled={isReading || source.trim() === ''} />
      </Form>
      <ServerForm isReading={isReading} />
      <OfferList
        heading="Servers found on this computer"
        action="Add and review"
        isDisabled={isReading}
        offers={servers.map((server) => ({
          ...{ key: `${server.file} ${server.name}`, name: server.name, act: () => void adoptServer(server) },
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
          ...{ key: dir, name, lines: [`${place} · ${description}`], act: () => void stage(dir) },
          label: say('Add {skill}', { skill: name }),
        }))}
      />
    </>
  )
}

/** The skills in a source, with checkboxes. One that cannot be installed says why. */
export function CandidateList({ staged, refused }: Pick<Extract<Intake, { step: 'staged' }>, 'staged' | 'refused'>) {
  const { source, candidates } = staged
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
    <Form
      className="stack gap-3"
      onSend={() => {
        const names = chosen.map(({ name }) => name)
        void useApp.getState().installStaged(names, replaced.length > 0)
      }}
    >
      <p className="quiet">
        <Said text="In {from}. Nothing runs until you review it." values={{ from: <code>{source.from}</code> }} />
      </p>
      <ul className="intake-list">
        {candidates.map((candidate) => (
          <li className="row wrap gap-1 gap-x-3 pad-y-2 ruled" key={candidate.dir}>
            <Candidate candidate={candidate} isTicked={ticked.has(candidate.dir)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      {refused.length > 0 && (
        <section className="stack gap-3" aria-label={say('Not installed')} role="alert">
          <h3 className="label">{say('Not installed')}</h3>
          <DiagnosticList diagnostics={refused} />
        </section>
      )}
      <footer className="row wrap right gap-2 gap-x-3">
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
        <Button
          text={replaced.length > 0 ? 'Replace and review' : 'Install and review'}
          type="submit"
          look="strong"
          disabled={chosen.length === 0}
        />
      </footer>
    </Form>
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
      <label className="intake-tick baseline row gap-3">
        <input type="checkbox" checked={isTicked} disabled={blocker !== null} onChange={() => onToggle(dir)} />
        <span className="stack grow">
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
function ServerForm({ isReading }: { isReading: boolean }) {
  const [text, setText] = useState('')
  return (
    <Form
      className="stack gap-2"
      aria-label={say('Add an MCP server')}
      onSend={() => void useApp.getState().addServer(text.trim())}
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
        <Button text="Add and review" type="submit" disabled={isReading || text.trim() === ''} />
      </div>
    </Form>
  )
}
