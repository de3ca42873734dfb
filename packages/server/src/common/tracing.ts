import { PortalError } from '@nyanja/domain/errors'
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { withCalls } from './system-calls.ts'

/**
 * Without a started exporter all of this does nothing. Names and attributes are patterns, table names and codes: ids,
 * numbers and texts of customers never enter a span.
 */
const tracer = trace.getTracer('nyanja-portal')

interface SpanOptions {
  readonly name: string
  readonly kind?: 'client' | 'server'
  readonly attributes?: Attributes
}

const kinds = { client: SpanKind.CLIENT, server: SpanKind.SERVER } as const

function begin({ name, kind, attributes = {} }: SpanOptions, parent?: Context): Span {
  return tracer.startSpan(name, { attributes, ...(kind && { kind: kinds[kind] }) }, parent)
}

const within = (span: Span, parent = context.active()): Context => trace.setSpan(parent, span)

function endFailed(span: Span, error: unknown): void {
  const message = error instanceof PortalError ? error.code : 'bug'
  span.setStatus({ code: SpanStatusCode.ERROR, message })
  span.end()
}

/** Opens a span around the work, which may add attributes. */
export async function withSpan<T>(
  options: SpanOptions,
  work: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const span = begin(options)
  try {
    const result = await context.with(within(span), work, undefined, (attributes: Attributes) =>
      span.setAttributes(attributes),
    )
    span.end()
    return result
  } catch (error) {
    endFailed(span, error)
    throw error
  }
}

/** Returns the W3C trace context of the active span, as headers of a call to another system. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  return headers
}

export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** A span from the first byte of a request to its answer. */
export interface RequestSpan {
  /** Runs the rest of the request within the span. */
  run(work: () => void): void
  end(answer: { readonly name: string; readonly status: number }): void
}

export function beginRequest(headers: Readonly<Record<string, unknown>>): RequestSpan {
  const parent = propagation.extract(ROOT_CONTEXT, headers)
  const span = begin({ name: 'request', kind: 'server' }, parent)
  return {
    run: (work) => withCalls(() => context.with(within(span, parent), work)),
    end({ name, status }) {
      span.updateName(name)
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

const statementForm = /^\s*(?:update\s+"?(\w+)"?|(\w+)\b(?:[^;]*?\b(?:from|into|update|table)\s+"?(\w+)"?)?)/i

function readStatement(sql: string): { readonly verb: string; readonly table: string } {
  const [, updated, verb = 'statement', table = ''] = statementForm.exec(sql) ?? []
  return updated === undefined ? { verb: verb.toLowerCase(), table } : { verb: 'update', table: updated }
}

/** Records a database statement that has ended, as part of the active span: its verb and its table. */
export function recordStatement(sql: string, durationMs: number, hasFailed: boolean): void {
  if (trace.getActiveSpan()?.isRecording() !== true) return
  const { verb, table } = readStatement(sql)
  const startTime = Date.now() - durationMs
  const span = tracer.startSpan(`${verb} ${table}`.trim(), { kind: SpanKind.CLIENT, startTime })
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Returns the same use cases, with a span around each call that returns a promise. */
export function traceUseCases<T extends object>(useCases: T): T {
  return new Proxy(useCases, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'object' && value !== null ? traceMethods(String(key), value) : value
    },
  })
}

function traceMethods(name: string, useCase: object): object {
  return new Proxy(useCase, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => traceCall(`${name}.${String(key)}`, () => Reflect.apply(value, target, args))
    },
  })
}

/** A call that returns at once leaves its span unended, and so it is never exported. */
function traceCall(name: string, call: () => unknown): unknown {
  const span = begin({ name })
  const result = context.with(within(span), call)
  if (!(result instanceof Promise)) return result
  result.then(
    () => span.end(),
    (error: unknown) => endFailed(span, error),
  )
  return result
}
