import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type RatePolicyName, ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { describe, expect, it } from 'vitest'

/** The rate limits of each address that accepts a form; an empty list with the reason why it costs nothing. */
const meteredBy: Readonly<Record<string, readonly RatePolicyName[] | string>> = {
  'bills/bill-account.tsx': 'tries of an account number are counted by line',
  'bills/bill-code.tsx': ['code_message'],
  'bills/bill.tsx': ['line_check', 'order', 'code_message'],
  'broadband/balance-code.tsx': ['code_message'],
  'broadband/broadband-recharge.tsx': ['line_check', 'order', 'code_message'],
  'broadband/data-bundle.tsx': ['line_check', 'order'],
  'broadband/overlap-warning.tsx': 'chooses for an order that is there',
  'company/contact.tsx': ['submission'],
  'company/feedback.tsx': ['submission'],
  'corrections/ask-correction.tsx': ['line_check', 'code_message'],
  'corrections/correction-code.tsx': ['code_message'],
  'coverage/coverage.tsx': ['coverage_report'],
  'find-payment/find-code.tsx': ['code_message'],
  'find-payment/find-payment.tsx': ['payment_lookup'],
  'fixed-line/account.tsx': ['account_lookup'],
  'fixed-line/invoices.tsx': 'chooses for an order that is there',
  'help/answer.tsx': ['vote', 'vote_without_browser'],
  'home/home.tsx': ['line_check', 'order'],
  'home-internet/code.tsx': ['code_message'],
  'home-internet/details.tsx': ['line_check', 'home_place'],
  'home-internet/done.tsx': 'pays for a lead that is there',
  'home-internet/offer.tsx': ['lead_draft'],
  'home-internet/place.tsx': ['pin_place', 'code_message'],
  'home-internet/plan.tsx': ['lead_draft'],
  'home-internet/wait.tsx': ['code_message', 'challenge_wait'],
  'home-internet/tracking/track.tsx': ['lead_lookup'],
  'check-line.ts': ['line_check', 'lookup_wait'],
  'pay-me/create-link.tsx': ['pay_link'],
  'pay-me/pay-me.tsx': ['pay_link'],
  'payment/again.tsx': ['pay_link', 'push_prompt'],
  'payment/code.tsx': ['code_message'],
  'payment/confirm.tsx': 'needs a proof that a code was typed',
  'payment/pin.tsx': 'needs a proof that a code was typed',
  'payment/start.tsx': ['line_check', 'push_prompt', 'code_message', 'gift_message'],
  'payment/status.tsx': 'reads what is there',
  'payment/reminders/remind.tsx': ['pay_link', 'push_prompt'],
  'code-wait.tsx': ['code_message', 'challenge_wait'],
  'recharge/check-number.ts': ['line_check', 'order'],
  'recharge/several/several.tsx': ['line_check'],
  'recharge/recharge.tsx': ['line_check', 'order'],
  'forget-phone.tsx': 'forgets a cookie',
  'stores/store-locator.tsx': ['place_search'],
}

/** The policies that limit no form of a page, but calls of channels, and files. */
const ofNoForm: readonly RatePolicyName[] = ['api_lookup', 'channel_prompt', 'receipt', 'reminder']

function routesThatAct(): string[] {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const modules = [...read('routes.ts').matchAll(/'([\w/-]+\.tsx?)'/g)].flatMap(([, file = '']) => file)
  const acts = /export (?:async function|const) action|export \{[^}]*\baction\b/
  return [...new Set(modules)].filter((file) => acts.test(read(file))).sort()
}

describe('the table of policies', () => {
  it('names the rate limits of each address that accepts a form', () => {
    expect(Object.keys(meteredBy).sort()).toEqual(routesThatAct())
  })

  it('has no policy that no code applies', () => {
    const root = path.join(import.meta.dirname, '../../..')
    const files = globSync(['packages/server/src/**/*.ts', 'apps/portal/{app,server}/**/*.{ts,tsx}'], { cwd: root })
    const code = files
      .filter((file) => !file.includes('.test.'))
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join()
    const waits = Object.values(ratePolicies).flatMap((policy) => ('waitPolicy' in policy ? [policy.waitPolicy] : []))
    const isApplied = (name: string) =>
      waits.some((one) => one === name) ||
      new RegExp(`(rateLimits\\(|challengeBefore\\(|ratePolicies[.]|waitPolicy = )[^\n]*\\b${name}\\b`).test(code)
    expect(Object.keys(ratePolicies).filter((name) => !isApplied(name))).toEqual([])
  })

  it('has no policy without a use', () => {
    const used = [...Object.values(meteredBy).filter((each) => typeof each !== 'string'), ofNoForm].flat()
    expect([...new Set(used)].sort()).toEqual(Object.keys(ratePolicies).sort())
  })
})
