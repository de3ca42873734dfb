/** Words of pages change seldom. */
const hour = 3600
/** News, and what is made of data, must show soon. */
const moment = 10

/** For how many seconds whoever asked for a package may keep it. */
export function keptForSeconds(name: string): number {
  return /-(translation|config)$/.test(name) ? hour : moment
}
