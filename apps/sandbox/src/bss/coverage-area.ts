import { type JsonObject, numberAt, objectsAt, textAt } from '../core/bodies.ts'
import { national } from '../core/market.ts'
import type { Operation } from './bss-operation.ts'
import type { Row } from './collection.ts'
import type { Store } from './store.ts'

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const type = 'CoverageArea'
const kmPerDegree = 111.2

/** Finds a town by name, in any spelling. */
export function areaNamed(store: Store, name: string): Row | undefined {
  const wanted = name.trim().toLowerCase()
  return [...store.in('resource').all()].find(
    (row) => row['@type'] === type && textAt(row, 'name')?.toLowerCase() === wanted,
  )
}

/** Returns the state of home internet there: `qualified`, or the injected result. */
export function answerOf(area: Row): string {
  return textAt(characteristicOf(area, 'homeInternet'), 'value') ?? 'unqualified'
}

export function isWithin(area: Row, { latitude, longitude }: Point): boolean {
  const [north, east] = [numberOf(area, 'latitude') - latitude, numberOf(area, 'longitude') - longitude]
  const distanceKm = kmPerDegree * Math.hypot(north, east * Math.cos((latitude * Math.PI) / 180))
  return distanceKm <= numberOf(area, 'radiusKm')
}

/** Sets the network's result for the town; an unknown town is created with the default radius. */
export function describeArea(store: Store, name: string, answer: string): void {
  const area = areaNamed(store, name)
  const shown = { name: 'homeInternet', value: answer }
  if (area === undefined) {
    const resourceCharacteristic = [shown, { name: 'latitude', value: 0 }, { name: 'longitude', value: 0 }]
    const everywhere = { name: 'radiusKm', value: 1e6 }
    store.add('resource', {
      '@type': type,
      name,
      resourceStatus: 'available',
      resourceCharacteristic: [...resourceCharacteristic, everywhere],
    })
    return
  }
  const others = objectsAt(area, 'resourceCharacteristic').filter((one) => one.name !== shown.name)
  store.change('resource', area, { resourceCharacteristic: [shown, ...others] })
}

function characteristicOf(area: Row, name: string): JsonObject | undefined {
  return objectsAt(area, 'resourceCharacteristic').find((one) => one.name === name)
}

const numberOf = (area: Row, name: string) => numberAt(characteristicOf(area, name), 'value') ?? 0

export const outcomes = ['completed', 'failed', 'hold'] as const
type Outcome = (typeof outcomes)[number]

export interface PlannedOutcome {
  readonly operation: Operation
  /** The outcome applies to every line when it is absent. */
  readonly msisdn?: string
  readonly outcome: Outcome
  readonly times: number
}

/** Outcomes planned by a test or the panel for the next operations, in order. */
export class PlannedOutcomes {
  #planned: PlannedOutcome[] = []

  plan(planned: PlannedOutcome): void {
    this.#planned.push(planned)
  }

  take(operation: Operation, number: string | undefined): Outcome {
    const nationalNumber = number && national(number)
    const at = this.#planned.findIndex(
      (planned) =>
        planned.operation === operation &&
        (planned.msisdn === undefined || national(planned.msisdn) === nationalNumber),
    )
    const planned = this.#planned[at]
    if (planned === undefined) return 'completed'
    this.#planned = this.#planned.flatMap((each) => (each === planned ? oneLess(each) : each))
    return planned.outcome
  }

  list(): readonly PlannedOutcome[] {
    return this.#planned
  }

  clear(): void {
    this.#planned = []
  }
}

function oneLess(planned: PlannedOutcome): readonly PlannedOutcome[] {
  return planned.times > 1 ? [{ ...planned, times: planned.times - 1 }] : []
}
