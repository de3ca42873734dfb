import { isJsonObject, type JsonObject, numberAt, objectsAt, textAt } from '../core/json.ts'
import type { Message } from './inbox.ts'

function readMessage(saved: JsonObject): Message {
  const [id = '', from = '', to = '', text = '', at = ''] = ['id', 'from', 'to', 'text', 'at'].map((key) =>
    textAt(saved, key),
  )
  return { id, from, to, text, at }
}

/** What a restarted SMSC remembers. */
export function readSnapshot(state: unknown): { nextId?: number; messages: readonly Message[] } {
  if (!isJsonObject(state)) return { messages: [] }
  const messages = objectsAt(state, 'messages').map(readMessage)
  const nextId = numberAt(state, 'nextId')
  return nextId === undefined ? { messages } : { nextId, messages }
}
