import test from 'ava';
import {MongoClient} from 'mongodb';
import {completeRecords} from '#shared/jobs/refresh.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {movieDetails} from '#test/helpers/import-world.ts';
import {seriesWorld} from '#test/helpers/series-world.ts';
import {completeOldRecords} from '#workers/executions/complete-old-records.ts';
import {handleCompleteRecords} from '#workers/refresh/complete-records.ts';
import {handleRescoreFiles} from '#workers/refresh/rescore-files.ts';

const now = new Date('2026-01-01');
const newFields = {
	hasFile: '',
	availableBy: '',
	availableAt: '',
	releasedAt: '',
	releaseDates: '',
	seriesMonitored: '',
	'file.belowCutoff': '',
};

test('records of earlier versions are in the lists once they were completed, and complete ones are left alone', async t => {
	const world = await seriesWorld(t);
	const {deps, series, episode, run} = world;
	const client = await MongoClient.connect(world.mongodbUri);
	t.teardown(() => client.close());
	const connection = client.db();
	const movie = await world.addMovie(movieDetails);
	const first = await episode(1, 1);
	const file = buildMediaFile({id: 'one', quality: 'SDTV', qualityScore: 10});
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [first.id], file, replaces: []}, now);
	await connection.collection('movies').updateMany({}, {$unset: newFields});
	await connection.collection('episodes').updateMany({}, {$unset: newFields});
	const counts = async () => {
		const query = {page: 1, limit: 50, monitoredOnly: false};
		const missing = {...query, wish: 'missing' as const};
		return [
			(await deps.movies.wantedPage({...missing, sort: {field: 'title', direction: 'asc'}}, {_id: 1}, now)).total,
			(await deps.episodes.wantedPage({...missing, sort: {field: 'airDateUtc', direction: 'asc'}}, {_id: 1}, now)).total,
			(await deps.episodes.wantedPage({...query, wish: 'cutoff', sort: {field: 'airDateUtc', direction: 'asc'}}, {_id: 1}, now)).total,
			(await deps.movies.inCalendar({start: new Date('1990-01-01'), end: new Date('2030-01-01'), unmonitored: true, limit: 9}, {_id: 1}))
				.length,
		];
	};
	t.deepEqual(await counts(), [0, 0, 0, 0]);
	const all = await deps.episodes.ofSeries(series.id);
	const missing = all.filter(({monitored, file: of, airDateUtc}) => monitored && !of && airDateUtc && airDateUtc <= now).length;

	await completeOldRecords(deps);
	t.true(await deps.jobs.isQueued(completeRecords, {}));
	await handleCompleteRecords({}, deps, run());
	const [payload] = (await deps.jobs.queue('refresh').getJobs(['waiting', 'prioritized'])).filter(({name}) => name === 'rescore-files');
	t.deepEqual(payload?.data.payload, {titleIds: null, libraryId: null});
	t.true((await deps.promisedJobs.look(10)).some(({job}) => job === 'rescore-files'));
	await handleRescoreFiles({titleIds: null, libraryId: null}, deps, run());
	t.deepEqual(await counts(), [1, missing, 1, movie.inCinemas || movie.digitalRelease || movie.physicalRelease ? 1 : 0]);

	t.true(
		(
			await connection
				.collection('movies')
				.find({releasedAt: {$exists: false}})
				.toArray()
		).length === 0,
	);
	t.true(await deps.recordState.areComplete());
	await deps.jobs.queue('refresh').drain();
	await completeOldRecords(deps);
	t.is((await deps.jobs.queue('refresh').getJobs(['waiting', 'prioritized'])).length, 0);
	const before = await connection.collection('movies').find().toArray();
	await handleCompleteRecords({}, deps, run());
	t.deepEqual(await connection.collection('movies').find().toArray(), before);
});
