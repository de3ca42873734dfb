/** `MP210603.1234.L06941`: the day, the minute and a running number. */
export function moneyIdOf(at: Date, serial: number): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `MP${day.slice(2).replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}.L${String(serial).padStart(5, '0')}`
}
