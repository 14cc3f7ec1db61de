import type {IncomingMessage} from 'node:http';
import {json} from 'node:stream/consumers';
import type {ExecutionContext} from 'ava';
import {serveHttp} from './serve-http.ts';

interface SentSpan {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	attributes: {key: string; value: unknown}[];
	status: {code?: number; message?: string};
	/** Of the process. */
	service: string;
}

/** Understands as much of OTLP over HTTP as our exporter says. */
export async function collectTraces(t: ExecutionContext) {
	const spans: SentSpan[] = [];
	const texts: string[] = [];
	const take = async (request: IncomingMessage) => {
		const body = (await json(request)) as {
			resourceSpans: {
				resource: {attributes: {key: string; value: {stringValue?: string}}[]};
				scopeSpans: {spans: Omit<SentSpan, 'service'>[]}[];
			}[];
		};
		if (request.method === 'POST' && request.url === '/v1/traces') {
			texts.push(JSON.stringify(body));
			for (const {resource, scopeSpans} of body.resourceSpans) {
				const service = resource.attributes.find(({key}) => key === 'service.name')?.value.stringValue ?? '';
				spans.push(...scopeSpans.flatMap(scope => scope.spans.map(span => ({...span, service}))));
			}
		}
	};
	const url = await serveHttp(t, (request, reply) => {
		void take(request).then(() => reply.setHeader('content-type', 'application/json').end('{}'));
	});
	/** Names from the first cause to the span. */
	function way(span: SentSpan): string[] {
		const parent = spans.find(({spanId, traceId}) => traceId === span.traceId && spanId === span.parentSpanId);
		return [...(parent ? way(parent) : []), span.name];
	}
	return {url, spans, way, text: () => texts.join('\n')};
}
