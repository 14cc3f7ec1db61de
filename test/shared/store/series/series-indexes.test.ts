import test from 'ava';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const now = new Date('2024-01-16T12:00:00Z');
const later = new Date('2024-01-30T12:00:00Z');

test('no query of series and episodes reads a whole collection', async t => {
	const {stores, connection} = await withStores(t);
	const {series, episodes, importExclusions} = stores;
	const added = await series.add(buildSeriesDetails(), buildNewSeries(), now);
	await series.add(buildSeriesDetails({metaId: 2, title: 'Another'}), buildNewSeries({path: '/tv/Another'}), now);
	const database = connection.db!; // withStores has connected
	await database.command({profile: 2});

	const first = (await episodes.ofSeason(added.id, 1))[0]!; // the built series has three
	for (const field of ['title', 'year', 'createdAt', 'updatedAt', 'metaRating', 'nextAiring'] as const) {
		for (const direction of ['asc', 'desc'] as const) {
			await series.page({page: 1, limit: 20, sort: {field, direction}}, {}, now);
		}
	}
	const sort = {field: 'title', direction: 'asc'} as const;
	for (const filter of [{monitored: true}, {downloaded: false}, {monitored: false, downloaded: true}, {search: 'lan'}, {network: 'x'}]) {
		await series.page({page: 1, limit: 20, sort, ...filter}, {}, now);
	}
	await series.shown(added.id, later);
	await series.settle(later);
	await series.findOldest(815);
	await series.findByTvMetaId(42_815);
	await series.findInLibrary(815, 'x');
	await series.findInLibrary(815, null);
	await series.copiesOf([815]);
	await series.notElsewhere([added.id], 'x');
	await series.withoutPlace([added.id], 'x');
	await series.getMany([added.id]);
	await series.byKeys({names: ['paperlanterns'], imdbIds: ['tt1'], metaIds: [1], tvMetaIds: [1]});
	await series.refresh(added.id, buildSeriesDetails({seasons: []}), now);
	await series.setSeasonMonitored(added.id, {seasonNumber: 1, monitored: false}, now);
	await series.dueForRefresh(later, 10);
	await Array.fromAsync(series.withMissing());
	await Array.fromAsync(series.withFiles());
	await Array.fromAsync(series.airedSince(now));
	await series.usesOfFolder('/tv');
	await series.usesOfProfile('x');
	await series.titleAtFolder('/tv/Another', {except: null});
	await series.foldersBelow('/tv', ['x']);
	await episodes.get(first.id);
	await episodes.getMany([first.id]);
	await episodes.ofSeries(added.id);
	await episodes.setMonitored(first.id, true, now);
	await episodes.recordFile({seriesId: added.id, episodeIds: [first.id], file: buildMediaFile({}), replaces: []}, now);
	await episodes.markSearched([first.id], now);
	await Array.fromAsync(episodes.missingLine(now));
	await Array.fromAsync(episodes.unsearched(now));
	await Array.fromAsync(episodes.belowCutoff());
	await Array.fromAsync(episodes.withFileSince(now));
	await episodes.missingOf([first.id], now);
	await episodes.belowCutoffOf([first.id]);
	await episodes.onDisk(added.id);
	await episodes.pathsOwned(['/x'], {except: added.id});
	await episodes.removeFiles({seriesId: added.id, fileIds: ['old-file']}, now);
	await importExclusions.has('series', 1, null);
	await importExclusions.page({page: 1, limit: 10});
	await series.remove(added.id);

	await database.command({profile: 0});
	const seen = await database
		.collection('system.profile')
		.find({ns: /\.(series|episodes|importExclusions)$/})
		.toArray();
	t.true(seen.length > 60, String(seen.length));
	const scans = seen.filter(({planSummary}) => String(planSummary).includes('COLLSCAN'));
	t.deepEqual(
		scans.map(({ns, command}) => JSON.stringify({ns, ...command}).slice(0, 300)),
		[],
	);
});
