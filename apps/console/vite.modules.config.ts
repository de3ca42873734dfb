import { listBrowserFiles } from '@nyanja/web/build/list-browser-files'
import { defineConfig } from 'vite'

/** Every page has this one small script. */
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
