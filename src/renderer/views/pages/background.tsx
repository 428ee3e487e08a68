import { Button, SkillSwitch } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatMoment } from '#renderer/parts/ui/figures.ts'
import { EmptyState, Scroll, Section } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { OpenCallsOfNoChat } from '#renderer/views/calls/tool-card.tsx'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { BackgroundSchedule, BackgroundState, BackgroundTool } from '#shared/triggers'
import { toVisible } from '#shared/visible'
import { LatestCalls } from './activity.tsx'
import { Page } from './page.tsx'

export function Background() {
  const background = useApp(({ lists }) => lists['background.list'])
  const { changeSetting } = useApp.getState()
  const { isPaused = false, tools = [], schedules = [], log = [] } = background ?? {}
  const note = say(isPaused ? 'Paused: nothing runs by itself.' : 'Runs only while Skillet is open')
  return (
    <Page
      title={say('Background')}
      note={tools.length > 0 && note}
      actions={
        tools.length > 0 && (
          <Button
            text={isPaused ? 'Resume all' : 'Pause all'}
            onClick={() => void changeSetting('background', isPaused ? 'on' : 'paused')}
          />
        )
      }
    >
      <OpenCallsOfNoChat className="activity-own" />
      {background && tools.length === 0 && (
        <EmptyState title={say('Nothing runs by itself')}>
          <p>
            {say(
              'Tools that ask to run at start, on a schedule or on an event appear here. Each stays off until you switch it on.',
            )}
          </p>
        </EmptyState>
      )}
      {tools.length > 0 && (
        <Scroll className="page-scroll grow" label={say('All background runs')}>
          <ul className="rules narrow" aria-label={say('Background tools')}>
            {tools.map((tool) => (
              <ToolLine key={`${tool.skill}/${tool.tool}`} tool={tool} />
            ))}
          </ul>
          {schedules.length > 0 && <Schedules schedules={schedules} />}
          <LatestCalls
            className="narrow"
            name={say('Recent background runs')}
            level="h2"
            rows={log}
            nothing={say('Nothing has run by itself yet.')}
          />
        </Scroll>
      )}
    </Page>
  )
}

const STATES: Record<Exclude<BackgroundState, 'running'>, Text> = {
  off: 'Off',
  on: 'On',
  stopped: 'Stopped',
  skipped: 'Did not start',
  changed: 'Changed',
  unavailable: 'Unavailable',
}

function ToolLine({ tool }: { tool: BackgroundTool }) {
  const { skill, tool: name, state, when, why, since, next, missed, dropped } = tool
  const { change } = useApp.getState()
  const isRunning = state === 'running'
  const words = isRunning ? say('Running since {time}', { time: formatMoment(since ?? '') }) : say(STATES[state])
  const notes = [
    why && sayMessage(why),
    missed &&
      say('Missed {times}, last {time}. Missed runs are not made up for.', {
        times: countOf(missed.count, 'time', 'times'),
        time: formatMoment(missed.last),
      }),
    dropped && say('{events} dropped: they came too fast.', { events: countOf(dropped, 'event', 'events') }),
  ].filter((note) => typeof note === 'string')
  return (
    <li className="stack gap-2" data-state={state}>
      <div className="row gap-4 apart">
        <SkillSwitch
          label={say('Run {tool} in the background', { tool: toVisible(name).text })}
          says={when.map((each) => toVisible(sayMessage(each)).text).join(' · ')}
          isOn={state !== 'off' && state !== 'changed'}
          onSwitch={(enabled) => void change('background.switch', { skill, tool: name, enabled })}
        />
        {(isRunning || state === 'stopped' || state === 'skipped') && (
          <Button
            text={isRunning ? 'Stop' : 'Start'}
            aria-label={say(isRunning ? 'Stop {tool}' : 'Start {tool}', { tool: name })}
            onClick={() => void change('background.run', { skill, tool: name, isWanted: !isRunning })}
          />
        )}
      </div>
      <p className="below-switch">{[toVisible(skill).text, words, ...nextWords(next)].join(' · ')}</p>
      {notes.map((each) => (
        <p className="below-switch care small" key={each}>
          {toVisible(each).text}
        </p>
      ))}
    </li>
  )
}

const nextWords = (next: string | null | undefined): string[] =>
  next ? [say('Next: {time}', { time: formatMoment(next) })] : []

function Schedules({ schedules }: { schedules: readonly BackgroundSchedule[] }) {
  return (
    <Section className="narrow" name={say('Schedules')} level="h2">
      <ul className="rules">
        {schedules.map(({ id, title, words, next }) => (
          <li key={id}>
            <p>{toVisible(title || id).text}</p>
            <p className={next ? 'quiet' : 'care small'}>
              {[toVisible(sayMessage(words)).text, ...nextWords(next)].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
