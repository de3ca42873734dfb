import { defineConfig } from 'vite'

/** The script that checks a form while it is filled in: a file of its own, with the rules that the server has. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    modulePreload: false,
    target: ['chrome80', 'safari13', 'firefox78'],
    rolldownOptions: {
      input: 'app/form/browser/check-form.ts',
      output: { entryFileNames: 'files/form.js' },
    },
  },
})
