import { randomUUID } from 'node:crypto'
import { isJsonObject, type JsonObject, textAt } from '../core/bodies.ts'
import type { World } from '../core/simulator.ts'
import { isRow, type Row } from './collection.ts'
import { isResourceName, resources } from './resources.ts'

/** Listeners for events register with `POST {base}/hub`. */
export class Hub {
  readonly #world: World
  readonly #listeners = new Map<string, Row>()

  constructor(world: World) {
    this.#world = world
  }

  add(path: string, { callback, query = '' }: JsonObject): Row {
    const listener = { id: randomUUID(), path, callback: callback ?? '', query }
    this.#listeners.set(listener.id, listener)
    return listener
  }

  remove(id: string): boolean {
    return this.#listeners.delete(id)
  }

  notify(eventName: string, what: 'Create' | 'StateChange', row: Row): void {
    if (this.#listeners.size === 0 || !isResourceName(eventName)) return
    const eventType = `${eventName}${what}Event`
    const event = {
      eventId: randomUUID(),
      eventTime: this.#world.now().toISOString(),
      eventType,
      event: { [eventName]: row },
    }
    for (const listener of this.#listeners.values()) {
      const query = textAt(listener, 'query') ?? ''
      const isWanted = listener.path === resources[eventName].path && (query === '' || query.includes(eventType))
      if (isWanted) this.#post(textAt(listener, 'callback') ?? '', event)
    }
  }

  clear(): void {
    this.#listeners.clear()
  }

  snapshot(): readonly JsonObject[] {
    return [...this.#listeners.values()]
  }

  restore(state: unknown): void {
    this.clear()
    for (const listener of [state].flat().filter(isRow)) this.#listeners.set(listener.id, listener)
  }

  #post(url: string, event: JsonObject): void {
    const headers = { 'content-type': 'application/json' }
    this.#world.callbacks.send({ provider: 'bss', operation: 'event', url, headers, body: JSON.stringify(event) })
  }
}

export function isListenerBody(body: unknown): body is JsonObject {
  return isJsonObject(body) && typeof body.callback === 'string' && URL.canParse(body.callback)
}
