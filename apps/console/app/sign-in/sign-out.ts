import { redirect } from 'react-router'
import { consoleContext } from '../console-context.ts'
import type { Route } from './+types/sign-out'
import { endedSessionCookie, sessionIdOf } from './session-cookie.ts'

export const loader = () => redirect('/')

export async function action({ request, context }: Route.ActionArgs) {
  const id = await sessionIdOf(request)
  if (id !== undefined) await context.get(consoleContext).sessions.close(id)
  return redirect('/signed-out', { status: 303, headers: { 'set-cookie': await endedSessionCookie() } })
}

/** With a component its refusals are pages with words. */
export default () => null
