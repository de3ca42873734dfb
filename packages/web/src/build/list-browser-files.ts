import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Lists which files the browser loads for each entry, its own first: the server names them in its pages. */
export function listBrowserFiles(): Plugin {
  return {
    name: 'list-browser-files',
    writeBundle(_options, bundle) {
      const importsOf = (file: string): string[] => {
        const chunk = bundle[file]
        return chunk?.type === 'chunk' ? chunk.imports.flatMap((each) => [each, ...importsOf(each)]) : []
      }
      const entries = Object.values(bundle).filter((each) => each.type === 'chunk' && each.isEntry)
      const files = entries.map(({ fileName, name = '' }) => [
        name,
        [...new Set([fileName, ...importsOf(fileName)])].map((file) => `/${file}`),
      ])
      const { root, build } = this.environment.config
      const folder = path.resolve(root, build.outDir, '..', 'browser-files')
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, `${this.environment.name}.json`), JSON.stringify(Object.fromEntries(files)))
    },
  }
}
