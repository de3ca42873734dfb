// @ts-nocheck
import { useCallback, useState } from 'react'
import { Note } from './note.tsx'
import { Say } from './say.tsx'
import { useTimedEnd } from './use-timed-end.ts'

interface ErrorBannerProps {
  readonly heading: string
  readonly text?: string
  readonly seconds?: number
}

/** Loud for ten seconds, then one quiet line: the words stay, because nobody should lose the only copy. */
export function ErrorBanner({ heading, text, seconds = 10 }: ErrorBannerProps) {
  const [isLoud, setLoud] = useState(true)
  const held = useTimedEnd(
    seconds,
    useCallback(() => setLoud(false), []),
  )
  return (
    <div {...held}>
      {isLoud ? (
        <Note tone="bad" role="alert">
          <b>{heading}</b> {text}
        </Note>
      ) : (
        <Say tone="bad">
          {heading} {text}
        </Say>
      )}
    </div>
  )
}
