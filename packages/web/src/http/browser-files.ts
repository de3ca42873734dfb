import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Addresses of what the browser loads. The file names change with their content. */
export interface BrowserFiles {
  readonly module: (name: string) => string
  /** Lists the island's own file first, then those it shares with others. */
  readonly island: (name: string) => readonly string[]
}

const Listed = z.record(z.string(), z.array(z.string()).min(1))

/** Reads the addresses as the builds of islands and modules list them, each in a file of `browser-files`. */
export function readBrowserFiles(buildFolder: string): BrowserFiles {
  const folder = path.join(buildFolder, 'browser-files')
  const lists = readdirSync(folder).map((name) =>
    Listed.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))),
  )
  const files: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...lists)
  function filesOf(name: string): readonly string[] {
    const found = files[name]
    if (found === undefined) throw new Error(`The build has no script ${name}`)
    return found
  }
  return { module: (name) => filesOf(name)[0] ?? '', island: filesOf }
}
