import { backup } from './backup.ts'
import { type CommandAnswer, misused, whoAreYou } from './command.ts'
import { corrections } from './corrections.ts'
import { dataKeys } from './data-keys.ts'
import { finance } from './finance.ts'
import { leads } from './leads.ts'
import { method } from './method.ts'
import type { Described, Noun, Opened } from './noun.ts'
import { payments } from './payments.ts'
import { sessions } from './sessions.ts'
import { settlements } from './settlements.ts'
import { submissions } from './submissions.ts'
import { coverage, helpSearches, helpVotes } from './visitor-reports.ts'

/** All commands that use the portal's database, in the order of the help. */
const nouns: readonly Noun[] = [
  ...[payments, corrections, leads, coverage, submissions, method, sessions, dataKeys],
  ...[helpSearches, helpVotes, finance, settlements],
]

const described: readonly Described[] = [...nouns, backup]

export const staffNouns: readonly string[] = described.map(({ name }) => name)

const indented = (text: string) => text.replaceAll(/^/gm, '  ')

const wordsText = ([title, words]: readonly [string, Readonly<Record<string, string>>]) =>
  [title, ...Object.entries(words).map(([name, meaning]) => `  ${name.padEnd(16)} ${meaning}`)].join('\n')

const byText =
  '--by <name>                                       your name; stored for two years with the reason, so name no customer'

export const usage = [
  ['Usage', ...[...described.map(({ usage }) => usage), byText].map(indented)].join('\n'),
  ...described.flatMap(({ words = {} }) => Object.entries(words).map(wordsText)),
].join('\n\n')

export async function runCommand(typed: readonly string[], opened: Opened): Promise<CommandAnswer> {
  const { words, by } = withoutBy(typed)
  const [name = '', ...rest] = words
  const noun = nouns.find((one) => one.name === name)
  if (words.includes('--by')) return withUsage(whoAreYou)
  if (noun === undefined) return withUsage(misused(name === '' ? 'Name a command' : `${name} is not a command`))
  return withUsage(await noun.run(rest, by === undefined ? opened : { ...opened, who: by }))
}

export const withUsage = (answer: CommandAnswer): CommandAnswer =>
  answer.outcome === 'misused' ? misused(`${answer.text}\n\n${usage}`) : answer

function withoutBy(typed: readonly string[]): { readonly words: readonly string[]; readonly by?: string } {
  const at = typed.indexOf('--by')
  const by = typed[at + 1]
  if (at === -1 || by === undefined) return { words: typed }
  return { words: [...typed.slice(0, at), ...typed.slice(at + 2)], by }
}
