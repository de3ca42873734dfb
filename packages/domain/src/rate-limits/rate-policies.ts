import { day, hour, minute } from '../time.ts'
import { hardestChallenge } from './challenge.ts'
import type { RatePolicy } from './rate-limit.ts'

/** Levels that begin at `first` and rise after each further `every` requests. */
function thresholdsFrom(first: number, every: number, fromLevel = 1): readonly number[] {
  const sooner = Array.from({ length: fromLevel - 1 }, () => first)
  const later = Array.from({ length: hardestChallenge - fromLevel + 1 }, (_, step) => first + step * every)
  return [...sooner, ...later]
}

/** A person's pace, behind an address that a household or a shop shares. */
const householdLimit = {
  windowMs: 10 * minute,
  challengeThresholds: thresholdsFrom(30, 30),
  counts: 'requests',
} as const

/** The pace of the customers behind one address of a carrier. A machine pays seconds for each number. */
const carrierNetworkLimit = { windowMs: minute, challengeThresholds: [60, 120, 240, 480], counts: 'requests' } as const

/** The rate limit of every public request that costs the operator or a third party something. */
export const ratePolicies = {
  /** SMS with codes. An entered code cancels the count of its message, so only unanswered messages count. */
  code_message: {
    /** The number that receives the SMS. */
    target: { windowMs: hour, challengeThresholds: [], hardLimit: 10, counts: 'requests' },
    /** Unanswered codes of a number: a few are free, some require a challenge, more are not sent. */
    targetDay: { windowMs: day, challengeThresholds: thresholdsFrom(5, 10, 3), hardLimit: 15, counts: 'rows' },
    /** The number whose payment the code confirms; the SMS may go to another one. */
    payer: { windowMs: hour, challengeThresholds: [], hardLimit: 15, counts: 'requests' },
    clientNetwork: {
      windowMs: hour,
      challengeThresholds: thresholdsFrom(3, 1),
      counts: 'requests',
      creditPerSuccess: 2,
    },
    // The limit is below the total, so that the users of one channel cannot use up the limit of the others.
    channel: {
      windowMs: hour,
      challengeThresholds: [50, 60, 70, 80, 95, 110, 130, 200, 240, 280],
      hardLimit: 340,
      counts: 'requests',
      creditPerSuccess: 1.25,
    },
    all: {
      windowMs: hour,
      challengeThresholds: [60, 70, 80, 95, 110, 130, 150, 230, 270, 310],
      hardLimit: 400,
      counts: 'requests',
      creditPerSuccess: 1.25,
    },
  },
  /** Payment prompts on a wallet's handset: a stranger may receive and approve them. */
  push_prompt: {
    /** The wallet that receives the prompt. */
    payer: { windowMs: 15 * minute, challengeThresholds: [], hardLimit: 3, counts: 'rows' },
    /** Prompts that were approved are not counted. */
    clientNetwork: {
      windowMs: 10 * minute,
      challengeThresholds: [10, 20, 40, 80, 160, 320],
      counts: 'requests',
      creditPerSuccess: 2,
    },
    all: { windowMs: 15 * minute, challengeThresholds: [2_000, 4_000, 8_000, 16_000], counts: 'requests' },
  },
  /** The limit is the same for channels, whose customers solve no challenges. */
  channel_prompt: {
    payer: { windowMs: 15 * minute, challengeThresholds: [], hardLimit: 3, counts: 'rows' },
    endUser: { windowMs: 15 * minute, challengeThresholds: [], hardLimit: 12, counts: 'requests' },
  },
  /** Numbers that pages look up in the BSS, live or posted. */
  line_check: {
    clientNetwork: carrierNetworkLimit,
    all: { windowMs: hour, challengeThresholds: [2_000, 6_000, 18_000], counts: 'misses' },
    waitPolicy: 'lookup_wait',
  },
  /** Orders from pages: rows that may never be paid. */
  order: {
    clientNetwork: carrierNetworkLimit,
    all: { windowMs: hour, challengeThresholds: [20_000, 40_000, 80_000], counts: 'requests' },
    waitPolicy: 'lookup_wait',
  },
  /** Fixed accounts by their number. */
  account_lookup: {
    clientNetwork: householdLimit,
    all: { windowMs: hour, challengeThresholds: thresholdsFrom(600, 300, 3), counts: 'misses' },
  },
  /** Mails with the link of a payment. They count with or without a match: the challenge must not reveal it. */
  payment_lookup: {
    target: { windowMs: day, challengeThresholds: thresholdsFrom(5, 2, 3), counts: 'requests' },
    clientNetwork: { ...householdLimit, challengeThresholds: thresholdsFrom(10, 10) },
    all: { windowMs: hour, challengeThresholds: thresholdsFrom(300, 150, 2), counts: 'requests' },
  },
  /** Reminders by SMS. One that is beyond the limit waits for the next day. */
  reminder: {
    target: { windowMs: day, challengeThresholds: [], hardLimit: 3, counts: 'requests' },
    all: { windowMs: hour, challengeThresholds: [], hardLimit: 20_000, counts: 'requests' },
  },
  /** Messages with gifts. Beyond the limit a gift is delivered without its message. */
  gift_message: {
    /** The number that receives the SMS. Whoever pesters it pays for each. */
    targetDay: { windowMs: day, challengeThresholds: [], hardLimit: 3, counts: 'rows' },
    all: { windowMs: hour, challengeThresholds: [], hardLimit: 2_000, counts: 'rows' },
  },
  /** Each receipt as a file is drawn anew, and answers no form, so there is no challenge. */
  receipt: {
    /** The target is the payment. Its customer, a printer and a mail read it a few times; a script reads it all day. */
    target: { windowMs: hour, challengeThresholds: [], hardLimit: 60, counts: 'requests' },
  },
  /** Orders for home internet, by reference and number: each of the two is a target. */
  lead_lookup: {
    target: { windowMs: day, challengeThresholds: thresholdsFrom(5, 5, 3), counts: 'misses' },
    clientNetwork: householdLimit,
  },
  /** Drafts of orders for home internet. */
  lead_draft: {
    clientNetwork: { windowMs: hour, challengeThresholds: thresholdsFrom(20, 20), counts: 'requests' },
    all: { windowMs: hour, challengeThresholds: thresholdsFrom(1_000, 2_000, 2), hardLimit: 50_000, counts: 'rows' },
  },
  /** Contact messages, each of which becomes a mail. */
  submission: {
    /**
     * The target is a number or e-mail address. Any visitor may type another's, so more messages require a challenge
     * and are not refused.
     */
    target: { windowMs: day, challengeThresholds: thresholdsFrom(5, 10, 3), counts: 'rows' },
    clientNetwork: { windowMs: hour, challengeThresholds: thresholdsFrom(10, 10), counts: 'requests' },
    channel: { windowMs: hour, challengeThresholds: thresholdsFrom(200, 200, 3), hardLimit: 2_000, counts: 'rows' },
  },
  /** Unknown numbers, accounts and orders requested by a channel. Known ones are never refused. */
  api_lookup: {
    endUser: { windowMs: hour, challengeThresholds: [], hardLimit: 20, counts: 'misses' },
    channel: { windowMs: hour, challengeThresholds: [], hardLimit: 600, counts: 'misses' },
  },
  /** Votes on help articles. Votes beyond the limit are ignored without a message. */
  vote: {
    clientNetwork: { windowMs: 10 * minute, challengeThresholds: thresholdsFrom(60, 60), counts: 'requests' },
  },
  /** Votes of clients without a browser id: one on each article. */
  vote_without_browser: {
    clientNetwork: { windowMs: 10 * minute, challengeThresholds: [1], counts: 'requests' },
  },
  coverage_report: {
    /** The target is a place of about a kilometre. More reports add no information. */
    target: { windowMs: day, challengeThresholds: [], hardLimit: 20, counts: 'rows' },
    clientNetwork: { windowMs: day, challengeThresholds: thresholdsFrom(50, 50), counts: 'requests' },
    all: { windowMs: day, challengeThresholds: [], hardLimit: 1_000, counts: 'rows' },
  },
  /** Pay-me links. */
  pay_link: {
    clientNetwork: householdLimit,
  },
  /** Requests to a geocoder. Beyond the limit the portal's own tables answer. */
  home_place: {
    clientNetwork: { windowMs: 10 * minute, challengeThresholds: thresholdsFrom(20, 20), counts: 'requests' },
  },
  pin_place: {
    clientNetwork: { windowMs: 10 * minute, challengeThresholds: thresholdsFrom(60, 60), counts: 'requests' },
  },
  place_search: {
    clientNetwork: { windowMs: 10 * minute, challengeThresholds: thresholdsFrom(60, 60), counts: 'requests' },
  },
  /** Visitors who waited instead of solving a challenge. Waiting costs a machine nothing, so this limits it. */
  challenge_wait: {
    /** The level at which every caller is challenged now. */
    target: { windowMs: hour, challengeThresholds: [], hardLimit: 240, counts: 'requests' },
    clientNetwork: { windowMs: 10 * minute, challengeThresholds: thresholdsFrom(10, 10), counts: 'requests' },
  },
  /**
   * The limit is the same for requests that send no message and disturb no stranger: many may wait behind one address.
   */
  lookup_wait: {
    target: { windowMs: hour, challengeThresholds: [], hardLimit: 2_400, counts: 'requests' },
    clientNetwork: { windowMs: 10 * minute, challengeThresholds: thresholdsFrom(60, 60), counts: 'requests' },
  },
} as const satisfies Record<string, RatePolicy>

export type RatePolicyName = keyof typeof ratePolicies

/** The window in which contact messages are counted. */
export const submissionWindows = {
  ofOneMs: ratePolicies.submission.target.windowMs,
  altogetherMs: ratePolicies.submission.channel.windowMs,
} as const

/** An identical text within this time is one message: a double click or a reload. */
export const sameWithinMs = 10 * minute

/** The submissions, each figure within its window. */
export interface SubmissionsSoFar {
  /** The number of messages from the same number or e-mail address. */
  readonly fromSame: number
  /** The number of messages through the same channel. */
  readonly altogether: number
}
