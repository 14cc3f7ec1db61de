import type {ExecutionContext} from 'ava';
import {parseMagnet} from '#workers/integrations/torrents/magnet.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';
import {type Asked, type Reply, serveReplies} from '../serve-replies.ts';

export interface FakeQbittorrent {
	url: string;
	/** Rows of `torrents/info`; tests may change them. */
	torrents: Record<string, unknown>[];
	/** The files of each torrent, by hash; 404 for a hash that is not here. */
	files: Map<string, {name: string; size: number; progress?: number}[]>;
	/** Hashes whose files were asked for. */
	filesAsked: string[];
	categories: Set<string>;
	preferences: Record<string, unknown>;
	/** The forms of `torrents/add`. */
	added: Record<string, string>[];
	logins: number;
	/** Ends all sessions, as a restart does. */
	forgetSessions(): void;
}

export interface FakeOptions {
	apiVersion?: string;
	/** Answers like version 5.2: 204, cookie `QBT_SID_<port>`, JSON counts. */
	modern?: boolean;
	password?: string;
	apiKey?: string;
}

const plain = {'content-type': 'text/plain; charset=UTF-8'};

export async function fakeQbittorrent(t: ExecutionContext, options: FakeOptions = {}): Promise<FakeQbittorrent> {
	const {apiVersion = '2.8.19', modern = false, password = 'right horse', apiKey} = options;
	const sessions = new Set<string>();
	const fake: FakeQbittorrent = {
		url: '',
		torrents: [],
		files: new Map(),
		filesAsked: [],
		categories: new Set(),
		preferences: {dht: true},
		added: [],
		logins: 0,
		forgetSessions: () => sessions.clear(),
	};

	const logIn = ({body}: Asked): Reply => {
		fake.logins += 1;
		if (new URLSearchParams(body.toString()).get('password') !== password) {
			return modern ? {status: 401, body: ''} : {headers: plain, body: 'Fails.'};
		}

		const id = `s${fake.logins}`;
		sessions.add(id);
		const cookie = `${modern ? 'QBT_SID_8080' : 'SID'}=${id}; HttpOnly; SameSite=Strict; path=/`;
		return modern ? {status: 204, headers: {'set-cookie': cookie}} : {headers: {...plain, 'set-cookie': cookie}, body: 'Ok.'};
	};

	const isKnown = ({headers}: Asked) => {
		const [cookieName, id = ''] = (headers.cookie ?? '').split('=');
		const bearer = apiKey !== undefined && headers.authorization === `Bearer ${apiKey}`;
		return bearer || (cookieName === (modern ? 'QBT_SID_8080' : 'SID') && sessions.has(id));
	};

	fake.url = await serveReplies(t, asked => {
		const path = asked.path.replace('/api/v2/', '');
		if (asked.headers.referer !== `${fake.url}/`) {
			return {status: 401, body: 'Unauthorized'};
		}

		if (path === 'auth/login') {
			return logIn(asked);
		}

		return isKnown(asked) ? answerCall(fake, path, {asked, apiVersion, modern}) : {status: 403, body: 'Forbidden'};
	});
	return fake;
}

interface Call {
	asked: Asked;
	apiVersion: string;
	modern: boolean;
}

async function answerCall(fake: FakeQbittorrent, path: string, {asked, apiVersion, modern}: Call): Promise<Reply> {
	const form = new URLSearchParams(asked.body.toString());
	const calls: Record<string, () => Reply | Promise<Reply>> = {
		'app/webapiVersion': () => ({headers: plain, body: apiVersion}),
		'app/version': () => ({headers: plain, body: modern ? 'v5.3.0' : 'v4.5.2'}),
		'app/preferences': () => ({json: fake.preferences}),
		'torrents/categories': () => ({json: Object.fromEntries([...fake.categories].map(name => [name, {name, savePath: ''}]))}),
		'torrents/createCategory': () => createCategory(fake, form.get('category') ?? ''),
		'torrents/info': () => ({json: select(fake, asked.query)}),
		'torrents/files': () => listFiles(fake, asked.query.get('hash') ?? ''),
		'torrents/add': () => add(fake, asked, modern),
		'torrents/setCategory': () => {
			const row = fake.torrents.find(({hash}) => hash === form.get('hashes'));
			Object.assign(row ?? {}, {category: form.get('category')});
			return {body: ''};
		},
		...Object.fromEntries(
			(modern ? ['stop', 'start', 'topPrio', 'bottomPrio'] : ['pause', 'resume', 'topPrio', 'bottomPrio']).map(method => [
				`torrents/${method}`,
				() => control(fake, method, form.get('hashes') ?? ''),
			]),
		),
		'torrents/delete': () => {
			fake.torrents = fake.torrents.filter(({hash}) => hash !== form.get('hashes'));
			fake.added.push({deleted: form.get('hashes') ?? '', files: form.get('deleteFiles') ?? ''});
			return {body: ''};
		},
	};
	return calls[path]?.() ?? {status: 404, body: 'Not Found'};
}

function createCategory(fake: FakeQbittorrent, name: string): Reply {
	if (name.includes('//') || fake.categories.has(name)) {
		return {status: 409, body: ''};
	}

	fake.categories.add(name);
	return {body: ''};
}

function listFiles(fake: FakeQbittorrent, hash: string): Reply {
	const files = fake.files.get(hash);
	fake.filesAsked.push(hash);
	return files ? {json: files} : {status: 404, body: 'Not Found'};
}

function select({torrents}: FakeQbittorrent, query: URLSearchParams): Record<string, unknown>[] {
	const hashes = query.get('hashes')?.split('|');
	const category = query.get('category');
	return torrents.filter(row => (hashes?.includes(String(row['hash'])) ?? true) && (category === null || row['category'] === category));
}

async function add(fake: FakeQbittorrent, {body, headers}: Asked, modern: boolean): Promise<Reply> {
	const request = new Request('http://localhost/', {
		method: 'POST',
		body: Uint8Array.from(body),
		headers: {'content-type': headers['content-type'] ?? ''},
	});
	const form = await request.formData();
	const file = form.get('torrents');
	const hash =
		file instanceof File
			? parseTorrentFile(new Uint8Array(await file.arrayBuffer())).infoHash
			: parseMagnet(String(form.get('urls')))?.infoHash;
	fake.added.push(Object.fromEntries([...form].map(([key, value]) => [key, value instanceof File ? value.name : value])));
	if (!hash || fake.torrents.some(row => row['hash'] === hash)) {
		return modern ? {status: 409, json: {success_count: 0, pending_count: 0, failure_count: 1}} : {headers: plain, body: 'Fails.'};
	}

	const stopped = (form.get('stopped') ?? form.get('paused')) === 'true';
	fake.torrents.push({
		hash,
		name: 'added',
		size: 1000,
		progress: 0,
		state: stopped ? 'stoppedDL' : 'downloading',
		category: form.get('category'),
	});
	return modern ? {json: {success_count: 1, pending_count: 0, failure_count: 0}} : {headers: plain, body: 'Ok.'};
}

function control(fake: FakeQbittorrent, method: string, hashes: string): {body: string} {
	fake.added.push({[method]: hashes});
	const states: Record<string, string> = {stop: 'stoppedDL', pause: 'pausedDL', start: 'downloading', resume: 'downloading'};
	for (const row of fake.torrents.filter(({hash}) => hashes.split('|').includes(String(hash)))) {
		Object.assign(row, states[method] && {state: states[method]});
	}
	return {body: ''};
}
