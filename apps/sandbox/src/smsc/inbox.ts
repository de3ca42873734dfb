import type { Part } from './parts.ts'

const keptPerNumber = 50
const keptNumbers = 2000
const keptUnfinished = 200

export interface Message {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly text: string
  readonly at: string
}

/** The messages of every handset, newest first, long ones in one piece. */
export class Inbox {
  readonly #byNumber = new Map<string, Message[]>()
  readonly #unfinished = new Map<string, Map<number, Message>>()

  receive(message: Omit<Message, 'text'>, { text, piece }: Part): void {
    const whole = { ...message, text }
    if (piece === undefined || piece.total < 2) this.#show(whole)
    else this.#collect(whole, [message.from, message.to, piece.reference, piece.total].join('|'), piece)
  }

  of(number: string): readonly Message[] {
    return this.#byNumber.get(number) ?? []
  }

  all(): readonly Message[] {
    return [...this.#byNumber.values()].flat().toSorted((one, other) => other.at.localeCompare(one.at))
  }

  restore(messages: readonly Message[]): void {
    this.clear()
    for (const message of messages.toReversed()) this.#show(message)
  }

  clear(): void {
    this.#byNumber.clear()
    this.#unfinished.clear()
  }

  #collect(message: Message, key: string, { total, number }: { total: number; number: number }): void {
    const pieces = this.#unfinished.get(key) ?? new Map<number, Message>()
    pieces.set(number, message)
    this.#unfinished.set(key, pieces)
    forgetOldest(this.#unfinished, keptUnfinished)
    if (pieces.size < total) return
    this.#unfinished.delete(key)
    const inOrder = [...pieces].toSorted(([one], [other]) => one - other).map(([, piece]) => piece)
    this.#show({ ...message, id: inOrder[0]?.id ?? message.id, text: inOrder.map((piece) => piece.text).join('') })
  }

  #show(message: Message): void {
    const messages = this.#byNumber.get(message.to) ?? []
    this.#byNumber.delete(message.to)
    this.#byNumber.set(message.to, [message, ...messages].slice(0, keptPerNumber))
    forgetOldest(this.#byNumber, keptNumbers)
  }
}

function forgetOldest<V>(map: Map<string, V>, kept: number): void {
  if (map.size <= kept) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
