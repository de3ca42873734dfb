import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { PendingRequest } from '@nyanja/server/otp/challenges'
import type { Portal } from '../../server/portal.ts'

interface Around {
  readonly texts: ContentPackages['orp-translation']
  /** Where he came from, and what that is called. */
  readonly startHref: string
  readonly otherMethod: string
}

/** What whoever works or waits for a code is shown. */
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

export type WaitView = Awaited<ReturnType<typeof waitView>>
