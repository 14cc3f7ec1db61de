import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {setImmediate as breathe} from 'node:timers/promises';
import {constants, createGunzip, createGzip} from 'node:zlib';
import {createCache} from '#shared/coordination/cache.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import type {Revision} from '#shared/lists/revisions.ts';
import type {FaceCall, FaceReply} from './faces.ts';
import {toJson} from './wire.ts';

interface WholeList {
	/** The revisions of what its rows are made of. */
	revisions: readonly (() => Promise<Revision>)[];
	/** The rows, some at a time. A failure on the way fails the list: programs delete what is not listed. */
	rows(call: FaceCall): AsyncGenerator<readonly unknown[]>;
}

/** A list as it was written last. */
interface Written {
	/** Null if something was being changed meanwhile. */
	revision: string | null;
	bytes: Buffer;
	etag: string;
}

/** What depends on the clock or is no part of a revision, such as what was read from a file, is shown later. */
const longestMs = 10 * minuteMs;
/** Of each list one for all faces that show everything, and one for each library alone. */
const maxKept = 16;
const maxWritten = 16;
/** Rows that are written before others have their turn. */
const rowsOfSlice = 25;

export type WholeLists = ReturnType<typeof createWholeLists>;

/**
 * Lists without pages, which some programs read twice a minute. Each is written once for each revision, in slices that
 * leave the process to others, and kept compressed.
 */
export function createWholeLists() {
	return {
		of(name: string, list: WholeList): (call: FaceCall) => Promise<FaceReply> {
			const last = createCache<Written>({max: maxKept, ttlMs: longestMs});
			const writing = createCache<Promise<Written>>({max: maxWritten, ttlMs: 0});

			/** Callers at the same time share one writer. */
			async function current(call: FaceCall): Promise<Written> {
				const key = `${name} ${call.base}`;
				const known = last.peek(key);
				const revision = await readRevision(list, call);
				if (known && revision !== null && known.revision === revision) {
					return known;
				}
				// Who has just changed something must not get a list that was begun before.
				return writing.get(`${key} ${revision}`, async () => {
					const written = await write(list, revision, call);
					last.set(key, written);
					return written;
				});
			}

			return async call => {
				const written = await current(call);
				await sendWritten(written, call);
				return null;
			};
		},
	};
}

/** Titles move between faces when a library gets an address of its own. */
async function readRevision({revisions}: WholeList, {shelf}: FaceCall): Promise<string | null> {
	const all = await Promise.all(revisions.map(async read => (await read()).ofAll()));
	return all.includes(null) ? null : [...all, ...shelf.apart.map(({id}) => id)].join(' ');
}

async function write(list: WholeList, revision: string | null, call: FaceCall): Promise<Written> {
	const gzip = createGzip({level: constants.Z_BEST_SPEED});
	const chunks: Buffer[] = [];
	gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
	const ended = once(gzip, 'end');
	// A failure is thrown below, where it is waited for.
	ended.catch(() => {});
	gzip.write('[');
	let isFirst = true;
	try {
		for await (const rows of list.rows(call)) {
			for (let start = 0; start < rows.length; start += rowsOfSlice) {
				const text = rows
					.slice(start, start + rowsOfSlice)
					.map(row => toJson(row))
					.join(',');
				if (!gzip.write(isFirst ? text : `,${text}`)) {
					await once(gzip, 'drain');
				}
				isFirst = false;
				await breathe();
			}
		}
	} catch (error) {
		gzip.destroy();
		throw error;
	}
	gzip.end(']');
	await ended;
	const bytes = Buffer.concat(chunks);
	const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
	return {revision, bytes, etag};
}

async function sendWritten({bytes, etag}: Written, {request, response}: FaceCall): Promise<void> {
	response.set({ETag: etag, 'Content-Type': 'application/json; charset=utf-8'}).vary('Accept-Encoding');
	if ((request.get('if-none-match') ?? '').includes(etag.slice(2))) {
		response.status(304).end();
		return;
	}
	response.status(200);
	if (request.acceptsEncodings('gzip') === 'gzip') {
		response.set({'Content-Encoding': 'gzip', 'Content-Length': String(bytes.length)}).end(bytes);
		return;
	}
	await pipeline(Readable.from([bytes]), createGunzip(), response);
}
