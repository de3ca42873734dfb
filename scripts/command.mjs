import { parseArgs } from 'node:util'

/**
 * @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>[string]} Option
 * @typedef {{ readonly about: string, readonly value?: string, readonly choices?: readonly string[] }} Described
 */

/**
 * Reads the arguments of a command. `--help` prints its usage and ends the process with 0; an unknown argument is
 * named, above the usage, and ends it with 2. Needs no installed packages.
 *
 * `takes` are the names of the positional arguments, one that ends in `…` any number of times. Of `choices`
 * several may be given, separated by commas.
 *
 * @template {Record<string, Option & Described>} [T={}]
 * @param {{ name: string, about: string, takes?: readonly string[], options?: T }} command
 * @param {string[]} [typed]
 * @returns {ReturnType<typeof parseArgs<{ options: T, allowPositionals: true }>>}
 */
export function readCommand(command, typed = process.argv.slice(2)) {
  const options = { ...command.options, help: { type: 'boolean', short: 'h', about: 'show this' } }
  try {
    const read = parseArgs({ args: typed, options, allowPositionals: true })
    if (read.values.help) return end(0, usageOf(command, options))
    const problem = problemOf(read, { takes: command.takes ?? [], options })
    if (problem !== undefined) throw new Error(problem)
    return read
  } catch (error) {
    const [problem] = error.message.split(/[.\n] ?/)
    return end(2, `${problem}\n\n${usageOf(command, options)}`)
  }
}

function problemOf({ values, positionals }, { takes, options }) {
  if (!takes.at(-1)?.endsWith('…') && positionals.length > takes.length)
    return `Unexpected argument '${positionals[takes.length]}'`
  for (const [name, { choices }] of Object.entries(options)) {
    const unknown = choices && values[name]?.split(',').find((choice) => !choices.includes(choice))
    if (unknown !== undefined) return `--${name} cannot be '${unknown}': choose from ${choices.join(', ')}`
  }
}

/** @returns {never} */
function end(code, text) {
  if (code === 0) console.log(text)
  else console.error(text)
  process.exit(code)
}

function usageOf({ name, about, takes = [] }, options) {
  const texts = takes.map((word) => ` [<${word}>]`).join('')
  const rows = Object.entries(options).map(([option, { type, short, value = 'value', about, default: usual }]) => [
    `${short === undefined ? '    ' : `-${short}, `}--${option}${type === 'string' ? ` <${value}>` : ''}`,
    usual === undefined || usual === '' || usual === false ? about : `${about} (default: ${usual})`,
  ])
  const width = Math.max(...rows.map(([left]) => left.length))
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
  // npm passes on what follows the first `--`.
  const typed = name.includes(' -- ') ? name : `${name} --`
  return [`Usage: ${typed} [options]${texts}`, about, lines.join('\n')].join('\n\n')
}
