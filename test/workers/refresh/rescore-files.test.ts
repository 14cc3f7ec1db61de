import test from 'ava';
import {MongoClient} from 'mongodb';
import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {everyFile} from '#shared/jobs/refresh.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleRescoreFiles} from '#workers/refresh/rescore-files.ts';

const now = new Date('2026-01-01');
const format = (value: string): NewCustomFormat => ({
	name: value,
	conditions: [{name: 'c', kind: 'releaseTitle', value, negate: false, required: true}],
	includeWhenRenaming: false,
});

test('files score by the formats and profiles of today, by their names and by their tracks', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series, episode, run} = world;
	const movie = await world.addMovie(movieDetails);
	await deps.movies.setFile(movie.id, buildMediaFile({id: 'film', releaseTitle: 'The Quiet Harbour (2019)'}), now);
	const [first, second] = [await episode(1, 1), await episode(1, 2)];
	const file = buildMediaFile({id: 'both', releaseTitle: 'Paper.Lanterns.S01E01E02.1080p.WEB-DL.x265-NOBODY'});
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [first.id, second.id], file, replaces: []}, now);
	const scores = async () => [
		(await deps.movies.get(movie.id)).file?.formatScore,
		(await episode(1, 1)).file?.formatScore,
		(await episode(1, 2)).file?.formatScore,
	];
	await handleRescoreFiles(everyFile, deps, run());
	t.deepEqual(await scores(), [0, 0, 0]);

	const x265 = await deps.customFormats.add(format('x265'), now);
	const aac = await deps.customFormats.add(format('\\bAAC\\b'), now);
	const formatScores = [
		{customFormatId: x265.id, score: 30},
		{customFormatId: aac.id, score: 5},
	];
	await deps.qualityProfiles.change(movie.qualityProfileId, {formatScores}, now);
	await handleRescoreFiles(everyFile, deps, run());
	t.deepEqual(await scores(), [5, 35, 35]);
	t.deepEqual((await deps.movies.get(movie.id)).file?.formatIds, [aac.id]);
	t.deepEqual((await episode(1, 2)).file?.formatIds?.toSorted(), [x265.id, aac.id].toSorted());

	await deps.qualityProfiles.change(movie.qualityProfileId, {formatScores: [{customFormatId: x265.id, score: -1}]}, now);
	await handleRescoreFiles({titleIds: [series.id], libraryId: null}, deps, run());
	t.deepEqual(await scores(), [5, -1, -1]);
	await handleRescoreFiles({titleIds: null, libraryId: 'another'}, deps, run());
	t.deepEqual(await scores(), [5, -1, -1]);
	await handleRescoreFiles({titleIds: [movie.id], libraryId: null}, deps, run());
	t.deepEqual(await scores(), [0, -1, -1]);
});

test('before the first start has made the profiles there is nothing to score', async t => {
	const {deps, run, mongodbUri} = await withWorkerDeps(t);
	const client = await MongoClient.connect(mongodbUri);
	t.teardown(() => client.close());
	await client.db().collection('qualityProfiles').deleteMany({});
	await t.notThrowsAsync(handleRescoreFiles(everyFile, deps, run()));
});
