import { day, hour, minute } from '../time.ts'
import { hardestChallenge } from './challenge.ts'
import type { RatePolicy } from './rate-limit.ts'

/** Levels that begin after so many, and rise with each so many more. */
function steps(first: number, every: number, fromLevel = 1): readonly number[] {
  const sooner = Array.from({ length: fromLevel - 1 }, () => first)
  const later = Array.from({ length: hardestChallenge - fromLevel + 1 }, (_, step) => first + step * every)
  return [...sooner, ...later]
}

/** A person's pace, behind an address that a household or a shop shares. */
const human = { windowMs: 10 * minute, levels: steps(30, 30), counts: 'requests' } as const

/** The pace of the customers behind one address of a carrier. Of machines it takes what they cost: seconds a number. */
const crowd = { windowMs: minute, levels: [60, 120, 240, 480], counts: 'requests' } as const

/** What is metered, and how: every public request that costs the operator or a third party something. */
export const ratePolicies = {
  /** SMS with codes. What is typed back is given back, so that only unwanted messages use these up. */
  code_message: {
    target: { windowMs: hour, levels: [], most: 10, counts: 'requests' },
    /** Of a number, unanswered: a few are free, some cost work, more are not sent. */
    targetDay: { windowMs: day, levels: steps(5, 10, 3), most: 15, counts: 'rows' },
    payer: { windowMs: hour, levels: [], most: 15, counts: 'requests' },
    sender: { windowMs: hour, levels: steps(3, 1), counts: 'requests', perSuccess: 2 },
    // Less than for all together, so that the users of one channel leave the others something.
    channel: {
      windowMs: hour,
      levels: [50, 60, 70, 80, 95, 110, 130, 200, 240, 280],
      most: 340,
      counts: 'requests',
      perSuccess: 1.25,
    },
    all: {
      windowMs: hour,
      levels: [60, 70, 80, 95, 110, 130, 150, 230, 270, 310],
      most: 400,
      counts: 'requests',
      perSuccess: 1.25,
    },
  },
  /** Payment prompts on a wallet's handset: a stranger may get them, and may approve them. */
  push_prompt: {
    /** The wallet that is asked. */
    payer: { windowMs: 15 * minute, levels: [], most: 3, counts: 'rows' },
    /** Beyond those that were approved. */
    sender: { windowMs: 10 * minute, levels: [10, 20, 40, 80, 160, 320], counts: 'requests', perSuccess: 2 },
    all: { windowMs: 15 * minute, levels: [2_000, 4_000, 8_000, 16_000], counts: 'requests' },
  },
  /** Likewise by channels, whose customers solve nothing. */
  channel_prompt: {
    payer: { windowMs: 15 * minute, levels: [], most: 3, counts: 'rows' },
    endUser: { windowMs: 15 * minute, levels: [], most: 12, counts: 'requests' },
  },
  /** Numbers that pages look up in the BSS, live or posted. */
  line_check: {
    sender: crowd,
    all: { windowMs: hour, levels: [2_000, 6_000, 18_000], counts: 'misses' },
    waits: 'lookup_wait',
  },
  /** Orders of the pages: rows that may never be paid. */
  order: {
    sender: crowd,
    all: { windowMs: hour, levels: [20_000, 40_000, 80_000], counts: 'requests' },
    waits: 'lookup_wait',
  },
  /** Fixed accounts by their number. */
  account_lookup: {
    sender: human,
    all: { windowMs: hour, levels: steps(600, 300, 3), counts: 'misses' },
  },
  /** Mails with the link of a payment. Counted whether or not there is one: the challenge must not tell. */
  payment_lookup: {
    target: { windowMs: day, levels: steps(5, 2, 3), counts: 'requests' },
    sender: { ...human, levels: steps(10, 10) },
    all: { windowMs: hour, levels: steps(300, 150, 2), counts: 'requests' },
  },
  /** Orders for internet at home, by reference and number: each of the two is a target. */
  lead_lookup: {
    target: { windowMs: day, levels: steps(5, 5, 3), counts: 'misses' },
    sender: human,
  },
  /** Drafts of orders for internet at home. */
  lead_draft: {
    sender: { windowMs: hour, levels: steps(20, 20), counts: 'requests' },
    all: { windowMs: hour, levels: steps(1_000, 2_000, 2), most: 50_000, counts: 'rows' },
  },
  /** Messages to the operator, each of which becomes a mail. */
  submission: {
    /** Of one number or e-mail address. Any visitor may type it, so more cost a challenge and are not refused. */
    target: { windowMs: day, levels: steps(5, 10, 3), counts: 'rows' },
    sender: { windowMs: hour, levels: steps(10, 10), counts: 'requests' },
    channel: { windowMs: hour, levels: steps(200, 200, 3), most: 2_000, counts: 'rows' },
  },
  /** Numbers, accounts and orders that a channel names and that do not exist. Known ones are never refused. */
  api_lookup: {
    endUser: { windowMs: hour, levels: [], most: 20, counts: 'misses' },
    channel: { windowMs: hour, levels: [], most: 600, counts: 'misses' },
  },
  /** Votes on help articles. Too many are not counted, and cost their voters nothing. */
  vote: {
    sender: { windowMs: 10 * minute, levels: steps(60, 60), counts: 'requests' },
  },
  /** Votes of callers that bring no browser: one on each article. */
  vote_without_browser: {
    sender: { windowMs: 10 * minute, levels: [1], counts: 'requests' },
  },
  coverage_report: {
    /** Of a place, about a kilometre across. More tell nothing new. */
    target: { windowMs: day, levels: [], most: 20, counts: 'rows' },
    sender: { windowMs: day, levels: steps(50, 50), counts: 'requests' },
    all: { windowMs: day, levels: [], most: 1_000, counts: 'rows' },
  },
  /** Links that ask another person to pay. */
  pay_link: {
    sender: human,
  },
  /** Questions to a geocoder. Beyond these our own tables answer. */
  home_place: { sender: { windowMs: 10 * minute, levels: steps(20, 20), counts: 'requests' } },
  pin_place: { sender: { windowMs: 10 * minute, levels: steps(60, 60), counts: 'requests' } },
  place_search: { sender: { windowMs: 10 * minute, levels: steps(60, 60), counts: 'requests' } },
  /** Visitors who waited instead of solving. Waiting costs a machine nothing, so this is what it can get by it. */
  challenge_wait: {
    /** The level at which every caller is challenged now. */
    target: { windowMs: hour, levels: [], most: 240, counts: 'requests' },
    sender: { windowMs: 10 * minute, levels: steps(10, 10), counts: 'requests' },
  },
  /** Likewise for what costs the operator no message and no stranger anything: many may wait behind one address. */
  lookup_wait: {
    target: { windowMs: hour, levels: [], most: 2_400, counts: 'requests' },
    sender: { windowMs: 10 * minute, levels: steps(60, 60), counts: 'requests' },
  },
} as const satisfies Record<string, RatePolicy>

export type RatePolicyName = keyof typeof ratePolicies

/** In which messages to the operator are counted. */
export const submissionWindows = {
  ofOneMs: ratePolicies.submission.target.windowMs,
  altogetherMs: ratePolicies.submission.channel.windowMs,
} as const

/** The same words again within this time are one message: pressed twice, or sent again by a reload. */
export const sameWithinMs = 10 * minute

/** Each in its window. */
export interface SubmissionsSoFar {
  /** From the same number or the same e-mail address. */
  readonly fromSame: number
  /** By the same channel. */
  readonly altogether: number
}
