import { readFileSync } from 'node:fs'

// Brought into the processes of an operator before anything of theirs: the time that a story has let pass counts as
// passed. A file says how much, so that both hear of it at the same moment.
const file = process.env.PASSED_TIME_FILE

if (file !== undefined) {
  const realNow = Date.now
  Date.now = () => realNow() + Number(readFileSync(file, 'utf8'))
  globalThis.Date = new Proxy(Date, {
    construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [Date.now()] : given, made),
  })
}
