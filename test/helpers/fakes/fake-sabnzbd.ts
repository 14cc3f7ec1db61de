import {buffer} from 'node:stream/consumers';
import type {ExecutionContext} from 'ava';
import {serveHttp} from '../serve-http.ts';

interface Job {
	nzo_id: string;
	/** The name that it was added with. */
	filename: string;
}

export interface FakeSabnzbd {
	url: string;
	/** The jobs in its queue; tests may change them. */
	queue: Job[];
	/** Rows of its history. */
	history: Record<string, unknown>[];
	/** How often it was asked to add something. */
	asked: number;
	/** What becomes of the next additions: taken and answered, taken without an answer, lost, or refused. */
	mood: 'answers' | 'takesSilently' | 'losesIt' | 'refuses';
	/** False when even its lists do not answer. */
	lists: boolean;
	/** Called with a new job before the answer goes out. */
	onTaken: () => void;
	deleted: string[];
}

/** SABnzbd's API over a real socket. It breaks the connection where it gives no answer. */
export async function fakeSabnzbd(t: ExecutionContext): Promise<FakeSabnzbd> {
	const fake: FakeSabnzbd = {
		url: '',
		queue: [],
		history: [],
		asked: 0,
		mood: 'answers',
		lists: true,
		onTaken: () => {},
		deleted: [],
	};
	fake.url = await serveHttp(t, (request, response) => {
		void buffer(request).then(() => {
			const answer = reply(fake, new URL(request.url ?? '/', 'http://localhost').searchParams);
			if (answer === null) {
				request.socket.destroy();
				return;
			}
			response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(answer));
		});
	});
	return fake;
}

/** Null for no answer. */
function reply(fake: FakeSabnzbd, query: URLSearchParams): object | null {
	const mode = query.get('mode');
	if (mode === 'addfile') {
		return add(fake, query.get('nzbname') ?? '');
	}
	if (!fake.lists) {
		return null;
	}
	if (query.get('name') === 'delete') {
		return remove(fake, query.get('value') ?? '');
	}
	if (mode === 'queue') {
		const shown = {cat: 'kinoteka', status: 'Downloading', mb: '100', mbleft: '50', timeleft: '0:10:00'};
		return {queue: {paused: false, slots: fake.queue.map(job => ({...shown, ...job}))}};
	}
	return mode === 'history' ? {history: {slots: fake.history}} : {status: false, error: 'No such mode'};
}

function add(fake: FakeSabnzbd, filename: string): object | null {
	fake.asked += 1;
	if (fake.mood === 'refuses') {
		return {status: false, error: 'The disk is full'};
	}
	if (fake.mood === 'losesIt') {
		return null;
	}
	const job = {nzo_id: `SABnzbd_nzo_${fake.asked}`, filename};
	fake.queue.push(job);
	fake.onTaken();
	return fake.mood === 'answers' ? {status: true, nzo_ids: [job.nzo_id]} : null;
}

function remove(fake: FakeSabnzbd, id: string): object {
	fake.queue = fake.queue.filter(({nzo_id}) => nzo_id !== id);
	fake.deleted.push(id);
	return {status: true};
}
