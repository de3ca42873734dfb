import { readWords, tellingWords, typosAllowed } from '@nyanja/domain/help'
import MiniSearch, { type QueryCombination } from 'minisearch'
import { inSlices } from './help-source.ts'
import type { Article } from './help-view.ts'

export interface ArticleIndex {
  /** Lists the ids of the articles that match a question, best match first. */
  find(question: string, ignored: ReadonlySet<string>): readonly string[]
}

const tags = /<[^>]*>|&[#\w]+;/g
/** The searchable texts of an article. Other languages' texts help visitors who mix two. */
const searchedFields = ['question', 'words', 'otherWords'] as const
/** The least share of the question's words, so that one word of a long question is not enough. */
const leastShare = 0.5
/** The least share of the best match's score. Articles below it only have a word in common with the question. */
const leastLikely = 0.15
const fields = [...searchedFields, 'text'] as const

export async function createArticleIndex(articles: Iterable<Article>): Promise<ArticleIndex> {
  const index = new MiniSearch<Article>({
    fields: [...fields],
    extractField: (article, name) => (name === 'text' ? article.html.replace(tags, ' ') : textIn(article, name)),
    tokenize: readWords,
    // The words are normalised already.
    processTerm: (word) => word,
    searchOptions: {
      boost: { question: 5, words: 4, otherWords: 1, text: 1 },
      weights: { fuzzy: 0.3, prefix: 0.5 },
      // The last word may be incomplete, and many words have endings.
      prefix: (word) => word.length > 2,
    },
  })
  await inSlices(articles, (article) => index.add(article))

  return {
    find(question, ignored) {
      const words = tellingWords(question, ignored)
      if (words.length === 0) return []
      const found = index
        .search(queryFor(words))
        .flatMap(({ id, score, queryTerms }) => {
          const share = new Set(queryTerms).size / words.length
          return share < leastShare ? [] : [{ id: String(id), likely: score * share }]
        })
        .sort((left, right) => right.likely - left.likely)
      const [best] = found
      return found.filter(({ likely }) => likely >= (best?.likely ?? 0) * leastLikely).map(({ id }) => id)
    },
  }
}

/** Long answers contain a similar word for almost any typing error, so errors are tolerated in questions only. */
function queryFor(words: readonly string[]): QueryCombination {
  const anywhere = (word: string): QueryCombination => ({
    combineWith: 'OR',
    queries: [
      { queries: [word], combineWith: 'OR', fields: [...searchedFields], fuzzy: typosAllowed(word) },
      { queries: [word], combineWith: 'OR', fields: ['text'] },
    ],
  })
  return { combineWith: 'OR', queries: words.map(anywhere) }
}

function textIn(article: Article, name: string): string {
  const field = [...searchedFields, 'id' as const].find((one) => one === name)
  return field === undefined ? '' : article[field]
}
