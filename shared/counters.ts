import type {Redis} from 'ioredis';

/** Counters that only rise, kept in Redis for all processes. `/metrics` shows them for the workers. */
export interface Counters {
	/**
	 * Adds to `name{label="value",…}`. Written within seconds. While Redis is away, counts are lost
	 * rather than kept waiting.
	 */
	add(name: CounterName, labels: Record<string, string>, amount?: number): void;
	/** Writes what is pending, and stops. */
	close(): Promise<void>;
}

/** All counters. A label has few values, never ids or titles. */
export const counterNames = [
	'jobs_total',
	'job_seconds_total',
	'indexer_results_total',
	'imports_total',
	'challenge_solves_total',
] as const;
export type CounterName = (typeof counterNames)[number];

const flushMs = 5000;
/** Seconds after the last count. Figures are not compared across such a pause. */
const ttlSeconds = 30 * 86_400;
const keyOf = (prefix: string) => `${prefix}:counters`;

export function createCounters(redis: Redis, prefix: string): Counters {
	let pending = new Map<string, number>();
	let due: NodeJS.Timeout | undefined;

	async function flush(): Promise<void> {
		clearTimeout(due);
		due = undefined;
		const written = pending;
		pending = new Map();
		if (written.size === 0) {
			return;
		}
		const batch = redis.pipeline();
		for (const [field, amount] of written) {
			batch.hincrbyfloat(keyOf(prefix), field, amount);
		}
		batch.expire(keyOf(prefix), ttlSeconds);
		await batch.exec().catch(() => {});
	}

	return {
		add(name, labels, amount = 1) {
			const text = Object.entries(labels).map(([label, value]) => `${label}="${value.replace(/[\\"{}\n]/g, ' ')}"`);
			const field = `${name}{${text.join(',')}}`;
			pending.set(field, (pending.get(field) ?? 0) + amount);
			due ??= setTimeout(() => void flush(), flushMs).unref();
		},
		close: flush,
	};
}

/** Field `name{label="value"}` -> number as text. */
export function readCounters(redis: Redis, prefix: string): Promise<Record<string, string>> {
	return redis.hgetall(keyOf(prefix));
}
