import {rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleReadMediaInfo} from '#workers/backfill/read-media-info.ts';
import {resumeMediaInfo} from '#workers/library/resume-subtitles.ts';

const movies = [
	{id: 11, title: 'The Quiet Harbour', releaseDate: '2019-03-01'},
	{id: 12, title: 'Paper Lanterns', releaseDate: '2021-05-01'},
];
const series = [{id: 21, title: 'Harbour Watch', firstAirDate: '2015-01-01', seasons: [{number: 1, episodes: [{number: 1}]}]}];

test('the tracks of recorded films are read behind a backfill, once each; one that cannot be read stays as its name tells', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {deps, record, library} = world;
	await world.write('The Quiet Harbour (2019)/a.mkv', 'Paper Lanterns (2021)/p.720p.mkv');
	await writeFile(join(library, 'The Quiet Harbour (2019)/a.mkv'), buildMatroska());
	await world.backfill();
	const due = () => deps.scannedFiles.dueForInfo(record.id, {after: '', limit: 10});
	t.is((await due()).length, 2);
	const waiting = async () => (await deps.jobs.queue('backfill').getJobs(['waiting', 'prioritized'])).map(({data}) => data.payload.after);
	t.deepEqual(await waiting(), ['']);
	await handleReadMediaInfo({libraryId: record.id, after: ''}, deps, world.run());
	t.is((await deps.movies.findOldest(11))?.file?.mediaInfo?.durationSeconds, 5400);
	t.like((await deps.movies.findOldest(12))?.file, {mediaInfo: null, quality: 'HDTV-720p'});
	t.deepEqual(await due(), []);
	t.is((await waiting()).length, 2);
});

test('a slow disk makes the next job wait for one file only', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {deps, record} = world;
	await world.write('The Quiet Harbour (2019)/a.mkv', 'Paper Lanterns (2021)/p.720p.mkv');
	await world.backfill();
	let clock = 0;
	const now = () => {
		clock += 6000;
		return new Date(clock);
	};
	await handleReadMediaInfo({libraryId: record.id, after: ''}, {...deps, now}, world.run());
	t.is((await deps.scannedFiles.dueForInfo(record.id, {after: '', limit: 10})).length, 1);
	const waiting = (await deps.jobs.queue('backfill').getJobs(['waiting', 'prioritized'])).map(({data}) => data.payload.after);
	t.is(waiting.filter(after => after !== '').length, 1);
});

test('all episodes of a file get its tracks', async t => {
	const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
	const {deps, record, library} = world;
	await world.write('Harbour Watch (2015)/S01E01.mkv');
	await writeFile(join(library, 'Harbour Watch (2015)/S01E01.mkv'), buildMatroska());
	await world.backfill();
	await handleReadMediaInfo({libraryId: record.id, after: ''}, deps, world.run());
	const found = await deps.series.findOldest(21);
	const [episode] = await deps.episodes.ofSeries(found?.id ?? '');
	t.is(episode?.file?.mediaInfo?.durationSeconds, 5400);
});

test('while the disk is away nothing counts as read, and the reading goes on later', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {deps, record, library} = world;
	await world.write('The Quiet Harbour (2019)/a.mkv', 'Paper Lanterns (2021)/p.720p.mkv');
	await writeFile(join(library, 'The Quiet Harbour (2019)/a.mkv'), buildMatroska());
	await world.backfill();
	const queue = deps.jobs.queue('backfill');
	await queue.drain();
	await rename(library, `${library}-away`);
	await handleReadMediaInfo({libraryId: record.id, after: ''}, deps, world.run());
	t.is((await deps.scannedFiles.dueForInfo(record.id, {after: '', limit: 10})).length, 2);
	t.is(await queue.getJobCountByTypes('waiting', 'prioritized'), 0);
	t.is(await resumeMediaInfo(deps), 1);
	t.is(await resumeMediaInfo(deps), 0);
	await rename(`${library}-away`, library);
	await handleReadMediaInfo({libraryId: record.id, after: ''}, deps, world.run());
	t.is((await deps.movies.findOldest(11))?.file?.mediaInfo?.durationSeconds, 5400);
	await queue.drain();
	t.is(await resumeMediaInfo(deps), 0);
});
