import { isPermitted, type Permission, type Staff } from '@nyanja/domain/staff/roles'
import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { consoleContext, signedInContext } from './console-context.ts'
import { pages } from './page-list.ts'
import { sessionIdOf } from './sign-in/session-cookie.ts'

/** The one question about permissions that pages ask: for themselves, and for what they offer. */
export const may = (staff: Staff | undefined, permission: Permission): boolean =>
  staff !== undefined && isPermitted(staff.roles, permission)

/** The `status` of the page in place of one that a person may not see. */
const refused = { notSignedIn: 401, notPermitted: 403 } as const

const withoutSlash = (path: string) => path.replace(/^\//, '')

/** Runs before every loader and action. An address that the list of pages lacks is not served. */
export const guard: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const page = pages.find(({ path }) => withoutSlash(path) === withoutSlash(pattern))
  if (page === undefined) throw data(null, { status: 404 })
  const id = await sessionIdOf(request)
  const staff = id === undefined ? undefined : await context.get(consoleContext).sessions.find(id)
  context.set(signedInContext, { staff })
  if (page.for === 'everybody') return next()
  if (staff === undefined) {
    if (request.method !== 'GET') throw data(null, { status: refused.notSignedIn })
    throw redirect(`/sign-in?${new URLSearchParams({ to: url.pathname + url.search })}`)
  }
  if (!may(staff, page.for)) {
    context.get(consoleContext).securityLog.warn({ staff: staff.id, page: page.path }, 'page refused')
    throw data(null, { status: refused.notPermitted })
  }
  return next()
}

/** It may be called on pages that the guard opens to staff alone. */
export function staffIn(context: Readonly<RouterContextProvider>): Staff {
  const { staff } = context.get(signedInContext)
  if (staff === undefined) throw new Error('This page is open to people who are not signed in')
  return staff
}
