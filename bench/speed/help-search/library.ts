import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/run.mjs'
import { seededRandom } from '../../environment/arrivals.ts'

const ownContent = path.join(root, 'apps', 'portal', 'content')
const languages = ['en', 'sw', 'fr']
/** The ids of sub-categories in the file of categories. */
const subCategory = /^ {4}- id: (\S+)$(?!(?:\n {6}.*)*\n {6}goesTo)/gm

export interface Library {
  readonly folder: string
  /** A likely question of a visitor: words of one article, some of them mistyped. */
  question(): string
  /** Changes a word in one article of each language. */
  edit(): void
}

/** The portal's content with so many articles in each language, made of the words of the existing ones. */
export function makeLibrary(folder: string, articles: number): Library {
  cpSync(ownContent, folder, { recursive: true })
  const random = seededRandom(5000)
  const pick = <Row>(rows: readonly Row[]): Row => {
    const row = rows[Math.floor(random() * rows.length)]
    if (row === undefined) throw new Error('There is nothing to choose from')
    return row
  }
  const questions: string[] = []
  for (const language of languages) {
    const help = path.join(folder, language, 'help')
    mkdirSync(help, { recursive: true })
    const pages = readdirSync(help).filter((file) => file.endsWith('.md'))
    const words = textsOf(pages.map((file) => readFileSync(path.join(help, file), 'utf8')))
    for (const file of pages) rmSync(path.join(help, file))
    const categories = readFileSync(path.join(folder, 'en', 'help', 'categories.yaml'), 'utf8')
    const shelves = [...categories.matchAll(subCategory)].map(([, id = '']) => id)
    const some = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ')
    for (let at = 0; at < articles; at += 1) {
      const question = some(7)
      if (language === 'en') questions.push(question)
      const structure = language === 'en' ? `category: ${pick(shelves)}\n` : ''
      const page = `---\nquestion: ${question}\nwords: ${some(12)}\n${structure}---\n${some(40)}.\n\n1. ${some(25)}\n2. ${some(25)}\n`
      writeFileSync(path.join(help, `article-${at}.md`), page)
    }
  }
  return {
    folder,
    edit() {
      for (const language of languages) appendFileSync(path.join(folder, language, 'help', 'article-0.md'), 'More.\n')
    },
    question() {
      const words = pick(questions).split(' ').slice(0, 3)
      return words.map((word) => (random() < 0.3 ? mistyped(word, random) : word)).join(' ')
    },
  }
}

/** At their natural frequency, plus new words as languages have them: some thousand, most of them rare. */
function textsOf(texts: readonly string[]): string[] {
  const used =
    texts
      .join(' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  const rare = [...new Set(used)].flatMap((word) => ['s', 'ing', 'a', 'ni'].map((ending) => word + ending))
  return [...used, ...rare]
}

function mistyped(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length)
  return word.slice(0, at) + word.slice(at + 1)
}
