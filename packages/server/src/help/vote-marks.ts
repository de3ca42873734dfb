import { z } from 'zod'
import { keyFor, openJson, seal } from '../common/seal.ts'

/** `told`: and he has said why not. */
const mark = z.enum(['yes', 'no', 'told'])
export type VoteMark = z.infer<typeof mark>
/** By article, the latest last. */
export type VoteMarks = ReadonlyMap<string, VoteMark>

const mostMarks = 40
const longestId = 80
const MarksJson = z.array(z.tuple([z.string().max(longestId), mark])).max(mostMarks)

const place = 'help votes'
const longestSealed = 100 + mostMarks * (longestId + 20) * 2
/** A browser keeps no cookie of more than 4,096 bytes, and twice over a third is added to these on their way there. */
const mostBytes = 2000

/** Which articles a browser has voted on: only the browser has it, and only we can read it. */
export class HelpVoteMarks {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = keyFor(secret, place)
  }

  /** The oldest ones go where there are too many for a cookie. */
  seal(marks: VoteMarks): string {
    return seal(this.#key, JSON.stringify(latestOf([...marks].slice(-mostMarks))), place)
  }

  /** None in what was made up, or sealed elsewhere. */
  open(sealed: string): VoteMarks {
    if (sealed === '' || sealed.length > longestSealed) return new Map()
    return new Map(openJson(MarksJson, this.#key, sealed, place))
  }
}

function latestOf<Mark>(marks: readonly Mark[]): readonly Mark[] {
  return Buffer.byteLength(JSON.stringify(marks)) <= mostBytes ? marks : latestOf(marks.slice(1))
}
