import { formatCount } from '#renderer/parts/ui/figures.ts'
import { SavedField } from '#renderer/parts/ui/saved-field.tsx'
import { Setting } from '#renderer/parts/ui/setting.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { KEEP_ALIVES, LEAST_CONTEXT, type ModelSettings } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { KEPT } from './model-words.ts'

/** A person's settings for one model. */
export function ModelSetup({ model }: { model: OllamaModel }) {
  const { name: modelName, settings = {}, capabilities, contextLength } = model
  const can = (what: string) => capabilities?.includes(what) ?? false
  const { context, keepAlive, think, pieceByPiece } = settings
  const save = (all: ModelSettings) => void useApp.getState().setModel(modelName, all)
  const set = (change: ModelSettings) => save({ ...settings, ...change })
  /** A removed value means the default. */
  const drop = (name: keyof ModelSettings) => {
    const { [name]: _, ...others } = settings
    save(others)
  }
  return (
    <div className="stack">
      <Setting
        name={say('Context')}
        says={
          contextLength
            ? say('In tokens, up to {count}. A larger context needs more memory.', {
                count: formatCount(contextLength),
              })
            : say('In tokens. A larger context needs more memory.')
        }
      >
        {(id) => (
          <SavedField
            id={id}
            known={context === undefined ? '' : String(context)}
            least={LEAST_CONTEXT}
            placeholder={say('Automatic')}
            onSave={(typed) => (typed === '' ? drop('context') : set({ context: Number(typed) }))}
          />
        )}
      </Setting>
      <Choice
        name={say('Keep in memory')}
        says={say('After an answer. Loading a model again takes time.')}
        chosen={keepAlive ?? ''}
        choices={(['', ...KEEP_ALIVES] as const).map((value) => [value, say(KEPT[value])])}
        onChoose={(value) => (value === '' ? drop('keepAlive') : set({ keepAlive: value }))}
      />
      {can('thinking') && (
        <Choice
          name={say('Think before answering')}
          says={say('Slower, but often better. You can also switch it below the message box.')}
          chosen={think ?? ''}
          choices={[
            ['', say('Model default')],
            ['on', say('On')],
            ['off', say('Off')],
          ]}
          onChoose={(value) => (value === '' ? drop('think') : set({ think: value }))}
        />
      )}
      {can('tools') && (
        <Setting
          name={say('Guide step by step')}
          says={say('The model picks a tool from a list, then fills in the details. For models without tool support.')}
        >
          {(id) => (
            <input
              id={id}
              type="checkbox"
              role="switch"
              className="switch"
              checked={pieceByPiece === true}
              aria-checked={pieceByPiece === true}
              onChange={() => (pieceByPiece ? drop('pieceByPiece') : set({ pieceByPiece: true }))}
            />
          )}
        </Setting>
      )}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  name: string
  says: string
  chosen: Value
  choices: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ name, says, chosen, choices, onChoose }: ChoiceProps<Value>) {
  return (
    <Setting name={name} says={says}>
      {(id) => (
        <select id={id} className="field" value={chosen} onChange={({ target }) => onChoose(target.value as Value)}>
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Setting>
  )
}
