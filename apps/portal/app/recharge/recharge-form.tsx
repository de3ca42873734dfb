import type { AmountReading } from '@nyanja/domain/money/amount-limits'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { type ReactNode, useMemo, useState } from 'react'
import { BundlePicker } from '../bundles/bundle-picker.tsx'
import { NumberField } from '../number/number-field.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { Button, useSending } from '../ui/button.tsx'
import { ButtonChips } from '../ui/chips.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { Message, NoteSection } from '../ui/notes.tsx'
import { Facts } from '../ui/order-summary.tsx'
import { filterListing } from './bundle-filter.ts'
import {
  digitsOf,
  type KnownNumber,
  lineStatusOf,
  mayBePrepaid,
  useLineCheck,
  useOrderInAddress,
} from './line-status.ts'
import type { RechargeAnswer, Typed } from './recharge-action.ts'
import type { OrderView, RechargePage } from './recharge-page.ts'
import { amountMessage } from './recharge-problems.ts'
import { type OrderSummaryView, orderSummaryView } from './summary-view.ts'
import { type Cleared, useRechargeForm } from './use-recharge-form.ts'

interface AmountFieldProps {
  readonly page: RechargePage
  readonly start: string
  readonly error?: string
  readonly errorRole?: 'alert' | undefined
  readonly cleared?: Cleared
  readonly onPick?: (amount: string) => void
}

const clearedTexts = { amount: 'amountCleared', bundle: 'bundleCleared' } as const satisfies Record<Cleared, string>

function AmountField({ page: { texts, quick }, cleared, onPick, start, ...error }: AmountFieldProps) {
  return (
    <Field
      id="amount"
      label={texts.amountLabel}
      hint={texts.amountRange}
      {...error}
      prefix={texts.amountPrefix}
      isFigures
      inputMode="numeric"
      // `off` would keep the browser from restoring it when the visitor comes back.
      autoComplete="transaction-amount"
      defaultValue={start}
    >
      <ButtonChips label={texts.amountQuick} name="quick" options={quick} onPick={onPick} />
      <div role="status">{cleared !== undefined && <Message>{texts[clearedTexts[cleared]]}</Message>}</div>
    </Field>
  )
}

interface OrderOrderSummaryProps {
  readonly texts: RechargePage['texts']
  readonly orderSummary: OrderSummaryView
  /** It comes only from script. */
  readonly isOff: boolean
  readonly isBusy: boolean
}

/** The summary is at the side where there is room, and a bar at the bottom of a phone. */
function OrderOrderSummary({ texts, orderSummary, isOff, isBusy }: OrderOrderSummaryProps) {
  return (
    <aside className="order" aria-labelledby="order-heading">
      <div className="slip">
        <h2 id="order-heading">{texts.orderHeading}</h2>
        {orderSummary.facts.length > 0 && <Facts facts={orderSummary.facts} />}
        <p className="in-short">
          {orderSummary.price !== undefined && <b className="amount">{orderSummary.price}</b>}{' '}
          <small>{orderSummary.line}</small>
        </p>
        <p className="hint tax">{texts.orderTax}</p>
        <Button isFull isOff={isOff} busy={isBusy ? texts.sending : undefined}>
          {texts.continue}
        </Button>
      </div>
    </aside>
  )
}

interface RechargeFormProps {
  readonly page: RechargePage
  readonly action: string
  readonly saved?: SavedChoice
  readonly order?: OrderView
  readonly filter?: string
  /** The text in place of the order of the address. */
  readonly gone?: string
  readonly answer?: RechargeAnswer
  /** The challenge before another number, on a page without an island: the form is sent again by itself. */
  readonly note?: ReactNode
}

/** The server renders it, and the browser once more as an island. */
export function RechargeForm({
  page,
  action,
  saved,
  order: loaded,
  filter: initialFilter,
  gone,
  answer,
  note,
}: RechargeFormProps) {
  const { texts } = page
  const check = useLineCheck(page, loaded)
  const [filter, setFilter] = useState(initialFilter)
  const start = answer?.typed ?? { msisdn: loaded?.number ?? '', amount: '', bundle: '', ...loaded?.chosen }
  const form = useRechargeForm({ page, start, onNumber: check.onNumber })
  const { typed, reading, msisdn, amount, isScripted } = form
  const order = check.orderOf(msisdn)
  useOrderInAddress(order?.id)
  const sending = useSending()

  const line = lineStatusOf(
    {
      reading,
      orderMsisdn: order?.msisdn,
      known: [check.known, postedNumber(answer, page)].filter((each) => each !== undefined),
      hasLeft: form.visited.msisdn,
    },
    texts,
  )
  const row = rowOf(order, typed.bundle)
  const canContinue = mayBePrepaid(line, reading) && (row !== undefined || amount.outcome === 'valid')
  const problems = useMemo(() => summaryOf(answer), [answer])
  const found = { isScripted, refused: problems.length }

  return (
    <form
      method="post"
      action={action}
      noValidate
      className="wrap columns"
      ref={form.form}
      onInput={form.onInput}
      onBlur={form.onBlur}
      onSubmit={sending.begin}
      data-challenge={answer?.challenge?.view.proofOfWork}
    >
      {/* Enter in a field presses the first button of a form, which would be the first quick amount. */}
      <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" disabled={isScripted && !canContinue}>
        {texts.continue}
      </button>
      <div>
        {problems.length > 0 && <ErrorSummary heading={texts.summaryOne} problems={problems} />}
        {gone !== undefined && <NoteSection tone="wait">{gone}</NoteSection>}
        {note}
        <div className="pair">
          <NumberField
            page={page}
            saved={saved}
            start={start.msisdn}
            status={line}
            errorRole={errorRoleAt('msisdn', found)}
            otherPage={answer?.otherPage}
          />
          <AmountField
            page={page}
            start={start.amount}
            error={amountError({ answer, typed, amount, hasLeft: form.visited.amount }, texts)}
            errorRole={errorRoleAt('amount', found)}
            cleared={form.cleared}
            onPick={isScripted ? form.fillAmount : undefined}
          />
        </div>
        {page.sellsBundles && (
          <BundlePicker
            texts={texts}
            listing={
              order &&
              filterListing(order, { filter, chosen: typed.bundle, onFilter: isScripted ? setFilter : undefined })
            }
            start={start.bundle}
            chosen={typed.bundle}
            waiting={
              check.isChecking(msisdn) ? (
                <SkeletonRows text={texts.bundlesLoading} />
              ) : (
                <p className="quiet">{texts.bundlesLater}</p>
              )
            }
          />
        )}
      </div>
      <OrderOrderSummary
        texts={texts}
        orderSummary={orderSummaryView({ order, row, amount }, page)}
        isOff={isScripted && !canContinue}
        isBusy={sending.isSending}
      />
    </form>
  )
}

function rowOf(order: OrderView | undefined, chosen: string) {
  if (order === undefined || order.list === 'unavailable') return undefined
  return order.list.groups.flatMap(({ rows }) => rows).find(({ code }) => code === chosen)
}

type Texts = RechargePage['texts']

/**
 * An error that script has found is announced once the focus has left its field, and not again with each letter. What
 * the server refused is in a summary, which has the focus.
 */
function errorRoleAt(
  field: keyof Typed,
  { isScripted, refused }: { readonly isScripted: boolean; readonly refused: number },
): 'alert' | undefined {
  return isScripted && refused === 0 && document.activeElement?.id !== field ? 'alert' : undefined
}

/** What the server refused, each with the field that corrects it. */
function summaryOf(answer: RechargeAnswer | undefined): { field: string; text: string }[] {
  if (answer === undefined) return []
  const { fault, problem } = answer
  return [
    ...(fault === undefined ? [] : [{ field: 'msisdn', text: fault }]),
    ...(problem === undefined ? [] : [{ field: 'amount', text: problem }]),
  ]
}

/** The answer to a posted form is about the number in it. */
function postedNumber(answer: RechargeAnswer | undefined, { rules }: RechargePage): KnownNumber | undefined {
  if (answer?.typed === undefined) return undefined
  const about = digitsOf(parseMsisdn(answer.typed.msisdn, rules))
  if (answer.offer !== undefined) return { about, status: { is: 'offer', offer: answer.offer } }
  return answer.fault === undefined ? undefined : { about, status: { is: 'fault', text: answer.fault } }
}

interface AmountFacts {
  readonly answer?: RechargeAnswer
  readonly typed: Typed
  readonly amount: AmountReading
  readonly hasLeft: boolean
}

/** An excess is reported at once; an amount that may still grow, when the focus leaves the field. */
function amountError({ answer, typed, amount, hasLeft }: AmountFacts, texts: Texts): string | undefined {
  const isAsPosted = answer?.typed?.amount === typed.amount && answer.typed.bundle === typed.bundle
  if (answer?.problem !== undefined && isAsPosted) return answer.problem
  if (amount.outcome === 'valid' || amount.outcome === 'empty') return undefined
  return hasLeft || amount.outcome === 'above_maximum' ? amountMessage(amount.outcome, texts) : undefined
}

interface SkeletonRowsProps {
  /** What is being loaded, as text. */
  readonly text: string
  readonly count?: number
}

/** The text comes first, then placeholders for the rows. */
function SkeletonRows({ text, count = 3 }: SkeletonRowsProps) {
  return (
    <>
      <p className="quiet">{text}</p>
      <ul className="bones" aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all equal
          <li key={row}>
            <span className="bone" />
            <span className="bone short" />
          </li>
        ))}
      </ul>
    </>
  )
}
