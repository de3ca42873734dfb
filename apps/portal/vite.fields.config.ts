import { defineConfig } from 'vite'

/** The script that checks the fields of a journey while they are filled in: a file of its own, with the server's rules. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    modulePreload: false,
    target: ['chrome80', 'safari13', 'firefox78'],
    rolldownOptions: {
      input: 'app/number/browser/check-fields.ts',
      output: { entryFileNames: 'files/fields.js' },
    },
  },
})
