import { readField } from '@nyanja/web/format/read-field'
import type { ReactNode } from 'react'
import type { Portal } from '../../server/portal.ts'
import { type ChallengeView, readChallengeAnswer, toChallengeView } from '../challenge/challenge-note.tsx'
import { sendHref } from '../form/send-href.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { type ScreenName, screenPath } from '../screen-links.ts'
import { Button } from '../ui/button.tsx'
import { deviceOf } from './draft-step.ts'

interface BeginFormProps {
  readonly action: string
  readonly text: string
  readonly variant?: 'primary' | 'second'
  /** The visitor returns here if internet is not available at home. */
  readonly from?: ScreenName
  /** The challenge: see `challenge/browser`. */
  readonly proofOfWork?: string
  /** The content in front of the button. */
  readonly children?: ReactNode
}

/** The form is posted, since it creates an order: a client that only follows links begins none. */
export function BeginForm({ action, text, variant, from, proofOfWork, children }: BeginFormProps) {
  return (
    <form method="post" action={sendHref(action)} data-challenge={proofOfWork}>
      {from !== undefined && <input type="hidden" name="from" value={from} />}
      {children}
      <Button variant={variant}>{text}</Button>
    </form>
  )
}

/** The reason that nothing was begun yet. */
export interface NotBegun {
  readonly challenge?: ChallengeView
}

interface Posted {
  readonly request: Request
  readonly url: URL
  readonly clientIp: string
}

/** Begins an order, and redirects to its first page. */
export async function beginStep(
  { market, content, drafts }: Pick<Portal, 'market' | 'content' | 'drafts'>,
  { request, url, clientIp }: Posted,
): Promise<{ readonly to: string } | NotBegun> {
  const form = await request.formData()
  const language = languageOf(url, market)
  const device = deviceOf(content.page('website-homepage-config', language))
  const redirectPage = screenPath(readField(form, 'from'))
  const offer = { ...device, ...(redirectPage !== undefined && { redirectPage }) }
  const begun = await drafts.begin(offer, { channel: 'web', language, clientIp, ...readChallengeAnswer(form) })
  switch (begun.outcome) {
    case 'begun':
      return { to: hrefsAt(url).leadPlan({ draft: begun.draft.id }) }
    case 'challenge':
      return { challenge: toChallengeView(begun.challenge) }
    case 'too_many':
      return {}
  }
}
