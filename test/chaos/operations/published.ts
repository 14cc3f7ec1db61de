import type {Redis} from 'ioredis';
import type {Listener} from './listener.ts';

/** All events of one stream, read from Redis before it drops the old ones. */
export interface Published {
	ids: readonly string[];
	stop(): Promise<void>;
}

const pollMs = 1000;

export function collectPublished(redis: Redis, key: string): Published {
	const ids: string[] = [];
	let looking = Promise.resolve();
	const check = async () => {
		const last = ids.at(-1);
		const rows = await redis.xrange(key, last === undefined ? '-' : `(${last}`, '+');
		ids.push(...rows.map(([id]) => id));
	};
	const timer = setInterval(() => {
		looking = looking.then(check).catch(() => undefined);
	}, pollMs);
	return {
		ids,
		async stop() {
			clearInterval(timer);
			await looking;
			await check();
		},
	};
}

/** What a listener missed, got twice or got in the wrong order, from its first event on. */
export function judgeListener(name: string, {ids, resets}: Listener, published: readonly string[]): string[] {
	const expected = published.slice(published.indexOf(ids[0] ?? ''));
	const got = new Set(ids);
	const missed = expected.filter(id => !got.has(id));
	const doubled = ids.length - got.size;
	const known = new Set(expected);
	const inOrder = expected.filter(id => got.has(id));
	const order = [...got].filter(id => known.has(id));
	return [
		...(ids.length === 0 && published.length > 0 ? [`${name} got none of ${published.length} events`] : []),
		...(ids.length > 0 && missed.length > 0
			? [`${name} missed ${missed.length} of ${expected.length} events, the first of them ${missed[0]}`]
			: []),
		...(doubled > 0 ? [`${name} got ${doubled} events twice`] : []),
		...(order.some((id, index) => id !== inOrder[index]) ? [`${name} got events in the wrong order`] : []),
		...(resets() > 0 ? [`${name} was told ${resets()} times that missed events are unknown`] : []),
	];
}
