import { readPaymentReference } from '@nyanja/domain/numbers/reference'
import { redirect } from 'react-router'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import type { Route } from './+types/search'
import { readTyped, runSearch } from './typed-search.ts'

export const loader = () => redirect('/')

/**
 * Redirects to an address without the term: to the payment when there is one, otherwise to the saved search, which can
 * be reloaded.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { finder, searches, market } = context.get(consoleContext)
  const typed = readTyped(await request.formData())
  const reference = readPaymentReference(typed.text ?? '', market.brand)
  const found = await runSearch(finder, typed)
  const [only, ...others] = found.outcome === 'found' ? found.payments : []
  if (only !== undefined && (others.length === 0 || only.reference === reference))
    return redirect(`/payments/${only.reference}`, 303)
  const id = await searches.keep(staffIn(context).id, typed)
  return redirect(`/?search=${id}`, 303)
}

/** React Router shows a refusal as a page with text only if the route has a component. */
export default () => null
