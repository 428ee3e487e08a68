import { QuestionForm } from '#renderer/parts/call/question-form.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ChatCall } from '#shared/requests/chat-requests'

/** What the server of a running call wants to know, or nothing. */
export function WaitingQuestion({ call: { call, question } }: { call: ChatCall }) {
  const isSending = useApp((app) => app.answering.has(call))
  if (!question) return null
  const { answerQuestion } = useApp.getState()
  return (
    <QuestionForm
      key={question.question}
      question={question}
      isSending={isSending}
      onAnswer={(values) => void answerQuestion(call, question.question, values)}
    />
  )
}
