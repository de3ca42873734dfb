export {}

// Brought into one process before anything of the portal: its wall clock is wrong by the milliseconds of the query.
// What measures spans (performance.now, timers) stays true, as on a machine whose date was set wrongly.
const shiftMs = Number(new URL(import.meta.url).searchParams.get('ms'))
const trueNow = Date.now

Date.now = () => trueNow() + shiftMs
globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [Date.now()] : given, made),
})
