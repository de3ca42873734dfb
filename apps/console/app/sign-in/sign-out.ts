import { redirect } from 'react-router'
import { consoleContext, signedInContext } from '../console-context.ts'
import type { Route } from './+types/sign-out'
import { endedSessionCookie, sessionIdOf } from './session-cookie.ts'

/** Pages that the browser keeps behind its back button go too. */
const wipe = { 'clear-site-data': '"cache", "storage"' }

export const loader = () => redirect('/')

export async function action({ request, context }: Route.ActionArgs) {
  const id = await sessionIdOf(request)
  const { sessions, securityLog } = context.get(consoleContext)
  if (id !== undefined) await sessions.close(id)
  securityLog.info({ staff: context.get(signedInContext).staff?.id }, 'signed out')
  return redirect('/signed-out', { status: 303, headers: { ...wipe, 'set-cookie': await endedSessionCookie() } })
}

/** With a component its refusals are pages with words. */
export default () => null
