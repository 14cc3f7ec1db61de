import type {ApiDeps} from '#api/deps.ts';
import {createHeldPlaces} from '#api/http/limits/held-places.ts';
import {createCache, createHandOver} from '#shared/coordination/cache.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {NotFound, TooMany, Unavailable} from '#shared/errors.ts';
import {fetchImage} from '#shared/jobs/refresh.ts';
import type {ImageFiles} from './image-files.ts';

/** How long a browser waits for a picture, in milliseconds. */
const fetchLimitMs = 20_000;
/** Pictures of one caller that this process has fetched at a time. */
const maxPerCaller = 100;
/** Of all callers. */
const maxUnderWay = 10_000;
/** Seconds. */
const retryAfter = 5;

export type FindImage = (url: string, callerId: string) => Promise<Buffer>;

type FindDeps = Pick<ApiDeps, 'jobs' | 'producer' | 'prefix' | 'imageCache' | 'log'>;

/** Reads a picture from our folder, or asks a worker. Throws NotFound `image_not_found` and what a worker reports. */
export function createFindImage(files: ImageFiles, {jobs, producer, prefix, imageCache, log}: FindDeps): FindImage {
	const underWay = createCache<Promise<Buffer>>({max: maxUnderWay, ttlMs: 0});
	/** Pictures that the provider does not have. */
	const missing = createHandOver<true>({redis: producer, prefix, name: 'no-image', ttlMs: hourMs});
	const waiting = createHeldPlaces();

	async function ask(url: string): Promise<Buffer> {
		if (await missing.get(url)) {
			throw new NotFound('image_not_found', 'The metadata provider had no such picture a moment ago.');
		}
		const {imageId} = await jobs.ask(fetchImage, {url}, {timeoutMs: fetchLimitMs}).catch(async error => {
			if (error instanceof NotFound) {
				await missing.put(url, true);
			}
			throw error;
		});
		const text = await imageCache.take(imageId);
		if (text === null) {
			throw new Unavailable('image_lost', 'Redis lost the picture. Load it again.');
		}
		const bytes = Buffer.from(text, 'base64');
		await files.write(url, bytes).catch(error => log.warn({err: error}, 'A picture could not be kept; check the disk of DATA_DIR'));
		return bytes;
	}

	/** Only with the same caller: the question of another one may wait in a long line. */
	function share(url: string, callerId: string): Promise<Buffer> {
		return underWay.get(`${callerId} ${url}`, () => ask(url));
	}

	return async (url, callerId) => {
		const stored = await files.read(url);
		if (stored) {
			return stored;
		}
		const others = waiting.of(callerId);
		if (others >= maxPerCaller) {
			throw new TooMany('too_many_requests', `${others} pictures are being fetched for you. Wait for some of them.`, retryAfter);
		}
		return share(url, callerId).finally(waiting.take(callerId));
	};
}
