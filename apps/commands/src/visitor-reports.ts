import { createCoverageReportList } from '@nyanja/back-office/db/operations/coverage-report-list'
import { createMissedSearchList, createVoteList } from '@nyanja/back-office/db/operations/visitor-lists'
import type { CoverageComplaint, MissedSearch, VotedArticle } from '@nyanja/back-office/operations/visitor-reports'
import { type Dislike, dislikes, likedPercent } from '@nyanja/domain/help'
import { commandsOf, done, withoutArguments } from './command.ts'
import { longestList, longestQueue, type Noun, type Opened } from './noun.ts'
import { textTable, timeText } from './text-table.ts'

const reportHeadings = ['reports', 'last', 'place', 'latitude', 'longitude', 'technology', 'problem']

function coverageText(complaints: readonly CoverageComplaint[]): string {
  if (complaints.length === 0) return 'There are no coverage reports'
  const rows = complaints.map(({ reports, lastAt, place, latHundredths, lngHundredths, technology, problem }) => [
    String(reports),
    timeText(lastAt),
    place,
    (latHundredths / 100).toFixed(2),
    (lngHundredths / 100).toFixed(2),
    technology.toUpperCase(),
    problem.replaceAll('_', ' '),
  ])
  return textTable(reportHeadings, rows)
}

const searchHeadings = ['times', 'language', 'last', 'looked for']

function missedSearchesText(searches: readonly MissedSearch[]): string {
  if (searches.length === 0) return 'There are no searches without results'
  const rows = searches.map(({ words, language, count, lastAt }) => [String(count), language, timeText(lastAt), words])
  return textTable(searchHeadings, rows)
}

const dislikeTexts = {
  unclear: 'not understood',
  did_not_work: 'did not work',
  other_question: 'other question',
  too_long: 'too long',
} as const satisfies Record<Dislike, string>

const voteHeadings = ['article', 'language', 'helped', 'yes', 'no', ...dislikes.map((one) => dislikeTexts[one])]

function votesText(articles: readonly VotedArticle[]): string {
  if (articles.length === 0) return 'There are no votes on answers'
  const rows = articles.map(({ article, language, counts }) => {
    const { yes = 0, no = 0 } = counts
    const percent = likedPercent({ yes, no })
    const figures = [yes, no, ...dislikes.map((one) => counts[one] ?? 0)]
    return [article, language, percent === undefined ? '' : `${percent} %`, ...figures.map(String)]
  })
  return textTable(voteHeadings, rows)
}

interface Listing {
  readonly name: string
  readonly meaning: string
  readonly show: (opened: Opened) => Promise<string>
}

/** A noun whose only command is a list. */
const listOf = ({ name, meaning, show }: Listing): Noun => ({
  name,
  usage: `${`${name} list`.padEnd(50)}${meaning}`,
  run: commandsOf(name, {
    commands: { list: withoutArguments(async (opened: Opened) => done(await show(opened))) },
    usual: 'list',
  }),
})

export const coverage = listOf({
  name: 'coverage',
  meaning: "visitors' reports that the coverage map is wrong",
  show: async ({ database, now }) =>
    coverageText(await createCoverageReportList(database.db, now).complaints(longestQueue)),
})

export const helpSearches = listOf({
  name: 'help-searches',
  meaning: 'searches in the help centre without results',
  show: async ({ database }) => missedSearchesText(await createMissedSearchList(database.db).mostMissed(longestList)),
})

export const helpVotes = listOf({
  name: 'help-votes',
  meaning: 'answers of the help centre that did not help, and why',
  show: async ({ database }) => votesText(await createVoteList(database.db).leastHelpful(longestList)),
})
