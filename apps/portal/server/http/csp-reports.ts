import { parseJson } from '@nyanja/domain/json'
import { createWindowLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { minute } from '@nyanja/domain/time'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { loggedPath } from './logged-path.ts'

const bodyLimit = 8 * 1024
const rate = { windowMs: minute, most: 60 }

export interface CspReportsOptions {
  readonly now: () => number
  readonly reported: (report: CspReport) => void
}

/** What may be known of a report: anyone can post one, and real ones quote addresses and what was typed. */
export interface CspReport {
  readonly directive: string
  readonly blocked: string
  readonly page: string
}

const text = z.string().catch('')
const Old = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
})
const New = z.object({ body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }) })

const directives =
  /^(?:(?:child|connect|font|frame|img|manifest|media|object|script|style|worker)-src(?:-elem|-attr)?|base-uri|default-src|form-action|frame-ancestors|require-trusted-types-for|trusted-types)(?= |$)/
const blockedWords = [
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'self',
  'trusted-types-policy',
  'trusted-types-sink',
]

function blockedFrom(uri: string): string {
  const url = URL.parse(uri)
  if (url !== null && /^(https?|wss?):$/.test(url.protocol)) return url.origin.slice(0, 100)
  return blockedWords.find((word) => uri === word || uri.startsWith(`${word}:`)) ?? 'other'
}

const reportFrom = (directive: string, blocked: string, page: string): CspReport => ({
  directive: directives.exec(directive)?.[0] ?? 'other',
  blocked: blockedFrom(blocked),
  page: loggedPath(URL.parse(page)?.pathname ?? 'other'),
})

function readReport(sent: unknown): CspReport | undefined {
  const old = Old.safeParse(sent).data?.['csp-report']
  if (old !== undefined)
    return reportFrom(old['effective-directive'] || old['violated-directive'], old['blocked-uri'], old['document-uri'])
  const { data } = New.safeParse(Array.isArray(sent) ? sent[0] : sent)
  return data && reportFrom(data.body.effectiveDirective, data.body.blockedURL, data.body.documentURL)
}

/** Browsers report what a page's policy stopped. Anyone can post, so size and rate are limited and nothing is kept. */
export function collectCspReports(app: FastifyInstance, { now, reported }: CspReportsOptions): void {
  const isWithinRate = createWindowLimit(rate, now)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json'],
    { parseAs: 'string', bodyLimit },
    (_, body, done) => done(null, body),
  )
  app.post('/csp-reports', async (request, reply) => {
    const report = isWithinRate() ? readReport(parseJson(String(request.body))) : undefined
    if (report !== undefined) reported(report)
    return reply.status(204).send()
  })
}
