/** Records by each of their names, in the order in which they came. */
export class Register<Entry, Name extends string> {
  readonly #namesOf: (entry: Entry) => Readonly<Record<Name, string>>
  readonly #entries = new Set<Entry>()
  readonly #byName = new Map<string, Entry>()

  constructor(namesOf: (entry: Entry) => Readonly<Record<Name, string>>) {
    this.#namesOf = namesOf
  }

  add(entry: Entry): Entry {
    this.#entries.add(entry)
    for (const [name, value] of Object.entries(this.#namesOf(entry))) this.#byName.set(`${name} ${value}`, entry)
    return entry
  }

  by(name: Name, value: string): Entry | undefined {
    return this.#byName.get(`${name} ${value}`)
  }

  get size(): number {
    return this.#entries.size
  }

  all(): readonly Entry[] {
    return [...this.#entries]
  }

  restore(entries: readonly Entry[]): void {
    this.clear()
    for (const entry of entries) this.add(entry)
  }

  clear(): void {
    this.#entries.clear()
    this.#byName.clear()
  }
}
