import { useMemo } from 'react'
import { fieldsOf, PlaygroundForm, useFilled } from '#renderer/parts/call/playground-form.tsx'
import { Button, Form } from '#renderer/parts/ui/controls.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import { fitsForm } from '#shared/call/question'
import { isObject, type JsonObject } from '#shared/json'
import { say } from '#shared/messages/say'
import type { ChatQuestion } from '#shared/requests/chat-requests'
import { toVisible, toVisibleLines } from '#shared/visible'

/**
 * A server's question during a call. Its words are set apart from ours, no shortcut answers it, and the model fills in
 * nothing.
 */
export function QuestionForm({ call, question }: { call: string; question: ChatQuestion }) {
  const { schema, text } = question
  const fields = useMemo(() => fieldsOf(schema), [schema])
  const { args, isValid, form } = useFilled(fields, defaultsOf(schema))
  const isReady = isValid && fitsForm(args, schema)
  const isSending = useApp(({ answering }) => answering.has(call))
  const answer = (values: JsonObject | null) => void useApp.getState().answerQuestion(call, question.question, values)
  const server = toVisible(question.server).text
  return (
    <Form
      className="approval"
      aria-label={say('Question from {server}', { server })}
      onSend={() => {
        if (isReady && !isSending) answer(args)
      }}
    >
      <header className="approval-head">
        <i className="waits" />
        <h2>
          <Said text="The server {server} asks you" values={{ server: <code>{server}</code> }} />
        </h2>
        <p className="soft">
          {question.host === null
            ? say('It is a program on this computer.')
            : say('Your answer is sent to {host}.', { host: toVisible(question.host).text })}{' '}
          {say('The words below are the server’s. Enter no password or key.')}{' '}
          {question.isUnsure && say('Several calls of it are running, and it did not say which one asks.')}
        </p>
      </header>
      <blockquote className="question-words">{toVisibleLines(text)}</blockquote>
      <div className="approval-panel ruled-above pad">
        <PlaygroundForm {...form} />
      </div>
      <footer className="row wrap">
        <span className="row wrap right gap-2 end">
          <Button text="Decline" look="quiet" disabled={isSending} onClick={() => answer(null)} />
          <Button text="Send answer" look="strong" type="submit" disabled={!isReady || isSending} />
        </span>
      </footer>
    </Form>
  )
}

/** What became of a question that can no longer be answered. */
export function QuestionNote({ question }: { question: ChatQuestion }) {
  const server = toVisible(question.server).text
  const { refused, answered } = question
  const given = answered?.map(({ name, length }) => `${toVisible(name).text} (${length})`).join(', ')
  return (
    <p className="quiet small">
      {refused === 'secret'
        ? say('{server} asked for something like a password. Skillet refused.', { server })
        : refused
          ? say('{server} asked in a form that cannot be shown here. Skillet refused.', { server })
          : answered
            ? say('You answered {server}: {fields}', { server, fields: given || say('nothing') })
            : say('{server} asked, and got no answer.', { server })}
    </p>
  )
}

function defaultsOf({ properties }: JsonObject): JsonObject {
  const fields = Object.entries(isObject(properties) ? properties : {})
  return Object.fromEntries(
    fields.flatMap(([name, field]) => (isObject(field) && field.default !== undefined ? [[name, field.default]] : [])),
  )
}
