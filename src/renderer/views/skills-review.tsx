import { useEffect, useRef } from 'react'
import { ReviewSheet } from '#renderer/parts/skill/review-sheet.tsx'
import { Button } from '#renderer/parts/ui/button.tsx'
import { EmptyState } from '#renderer/parts/ui/empty-state.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say, sayMessage } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'

export function SkillReview({ skill }: { skill: Skill }) {
  const reviewing = useApp((app) => app.reviewing)
  const { closeReview, review, trustReviewed } = useApp.getState()
  const top = useRef<HTMLDivElement>(null)
  const again = () => void review(skill.name)
  useEffect(() => top.current?.closest('.split-main')?.scrollTo(0, 0), [])
  return (
    <div ref={top}>
      {reviewing?.state === 'reading' && <p className="phase sheet stack gap-5 quiet">{say('Loading the review')}</p>}
      {reviewing?.state === 'failed' && (
        <EmptyState
          title={say('The skill is not trusted')}
          actions={
            <>
              <Button onClick={closeReview}>{say('Close')}</Button>
              <Button look="strong" onClick={again}>
                {say('Review again')}
              </Button>
            </>
          }
        >
          <p>{sayMessage(reviewing.message)}</p>
        </EmptyState>
      )}
      {reviewing?.state === 'here' && (
        <ReviewSheet
          key={reviewing.review.hash}
          review={reviewing.review}
          page={skill.body}
          isTrusting={reviewing.isTrusting}
          isOutdated={skill.hash !== reviewing.review.hash}
          onTrust={() => void trustReviewed()}
          onReview={again}
          onClose={closeReview}
        />
      )}
    </div>
  )
}
