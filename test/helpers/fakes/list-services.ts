import type {ExecutionContext} from 'ava';
import type {ListAccounts} from '#workers/integrations/import-lists/list-accounts.ts';
import {type Asked, type Reply, serveReplies} from '../serve-replies.ts';

export interface ListedTitle {
	type: 'movie' | 'show';
	title: string;
	year?: number;
	tmdb?: number;
	imdb?: string;
	tvdb?: number;
}

/** How a service misbehaves while its list is read; pages count from 1. */
export interface Mischief {
	/** This page fails, or leads elsewhere. */
	at?: {page: number; reply: Reply};
	/** From this page on the list has only so many titles, without a word. */
	cut?: {page: number; to: number};
	/** This page shows the one before it again. */
	repeats?: number;
	/** It answers later. */
	until?: Promise<unknown>;
}

interface FakeService {
	url: string;
	titles: ListedTitle[];
	mischief: Mischief;
	/** Lines of requests for the list. */
	asked: Asked[];
	/** Of the account that signed in last; null for nobody. */
	token: string | null;
}

/** The rows of a page as the service is told to send them. */
async function rowsOf({titles, mischief}: FakeService, page: number, perPage: number): Promise<{rows: ListedTitle[]; reply: Reply | null}> {
	const {at, cut, repeats, until} = mischief;
	await until;
	const shown = repeats === page ? page - 1 : page;
	const listed = cut && page >= cut.page ? titles.slice(0, cut.to) : titles;
	return {rows: listed.slice((shown - 1) * perPage, shown * perPage), reply: at?.page === page ? at.reply : null};
}

export interface FakeTrakt extends FakeService {
	/** The most that it sends at once, whatever is asked for. */
	perPage: number;
	/** Where it says that the code is entered. */
	codePage: string;
	/** Seconds for which tokens count. */
	lastSeconds: number;
	/** Statuses of the answers about the code; the last one repeats. */
	codeAnswers: number[];
	/** Refresh tokens that were used, each of which is good for one use. */
	refreshed: string[];
	/** Happens before a refresh token is answered. */
	beforeRefresh: () => Promise<void>;
	/** Happens before a list is sent. */
	beforeList: () => Promise<void>;
}

export async function fakeTrakt(t: ExecutionContext, titles: ListedTitle[] = []): Promise<FakeTrakt> {
	let number = 0;
	let refreshToken: string | null = null;
	const fake: FakeTrakt = {
		url: '',
		titles,
		mischief: {},
		asked: [],
		token: null,
		perPage: 250,
		codePage: 'https://trakt.tv/activate',
		lastSeconds: 86_400,
		codeAnswers: [200],
		refreshed: [],
		beforeRefresh: async () => {},
		beforeList: async () => {},
	};
	function newTokens(): Reply {
		number += 1;
		fake.token = `access-token-${number}`;
		refreshToken = `refresh-token-${number}`;
		return {json: {access_token: fake.token, refresh_token: refreshToken, expires_in: fake.lastSeconds, created_at: 0}};
	}
	async function signIn({path, body}: Asked): Promise<Reply> {
		const given = JSON.parse(body.toString()) as Record<string, string>;
		if (given['client_id'] !== 'the-app') {
			return {status: 403};
		}
		if (path === '/oauth/device/code') {
			const code = {device_code: 'device-code-1', user_code: '5055CC52', verification_url: fake.codePage};
			return {json: {...code, expires_in: 600, interval: 5}};
		}
		if (given['client_secret'] !== 'tell-nobody') {
			return {status: 401};
		}
		if (path === '/oauth/device/token') {
			const status = (fake.codeAnswers.length > 1 ? fake.codeAnswers.shift() : fake.codeAnswers[0]) ?? 200;
			return given['code'] === 'device-code-1' && status === 200 ? newTokens() : {status};
		}
		await fake.beforeRefresh();
		fake.refreshed.push(given['refresh_token'] ?? '');
		return given['refresh_token'] === refreshToken ? newTokens() : {status: 401};
	}
	fake.url = await serveReplies(t, async asked => {
		const {path, query, headers} = asked;
		if (path.startsWith('/oauth/')) {
			return signIn(asked);
		}
		fake.asked.push(asked);
		await fake.beforeList();
		if (headers['trakt-api-key'] !== 'the-app') {
			return {status: 403};
		}
		if (/\/me\/|recommendations/.test(path) && headers.authorization !== `Bearer ${fake.token}`) {
			return {status: 401};
		}
		const size = Math.min(Number(query.get('limit') ?? 10), fake.perPage);
		const {rows, reply} = await rowsOf(fake, Number(query.get('page') ?? 1), size);
		const counts = {'x-pagination-page-count': Math.ceil(fake.titles.length / size), 'x-pagination-item-count': fake.titles.length};
		const bare = /popular/.test(path);
		const json = rows.map(({type, title, year, tmdb, imdb, tvdb}) => {
			const named = {title, year: year ?? null, ids: {trakt: 1, slug: title, tmdb: tmdb ?? null, imdb: imdb ?? null, tvdb: tvdb ?? null}};
			return bare ? named : {type, [type]: named};
		});
		const texts = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)]));
		return reply ?? {json, headers: /boxoffice/.test(path) ? {} : texts};
	});
	return fake;
}

export interface FakePlex extends FakeService {
	/** Answers about the code: whether it was entered by now; null once it is gone. */
	entered: (boolean | null)[];
	/** Tokens with which its accounts were told that they are still used. */
	pings: string[];
}

/** The accounts, and the watchlist, of Plex. */
export async function fakePlex(t: ExecutionContext, titles: ListedTitle[] = []): Promise<FakePlex> {
	const fake: FakePlex = {url: '', titles, mischief: {}, asked: [], token: null, entered: [true], pings: []};
	fake.url = await serveReplies(t, async asked => {
		const {path, method, query, headers} = asked;
		if (!headers['x-plex-client-identifier']) {
			return {status: 400};
		}
		if (path === '/api/v2/pins' && method === 'POST') {
			return {status: 201, json: {id: 77, code: 'ABCD', expiresIn: 900, authToken: null}};
		}
		if (path === '/api/v2/ping') {
			fake.pings.push(headers['x-plex-token'] as string);
			return {status: headers['x-plex-token'] === fake.token ? 200 : 401, json: {pong: true}};
		}
		if (path === '/api/v2/pins/77') {
			const isEntered = fake.entered.length > 1 ? fake.entered.shift() : fake.entered[0];
			fake.token = isEntered ? 'plex-token-1' : fake.token;
			return isEntered === null ? {status: 404} : {json: {id: 77, code: 'ABCD', authToken: isEntered ? fake.token : null}};
		}
		fake.asked.push(asked);
		if (headers['x-plex-token'] !== fake.token) {
			return {status: 401, json: {message: `${headers['x-plex-token']} is no token`}};
		}
		const type = query.get('type') === '1' ? 'movie' : 'show';
		const listed = fake.titles.filter(title => title.type === type);
		const [start, size] = [Number(headers['x-plex-container-start']), Math.min(Number(headers['x-plex-container-size']), 100)];
		const {rows, reply} = await rowsOf({...fake, titles: listed}, start / size + 1, size);
		const items = rows.map(({title, year, tmdb, imdb, tvdb}) => ({
			type,
			title,
			year,
			guid: 'plex://x/1',
			Guid: [tmdb && {id: `tmdb://${tmdb}`}, imdb && {id: `imdb://${imdb}`}, tvdb && {id: `tvdb://${tvdb}`}].filter(Boolean),
		}));
		return reply ?? {json: {MediaContainer: {offset: start, size: rows.length, totalSize: listed.length, Metadata: items}}};
	});
	return fake;
}

/** So many movies with ids. */
export const listedMovies = (count: number): ListedTitle[] =>
	Array.from({length: count}, (_, index) => ({type: 'movie', title: `M${index + 1}`, year: 2000, tmdb: index + 1}));

/** Nobody has signed in anywhere. */
export const noAccounts: ListAccounts = {open: async () => null, renew: async (_listId, seen) => seen};
