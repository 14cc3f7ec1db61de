import test from 'ava';
import type {MovieReply} from '#scripts/demo/replies.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, filesBelow, follow, grab, historyOf, isImported, sandboxRelease} from '#test/helpers/line/steps.ts';

const spring = 593048;
const title = 'Spring.2019.720p.BluRay.x264-OPENREEL';

test('workers that are killed in the middle of a download go on with it after their restart', async t => {
	const line = await startLine(t, {bytesPerSecond: 2_500_000});
	const {seeder} = line.world;
	const movie = await addMovie(line, spring);
	const queueId = await grab(line, movie.id, title);
	const {size, sizeleft} = await follow(line, queueId, item => item.sizeleft < item.size * 0.3);
	await line.killWorkers();
	const before = seeder.uploaded();
	t.true(sizeleft > 0, 'the download was not over');
	t.deepEqual(filesBelow(line.library), []);

	await line.startWorkers();
	await follow(line, queueId, isImported);
	t.true(seeder.uploaded() - before < size * 0.9, 'what was there is not fetched again');
	t.deepEqual(filesBelow(line.library), ['Spring (2019)/Spring (2019) [Bluray-720p]-OPENREEL.mkv']);
	const {file} = await line.api.get<MovieReply>(`/api/library/movies/${movie.id}`);
	t.is(await hashFile(file?.path ?? ''), await seeder.hashOf(sandboxRelease(title)));
	t.deepEqual(await historyOf(line, movie.id), ['titleAdded', 'grabbed', 'imported']);
});
