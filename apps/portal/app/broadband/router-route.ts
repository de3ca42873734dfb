import { data, type RouterContextProvider, redirect } from 'react-router'
import { privateHeaders } from '../format/headers.ts'
import { addressContext, portalContext } from '../portal-context.ts'
import { numberPageHeaders, savedChoice } from '../saved-numbers/saved-choice.ts'
import { pageView } from './broadband-view.ts'
import { type RouterPage, routerOrder } from './router-order.ts'
import { actOnRouter, routerView } from './router-page.ts'

interface RouteArgs {
  readonly request: Request
  readonly url: URL
  readonly context: Readonly<RouterContextProvider>
}

/** What both pages for routers load: they differ in what stands first. */
export async function loadRouter(name: RouterPage, { request, url, context }: RouteArgs) {
  const portal = context.get(portalContext)
  const page = pageView(portal, url)
  const saved = await savedChoice(portal, request, url)
  if (!url.searchParams.has('order')) return data({ page, saved, isGone: false }, { headers: numberPageHeaders(saved) })
  const order = await routerOrder(portal, url)
  const router = order && (await routerView(portal, order, { page: name, request, url }))
  return data({ page, saved, router, isGone: router === undefined }, { headers: privateHeaders })
}

export async function postToRouter(name: RouterPage, { request, url, context }: RouteArgs) {
  const portal = context.get(portalContext)
  const asked = { page: name, request, url, address: context.get(addressContext) }
  const acted = await actOnRouter(portal, await request.formData(), asked)
  if ('to' in acted) return redirect(acted.to, { status: 303, headers: privateHeaders })
  return data(acted.answer, { status: acted.status, headers: privateHeaders })
}
