import {join} from 'node:path';
import test from 'ava';
import type {MovieReply, QueueItemReply} from '#scripts/demo/replies.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, filesBelow, follow, grab, historyOf, isImported, sandboxRelease} from '#test/helpers/line/steps.ts';

const livingDead = 10331;
const title = 'Night.of.the.Living.Dead.1968.DVDRip.x264-ATTIC';

test('workers that are killed in the middle of an import leave nothing half, and import once after their restart', async t => {
	const line = await startLine(t);
	await line.api.put('/api/settings/media.importMode', {value: 'copy'});
	const movie = await addMovie(line, livingDead);
	const {killed} = await line.killWorkersAtFirstFile(line.library);
	const queueId = await grab(line, movie.id, title);
	await killed;
	const theirs = await line.world.seeder.hashOf(sandboxRelease(title));
	for (const path of filesBelow(line.library).filter(name => !name.endsWith('.partial'))) {
		t.is(await hashFile(join(line.library, path)), theirs, 'what has a final name is whole');
	}
	const {trackedDownloadState} = await line.api.get<QueueItemReply>(`/api/queue/${queueId}`);
	t.is(trackedDownloadState, 'importing');

	await line.startWorkers();
	await follow(line, queueId, isImported);
	t.deepEqual(filesBelow(line.library), ['Night of the Living Dead (1968)/Night of the Living Dead (1968) [DVD]-ATTIC.mkv']);
	const {file} = await line.api.get<MovieReply>(`/api/library/movies/${movie.id}`);
	t.is(await hashFile(file?.path ?? ''), theirs);
	t.deepEqual(await historyOf(line, movie.id), ['titleAdded', 'grabbed', 'imported']);
});
