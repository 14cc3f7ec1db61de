import {createHash, randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {LRUCache} from 'lru-cache';
import type {Secrets} from '../secrets.ts';

export interface CacheOptions {
	/** Entries; beyond that the least recently used one is dropped. */
	max: number;
	/** Milliseconds for which a loaded value counts, by default forever; 0 shares only loads under way. */
	ttlMs?: number;
	/** A clock in milliseconds, if it is not the process's own. */
	now?: () => number;
}

export interface Cache<Value> {
	/**
	 * The cached value, or what `load` returns. A promise is cached at once, so that callers at the same time share one
	 * load; one that fails is not cached. Nothing is found or cached with the key null.
	 */
	get(key: string | null, load: () => Value): Value;
	/** The value if it still counts; with `stale`, however old it is. */
	peek(key: string, how?: {stale: boolean}): Value | undefined;
	set(key: string, value: Value, ttlMs?: number): void;
	delete(key: string): void;
	/** Loads that are under way are not cached either. */
	clear(): void;
}

/** A cache of this process. */
export function createCache<Value>({max, ttlMs = Number.POSITIVE_INFINITY, now}: CacheOptions): Cache<Value> {
	// A number of entries would be reserved at once; a size is not.
	const size = {maxSize: max, sizeCalculation: () => 1};
	const entries = new LRUCache<string, {value: Value}>({...size, ttlResolution: 0, noDeleteOnStaleGet: true, ...(now && {perf: {now}})});

	function keep(key: string, entry: {value: Value}, milliseconds = ttlMs): void {
		if (milliseconds > 0) {
			// Zero is how the package says that an entry counts forever. It takes one of exactly this age for fresh.
			entries.set(key, entry, {ttl: Number.isFinite(milliseconds) ? milliseconds - 0.5 : 0});
		} else {
			entries.delete(key);
		}
	}

	return {
		get(key, load) {
			const known = key === null ? undefined : entries.get(key);
			const entry = known ?? {value: load()};
			const {value} = entry;
			if (known || key === null) {
				return value;
			}
			keep(key, entry, value instanceof Promise ? Number.POSITIVE_INFINITY : ttlMs);
			if (value instanceof Promise) {
				const end = (milliseconds: number) => entries.peek(key, {allowStale: true}) === entry && keep(key, entry, milliseconds);
				value.then(
					() => end(ttlMs),
					() => end(0),
				);
			}
			return value;
		},
		peek: (key, {stale} = {stale: false}) => entries.peek(key, {allowStale: stale})?.value,
		set: (key, value, milliseconds) => keep(key, {value}, milliseconds),
		delete: key => void entries.delete(key),
		clear: () => entries.clear(),
	};
}

/** Loads its value at the first call, and again when that is older than `ttlMs`. */
export function cached<Value>(load: () => Value, options: Omit<CacheOptions, 'max'> = {}): () => Value {
	const cache = createCache<Value>({...options, max: 1});
	return () => cache.get('', load);
}

/** Callers who ask during a read share the next one, which begins after their call. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
	const reads = createCache<Promise<T>>({max: 2, ttlMs: 0});
	const run = () => {
		reads.delete('next');
		return reads.get('running', read);
	};
	return () => {
		const running = reads.peek('running');
		return running === undefined ? run() : reads.get('next', () => running.then(run, run));
	};
}

export interface HandOverOptions {
	redis: Redis;
	prefix: string;
	/** Names the values in Redis. Not the name of a pool: its queue has its keys there. */
	name: string;
	/** Milliseconds after which a value is gone. */
	ttlMs: number;
	/** Encrypts the values: needed for anything with keys, passkeys, cookies or pages of an account. */
	secrets?: Secrets;
	/** For values that only save work: while Redis is away nothing is found, and no caller waits or fails. */
	isOptional?: boolean;
}

/** Values that one process leaves in Redis for any other. They may be lost at any time. */
export interface HandOver<Value> {
	put(key: string, value: Value, ttlMs?: number): Promise<void>;
	/** Stores it under a new key that cannot be guessed, and returns the key. */
	leave(value: Value): Promise<string>;
	putAll(entries: readonly (readonly [key: string, value: Value])[]): Promise<void>;
	/** Null when it has expired, and when it was encrypted with another key. */
	get(key: string): Promise<Value | null>;
	getAll(keys: readonly string[]): Promise<(Value | null)[]>;
	/** Like `get`, and removes it: of several callers one gets it. */
	take(key: string): Promise<Value | null>;
	/** True when there was one. With `isIt`, a value that it refuses stays, and one that was put meanwhile. */
	drop(key: string, isIt?: (value: Value) => boolean): Promise<boolean>;
}

/** Answers of others, which are asked again when they are gone. */
export type AnswerCache = Pick<HandOver<unknown>, 'get' | 'put'>;

/** Keys are hashed: they may be long, and contain what must not be readable in Redis. */
export const idOf = (key: string) => createHash('sha256').update(key).digest('base64url');

function createForm<Value>({prefix, name, secrets}: HandOverOptions) {
	const root = `${prefix}:${name}`;
	return {
		root,
		at: (key: string) => `${root}:${idOf(key)}`,
		write: (value: Value, at: string) => (secrets ? secrets.seal(JSON.stringify(value), at) : JSON.stringify(value)),
		read(text: string | null | undefined, at: string): Value | null {
			try {
				return text ? (JSON.parse(secrets ? secrets.open(text, at) : text) as Value) : null;
			} catch {
				return null;
			}
		},
	};
}

export function createHandOver<Value>(options: HandOverOptions): HandOver<Value> {
	const {redis, ttlMs, isOptional = false} = options;
	const {root, at, write, read} = createForm<Value>(options);
	const or = async <T>(otherwise: T, work: Promise<T>) => (isOptional ? work.catch(() => otherwise) : work);

	async function put(key: string, value: Value, milliseconds = ttlMs): Promise<void> {
		if (milliseconds > 0) {
			await or(null, redis.set(at(key), write(value, at(key)), 'PX', Math.ceil(milliseconds)));
		}
	}

	return {
		put,
		async leave(value) {
			const key = randomUUID();
			await put(key, value);
			return key;
		},
		putAll: async entries => void (await Promise.all(entries.map(([key, value]) => put(key, value)))),
		get: async key => read(await or(null, redis.get(at(key))), at(key)),
		async getAll(keys) {
			const texts = keys.length > 0 ? await or([], redis.mget(keys.map(at))) : [];
			return keys.map((key, index) => read(texts[index], at(key)));
		},
		take: async key => read(await or(null, redis.getdel(at(key))), at(key)),
		async drop(key, isIt) {
			const text = isIt ? await or(null, redis.get(at(key))) : '';
			const value = isIt ? read(text, at(key)) : null;
			const isMeant = value === null ? !isIt : isIt?.(value);
			return Boolean(isMeant) && (await or(0, redis.eval(dropScript, 2, at(key), root, idOf(key), text ?? ''))) === 1;
		},
	};
}

const dropScript = `
if ARGV[2] ~= '' and redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[1])`;

/** Values that are also listed, each until its time is over by the clock of Redis. */
export interface HandOverList<Value> extends Pick<HandOver<Value>, 'get' | 'drop'> {
	/** Beyond `max`, those that expire first are dropped. */
	put(entries: Readonly<Record<string, Value>>, ttlMs?: number): Promise<void>;
	/** Never replaces a value, and drops none for it. */
	add(key: string, value: Value): Promise<'added' | 'exists' | 'full'>;
	/** Changes a value that is there; false when there is none. */
	change(key: string, value: Value): Promise<boolean>;
	/** Sorted by expiry, the latest first. The cost depends on the number of values, not on the keys in Redis. */
	list(): Promise<Value[]>;
	count(): Promise<number>;
	clear(): Promise<void>;
}

const clock = "local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)";

/** The index has the ids by the time at which they expire. Each value has a key of its own below that of the index. */
const putScript = `${clock}
local how, ttl, max = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for i = 4, #ARGV, 2 do
	local key = KEYS[1] .. ':' .. ARGV[i]
	local exists = redis.call('EXISTS', key) == 1
	if how == 'add' and exists then return 'exists' end
	if how == 'add' and redis.call('ZCARD', KEYS[1]) >= max then return 'full' end
	if how == 'change' and not exists then return 'missing' end
	redis.call('SET', key, ARGV[i + 1], 'PX', ttl)
	redis.call('ZADD', KEYS[1], now + ttl, ARGV[i])
end
for _, id in ipairs(redis.call('ZPOPMIN', KEYS[1], math.max(0, redis.call('ZCARD', KEYS[1]) - max))) do
	redis.call('DEL', KEYS[1] .. ':' .. id)
end
if redis.call('PTTL', KEYS[1]) < ttl then redis.call('PEXPIRE', KEYS[1], ttl) end
return 'added'`;

const listScript = `${clock} local found = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], '+inf', '(' .. now, 'BYSCORE', 'REV')) do
	local text = redis.call('GET', KEYS[1] .. ':' .. id)
	if text then found[#found + 1] = {KEYS[1] .. ':' .. id, text} end
end
return found`;

const countScript = `${clock} return redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf')`;

const clearScript = `
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', KEYS[1] .. ':' .. id) end
redis.call('DEL', KEYS[1])`;

export function createHandOverList<Value>(options: HandOverOptions & {max: number}): HandOverList<Value> {
	const {redis, ttlMs, max} = options;
	const {root, at, write, read} = createForm<Value>(options);
	const {get, drop} = createHandOver<Value>(options);

	function run(how: 'put' | 'add' | 'change', entries: Readonly<Record<string, Value>>, milliseconds = ttlMs): Promise<unknown> {
		const written = Object.entries(entries).flatMap(([key, value]) => [idOf(key), write(value, at(key))]);
		return redis.eval(putScript, 1, root, how, Math.ceil(milliseconds), max, ...written);
	}

	return {
		get,
		drop,
		async put(entries, milliseconds) {
			await run('put', entries, milliseconds);
		},
		add: (key, value) => run('add', {[key]: value}) as Promise<'added' | 'exists' | 'full'>, // what the script answers
		change: async (key, value) => (await run('change', {[key]: value})) === 'added',
		async list() {
			const rows = (await redis.eval(listScript, 1, root)) as [at: string, text: string][]; // what the script answers
			return rows.flatMap(([place, text]) => read(text, place) ?? []);
		},
		count: async () => Number(await redis.eval(countScript, 1, root)),
		clear: async () => void (await redis.eval(clearScript, 1, root)),
	};
}
