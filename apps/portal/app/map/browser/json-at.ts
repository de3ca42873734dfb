/** Undefined when nothing came. */
export async function jsonAt<Answer>(href: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(href)
    const reported: Answer = await answer.json()
    return reported
  } catch {
    return undefined
  }
}
