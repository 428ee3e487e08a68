import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'

type Shown = Omit<Diagnostic, 'code'> & { code: string; subject?: string }

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info } as const
const WORDS = { error: 'Error', warning: 'Warning', info: 'Note' } as const

export function DiagnosticList({ diagnostics }: { diagnostics: readonly Shown[] }) {
  return (
    <ul className="diagnostics">
      {diagnostics.map((diagnostic) => {
        const { severity, code, file, path, message, remedy, subject } = diagnostic
        const Icon = ICONS[severity]
        return (
          <li
            className="row start gap-3 pad-y-2 ruled"
            key={`${code} ${file} ${path} ${textOf(message)}`}
            data-severity={severity}
          >
            <Icon size="0.9375rem" strokeWidth={1.75} aria-label={say(WORDS[severity])} />
            <div>
              <p>
                {subject && <code>{subject}:</code>} {sayMessage(message)}
              </p>
              <p className="quiet small">{sayMessage(remedy)}</p>
              <p className="quiet small">
                <code>{[file, path, code].filter(Boolean).join(' · ')}</code>
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
