import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import test from 'ava';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {backfillLibrary} from '#shared/jobs/backfill.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleBackfillLibrary} from '#workers/backfill/backfill-library.ts';

const films = 24;
const copies = 150;

/** Each film many times, the last copy being the largest, and files that no name can be read of. */
function writeFiles(library: string): void {
	for (let film = 0; film < films; film += 1) {
		const folder = join(library, `Film ${film} (2001)`);
		mkdirSync(folder);
		for (let copy = 0; copy < copies; copy += 1) {
			writeFileSync(join(folder, `copy ${1000 + copy}.mkv`), 'x'.repeat(10 + copy));
		}
	}
	for (let n = 0; n < 10; n += 1) {
		writeFileSync(join(library, `${n}.mkv`), 'x');
	}
}

test('a worker that is killed in the middle of its writes and started again ends with what an undisturbed run has', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const {deps, library, record} = world;
	writeFiles(library);
	for (let film = 0; film < films; film += 1) {
		const title = `Film ${film}`;
		await world.addMovie({
			...movieDetails,
			metaId: 100 + film,
			imdbId: null,
			title,
			originalTitle: title,
			alternativeTitles: [],
			year: 2001,
		});
	}
	const {execution} = await deps.taskHistory.add({taskId: backfillTaskId(record.id), options: {}, force: false}, deps.now());
	const payload = {libraryId: record.id, executionId: execution.id};
	await deps.jobs.enqueue(backfillLibrary, payload);
	const {child, ended} = startWorker(t, world, {env: {WORKER_POOLS: 'backfill'}});
	while ((await deps.scannedFiles.count(record.id)) === 0 && child.exitCode === null) {
		await pause(2);
	}
	child.kill('SIGKILL');
	await ended;
	const total = films * copies + 10;
	const reached = await deps.scannedFiles.count(record.id);
	t.true(reached > 0 && reached < total, `${reached} of ${total}`);
	await handleBackfillLibrary(payload, deps, world.run());
	t.like(await deps.taskHistory.get(execution.id), {status: 'completed'});
	t.deepEqual(
		await world.recorded(),
		Object.fromEntries(Array.from({length: films}, (_, n) => [`Film ${n}`, `Film ${n} (2001)/copy ${999 + copies}.mkv`]).sort()),
	);
	const states = Map.groupBy(await Array.fromAsync(deps.scannedFiles.all(record.id)), ({state}) => state);
	t.is(states.get('recorded')?.length, films);
	t.is(states.get('unmatched')?.length, total - films);
	const {files} = await deps.scannedFiles.unmatched({libraryId: record.id, page: 1, limit: total});
	t.is(files.filter(({reason}) => reason === 'name_unreadable').length, 10);
	t.is(files.filter(({reason}) => reason === 'duplicate').length, total - films - 10);
	t.is((await deps.libraries.get(record.id)).backfillStatus, 'completed');
});
