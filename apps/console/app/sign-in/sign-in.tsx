import { data, redirect } from 'react-router'
import { consoleContext } from '../console-context.ts'
import { localPath } from '../local-path.ts'
import type { Route } from './+types/sign-in'
import { begunCookie } from './begun-cookie.ts'
import { SignInProblem } from './sign-in-problem.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const result = await context.get(consoleContext).signIn.begin()
  if (result.outcome === 'away') return data(null, { status: 503 })
  const begun = { key: result.key, to: localPath(url.searchParams.get('to')) }
  return redirect(result.url, { headers: { 'set-cookie': await begunCookie(begun) } })
}

export default function SignInPage() {
  return <SignInProblem problem="away" />
}
