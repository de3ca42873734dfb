import { readFault } from '../control/read-fault.ts'
import { BadBody } from '../core/bad-body.ts'
import type { FaultRequest } from '../core/faults.ts'
import type { JsonObject } from '../core/json.ts'

const numeric = new Set(['delayMs', 'times', 'copies'])

/** A form says everything as text and sends its empty fields too. */
export function faultInForm(form: JsonObject): FaultRequest | BadBody {
  const filled = Object.entries(form).filter(([, value]) => value !== '')
  const body = Object.fromEntries(filled.map(([key, value]) => [key, numeric.has(key) ? Number(value) : value]))
  try {
    return readFault(body)
  } catch (error) {
    if (error instanceof BadBody) return error
    throw error
  }
}
