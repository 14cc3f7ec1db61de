import {mkdirSync} from 'node:fs';
import test from 'ava';
import {radarrDatabase} from '#test/helpers/arr-databases.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {filesBelow, historyOf, sandboxRelease, until} from '#test/helpers/line/steps.ts';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {peerLogin, qbittorrentBinary, startQbittorrent} from '#test/helpers/peers/qbittorrent.ts';

const serial = isInstalled(qbittorrentBinary) ? test.serial : test.serial.skip;
if (!isInstalled(qbittorrentBinary)) {
	console.warn(`Skipping qbittorrent: ${qbittorrentBinary} is not installed (apt-get install ${qbittorrentBinary}).`);
}

/** Films on their way there, and one that is only missing. */
const films = [
	{id: 40, tmdbId: 45745, title: 'Sintel', year: 2010},
	{id: 41, tmdbId: 10378, title: 'Big Buck Bunny', year: 2008},
	{id: 42, tmdbId: 133701, title: 'Tears of Steel', year: 2012},
	{id: 43, tmdbId: 9761, title: 'Elephants Dream', year: 2006},
];
const coming = films.slice(0, 3);
const releaseOf = ({title, year}: (typeof films)[number]) => `${title.replaceAll(' ', '.')}.${year}.1080p.BluRay.x264-OPENREEL`;

/** qBittorrent as the other program has used it. */
async function otherProgram(url: string) {
	const {username, password} = peerLogin;
	const login = await fetch(`${url}/api/v2/auth/login`, {method: 'POST', body: new URLSearchParams({username, password})});
	const headers = {cookie: (login.headers.get('set-cookie') ?? '').split(';')[0] ?? ''};
	return {
		async add(torrent: Uint8Array) {
			const form = new FormData();
			form.set('torrents', new Blob([Uint8Array.from(torrent)]), 'some.torrent');
			form.set('category', 'radarr');
			await fetch(`${url}/api/v2/torrents/add`, {method: 'POST', headers, body: form});
		},
		list: async () =>
			(await (await fetch(`${url}/api/v2/torrents/info`, {headers})).json()) as {hash: string; name: string; category: string}[],
	};
}

const quote = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

serial('three downloads of a real qbittorrent are imported once each after the take-over, and none is grabbed again', async t => {
	t.timeout(400_000);
	const {url} = await startQbittorrent(t);
	const theirs = await otherProgram(url);
	const line = await startLine(t, {isBare: true});
	const {api, world, library} = line;
	mkdirSync(library);
	await api.put('/api/settings/meta', {apiKey: world.provider.apiKey});
	await api.put('/api/settings/download.pollSeconds', {value: 1});
	await api.put('/api/settings/security.allowPrivateNetworks', {value: true});
	for (const film of coming) {
		await theirs.add(await world.seeder.torrentOf(sandboxRelease(releaseOf(film))));
	}
	const torrents = await until(async () => {
		const listed = await theirs.list();
		return listed.length === coming.length ? listed : null;
	});

	const {hostname, port} = new URL(url);
	const client = {host: hostname, port: Number(port), useSsl: false, ...peerLogin, movieCategory: 'radarr'};
	const indexer = {baseUrl: world.indexer.url, apiPath: '/api', apiKey: world.indexer.apiKey, categories: [2000], minimumSeeders: 1};
	const events = coming.map((film, index) => {
		const hash = torrents.find(({name}) => name.startsWith(releaseOf(film)))?.hash.toUpperCase() ?? '';
		const release = {title: releaseOf(film), indexer: 'Sandbox', size: sandboxRelease(releaseOf(film)).size};
		return `INSERT INTO "History" VALUES (${index + 1}, ${film.id}, '${releaseOf(film)}', '2026-01-01 10:00:00Z', '{"quality":7}', '{"indexer":"Sandbox"}', 1, '${hash}');
			INSERT INTO "DownloadHistory" VALUES (${index + 1}, 1, ${film.id}, '${hash}', '${releaseOf(film)}', '2026-01-01 10:00:00Z', 2, 1, 1, ${quote(release)});`;
	});
	const database = radarrDatabase(films, {
		sql: `CREATE TABLE "DownloadClients" ("Id" INTEGER PRIMARY KEY, "Enable" INTEGER, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT, "Priority" INTEGER, "Tags" TEXT);
			INSERT INTO "DownloadClients" VALUES (1, 1, 'qBittorrent', 'QBittorrent', ${quote(client)}, 1, '[]');
			CREATE TABLE "Indexers" ("Id" INTEGER PRIMARY KEY, "Name" TEXT, "Implementation" TEXT, "Settings" TEXT, "EnableRss" INTEGER, "EnableAutomaticSearch" INTEGER, "EnableInteractiveSearch" INTEGER, "Priority" INTEGER, "Tags" TEXT);
			INSERT INTO "Indexers" VALUES (1, 'Sandbox', 'Torznab', ${quote(indexer)}, 1, 1, 1, 25, '[]');
			DROP TABLE "History";
			CREATE TABLE "History" ("Id" INTEGER PRIMARY KEY, "MovieId" INTEGER, "SourceTitle" TEXT, "Date" DATETIME, "Quality" TEXT, "Data" TEXT, "EventType" INTEGER, "DownloadId" TEXT);
			CREATE TABLE "DownloadHistory" ("Id" INTEGER PRIMARY KEY, "EventType" INTEGER, "MovieId" INTEGER, "DownloadId" TEXT, "SourceTitle" TEXT, "Date" DATETIME, "Protocol" INTEGER, "IndexerId" INTEGER, "DownloadClientId" INTEGER, "Release" TEXT);
			${events.join('\n')}`,
	});
	const upload = await api.post<{id: string}>('/api/moves/uploads', {name: 'radarr.db', size: database.length});
	await api.putBytes(`/api/moves/uploads/${upload.id}?offset=0`, database);
	const body = {sources: [{uploads: [upload.id]}], pathMappings: [{from: '/movies', to: library}]};
	const {id} = await api.post<{id: string}>('/api/moves', body);
	const become = (wanted: string) =>
		until(async () => {
			const {state, message} = await api.get<{state: string; message: string | null}>(`/api/moves/${id}`);
			t.not(state, 'failed', message ?? '');
			return state === wanted || null;
		});
	await become('planned');
	const report = await api.get<{rows: {title: string}[]}>(`/api/moves/${id}/report?code=would_search`);
	t.deepEqual(
		report.rows.map(({title}) => title),
		['Elephants Dream (2006)'],
		'what is on its way is not searched',
	);
	await api.post(`/api/moves/${id}/start`);
	await become('completed');

	interface Foreign {
		downloads: {downloadId: string}[];
	}
	await until(async () => (await api.get<Foreign>('/api/queue/foreign')).downloads.length === coming.length || null);
	t.deepEqual(
		filesBelow(library).filter(name => name.endsWith('.mkv')),
		[],
		'side by side nothing is imported',
	);
	await api.post(`/api/moves/${id}/take-over`, {anyway: true});
	await become('takenOver');
	const queued = async () => (await api.get<{totalRecords: number}>('/api/queue')).totalRecords;
	await api.post('/api/tasks/rssSync/run');
	await api.post('/api/tasks/missingMovies/run');
	const files = () => filesBelow(library).filter(name => /\.(?:mkv|mp4|webm|avi)$/.test(name));
	await until(async () => files().length === films.length || null);
	await until(async () => (await queued()) === 0 || null);
	t.is(files().length, films.length, files().join(', '));
	const movies = await api.get<{movies: {id: string; metaId: number}[]}>('/api/library/movies?limit=10');
	for (const {id: movieId, metaId} of movies.movies) {
		const happened = (await historyOf(line, movieId)).filter(event => event === 'grabbed' || event === 'imported');
		t.deepEqual(happened, ['grabbed', 'imported'], String(metaId));
	}
	const left = await theirs.list();
	t.is(new Set(left.map(({hash}) => hash)).size, left.length);
	t.true(left.length <= films.length, left.map(({name}) => name).join(', '));
});
