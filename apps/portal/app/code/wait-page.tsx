import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PageHero, ProgressMark } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { WaitView } from './wait-view.ts'

interface WaitPageProps {
  readonly view: WaitView
  /** Why no code went out, once it was worked or waited for. */
  readonly note?: string
}

/** For whoever asks for more codes than a person would: script works, and where none runs the visitor waits. */
export function WaitPage({ view: { proofOfWork, waitSeconds, startHref, texts }, note }: WaitPageProps) {
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero
        title={texts.title}
        progressMark={<ProgressMark level={60} />}
        meta={<BackLink href={startHref} text={texts.back} />}
      />
      <div className="wrap code-page">
        {note === undefined ? (
          <>
            <p>{texts.text}</p>
            <form method="post" data-challenge={proofOfWork} data-wait={waitSeconds}>
              <input type="hidden" name="solution" />
              <p role="status" className="hint" data-working={texts.working} />
              {waitSeconds === 0 && (
                <div className="field">
                  <Button>{texts.send}</Button>
                </div>
              )}
            </form>
            {waitSeconds > 0 && (
              <noscript>
                <meta httpEquiv="refresh" content={String(waitSeconds)} />
                <p className="section">{texts.noScript}</p>
              </noscript>
            )}
          </>
        ) : (
          <div className="section">
            <Note tone="wait">{note}</Note>
          </div>
        )}
        <p>
          <a className="link" href={startHref}>
            {texts.otherMethod}
          </a>
        </p>
      </div>
    </>
  )
}
