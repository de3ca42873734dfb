import { setTimeout as sleep } from 'node:timers/promises'
import { symptomOf } from '@nyanja/domain/payments/method-health'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { MethodStanding } from '@nyanja/server/operations/methods'
import type { Portal } from '../../server/portal.ts'
import { methodName } from '../order/methods.ts'
import type { PaymentTexts } from '../order/order-facts.ts'
import type { Incident } from '../ui/shell-context.ts'

type MethodTexts = Pick<
  ContentPackages['website-homepage-config'],
  'slowMethod' | 'sickMethod' | 'awayMethod' | 'slowMethodText' | 'noMethod' | 'noMethodText'
>

interface MethodNow {
  readonly name: string
  readonly standing: Pick<MethodStanding, 'isAvailable' | 'record'>
}

/** The page that everybody opens first waits for nothing: what is not known by then is not said. */
const timeoutsMs = 300

/** How each way to pay that is offered fares, as far as it is known; undefined when nothing is. */
export async function methodsNow(
  { openPaymentOptions, methodRecords }: Pick<Portal, 'openPaymentOptions' | 'methodRecords'>,
  texts: PaymentTexts,
): Promise<readonly MethodNow[] | undefined> {
  async function candidates(): Promise<readonly MethodNow[]> {
    const methods = new Set((await openPaymentOptions()).map(({ method }) => method))
    return Promise.all(
      [...methods].map(async (method) => ({
        name: methodName(method, texts),
        standing: await methodRecords.of(method),
      })),
    )
  }
  return Promise.race([candidates().catch(() => undefined), sleep(timeoutsMs, undefined, { ref: false })])
}

const isAway = ({ standing }: MethodNow) => !standing.isAvailable

function troubleOf(candidate: MethodNow, texts: MethodTexts): string[] {
  const symptom = symptomOf(candidate.standing.record)
  const text = symptom === 'waits' ? texts.slowMethod : texts.sickMethod
  if (isAway(candidate)) return [fill(texts.awayMethod, { method: candidate.name })]
  return symptom === undefined ? [] : [fill(text, { method: candidate.name })]
}

interface Paying {
  readonly texts: MethodTexts
  readonly careNumber: string
  /** Where more is said; empty when nowhere. */
  readonly href: string
}

/** What whoever is about to top up should know. Undefined while all is well. */
export function troubleWithPaying(
  candidates: readonly MethodNow[],
  { texts, careNumber, href }: Paying,
): Incident | undefined {
  if (candidates.every(isAway))
    return { heading: texts.noMethod, text: fill(texts.noMethodText, { number: careNumber }), href }
  const troubles = candidates.map((candidate) => troubleOf(candidate, texts))
  const isAnyWell = troubles.some((trouble) => trouble.length === 0)
  const heading = troubles.flat().join(' ')
  return heading === '' ? undefined : { heading, text: isAnyWell ? texts.slowMethodText : '', href }
}
