/** Undefined when nothing came. */
export async function jsonAt<Answer>(href: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(href)
    const told: Answer = await answer.json()
    return told
  } catch {
    return undefined
  }
}
