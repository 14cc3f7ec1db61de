import {mkdir, readdir, rename, rm, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {markerName} from '#shared/files/folders.ts';
import {longSignal} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {buildMediaFile, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleReadFolderState} from '#workers/disks/handlers.ts';
import {binName} from '#workers/integrations/files/used-folders.ts';

test('a root folder whose disk is away cannot be reached, although another folder lies there', async t => {
	const {deps, run, library: path} = await withWorkerDeps(t);
	t.like(await handleReadFolderState({path}, deps, run()), {accessible: true});
	await deps.files.useFolder({path, name: 'The root folder'});
	t.like(await handleReadFolderState({path}, deps, run()), {accessible: true});
	await rename(path, `${path}-away`);
	await mkdir(path);
	t.deepEqual(await handleReadFolderState({path}, deps, run()), unreachable);
});

test('what the recycle bin would give way is free for an import', async t => {
	const {deps, library: path, run} = await withWorkerDeps(t);
	const film = await writeAt(join(path, 'Film (2019)', 'film.mkv'), 'film');
	await writeAt(join(path, 'Film (2019)', 'other.mkv'), 'other');
	const bytes = 2 ** 43;
	await truncate(film, bytes);
	await deps.files.discard({path: film, bin: join(path, binName), signal: longSignal()});
	const free = async (withBin: boolean) => (await handleReadFolderState({path, withBin}, deps, run())).freeSpace ?? 0;
	t.true((await free(false)) < bytes);
	t.true((await free(true)) > bytes);
	await deps.settings.set('media.recycleDeletedFiles', false, new Date());
	t.true((await free(true)) < bytes);
});

test('a disk to which the library was copied without hidden folders can be reached', async t => {
	const {deps, library: path, movie, run} = await createWorld(t, {movie: {}});
	const film = await writeAt(join(path, 'Film (2019)', 'film.mkv'), 'film');
	await deps.movies.replaceFile(movie.id, buildMediaFile({path: film}), {replaces: null, at: new Date()});
	await deps.files.useFolder({path, name: 'The root folder'});
	await rm(join(path, markerName), {recursive: true});
	t.like(await handleReadFolderState({path}, deps, run()), {accessible: true});
	t.true((await readdir(path)).includes(markerName));
});
