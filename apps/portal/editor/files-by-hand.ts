import type { ContentFolder } from './content-folder.ts'

const help = /^help\/(.+)$/

/**
 * Edited as a whole file where fields are not enough: a new field of a form, a new category of the help, a missing
 * comma.
 */
export async function isByHand(content: ContentFolder, name: string): Promise<boolean> {
  const [, id] = help.exec(name) ?? []
  if (id === undefined) return (await content.names('json')).includes(name)
  return id === 'categories' || (await content.names('md')).includes(id)
}

/** `recharge-translation`, `help/categories`, `help/buy-a-bundle` in this language. */
export function fileByHand(language: string, name: string): string {
  if (!help.test(name)) return `${language}/${name}.json`
  return `${language}/${name}.${name === 'help/categories' ? 'yaml' : 'md'}`
}
