import test from 'ava';
import {createChance} from '#scripts/seed/words.ts';
import {type Episode, hasAired} from '#shared/domain/media/library-episode.ts';
import type {Stores} from '#shared/store/database.ts';
import type {WantedKind} from '#shared/store/wanted/wanted-lists.ts';
import {readRows} from '#shared/store/wanted/wanted-pages.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';

const start = new Date('2026-03-01T12:00:00Z');
const later = (minutes: number) => new Date(Number(start) + minutes * 60_000);

const isListed: Record<WantedKind, (episode: Episode, now: Date) => boolean> = {
	missing: (episode, now) => episode.monitored && !episode.file && hasAired(episode, now),
	cutoff: ({monitored, file}) => monitored && file?.belowCutoff === true,
	subtitles: ({monitored, file}) => monitored && (file?.subtitles?.missing.length ?? 0) > 0,
};
const sorts: Record<WantedKind, string[]> = {
	missing: ['airDateUtc', 'lastSearchTime'],
	cutoff: ['airDateUtc', 'lastSearchTime'],
	subtitles: ['airDateUtc'],
};

interface Walk {
	wanted: WantedKind;
	field: string;
	direction: 'asc' | 'desc';
	seriesIds?: string[];
}

async function walk({episodes}: Stores, {wanted, seriesIds, ...sort}: Walk, now: Date): Promise<string[]> {
	const ids: string[] = [];
	for (let page = 1; ; page += 1) {
		const query = {wanted, sort, page, limit: 7, monitoredOnly: wanted === 'subtitles', ...(seriesIds && {seriesIds})};
		const {rows, total} = await episodes.wantedPage(query, {_id: 1}, now);
		ids.push(...readRows(rows).map(({id}) => id));
		if (rows.length === 0) {
			return ids.length === total ? ids : ['a wrong total', String(total)];
		}
	}
}

const airDates = ['2025-12-01', '2026-02-20', '2026-03-01', '2026-03-02', null];
const detailsOf = (n: number, first = 1) => {
	const title = `Lanterns ${n}`;
	const seasons = [buildSeason(0, ['2024-01-01']), buildSeason(first, airDates), buildSeason(first + 1, [...airDates].reverse())];
	return buildSeriesDetails({metaId: n + 1, tvMetaId: n + 1, title, originalTitle: title, alternativeTitles: [], seasons});
};

test('the lists have the episodes that the rules name, each once, in any order, whatever was changed before', async t => {
	const {stores} = await withStores(t);
	const {series, episodes} = stores;
	const {pick, is, integer, uuid} = createChance(8, 1);
	const ids: string[] = [];
	for (let n = 0; n < 6; n += 1) {
		const path = `/tv/Lanterns ${n}`;
		ids.push((await series.add(detailsOf(n), buildNewSeries({path, monitored: n > 0}), start)).id);
	}
	const file = () => {
		const subtitles = {list: [], missing: is(0.5) ? ['en'] : [], readAt: start, stamp: ''};
		return buildMediaFile({id: uuid(), path: `/tv/${uuid()}.mkv`, belowCutoff: is(0.5), subtitles});
	};
	const changeOne = async (at: Date) => {
		const id = ids[integer(ids.length)] ?? '';
		const of = await episodes.ofSeries(id);
		const one = of[integer(of.length)] as Episode;
		const replaces = one.file ? [one.file.id] : [];
		await pick([
			() => series.change(id, {monitored: is(0.6)}, at),
			() => series.change(id, {seasonFolder: is(0.5)}, at),
			() => series.setSeasonMonitored(id, {seasonNumber: one.seasonNumber, monitored: is(0.6)}, at),
			() => episodes.setMonitored(one.id, is(0.6), at),
			() => series.refresh(id, detailsOf(ids.indexOf(id), 1 + integer(3)), at),
			() => episodes.recordFile({seriesId: id, episodeIds: [one.id], file: file(), replaces}, at),
			() => episodes.recordFile({seriesId: id, episodeIds: [one.id], file: file(), replaces}, at),
			() => one.file && is(0.4) && episodes.removeFiles({seriesId: id, fileIds: [one.file.id]}, at),
			() => one.file && episodes.setScores([{titleId: id, fileId: one.file.id, formatScore: 3, formatIds: [], belowCutoff: is(0.5)}]),
			() => episodes.markSearched([one.id], at),
		] as const)();
	};
	for (let round = 0; round < 8; round += 1) {
		const now = later(round * 5);
		for (let n = 0; n < 15; n += 1) {
			await changeOne(now);
		}
		const monitored = (await series.getMany(ids)).filter(each => each.monitored);
		const all = (await Promise.all(monitored.map(each => episodes.ofSeries(each.id)))).flat();
		for (const wanted of ['missing', 'cutoff', 'subtitles'] as const) {
			const expected = all.filter(episode => isListed[wanted](episode, now));
			for (const field of sorts[wanted]) {
				for (const direction of ['asc', 'desc'] as const) {
					const seen = await walk(stores, {wanted, field, direction}, now);
					t.deepEqual(seen.toSorted(), expected.map(({id}) => id).toSorted(), `${wanted} by ${field} ${direction}, round ${round}`);
				}
			}
			const [one = ''] = ids.slice(-1);
			const ofOne = await walk(stores, {wanted, field: 'airDateUtc', direction: 'asc', seriesIds: [one]}, now);
			t.deepEqual(
				ofOne.toSorted(),
				expected
					.filter(({seriesId}) => seriesId === one)
					.map(({id}) => id)
					.toSorted(),
			);
		}
	}
});

test('specials are missing only if they are monitored, and an episode without a date never is', async t => {
	const {stores} = await withStores(t);
	const {id} = await stores.series.add(detailsOf(1), buildNewSeries(), start);
	const missing = async () => {
		const sort = {field: 'airDateUtc', direction: 'asc'} as const;
		const {rows} = await stores.episodes.wantedPage(
			{wanted: 'missing', page: 1, limit: 50, sort, monitoredOnly: false},
			{seasonNumber: 1, episodeNumber: 1},
			start,
		);
		return readRows<Pick<Episode, 'id' | 'seasonNumber' | 'episodeNumber'>>(rows).map(
			({seasonNumber, episodeNumber}) => `${seasonNumber}x${episodeNumber}`,
		);
	};
	t.deepEqual((await missing()).toSorted(), ['1x1', '1x2', '1x3', '2x3', '2x4', '2x5']);
	await stores.series.setSeasonMonitored(id, {seasonNumber: 0, monitored: true}, start);
	t.is((await missing())[0], '0x1');
	await stores.series.change(id, {monitored: false}, start);
	t.deepEqual(await missing(), []);
	t.true((await stores.episodes.ofSeries(id)).every(episode => !('hasFile' in episode) && !('seriesMonitored' in episode)));
});

test('the series that a text or a library selects are found, none without either', async t => {
	const {stores} = await withStores(t);
	const first = await stores.series.add(detailsOf(1), buildNewSeries({libraryId: 'shows'}), start);
	const second = await stores.series.add(detailsOf(2), buildNewSeries({path: '/tv/2'}), start);
	t.is(await stores.series.selected({}), null);
	t.deepEqual((await stores.series.selected({search: 'ANTERN'}))?.toSorted(), [first.id, second.id].toSorted());
	t.deepEqual(await stores.series.selected({search: 'lanterns 2'}), [second.id]);
	t.deepEqual(await stores.series.selected({libraryId: 'shows'}), [first.id]);
	t.deepEqual(await stores.series.selected({libraryId: 'shows', search: 'lanterns 2'}), []);
});

test('a list of some series is not taken for that of others that the same text selects a moment later', async t => {
	const {stores} = await withStores(t);
	const first = await stores.series.add(detailsOf(1), buildNewSeries(), start);
	const selected = await stores.series.selected({search: 'lanterns'});
	const second = await stores.series.add(detailsOf(2), buildNewSeries({path: '/tv/2'}), start);
	const countOf = async (seriesIds: string[]) =>
		(await walk(stores, {wanted: 'missing', field: 'airDateUtc', direction: 'asc', seriesIds}, start)).length;
	t.is(await countOf(selected ?? []), 6);
	t.is(await countOf([first.id, second.id]), 12);
});
