import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { say } from '#shared/messages/say'
import type { ImportedChat } from '#shared/requests/conversation-requests'

/** What came in from a file, and what did not. */
export function ImportNote({ imported, onDismiss }: { imported: ImportedChat; onDismiss: () => void }) {
  return (
    <div className="banner row gap-4 apart wash" data-look="calm">
      <p>{describeImport(imported)}</p>
      <Button look="quiet" onClick={onDismiss}>
        {say('Got it')}
      </Button>
    </div>
  )
}

export function describeImport({ file, messages, leftOut, pictures, broken }: ImportedChat): string {
  const sentences = [
    say('{messages} came from “{file}”.', { messages: countOf(messages, 'message', 'messages'), file }),
  ]
  if (leftOut > 0) {
    const parts = countOf(leftOut, 'other part', 'other parts')
    sentences.push(say('Left out: {parts}. Only what was said is taken.', { parts }))
  }
  if (pictures > 0) {
    sentences.push(
      say('Named there, but not in the file: {pictures}.', { pictures: countOf(pictures, 'picture', 'pictures') }),
    )
  }
  if (broken.length > 0) sentences.push(say('These lines could not be read: {lines}.', { lines: broken.join(', ') }))
  return sentences.join(' ')
}
