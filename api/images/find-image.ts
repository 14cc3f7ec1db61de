import {createHash} from 'node:crypto';
import type {ApiDeps} from '#api/deps.ts';
import {createSlots} from '#shared/coordination/slots.ts';
import {NotFound, TooMany, Unavailable} from '#shared/errors.ts';
import {fetchImage} from '#shared/jobs/refresh.ts';
import type {ImageFiles} from './image-files.ts';

/** How long a browser waits for a picture, in milliseconds. */
const fetchLimitMs = 20_000;
/** Pictures of one caller that this process has fetched at a time. */
const mostPerCaller = 100;
/** Seconds until a picture that does not exist is asked for again. */
const missingSeconds = 3600;
/** Seconds. */
const retryAfter = 5;

export type FindImage = (url: string, callerId: string) => Promise<Buffer>;

type FindDeps = Pick<ApiDeps, 'jobs' | 'producer' | 'prefix' | 'imageShelf' | 'log'>;

/** Reads a picture from our folder, or asks a worker. Throws NotFound `image_not_found` and what a worker reports. */
export function createFindImage(files: ImageFiles, {jobs, producer, prefix, imageShelf, log}: FindDeps): FindImage {
	const underWay = new Map<string, Promise<Buffer>>();
	const waiting = createSlots({maxOfCaller: mostPerCaller});

	async function ask(url: string): Promise<Buffer> {
		const missing = `${prefix}:no-image:${createHash('sha256').update(url).digest('hex')}`;
		if (await producer.get(missing)) {
			throw new NotFound('image_not_found', 'The metadata provider had no such picture a moment ago.');
		}
		const {imageId} = await jobs.ask(fetchImage, {url}, {timeoutMs: fetchLimitMs}).catch(async error => {
			if (error instanceof NotFound) {
				await producer.set(missing, '1', 'EX', missingSeconds);
			}
			throw error;
		});
		const bytes = await imageShelf.take(imageId);
		if (!bytes) {
			throw new Unavailable('image_lost', 'Redis lost the picture. Load it again.');
		}
		await files.write(url, bytes).catch(error => log.warn({err: error}, 'A picture could not be kept; check the disk of DATA_DIR'));
		return bytes;
	}

	/** Only with the same caller: the question of another one may wait in a long line. */
	function share(url: string, callerId: string): Promise<Buffer> {
		const key = `${callerId} ${url}`;
		const asking = underWay.get(key) ?? ask(url).finally(() => underWay.delete(key));
		underWay.set(key, asking);
		return asking;
	}

	return async (url, callerId) => {
		const kept = await files.read(url);
		if (kept) {
			return kept;
		}
		const leave = waiting.tryTake(callerId);
		if (!leave) {
			throw new TooMany('too_many_requests', `${mostPerCaller} pictures are being fetched for you. Wait for some of them.`, retryAfter);
		}
		return share(url, callerId).finally(() => leave());
	};
}
