import type {ExecutionContext} from 'ava';
import {serveHttp} from './serve-http.ts';

export interface ArrServer {
	url: string;
	/** Whatever was asked, in order; questions have no method in front. */
	asked: string[];
	/** Replies by path below the API; they may be changed. */
	replies: Record<string, unknown>;
}

export const arrKey = '0123456789abcdef0123456789abcdef';
export const arrLogin = {username: 'owner', password: 'correct horse'};

interface Options {
	program: 'radarr' | 'sonarr' | 'prowlarr';
	replies: Record<string, unknown>;
	/** The zip of its newest backup, which only the login to its page opens. */
	backup?: Buffer;
}

const names = {radarr: 'Radarr', sonarr: 'Sonarr', prowlarr: 'Prowlarr'};

/** One of the programs as it answers others: the key opens its API, the login its page with the backups. */
export async function arrServer(t: ExecutionContext, {program, replies: given, backup}: Options): Promise<ArrServer> {
	const api = `/api/${program === 'prowlarr' ? 'v1' : 'v3'}/`;
	const asked: string[] = [];
	const path = '/backup/scheduled/some_backup.zip';
	const replies: Record<string, unknown> = {
		'system/status': {appName: names[program], version: '6.0.4', migrationVersion: 242},
		'system/backup': backup ? [{id: 1, path, time: '2026-01-02T00:00:00Z', size: backup.length}] : [],
		...given,
	};
	const url = await serveHttp(t, (request, response) => {
		const {pathname, searchParams} = new URL(request.url ?? '', 'http://arr.test');
		asked.push(request.method === 'GET' ? pathname : `${request.method} ${pathname}`);
		const json = (status: number, body: unknown) =>
			response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
		const leadTo = (location: string, headers = {}) => response.writeHead(302, {location, ...headers}).end();
		if (pathname === '/login') {
			let body = '';
			request.on('data', part => {
				body += part;
			});
			request.on('end', () => {
				const form = new URLSearchParams(body);
				const isRight = form.get('username') === arrLogin.username && form.get('password') === arrLogin.password;
				return isRight ? leadTo('/', {'set-cookie': 'ArrAuth=ticket; path=/; httponly'}) : leadTo('/login?loginFailed=true');
			});
			return;
		}
		if (pathname === path) {
			request.headers.cookie === 'ArrAuth=ticket' ? response.end(backup) : leadTo('/login');
			return;
		}
		if (request.headers['x-api-key'] !== arrKey) {
			json(401, {error: 'Unauthorized'});
			return;
		}
		const name = pathname.slice(api.length);
		const found = replies[name];
		if (!pathname.startsWith(api) || found === undefined) {
			json(404, {message: 'NotFound'});
			return;
		}
		const only = (key: string) => searchParams.getAll(key).map(Number);
		const key = name === 'moviefile' ? 'movieId' : 'seriesId';
		const isPart = Array.isArray(found) && ['moviefile', 'episode', 'episodefile'].includes(name);
		json(200, isPart ? found.filter(each => only(key).includes(each[key])) : found);
	});
	return {url, asked, replies};
}

const page = (records: unknown[]) => ({page: 1, pageSize: 1000, totalRecords: records.length, records});
const quality = (id: number) => ({quality: {id, name: 'some'}, revision: {version: 2, real: 0, isRepack: false}});

/** What a Radarr with one movie says, whose file is `Paper Harbor.mkv` of 1,000 bytes. */
export const radarrReplies = (): Record<string, unknown> => ({
	tag: [{id: 1, label: 'kids'}],
	rootfolder: [{id: 1, path: '/movies', accessible: true, unmappedFolders: []}],
	qualityprofile: [
		{
			id: 1,
			name: 'Good',
			upgradeAllowed: true,
			cutoff: 7,
			items: [
				{quality: {id: 0, name: 'Unknown'}, items: [], allowed: false},
				{id: 1000, name: 'WEB 1080p', items: [{quality: {id: 15}, items: [], allowed: true}], allowed: true},
				{quality: {id: 7}, items: [], allowed: true},
			],
			formatItems: [{format: 1, name: 'Extended', score: 25}],
			language: {id: -2, name: 'Original'},
		},
	],
	customformat: [
		{
			id: 1,
			name: 'Extended',
			specifications: [
				{
					name: 'word',
					implementation: 'ReleaseTitleSpecification',
					negate: false,
					required: true,
					fields: [{order: 0, name: 'value', value: 'extended'}],
				},
			],
		},
	],
	downloadclient: [
		{
			id: 3,
			name: 'qBittorrent',
			enable: true,
			implementation: 'QBittorrent',
			priority: 1,
			removeCompletedDownloads: true,
			removeFailedDownloads: true,
			tags: [],
			fields: [
				{name: 'host', value: 'qbittorrent'},
				{name: 'port', value: 8080},
				{name: 'password', value: '********'},
				{name: 'movieCategory', value: 'radarr'},
			],
		},
	],
	indexer: [],
	notification: [],
	importlist: [],
	'config/mediamanagement': {id: 1, recycleBin: '', downloadPropersAndRepacks: 'doNotPrefer'},
	'config/naming': {id: 1, renameMovies: true, colonReplacementFormat: 'spaceDash', standardMovieFormat: '{Movie Title}'},
	'config/host': {id: 1, apiKey: arrKey, password: 'of-the-page', proxyEnabled: false},
	movie: [
		{
			id: 40,
			title: 'Paper Harbor',
			year: 2010,
			tmdbId: 11,
			path: '/movies/Paper Harbor (2010)',
			status: 'released',
			overview: 'With a "quote", a ] and a \\ in it.',
			monitored: true,
			hasFile: true,
			movieFileId: 91,
			minimumAvailability: 'inCinemas',
			qualityProfileId: 1,
			tags: [1],
			added: '2024-05-01T12:00:00Z',
		},
	],
	moviefile: [
		{
			id: 91,
			movieId: 40,
			relativePath: 'Paper Harbor.mkv',
			size: 1000,
			dateAdded: '2023-11-09T09:00:00Z',
			sceneName: 'Paper.Harbor.2010.1080p-NOBODY',
			quality: quality(7),
			languages: [{id: 1, name: 'English'}],
			indexerFlags: 32,
		},
	],
	history: page([
		{
			id: 5,
			movieId: 40,
			sourceTitle: 'Paper.Harbor.2010.1080p-NOBODY',
			quality: quality(7),
			date: '2023-11-09T08:00:00Z',
			eventType: 'grabbed',
			downloadId: 'A1',
			data: {indexer: 'Blue'},
		},
	]),
	blocklist: page([]),
	queue: page([
		{
			id: 1,
			movieId: 40,
			title: 'Paper.Harbor.2010.2160p-NOBODY',
			downloadId: 'B2',
			protocol: 'torrent',
			downloadClient: 'qBittorrent',
			size: 5000,
		},
		{id: 2, movieId: 40, title: 'Paper.Harbor.2010.720p-NOBODY', status: 'delay', protocol: 'torrent'},
	]),
});
