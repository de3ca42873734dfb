import { z } from 'zod'
import { PortalError } from '../../errors.ts'
import type { ProviderAnswer } from '../call-provider.ts'
import { Id, maybe } from './wire.ts'

// Whatever else stands there may be what we sent: a number, or an address that opens something.
const Code = Id.pipe(z.string().regex(/^[\w.-]{1,40}$/))
const Refused = z.object({ code: maybe(Code) })

// Refusals of us, not of what was asked, and one that may mean "done already".
const undecidedStatuses = [401, 403, 409]

/** What a definite refusal is called in logs. Throws where it may be none. */
export function refusalText(answer: ProviderAnswer<unknown> & { readonly ok: false }, resource: string): string {
  const { code = 'none' } = Refused.safeParse(answer.error).data ?? {}
  const text = `bss ${resource}: HTTP ${answer.status}, code ${code}`
  if (undecidedStatuses.includes(answer.status)) throw new PortalError('provider_broke_contract', text)
  return text
}
