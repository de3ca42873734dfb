// @ts-nocheck
import { type DestinationStream, type Logger, pino } from 'pino'

/** Keeps enough of a number to recognise it by, not enough to call it. */
export function maskNumbers(text: string): string {
  return text.replace(/\d{7,}/g, (digits) => `${digits.slice(0, 2)}•••${digits.slice(-2)}`)
}

/** A bare JSON number becomes text, since a masked one is no number any more. */
function maskLine(line: string): string {
  return maskNumbers(line.replace(/([:[,])(\d{7,})(?=[,}\]])/g, '$1"$2"'))
}

/** JSON lines. Phone and account numbers are masked wherever they stand, in whatever was logged. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ sync: false })): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: maskLine },
    },
    destination,
  )
}
