const shape = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d)(\d{2})([+\-R])$/
const usualMs = 48 * 3600_000

/** Reads SMPP time (section 7.1.1): absolute `YYMMDDhhmmsstnnp` or relative with `R`. Undefined: not a time. */
export function expiryOf(validity: string, now: Date): Date | undefined {
  if (validity === '') return new Date(now.getTime() + usualMs)
  const parts = shape.exec(validity)
  if (parts === null) return undefined
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1, 7).map(Number)
  if (parts[9] === 'R') {
    const end = new Date(now)
    end.setUTCFullYear(end.getUTCFullYear() + years, end.getUTCMonth() + months, end.getUTCDate() + days)
    return new Date(end.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000)
  }
  const quartersAhead = Number(parts[8]) * (parts[9] === '+' ? 1 : -1)
  return new Date(Date.UTC(2000 + years, months - 1, days, hours, minutes - quartersAhead * 15, seconds))
}
