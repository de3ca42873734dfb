import { parseJson } from '@nyanja/domain/json'
import { createWindowLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { minute } from '@nyanja/domain/time'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { loggedPath } from './log-requests.ts'

const bodyLimit = 8 * 1024
const rate = { windowMs: minute, most: 60 }

export interface BrowserReportsOptions {
  readonly now: () => number
  readonly onCsp: (report: CspReport) => void
  /** Receives script errors; absent where pages report none. */
  readonly onScriptError?: (report: ScriptErrorReport) => void
}

/** The part of a report that the log keeps: anyone can post one, and real ones quote addresses and typed text. */
export interface CspReport {
  readonly directive: string
  readonly blocked: string
  readonly page: string
}

/** The failure of a script in the browser. The message may quote typed text, so it is left out. */
export interface ScriptErrorReport {
  readonly name: string
  /** React's own error number. */
  readonly react?: string
  /** The file of the portal, with line and column. */
  readonly at?: string
  readonly page: string
}

const text = z.string().catch('')
const ScriptError = z.object({ name: text, message: text, stack: text, page: text })
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
const blockedDomains = [
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'self',
  'trusted-types-policy',
  'trusted-types-sink',
]

function describeBlocked(uri: string): string {
  const url = URL.parse(uri)
  if (url !== null && /^(https?|wss?):$/.test(url.protocol)) return url.origin.slice(0, 100)
  return blockedDomains.find((word) => uri === word || uri.startsWith(`${word}:`)) ?? 'other'
}

const reportFrom = (directive: string, blocked: string, page: string): CspReport => ({
  directive: directives.exec(directive)?.[0] ?? 'other',
  blocked: describeBlocked(blocked),
  page: loggedPath(URL.parse(page)?.pathname ?? 'other'),
})

function readReport(sent: unknown): CspReport | undefined {
  const old = Old.safeParse(sent).data?.['csp-report']
  if (old !== undefined)
    return reportFrom(old['effective-directive'] || old['violated-directive'], old['blocked-uri'], old['document-uri'])
  const { data } = New.safeParse(Array.isArray(sent) ? sent[0] : sent)
  return data && reportFrom(data.body.effectiveDirective, data.body.blockedURL, data.body.documentURL)
}

function readScriptError(sent: unknown): ScriptErrorReport | undefined {
  const { data } = ScriptError.safeParse(sent)
  if (data === undefined) return undefined
  const react = /React error #(\d{1,4})\b/.exec(data.message)?.[1]
  const at = /\/assets\/([\w-]{1,60}[.]js:\d{1,6}:\d{1,8})/.exec(data.stack)?.[1]
  return {
    name: /^[A-Z][A-Za-z]{1,30}Error$|^Error$/.exec(data.name)?.[0] ?? 'other',
    ...(react !== undefined && { react }),
    ...(at !== undefined && { at }),
    page: loggedPath(data.page),
  }
}

/**
 * Browsers report here what a page's policy blocked, and pages which of their scripts broke. Anyone can post, so size
 * and rate are limited and nothing is stored.
 */
export function collectBrowserReports(app: FastifyInstance, options: BrowserReportsOptions): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit },
    (_, body, done) => done(null, body),
  )
  function collect<Report>(url: string, read: (sent: unknown) => Report | undefined, on: (report: Report) => void) {
    const isWithinRate = createWindowLimit(rate, options.now)
    app.post(url, async (request, reply) => {
      const report = isWithinRate() ? read(parseJson(String(request.body))) : undefined
      if (report !== undefined) on(report)
      return reply.status(204).send()
    })
  }
  collect('/csp-reports', readReport, options.onCsp)
  if (options.onScriptError !== undefined) collect('/script-errors', readScriptError, options.onScriptError)
}
