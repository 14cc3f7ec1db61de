import type {ExecutionContext} from 'ava';
import {serveHttp} from '../serve-http.ts';

export interface FakeProwlarr {
	url: string;
	apiKey: string;
	paths: string[];
	indexers: object[];
	appName: string;
}

const fields = (values: Record<string, unknown>) => Object.entries(values).map(([name, value], order) => ({order, name, value}));
const limits = {'baseSettings.queryLimit': 100, 'baseSettings.grabLimit': 20, 'baseSettings.limitsUnit': 1};
const seeding = {
	'torrentBaseSettings.appMinimumSeeders': 5,
	'torrentBaseSettings.seedRatio': 1.5,
	'torrentBaseSettings.seedTime': 4320,
	'torrentBaseSettings.packSeedTime': 10_080,
};

/** What a Prowlarr with made-up indexers answers; it masks keys and tells the settings of definitions. */
export async function fakeProwlarr(t: ExecutionContext, meadow: string): Promise<FakeProwlarr> {
	const usual = {enable: true, protocol: 'torrent', priority: 25, appProfileId: 1, tags: [] as number[]};
	const fake: FakeProwlarr = {
		url: '',
		apiKey: 'key-of-prowlarr',
		paths: [],
		appName: 'Prowlarr',
		indexers: [
			{
				...usual,
				id: 1,
				name: 'Meadow',
				implementation: 'Cardigann',
				priority: 12,
				fields: fields({
					definitionFile: 'meadow',
					baseUrl: `${meadow}/`,
					...limits,
					...seeding,
					username: 'vera',
					password: 'correct horse',
					sort: 1,
					free: 'True',
					gone: 'x',
				}),
			},
			{
				...usual,
				id: 2,
				name: 'Old Mill',
				implementation: 'Newznab',
				protocol: 'usenet',
				appProfileId: 2,
				fields: fields({baseUrl: 'https://mill.example', apiPath: '/api', apiKey: '********', vipExpiration: '2030-01-31', ...limits}),
			},
			{
				...usual,
				id: 3,
				name: 'Native',
				implementation: 'SomeSite',
				fields: fields({baseUrl: 'https://native.example', apiKey: '********'}),
			},
			{
				...usual,
				id: 4,
				name: 'Hidden',
				implementation: 'Cardigann',
				tags: [1, 2],
				fields: fields({definitionFile: 'meadow', baseUrl: 'https://other.example/', username: 'vera', password: '********'}),
			},
		],
	};
	fake.url = await serveHttp(t, (request, response) => {
		const path = (request.url ?? '').replace('/api/v1/', '');
		fake.paths.push(path);
		if (request.headers['x-api-key'] !== fake.apiKey) {
			response.writeHead(401).end('{}');
			return;
		}
		const replies: Record<string, unknown> = {
			'system/status': {appName: fake.appName, version: '2.3.6'},
			indexer: fake.indexers,
			indexerproxy: [
				{id: 1, name: 'Solver', implementation: 'FlareSolverr', tags: [1], fields: []},
				{id: 2, name: 'VPN', implementation: 'Socks5', tags: [2], fields: []},
			],
			appprofile: [
				{id: 1, name: 'Standard', enableRss: true, enableAutomaticSearch: true, enableInteractiveSearch: true, minimumSeeders: 1},
				{id: 2, name: 'By hand', enableRss: false, enableAutomaticSearch: false, enableInteractiveSearch: true, minimumSeeders: 1},
			],
			tag: [
				{id: 1, label: 'solver'},
				{id: 2, label: 'vpn'},
			],
		};
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(replies[path] ?? {}));
	});
	return fake;
}
