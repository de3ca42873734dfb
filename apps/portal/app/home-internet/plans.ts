import { setTimeout as sleep } from 'node:timers/promises'
import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { connectionFeeOf, homeLine } from '@nyanja/domain/leads/plan'
import { compareMoney, displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { Portal } from '../../server/portal.ts'

/** Undefined while nobody knows them. */
export async function plansNow({ bundles }: Pick<Portal, 'bundles'>): Promise<readonly Bundle[] | undefined> {
  return bundles.forLine(homeLine).catch(() => undefined)
}

interface FeeTexts {
  /** With `{fee}`. */
  readonly offerFee: string
  readonly offerNoFee: string
}

export function feeText({ market }: Pick<Portal, 'market'>, { offerFee, offerNoFee }: FeeTexts): string {
  const fee = connectionFeeOf(market)
  return fee === undefined ? offerNoFee : fill(offerFee, { fee: displayMoney(fee) })
}

/** A page that everybody opens waits no longer: a price that is not known by then is not said. */
const timeoutsMs = 300

export async function lowestPrice(portal: Pick<Portal, 'bundles'>): Promise<string | undefined> {
  const plans = await Promise.race([plansNow(portal), sleep(timeoutsMs, undefined, { ref: false })])
  const [cheapest] = (plans ?? []).map(({ price }) => price).toSorted(compareMoney)
  return cheapest && displayMoney(cheapest)
}
