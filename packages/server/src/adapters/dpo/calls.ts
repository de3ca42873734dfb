import { PortalError } from '@nyanja/domain/errors'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { demandValue, type Provider, type ProviderAnswer } from '../call-provider.ts'
import { configurationErrorCodes, credentialErrorCodes } from './codes.ts'

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false })

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export type XmlFields = { readonly [tag: string]: string | XmlFields | undefined }

/** Writes `{ API3G: { Request: 'x' } }` as XML. Undefined fields are left out. */
export function writeXml(fields: XmlFields): string {
  return `<?xml version="1.0" encoding="utf-8"?>${elements(fields)}`
}

function elements(fields: XmlFields): string {
  return Object.entries(fields)
    .map(([tag, value]) => (value === undefined ? '' : `<${tag}>${content(value)}</${tag}>`))
    .join('')
}

function content(value: string | XmlFields): string {
  if (typeof value !== 'string') return elements(value)
  // XML 1.0 cannot contain control characters, not even escaped.
  return value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** Returns undefined when the text is not XML or has a document type, which could define entities. */
export function readXml(text: string): unknown {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return undefined
  try {
    return parser.parse(text, true)
  } catch {
    return undefined
  }
}

const Tag = z.string().optional()

const Reply = z
  .string()
  .transform(readXml)
  .pipe(
    z.object({
      API3G: z.object({
        Result: z.string().regex(/^\d{3}$/),
        TransToken: Tag,
        TransRef: Tag,
        CompanyRef: Tag,
        TransactionCurrency: Tag,
        TransactionAmount: Tag,
        TransactionFinalCurrency: Tag,
        TransactionFinalAmount: Tag,
        FraudAlert: Tag,
      }),
    }),
  )
  .transform(({ API3G }) => API3G)

export type DpoReply = z.infer<typeof Reply>

export interface DpoAccess {
  readonly provider: Provider
  readonly companyToken: string
}

export interface DpoRequest {
  readonly url: string
  readonly timeoutMs: number
  readonly request: string
  readonly fields: XmlFields
}

/** Makes a call that has an effect, so it is made once. */
export async function commandDpo(access: DpoAccess, request: DpoRequest): Promise<DpoReply> {
  return demandNoError(
    request,
    demandValue(await access.provider.send(callOf(access, request)), `dpo ${request.request}`),
  )
}

/** Makes a query, which is retried when DPO is not reached. */
export async function queryDpo(access: DpoAccess, request: DpoRequest): Promise<DpoReply> {
  return demandNoError(
    request,
    demandValue(await access.provider.ask(callOf(access, request)), `dpo ${request.request}`),
  )
}

/** Every result but those about the company token and the request shows that DPO knows the merchant. */
export async function checkDpoCredentials(access: DpoAccess, request: DpoRequest): Promise<void> {
  const { Result } = demandValue(await access.provider.ask(callOf(access, request)), `dpo ${request.request}`)
  if (credentialErrorCodes.includes(Result)) throw toContractError(request, Result)
}

function callOf({ companyToken }: DpoAccess, { url, timeoutMs, request, fields }: DpoRequest) {
  return {
    operation: request,
    url,
    timeoutMs,
    schema: Reply,
    method: 'POST' as const,
    headers: { 'content-type': 'application/xml' },
    body: writeXml({ API3G: { CompanyToken: companyToken, Request: request, ...fields } }),
    codeOf: (answer: ProviderAnswer<DpoReply>) => (answer.ok ? answer.value.Result : undefined),
  }
}

function demandNoError({ request }: DpoRequest, reply: DpoReply): DpoReply {
  if (!configurationErrorCodes.includes(reply.Result)) return reply
  throw toContractError({ request }, reply.Result)
}

function toContractError({ request }: Pick<DpoRequest, 'request'>, result: string): PortalError {
  return new PortalError('provider_broke_contract', `dpo ${request}: result ${result}`)
}
