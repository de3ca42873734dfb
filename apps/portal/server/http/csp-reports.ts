import type { FastifyInstance } from 'fastify'

const bodyLimit = 8 * 1024
const reportsPerMinute = 60

export interface CspReportsOptions {
  readonly now: () => number
  readonly reported: (report: string) => void
}

/** Browsers tell here what a page's policy stopped. Anyone can post, so size and rate are limited and nothing is kept. */
export function collectCspReports(app: FastifyInstance, { now, reported }: CspReportsOptions): void {
  let window = 0
  let inWindow = 0
  const isWithinRate = () => {
    const minute = Math.floor(now() / 60_000)
    if (minute !== window) [window, inWindow] = [minute, 0]
    inWindow += 1
    return inWindow <= reportsPerMinute
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json'],
    { parseAs: 'string', bodyLimit },
    (_, body, done) => done(null, body),
  )
  app.post('/csp-reports', async (request, reply) => {
    // Addresses in a report may carry ids that open payments.
    if (isWithinRate())
      reported(
        String(request.body)
          .replace(/\?[^"\s]*/g, '')
          .replace(/[0-9A-HJKMNP-TV-Z]{26,30}/g, ':id')
          .slice(0, 2000),
      )
    return reply.status(204).send()
  })
}
