import type { Portal } from '../../server/portal.ts'
import { hrefsAt } from '../payment/order-page.ts'
import type { TollView } from '../toll/toll-note.tsx'
import { languageOf } from '../visitor-language.ts'
import { deviceOf } from './device.ts'

/** Why nothing was begun yet. */
export interface NotBegun {
  readonly toll?: TollView
}

interface Posted {
  readonly request: Request
  readonly url: URL
  readonly address: string
}

/** Begins an order, and leads to its first page. */
export async function beginStep(
  { market, content, drafts }: Pick<Portal, 'market' | 'content' | 'drafts'>,
  { request, url, address }: Posted,
): Promise<{ readonly to: string } | NotBegun> {
  const form = await request.formData()
  const said = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const language = languageOf(url, market)
  const device = deviceOf(content.page('website-homepage-config', language))
  const paid = { solution: said('solution'), ticket: said('ticket') }
  const begun = await drafts.begin(device, { channel: 'web', language, address, ...paid })
  switch (begun.outcome) {
    case 'begun':
      return { to: hrefsAt(url).leadPlan({ draft: begun.draft.id }) }
    case 'toll':
      return { toll: { ...begun.demand, puzzle: JSON.stringify(begun.demand.puzzle) } }
    case 'too_many':
      return {}
  }
}
