import { readCommand } from '../command.mjs'
import { steps } from './steps.mjs'

const only = '--only'
const stepNames = steps.map(({ name }) => name)

/** `--only vitest packages/domain` runs that step alone and passes the rest to its tool; several with commas. */
export function readArguments(args) {
  const end = args.includes(only) ? args.indexOf(only) + 2 : args.length
  const { values } = readCommand(
    {
      name: 'npm run check',
      about: 'Checks everything. Arguments after the steps of --only are passed to their tool.',
      options: {
        only: { type: 'string', value: 'steps', choices: stepNames, about: `only these: ${stepNames.join(',')}` },
        'no-install': { type: 'boolean', about: 'install no system packages: npm run check' },
        long: { type: 'boolean', about: 'with the end-to-end tests tagged @verify: npm run verify' },
      },
    },
    args.slice(0, end),
  )
  const names = values.only?.split(',') ?? stepNames
  const before = steps.filter(({ name }) => names.includes(name)).flatMap(({ after = [] }) => after)
  return {
    steps: steps.filter(({ name }) => [...names, ...before].includes(name)),
    more: args.slice(end),
    mayInstall: !values['no-install'],
    isLong: values.long === true,
  }
}
