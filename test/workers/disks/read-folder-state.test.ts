import {mkdir, rename} from 'node:fs/promises';
import test from 'ava';
import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleReadFolderState} from '#workers/disks/handlers.ts';

test('a root folder whose disk is away cannot be reached, although another folder lies there', async t => {
	const {deps, run, library: path} = await withWorkerDeps(t);
	t.like(await handleReadFolderState({path}, deps, run()), {accessible: true});
	await deps.files.useFolder({path, name: 'The root folder'});
	t.like(await handleReadFolderState({path}, deps, run()), {accessible: true});
	await rename(path, `${path}-away`);
	await mkdir(path);
	t.deepEqual(await handleReadFolderState({path}, deps, run()), unreachable);
});
