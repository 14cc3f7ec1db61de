import {setImmediate as breathe} from 'node:timers/promises';
import test from 'ava';
import type {MovieReply, QueueItemReply} from '#scripts/demo/replies.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, filesBelow, follow, grab, historyOf, isImported, sandboxRelease} from '#test/helpers/line/steps.ts';

const livingDead = 10331;
const title = 'Night.of.the.Living.Dead.1968.DVDRip.x264-ATTIC';
const importMs = 30_000;

test('workers that are killed in the middle of an import leave nothing half, and import once after their restart', async t => {
	t.timeout(120_000);
	const line = await startLine(t);
	await line.api.put('/api/settings/media.importMode', {value: 'copy'});
	const movie = await addMovie(line, livingDead);
	const queueId = await grab(line, movie.id, title);
	await follow(line, queueId, {isThere: item => item.trackedDownloadState !== 'downloading', withinMs: 60_000});
	const deadline = Date.now() + importMs;
	while (filesBelow(line.library).length === 0 && Date.now() < deadline) {
		await breathe();
	}
	await line.killWorkers();
	const left = filesBelow(line.library);
	t.is(left.length, 1);
	t.regex(left[0] ?? '', /\.partial$/, 'nothing half has a final name');
	t.like(await line.api.get<QueueItemReply>(`/api/queue/${queueId}`), {trackedDownloadState: 'importing'});
	t.false((await line.api.get<MovieReply>(`/api/library/movies/${movie.id}`)).hasFile);

	await line.startWorkers();
	await follow(line, queueId, {isThere: isImported, withinMs: 60_000});
	t.deepEqual(filesBelow(line.library), ['Night of the Living Dead (1968)/Night of the Living Dead (1968) [DVD]-ATTIC.mkv']);
	const {file} = await line.api.get<MovieReply>(`/api/library/movies/${movie.id}`);
	t.is(await hashFile(file?.path ?? ''), await line.world.seeder.hashOf(sandboxRelease(title)));
	t.deepEqual(await historyOf(line, movie.id), ['grabbed', 'imported']);
});
