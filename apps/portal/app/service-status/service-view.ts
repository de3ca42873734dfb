import { isSufficient, type Symptom, successShareOf, symptomOf } from '@nyanja/domain/payments/method-health'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Figures, MethodFigures } from '@nyanja/server/operations/service-figures'
import { durationText } from '../format/duration.ts'
import type { Tone } from '../ui/tone.ts'

type Faring = Omit<MethodFigures, 'gatewaysOff'>

export type ServiceTexts = ContentPackages['service-status-translation']

/** A figure and what it is of. */
export interface FigureCell {
  readonly value: string
  readonly note?: string
}

export interface FigureRow {
  readonly name: string
  readonly hour: FigureCell
  readonly day: FigureCell
}

export interface MethodHealth {
  readonly tag: string
  readonly tone: Tone
  /** None where there is nothing to say. */
  readonly rows: readonly FigureRow[]
}

interface State {
  readonly text: keyof ServiceTexts
  readonly tone: Tone
}

const symptomStates: Readonly<Record<Symptom, State>> = {
  waits: { text: 'waits', tone: 'wait' },
  some_fail: { text: 'someFail', tone: 'wait' },
  many_fail: { text: 'manyFail', tone: 'bad' },
}

function stateOf({ isOpen, standing: { isAvailable, record } }: Faring): State {
  if (!isOpen) return { text: 'switchedOff', tone: 'bad' }
  if (!isAvailable) return { text: 'setAside', tone: 'bad' }
  if (!isSufficient(record)) return { text: 'quiet', tone: 'info' }
  const symptom = symptomOf(record)
  return symptom === undefined ? { text: 'well', tone: 'ok' } : symptomStates[symptom]
}

type Cell = (figures: Figures, texts: ServiceTexts) => FigureCell

const count = (number: number) => number.toLocaleString('en')

const wentThrough: Cell = (figures, texts) => {
  const share = successShareOf(figures)
  if (share === undefined || !isSufficient(figures)) return { value: texts.tooFew }
  return {
    // Only what went through whole is a hundred.
    value: fill(texts.percent, { percent: Math.floor(share * 100) }),
    note: fill(figures.isSample ? texts.ofLatest : texts.ofCount, { count: count(figures.tries) }),
  }
}

const usualTime: Cell = ({ medianToCreditMs, ...figures }, texts) =>
  medianToCreditMs === undefined || !isSufficient(figures)
    ? { value: texts.noFigure }
    : { value: durationText(medianToCreditMs, texts) }

const sentBack: Cell = ({ refunds, medianToRefundMs }, texts) => {
  if (refunds === 0) return { value: texts.nothing }
  const note =
    medianToRefundMs === undefined
      ? texts.underWay
      : fill(texts.within, { time: durationText(medianToRefundMs, texts) })
  return { value: count(refunds), note }
}

const rows = [
  { name: 'wentThrough', cell: wentThrough },
  { name: 'usualTime', cell: usualTime },
  { name: 'sentBack', cell: sentBack },
] as const satisfies readonly { name: keyof ServiceTexts; cell: Cell }[]

const isEmptyText = ({ day }: Faring) => !isSufficient(day) && day.refunds === 0

/** How a method is doing, as text. */
export function healthView(figures: Faring, texts: ServiceTexts): MethodHealth {
  const { text, tone } = stateOf(figures)
  return {
    tag: texts[text],
    tone,
    rows: isEmptyText(figures)
      ? []
      : rows.map(({ name, cell }) => ({
          name: texts[name],
          hour: cell(figures.hour, texts),
          day: cell(figures.day, texts),
        })),
  }
}
