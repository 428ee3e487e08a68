import { useEffect, useRef, useState } from 'react'
import { DiagnosticList } from '#renderer/parts/skill/lists.tsx'
import {
  ReviewAccess,
  ReviewChanges,
  ReviewDangers,
  ReviewPage,
  ReviewPrograms,
  ReviewScripts,
  ReviewTools,
  ServerSection,
} from '#renderer/parts/skill/review-sections.tsx'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatBytes } from '#renderer/parts/ui/figures.ts'
import { EmptyState, FactsList, Section } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { Review } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'

const SOURCES: Record<NonNullable<Review['source']>['kind'], Text> = {
  folder: 'folder',
  zip: 'zip',
  git: 'git',
  adopted: 'added',
  server: 'from a server',
}

export function SkillReview({ skill }: { skill: Skill }) {
  const reviewing = useApp((app) => app.reviewing)
  const { closeReview, review } = useApp.getState()
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.closest('.split-main')?.scrollTo(0, 0), [])
  return (
    <div ref={top}>
      {reviewing?.state === 'reading' && <p className="phase sheet stack gap-5 quiet">{say('Loading the review')}</p>}
      {reviewing?.state === 'failed' && (
        <EmptyState
          title={say('The skill is not trusted')}
          actions={
            <>
              <Button text="Close" onClick={closeReview} />
              <Button text="Review again" look="strong" onClick={() => void review(skill.name)} />
            </>
          }
        >
          <p>{sayMessage(reviewing.message)}</p>
        </EmptyState>
      )}
      {reviewing?.state === 'here' && <ReviewSheet key={reviewing.review.hash} {...reviewing} skill={skill} />}
    </div>
  )
}

interface ReviewSheetProps {
  /** As it is now, which may be newer than the review. */
  skill: Skill
  review: Review
  isTrusting: boolean
}

/** Everything a person sees before they trust a skill. They must have seen its end. */
export function ReviewSheet({ skill: now, review, isTrusting }: ReviewSheetProps) {
  const { skill, description, state, obstacle, withheld, diagnostics, hosts } = review
  const isOutdated = now.hash !== review.hash
  const { trustReviewed, closeReview, review: reviewAgain } = useApp.getState()
  const end = useRef<HTMLDivElement>(null)
  const hasSeenAll = useSeen(end, review.hash)
  const hasOther = review.binaries.some(({ isOther }) => isOther)
  return (
    <article className="sheet review stack gap-5" aria-label={say('Review of {skill}', { skill })}>
      <header className="row wrap baseline gap-1 gap-x-3">
        <h2 className="title">{skill}</h2>
        <p className="quiet">{summaryOf(review)}</p>
      </header>
      {description && <p className="lede soft">{description}</p>}
      <ReviewDangers review={review} />
      <ReviewChanges changes={review.changes} />
      {review.access && <ReviewAccess access={review.access} />}
      {review.servers && <ServerSection servers={review.servers} />}
      <ReviewTools tools={review.tools} />
      <ReviewPrograms binaries={review.binaries} />
      <ReviewScripts scripts={review.scripts} />
      <ReviewPage page={now.body} />
      {withheld.length > 0 && (
        <Section name={say('Not available')} heading={say('Not available to the model')}>
          <ul>
            {withheld.map(({ name, message }) => (
              <li className="pad-y-1" key={name}>
                <code>{name}</code> {sayMessage(message)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {diagnostics.length > 0 && (
        <Section name={say('Notes')}>
          <DiagnosticList diagnostics={diagnostics} />
        </Section>
      )}
      <Section name={say('All files')}>
        <FactsList
          pairs={[
            { name: say('Addresses'), value: hosts.length > 0 ? <code>{hosts.join(' ')}</code> : say('none') },
            review.source !== undefined && {
              name: say('Source'),
              value: (
                <>
                  {say(SOURCES[review.source.kind])} <code>{review.source.from}</code>
                </>
              ),
            },
            { name: say('Hash'), value: <code>{review.hash}</code> },
          ]}
        />
        <ul className="review-files pad-top-3">
          {review.files.map(({ file, bytes, isExecutable }) => (
            <li className="gap-3 apart small" key={file}>
              <code>{file}</code>
              <span className="figure">
                {isExecutable ? `${say('executable')} · ${formatBytes(bytes)}` : formatBytes(bytes)}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <div ref={end} className="review-end" />
      <footer className="review-foot row wrap">
        <Button text="Close" look="quiet" onClick={closeReview} />
        <span className="review-hint grow soft small" role="status">
          {hintOf(review, hasSeenAll, isOutdated)}
        </span>
        {isOutdated ? (
          <Button text="Review again" onClick={() => void reviewAgain(skill)} />
        ) : (
          (state !== 'trusted' || hasOther) &&
          obstacle === undefined && (
            <Button look="strong" disabled={!hasSeenAll || isTrusting} onClick={trustReviewed}>
              {say('Trust {skill}', { skill })}
            </Button>
          )
        )}
      </footer>
    </article>
  )
}

function summaryOf({ files, format, tools, scripts }: Review): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const parts = [
    countOf(tools.length, 'tool', 'tools'),
    countOf(scripts.length, 'script', 'scripts'),
    countOf(files.length, 'file', 'files'),
  ]
  return [...parts, formatBytes(bytes), format].filter(Boolean).join(' · ')
}

function hintOf({ obstacle, state, binaries }: Review, hasSeenAll: boolean, isOutdated: boolean): string {
  if (isOutdated) return say('The skill changed while you were reviewing it. Review it again.')
  if (obstacle !== undefined) return sayMessage(obstacle)
  if (state === 'trusted' && binaries.some(({ isOther }) => isOther))
    return say('You trusted this version with other programs.')
  if (state === 'trusted') return say('You trust exactly this version.')
  return hasSeenAll ? '' : say('Read to the end first.')
}

/** True once the end was in view. Another hash starts over. */
function useSeen(end: React.RefObject<HTMLElement | null>, hash: string): boolean {
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    const element = end.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(hash)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [end, hash])
  return seen === hash
}
