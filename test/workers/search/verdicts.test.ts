import test, {type ExecutionContext} from 'ava';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {buildSeason} from '#test/helpers/build-series.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';

const days = (count: number) =>
	Array.from({length: count}, (_, index) => new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10));

/** A movie and a series of ten episodes; what is grabbed for them by name. */
async function withTitles(t: ExecutionContext) {
	const world = await createWorld(t, {series: {details: {seasons: [buildSeason(1, days(10))]}}});
	const {deps, run, series} = world;
	const {id: movieId} = await world.addMovie(movieDetails);
	const indexer = await deps.indexers.add(buildIndexer({name: 'Tracker'}), new Date());
	const grabbed: string[] = [];
	const ask = async (_job: unknown, {guid}: GrabRelease) => grabbed.push(guid);
	const offering = (releases: FoundRelease[], now = new Date()): WorkerDeps => {
		const found = async () => ({releases, indexerResults: []});
		const jobs = {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
		return {...deps, jobs, now: () => now, searchIndexers: found, recentReleases: found};
	};
	/** Each is known by its title. */
	const offer = (title: string, more: Partial<FoundRelease> = {}) =>
		buildRelease({guid: title, title, indexerId: indexer.id, size: 4 * gigabyte, publishDate: new Date(), seeders: 40, ...more});
	return {
		...world,
		movieId,
		indexer,
		offer,
		/** What a task's search for the movie grabs, what a person's does, and what a feed does. */
		async film(releases: FoundRelease[], by: 'task' | 'person' | 'feed' = 'task', now = new Date()): Promise<string[]> {
			grabbed.length = 0;
			const given = offering(releases, now);
			await (by === 'feed'
				? handleSyncFeeds({}, given, run())
				: handleSearchMovie({movieId, reason: by === 'task' ? 'missing' : 'manual'}, given, run()));
			return [...grabbed];
		},
		async episodes(numbers: readonly number[], releases: FoundRelease[]): Promise<string[]> {
			grabbed.length = 0;
			const episodeIds = await Promise.all(numbers.map(async number => (await world.episode(1, number)).id));
			await handleSearchEpisodes({seriesId: series.id, seasonNumber: null, episodeIds, reason: 'missing'}, offering(releases), run());
			return [...grabbed];
		},
	};
}

const film = 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY';

test('extras, a part and a season of the same name are not grabbed as the film', async t => {
	const world = await withTitles(t);
	const others = ['BONUS.DISC', 'CD1', 'S01', 'Extras'].map(words => world.offer(film.replace('2019', `2019.${words}`)));
	const sample = world.offer(`${film}-sample`, {size: 0});
	t.deepEqual(await world.film([...others, sample]), []);
	t.deepEqual(await world.film([...others, sample], 'feed'), []);
	t.deepEqual(await world.film([...others, sample, world.offer(film)]), [film]);
});

test('of equal releases the one that is not nuked is grabbed', async t => {
	const world = await withTitles(t);
	const nuked = world.offer(film.replace('NOBODY', 'FIRST'), {flags: ['nuked'], seeders: 9000, indexerPriority: 1});
	t.deepEqual(await world.film([nuked, world.offer(film)]), [film]);
});

test('a pack is grabbed for a single episode only where the profile allows it and nothing else is there', async t => {
	const world = await withTitles(t);
	const pack = world.offer('Paper.Lanterns.S01.1080p.BluRay.x265-NOBODY', {size: 8 * gigabyte});
	const single = world.offer('Paper.Lanterns.S01E02.1080p.HDTV.x264-NOBODY', {size: gigabyte});
	t.deepEqual(await world.episodes([2], [pack]), []);
	t.deepEqual(await world.episodes([2], [pack, single]), [single.title]);
	const {id} = await world.deps.qualityProfiles.getDefault();
	await world.deps.qualityProfiles.change(id, {packForEpisodeAllowed: true}, new Date());
	t.deepEqual(await world.episodes([2], [pack, single]), [single.title]);
	t.deepEqual(await world.episodes([2], [pack]), [pack.title]);
});

test('a search for several episodes of a season takes its pack whatever the profile says of single ones', async t => {
	const world = await withTitles(t);
	const pack = world.offer('Paper.Lanterns.S01.1080p.WEB-DL.x265-NOBODY', {size: 8 * gigabyte});
	t.deepEqual(await world.episodes([2, 3], [pack]), [pack.title]);
});

test('a young Usenet post waits for its minimum age, is taken then, and a person does not wait', async t => {
	const world = await withTitles(t);
	const {deps} = world;
	await deps.settings.set('filters.minimumAgeMinutes', 60, new Date());
	const post = world.offer(film, {protocol: 'usenet', seeders: null});
	t.deepEqual(await world.film([post], 'feed'), []);
	t.deepEqual(
		(await deps.pendingReleases.list(new Date())).map(({title}) => title),
		[film],
	);
	t.deepEqual(await world.film([], 'feed', new Date(Date.now() + 61 * 60_000)), [film]);
	t.deepEqual(await world.film([post], 'person'), [film]);
});

test('the maximum size and the flags that an indexer requires are read with the other facts', async t => {
	const world = await withTitles(t);
	const {deps, indexer} = world;
	await deps.settings.set('filters.maximumSizeMb', 4000, new Date());
	t.deepEqual(await world.film([world.offer(film)]), []);
	t.deepEqual(await world.film([world.offer(film, {size: 3 * gigabyte})]), [film]);
	await deps.settings.set('filters.maximumSizeMb', 0, new Date());
	await deps.indexers.change(indexer, {requiredFlags: ['freeleech', 'golden']}, new Date());
	t.deepEqual(await world.film([world.offer(film)]), []);
	t.deepEqual(await world.film([world.offer(film, {indexerId: 'another'})]), [film]);
	t.deepEqual(await world.film([world.offer(film, {flags: ['golden']})]), [film]);
});

test('flags are a preference where the setting says so', async t => {
	const world = await withTitles(t);
	const free = world.offer(film.replace('NOBODY', 'FREE'), {flags: ['freeleech'], seeders: 5});
	const usual = world.offer(film, {seeders: 5000});
	t.deepEqual(await world.film([free, usual]), [usual.title]);
	await world.deps.settings.set('filters.preferIndexerFlags', true, new Date());
	t.deepEqual(await world.film([free, usual]), [free.title]);
});

test('a raw disc is known by the container that the indexer states', async t => {
	const world = await withTitles(t);
	const title = film.replace('WEB-DL', 'BluRay');
	t.deepEqual(await world.film([world.offer(title, {container: 'm2ts', size: 6 * gigabyte})]), []);
	t.deepEqual(await world.film([world.offer(title, {container: 'MKV', size: 6 * gigabyte})]), [title]);
});

test('what only the id of an indexer calls a title is shown with a reason, and nobody but a person takes it', async t => {
	const world = await withTitles(t);
	const {metaId} = movieDetails;
	const boar = world.offer('Boar.2019.1080p.WEB-DL.x265-NOBODY', {metaId});
	t.deepEqual(await world.film([boar]), []);
	t.deepEqual(await world.film([boar], 'feed'), []);
	t.deepEqual(await world.film([boar], 'person'), []);
	const longer = world.offer('The.Quiet.Harbour.Extended.Story.2019.1080p.WEB-DL.x265-NOBODY', {metaId});
	t.deepEqual(await world.film([boar, longer]), [longer.title], 'a name that holds the other one');
	const plain = world.offer(film, {metaId});
	t.deepEqual(await world.film([boar, plain]), [film]);
});
