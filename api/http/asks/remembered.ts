import type {Redis} from 'ioredis';
import type {DiskLimits} from '#api/deps.ts';
import {withinLimit} from '#shared/coordination/wait.ts';

/** Workers' answers, cached for all API processes. Null if nothing is cached and no answer arrives in time. */
export interface Remembered<Value> {
	/**
	 * The cached answer if it is a few seconds old at most; otherwise a new one, or the cached one if
	 * the new one takes too long.
	 */
	current(key: string): Promise<Value | null>;
	/** The cached answer without waiting; an old one is renewed in the background. Waits only if nothing is cached. */
	known(key: string): Promise<Value | null>;
	/** A new answer, whatever is cached. */
	renewed(key: string): Promise<Value | null>;
}

export interface RememberedOptions<Value> {
	/** Prefix of the keys in Redis. */
	name: string;
	ask(key: string): Promise<Value>;
	redis: Redis;
	limits: Pick<DiskLimits, 'showMs' | 'renewMs'>;
	now: () => Date;
}

/** How long an answer counts as current, in milliseconds. */
const freshMs = 5000;
/** Seconds until an answer is dropped: information that old is worse than none. */
const keptSeconds = 600;

interface Kept<Value> {
	value: Value;
	/** Milliseconds since 1970. */
	at: number;
}

/** Concurrent callers for the same key share one question. */
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
		// Without Redis a worker cannot be asked either.
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
