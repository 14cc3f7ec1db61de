import {join} from 'node:path';
import test from 'ava';
import {arrKey, arrServer, radarrReplies} from '#test/helpers/arr-server.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {prowlarrDatabase} from '#test/helpers/prowlarr-database.ts';
import {withMoves} from '#test/helpers/world/moved-household.ts';
import {handleRunMove} from '#workers/backfill/moves/run-move.ts';
import {handleUndoMove} from '#workers/backfill/moves/undo-move.ts';

const fields = (values: object) => Object.entries(values).map(([name, value]) => ({name, value}));
const opens = {apiKey: arrKey, username: null, password: null};
const prowlarrReplies = {
	indexer: [
		{
			id: 5,
			name: 'Blue',
			implementation: 'Torznab',
			protocol: 'torrent',
			enable: true,
			priority: 25,
			appProfileId: 1,
			tags: [],
			fields: fields({baseUrl: 'https://blue.example', apiPath: '/api', apiKey: 'key-of-blue'}),
		},
		{
			id: 6,
			name: 'Green',
			implementation: 'Torznab',
			protocol: 'torrent',
			enable: true,
			appProfileId: 1,
			tags: [],
			fields: fields({baseUrl: 'https://green.example', apiPath: '/api', apiKey: '********'}),
		},
	],
	indexerproxy: [],
	appprofile: [{id: 1, name: 'Standard', enableRss: true, enableAutomaticSearch: true, enableInteractiveSearch: true, minimumSeeders: 1}],
	applications: [],
	tag: [],
	'system/status': {appName: 'Prowlarr', version: '2.3.6', migrationVersion: 43},
};

test('indexers of Prowlarr come once, and rules and collections of Radarr with them', async t => {
	const world = await withMoves(t, {'films/Paper Harbor (2010)/Paper Harbor.mkv': 1000});
	const {deps, media, planFrom, run} = world;
	const condition = (kind: string, value: unknown) => ({
		name: kind,
		implementation: `${kind}Specification`,
		negate: false,
		required: true,
		fields: fields({value}),
	});
	const radarr = await arrServer(t, {
		program: 'radarr',
		replies: {
			...radarrReplies(),
			indexer: [
				{
					id: 3,
					name: 'Blue (Prowlarr)',
					implementation: 'Torznab',
					enableRss: true,
					enableAutomaticSearch: true,
					enableInteractiveSearch: true,
					tags: [],
					fields: fields({baseUrl: 'http://prowlarr:9696/5/', apiPath: '/api', apiKey: 'key-of-prowlarr'}),
				},
			],
			autotagging: [
				{
					id: 1,
					name: 'Family',
					tags: [1],
					specifications: [condition('Genre', ['Family', 'Animation']), condition('RootFolder', '/movies')],
				},
				{id: 2, name: 'Odd', tags: [1], specifications: [condition('Phase', 3)]},
				{id: 3, name: 'Nordic', tags: [1], specifications: [condition('OriginalLanguage', 15)]},
			],
			collection: [
				{
					id: 1,
					tmdbId: 500,
					title: 'Harbors',
					monitored: true,
					qualityProfileId: 1,
					rootFolderPath: '/movies',
					minimumAvailability: 'released',
					tags: [1],
				},
				{id: 2, tmdbId: 501, title: 'Others', monitored: false},
			],
		},
	});
	const prowlarr = await arrServer(t, {program: 'prowlarr', replies: prowlarrReplies});
	const sources = [
		{program: 'radarr' as const, url: radarr.url, ...opens},
		{program: 'prowlarr' as const, url: prowlarr.url, ...opens},
	];
	const {move, rows} = await planFrom(sources, [{from: '/movies', to: join(media, 'films')}]);
	t.like(move, {state: 'planned', message: null});
	const said = rows.filter(({kind}) => kind === 'autoTag' || kind === 'collection' || kind === 'indexer');
	t.deepEqual(
		said.map(({program, title, outcome}) => `${program} ${title}: ${outcome}`),
		[
			'radarr Blue (Prowlarr): comes',
			'radarr Family: comes',
			'radarr Odd: cannot',
			'radarr Nordic: comes',
			'radarr Harbors: comes',
			'radarr Others: comes',
			'prowlarr Blue: comes',
			'prowlarr Green: needsYou',
		],
	);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, run());
	t.like(await deps.moves.get(move.id), {state: 'completed', message: null});
	t.deepEqual(
		(await deps.indexers.list()).map(({name, url, apiKey}) => [name, url, apiKey]),
		[['Blue', 'https://blue.example', 'key-of-blue']],
	);
	const root = join(media, 'films');
	t.like(
		(await deps.autoTags.list()).find(({name}) => name === 'Family'),
		{
			name: 'Family',
			tags: ['kids'],
			conditions: [
				{kind: 'genre', value: 'Family', required: false},
				{kind: 'genre', value: 'Animation', required: false},
				{kind: 'rootFolder', value: root, required: true},
			],
		} as never,
	);
	const nordic = (await deps.autoTags.list()).find(({name}) => name === 'Nordic');
	t.deepEqual(
		nordic?.conditions.map(({kind, value}) => [kind, value]),
		['no', 'nb', 'nn'].map(code => ['originalLanguage', code]),
	);
	const collection = await deps.titleCollections.findByMetaId(500);
	t.like(collection, {title: 'Harbors', monitored: true, rootFolderPath: root, tags: ['kids']});
	await deps.moves.move(move.id, ['completed'], {state: 'undoing'}, deps.now());
	await handleUndoMove({moveId: move.id}, deps, run());
	t.deepEqual([await deps.indexers.list(), await deps.autoTags.list()], [[], []]);
	t.like(await deps.titleCollections.findByMetaId(500), {monitored: false, tags: []});
});

test('proxies of Prowlarr come before the indexers that use them, and other programs that need it are named', async t => {
	const {deps, plan, run} = await withMoves(t, {});
	const settings = JSON.stringify;
	const database = prowlarrDatabase(
		'https://meadow.test',
		`UPDATE "Indexers" SET "Tags" = '[2]' WHERE "Name" IN ('Old Mill', 'Native');
		UPDATE "IndexerProxies" SET "Settings" = '${settings({host: 'vpn', port: 1080, username: 'me', password: 'secret-of-vpn'})}' WHERE "Id" = 2;
		ALTER TABLE "Applications" ADD COLUMN "Implementation" TEXT;
		ALTER TABLE "Applications" ADD COLUMN "Settings" TEXT;
		INSERT INTO "Applications" VALUES
			(1, 'Radarr', 'Radarr', '${settings({prowlarrUrl: 'http://prowlarr:9696/'})}'), (2, 'Music', 'Lidarr', '{}');`,
	);
	const backup = buildZip([
		{name: 'prowlarr.db', content: database},
		{name: 'config.xml', content: '<ApiKey>abc</ApiKey>'},
	]);
	const {move, rows} = await plan([backup]);
	t.like(move, {state: 'planned', message: null});
	const said = rows.map(({kind, title, outcome, notes}) => `${kind} ${title}: ${outcome} ${notes.map(({code}) => code).join()}`);
	for (const wanted of ['proxy Solver: comes noted', 'proxy VPN: comes ', 'other Music: cannot function_ends']) {
		t.true(said.includes(wanted), `${wanted} among ${said.join('; ')}`);
	}
	t.regex(
		rows
			.find(({title}) => title === 'Native')
			?.notes.map(({detail}) => detail)
			.join(' ') ?? '',
		/has to keep running/,
	);
	t.false(said.some(each => each.startsWith('other Radarr')));
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, run());
	const [proxy, ...others] = await deps.proxies.list();
	t.like(proxy, {kind: 'socks5', url: 'socks5://vpn:1080', username: 'me', password: 'secret-of-vpn', proxyTags: ['vpn']});
	t.deepEqual(others, []);
	const indexers = new Map((await deps.indexers.list()).map(each => [each.name, each]));
	t.like(indexers.get('Old Mill'), {proxyTags: ['vpn']});
	t.like(indexers.get('Native'), {url: 'http://prowlarr:9696', proxyTags: []}, 'Prowlarr sends it by its own proxy');
	await deps.moves.move(move.id, ['completed'], {state: 'undoing'}, deps.now());
	await handleUndoMove({moveId: move.id}, deps, run());
	t.deepEqual([await deps.indexers.list(), await deps.proxies.list()], [[], []]);
});
