/** Whether the whole answer matches, as for the attribute of HTML. A browser too old for a pattern leaves it to the server. */
export function matches(pattern: string | undefined, answer: string): boolean {
  if (pattern === undefined) return true
  const expression = expressionOf(pattern)
  return expression === undefined || expression.test(answer)
}

/** Undefined for what is no pattern. */
export function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v')
  } catch {
    return undefined
  }
}
