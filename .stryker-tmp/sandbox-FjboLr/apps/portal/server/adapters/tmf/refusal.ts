// @ts-nocheck
import { z } from 'zod'
import { PortalError } from '../../errors.ts'
import type { ProviderAnswer } from '../call-provider.ts'
import { Id, maybe } from './wire.ts'

const Refused = z.object({ code: maybe(Id) })

// Refusals of us, not of what was asked, and one that may mean "done already".
const undecidedStatuses = [401, 403, 409]

/** What a definite refusal is called in logs. Throws where it may be none. */
export function refusalText(answer: ProviderAnswer<unknown> & { readonly ok: false }, resource: string): string {
  const { code = 'none' } = Refused.safeParse(answer.error).data ?? {}
  const text = `bss ${resource}: HTTP ${answer.status}, code ${code}`
  if (undecidedStatuses.includes(answer.status)) throw new PortalError('provider_broke_contract', text)
  return text
}
