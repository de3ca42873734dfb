import { setTimeout as sleep } from 'node:timers/promises'
import { getSymptom } from '@nyanja/domain/payments/method-health'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { MethodStanding } from '@nyanja/server/payments/methods'
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

/** The first page waits no longer: health that is unknown by then is left out. */
const timeoutsMs = 300

/** Reads the health of each offered payment method, as far as it is known; it is undefined when nothing is. */
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
  const symptom = getSymptom(candidate.standing.record)
  const text = symptom === 'waits' ? texts.slowMethod : texts.sickMethod
  if (isAway(candidate)) return [fill(texts.awayMethod, { method: candidate.name })]
  return symptom === undefined ? [] : [fill(text, { method: candidate.name })]
}

interface Paying {
  readonly texts: MethodTexts
  readonly careNumber: string
  /** The page with more details; empty when there is none. */
  readonly href: string
}

/** Tells a visitor what to know before a recharge. It is undefined while every method works. */
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
