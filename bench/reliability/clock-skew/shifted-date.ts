export {}

// The module is loaded into one process before the portal's modules: its wall clock is wrong by the milliseconds of the
// query. Clocks of spans (performance.now, timers) stay right, as on a machine whose date was set wrongly.
const shiftMs = Number(new URL(import.meta.url).searchParams.get('ms'))
const trueNow = Date.now

Date.now = () => trueNow() + shiftMs
globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [Date.now()] : given, made),
})
