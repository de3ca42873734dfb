// @ts-nocheck
import { z } from 'zod'
import { PortalError } from '../../errors.ts'
import { createCached, replacingOnce } from '../cached.ts'
import { demandValue, type ProviderAnswer } from '../call-provider.ts'
import type { AuthorisedCalls } from './authorised-calls.ts'
import type { MoneyCall } from './money-access.ts'
import { codeOf, codes } from './money-codes.ts'
import { signMessage } from './sign-message.ts'

const Key = z.object({ data: z.object({ key: z.base64().min(1), valid_upto: z.string() }) })

const dayMs = 86_400_000

/** The same calls, with the body of everything that moves money signed. */
export function createSignedCalls(calls: AuthorisedCalls, now: () => number): AuthorisedCalls {
  const publicKey = createCached(async () => {
    const call = { operation: 'key', path: '/v1/rsa/encryption-keys', schema: Key }
    const { data } = demandValue(await calls.ask(call), 'open-api-money key')
    return { value: data.key, goodUntil: lastSafeMoment(data.valid_upto) }
  }, now)

  async function move<Value>(call: MoneyCall<Value>): Promise<ProviderAnswer<Value>> {
    const signedWith = (key: string) => calls.move(call, signMessage(call.body ?? '', key))
    const answer = await replacingOnce(publicKey, signedWith, isMismatched)
    if (!isMismatched(answer)) return answer
    throw new PortalError('provider_broke_contract', `open-api-money ${call.operation}: signature not accepted`)
  }

  return { ask: calls.ask, move }
}

/** Nothing was started, so a second try cannot move the money twice. */
const isMismatched = (answer: ProviderAnswer<unknown>): boolean => codeOf(answer) === codes.signatureMismatch

/** A day before `12-08-2024 21:29:26`, since nobody says in which zone that is. */
function lastSafeMoment(validUpto: string): number {
  const [, day, month, year, time] = /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d:\d\d)$/.exec(validUpto) ?? []
  const end = Date.parse(`${year}-${month}-${day}T${time}Z`)
  return Number.isNaN(end) ? 0 : end - dayMs
}
