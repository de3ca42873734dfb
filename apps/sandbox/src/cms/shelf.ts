/** Packages by their address, and by language where one address serves several. */
export class Shelf {
  readonly #pages = new Map<string, string>()

  /** A package that was put for every language serves whoever asks; one for a language only those who name it. */
  find(pageUrl: string, lang: string): string | undefined {
    return this.#pages.get(keyOf(pageUrl, lang)) ?? this.#pages.get(keyOf(pageUrl))
  }

  put(pageUrl: string, lang: string | undefined, packageHtml: string): void {
    this.#pages.set(keyOf(pageUrl, lang), packageHtml)
  }

  take(pageUrl: string, lang: string | undefined): void {
    this.#pages.delete(keyOf(pageUrl, lang))
  }

  all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#pages)
  }

  restore(pages: Readonly<Record<string, string>>): void {
    this.#pages.clear()
    for (const [key, packageHtml] of Object.entries(pages)) this.#pages.set(key, packageHtml)
  }
}

function keyOf(pageUrl: string, lang = ''): string {
  return `${pageUrl.replace(/^\//, '')} ${lang.toLowerCase()}`.trim()
}
