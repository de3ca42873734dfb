import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Keeps enough of a number to recognise it by, not enough to call it. */
export function maskNumbers(text: string): string {
  return text.replace(/\d{7,}/g, (digits) => `${digits.slice(0, 2)}•••${digits.slice(-2)}`)
}

/** A bare JSON number becomes text, since a masked one is no number any more. */
function maskLine(line: string): string {
  return maskNumbers(line.replace(/([:[,])(\d{7,})(?=[,}\]])/g, '$1"$2"'))
}

/** What a database adds to an error quotes the row that it refused. */
function withoutDetails(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}

/**
 * Lines are written in batches: writing each one by itself takes as long as rendering half a page. A process that is killed
 * outright (SIGKILL) takes those with it that wait: of the last 250 ms, or up to 4 KB.
 */
const output = { sync: false, minLength: 4096, periodicFlush: 250 }

/** JSON lines. Phone and account numbers are masked wherever they stand, in whatever was logged. */
export function createLog(level: string, destination: DestinationStream = pino.destination(output)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutDetails },
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: maskLine },
    },
    destination,
  )
}
