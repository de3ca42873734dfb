import { numberIn, objectIn, oneOf, optionalTextIn, textIn } from '../core/bad-body.ts'
import { type FaultRequest, faultKinds } from '../core/faults.ts'

const ranges = {
  delayMs: { min: 0, max: 3_600_000 },
  copies: { min: 1, max: 1_000 },
  times: { min: 1, max: 1_000_000 },
  probability: { min: 0, max: 1 },
} as const

export function readFault(body: unknown): FaultRequest {
  const fault = objectIn(body)
  const operation = optionalTextIn(fault, 'operation')
  const numbers = Object.entries(ranges)
    .filter(([key]) => fault[key] !== undefined)
    .map(([key, range]) => [key, numberIn(fault, key, range)])
  return {
    provider: textIn(fault, 'provider'),
    ...(operation === undefined ? {} : { operation }),
    kind: oneOf(fault, 'kind', faultKinds),
    ...Object.fromEntries(numbers),
  }
}
