import { setTimeout as sleep } from 'node:timers/promises'
import { symptomOf } from '@nyanja/domain/payments/method-health'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { MethodStanding } from '@nyanja/server/operations/methods'
import type { Portal } from '../../server/portal.ts'
import { methodName } from '../payment/methods.ts'
import type { PaymentTexts } from '../payment/order-facts.ts'
import type { Incident } from '../ui/shell-context.ts'

type WayTexts = Pick<
  ContentPackages['website-homepage-config'],
  'slowMethod' | 'sickMethod' | 'awayMethod' | 'slowMethodText' | 'noWay' | 'noWayText'
>

interface Way {
  readonly name: string
  readonly standing: Pick<MethodStanding, 'isAvailable' | 'record'>
}

/** The page that everybody opens first waits for nothing: what is not known by then is not said. */
const timeoutsMs = 300

/** How each way to pay that is offered fares, as far as it is known; undefined when nothing is. */
export async function methodsNow(
  { openPaymentOptions, methodRecords }: Pick<Portal, 'openPaymentOptions' | 'methodRecords'>,
  texts: PaymentTexts,
): Promise<readonly Way[] | undefined> {
  async function ways(): Promise<readonly Way[]> {
    const methods = new Set((await openPaymentOptions()).map(({ method }) => method))
    return Promise.all(
      [...methods].map(async (method) => ({
        name: methodName(method, texts),
        standing: await methodRecords.of(method),
      })),
    )
  }
  return Promise.race([ways().catch(() => undefined), sleep(timeoutsMs, undefined, { ref: false })])
}

const isAway = ({ standing }: Way) => !standing.isAvailable

function troubleOf(way: Way, texts: WayTexts): string[] {
  const symptom = symptomOf(way.standing.record)
  const text = symptom === 'waits' ? texts.slowMethod : texts.sickMethod
  if (isAway(way)) return [fill(texts.awayMethod, { method: way.name })]
  return symptom === undefined ? [] : [fill(text, { method: way.name })]
}

interface Paying {
  readonly texts: WayTexts
  readonly careNumber: string
  /** Where more is said; empty when nowhere. */
  readonly href: string
}

/** What whoever is about to top up should know. Undefined while all is well. */
export function troubleWithPaying(ways: readonly Way[], { texts, careNumber, href }: Paying): Incident | undefined {
  if (ways.every(isAway)) return { heading: texts.noWay, text: fill(texts.noWayText, { number: careNumber }), href }
  const troubles = ways.map((way) => troubleOf(way, texts))
  const isAnyWell = troubles.some((trouble) => trouble.length === 0)
  const heading = troubles.flat().join(' ')
  return heading === '' ? undefined : { heading, text: isAnyWell ? texts.slowMethodText : '', href }
}
