import {mkdir, rename} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {longSignal} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {createFiles} from '#workers/integrations/files/files.ts';
import {recycleBin} from '#workers/library/disk-settings.ts';
import {emptyRecycleBins} from '#workers/library/empty-recycle-bins.ts';

const dayMs = 86_400_000;

test('bins are emptied as the settings say, and those whose disks are away wait', async t => {
	const {deps, library} = await withWorkerDeps(t);
	const {settings, usedFolders: folders} = deps;
	const signal = longSignal();
	let now = new Date('2026-03-01T00:00:00Z');
	const files = createFiles({folders, now: () => now});
	const discard = async (name: string) => {
		const path = await writeAt(join(library, 'Film (2019)', name), 'film');
		await files.discard({path, bin: recycleBin(path, [library], deps), signal});
	};
	await writeAt(join(library, 'Other (2019)', 'other.mkv'), 'other');
	await discard('a.mkv');
	const beside = join(library, '..', '.kinoteka-recycle');
	const usb = join(library, '..', 'usb');
	const chosen = join(usb, 'bin');
	await settings.set('media.recycleBin', chosen, now);
	await discard('b.mkv');
	t.deepEqual([await filesBelow(beside), await filesBelow(chosen)], [['Film (2019)/a.mkv'], ['Film (2019)/b.mkv']]);

	const notes: string[] = [];
	const note = (entry: {message?: string | null}) => void notes.push(entry.message ?? '');
	const empty = () => emptyRecycleBins({signal, note}, now, {...deps, files});
	now = new Date(Number(now) + 13 * dayMs);
	t.is(await empty(), 0);
	now = new Date(Number(now) + 2 * dayMs);
	await rename(usb, `${usb}-away`);
	await mkdir(usb);
	t.is(await empty(), 1);
	t.deepEqual(await filesBelow(beside), []);
	await rename(`${usb}-away`, usb);
	t.is(await empty(), 1);
	t.deepEqual(await filesBelow(chosen), []);
	t.is(notes.length, 2);
	t.regex(notes[1] ?? '', /^1 file with 4 B was deleted from .*usb\/bin\.$/);

	await settings.set('media.recycleBin', '', now);
	await discard('c.mkv');
	t.deepEqual(await filesBelow(beside), ['Film (2019)/c.mkv']);
	await files.useFolder({path: library, name: 'The root folder'});
	for (const {id} of await deps.rootFolders.list()) {
		await deps.rootFolders.remove(id);
	}
	now = new Date(Number(now) + 15 * dayMs);
	t.is(await empty(), 1, 'the bin of a root folder that was removed');

	await settings.set('media.recycleDeletedFiles', false, now);
	t.is(recycleBin(join(library, 'Film (2019)', 'c.mkv'), [library], deps), null);
});
