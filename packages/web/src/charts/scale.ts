/** Steps of an axis are 1, 2 or 5 times a power of ten, which people read without effort. */
const roundSteps = [1, 2, 5, 10] as const

interface Axis {
  /** The ticks in ascending order; the first is at most the smallest value or 0, the last at least the largest. */
  readonly ticks: readonly number[]
  readonly min: number
  readonly max: number
}

/** An axis with about `count` ticks that begins at 0 or below: a bar's length is its value. Steps are whole numbers. */
export function createAxis(values: readonly number[], count = 4): Axis {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const rough = Math.max(high - low, 1) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (roundSteps.find((one) => one * power >= rough) ?? 10) * power)
  const [first, last] = [Math.floor(low / step), Math.max(1, Math.ceil(high / step))]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { ticks, min: first * step, max: last * step }
}

/** Creates a scale from values to lengths. */
export function createScale({ min, max }: Pick<Axis, 'min' | 'max'>, [from, to]: readonly [number, number]) {
  return (value: number): number => round(from + ((value - min) / (max - min)) * (to - from))
}

/** Tenths of a unit are finer than a screen, and shorter than a float. */
export const round = (length: number): number => Math.round(length * 10) / 10

/** Returns n when there is room for every nth label. */
export function everyLabel(labels: readonly string[], width: number, ofLetter = 7): number {
  const longest = Math.max(1, ...labels.map(({ length }) => length))
  const room = Math.max(1, Math.floor(width / ((longest + 1) * ofLetter)))
  return Math.max(1, Math.ceil(labels.length / room))
}
