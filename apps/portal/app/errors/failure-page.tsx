import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useShell } from '../ui/shell-data.ts'
import { Sky } from '../ui/sky.tsx'

interface FailurePageProps {
  readonly error: unknown
  readonly homeHref: string
}

/** Says which of the two it is: an address that is not there, or a fault of ours. Never how it came about. */
export function FailurePage({ error, homeHref }: FailurePageProps) {
  const failure = useShell()?.failure
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isMissing = status === 404
  const title = (isMissing ? failure?.missingTitle : failure?.title) ?? 'Unexpected Application Error!'
  const text = isMissing ? failure?.missingText : failure?.text

  return (
    <>
      <PageTitle title={title} />
      <Sky title={title} meta={<p>{status}</p>}>
        <p>{text}</p>
      </Sky>
      {failure !== undefined && (
        <div className="wrap section">
          <ButtonLink href={homeHref}>{failure.home}</ButtonLink>
        </div>
      )}
    </>
  )
}
