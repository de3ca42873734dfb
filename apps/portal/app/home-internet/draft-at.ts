import type { DraftPage } from '@nyanja/domain/leads/draft-pages'
import type { Draft } from '@nyanja/server/leads/draft'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import { hrefsAt } from '../payment/order-page.ts'

const addresses: Readonly<Record<Exclude<DraftPage, 'code'>, (to: Hrefs, draft: string) => string>> = {
  plan: (to, draft) => to.leadPlan({ draft }),
  details: (to, draft) => to.leadDetails({ draft }),
  place: (to, draft) => to.leadPlace({ draft }),
  done: (to, draft) => to.leadDone({ draft }),
}

/** The draft that the address names. Whoever has none begins at the offer, and whoever had one is told that it is over. */
async function draftIn({ drafts }: Pick<Portal, 'drafts'>, url: URL): Promise<Draft> {
  const id = url.searchParams.get('draft')
  const draft = id === null ? undefined : await drafts.draft(id)
  if (draft === undefined) throw redirect(hrefsAt(url).internet(id === null ? {} : { ended: '1' }), { status: 303 })
  return draft
}

/** The same for a page that it must be on; whoever is elsewhere is sent there. */
export async function draftAt(portal: Pick<Portal, 'drafts'>, url: URL, page: DraftPage): Promise<Draft> {
  const draft = await draftIn(portal, url)
  const shown = portal.drafts.pageOf(draft, page)
  if (shown === page) return draft
  // Nobody is sent to the page of a code, which needs a code that was sent.
  throw redirect(addresses[shown === 'code' ? 'place' : shown](hrefsAt(url), draft.id), { status: 303 })
}

/** What the visitor saw when he filled the form in. What cannot be read is no version of any draft. */
export function seenIn(form: FormData): number {
  const value = form.get('version')
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : -1
}
