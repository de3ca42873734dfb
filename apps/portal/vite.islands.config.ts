import { globSync } from 'node:fs'
import path from 'node:path'
import { listBrowserFiles } from '@nyanja/web/build/list-browser-files'
import { oldestBrowsers } from '@nyanja/web/build/oldest-browsers'
import { defineConfig, type Plugin } from 'vite'

const app = path.join(import.meta.dirname, 'app')
const ending = '.island.ts'
const islands = globSync(`**/*${ending}`, { cwd: app })

/** An island is rendered from its props alone: no route, no context from outside, and the page brings its style. */
const forbidden = /^react-router|[.]css([?]|$)/

const refuseForbiddenImports: Plugin = {
  name: 'refuse-forbidden-imports',
  enforce: 'pre',
  resolveId(source, importer) {
    if (forbidden.test(source)) this.error(`An island may not import ${source}, as ${importer} does`)
  },
}

/** React in the browser: one file for each island, and their shared files. */
export default defineConfig({
  publicDir: false,
  // What React has for an extension of developers, the indicator of transitions and other platforms is 0.5 KB.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', navigation: 'undefined', setImmediate: 'undefined' },
  plugins: [refuseForbiddenImports, listBrowserFiles()],
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    modulePreload: false,
    assetsInlineLimit: 0,
    target: oldestBrowsers,
    rolldownOptions: {
      input: Object.fromEntries(islands.map((file) => [file.slice(0, -ending.length), path.join(app, file)])),
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: ({ name }) => `assets/${name.replace('/', '-')}-[hash].js`,
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'framework', test: /node_modules/ }] },
      },
    },
  },
})
