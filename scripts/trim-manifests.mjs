import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const opening = 'window.__reactRouterManifest='

/**
 * A browser that has taken over a page goes on by itself to few others; whatever is only drawn is a document of its own,
 * so its address is no use there and would weigh on every page.
 */
export function trimManifests(client, app) {
  const assets = path.join(client, 'assets')
  for (const name of readdirSync(assets).filter((each) => /^manifest-.*[.]js$/.test(each))) {
    const file = path.join(assets, name)
    const script = readFileSync(file, 'utf8')
    // Those of earlier releases are trimmed and compressed already.
    if (script.startsWith(opening) && !existsSync(`${file}.br`)) writeFileSync(file, trimmed(script, app))
  }
}

function trimmed(script, app) {
  const { routes, ...rest } = JSON.parse(script.slice(opening.length).replace(/;\s*$/, ''))
  const kept = Object.entries(routes).filter(
    ([id, { path: address = '' }]) => isTakenOver(id, app) || isCatchAll(address),
  )
  return `${opening}${JSON.stringify({ ...rest, routes: Object.fromEntries(kept) })};`
}

const isCatchAll = (address) => address.endsWith('*')

/** Whether script takes the page over is what its module says of its document. */
function isTakenOver(id, app) {
  const file = ['.tsx', '.ts'].map((ending) => path.join(app, `${id}${ending}`)).find((each) => existsSync(each))
  if (file === undefined) return false
  const [, group = 'journey'] = /^export const handle = .*\bgroup: '(\w+)'/m.exec(readFileSync(file, 'utf8')) ?? []
  return group === 'journey'
}
