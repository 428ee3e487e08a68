import type { ComponentProps, ReactNode } from 'react'

/** A named region that scrolls, also by keyboard. */
export function Scroll({ label, ...others }: ComponentProps<'section'> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: this is how the keyboard reaches it
  return <section tabIndex={0} aria-label={label} {...others} />
}

/** An empty page and the one action that helps. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="empty stack gap-2 soft">
      <h2 className="title">{title}</h2>
      {children}
      {actions && <div className="pad-top-2 gap-2 row">{actions}</div>}
    </div>
  )
}

interface SectionProps extends ComponentProps<'section'> {
  /** Its accessible name, and its heading if that is no other. */
  name: string
  heading?: ReactNode
  level?: 'h2' | 'h3'
}

export function Section({ name, heading = name, level: Heading = 'h3', children, ...others }: SectionProps) {
  return (
    <section aria-label={name} {...others}>
      <Heading className="ruled label">{heading}</Heading>
      {children}
    </section>
  )
}

export interface Pair {
  name: string
  value: ReactNode
  /** Uses the whole width. */
  isWide?: boolean
}

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

export function Table({ heads, children, ...others }: ComponentProps<'table'> & { heads: readonly ReactNode[] }) {
  return (
    <table {...others}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <th className="quiet" scope="col" key={at}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** A tag that warns. */
export const Warning = (given: ComponentProps<'span'>) => <span className="tag" data-look="warning" {...given} />
