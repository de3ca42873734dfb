import { data, redirect } from 'react-router'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { numberPageHeaders, savedChoice } from '../saved-numbers/saved-choice.ts'
import type { Route } from './+types/broadband-recharge'
import { pageView } from './broadband-view.ts'
import { routerOrder } from './router-order.ts'
import { actOnRouter, routerView } from './router-page.ts'
import { RouterScreen } from './router-screen.tsx'

export const handle = { group: 'broadband', module: '/files/broadband.js' }

const name = 'balance'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const page = pageView(portal, url)
  const saved = await savedChoice(portal, request, url)
  if (!url.searchParams.has('order')) return data({ page, saved, isGone: false }, { headers: numberPageHeaders(saved) })
  const order = await routerOrder(portal, url)
  const router = order && (await routerView(portal, order, { page: name, request, url }))
  return data({ page, saved, router, isGone: router === undefined }, { headers: privateHeaders })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const asked = { page: name, request, url, address: context.get(addressContext) } as const
  const acted = await actOnRouter(portal, await request.formData(), asked)
  if ('to' in acted) return redirect(acted.to, { status: 303, headers: privateHeaders })
  return data(acted.answer, { status: acted.status, headers: privateHeaders })
}

export const headers = pageHeaders

export default function BroadbandRecharge({ loaderData, actionData }: Route.ComponentProps) {
  return <RouterScreen name={name} {...loaderData} answer={actionData} />
}
