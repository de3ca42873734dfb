import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Change, ContentFolder } from './content-folder.ts'

/** Reports what is wrong with the texts in a folder. */
export type Judge = (folder: string) => Promise<readonly string[]>

export type Answer =
  | { readonly outcome: 'good' | 'saved'; readonly notes: readonly string[] }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'faulty'; readonly faults: readonly string[] }
  /** Another writer has saved these files since this writer began. */
  | { readonly outcome: 'changed_meanwhile'; readonly files: readonly string[] }

/** A note breaks nothing. */
export const isNote = (fault: string) => fault.endsWith('another language is used')

/** A change above a fault moves it to another line. */
const withoutLine = (fault: string) => fault.replace(/^(\S+) line \d+:/, '$1:')

/** Checks changes, and writes them when they are valid. */
export class ContentSaver {
  readonly #content: ContentFolder
  readonly #judge: Judge
  #writing: Promise<unknown> = Promise.resolve()

  constructor(content: ContentFolder, judge: Judge) {
    this.#content = content
    this.#judge = judge
  }

  /** Returns everything that is wrong with the texts now. */
  faults(): Promise<readonly string[]> {
    return this.#judge(this.#content.folder)
  }

  /** Returns what the check would report about these changes. Nothing is written. */
  async check(typed: readonly Change[]): Promise<Answer> {
    const changes = await this.#real(typed)
    if (changes.length === 0) return { outcome: 'unchanged' }
    const overtaken = await this.#overtaken(changes)
    if (overtaken.length > 0) return { outcome: 'changed_meanwhile', files: overtaken }
    const after = await this.#faultsWith(changes)
    // An earlier fault is no reason to refuse an improvement.
    const before = new Set(after.length > 0 ? (await this.faults()).map(withoutLine) : [])
    const faults = after.filter((fault) => !isNote(fault) && !before.has(withoutLine(fault)))
    return faults.length > 0 ? { outcome: 'faulty', faults } : { outcome: 'good', notes: after.filter(isNote) }
  }

  /** Saves run one after the other, so that concurrent ones see each other. */
  save(changes: readonly Change[]): Promise<Answer> {
    const saved = this.#writing.then(() => this.#save(changes))
    this.#writing = saved.catch(() => undefined)
    return saved
  }

  async #save(typed: readonly Change[]): Promise<Answer> {
    const changes = await this.#real(typed)
    const answer = await this.check(changes)
    if (answer.outcome !== 'good') return answer
    // Other editors may save during the check.
    const overtaken = await this.#overtaken(changes)
    if (overtaken.length > 0) return { outcome: 'changed_meanwhile', files: overtaken }
    await this.#content.write(changes)
    return { ...answer, outcome: 'saved' }
  }

  async #real(changes: readonly Change[]): Promise<Change[]> {
    const now = await Promise.all(changes.map(({ file }) => this.#content.read(file)))
    return changes.filter(({ text }, at) => text !== now[at]?.text)
  }

  async #overtaken(changes: readonly Change[]): Promise<string[]> {
    const now = await Promise.all(changes.map(({ file }) => this.#content.read(file)))
    return changes.filter(({ digest }, at) => digest !== now[at]?.digest).map(({ file }) => file)
  }

  async #faultsWith(changes: readonly Change[]): Promise<readonly string[]> {
    const trial = await mkdtemp(path.join(tmpdir(), 'edit-content-'))
    try {
      await cp(this.#content.folder, trial, { recursive: true })
      await new ContentFolder(trial).write(changes)
      return await this.#judge(trial)
    } finally {
      await rm(trial, { recursive: true, force: true })
    }
  }
}
