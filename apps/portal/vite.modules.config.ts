import { listBrowserFiles } from '@nyanja/web/build/list-browser-files'
import { oldestBrowsers } from '@nyanja/web/build/oldest-browsers'
import { defineConfig } from 'vite'
import { modules } from './app/browser-files.ts'

/**
 * Each small script of a page is built for itself: one that shared a file with another would cost a page a second
 * request.
 */
export default defineConfig({
  publicDir: false,
  plugins: [listBrowserFiles()],
  build: { outDir: 'build/client', emptyOutDir: false, modulePreload: false },
  environments: Object.fromEntries(
    Object.entries(modules).map(([name, input]) => [
      name,
      {
        consumer: 'client' as const,
        build: {
          target: oldestBrowsers,
          rolldownOptions: { input: { [name]: input }, output: { entryFileNames: 'assets/[name]-[hash].js' } },
        },
      },
    ]),
  ),
  builder: {
    async buildApp({ environments, build }) {
      for (const name of Object.keys(modules)) {
        const environment = environments[name]
        if (environment !== undefined) await build(environment)
      }
    },
  },
})
