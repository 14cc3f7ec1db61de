import {randomUUID} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {type WorkerWorld, withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

const hour = 3_600_000;
const title = 'The.Quiet.Harbour.2019.1080p.WEB-DL.H.264-NOBODY';
const row = (status: IndexerResult['status'], errorMessage: string | null = null): IndexerResult => ({
	indexerId: status,
	indexerName: `Site ${status}`,
	resultCount: 0,
	status,
	errorMessage,
});
const good = () => buildRelease({title, guid: 'good', size: 6 * gigabyte});

interface Answers {
	releases?: FoundRelease[];
	indexerResults?: IndexerResult[];
	grab?: () => Promise<unknown>;
}

/** The same world, whose indexers and download client answer this. */
function answering({deps}: WorkerWorld, {releases = [], indexerResults = [row('ok')], grab = async () => ({})}: Answers): WorkerDeps {
	const jobs = {...deps.jobs, ask: grab} as unknown as WorkerDeps['jobs']; // searches ask for nothing but grabs
	return {...deps, jobs, searchIndexers: async () => ({releases, indexerResults})};
}

async function movieWorld(t: ExecutionContext) {
	const world = await withWorkerDeps(t);
	await world.deps.downloadClients.add(buildDownloadClient(), new Date());
	const movie = await world.addMovie(movieDetails);
	const executionId = randomUUID();
	const rests = async (hours: number) => (await world.deps.searchBackoff.paused([movie.id], new Date(Date.now() + hours * hour))).size > 0;
	return {
		...world,
		movie,
		rests,
		async search(answers: Answers, request = {}) {
			await handleSearchMovie({movieId: movie.id, reason: 'missing', executionId, ...request}, answering(world, answers), world.run());
			const {activities} = await world.deps.taskActivities.page({historyId: executionId, page: 1, limit: 50});
			return activities.map(({status, message}) => [status, message]);
		},
	};
}

test('a movie for which no indexer was asked counts as unsearched, is not left alone, and its task says why', async t => {
	const {search, deps, movie, rests} = await movieWorld(t);
	const indexerResults = [row('disabled', 'It rests until noon.'), row('rate_limited', 'Its searches are used up.')];
	t.deepEqual(await search({indexerResults}), [
		['notSearched', 'No indexer was asked. Site disabled: It rests until noon; Site rate_limited: Its searches are used up.'],
	]);
	t.is((await deps.movies.get(movie.id)).lastSearchTime, null);
	t.false(await rests(0));
	t.deepEqual(await search({indexerResults: []}), [['notSearched', 'No indexer was asked. None is enabled for this title.']]);
	t.is((await deps.movies.get(movie.id)).lastSearchTime, null);
});

test('the back-off of a movie grows with each search in vain, and shrinks after a release was found', async t => {
	const {search, deps, movie, rests} = await movieWorld(t);
	t.deepEqual(await search({indexerResults: [row('ok'), row('timeout', 'Late.')]}), [
		['nothing', 'No release was found. Without an answer: Site timeout: Late.'],
	]);
	t.not((await deps.movies.get(movie.id)).lastSearchTime, null);
	t.true(await rests(5));
	t.false(await rests(7));
	await search({});
	t.true(await rests(23));
	await search({releases: [good()]});
	t.true(await rests(5));
	t.false(await rests(7));
});

test("a person's search in vain makes the backlog rest no longer", async t => {
	const {search, rests} = await movieWorld(t);
	t.deepEqual(await search({}, {executionId: undefined, reason: 'manual'}), []);
	t.false(await rests(0));
});

test('the activity of a task says what was grabbed, refused and why, or failed and why', async t => {
	const {search} = await movieWorld(t);
	const tiny = buildRelease({title, guid: 'tiny', size: 1});
	const [[refused, reason] = []] = await search({releases: [tiny]});
	t.is(refused, 'refused');
	t.regex(String(reason), /^1 release found, all refused: 0 MB is below the \d+ MB/);
	const grab = () => Promise.reject(new UpstreamFailed('download_refused', 'The client is full.'));
	t.deepEqual(await search({releases: [good()], grab}), [['failed', `1 release found, not grabbed: ${title}: The client is full.`]]);
	t.deepEqual(await search({releases: [good(), tiny]}), [['grabbed', `2 releases found, grabbed: ${title}.`]]);
});

test('a search that fails tells its task', async t => {
	const world = await movieWorld(t);
	const grab = () => Promise.reject(new TypeError('secret'));
	await t.throwsAsync(world.search({releases: [good()], grab}));
	t.deepEqual(await world.search({}, {executionId: undefined, reason: 'manual'}), [
		['failed', 'It failed unexpectedly; the log says why.'],
	]);
});

test('a person searches an unmonitored movie with any reason, a task does not', async t => {
	const {search, deps, movie} = await movieWorld(t);
	await deps.movies.change(movie.id, {monitored: false}, new Date());
	t.deepEqual(await search({releases: [good()]}), [['skipped', 'The movie is no longer monitored.']]);
	t.is((await search({releases: [good()]}, {byPerson: true}))[0]?.[0], 'grabbed');
});

test('a person waits neither for a delay nor for the availability of a movie, a task does', async t => {
	const {search, deps, movie} = await movieWorld(t);
	await deps.settings.set('download.torrentDelayMinutes', 60, new Date());
	const young = {...good(), publishDate: new Date()};
	t.is((await search({releases: [young]}))[0]?.[0], 'refused');
	t.is((await search({releases: [young]}, {byPerson: true}))[0]?.[0], 'grabbed');
	await deps.movies.change(movie.id, {minimumAvailability: 'released'}, new Date());
	t.is((await search({releases: [good()]}))[0]?.[0], 'refused');
	t.is((await search({releases: [good()]}, {byPerson: true}))[0]?.[0], 'grabbed');
});

test('episodes for which no indexer was asked are not left alone, and the search of their series stops at once', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series} = world;
	const executionId = randomUUID();
	const ids = (await deps.episodes.ofSeason(series.id, 1)).map(({id}) => id);
	let asked = 0;
	const search = (indexerResults: IndexerResult[]) => {
		const searchIndexers = async () => {
			asked += 1;
			return {releases: [], indexerResults};
		};
		const request = {seriesId: series.id, seasonNumber: null, episodeIds: null, reason: 'missing', executionId} as const;
		return handleSearchEpisodes(request, {...deps, searchIndexers}, world.run());
	};
	const status = async () => (await deps.taskActivities.page({historyId: executionId, page: 1, limit: 50})).activities[0]?.status;
	await search([row('disabled', 'It rests.')]);
	t.is(asked, 1);
	t.is(await status(), 'notSearched');
	t.is((await deps.series.get(series.id)).lastSearchTime, null);
	t.is((await deps.searchBackoff.paused(ids, new Date())).size, 0);
	await search([row('ok')]);
	t.is(await status(), 'nothing');
	t.not((await deps.series.get(series.id)).lastSearchTime, null);
	t.is((await deps.searchBackoff.paused(ids, new Date(Date.now() + 5 * hour))).size, ids.length);
	t.is((await deps.searchBackoff.paused(ids, new Date(Date.now() + 7 * hour))).size, 0);
});
