import type {Redis} from 'ioredis';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {TooMany} from '#shared/errors.ts';

/** Pauses between grabs that sites have asked for, shared by all processes. */
export interface GrabRests {
	/** Throws TooMany `rate_limited` during a pause. */
	check(indexer: Pick<IndexerSettings, 'id' | 'name'>): Promise<void>;
	begin(indexer: Pick<IndexerSettings, 'id'>, seconds: number): Promise<void>;
}

export function createGrabRests(redis: Redis, prefix: string): GrabRests {
	const keyOf = (id: string) => `${prefix}:grab-rest:${id}`;
	return {
		async check({id, name}) {
			const leftMs = await redis.pttl(keyOf(id));
			if (leftMs > 0) {
				throw new TooMany('rate_limited', `${name} asked us to wait before the next grab.`, Math.ceil(leftMs / 1000));
			}
		},
		async begin({id}, seconds) {
			await redis.set(keyOf(id), '1', 'EX', Math.ceil(seconds));
		},
	};
}
