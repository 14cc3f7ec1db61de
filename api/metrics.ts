import type {RequestHandler} from 'express';
import {Gauge, Histogram} from 'prom-client';
import type {JobClient} from '#shared/jobs/client.ts';
import {pools} from '#shared/jobs/queues.ts';
import {createProcessMetrics} from '#shared/process-metrics.ts';

export interface Metrics {
	/** Measures every request except streams, which last as long as their reader. */
	measure: RequestHandler;
	/** Metrics in Prometheus' text format; those kept in Redis are left out while it is down. */
	render(): Promise<{type: string; text: string}>;
	close(): void;
}

const jobStates = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;
/** Seconds. */
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

export function createMetrics({jobs, readCounters}: {jobs: JobClient; readCounters: () => Promise<Record<string, string>>}): Metrics {
	const {registry, render} = createProcessMetrics();
	const latency = new Histogram({
		name: 'kinoteka_http_request_duration_seconds',
		help: 'Time from a request to the end of its reply.',
		labelNames: ['method', 'route', 'status'],
		buckets: latencyBuckets,
		registers: [registry],
	});
	const depth = new Gauge({
		name: 'kinoteka_queue_jobs',
		help: 'Jobs in each state of each pool.',
		labelNames: ['pool', 'state'],
		registers: [registry],
	});

	async function readQueues(): Promise<void> {
		depth.reset();
		await Promise.all(
			pools.map(async pool => {
				const counts = await jobs.queue(pool).getJobCounts(...jobStates);
				for (const state of jobStates) {
					depth.set({pool, state}, counts[state] ?? 0);
				}
			}),
		);
	}

	return {
		measure(request, response, next) {
			const stop = latency.startTimer();
			response.on('close', () => {
				const isStream = String(response.get('Content-Type') ?? '').startsWith('text/event-stream');
				if (!isStream) {
					stop({method: request.method, route: routeOf(request.route), status: String(response.statusCode)});
				}
			});
			next();
		},
		async render() {
			const [counters] = await Promise.all([readCounters().catch(() => ({})), readQueues().catch(() => depth.reset())]);
			const {type, text} = await render();
			return {type, text: `${text}\n${readCounts(counters)}`};
		},
		close: () => registry.clear(),
	};
}

/** Uses the pattern instead of the address, because every id would create a new time series. */
export function routeOf(route: unknown): string {
	const {path} = (route ?? {}) as {path?: unknown};
	return typeof path === 'string' ? path : 'none';
}

/**
 * Counters of the workers in Prometheus' text format, from fields `name{label="value"}` to values. Fields in any other
 * form are skipped.
 */
function readCounts(counters: Record<string, string>): string {
	const lines = Object.entries(counters).filter(([field, value]) => wellFormed.test(field) && Number.isFinite(Number(value)));
	const names = [...new Set(lines.map(([field]) => nameOf(field)))].toSorted();
	return names
		.flatMap(name => [
			`# TYPE kinoteka_${name} counter`,
			...lines.filter(([field]) => nameOf(field) === name).map(([field, value]) => `kinoteka_${field} ${value}`),
			'',
		])
		.join('\n');
}

const wellFormed = /^[a-z_]{1,60}\{[^{}\n]{0,300}\}$/;
const nameOf = (field: string) => field.slice(0, field.indexOf('{'));
