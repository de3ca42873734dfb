import { type DestinationStream, type Logger, pino } from 'pino'

/** Keeps enough of a number to recognise it by, not enough to call it. */
export function maskNumbers(text: string): string {
  return text.replace(/\d{7,}/g, (digits) => `${digits.slice(0, 2)}•••${digits.slice(-2)}`)
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskNumbers(value)
  if (Array.isArray(value)) return value.map(masked)
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, masked(part)]))
  return value
}

/** JSON lines. Phone and account numbers are masked wherever they stand in text. */
export function createLog(level: string, destination: DestinationStream = pino.destination({ sync: false })): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(args, method) {
          const safe = args.map((arg) => (arg instanceof Error ? arg : masked(arg)))
          method.apply(this, [safe[0], ...safe.slice(1)] as never)
        },
      },
      serializers: {
        err: (error: Error) => ({
          type: error.name,
          message: maskNumbers(error.message),
          stack: maskNumbers(error.stack ?? ''),
        }),
      },
    },
    destination,
  )
}
