import type { ModuleName } from '../browser-files.ts'
import { useSurroundings } from './surroundings.ts'

/** A small script of a part of a page that not every visit shows. The server adds it, never React in an island. */
export function ModuleScript({ name }: { readonly name: ModuleName }) {
  useSurroundings()?.addModule(name)
  return null
}
