import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, useRouteError } from 'react-router'
import { describe, expect, it } from 'vitest'
import { FailurePage } from './failure-page.tsx'

function Boundary() {
  return <FailurePage error={useRouteError()} homeHref="/sw" />
}

const Nothing = () => null

const shell = {
  brand: 'Nyanja',
  failure: {
    title: 'Unexpected Application Error!',
    text: 'If you have just paid, your money is safe.',
    missingTitle: 'Page not found',
    missingText: 'There is no page at this address.',
    awayTitle: 'This service is not available right now',
    awayText: 'Please wait 30 seconds and try again.',
    home: 'Go to the first page',
  },
}

function pageAfter(error: unknown, root?: typeof shell): string {
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Nothing, ErrorBoundary: Boundary }])
  return renderToStaticMarkup(
    <Stub hydrationData={{ loaderData: root === undefined ? {} : { root }, errors: { root: error } }} />,
  )
}

describe('the page in place of one that failed', () => {
  it('reports that the money is safe, and not what broke', () => {
    const html = pageAfter(new Error('connect ECONNREFUSED 10.0.0.7'), shell)
    expect(html).toContain('your money is safe')
    expect(html).toContain('href="/sw"')
    expect(html).not.toContain('ECONNREFUSED')
  })

  it('reports an unknown address', () => {
    const missing = { status: 404, statusText: 'Not Found', internal: false, data: null }
    expect(pageAfter(missing, shell)).toContain('Page not found')
  })

  it('reports a temporary failure', () => {
    const busy = { status: 503, statusText: 'Service Unavailable', internal: false, data: null }
    expect(pageAfter(busy, shell)).toContain('Please wait 30 seconds and try again.')
  })

  it('links to the first page even when no text could be read', () => {
    const html = pageAfter(new Error('no texts'))
    expect(html).toContain('Unexpected Application Error!')
    expect(html).toContain('Go to the first page')
  })
})
