import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { say } from '#shared/messages/say'
import type { ImportedChat } from '#shared/requests/chat-requests'

/** What was imported from a file, and what was not. */
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
    say('{messages} imported from “{file}”.', { messages: countOf(messages, 'message', 'messages'), file }),
  ]
  if (leftOut > 0) {
    const parts = countOf(leftOut, 'other part', 'other parts')
    sentences.push(say('Not imported: {parts}. Only messages are imported.', { parts }))
  }
  if (pictures > 0) {
    sentences.push(say('Missing from the file: {pictures}.', { pictures: countOf(pictures, 'picture', 'pictures') }))
  }
  if (broken.length > 0) sentences.push(say('Could not read these lines: {lines}.', { lines: broken.join(', ') }))
  return sentences.join(' ')
}
