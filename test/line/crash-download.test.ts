import test from 'ava';
import type {MovieReply} from '#scripts/demo/replies.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, filesBelow, follow, grab, historyOf, isImported, sandboxRelease} from '#test/helpers/line/steps.ts';

const elephantsDream = 9761;
const title = 'Elephants.Dream.2006.720p.BluRay.x264-OPENREEL';

test('workers that are killed in the middle of a download go on with it after their restart', async t => {
	t.timeout(120_000);
	const line = await startLine(t, {bytesPerSecond: 6_000_000});
	const movie = await addMovie(line, elephantsDream);
	const queueId = await grab(line, movie.id, title);
	const {size, sizeleft} = await follow(line, queueId, {isThere: item => item.sizeleft < item.size * 0.8, withinMs: 30_000});
	await line.killWorkers();
	t.true(sizeleft > 0, 'the download was not over');
	t.deepEqual(filesBelow(line.library), []);

	await line.startWorkers();
	const seen: number[] = [];
	await follow(line, queueId, {
		isThere: item => {
			seen.push(item.sizeleft);
			return isImported(item);
		},
		withinMs: 60_000,
	});
	t.true(Math.max(...seen) < size, 'the download did not begin anew');
	t.deepEqual(filesBelow(line.library), ['Elephants Dream (2006)/Elephants Dream (2006) [Bluray-720p]-OPENREEL.mkv']);
	const {file} = await line.api.get<MovieReply>(`/api/library/movies/${movie.id}`);
	t.is(await hashFile(file?.path ?? ''), await line.world.seeder.hashOf(sandboxRelease(title)));
	t.deepEqual(await historyOf(line, movie.id), ['grabbed', 'imported']);
});
