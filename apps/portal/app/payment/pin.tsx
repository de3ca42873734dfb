import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { PageHero, ProgressMark } from '../ui/page-hero.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/pin'
import { isPlacedOrder } from './is-placed-order.ts'
import { addressOf, hrefsAt, orderIn } from './order-page.ts'
import { PinField } from './pin-field.tsx'
import { nextAfterPin } from './pin-next.ts'
import { pinProblem, pinView } from './pin-view.ts'
import { proofOf } from './proof-cookie.ts'

export const handle = { group: 'code', module: 'pin' }

async function standing({ request, url, context }: Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>) {
  const portal = context.get(portalContext)
  const order = await orderIn(portal, url)
  const at = await portal.progress.pageOf(order, 'pin')
  const { attempt } = at
  // Whoever took too long is told so, and goes on from there.
  if (attempt?.checkoutType === 'pin' && portal.now() >= attempt.expiresAt)
    throw redirect(hrefsAt(url).status(attempt.id, order.id), { status: 303 })
  if (at.page !== 'pin' || attempt === undefined || !isPlacedOrder(order))
    throw redirect(addressOf(at, order, url), { status: 303 })
  return { portal, order, attempt, proof: { uniqueCode: await proofOf(request) } }
}

export async function loader(args: Route.LoaderArgs) {
  const { portal, order, attempt, proof } = await standing(args)
  const reading = await portal.pinPayments.entryOf(attempt, proof)
  return data(pinView(portal, args.url, { order, attempt, reading }), { headers: privateHeaders })
}

export async function action(args: Route.ActionArgs) {
  const { request, url } = args
  const form = await request.formData()
  const { portal, order, attempt, proof } = await standing(args)
  const { pinPayments } = portal
  const { quote } = attempt
  const currency = quote?.charged.currency
  const to = hrefsAt(url)
  const goTo = (address: string) => redirect(address, { status: 303, headers: privateHeaders })
  const answer = (problem: Parameters<typeof pinProblem>[2]) =>
    data({ error: pinProblem(portal, url, problem) }, { status: 400, headers: privateHeaders })

  switch (form.get('intent')) {
    case 'cancel':
      return goTo(
        (await pinPayments.cancel(attempt))
          ? to.paymentStart({ order: order.id, ...(currency && { currency }) })
          : to.status(attempt.id, order.id),
      )
    case 'again':
      return goTo(nextAfterPin(await pinPayments.begin(order, proof, quote && { quote }), order, to, currency))
  }
  // The page itself says what must come before the PIN.
  if ((await pinPayments.entryOf(attempt, proof)).outcome === 'consent_needed')
    return goTo(to.paymentPin({ order: order.id }))
  const pin = { keyId: textIn(form, 'keyId'), sealed: textIn(form, 'sealed') }
  if (pin.sealed === '') return answer({ outcome: 'unsealed' })
  const result = await pinPayments.submit(order, attempt, proof, pin)
  if (result.outcome === 'wrong_pin') return answer({ ...result, attemptsLeft: result.entry.attemptsLeft })
  if (result.outcome === 'missed') return answer({ outcome: 'missed' })
  return goTo(nextAfterPin(result, order, to, currency))
}

/** As long as any key of a wallet may make it. */
const longest = 2048

function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' && value.length <= longest ? value : ''
}

export const headers = pageHeaders

export default function Pin({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, entry, isAsked, codeHref } = loaderData
  return (
    <>
      <PageTitle title={texts.pinTitle} />
      <PageHero title={texts.pinTitle} progressMark={<ProgressMark level={80} />} />
      <div className="wrap code-page">
        <p>{texts.text}</p>
        {entry && <PinForm view={loaderData} entry={entry} error={actionData?.error} />}
        {!entry && isAsked && (
          <form method="post" className="section">
            <Note tone="wait">{texts.silent}</Note>
            <div className="field">
              <Button name="intent" value="again">
                {texts.tryAgain}
              </Button>
            </div>
          </form>
        )}
        {!isAsked && (
          <div className="section">
            <Note tone="wait">{texts.resendCode}</Note>
            <div className="field">
              <ButtonLink href={codeHref}>{texts.resendCodeButton}</ButtonLink>
            </div>
          </div>
        )}
        <form method="post" className="again">
          <button className="link" type="submit" name="intent" value="cancel">
            {texts.cancel}
          </button>
        </form>
      </div>
    </>
  )
}

interface PinFormProps {
  readonly view: Route.ComponentProps['loaderData']
  readonly entry: NonNullable<Route.ComponentProps['loaderData']['entry']>
  readonly error?: string
}

/** What is typed has no name of its own: no browser ever sends it, only what the script made of it. */
function PinForm({ view: { texts, length }, entry, error }: PinFormProps) {
  const { walletTransactionId, nonce, publicKey, keyId } = entry
  return (
    <>
      <noscript>
        <Note tone="wait">{texts.pinNeedsScript}</Note>
      </noscript>
      <form
        method="post"
        noValidate
        className="pin"
        data-transaction={walletTransactionId}
        data-nonce={nonce}
        data-key={publicKey}
        data-wrong={texts.pinWrong}
      >
        <input type="hidden" name="keyId" value={keyId} />
        <input type="hidden" name="sealed" defaultValue="" />
        <PinField label={texts.label} hint={texts.pinHint} length={length} error={error} />
        <div className="field">
          <Button>{texts.pay}</Button>
        </div>
      </form>
    </>
  )
}
