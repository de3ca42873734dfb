import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

interface TracingOptions {
  /** The collector: spans are posted to its `/v1/traces`. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of requests and due work that is traced. */
  readonly share: number
}

/** Starts tracing, in a module loaded only where traces are exported. Returns a function that sends the last spans. */
export function startTracing(
  { endpoint, headers, serviceName, share }: TracingOptions,
  exporter: SpanExporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers }),
): () => Promise<void> {
  const root = new TraceIdRatioBasedSampler(share)
  // A visitor may send a trace context too, so it does not decide how much is traced.
  const sampler = new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root })
  const provider = new TracerProvider({
    sampler,
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await provider.shutdown().catch(() => undefined)
    for (const part of [trace, context, propagation]) part.disable()
  }
}
