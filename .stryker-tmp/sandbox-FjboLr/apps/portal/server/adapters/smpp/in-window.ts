/** Runs at most so many tasks at a time, the others in the order in which they came. */
// @ts-nocheck

export function createWindow(size: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < size) running += 1
    // Whoever leaves hands its place over.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return async (task) => {
    await enter()
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
