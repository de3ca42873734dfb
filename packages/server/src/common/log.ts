import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Keeps enough of a number to recognise it, not enough to call it. */
export function maskNumbers(text: string): string {
  return text.replace(/\d{7,}/g, (digits) => `${digits.slice(0, 2)}•••${digits.slice(-2)}`)
}

/** A bare JSON number becomes text, because a masked one is not a number. */
function maskLine(line: string): string {
  return maskNumbers(line.replace(/([:[,])(\d{7,})(?=[,}\]])/g, '$1"$2"'))
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

/** JSON lines. Phone and account numbers are masked in every logged value. */
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
