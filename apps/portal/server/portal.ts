import { randomBytes } from 'node:crypto'
import { fill } from '@nyanja/domain/fill'
import { createContentFiles } from './adapters/content-files/content-files.ts'
import { createDpoCallbackReader } from './adapters/dpo/callback.ts'
import { createDpoGateway } from './adapters/dpo/dpo-gateway.ts'
import { createMoneyCallbackReader } from './adapters/open-api-money/callback.ts'
import { createOpenApiMoneyGateway } from './adapters/open-api-money/open-api-money-gateway.ts'
import { createSmppSender } from './adapters/smpp/smpp-sender.ts'
import { createTmfBundleSource } from './adapters/tmf/tmf-bundle-source.ts'
import { createTmfDeliverer } from './adapters/tmf/tmf-deliverer.ts'
import { createTmfLineSource } from './adapters/tmf/tmf-line-source.ts'
import type { Config } from './config.ts'
import { Content } from './content/content.ts'
import type { OpenDatabase } from './db/open.ts'
import type { Market } from './market.ts'
import type { CallbackReader } from './payments/callback-reader.ts'
import type { Orders } from './payments/orders.ts'
import type { PaymentProgress } from './payments/payment-progress.ts'
import type { Payments } from './payments/payments.ts'
import type { Bundles } from './subscriber/bundles.ts'
import type { Lines } from './subscriber/lines.ts'

/** Every use case, as the two doors see them. */
export interface Portal {
  readonly market: Market
  readonly publicOrigin: string
  readonly now: () => number
  readonly content: Content
  readonly lines: Lines
  readonly bundles: Bundles
  readonly orders: Orders
  readonly payments: Payments
  readonly progress: PaymentProgress
  readonly callbackReaders: Readonly<Record<string, CallbackReader>>
}
