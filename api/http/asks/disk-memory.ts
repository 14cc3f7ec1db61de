import type {Redis} from 'ioredis';
import type {ApiDeps} from '#api/deps.ts';
import type {DiskLimits} from '#api/wait-limits.ts';
import {createCache, createHandOver} from '#shared/coordination/cache.ts';
import {withinLimit} from '#shared/coordination/wait.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {FolderState} from '#shared/domain/folders/folder-state.ts';
import {listUnmappedFolders, readFolderState} from '#shared/jobs/disks.ts';
import {askDisks} from './ask-workers.ts';

/** The disks pool's last answers about folders, by path. */
export interface DiskMemory {
	states: Remembered<FolderState>;
	/** Names of the subfolders that hold no title. */
	unmapped: Remembered<string[]>;
}

type MemoryDeps = Pick<ApiDeps, 'jobs' | 'waits' | 'producer' | 'prefix' | 'now'>;

export function createDiskMemory({producer, prefix, now, ...deps}: MemoryDeps): DiskMemory {
	const shared = {redis: producer, prefix, limits: deps.waits.disks, now};
	return {
		states: createRemembered({...shared, name: 'folder-state', ask: path => askDisks(deps, readFolderState, {path})}),
		unmapped: createRemembered({
			...shared,
			name: 'unmapped-folders',
			ask: async path => (await askDisks(deps, listUnmappedFolders, {path})).names,
		}),
	};
}

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
	/** Names the answers in Redis. */
	name: string;
	ask(key: string): Promise<Value>;
	redis: Redis;
	prefix: string;
	limits: Pick<DiskLimits, 'showMs' | 'renewMs'>;
	now: () => Date;
}

/** How long an answer counts as current, in milliseconds. */
const freshMs = 5000;
/** An answer that old is worse than none. */
const longestMs = 10 * minuteMs;
const maxUnderWay = 1000;

interface Answer<Value> {
	value: Value;
	/** Milliseconds since 1970. */
	at: number;
}

/** Concurrent callers for the same key share one question. */
function createRemembered<Value>({ask, limits, now, ...where}: RememberedOptions<Value>): Remembered<Value> {
	const asked = createCache<Promise<Value | null>>({max: maxUnderWay, ttlMs: 0});
	const answers = createHandOver<Answer<Value>>({...where, ttlMs: longestMs});

	async function askNow(key: string): Promise<Value> {
		const value = await ask(key);
		await answers.put(key, {value, at: Number(now())}).catch(() => {});
		return value;
	}
	const renew = (key: string) => asked.get(key, () => askNow(key).catch(() => null));

	async function recall(key: string, isEnough: (answer: Answer<Value>) => boolean): Promise<Value | null> {
		// Without Redis a worker cannot be asked either.
		const answer = await answers.get(key).catch(() => undefined);
		if (!answer) {
			return answer === null ? withinLimit(renew(key), limits.showMs, null) : null;
		}
		return isEnough(answer) ? answer.value : ((await withinLimit(renew(key), limits.renewMs, null)) ?? answer.value);
	}

	const isFresh = ({at}: Answer<Value>) => Number(now()) - at < freshMs;
	return {
		current: key => recall(key, isFresh),
		known: key =>
			recall(key, answer => {
				if (!isFresh(answer)) {
					void renew(key);
				}
				return true;
			}),
		renewed: key => recall(key, () => false),
	};
}
