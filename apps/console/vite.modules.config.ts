import { listBrowserFiles } from '@nyanja/web/build/list-browser-files'
import { defineConfig } from 'vite'

/** The one small script of every page. */
export default defineConfig({
  publicDir: false,
  plugins: [listBrowserFiles()],
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: { page: 'app/browser/page.ts' },
      output: { entryFileNames: 'assets/[name]-[hash].js' },
    },
  },
})
