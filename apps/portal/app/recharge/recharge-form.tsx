import { useEffect, useMemo, useState } from 'react'
import { ChallengeNote } from '../challenge/challenge-note.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Note } from '../ui/note.tsx'
import { useSending } from '../ui/use-sending.ts'
import { AmountField } from './amount-field.tsx'
import { BundleTable } from './bundle-table.tsx'
import { amountError, answerToForm, summaryOf } from './form-errors.ts'
import { lineStateOf, mayBePrepaid } from './line-state.ts'
import { NumberField } from './number-field.tsx'
import type { RechargeAnswer } from './recharge-action.ts'
import type { OrderView, RechargePage } from './recharge-page.ts'
import { OrderOrderSummary } from './recharge-summary.tsx'
import { orderSummaryView } from './summary-view.ts'
import { useLineCheck } from './use-line-check.ts'
import { useRechargeForm } from './use-recharge-form.ts'

interface RechargeFormProps {
  readonly page: RechargePage
  readonly saved?: SavedChoice
  readonly order?: OrderView
  /** Of the address. */
  readonly filter?: string
  readonly isGone: boolean
  readonly answer?: RechargeAnswer
}

/** Drawn by the server, and once more in the browser as an island. */
export function RechargeForm({ page, saved, order: loaded, filter: asked, isGone, answer }: RechargeFormProps) {
  const { texts } = page
  const check = useLineCheck(page.checkHref, loaded)
  const { order, isAsking } = check
  const [filter, setFilter] = useState(asked)
  const start = answer?.typed ?? { msisdn: loaded?.number ?? '', amount: '', bundle: '', ...loaded?.chosen }
  const form = useRechargeForm({ page, start, onNumber: check.onNumber })
  const { typed, reading, amount, isScripted } = form
  const sending = useSending()

  const isLong = useLong(isAsking)
  const line = lineStateOf({
    reading,
    orderMsisdn: order?.msisdn,
    answers: [check.answer, answerToForm(answer, page)].filter((each) => each !== undefined),
    isChecking: isAsking && isLong,
    hasLeft: form.left.msisdn,
  })
  const list = order?.list
  const row = typeof list === 'object' ? list.rows.find(({ code }) => code === typed.bundle) : undefined
  const canGoOn = mayBePrepaid(line, reading) && (row !== undefined || amount.outcome === 'valid')
  const problems = useMemo(() => summaryOf(answer, texts), [answer, texts])

  return (
    <form
      method="post"
      noValidate
      className="wrap columns journey"
      ref={form.form}
      onInput={form.onInput}
      onBlur={form.onBlur}
      onSubmit={sending.begin}
      data-challenge={answer?.challenge?.view.proofOfWork}
    >
      {/* Enter in a field presses the first button of a form, which would be the first quick amount. */}
      <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" disabled={isScripted && !canGoOn} />
      <div>
        {problems.length > 0 && <ErrorSummary heading={texts.summaryOne} problems={problems} />}
        {isGone && (
          <div className="section">
            <Note tone="wait">{texts.orderGone}</Note>
          </div>
        )}
        {answer?.challenge !== undefined && <ChallengeNote {...answer.challenge} />}
        <div className="pair">
          <NumberField page={page} saved={saved} start={start.msisdn} state={line} />
          <AmountField
            page={page}
            start={start.amount}
            error={amountError({ answer, typed, amount, hasLeft: form.left.amount }, texts)}
            cleared={form.cleared}
            onPick={isScripted ? form.fillAmount : undefined}
          />
        </div>
        <BundleTable
          texts={texts}
          order={order}
          filter={filter}
          onFilter={isScripted ? setFilter : undefined}
          chosen={typed.bundle}
          start={start.bundle}
          isChecking={isAsking && isLong}
        />
      </div>
      <OrderOrderSummary
        texts={texts}
        orderSummary={orderSummaryView({ order, row, amount }, texts)}
        isOff={isScripted && !canGoOn}
        isBusy={sending.isSending}
      />
    </form>
  )
}

/** True once something has taken longer than a blink. */
function useLong(isUnderWay: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setLong(true), 300)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isUnderWay])
  return isLong
}
