import { useEffect, useRef, useState } from 'react'
import { FindBar } from '#renderer/parts/chat/find-bar.tsx'
import { useApp } from '#renderer/store/app.ts'
import { countPlaces } from '#renderer/store/find.ts'
import type { Find as FindState } from '#renderer/store/state.ts'

const { findText, stepFind, closeFind } = useApp.getState()

export function Find() {
  const find = useApp((app) => (app.chat === null ? null : app.find))
  return find && <OpenFind find={find} />
}

function OpenFind({ find }: { find: FindState }) {
  const input = useRef<HTMLInputElement>(null)
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    if (find.asked > 0) input.current?.select()
    input.current?.focus()
  }, [find.asked])
  const count = countPlaces(find)
  return (
    <FindBar
      input={input}
      typed={find.typed}
      at={count === 0 ? 0 : find.at + 1}
      count={count}
      isMore={find.next !== undefined}
      isSearched={find.isSearched}
      onType={findText}
      onStep={stepFind}
      onClose={() => {
        closeFind()
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
        const back = isThere ? before : document.querySelector<HTMLElement>('.scroller')
        back?.focus({ preventScroll: true })
      }}
    />
  )
}
