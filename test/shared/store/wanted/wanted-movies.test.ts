import test from 'ava';
import {createChance} from '#scripts/seed/words.ts';
import {availabilityDelayOf, isAvailable, type ReleaseDates} from '#shared/domain/media/availability.ts';
import {type Movie, minimumAvailabilities} from '#shared/domain/media/movie.ts';
import type {MovieStore} from '#shared/store/movies/movies.ts';
import type {WantedKind} from '#shared/store/wanted/wanted-lists.ts';
import {readRows} from '#shared/store/wanted/wanted-pages.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {withStores} from '#test/helpers/stores.ts';

const start = new Date('2026-03-01T12:00:00Z');
const later = (minutes: number) => new Date(Number(start) + minutes * 60_000);
const dayMs = 86_400_000;

const isListed: Record<WantedKind, (movie: Movie, now: Date, usual: number) => boolean> = {
	missing: (movie, now, usual) =>
		movie.monitored && !movie.file && isAvailable(movie.minimumAvailability, movie, availabilityDelayOf(movie, usual), now),
	cutoff: ({monitored, file}) => monitored && file?.belowCutoff === true,
	subtitles: ({monitored, file}) => monitored && (file?.subtitles?.missing.length ?? 0) > 0,
};
const sorts: Record<WantedKind, string[]> = {
	missing: ['title', 'releaseDate', 'lastSearchTime'],
	cutoff: ['title', 'lastSearchTime'],
	subtitles: ['title'],
};

async function walk(
	movies: MovieStore,
	query: {wanted: WantedKind; field: string; direction: 'asc' | 'desc'},
	now: Date,
): Promise<string[]> {
	const ids: string[] = [];
	for (let page = 1; ; page += 1) {
		const {wanted, ...sort} = query;
		const {rows, total} = await movies.wantedPage({wanted, sort, page, limit: 7, monitoredOnly: wanted === 'subtitles'}, {_id: 1}, now);
		ids.push(...readRows(rows).map(({id}) => id));
		if (rows.length === 0) {
			return ids.length === total ? ids : ['a wrong total', String(total)];
		}
	}
}

/** Adds movies in every state; the next calls change some of them at random. */
async function library(movies: MovieStore, count: number) {
	const chance = createChance(7, 1);
	const {pick, is, integer} = chance;
	const date = () => (is(0.3) ? null : new Date(Number(start) + (integer(400) - 300) * dayMs));
	const dates = () => ({inCinemas: date(), digitalRelease: date(), physicalRelease: date()});
	const file = () => {
		const missing = is(0.5) ? ['en', 'de.forced'] : [];
		const subtitles = is(0.8) ? {list: [], missing, readAt: start, stamp: ''} : null;
		return buildMediaFile({id: chance.uuid(), path: `/library/${chance.uuid()}.mkv`, belowCutoff: is(0.5), subtitles});
	};
	const ids: string[] = [];
	for (let n = 0; n < count; n += 1) {
		const details = buildMovieDetails({metaId: n + 1, title: `${pick(['Amber', 'Bitter', 'Cold'])} Harbour ${integer(30)}`, ...dates()});
		const choice = {rootFolderPath: '/library', path: '/library/Film', qualityProfileId: 'none', libraryId: null, searchOnAdd: false};
		const own = {...choice, monitored: is(0.7), minimumAvailability: pick(minimumAvailabilities)};
		ids.push((await movies.add(details, own, start)).id);
	}
	const changeOne = async (at: Date) => {
		const id = ids[integer(ids.length)] ?? '';
		const {file: present} = await movies.get(id);
		const changes = [
			() => movies.change(id, {monitored: is(0.5)}, at),
			() => movies.change(id, {minimumAvailability: pick(minimumAvailabilities)}, at),
			() => movies.change(id, {availabilityDelayDays: pick([null, 0, 90, -365])}, at),
			() => movies.changeMany([id], {minimumAvailability: pick(minimumAvailabilities), monitored: is(0.8)}, at),
			() => movies.refresh(id, buildMovieDetails({metaId: ids.indexOf(id) + 1, title: `Amber Night ${integer(9)}`, ...dates()}), at),
			() => movies.setFile(id, is(0.3) ? null : file(), at),
			() => movies.recordFiles([{id, file: file(), replaces: present?.id ?? null}], at),
			() => present && movies.dropFile(id, present.id, {unmonitor: is(0.5), at}),
			() => present && movies.setScores([{titleId: id, fileId: present.id, formatScore: 5, formatIds: [], belowCutoff: is(0.5)}]),
			() => movies.markSearched(id, at),
		] as const;
		await pick(changes)();
	};
	return {ids, changeOne};
}

test('the lists have the movies that the rules name, each once, in any order, whatever was changed before', async t => {
	const {stores} = await withStores(t);
	const {movies} = stores;
	const {ids, changeOne} = await library(movies, 60);
	for (let round = 0; round < 8; round += 1) {
		const now = later(round * 5);
		// Every other round the setting has another value.
		const usual = 60 * Math.floor(round / 2);
		for await (const some of movies.withOtherDelay(usual)) {
			await movies.setUsualDelay(some, usual);
		}
		t.deepEqual((await Array.fromAsync(movies.withOtherDelay(usual))).flat(), []);
		for (let n = 0; n < 12; n += 1) {
			await changeOne(now);
		}
		const all = await movies.getMany(ids);
		for (const wanted of ['missing', 'cutoff', 'subtitles'] as const) {
			const expected = all.filter(movie => isListed[wanted](movie, now, usual)).map(({id}) => id);
			for (const field of sorts[wanted]) {
				const up = await walk(movies, {wanted, field, direction: 'asc'}, now);
				t.deepEqual(up.toSorted(), expected.toSorted(), `${wanted} by ${field} in round ${round}`);
				const down = await walk(movies, {wanted, field, direction: 'desc'}, now);
				t.deepEqual(down.toSorted(), expected.toSorted());
			}
		}
	}
});

test('a page by the time of the last search begins with the longest unsearched, and ends with those never searched', async t => {
	const {stores} = await withStores(t);
	const {movies} = stores;
	const {ids} = await library(movies, 12);
	await movies.changeMany(ids, {monitored: true, minimumAvailability: 'announced'}, start);
	await movies.markSearched(ids[3] ?? '', later(2));
	await movies.markSearched(ids[1] ?? '', later(1));
	const up = await walk(movies, {wanted: 'missing', field: 'lastSearchTime', direction: 'asc'}, later(9));
	t.deepEqual(up.slice(0, 2), [ids[1], ids[3]]);
	const down = await walk(movies, {wanted: 'missing', field: 'lastSearchTime', direction: 'desc'}, later(9));
	t.deepEqual(down.slice(0, 2), [ids[3], ids[1]]);
	t.is(down.length, 12);
});

test('by release date, movies that are available when announced stand at their first release, and those without a date last', async t => {
	const {stores} = await withStores(t);
	const {movies} = stores;
	const choice = {
		monitored: true,
		rootFolderPath: '/library',
		path: '/library/Film',
		qualityProfileId: 'none',
		libraryId: null,
		searchOnAdd: false,
	};
	const year = (number: number) => new Date(`${number}-01-01`);
	const none = {inCinemas: null, digitalRelease: null, physicalRelease: null};
	const add = async (title: string, minimumAvailability: (typeof minimumAvailabilities)[number], dates: Partial<ReleaseDates>) => {
		const details = buildMovieDetails({metaId: metaId++, title, ...none, ...dates});
		return (await movies.add(details, {...choice, minimumAvailability}, start)).id;
	};
	let metaId = 1;
	const unknown = await add('Unknown', 'announced', {});
	const announced = await add('Announced', 'announced', {inCinemas: year(2012), digitalRelease: year(2011)});
	const released = await add('Released', 'released', {
		inCinemas: new Date('2009-12-01'),
		physicalRelease: new Date('2011-06-01'),
	});
	const inCinemas = await add('In cinemas', 'inCinemas', {inCinemas: year(2010), digitalRelease: year(2020)});
	const alsoUnknown = await add('Also unknown', 'announced', {});
	const old = await add('Old', 'announced', {inCinemas: year(1931)});
	const titles = (direction: 'asc' | 'desc') => walk(movies, {wanted: 'missing', field: 'releaseDate', direction}, start);
	const undated = [unknown, alsoUnknown].sort();
	t.deepEqual(await titles('asc'), [old, inCinemas, announced, released, ...undated]);
	t.deepEqual(await titles('desc'), [released, announced, inCinemas, old, ...undated.toReversed()]);

	await movies.change(released, {minimumAvailability: 'announced'}, start);
	await movies.refresh(unknown, buildMovieDetails({metaId: 1, ...none, digitalRelease: year(2030)}), start);
	t.deepEqual(await titles('asc'), [old, released, inCinemas, announced, unknown, alsoUnknown]);
});

test('a movie is missing from the moment of its release on, also in a list that was read before, and not when a clock goes back', async t => {
	const {stores} = await withStores(t);
	const choice = {
		monitored: true,
		minimumAvailability: 'released',
		rootFolderPath: '/library',
		path: '/library/Film',
		qualityProfileId: 'x',
		libraryId: null,
		searchOnAdd: false,
	} as const;
	const dates = {inCinemas: null, digitalRelease: later(60), physicalRelease: null};
	await stores.movies.add(buildMovieDetails(dates), choice, start);
	const count = async (now: Date) =>
		(
			await stores.movies.wantedPage(
				{wanted: 'missing', page: 1, limit: 5, sort: {field: 'title', direction: 'asc'}, monitoredOnly: false},
				{_id: 1},
				now,
			)
		).total;
	t.deepEqual([await count(start), await count(later(59)), await count(later(60)), await count(later(300))], [0, 0, 1, 1]);
	t.is(await count(later(30)), 0);
	t.is(await count(later(61)), 1);
});

test('the filters of a list narrow it: a text, a library', async t => {
	const {stores} = await withStores(t);
	const choice = {
		monitored: true,
		minimumAvailability: 'announced',
		rootFolderPath: '/library',
		path: '/library/Film',
		qualityProfileId: 'x',
		searchOnAdd: false,
	} as const;
	await stores.movies.add(
		buildMovieDetails({metaId: 1, title: 'Ämber Night', originalTitle: 'Ämber Night', alternativeTitles: []}),
		{...choice, libraryId: 'films'},
		start,
	);
	await stores.movies.add(
		buildMovieDetails({metaId: 2, title: 'Cold Day', originalTitle: 'Cold Day', alternativeTitles: []}),
		{...choice, libraryId: null},
		start,
	);
	const list = async (filter: {search?: string; libraryId?: string}) => {
		const sort = {field: 'title', direction: 'asc'} as const;
		const {rows, total} = await stores.movies.wantedPage(
			{wanted: 'missing', page: 1, limit: 5, sort, monitoredOnly: false, ...filter},
			{title: 1},
			start,
		);
		return [total, ...readRows<{id: string; title: string}>(rows).map(({title}) => title)];
	};
	t.deepEqual(await list({}), [2, 'Ämber Night', 'Cold Day']);
	t.deepEqual(await list({search: 'mber'}), [1, 'Ämber Night']);
	t.deepEqual(await list({libraryId: 'films'}), [1, 'Ämber Night']);
	t.deepEqual(await list({libraryId: 'films', search: 'cold'}), [0]);
	t.is(await stores.movies.detach('films'), 1);
	t.deepEqual(await list({libraryId: 'films'}), [0]);
});
