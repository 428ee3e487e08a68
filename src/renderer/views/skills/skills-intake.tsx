import { DiagnosticList } from '#renderer/parts/skill/diagnostic-list.tsx'
import { CandidateList, SourceChooser } from '#renderer/parts/skill/skill-intake.tsx'
import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { Intake } from '#renderer/store/skills.ts'
import { say } from '#shared/messages/say'

export function SkillIntake() {
  const intake = useApp((app) => app.intake)
  const close = () => void useApp.getState().closeIntake()
  if (!intake) return null
  return (
    <Overlay label={say('Install a skill')} onClose={close}>
      <div className="overlay-header row apart still ruled pad">
        <h2>{say('Install a skill')}</h2>
        <IconButton icon="close" label={say('Close')} onClick={close} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className="overlay-body stack gap-4" tabIndex={0} aria-label={say('Source')}>
        <Step intake={intake} />
      </section>
    </Overlay>
  )
}

function Step({ intake }: { intake: Intake }) {
  const adoptable = useApp((app) => app.adoptable)
  const servers = useApp((app) => app.foundServers)
  const { stageChosen, stage, addServer, adoptServer, installStaged, openIntake } = useApp.getState()
  if (intake.step === 'staged') {
    const { staged, refused } = intake
    return (
      <CandidateList
        key={staged.token}
        from={staged.source.from}
        candidates={staged.candidates}
        refused={refused}
        onInstall={installStaged}
      />
    )
  }
  if (intake.step === 'refused') {
    return (
      <div role="alert">
        <h3 className="label">
          <Said text="{source} was not installed" values={{ source: <code>{intake.source}</code> }} />
        </h3>
        <DiagnosticList diagnostics={intake.diagnostics} />
        <footer className="row wrap">
          <Button onClick={openIntake}>{say('Choose something else')}</Button>
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
      <SourceChooser
        adoptable={adoptable}
        isReading={isReading}
        onChoose={stageChosen}
        onStage={stage}
        servers={servers}
        onAdoptServer={adoptServer}
        onAddServer={addServer}
      />
    </>
  )
}
