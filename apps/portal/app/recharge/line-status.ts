import type { MsisdnReading } from '@nyanja/domain/numbers/msisdn'
import { useMemo, useState } from 'react'
import { type CheckedNumber, createLineCheck } from '../number/browser/line-check.ts'
import { type LineAnswer, type LineStatus, type NumberTexts, numberMessage } from '../number/line-answer.ts'
import type { OrderView, RechargePage } from './recharge-page.ts'

/** A prepaid line comes with the order that the form continues with. */
export type RechargeLineAnswer = LineAnswer & { readonly order?: OrderView }

/** What is known of some number. */
export interface KnownNumber {
  /** Its digits, though they may be no number. */
  readonly about: string
  readonly status: LineStatus
}

export interface LineFacts {
  readonly reading: MsisdnReading
  /** The line of the order that the page is about. */
  readonly orderMsisdn?: string
  readonly known: readonly KnownNumber[]
  /** The focus has left the field. */
  readonly hasLeft: boolean
}

type StatusTexts = NumberTexts & Pick<RechargePage['texts'], 'linePrepaid'>

export function digitsOf(reading: MsisdnReading): string {
  return reading.outcome === 'valid' ? reading.msisdn : reading.digits
}

/** What the number field shows of its line. */
export function lineStatusOf(
  { reading, orderMsisdn, known, hasLeft }: LineFacts,
  texts: StatusTexts,
): LineStatus | undefined {
  const digits = digitsOf(reading)
  if (reading.outcome === 'valid' && digits === orderMsisdn) return { is: 'ready', text: texts.linePrepaid }
  const found = known.find(({ about }) => about === digits)
  if (found !== undefined) return found.status
  if (!hasLeft || reading.outcome === 'valid') return undefined
  return { is: 'fault', text: numberMessage(reading, texts) }
}

/** Before the answer is there, too: the server looks the number up anyway, and no press is lost. */
export function mayBePrepaid(status: LineStatus | undefined, { outcome }: MsisdnReading): boolean {
  return outcome === 'valid' && status?.is !== 'fault' && status?.is !== 'offer'
}

/** Asks which line a complete number is, and puts the resulting order into the address. */
export function useLineCheck({ checkHref, texts }: Pick<RechargePage, 'checkHref' | 'texts'>, loaded?: OrderView) {
  const [checked, setChecked] = useState<CheckedNumber<RechargeLineAnswer>>()
  const [order, setOrder] = useState(loaded)
  const check = useMemo(
    () =>
      createLineCheck<RechargeLineAnswer>({
        href: checkHref,
        unchecked: { is: 'unchecked', text: texts.lineUnchecked },
        report(now) {
          setChecked(now)
          if (now.answer?.order === undefined) return
          setOrder(now.answer.order)
          history.replaceState(history.state, '', `?${new URLSearchParams({ order: now.answer.order.id })}`)
        },
      }),
    [checkHref, texts],
  )
  const status: LineStatus | undefined = checked && (checked.answer ?? { is: 'checking', text: texts.checkingLine })
  return {
    order,
    onNumber: (msisdn: string | undefined) => check(msisdn === order?.msisdn ? undefined : msisdn),
    known: checked && status && { about: checked.msisdn, status },
    isChecking: checked !== undefined && checked.answer === undefined,
  }
}
