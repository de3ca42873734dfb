import { Explained } from '../run.mjs'
import { steps } from './steps.mjs'

/**
 * `--only vitest packages/domain`: that step alone, with what follows handed to its tool; several with commas.
 * `--no-install`: install no system packages. `--long`: with what takes too long for every run.
 */
export function readArguments(args) {
  const mayInstall = !args.includes('--no-install')
  const isLong = args.includes('--long')
  const rest = args.filter((arg) => arg !== '--no-install' && arg !== '--long')
  if (rest.length === 0) return { steps, more: [], mayInstall, isLong }

  const [flag, list = '', ...more] = rest
  const names = list.split(',')
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (flag !== '--only' || unknown.length > 0) {
    throw new Explained(`Say --only and one of: ${steps.map(({ name }) => name).join(', ')}`)
  }
  const before = steps.filter(({ name }) => names.includes(name)).flatMap(({ after = [] }) => after)
  return { steps: steps.filter(({ name }) => [...names, ...before].includes(name)), more, mayInstall, isLong }
}
