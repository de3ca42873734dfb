const exitCodes = { done: 0, refused: 1, misused: 2 } as const

/** `misused` commands have changed nothing; `refused` ones were valid, and could not be executed. */
export interface CommandAnswer {
  readonly outcome: keyof typeof exitCodes
  readonly text: string
}

export const done = (text: string): CommandAnswer => ({ outcome: 'done', text })
export const refused = (text: string): CommandAnswer => ({ outcome: 'refused', text })
export const misused = (text: string): CommandAnswer => ({ outcome: 'misused', text })

export const whoAreYou = misused('Give your name: --by <name>')

export function toExitCode({ outcome }: CommandAnswer): number {
  return exitCodes[outcome]
}

export type Command<Service> = (args: readonly string[], service: Service) => Promise<CommandAnswer>

/** A command that takes no further arguments. */
export function withoutArguments<Service>(run: (service: Service) => Promise<CommandAnswer>): Command<Service> {
  return async (args, service) =>
    args.length === 0 ? run(service) : misused(`Nothing else is expected: ${args.join(' ')}`)
}

/** Undefined when all options are known. Every command has `--by`. */
export function optionProblem(command: string, args: readonly string[], options: readonly string[] = []) {
  const known = [...options, '--by']
  const unknown = args.find((word) => /^--./.test(word) && !known.includes(word))
  return unknown === undefined
    ? undefined
    : misused(`${unknown} is not an option of ${command}, which has ${known.join(', ')}`)
}

interface Verbs<Service> {
  readonly commands: Readonly<Record<string, Command<Service>>>
  readonly options?: Readonly<Record<string, readonly string[]>>
  /** The verb that may be left out. */
  readonly usual?: string
}

export function commandsOf<Service>(noun: string, { commands, options = {}, usual = '' }: Verbs<Service>) {
  const run: Command<Service> = async ([verb = usual, ...args], service) => {
    const name = `${noun} ${verb}`
    // Every object has inherited names such as `constructor`.
    const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
    if (command === undefined) return misused(`${name} is not a command`)
    return optionProblem(name, args, options[verb]) ?? command(args, service)
  }
  return run
}

/** Splits the words of a command into those without its options, and the value of each option. */
export function withoutOptions<Name extends string>(typed: readonly string[], names: readonly Name[]) {
  const isOption = (word: string | undefined) => names.some((name) => word === `--${name}`)
  const words = typed.filter((word, at) => !isOption(word) && !isOption(typed[at - 1]))
  const given = names.map((name) => [
    name,
    typed.includes(`--${name}`) ? typed[typed.indexOf(`--${name}`) + 1] : undefined,
  ])
  return { words, ...(Object.fromEntries(given) as Partial<Record<Name, string>>) }
}

/** Tells whether the approver is another person than the one who decides. */
export function isSecond(agreed: string | undefined, who: string): boolean {
  const [name, own] = [agreed?.trim() ?? '', who.trim()]
  return name !== '' && name.toLowerCase() !== own.toLowerCase()
}

export const nameSecond = misused('Name a colleague who has looked at it too and agrees: --agreed <name>')
