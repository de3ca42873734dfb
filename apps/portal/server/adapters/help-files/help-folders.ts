import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

export async function languagesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Undefined where there is no such folder. One that cannot be read is a failure: it may be full of answers. */
export async function filesOf(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Another one after any file of the help was written, added or taken away. */
export async function stampOf(folder: string, languages: readonly string[]): Promise<string> {
  const stamps: string[] = []
  for (const language of languages) {
    const own = path.join(folder, language, 'help')
    for (const file of (await filesOf(own)) ?? []) {
      const { ino, size, mtimeMs, ctimeMs } = await stat(path.join(own, file))
      stamps.push(`${language}/${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}`)
    }
  }
  return stamps.join('\n')
}
