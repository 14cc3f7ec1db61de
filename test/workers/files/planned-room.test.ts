import {join} from 'node:path';
import test from 'ava';
import {Unavailable} from '#shared/errors.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handlePlanFileChange} from '#workers/files/plan-file-change.ts';

test('a plan says which titles have no room on the other disk, and the others have', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, other, run} = world;
	for (const name of ['First (2001)', 'Second (2002)', 'Third (2003)']) {
		await world.addFilm(name, 'film.mkv');
	}
	const [{file} = {file: null}] = await deps.movies.onDisk({after: '', limit: 1});
	const room = 2.5 * (file?.size ?? 0);
	const asked: number[] = [];
	const files = {
		...deps.files,
		// The other root folder is on a disk of its own.
		async entry(path: string) {
			const found = await deps.files.entry(path);
			return found && path === other ? {...found, identity: `other:${found.identity.split(':')[1]}`} : found;
		},
		async ensureSpace(path: string, bytes: number) {
			t.is(path, other);
			asked.push(bytes);
			if (bytes > room) {
				throw new Unavailable('disk_full', 'It is full.');
			}
		},
	};
	const wanted = {
		kind: 'move' as const,
		to: other,
		path: null,
		folders: false,
		copies: true,
		start: false,
		requestedBy: null,
		undoOf: null,
	};
	const selection = {movieIds: [], seriesIds: [], libraryId: null, rootFolderPath: null, all: true};
	const {id} = await deps.fileChanges.add({...wanted, selection}, deps.now());
	await handlePlanFileChange({changeId: id}, {...deps, files}, run());
	const {rows} = await deps.fileChanges.rows.page({changeId: id, page: 1, limit: 10});
	t.deepEqual(rows.map(({code}) => code).toSorted(), [null, null, 'too_little_space'].toSorted());
	t.like(await deps.fileChanges.get(id), {state: 'planned', totals: {files: 3, skipped: 1}});
	t.is(asked.length, 3);

	t.like(await world.make(id), {state: 'done', totals: {done: 2, skipped: 1}});
	await deps.fileChanges.reopen(id, {state: 'planned'}, deps.now());
	await deps.fileChanges.rows.reopen(id);
	t.like(await world.make(id), {state: 'done', totals: {done: 3, skipped: 0}}, 'what was left goes on once there is room');
	t.is((await deps.recordedFiles.below(join(other), 10)).length, 3);
});
