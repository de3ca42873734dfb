// @ts-nocheck
import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useShell } from '../ui/shell-data.ts'
import { Sky } from '../ui/sky.tsx'

interface FailurePageProps {
  readonly error: unknown
  readonly homeHref: string
}

/** For when not even the texts could be read. */
const bare = { title: 'Unexpected Application Error!', text: undefined, home: 'Go to the first page' } as const

/** Says which of the two it is: an address that is not there, or a fault of ours. Never how it came about. */
export function FailurePage({ error, homeHref }: FailurePageProps) {
  const failure = useShell()?.failure
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isMissing = status === 404 && failure !== undefined
  const { title, text, home } = isMissing
    ? { title: failure.missingTitle, text: failure.missingText, home: failure.home }
    : (failure ?? bare)

  return (
    <>
      <PageTitle title={title} />
      <Sky title={title} meta={<p>{status}</p>}>
        {text !== undefined && <p>{text}</p>}
      </Sky>
      <div className="wrap section">
        <ButtonLink href={homeHref}>{home}</ButtonLink>
      </div>
    </>
  )
}
