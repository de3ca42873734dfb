import { data, redirect } from 'react-router'
import { consoleContext } from '../console-context.ts'
import { localPath } from '../local-path.ts'
import type { Route } from './+types/callback'
import { begunIn, endedBegunCookie } from './begun-cookie.ts'
import { sessionCookie, sessionIdOf } from './session-cookie.ts'
import { SignInProblem } from './sign-in-problem.tsx'

const statusOf = { away: 503, unfinished: 400, no_role: 403 } as const

/** The identity provider sends the browser here. A new session always has a new id. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { signIn, sessions, securityLog } = context.get(consoleContext)
  const { key, to } = await begunIn(request)
  const result = await signIn.finish(url, key)
  const headers = new Headers({ 'set-cookie': await endedBegunCookie() })
  if (result.outcome !== 'identified') {
    securityLog.warn({ outcome: result.outcome }, 'sign-in refused')
    return data(
      { problem: result.outcome, name: result.outcome === 'no_role' ? result.name : '' },
      { status: statusOf[result.outcome], headers },
    )
  }
  securityLog.info({ staff: result.staff.id, roles: result.staff.roles }, 'signed in')
  const id = await sessions.open(result.staff, await sessionIdOf(request))
  headers.append('set-cookie', await sessionCookie(id))
  return redirect(localPath(to), { status: 303, headers })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function CallbackPage({ loaderData: { problem, name } }: Route.ComponentProps) {
  return <SignInProblem problem={problem} name={name} />
}
