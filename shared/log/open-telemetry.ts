import {type Span as OpenSpan, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace} from '@opentelemetry/api';
import {OTLPTraceExporter} from '@opentelemetry/exporter-trace-otlp-http';
import {resourceFromAttributes} from '@opentelemetry/resources';
import {BatchSpanProcessor, TracerProvider} from '@opentelemetry/sdk-trace';
import manifest from '../../package.json' with {type: 'json'};
import {withinLimit} from '../coordination/wait.ts';
import {isExpected} from '../errors.ts';
import {listenToSpans, type Span} from './log.ts';

/** Milliseconds that the end of a process waits for a collector. */
const closeLimitMs = 2000;

const kinds = {
	server: SpanKind.SERVER,
	consumer: SpanKind.CONSUMER,
	client: SpanKind.CLIENT,
	internal: SpanKind.INTERNAL,
} as const;

/** Sends the spans of this process to a collector, by OTLP over HTTP. `close` sends what is left. */
export function exportSpans(collector: string, source: string): {close(): Promise<void>} {
	const url = new URL('v1/traces', collector.replace(/\/*$/, '/')).href;
	const provider = new TracerProvider({
		resource: resourceFromAttributes({'service.name': `kinoteka-${source}`, 'service.version': manifest.version}),
		spanProcessors: [new BatchSpanProcessor({exporter: new OTLPTraceExporter({url})})],
	});
	const tracer = provider.getTracer('kinoteka', manifest.version);
	const open = new WeakMap<Span, OpenSpan>();
	const stop = listenToSpans({
		begin(span, parent) {
			const caller = contextOf(parent);
			const context = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
			const begun = tracer.startSpan(span.name, {kind: kinds[span.kind]}, context);
			open.set(span, begun);
			const {traceId, spanId, traceFlags} = begun.spanContext();
			return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
		},
		end(span) {
			const begun = open.get(span);
			begun?.setAttributes(span.attributes);
			if (span.error !== undefined) {
				// Messages quote titles and addresses.
				begun?.setStatus({code: SpanStatusCode.ERROR, message: isExpected(span.error) ? span.error.code : 'unexpected'});
			}
			begun?.end();
		},
	});
	return {
		async close() {
			stop();
			await withinLimit(
				provider.shutdown().catch(() => {}),
				closeLimitMs,
				undefined,
			);
		},
	};
}

/** Null for anything that is no `traceparent` of the form that the W3C recommends. */
function contextOf(traceparent: string | undefined): SpanContext | null {
	const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? [];
	const isValid = traceId && spanId && flags && !/^0+$/.test(traceId) && !/^0+$/.test(spanId);
	return isValid ? {traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true} : null;
}
