import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { PendingRequest } from '@nyanja/server/otp/challenges'
import type { Portal } from '../../server/portal.ts'
import { PostForm } from '../form/post-form.tsx'
import { BackLink, Button } from '../ui/button.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'

interface WaitPageProps {
  readonly view: WaitView
  /** The reason that no code was sent after the challenge or the wait. */
  readonly note?: string
}

/**
 * The page is for a visitor who requests more codes than a person would: script solves a challenge, and without script
 * the visitor waits.
 */
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
            <PostForm data-challenge={proofOfWork} data-wait={waitSeconds}>
              <input type="hidden" name="solution" />
              <p role="status" className="hint" data-working={texts.working} />
              {waitSeconds === 0 && (
                <div className="field">
                  <Button>{texts.send}</Button>
                </div>
              )}
            </PostForm>
            {waitSeconds > 0 && (
              <noscript>
                <meta httpEquiv="refresh" content={String(waitSeconds)} />
                <p className="section">{texts.noScript}</p>
              </noscript>
            )}
          </>
        ) : (
          <NoteSection tone="wait">{note}</NoteSection>
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

interface Around {
  readonly texts: ContentPackages['orp-translation']
  /** The page that the visitor came from, and its name. */
  readonly startHref: string
  readonly otherMethod: string
}

/** Shows the page of a visitor who solves a challenge or waits for a code. */
export async function waitView(
  { challenges }: Pick<Portal, 'challenges'>,
  { level, waitSeconds }: PendingRequest,
  { texts, startHref, otherMethod }: Around,
) {
  return {
    proofOfWork: JSON.stringify(await challenges.createWork(level)),
    waitSeconds,
    startHref,
    texts: {
      title: texts.waitTitle,
      back: texts.back,
      text: waitSeconds === 0 ? texts.waitDone : texts.waitText,
      working: texts.waitWorking,
      noScript: fill(texts.waitNoScript, { seconds: waitSeconds }),
      send: texts.airtimeSendCode,
      otherMethod,
    },
  }
}

type WaitView = Awaited<ReturnType<typeof waitView>>
