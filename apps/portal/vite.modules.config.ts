import { defineConfig } from 'vite'

const modules = {
  form: 'app/form/browser/check-form.ts',
  fields: 'app/number/browser/check-fields.ts',
  page: 'app/ui/browser/page.ts',
  dialog: 'app/ui/browser/dialog.ts',
  share: 'app/ui/browser/share.ts',
}

/** Small scripts of pages, each built for itself: one that shared a file with another would cost a page a second request. */
export default defineConfig({
  publicDir: false,
  build: { outDir: 'build/client', emptyOutDir: false, modulePreload: false },
  environments: Object.fromEntries(
    Object.entries(modules).map(([name, input]) => [
      name,
      {
        consumer: 'client',
        build: {
          target: ['chrome80', 'safari13', 'firefox78'],
          rolldownOptions: { input: { [name]: input }, output: { entryFileNames: 'files/[name].js' } },
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
