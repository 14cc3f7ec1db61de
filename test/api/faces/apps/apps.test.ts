import test, {type ExecutionContext} from 'ava';
import {importedHash, withHousehold} from '#test/helpers/apps-household.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {faultsOfRow} from './reads.ts';
import {strictTypes} from './strict.ts';
import {readingApps} from './tables.ts';
import {writingApps} from './writes.ts';

/** The household, with the numbers that rows name. */
async function withNumbers(t: ExecutionContext) {
	const household = await withHousehold(t);
	const {ask, key} = household;
	const movies = (await ask('GET /radarr/api/v3/movie')).body as {id: number; tmdbId: number; movieFileId: number}[];
	const movie = movies.find(({tmdbId}) => tmdbId === 603);
	const [{id: series}] = (await ask('GET /sonarr/api/v3/series')).body;
	const [episode] = (await ask(`GET /sonarr/api/v3/episode?seriesId=${series}`)).body;
	const [{id: indexer}] = (await ask('GET /prowlarr/api/v1/indexer')).body;
	const [{id: radarrQueue}] = (await ask('GET /radarr/api/v3/queue')).body.records;
	const commandOf = async (program: string) =>
		(await ask(`POST /${program}/api/v3/command`, {body: {name: 'CheckHealth'}})).body.id as number;
	const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
	const values: Record<string, unknown> = {
		...{key, movie: movie?.id, movieFile: movie?.movieFileId, series, episode: episode.id, indexer, hourAgo: hour(-1), soon: hour(1)},
		...{radarrQueue, radarrCommand: await commandOf('radarr'), sonarrCommand: await commandOf('sonarr')},
	};
	const named = (text: string) => text.replace(/\{(\w+)\}/g, (all, name: string) => (name in values ? String(values[name]) : all));
	/** Numbers in a body stand alone, as texts. */
	const bodyOf = (body: unknown): unknown => JSON.parse(JSON.stringify(body).replace(/"\{(\w+)\}"/g, (_all, name) => String(values[name])));
	return {...household, values, named, bodyOf};
}

for (const [what, apps] of [
	['each app reads what it asks for', readingApps],
	['each field that strict clients require is there and has its type', strictTypes],
] as const) {
	test(`${what}, and would notice a reply that is wrong`, async t => {
		t.timeout(patienceMs);
		const {ask, named} = await withNumbers(t);
		const faults: string[] = [];
		for (const [app, rows] of Object.entries(apps)) {
			for (const row of rows) {
				faults.push(...faultsOfRow(row, await ask(named(row.ask))).map(fault => `${app}, ${row.ask}: ${fault}`));
			}
		}
		t.deepEqual(faults, []);
	});
}

for (const [app, rows] of Object.entries(writingApps)) {
	test(`what ${app} writes is answered as it expects and is there afterwards`, async t => {
		t.timeout(patienceMs);
		const {ask, named, bodyOf, values} = await withNumbers(t);
		const faults: string[] = [];
		for (const row of rows) {
			const answer = await ask(named(row.ask), row.body === undefined ? {} : {body: bodyOf(row.body)});
			faults.push(...faultsOfRow(row, answer).map(fault => `${row.ask}: ${fault}`));
			if (row.as) {
				values[row.as] = (answer.body as {id?: number} | null)?.id;
			}
			if (row.after) {
				faults.push(...faultsOfRow(row.after, await ask(named(row.after.ask))).map(fault => `after ${row.ask}: ${fault}`));
			}
		}
		t.deepEqual(faults, []);
	});
}

test('Cleanuparr, decluttarr and Swaparr remove a blocked download, Maintainerr unmonitors, deletes and excludes, Seerr requests', async t => {
	t.timeout(patienceMs);
	const {ask, deps} = await withHousehold(t);
	const [blocked] = (await ask('GET /sonarr/api/v3/queue?pageSize=200&includeSeries=true&includeEpisode=true')).body.records;
	t.like(blocked, {trackedDownloadState: 'importBlocked', trackedDownloadStatus: 'warning'});
	t.regex(blocked.statusMessages[0].messages[0], /^Not an upgrade for existing episode file\(s\)/);
	const removal = 'removeFromClient=true&blocklist=true&skipRedownload=true&changeCategory=false';
	t.like(await ask(`DELETE /sonarr/api/v3/queue/${blocked.id}?${removal}`), {status: 200, body: {}});
	t.is((await ask('GET /sonarr/api/v3/queue')).body.totalRecords, 0);
	t.is((await ask('GET /sonarr/api/v3/blocklist')).body.totalRecords, 1);
	const search = await ask('POST /sonarr/api/v3/command', {body: {name: 'EpisodeSearch', episodeIds: [blocked.episodeId]}});
	t.is(search.status, 201, search.text);
	t.is((await ask(`GET /sonarr/api/v3/command/${search.body.id}`)).body.name, 'EpisodeSearch');

	const [movie] = (await ask('GET /radarr/api/v3/movie?tmdbId=603')).body;
	const history = (await ask(`GET /radarr/api/v3/history/movie?movieId=${movie.id}`)).body as {downloadId: string}[];
	t.deepEqual([...new Set(history.map(({downloadId}) => downloadId))], [importedHash.toUpperCase()]);
	const unmonitored = await ask(`PUT /radarr/api/v3/movie/${movie.id}`, {body: {...movie, monitored: false}});
	t.like(unmonitored, {status: 202, body: {monitored: false}}, unmonitored.text);
	t.deepEqual((await ask(`GET /radarr/api/v3/movie/${movie.id}`)).body, {...movie, monitored: false});
	const exclusion = {tmdbId: movie.tmdbId, movieTitle: movie.title, movieYear: movie.year};
	t.is((await ask('POST /radarr/api/v3/exclusions/bulk', {body: [exclusion]})).status, 200);
	const again = await ask('POST /radarr/api/v3/exclusions/bulk', {body: [exclusion]});
	t.deepEqual([again.status, /already been added/.test(again.text)], [400, true]);
	const [shown] =
		(await ask('GET /radarr/api/v3/tag')).body.length > 0 ? [null] : [(await ask('POST /radarr/api/v3/tag', {body: {label: 'old'}})).body];
	const tagged = await ask('PUT /radarr/api/v3/movie/editor', {body: {movieIds: [movie.id], tags: [shown.id], applyTags: 'add'}});
	t.deepEqual(tagged.body[0]?.tags, [shown.id], tagged.text);

	const [profile] = (await ask('GET /radarr/api/v3/qualityProfile')).body;
	const wish = {
		title: 'New',
		tmdbId: 777,
		qualityProfileId: profile.id,
		profileId: profile.id,
		titleSlug: '777',
		year: 2020,
		tags: [shown.id],
	};
	const more = {minimumAvailability: 'released', rootFolderPath: '/films', monitored: true, addOptions: {searchForMovie: true}};
	const requested = await ask('POST /radarr/api/v3/movie', {body: {...wish, ...more}});
	t.is(requested.status, 201, requested.text);
	t.like(requested.body, {tmdbId: 777, monitored: true, titleSlug: '777'});
	t.is((await deps.movies.findCopies(777)).length, 1);
});
