import { redirect } from 'react-router'
import { consoleContext, signedInContext } from '../console-context.ts'
import type { Route } from './+types/sign-out'
import { endedSessionCookie, sessionIdOf } from './session-cookie.ts'

/** The browser also deletes pages that its back button would show. */
const wipe = { 'clear-site-data': '"cache", "storage"' }

export const loader = () => redirect('/')

export async function action({ request, context }: Route.ActionArgs) {
  const id = await sessionIdOf(request)
  const { sessions, securityLog } = context.get(consoleContext)
  if (id !== undefined) await sessions.close(id)
  securityLog.info({ staff: context.get(signedInContext).staff?.id }, 'signed out')
  return redirect('/signed-out', { status: 303, headers: { ...wipe, 'set-cookie': await endedSessionCookie() } })
}

/** React Router shows a refusal as a page with text only if the route has a component. */
export default () => null
