import { registerHooks } from 'node:module'

/** Gives TypeScript 6 to a tool that imports `typescript` and cannot use version 7. */
registerHooks({
  resolve(specifier, context, next) {
    return next(specifier.replace(/^typescript(?=$|\/)/, 'typescript-6'), context)
  },
})
