const drawn = new WeakMap<Response, string>()

/** The words of a page lie beside its answer. */
export function keepWords(answer: Response, words: string): void {
  drawn.set(answer, words)
}

export async function readBody(response: Response): Promise<Buffer> {
  const words = drawn.get(response)
  return words === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(words)
}

/** What an answer differs by, besides its encoding. */
export function varyOf(headers: Headers): string {
  return ['accept-encoding', headers.get('vary')].filter(Boolean).join(', ')
}
