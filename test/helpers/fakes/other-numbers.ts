import type {ExecutionContext} from 'ava';
import {type Asked, type Reply, serveReplies} from '../serve-replies.ts';

export interface FakeTvdb {
	/** With the version, as the setting `meta.tvdbUrl` has it. */
	url: string;
	/** By the id of the series: its episodes in its official order. */
	series: Map<number, Record<string, unknown>[]>;
	/** Other orders, by their name, such as `dvd`. */
	orders: Map<string, Record<string, unknown>[]>;
	logins: number;
	/** Paths that were asked for, with their queries. */
	asked: string[];
	/** Ends all tokens. */
	forgetTokens(): void;
	/** Replaces the answer if it returns something. */
	answer: (asked: Asked) => Reply | null | Promise<Reply | null>;
}

const pageSize = 500;

/** TVDB's API 4: a login for a token, and episodes in pages. */
export async function fakeTvdb(t: ExecutionContext, {apiKey = 'tvdb-key', pin = ''} = {}): Promise<FakeTvdb> {
	const tokens = new Set<string>();
	const fake: FakeTvdb = {
		url: '',
		series: new Map(),
		orders: new Map(),
		logins: 0,
		asked: [],
		forgetTokens: () => tokens.clear(),
		answer: () => null,
	};
	const failure = (status: number, message: string): Reply => ({status, json: {status: 'failure', message, data: null}});

	function logIn({body}: Asked): Reply {
		const given = JSON.parse(body.toString()) as {apikey?: string; pin?: string};
		if (given.apikey !== apiKey || (given.pin ?? '') !== pin) {
			return failure(401, 'InvalidAPIKey: API key missing or invalid');
		}
		fake.logins += 1;
		const token = `token-${fake.logins}`;
		tokens.add(token);
		return {json: {status: 'success', data: {token}}};
	}

	const origin = await serveReplies(t, async asked => {
		const {path, query, method, headers} = asked;
		fake.asked.push(`${path}?${query}`);
		const replaced = await fake.answer(asked);
		if (replaced) {
			return replaced;
		}
		if (path === '/v4/login' && method === 'POST') {
			return logIn(asked);
		}
		if (!tokens.has((headers.authorization ?? '').replace('Bearer ', ''))) {
			return failure(401, 'Unauthorized');
		}
		const [, id = '', order = ''] = /^\/v4\/series\/(\d+)\/episodes\/(\w+)$/.exec(path) ?? [];
		const episodes = order === 'official' ? fake.series.get(Number(id)) : fake.orders.get(order);
		const page = Number(query.get('page'));
		return episodes
			? {json: {status: 'success', data: {series: {id: Number(id)}, episodes: episodes.slice(page * pageSize, (page + 1) * pageSize)}}}
			: failure(404, 'Not Found');
	});
	fake.url = `${origin}/v4`;
	return fake;
}

export interface FakeXem {
	/** As the setting `meta.sceneMapUrl` has it. */
	url: string;
	/** By TVDB's id of the series. */
	maps: Map<number, {tvdb: [number, number]; scene: [number, number, number?]}[]>;
	names: Map<number, Record<string, number>[]>;
	/** Paths that were asked for, and when, in milliseconds of this process. */
	asked: {path: string; at: number}[];
	/** Replaces the answer if it returns something. */
	answer: (path: string) => Reply | null;
}

/** A service of scene numbers that speaks as TheXEM does, also when it has nothing. */
export async function fakeXem(t: ExecutionContext): Promise<FakeXem> {
	const fake: FakeXem = {url: '', maps: new Map(), names: new Map(), asked: [], answer: () => null};
	const success = (data: unknown): Reply => ({json: {result: 'success', data, message: ''}});
	fake.url = await serveReplies(t, ({path, query}) => {
		fake.asked.push({path, at: performance.now()});
		const replaced = fake.answer(path);
		if (replaced) {
			return replaced;
		}
		if (path === '/map/havemap') {
			return success([...fake.maps.keys()].map(String));
		}
		if (path === '/map/allNames') {
			return success(Object.fromEntries([...fake.names].map(([id, names]) => [String(id), names])));
		}
		const rows = fake.maps.get(Number(query.get('id')));
		return rows
			? success(
					rows.map(({tvdb, scene}) => ({
						tvdb: {season: tvdb[0], episode: tvdb[1], absolute: 0},
						scene: {season: scene[0], episode: scene[1], absolute: scene[2] ?? 0},
					})),
				)
			: {json: {result: 'failure', data: [], message: `no show with the tvdb_id ${query.get('id')} found`}};
	});
	return fake;
}
