import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {radarrDatabase, sonarrDatabase} from '#test/helpers/arr-databases.ts';
import {householdSql} from '#test/helpers/arr-household.ts';
import {foldersBelow, harborOnDisk, ironMill, paperHarbor, withMoves} from '#test/helpers/world/moved-household.ts';
import {handleRunMove} from '#workers/backfill/moves/run-move.ts';
import {handleUndoMove} from '#workers/backfill/moves/undo-move.ts';

const movies = [paperHarbor];
const radarr = () => radarrDatabase(movies, {sql: householdSql('radarr')});
const sonarr = () => sonarrDatabase([ironMill], `${householdTables}${householdSql('sonarr')}`);
const householdTables = `INSERT INTO "Tags" VALUES (1, 'late');
	CREATE TABLE "Notifications" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT);
	INSERT INTO "Notifications" VALUES (1, 'Chat', 'Discord', '{}');`;

/** Moves these in, and returns what the plan said. */
async function moved(t: ExecutionContext, databases: readonly Buffer[]) {
	const world = await withMoves(t, harborOnDisk);
	const mappings = [...foldersBelow(world.media), {from: '/data', to: join(world.media, 'data')}];
	const run = async () => {
		const planned = await world.plan(databases, mappings);
		await world.deps.moves.move(planned.move.id, ['planned'], {state: 'running'}, world.deps.now());
		await handleRunMove({moveId: planned.move.id}, world.deps, world.run());
		t.like(await world.deps.moves.get(planned.move.id), {state: 'completed', message: null});
		return planned;
	};
	return {...world, again: run, ...(await run())};
}

test('settings, profiles, clients, indexers, notifications and lists of Radarr come, and what has no home is named', async t => {
	const {deps, notes, rows, media} = await moved(t, [radarr()]);
	const {settings} = deps;
	t.deepEqual(
		notes.filter(note => !/^(?:movie|qualityProfile|setting media|setting filters|rootFolder)/.test(note)).toSorted(),
		[
			'blocklist Blocklist weak_match',
			'delayProfile 2 field_unsupported',
			'downloadClient 2 function_ends',
			'downloadClient 2 kind_unsupported',
			'importList 1 switched_off',
			'importList 2 sign_in',
			'importList 3 function_ends',
			'importList 3 kind_unsupported',
			'indexer 3 function_ends',
			'indexer 3 kind_unsupported',
			'indexer 4 value_unknown',
			'notification 1 switched_off',
			'notification 2 switched_off',
			'notification 3 function_ends',
			'notification 3 kind_unsupported',
			'qualityDefinition Bluray-1080p setting_changes',
			'releaseProfile 3 pattern_not_portable',
			'setting Proxy field_unsupported',
			'setting Proxy function_ends',
			'setting Recycle bin field_unsupported',
		].toSorted(),
	);
	t.false(/(?:key|secret|token|pw)-of-/.test(JSON.stringify(rows)), 'no secret is in the report');

	t.is(settings.get('filters.retention'), 3000);
	t.is(settings.get('media.renameMovies'), false);
	t.is(settings.get('media.movieFolderFormat'), '{Movie Title} ({Release Year}) {tmdb-{TmdbId}}');
	t.is(settings.get('media.colonReplacement'), 'spaceDashSpace');
	t.is(settings.get('media.properRepack'), 'doNotUpgrade');
	t.deepEqual(settings.get('media.importExtraFiles'), ['srt', 'nfo']);
	t.true(rows.some(({kind, sourceId, outcome}) => kind === 'setting' && sourceId === 'media.movieFileFormat' && outcome === 'cannot'));
	t.like((await deps.qualityDefinitions.limits())['Bluray-1080p'], {minimum: 5, preferred: 50, maximum: 90.5});

	const clients = await deps.downloadClients.list();
	t.deepEqual(clients.map(({name}) => name).toSorted(), ['Watched', 'qBittorrent']);
	const torrents = clients.find(({kind}) => kind === 'qbittorrent');
	t.like(torrents, {
		url: 'http://torrents:8080',
		username: 'admin',
		password: 'pw-of-torrents',
		enabled: false,
		movieCategory: 'radarr',
		movieImportedCategory: 'done',
		tvCategory: null,
		priority: 3,
		addPaused: true,
		removeFailed: false,
	});
	t.like(
		clients.find(({kind}) => kind === 'blackhole'),
		{directory: '/hole/out', tags: ['kids']},
	);
	t.like(await deps.remotePathMappings.list(), [{host: 'torrents', remotePath: '/downloads/', localPath: join(media, 'data/downloads')}]);
	const indexers = await deps.indexers.list();
	t.like(
		indexers.find(({name}) => name === 'Blue (Prowlarr)'),
		{
			kind: 'torznab',
			url: 'http://prowlarr:9696',
			apiPath: '/1/api',
			apiKey: 'key-of-blue',
			categories: [2000],
			rss: true,
			automatic: false,
			priority: 10,
			minimumSeeders: 5,
			seedRatio: 1.5,
			seedTimeMinutes: 4320,
			requiredFlags: ['freeleech'],
			tags: ['kids'],
			downloadClientId: torrents?.id as string,
		},
	);
	const other = indexers.find(({name}) => name === 'Other (Prowlarr)');
	const words = await deps.releaseProfiles.list();
	t.like(words, [
		{name: 'No cams', mustNotContain: ['HDCAM', '/\\bTELESYNC\\b/i'], tags: []},
		{name: 'Release profile 2', enabled: false, mustContain: ['German'], tags: ['kids'], indexerIds: [other?.id as string]},
	]);
	const delays = await deps.delayProfiles.list();
	t.is(settings.get('download.usenetDelayMinutes'), 30);
	t.is(settings.get('download.preferredProtocol'), 'usenet');
	t.like(delays, [
		{tags: ['kids'], torrentDelayMinutes: 10_080, preferredProtocol: 'torrent', bypassIfHighestQuality: false},
		{isDefault: true},
	]);
	t.like(await deps.notifications.list(), [
		{name: 'Chat', kind: 'discord', enabled: false, events: ['grabbed'], tags: ['kids']},
		{name: 'Plex', kind: 'plex', apiKey: 'token-of-plex', events: ['imported'], enabled: false},
	]);
	t.deepEqual((await deps.notifications.list())[1]?.pathMappings[0], {from: join(media, 'films'), to: '/movies'});
	t.like(await deps.importLists.list(), [
		{
			name: 'Popular',
			kind: 'tmdb',
			source: 'popular',
			enabled: false,
			rootFolderPath: join(media, 'films'),
			tags: ['kids'],
			searchOnAdd: false,
		},
	]);
});

test('history, blocklist and exclusions come with their titles and episodes, once and without a word to anybody', async t => {
	const {deps, again, snapshot} = await moved(t, [radarr(), sonarr()]);
	const [harbor, mill] = [await deps.movies.findOldest(11), await deps.series.findOldest(70)];
	const third = (await deps.episodes.ofSeries(mill?.id ?? '')).find(({episodeNumber}) => episodeNumber === 3);
	const read = async () => (await deps.history.page({page: 1, limit: 100})).entries.filter(({event}) => event !== 'titleAdded');
	const entries = await read();
	t.deepEqual(
		entries.map(({event, movieId, episodeIds}) => [event, movieId === harbor?.id, episodeIds[0] === third?.id]).toSorted(),
		[
			['grabbed', true, false],
			['imported', true, false],
			['fileDeleted', true, false],
			['grabbed', false, true],
			['imported', false, true],
			['fileDeleted', false, true],
		].toSorted() as [never, boolean, boolean][],
	);
	const grab = entries.find(({event, movieId}) => event === 'grabbed' && movieId);
	t.like(grab, {quality: 'Bluray-1080p', indexer: 'Blue (Prowlarr)', downloadClient: 'qBittorrent', downloadId: 'ABC1'});
	t.regex(String(grab?.data['guid']), /^rel_/);
	t.false(/(?:secret|key)-of-/.test(JSON.stringify(entries)));
	const {entries: blocked} = await deps.blocklist.page({page: 1, limit: 10});
	t.is(blocked.length, 4);
	const [blue] = (await deps.indexers.list()).filter(({name}) => name.startsWith('Blue'));
	const known = {infoHash: 'abcdef0123456789abcdef0123456789abcdef01', indexerId: blue?.id as string};
	t.like(
		blocked.find(({movieId, infoHash}) => movieId && infoHash),
		{...known, movieId: harbor?.id as string, reason: 'Wrong file', size: 700},
	);
	t.like(
		blocked.find(({seriesId, infoHash}) => seriesId && infoHash),
		{...known, episodeIds: [third?.id as string]},
	);
	t.true(await deps.importExclusions.has('movie', 5001, null));
	t.true(await deps.importExclusions.has('series', 70, null));

	// The same household a second time.
	const before = await snapshot();
	await again();
	t.deepEqual(await snapshot(), before);
});

test('what Radarr and Sonarr share is one record, and the words and delays of each are for its libraries', async t => {
	const {deps, notes} = await moved(t, [radarr(), sonarr()]);
	const libraries = await deps.libraries.list();
	const shows = libraries.find(({type}) => type === 'tv')?.id as string;
	const films = libraries.find(({type}) => type === 'movies')?.id as string;
	const torrents = (await deps.downloadClients.list()).filter(({kind}) => kind === 'qbittorrent');
	t.like(torrents, [{movieCategory: 'radarr', tvCategory: 'tv-sonarr', tvImportedCategory: 'done'}]);
	const indexers = await deps.indexers.list();
	t.is(indexers.length, 2);
	t.deepEqual(indexers.find(({name}) => name.startsWith('Blue'))?.categories, [2000, 5000, 5070]);
	t.deepEqual(
		(await deps.releaseProfiles.list()).map(({name, tags}) => [name, ...tags]),
		[
			['No cams', films],
			['No cams (series)', shows],
			['Release profile 2', 'kids'],
			['Release profile 2 (series)', 'late'],
		],
	);
	t.is(deps.settings.get('download.usenetDelayMinutes'), 30);
	t.like(
		(await deps.delayProfiles.list()).find(({tags}) => tags.includes(shows)),
		{usenetDelayMinutes: 60, isDefault: false},
	);
	t.is(deps.settings.get('media.colonReplacement'), 'spaceDashSpace', 'the first program counts');
	t.true(notes.includes('setting media.colonReplacement setting_differs'));
	t.like((await deps.qualityDefinitions.limits())['Bluray-1080p'], {minimum: 3, maximum: 200});
});

test('what people have changed here stays', async t => {
	const world = await withMoves(t, harborOnDisk);
	const {deps, plan, media} = world;
	await deps.settings.set('filters.retention', 100, deps.now());
	await deps.delayProfiles.ensureDefault(deps.now());
	await deps.settings.set('download.usenetDelayMinutes', 5, deps.now());
	const {move, notes} = await plan([radarr()], [{from: '/movies', to: join(media, 'films')}]);
	t.true(notes.includes('setting filters.retention changed_here'));
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.is(deps.settings.get('filters.retention'), 100);
	t.is(deps.settings.get('download.usenetDelayMinutes'), 5);
});

test('an undo takes back what the move wrote, and leaves what people have changed or use since', async t => {
	const world = await withMoves(t, harborOnDisk);
	const {deps, plan, media, snapshot} = world;
	await deps.delayProfiles.ensureDefault(deps.now());
	const before = await snapshot();
	const mappings = foldersBelow(media);
	const {move} = await plan([radarr(), sonarr()], mappings);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	const written = await snapshot();
	t.notDeepEqual(written, before);
	const undo = async () => {
		await deps.moves.move(move.id, ['completed', 'undone'], {state: 'undoing'}, deps.now());
		await handleUndoMove({moveId: move.id}, deps, world.run());
		t.like(await deps.moves.get(move.id), {state: 'undone'});
	};
	const later = new Date(Number(deps.now()) + 1000);
	const [chat] = await deps.notifications.list();
	await deps.notifications.change(chat!, {enabled: true}, later);
	await deps.settings.set('filters.retention', 77, later);
	await undo();
	const left = await snapshot();
	t.like(left.notifications, [{name: 'Chat', enabled: true}]);
	t.is(left.notifications.length, 1);
	t.deepEqual(
		left.settings.map(({_id, value}) => [_id, value]),
		[['filters.retention', 77]],
	);
	t.deepEqual(
		left.tags.map(({label}) => label),
		['kids'],
		'the notification has it',
	);
	t.deepEqual({...left, notifications: [], settings: [], tags: []}, {...before, tags: []});
	const stays = (await Array.fromAsync(deps.moves.rows.all(move.id))).filter(({notes}) => notes.some(({code}) => code === 'changed_here'));
	t.deepEqual(stays.map(({kind}) => kind).toSorted(), ['notification', 'setting', 'tag']);
	await undo();
	t.deepEqual(await snapshot(), left, 'a second one changes nothing');
});
