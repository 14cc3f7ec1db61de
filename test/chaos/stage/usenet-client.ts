import {mkdir} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {type SandboxReply, serve} from '#scripts/demo/sandbox/serve.ts';
import {writeVideo} from '#scripts/demo/sandbox/video.ts';

interface Job {
	id: string;
	/** The name the service gave it. */
	name: string;
	/** The release inside the nzb. */
	release: string;
	startedAt: number;
	/** Seconds that the download takes. */
	seconds: number;
	/** Null while it downloads. */
	folder: string | null;
}

/** A usenet client that speaks SABnzbd's API, with made-up downloads. */
export interface UsenetClient {
	url: string;
	apiKey: string;
	category: string;
	/** How often each release was added. */
	added: ReadonlyMap<string, number>;
	/** Releases of the jobs it holds now, in the queue and in the history. */
	holds(): string[];
	/** When its queue was read, in milliseconds of `performance.now()`. */
	reads: readonly number[];
	close(): Promise<void>;
}

interface ClientOptions {
	/** Where finished downloads lie. */
	folder: string;
	/** Bytes of each video. */
	size: number;
	/** Names of the videos of a release, without their ending. */
	videosOf: (release: string) => string[];
	/** Seconds that the nth download takes. */
	secondsOf: (number: number) => number;
	/** Milliseconds between taking a job and saying so. */
	answerMs?: () => number;
}

const category = 'kinoteka';
const megabytes = 48;

export async function openUsenetClient(options: ClientOptions): Promise<UsenetClient> {
	const jobs = new Map<string, Job>();
	const added = new Map<string, number>();
	const reads: number[] = [];
	let finished = Promise.resolve();
	const apiKey = 'stage-client-key';
	const modes: Record<string, (params: URLSearchParams, request: IncomingMessage) => unknown> = {
		version: () => ({version: '4.3.2'}),
		get_config: () => ({config: {categories: [{name: category, dir: ''}], misc: {}}}),
		async addfile(params, request) {
			const release = /release=([^;]{1,300});/.exec(await bodyOf(request))?.[1] ?? 'unknown';
			added.set(release, (added.get(release) ?? 0) + 1);
			const number = [...added.values()].reduce((sum, times) => sum + times, 0);
			const id = `SABnzbd_nzo_${number}`;
			const name = params.get('nzbname') ?? release;
			jobs.set(id, {id, release, name, startedAt: performance.now(), seconds: options.secondsOf(number), folder: null});
			await pause(options.answerMs?.() ?? 0);
			return {status: true, nzo_ids: [id]};
		},
		queue(params) {
			reads.push(performance.now());
			return params.get('name') === 'delete' ? drop(jobs, params, 'queue') : {queue: {paused: false, slots: queueOf(jobs)}};
		},
		async history(params) {
			// One after another, so that no file is written twice.
			finished = finished.then(() => finish(jobs, options));
			await finished;
			return params.get('name') === 'delete' ? drop(jobs, params, 'history') : {history: {slots: historyOf(jobs, options.size)}};
		},
	};
	const server = await serve(async (url, request): Promise<SandboxReply> => {
		const {searchParams} = url;
		const mode = modes[searchParams.get('mode') ?? ''];
		const known = searchParams.get('apikey') === apiKey && mode;
		const body = known ? await known(searchParams, request) : {status: false, error: 'API Key Incorrect'};
		return {type: 'application/json', body: JSON.stringify(body)};
	});
	return {
		url: server.url,
		apiKey,
		category,
		added,
		holds: () => [...jobs.values()].map(({release}) => release),
		reads,
		close: server.close,
	};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) {
		parts.push(part as Buffer);
	}
	return Buffer.concat(parts).toString('latin1');
}

const elapsed = ({startedAt}: Job) => (performance.now() - startedAt) / 1000;

function queueOf(jobs: ReadonlyMap<string, Job>): unknown[] {
	return [...jobs.values()]
		.filter(({folder}) => folder === null)
		.map(job => {
			const left = Math.max(0, 1 - elapsed(job) / job.seconds) * megabytes;
			return {
				nzo_id: job.id,
				filename: job.name,
				cat: category,
				status: 'Downloading',
				mb: String(megabytes),
				mbleft: left.toFixed(2),
				timeleft: '0:00:30',
			};
		});
}

/** Writes the files of the downloads whose time is over. */
async function finish(jobs: ReadonlyMap<string, Job>, {folder, size, videosOf}: ClientOptions): Promise<void> {
	for (const job of [...jobs.values()].filter(each => each.folder === null && elapsed(each) >= each.seconds)) {
		const place = join(folder, job.id, job.name);
		await mkdir(place, {recursive: true});
		for (const name of videosOf(job.release)) {
			await writeVideo({path: join(place, `${name}.mkv`), lines: 480, size, name, sparse: true});
		}
		job.folder = place;
	}
}

function historyOf(jobs: ReadonlyMap<string, Job>, bytes: number): unknown[] {
	return [...jobs.values()]
		.filter(({folder}) => folder !== null)
		.map(({id, name, folder}) => ({nzo_id: id, name, category, status: 'Completed', storage: folder, bytes, fail_message: ''}));
}

function drop(jobs: Map<string, Job>, params: URLSearchParams, list: 'queue' | 'history'): unknown {
	const job = jobs.get(params.get('value') ?? '');
	if (job && (job.folder === null) === (list === 'queue')) {
		jobs.delete(job.id);
	}
	return {status: true};
}
