import { expect } from '@playwright/test'
import { sandboxUrl } from './addresses.ts'

async function ask(path: string, method = 'GET', body?: object): Promise<unknown> {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

interface Prompt {
  readonly id: string
}

/** The prompt that waits on a handset. */
async function promptOn(msisdn: string): Promise<Prompt> {
  const prompts: Prompt[] = []
  await expect(async () => {
    prompts.push(...((await ask(`/__sim/money/prompts?msisdn=${msisdn}`)) as Prompt[]))
    expect(prompts.length).toBeGreaterThan(0)
  }).toPass({ intervals: [100] })
  const [prompt] = prompts
  if (prompt === undefined) throw new Error(`No prompt on ${msisdn}`)
  return prompt
}

export async function approvePush(msisdn: string): Promise<void> {
  await ask(`/__sim/money/prompts/${(await promptOn(msisdn)).id}/approve`, 'POST', { pin: '1234' })
}

export async function refusePush(msisdn: string): Promise<void> {
  await ask(`/__sim/money/prompts/${(await promptOn(msisdn)).id}/refuse`, 'POST')
}

export async function addFault(fault: { provider: string; operation?: string; kind: string; times?: number }) {
  await ask('/__sim/faults', 'POST', fault)
}

export async function clearFaults(): Promise<void> {
  await ask('/__sim/faults', 'DELETE')
}

interface Books {
  readonly captures: readonly { reference: string; amountMinor: number; refundedMinor: number }[]
  readonly deliveries: readonly { reference: string; msisdn?: string; amountMinor?: number; productCode?: string }[]
}

/** What the providers believe they took, and the BSS believes it delivered, for one payment. */
export async function booksOf(transactionId: string): Promise<Books> {
  const { captures, deliveries } = (await ask('/__sim/books')) as Books
  const isAbout = ({ reference }: { reference: string }) => reference === transactionId
  return { captures: captures.filter(isAbout), deliveries: deliveries.filter(isAbout) }
}

export async function latestSms(msisdn: string): Promise<string> {
  let text = ''
  await expect(async () => {
    text = ((await ask(`/__sim/sms/latest?msisdn=${msisdn}`)) as { text: string }).text
  }).toPass({ intervals: [100] })
  return text
}
