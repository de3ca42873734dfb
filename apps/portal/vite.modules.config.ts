import { defineConfig } from 'vite'

/** Small scripts of pages, each a file of its own. They share nothing: what one has to tell another is an event. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    modulePreload: false,
    target: ['chrome80', 'safari13', 'firefox78'],
    rolldownOptions: {
      input: {
        form: 'app/form/browser/check-form.ts',
        fields: 'app/number/browser/check-fields.ts',
        page: 'app/ui/browser/page.ts',
        dialog: 'app/ui/browser/dialog.ts',
        share: 'app/ui/browser/share.ts',
      },
      output: { entryFileNames: 'files/[name].js' },
    },
  },
})
