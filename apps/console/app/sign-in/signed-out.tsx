import { data } from 'react-router'
import { consoleContext } from '../console-context.ts'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/signed-out'

/** Chromium refuses a redirect from a form to another origin, so this page sends the browser to the provider. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const isDone = url.searchParams.has('done')
  const providerUrl = isDone ? undefined : await context.get(consoleContext).signIn.signOutUrl()
  return data({ providerUrl }, providerUrl === undefined ? {} : { headers: { refresh: `0;url=${providerUrl}` } })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function SignedOutPage({ loaderData: { providerUrl } }: Route.ComponentProps) {
  const { signIn } = useTexts()
  return (
    <section className="lone">
      <title>{signIn.signedOut}</title>
      <h1>{signIn.signedOut}</h1>
      <p>{providerUrl === undefined ? signIn.signedOutText : signIn.alsoThere}</p>
      <p>
        {providerUrl === undefined ? (
          <a className="button" href="/">
            {signIn.signIn}
          </a>
        ) : (
          <a className="button" href={providerUrl}>
            {signIn.signOutThere}
          </a>
        )}
      </p>
    </section>
  )
}
