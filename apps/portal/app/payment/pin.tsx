import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { Order } from '@nyanja/server/payments/orders'
import type { PinBegin, PinEntryReading } from '@nyanja/server/payments/pin/pin-payments'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { Cells } from '../code/code-page.tsx'
import { PostForm } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { pickTexts, unbroken } from '../format/text.ts'
import type { Hrefs } from '../hrefs.ts'
import { methodName, segmentOf } from '../order/methods.ts'
import type { PaymentTexts } from '../order/order-facts.ts'
import { addressOf, hrefsAt, isPlacedOrder, orderIn } from '../order/order-page.ts'
import { proofOf } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Message, Note } from '../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import { StepDialog } from '../ui/step-dialog.tsx'
import type { Route } from './+types/pin'

interface PinFieldProps {
  readonly label: string
  readonly hint: string
  readonly length: number
  readonly error?: string
}

/** The field has no name, so that no form sends it; nothing stores or shows it. The script may report what is wrong. */
export function PinField({ label, hint, length, error }: PinFieldProps) {
  return (
    <div className={error === undefined ? 'field' : 'field wrong'}>
      <label htmlFor="pin">{label}</label>
      <p className="hint" id="pin-hint">
        {hint}
      </p>
      <div id="pin-error" hidden={error === undefined}>
        <Message tone="bad">{error}</Message>
      </div>
      <div className="code four">
        <Cells length={length} />
        <input
          id="pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby="pin-hint pin-error"
        />
      </div>
    </div>
  )
}

/** Returns the next page of a visitor who may have to type a PIN. */
export function nextAfterPin(begun: PinBegin, { id: order }: Pick<Order, 'id'>, to: Hrefs, currency?: string): string {
  switch (begun.outcome) {
    case 'pin_wanted':
    case 'wrong_pin':
    case 'missed':
      return to.paymentPin({ order })
    case 'over':
      return to.status(begun.attempt.id, order)
    case 'consent_needed':
    case 'order_ended':
    case 'proof_missing':
    case 'method_unavailable':
    case 'too_many_prompts':
    case 'being_paid':
      return to.paymentStart({ order, ...(currency !== undefined && { currency }) })
  }
}

const pinLength = 4

const shownTexts = ['pinTitle', 'pinHint', 'pinNeedsScript', 'cancel', 'tryAgain', 'pinWrong', 'otherMethod'] as const

interface AtPin {
  readonly order: Order
  readonly attempt: Attempt
  readonly reading: PinEntryReading
}

/** Loads the page of a PIN, or what must come before it. */
export function pinView(portal: Portal, url: URL, { order, attempt, reading }: AtPin) {
  const { market, content } = portal
  const texts = content.page('orp-translation', languageOf(url, market))
  const wallet = unbroken(walletName(attempt, texts))
  const number = unbroken(maskMsisdn(attempt.payerMsisdn, market.numbers.countryCode))
  const amount = unbroken(displayMoney(attempt.amount))
  return {
    length: pinLength,
    ...(reading.outcome === 'entry' && { entry: reading.entry }),
    hasConsent: reading.outcome !== 'consent_needed',
    codeHref: hrefsAt(url).paymentStart({
      order: order.id,
      method: segmentOf(attempt.method, market),
      ...(attempt.quote && { currency: attempt.amount.currency }),
    }),
    texts: {
      ...pickTexts(texts, shownTexts),
      close: content.page('errors-translation', languageOf(url, market)).close,
      text: fill(texts.pinText, { amount, wallet, number }),
      label: fill(texts.pinLabel, { length: pinLength }),
      pay: fill(texts.pinPay, { amount }),
      silent: fill(texts.pinWalletSilent, { wallet }),
      resendCode: texts.pinCodeAgain,
      resendCodeButton: texts.airtimeSendCode,
    },
  }
}

/** The page's answer to a press that did not end the payment. */
export function pinProblem(
  { market, content }: Pick<Portal, 'market' | 'content'>,
  url: URL,
  problem:
    | { readonly outcome: 'wrong_pin'; readonly attemptsLeft: number }
    | { readonly outcome: 'missed' | 'unsealed' },
): string {
  const texts = content.page('orp-translation', languageOf(url, market))
  switch (problem.outcome) {
    case 'wrong_pin':
      return `${texts.pinWrong}. ${attemptsText(problem.attemptsLeft, texts)}`
    case 'missed':
      return texts.pinMissed
    case 'unsealed':
      return texts.pinUnsealed
  }
}

/** A wallet has the same name under every method. */
function walletName({ method }: Attempt, texts: PaymentTexts): string {
  return method === 'nyanja_money_pin' ? texts.methodMoney : methodName(method, texts)
}

function attemptsText(left: number, texts: PaymentTexts): string {
  return left === 1 ? texts.attemptsLeftOne : fill(texts.attemptsLeftMany, { count: left })
}

export const handle = { group: 'code', module: ['pin', 'dialog'] }

async function standing({ request, url, context }: Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>) {
  const portal = context.get(portalContext)
  const order = await orderIn(portal, url)
  const at = await portal.progress.pageOf(order, 'pin')
  const { attempt } = at
  // A visitor who took too long sees that, and continues from there.
  if (attempt?.checkoutType === 'pin' && portal.now() >= attempt.expiresAt)
    throw redirect(hrefsAt(url).status(attempt.id, order.id), { status: 303 })
  // The payment was cancelled, in this tab or another.
  if (at.page === 'choose')
    throw redirect(hrefsAt(url).paymentStart({ order: order.id, ended: 'pin' }), { status: 303 })
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

  switch (readField(form, 'intent')) {
    case 'cancel':
      return goTo(
        (await pinPayments.cancel(attempt))
          ? to.paymentStart({ order: order.id, ...(currency && { currency }) })
          : to.status(attempt.id, order.id),
      )
    case 'again':
      return goTo(nextAfterPin(await pinPayments.begin(order, proof, quote && { quote }), order, to, currency))
  }
  // The page itself shows what must come before the PIN.
  if ((await pinPayments.entryOf(attempt, proof)).outcome === 'consent_needed')
    return goTo(to.paymentPin({ order: order.id }))
  const pin = { keyId: readKey(form, 'keyId'), sealed: readKey(form, 'sealed') }
  if (pin.sealed === '') return answer({ outcome: 'unsealed' })
  const result = await pinPayments.submit(order, attempt, proof, pin)
  if (result.outcome === 'wrong_pin') return answer({ ...result, attemptsLeft: result.entry.attemptsLeft })
  if (result.outcome === 'missed') return answer({ outcome: 'missed' })
  return goTo(nextAfterPin(result, order, to, currency))
}

/** The length that the longest key of a wallet allows. */
const longest = 2048

function readKey(form: FormData, name: string): string {
  const value = readField(form, name)
  return value.length <= longest ? value : ''
}

export const headers = pageHeaders

export default function Pin({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, entry, hasConsent, codeHref } = loaderData
  return (
    <>
      <PageTitle title={texts.pinTitle} />
      <PageHero progressMark={<ProgressMark level={80} />} />
      <div className="wrap code-page">
        <StepDialog title={texts.pinTitle} isPageTitle close={texts.close}>
          <p>{texts.text}</p>
          {entry && <PinForm view={loaderData} entry={entry} error={actionData?.error} />}
          {!entry && hasConsent && (
            <PostForm className="section">
              <Note tone="wait">{texts.silent}</Note>
              <div className="field">
                <Button name="intent" value="again">
                  {texts.tryAgain}
                </Button>
              </div>
            </PostForm>
          )}
          {!hasConsent && (
            <div className="section">
              <Note tone="wait">{texts.resendCode}</Note>
              <div className="field">
                <ButtonLink href={codeHref}>{texts.resendCodeButton}</ButtonLink>
              </div>
            </div>
          )}
          <PostForm className="again">
            <button className="link" type="submit" name="intent" value="cancel">
              {texts.cancel}
            </button>
          </PostForm>
        </StepDialog>
      </div>
    </>
  )
}

interface PinFormProps {
  readonly view: Route.ComponentProps['loaderData']
  readonly entry: NonNullable<Route.ComponentProps['loaderData']['entry']>
  readonly error?: string
}

/** The typed PIN has no field name: a browser never sends it, only the script's ciphertext. */
function PinForm({ view: { texts, length }, entry, error }: PinFormProps) {
  const { walletTransactionId, nonce, publicKey, keyId } = entry
  return (
    <>
      <noscript>
        <Note tone="wait">{texts.pinNeedsScript}</Note>
      </noscript>
      <PostForm
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
      </PostForm>
    </>
  )
}
