import type { ReactNode } from 'react'
import { NatureChip } from '#renderer/parts/call/nature-chip.tsx'
import { OutputView } from '#renderer/parts/call/output-view.tsx'
import { Message } from '#renderer/parts/chat/message.tsx'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { EmptyState } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { EMPTY } from '#renderer/store/drafts.ts'
import { WaitingApproval } from '#renderer/views/calls/approval.tsx'
import { ToolCard } from '#renderer/views/calls/tool-card.tsx'
import { Compose } from '#renderer/views/chat/compose.tsx'
import { ReadingMeter } from '#renderer/views/chat/thread.tsx'
import { TurnEnd } from '#renderer/views/chat/turn-end.tsx'
import { NextStep } from '#renderer/views/models/ollama-help.tsx'
import { ProblemLine } from '#renderer/views/window/notices.tsx'
import { type ChatState, emptyChat, foldFacts } from '#shared/chat/chat'
import { quiet } from '#shared/chat/live'
import type { Fact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { STATES } from '../stories/models.ts'
import type { Known } from './screens.ts'
import { MARKDOWN } from './texts.ts'

const NAMES = ['disk', 'long', 'endings', 'error', 'running'] as const

/** The chats that parts are drawn from. */
export type Stories = Record<(typeof NAMES)[number], ChatState>

export async function readStories(known: Known): Promise<Stories> {
  const stories = NAMES.map(async (name) => {
    const read = await window.askWorld('home', 'chat.read', { chat: known[name] })
    if (!read.ok) throw new Error(textOf(read.error.message))
    return [name, foldFacts(emptyChat(known[name]), (read.value as { facts: Fact[] }).facts)]
  })
  const read: Stories = Object.fromEntries(await Promise.all(stories))
  const runs = Object.values(read).flatMap(({ calls }) => [...calls.values()].flatMap(({ run }) => run ?? []))
  const output = { stdout: 'Filesystem      Size  Used Avail Use% Mounted on\n', stderr: '' }
  useApp.setState({
    drafts: new Map([['', { ...EMPTY, text: 'Several\nlines of a message\nthat is not sent yet' }]]),
    outputs: new Map(runs.map(({ run }) => [run, { state: 'here', ...output }])),
    live: { ...quiet, outputs: new Map(runs.map(({ run }) => [run, { ...output, dropped: 0 }])) },
  })
  return read
}

/** Every part in every state. */
export function PartsGallery({ stories }: { stories: Stories }) {
  return (
    <main className="gallery" aria-label="Gallery">
      <h1>Every part, in every state</h1>
      <Group name="Buttons and marks">
        <div className="gallery-row">
          <Button>Plain</Button>
          <Button look="strong" keys="Ctrl Enter">
            Strong
          </Button>
          <Button look="quiet" keys="Esc">
            Quiet
          </Button>
          <Button disabled>Disabled</Button>
          <IconButton icon="inspect" label="Inspect" />
          <Chip>qwen3:4b</Chip>
          {(['own', 'turn', 'reads', 'changes', 'online', 'unknown', 'code', 'gone', 'blocked'] as const).map(
            (nature) => (
              <NatureChip key={nature} nature={nature} />
            ),
          )}
        </div>
      </Group>
      <Group name="Cards of calls: one of each ending">
        <Cards chat={stories.endings} />
        <Cards chat={stories.running} />
      </Group>
      <Group name="Approvals: short, and long with hidden characters">
        <WaitingCard chat={stories.disk} />
        <WaitingCard chat={stories.long} />
      </Group>
      <Group name="Messages">
        <Message from="user" text={'Plain text with <b>tags</b>, **stars** and\na second line.'} />
        <Message from="assistant" text={MARKDOWN} thinking="First this, then that." />
        <Message
          from="assistant"
          text={'A block of code that is still being written:\n\n```ts\nconst open = '}
          isStreaming
        />
        <ReadingMeter reading={{ tokens: 2712, msPerToken: 4 }} />
        <ReadingMeter reading={{ tokens: 2712 }} />
        <Message
          from="assistant"
          text="About **6 GB** are free."
          stats={{ tokens: 128, ms: 3048, firstMs: 1234 }}
          notes={[{ code: 'answer-unfounded', values: { values: '6' } }]}
          unfounded={['6']}
        />
      </Group>
      <Group name="Output">
        <OutputView label="a" output={{ state: 'reading' }} />
        <OutputView label="b" output={{ state: 'here', stdout: '', stderr: '' }} />
        <OutputView label="c" output={{ state: 'lost', message: 'The record has no output of this run.' }} />
        <OutputView
          label="d"
          output={{
            state: 'here',
            stdout: '\u001b[32mgreen\u001b[0m \u001b]0;title\u0007 bell\u0007 \u202edrawkcab\n10%\r50%\r100%\r\n',
            stderr: 'a warning\n',
            dropped: 120_000,
          }}
        />
      </Group>
      <Group name="How turns end">
        {stories.error.entries.map((entry) => entry.kind === 'end' && <TurnEnd key={entry.seq} end={entry} />)}
        {(['answered', 'stopped', 'rounds', 'loop', 'length'] as const).map((reason) => (
          <TurnEnd
            key={reason}
            end={{
              kind: 'end',
              seq: 1,
              at: '',
              turn: '',
              model: 'qwen3:4b',
              reason,
              stats: { rounds: 12, calls: 3, promptTokens: 1, outputTokens: 2210, ms: 6200 },
            }}
          />
        ))}
      </Group>
      <Group name="Composer">
        <Compose />
      </Group>
      <Group name="States">
        <EmptyState title="Nothing has run yet">
          <p>Every command appears here before and after it runs.</p>
        </EmptyState>
        {STATES.map((ollama) => (
          <NextStep key={JSON.stringify(ollama)} ollama={ollama} />
        ))}
        <ProblemLine
          problem={{
            id: 1,
            about: 'main',
            chat: null,
            code: 'INTERNAL',
            message: 'The record has no output of this run.',
          }}
        />
      </Group>
    </main>
  )
}

/** As the pickers draw it. */
const Chip = ({ children }: { children: ReactNode }) => (
  <button type="button" className="chip">
    {children}
  </button>
)

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  )
}

function Cards({ chat }: { chat: ChatState }) {
  return (
    <div className="calls">
      {[...chat.calls.values()].map((call) => (
        <ToolCard key={call.call} call={call} waiting={[]} />
      ))}
    </div>
  )
}

function WaitingCard({ chat }: { chat: ChatState }) {
  const call = [...chat.calls.values()].find(({ status }) => status === 'waiting')
  return call ? <WaitingApproval call={call} /> : null
}
