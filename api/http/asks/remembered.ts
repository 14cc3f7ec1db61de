import type {Redis} from 'ioredis';
import type {DiskLimits} from '#api/deps.ts';
import {withinLimit} from '../limits/within-limit.ts';

/**
 * Answers of workers that are remembered, for all processes of the API; null where nobody answers
 * soon and nothing is known.
 */
export interface Remembered<Value> {
	/** Of the last few seconds, else asked for now; what was known before when that takes longer than a moment. */
	current(key: string): Promise<Value | null>;
	/**
	 * What is known, for whoever must not wait; when it is old it is asked for beside. Only when nothing
	 * is known it is waited for.
	 */
	known(key: string): Promise<Value | null>;
	/** Asked for now, whatever is known. */
	renewed(key: string): Promise<Value | null>;
}

export interface RememberedOptions<Value> {
	/** First part of the keys in Redis. */
	name: string;
	ask(key: string): Promise<Value>;
	redis: Redis;
	limits: Pick<DiskLimits, 'showMs' | 'renewMs'>;
	now: () => Date;
}

/** Milliseconds that an answer counts as that of now. */
const freshMs = 5000;
/** Seconds after which it is forgotten: what was true so long ago is worse than nothing. */
const keptSeconds = 600;

interface Kept<Value> {
	value: Value;
	/** Milliseconds since 1970. */
	at: number;
}

/** However many callers want the same, it is asked for once at a time. */
export function createRemembered<Value>({name, ask, redis, limits, now}: RememberedOptions<Value>): Remembered<Value> {
	const underWay = new Map<string, Promise<Value | null>>();
	const keyOf = (key: string) => `${name}:${key}`;

	async function find(key: string): Promise<Kept<Value> | null> {
		const text = await redis.get(keyOf(key));
		return text === null ? null : (JSON.parse(text) as Kept<Value>);
	}

	async function askAndKeep(key: string): Promise<Value> {
		const value = await ask(key);
		const kept: Kept<Value> = {value, at: Number(now())};
		await redis.set(keyOf(key), JSON.stringify(kept), 'EX', keptSeconds).catch(() => {});
		return value;
	}

	function renew(key: string): Promise<Value | null> {
		const begun = underWay.get(key);
		if (begun !== undefined) {
			return begun;
		}
		const asking = askAndKeep(key)
			.catch(() => null)
			.finally(() => underWay.delete(key));
		underWay.set(key, asking);
		return asking;
	}

	async function recall(key: string, isEnough: (kept: Kept<Value>) => boolean): Promise<Value | null> {
		// Without Redis nobody can be asked either.
		const kept = await find(key).catch(() => undefined);
		if (!kept) {
			return kept === null ? withinLimit(renew(key), limits.showMs, null) : null;
		}
		return isEnough(kept) ? kept.value : ((await withinLimit(renew(key), limits.renewMs, null)) ?? kept.value);
	}

	const isFresh = ({at}: Kept<Value>) => Number(now()) - at < freshMs;
	return {
		current: key => recall(key, isFresh),
		known: key =>
			recall(key, kept => {
				if (!isFresh(kept)) {
					void renew(key);
				}
				return true;
			}),
		renewed: key => recall(key, () => false),
	};
}
