import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import type { JsonObject } from '#shared/json'
import { say } from '#shared/messages/say'
import type { CallPreview } from '#shared/requests/record-requests'
import { fieldsOf, readFields, toValues } from './playground-fields.ts'
import { PlaygroundForm } from './playground-form.tsx'
import { PlaygroundPreview } from './playground-preview.tsx'

const TYPING_MS = 150

interface EditCallProps {
  params: JsonObject
  args: JsonObject
  isSending: boolean
  /** What happens with it. */
  note: string
  action: string
  /** Plans the call with these arguments; takes JSON and starts nothing. */
  preview: (args: string) => Promise<CallPreview | undefined>
  /** `digest`: of the plan that was shown. */
  onRun: (args: string, digest: string) => void
}

/** The form of the playground, filled with the arguments of a call. */
export function EditCall({ params, args, isSending, note, action, preview, onRun }: EditCallProps) {
  const fields = useMemo(() => fieldsOf(params), [params])
  const [values, setValues] = useState(() => toValues(fields, args))
  const [shown, setShown] = useState<{ text: string; preview: CallPreview } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // The person opened it to write.
  useEffect(() => form.current?.querySelector<HTMLElement>('.field')?.focus(), [])
  const filled = readFields(fields, values)
  const text = JSON.stringify(filled.args)
  useEffect(() => {
    let isLatest = true
    const timer = setTimeout(async () => {
      const made = await preview(text)
      if (isLatest && made) setShown({ text, preview: made })
    }, TYPING_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, preview])
  const isCurrent = shown?.text === text && Object.keys(filled.problems).length === 0
  const plan = isCurrent && shown.preview.ok ? shown.preview.plan : null
  return (
    <form
      ref={form}
      className="approval-panel approval-edit stack gap-3 pad"
      aria-label={say('Edit arguments')}
      onSubmit={(event) => {
        event.preventDefault()
        if (plan && !isSending) onRun(text, plan.digest)
      }}
    >
      <PlaygroundForm
        fields={fields}
        values={values}
        problems={filled.problems}
        onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
      />
      <section aria-label={say('Command preview')} aria-busy={!isCurrent}>
        <PlaygroundPreview preview={shown?.preview ?? null} isBrief />
      </section>
      <div className="row apart gap-3">
        <p className="soft small">{note}</p>
        <Button look="strong" type="submit" disabled={!plan || isSending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
