import type {ExecutionContext} from 'ava';
import {parseMagnet} from '#workers/integrations/torrents/magnet.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';
import {type Asked, type Reply, serveReplies} from '../serve-replies.ts';

export interface FakeTransmission {
	url: string;
	torrents: Record<string, unknown>[];
	session: Record<string, unknown>;
	/** The arguments of all calls, by method. */
	calls: {method: string; args: Record<string, unknown>}[];
	/** What to send next instead of an ordinary answer. */
	refuseWith: {status: number} | {result: string} | null;
	/** Changes the session id, as a restart does. */
	newSession(): void;
}

export async function fakeTransmission(t: ExecutionContext, {password = 'right horse'} = {}): Promise<FakeTransmission> {
	let session = 1;
	const fake: FakeTransmission = {
		url: '',
		torrents: [],
		session: {version: '3.00 (bb6b5a062e)', 'rpc-version': 16, 'download-dir': '/var/downloads/'},
		calls: [],
		refuseWith: null,
		newSession: () => {
			session += 1;
		},
	};
	const credentials = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

	fake.url = await serveReplies(t, asked => {
		if (asked.path !== '/transmission/rpc') {
			return {status: 404, body: 'not here'};
		}

		if (asked.headers.authorization !== credentials) {
			return {status: 401, body: '<h1>401: Unauthorized</h1>'};
		}

		if (asked.headers['x-transmission-session-id'] !== `id-${session}`) {
			return {status: 409, headers: {'x-transmission-session-id': `id-${session}`}, body: '<h1>409: Conflict</h1>'};
		}

		return answer(fake, asked);
	});
	return fake;
}

function answer(fake: FakeTransmission, asked: Asked): Reply {
	const {method, arguments: args} = JSON.parse(asked.body.toString());
	fake.calls.push({method, args});
	if (fake.refuseWith) {
		return 'status' in fake.refuseWith ? {...fake.refuseWith, body: ''} : {json: {...fake.refuseWith, arguments: {}}};
	}

	const hashes: string[] | undefined = args.ids;
	const chosen = fake.torrents.filter(({hashString}) => hashes?.includes(String(hashString)) ?? true);
	const answers: Record<string, () => unknown> = {
		'session-get': () => fake.session,
		'torrent-get': () => ({torrents: chosen}),
		'torrent-add': () => add(fake, args),
		'torrent-set': () => {
			const {ids, ...changes} = args;
			chosen.forEach(torrent => {
				Object.assign(torrent, changes);
			});
			return {};
		},
		'torrent-stop': () => change(chosen, {status: 0}),
		'torrent-start': () => change(chosen, {status: 4}),
		'queue-move-top': () => change(chosen, {queuePosition: 0}),
		'queue-move-bottom': () => change(chosen, {queuePosition: fake.torrents.length - 1}),
		'torrent-remove': () => {
			fake.torrents = fake.torrents.filter(torrent => !chosen.includes(torrent));
			return {};
		},
	};
	const run = answers[method];
	return {json: run ? {result: 'success', arguments: run()} : {result: 'method name not recognized', arguments: {}}};
}

function change(chosen: readonly Record<string, unknown>[], changes: object): object {
	chosen.forEach(torrent => {
		Object.assign(torrent, changes);
	});
	return {};
}

function add(fake: FakeTransmission, {metainfo, filename, paused, ...place}: Record<string, unknown>): unknown {
	const source = metainfo ? parseTorrentFile(Buffer.from(String(metainfo), 'base64')) : parseMagnet(String(filename));
	const known = fake.torrents.find(({hashString}) => hashString === source?.infoHash);
	if (known) {
		return {'torrent-duplicate': {hashString: known['hashString'], id: 1, name: known['name']}};
	}

	const row = {
		hashString: source?.infoHash,
		name: source?.name,
		downloadDir: place['download-dir'],
		totalSize: 1000,
		leftUntilDone: 1000,
		status: paused ? 0 : 4,
		errorString: '',
		eta: -1,
		labels: [],
		trackerStats: [],
	};
	fake.torrents.push(row);
	return {'torrent-added': {hashString: row.hashString, id: 1, name: row.name}};
}
