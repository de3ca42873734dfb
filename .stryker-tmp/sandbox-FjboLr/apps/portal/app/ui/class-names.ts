/** Joins the class names that are there. */
// @ts-nocheck

export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
