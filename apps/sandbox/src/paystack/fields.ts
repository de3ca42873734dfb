import { type JsonObject, textAt } from '../core/json.ts'
import { type Answer, refusals } from './answers.ts'

export const textOf = (body: JsonObject, key: string): string => textAt(body, key) ?? ''

export function missing(body: JsonObject, key: string): Answer | undefined {
  return textOf(body, key) === '' ? refusals.missing(key) : undefined
}

/** Whole minor units, as a number or as its digits. */
export function minorOf(body: JsonObject, key: string): number | undefined {
  const minor = /^\d{1,15}$/.test(textOf(body, key)) ? Number(textOf(body, key)) : 0
  return minor > 0 ? minor : undefined
}
