import test from 'ava';
import {importedHash, withHousehold} from '#test/helpers/apps-household.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {faultsOf, spoiltAt} from './reads.ts';
import {readingApps} from './tables.ts';

test('each app reads what it asks for, and would notice a reply that is wrong', async t => {
	t.timeout(patienceMs);
	const {ask, key} = await withHousehold(t);
	const movies = (await ask('GET /radarr/api/v3/movie')).body as {id: number; tmdbId: number; movieFileId: number}[];
	const movie = movies.find(({tmdbId}) => tmdbId === 603);
	const [{id: series}] = (await ask('GET /sonarr/api/v3/series')).body;
	const [episode] = (await ask(`GET /sonarr/api/v3/episode?seriesId=${series}`)).body;
	const [{id: indexer}] = (await ask('GET /prowlarr/api/v1/indexer')).body;
	const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
	const values: Record<string, unknown> = {
		...{key, movie: movie?.id, movieFile: movie?.movieFileId, series, episode: episode.id, indexer, hourAgo: hour(-1), soon: hour(1)},
	};
	const faults: string[] = [];
	for (const [app, rows] of Object.entries(readingApps)) {
		for (const row of rows) {
			const line = row.ask.replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));
			const {status, text, body} = await ask(line);
			const say = (fault: string) => faults.push(`${app}, ${row.ask}: ${fault}`);
			if (status !== (row.status ?? 200)) {
				say(`${status} ${text.slice(0, 200)}`);
				continue;
			}
			if (row.says && !row.says.test(text)) {
				say(`says ${text.slice(0, 300)}`);
			}
			if (!row.reads) {
				continue;
			}
			faultsOf(body, row.reads).slice(0, 3).forEach(say);
			for (const [path, type] of Object.entries(row.reads)) {
				const isPassed = path.includes('[]?') || path.endsWith('[]') || (typeof type === 'string' && type.endsWith('?'));
				for (const {what, reply} of isPassed ? [] : spoiltAt(body, path)) {
					if (faultsOf(reply, {[path]: type}).length === 0) {
						say(`does not notice that ${path} is ${what}`);
					}
				}
			}
			const isList = Array.isArray(body) || Array.isArray((body as {records?: unknown}).records);
			const shorter = Array.isArray(body) ? [] : {...body, records: []};
			if (isList && Object.keys(row.reads).some(path => path.includes('[].')) && faultsOf(shorter, row.reads).length === 0) {
				say('does not notice an empty list');
			}
		}
	}
	t.deepEqual(faults, []);
});

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
