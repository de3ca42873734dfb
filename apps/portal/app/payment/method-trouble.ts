import { type Symptom, symptomOf } from '@nyanja/domain/payments/method-health'
import { fill } from '@nyanja/domain/texts/fill'
import type { MethodStanding } from '@nyanja/server/operations/method-records'
import { durationText } from '../format/duration.ts'
import type { Tone } from '../ui/tone.ts'
import type { PaymentTexts } from './order-facts.ts'

/** What whoever chooses should know of a way to pay that is not well. */
export interface Trouble {
  readonly tag: string
  readonly tone: Tone
  /** Stands after those that work. */
  readonly isLast: boolean
  /** Nobody may begin with it right now. */
  readonly isClosed: boolean
}

type TroubleTexts = Pick<
  PaymentTexts,
  'slowNow' | 'slowNowNoTime' | 'someFail' | 'manyFail' | 'setAside' | 'secondOne' | 'seconds' | 'minutes'
>

const tags: Readonly<Record<Symptom, (texts: TroubleTexts, medianMs: number | undefined) => string>> = {
  waits: (texts, ms) =>
    ms === undefined ? texts.slowNowNoTime : fill(texts.slowNow, { time: durationText(ms, texts) }),
  some_fail: ({ someFail }) => someFail,
  many_fail: ({ manyFail }) => manyFail,
}

/** Undefined as long as there is nothing to say. */
export function troubleOf({ health, isAvailable, record }: MethodStanding, texts: TroubleTexts): Trouble | undefined {
  if (!isAvailable) return { tag: texts.setAside, tone: 'bad', isLast: true, isClosed: true }
  const symptom = symptomOf(record)
  if (symptom === undefined) return undefined
  const isLast = health === 'failing'
  return {
    tag: tags[symptom](texts, record.medianToCreditMs),
    tone: isLast ? 'bad' : 'wait',
    isLast,
    isClosed: false,
  }
}

interface Choosable {
  readonly trouble?: Trouble | undefined
}

const rankOf = ({ trouble }: Choosable) => Number(trouble?.isLast ?? false) + Number(trouble?.isClosed ?? false)

/** Those that work first, each in the order they had. */
export function workingFirst<Option extends Choosable>(options: readonly Option[]): Option[] {
  return options.toSorted((left, right) => rankOf(left) - rankOf(right))
}
