import type { MsisdnReading } from '@nyanja/domain/numbers/msisdn'
import { useEffect, useMemo, useState } from 'react'
import { type CheckedNumber, createLineCheck } from '../number/browser/line-check.ts'
import { type LineAnswer, type LineStatus, type NumberTexts, numberMessage } from '../number/line-answer.ts'
import type { OrderView, RechargePage } from './recharge-page.ts'

/** A prepaid line comes with the order that the form continues with. */
export type RechargeLineAnswer = LineAnswer & { readonly order?: OrderView }

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

/** Asks which line a complete number is, and keeps the order of each number: the page shows that of the field alone. */
export function useLineCheck({ checkHref, texts }: Pick<RechargePage, 'checkHref' | 'texts'>, loaded?: OrderView) {
  const [checked, setChecked] = useState<CheckedNumber<RechargeLineAnswer>>()
  const [orders, setOrders] = useState(loaded === undefined ? [] : [loaded])
  const orderOf = (msisdn: string | undefined) => orders.find((order) => order.msisdn === msisdn)
  const check = useMemo(
    () =>
      createLineCheck<RechargeLineAnswer>({
        href: checkHref,
        unchecked: { is: 'unchecked', text: texts.lineUnchecked },
        report(now) {
          setChecked(now)
          const order = now.answer?.order
          if (order !== undefined) setOrders((before) => [order, ...before])
        },
      }),
    [checkHref, texts],
  )
  const status: LineStatus | undefined = checked && (checked.answer ?? { is: 'checking', text: texts.checkingLine })
  return {
    orderOf,
    onNumber: (msisdn: string | undefined) => check(orderOf(msisdn) === undefined ? msisdn : undefined),
    known: checked && status && { about: checked.msisdn, status },
    isChecking: (msisdn: string | undefined) =>
      checked !== undefined && checked.msisdn === msisdn && checked.answer === undefined,
  }
}

/** The address names the order that the page shows, so that a reload shows it again. */
export function useOrderInAddress(id: string | undefined): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (id === undefined || query.get('order') === id) return
    history.replaceState(history.state, '', `?${new URLSearchParams({ order: id })}`)
  }, [id])
}
