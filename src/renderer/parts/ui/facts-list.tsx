import type { ReactNode } from 'react'

export interface Pair {
  name: string
  value: ReactNode
  /** Uses the whole width. */
  isWide?: boolean
}

/** Names and values in columns. */
export function FactsList({ pairs, columns = 1 }: { pairs: readonly (Pair | null | false)[]; columns?: 1 | 2 }) {
  return (
    <dl className="facts stack small" data-columns={columns}>
      {pairs.map(
        (pair) =>
          pair && (
            <div className="stack gap-2" key={pair.name} data-wide={pair.isWide ? '' : undefined}>
              <dt className="quiet">{pair.name}</dt>
              <dd className="soft">{pair.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
