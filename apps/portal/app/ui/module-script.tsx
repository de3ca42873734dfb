import type { ModuleName } from '../browser-files.ts'
import { useShell } from './shell-context.ts'

/** A small script of a part of a page that not every visit shows. The server adds it, never React in an island. */
export function ModuleScript({ name }: { readonly name: ModuleName }) {
  useShell()?.addModule(name)
  return null
}
