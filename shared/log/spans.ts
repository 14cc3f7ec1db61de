import {tracingChannel} from 'node:diagnostics_channel';
import {bindTrace, currentTrace} from './log.ts';

/** A piece of work as a trace shows it. Nothing of it may be a title, a path, an address or a key. */
export interface Span {
	/** Such as `job grab-release`. */
	name: string;
	kind: 'server' | 'consumer' | 'client' | 'internal';
	/** The work may add to them. */
	attributes: Record<string, string | number>;
	/** What another process caused it with, in the form of the header `traceparent`. */
	parent?: string | undefined;
	/** How the work failed. */
	error?: unknown;
}

/** What listens to spans, and gives each one its `traceparent`. */
export interface SpanListener {
	begin(span: Span, parent: string | undefined): string;
	end(span: Span): void;
}

const channel = tracingChannel<unknown, Span>('kinoteka:span');

/** Nobody listens unless traces are sent somewhere; then spans cost nothing. */
export const isTraced = (): boolean => channel.start.hasSubscribers;

/** Runs `work` as a part of the current trace; what it causes, also in other processes, belongs to it. */
export function spanned<T>(span: Span, work: () => Promise<T>): Promise<T> {
	return isTraced() ? channel.tracePromise(work, span) : work();
}

/** Returns what ends listening. */
export function listenToSpans({begin, end}: SpanListener): () => void {
	const unbind = bindTrace(channel.start, span => ({traceparent: begin(span, span.parent ?? currentTrace().traceparent)}));
	channel.asyncEnd.subscribe(end as (span: unknown) => void);
	return () => {
		unbind();
		channel.asyncEnd.unsubscribe(end as (span: unknown) => void);
	};
}
