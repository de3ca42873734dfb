import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { PageHero, PageTitle } from '../ui/page-hero.tsx'
import { type ShellData, useShell } from '../ui/shell-data.ts'

interface FailurePageProps {
  readonly error: unknown
  readonly homeHref: string
}

/** The texts for when not even the content could be read. */
const bare = { title: 'Unexpected Application Error!', text: undefined, home: 'Go to the first page' } as const

/** Describes an unknown address, a temporary failure, or a bug, and never its cause. */
function textsOf(status: number, failure: ShellData['failure'] | undefined) {
  if (failure === undefined) return bare
  const { home } = failure
  if (status === 404) return { title: failure.missingTitle, text: failure.missingText, home }
  return status === 503 ? { title: failure.awayTitle, text: failure.awayText, home } : failure
}

export function FailurePage({ error, homeHref }: FailurePageProps) {
  const failure = useShell()?.failure
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, text, home } = textsOf(status, failure)

  return (
    <>
      <PageTitle title={title} />
      <PageHero title={title} meta={<p>{status}</p>}>
        {text !== undefined && <p>{text}</p>}
      </PageHero>
      <div className="wrap section">
        <ButtonLink href={homeHref}>{home}</ButtonLink>
      </div>
    </>
  )
}
