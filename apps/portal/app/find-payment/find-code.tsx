import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { otpLength } from '@nyanja/domain/otp'
import { fill } from '@nyanja/domain/texts/fill'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import { data, redirect } from 'react-router'
import { CodePage } from '../code/code-page.tsx'
import { codePressed, codeView } from '../code/code-step.ts'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { unbroken } from '../format/text.ts'
import { hrefsAt } from '../order/order-page.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import type { Route } from './+types/find-code'
import { findTexts } from './find-step.ts'

export const handle = { group: 'code', module: ['code', 'dialog'] }

const place: OtpPlace = { channel: 'web', purposes: ['find_payment'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const pending = await portal.codes.pending(url.searchParams.get('ref') ?? '', place)
  if (pending === undefined) throw redirect(to.findPayment({ ended: 'code' }))
  const copy = findTexts(portal, url)
  const view = codeView(portal, url, pending, { backHref: to.findPayment(), otherMethod: copy.codeOther })
  const number = unbroken(maskMsisdn(pending.msisdn, portal.market.numbers.countryCode))
  const texts = {
    ...view.texts,
    text: fill(copy.codeText, { length: otpLength, number }),
    verify: copy.codeVerify,
  }
  return data({ view: { ...view, texts }, noCode: copy.noCode }, { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefsAt(url)
  const pressed = await codePressed(
    portal,
    { url, request },
    // The number is in the form alone, so a visitor with a challenge types it again.
    { place, clientIp: context.get(clientIpContext), waitHref: () => to.findPayment({ ended: 'code' }) },
  )
  if (pressed.verified === undefined) return pressed.answer
  const id = await portal.paymentSearch.idOf(pressed.verified.subject)
  return redirect(id === undefined ? to.findPayment() : to.status(id), { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function FindCode({ loaderData: { view, noCode }, actionData }: Route.ComponentProps) {
  return (
    <CodePage view={view} answer={actionData}>
      <p className="section hint">{noCode}</p>
    </CodePage>
  )
}
