import { isJsonObject, type JsonObject, numberAt, textAt } from '../core/bodies.ts'
import { international } from '../core/market.ts'
import type { Delivery, World } from '../core/simulator.ts'
import { type BssOperation, type Operation, operations, type Performed, refused } from './bss-operation.ts'
import type { Row } from './collection.ts'
import { PlannedOutcomes } from './coverage-area.ts'
import type { Hub } from './hub.ts'
import { cancelOrder } from './operation-effects/cancel-order.ts'
import { order } from './operation-effects/order-bundle.ts'
import { pay } from './operation-effects/pay-bill.ts'
import { qualify } from './operation-effects/qualify-service.ts'
import { adjust, topUp } from './operation-effects/top-up.ts'
import { isResourceName, type ResourceName } from './resources.ts'
import type { Store } from './store.ts'

export const bssOperations: Readonly<Partial<Record<ResourceName, BssOperation>>> = {
  topupBalance: topUp,
  adjustBalance: adjust,
  productOrder: order,
  payment: pay,
  checkServiceQualification: qualify,
  cancelProductOrder: cancelOrder,
}

export interface OpenOperation {
  readonly resource: ResourceName
  readonly id: string
  readonly operation: Operation
  readonly msisdn: string | undefined
  readonly isToFail: boolean
  /** Epoch milliseconds; null means held until it is released. */
  readonly dueAt: number | null
}

export interface Release {
  readonly operation?: Operation
  readonly msisdn?: string
  readonly outcome: 'completed' | 'failed'
}

const noDelays: Readonly<Record<Operation, number>> = {
  topup: 0,
  order: 0,
  payment: 0,
  adjust: 0,
  qualification: 0,
  cancel: 0,
}

interface Parts {
  readonly world: World
  readonly store: Store
  readonly hub: Hub
}

/** Runs each operation from the request to its end: immediately, later, never, or with a failure. */
export class BssOperations {
  readonly planned = new PlannedOutcomes()
  readonly #world: World
  readonly #store: Store
  readonly #hub: Hub
  /** The soonest comes first; held ones are kept separately. */
  #queue: OpenOperation[] = []
  readonly #held = new Map<string, OpenOperation>()
  #delaysMs = noDelays

  constructor({ world, store, hub }: Parts) {
    this.#world = world
    this.#store = store
    this.#hub = hub
  }

  get delaysMs(): Readonly<Record<Operation, number>> {
    return this.#delaysMs
  }

  delay(delaysMs: Partial<Record<Operation, number>>): void {
    this.#delaysMs = { ...this.#delaysMs, ...delaysMs }
  }

  /** Stores the request and returns the answer for its caller. */
  begin(resource: ResourceName, bssOperation: BssOperation, members: JsonObject): Row {
    const { operation, stateField, states, newId } = bssOperation
    const request = { ...members, id: '' }
    const msisdn = bssOperation.msisdnOf(this.#store, request)
    const row = this.#store.add(resource, { ...members, ...(newId && { id: newId() }), [stateField]: states.open })
    this.#notify(bssOperation, 'Create', row)

    const outcome = this.planned.take(operation, msisdn)
    const common = { resource, id: row.id, operation, msisdn, isToFail: outcome === 'failed' }
    const delayMs = this.#delaysMs[operation]
    if (outcome === 'hold') this.#held.set(row.id, { ...common, dueAt: null })
    else if (delayMs > 0) this.#enqueue({ ...common, dueAt: this.#world.now().getTime() + delayMs })
    else return this.#answer(bssOperation, row, this.#finish({ ...common, dueAt: null }))
    return row
  }

  /** Ends what is due. Every read calls it first, so that a stopped clock is not noticed. */
  checkDue(): void {
    const now = this.#world.now().getTime()
    let [next] = this.#queue
    while (next?.dueAt != null && next.dueAt <= now) {
      this.#queue.shift()
      this.#finish(next)
      this.#world.changed()
      next = this.#queue[0]
    }
  }

  release({ operation, msisdn, outcome }: Release): number {
    const number = msisdn && international(msisdn, this.#store.market)
    const released = this.held().filter(
      (held) => (!operation || held.operation === operation) && (!number || held.msisdn === number),
    )
    for (const held of released) {
      this.#held.delete(held.id)
      this.#finish({ ...held, isToFail: outcome === 'failed' })
    }
    return released.length
  }

  held(): readonly OpenOperation[] {
    return [...this.#held.values()]
  }

  /** One for each effect: the rows themselves are the provider records. */
  deliveries(): readonly Delivery[] {
    return Object.entries(bssOperations).flatMap(([resource, { deliveryOf, stateField, states }]) => {
      if (!deliveryOf || !isResourceName(resource)) return []
      const rows = [...this.#store.in(resource).all()].filter((row) => row[stateField] === states.completed)
      return rows.map((row) => deliveryOf(this.#store, row))
    })
  }

  clear(): void {
    this.planned.clear()
    this.#queue = []
    this.#held.clear()
    this.#delaysMs = noDelays
  }

  snapshot(): readonly OpenOperation[] {
    return [...this.#queue, ...this.#held.values()]
  }

  restore(state: unknown): void {
    this.clear()
    for (const open of [state].flat().filter(isJsonObject).flatMap(openIn)) {
      if (open.dueAt === null) this.#held.set(open.id, open)
      else this.#enqueue(open)
    }
  }

  #enqueue(open: OpenOperation): void {
    const after = this.#queue.findLastIndex(({ dueAt }) => (dueAt ?? 0) <= (open.dueAt ?? 0))
    this.#queue.splice(after + 1, 0, open)
  }

  #finish({ resource, id, isToFail }: OpenOperation): Row | undefined {
    const bssOperation = bssOperations[resource]
    const row = this.#store.get(resource, id)
    if (!bssOperation || !row) return undefined
    const { stateField, states } = bssOperation
    // It was cancelled meanwhile.
    if (row[stateField] !== states.open) return row
    const now = this.#world.now()
    const performed = isToFail ? refused('The network refused it') : bssOperation.perform(this.#store, row, now)
    const state = performed.done ? states.completed : states.failed
    const ended = this.#store.change(resource, row, { ...changesOf(performed), [stateField]: state })
    this.#notify(bssOperation, 'StateChange', ended)
    if (performed.done && performed.movedLead) this.#hub.notify('salesLead', 'StateChange', performed.movedLead)
    return ended
  }

  #answer({ answersOpen }: BssOperation, begun: Row, ended: Row | undefined): Row {
    return answersOpen || !ended ? begun : ended
  }

  #notify({ eventName }: BssOperation, what: 'Create' | 'StateChange', row: Row): void {
    if (eventName) this.#hub.notify(eventName, what, row)
  }
}

function changesOf(performed: Performed): JsonObject {
  return performed.done ? performed.changes : { note: [{ text: performed.reason }] }
}

function openIn(state: JsonObject): OpenOperation | [] {
  const resource = textAt(state, 'resource') ?? ''
  const operation = operations.find((candidate) => candidate === state.operation)
  if (!isResourceName(resource) || !operation) return []
  const dueAt = numberAt(state, 'dueAt') ?? null
  const [id, msisdn] = [textAt(state, 'id') ?? '', textAt(state, 'msisdn')]
  return { resource, id, operation, msisdn, isToFail: state.isToFail === true, dueAt }
}
