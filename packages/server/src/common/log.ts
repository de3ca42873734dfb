import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { activeTraceId } from './tracing.ts'

/** Keeps enough of a number to recognise it, not enough to call it. */
export function maskNumbers(text: string): string {
  return text.replace(/\d{7,}/g, (digits) => `${digits.slice(0, 2)}•••${digits.slice(-2)}`)
}

/** A bare JSON number becomes text, because a masked one is not a number. */
function maskLine(line: string): string {
  const [start = '', trace = '', rest = ''] = line.split(traceField)
  return trace === '' ? maskPart(line) : maskPart(start) + trace + maskPart(rest)
}

/** A trace id is hexadecimal, with runs of digits that are no phone number. */
const traceField = /("trace":"[\da-f]{32}")/

const maskPart = (text: string) => maskNumbers(text.replace(/([:[,])(\d{7,})(?=[,}\]])/g, '$1"$2"'))

const requests = new AsyncLocalStorage<string>()

/** Runs the work so that every line that it logs has the id of its request. */
export function withRequestId<T>(id: string, work: () => T): T {
  return requests.run(id, work)
}

function origin() {
  const [id, trace] = [requests.getStore(), activeTraceId()]
  return { ...(id !== undefined && { id }), ...(trace !== undefined && { trace }) }
}

/** Details of database errors quote the rejected row. */
function withoutDetails(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}

/**
 * Lines are written in batches: single writes take as long as rendering half a page. A process that is killed with
 * SIGKILL loses the buffered lines: the last 250 ms, or up to 4 KB.
 */
const output = { sync: false, minLength: 4096, periodicFlush: 250 }

/** Creates a log of JSON lines. Phone and account numbers are masked in every logged value. */
export function createLog(level: string, destination: DestinationStream = pino.destination(output)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutDetails },
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: maskLine },
      mixin: origin,
    },
    destination,
  )
}
