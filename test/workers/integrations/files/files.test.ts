import {spawnSync} from 'node:child_process';
import {link, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {writeAt} from '#test/helpers/world/movie.ts';
import {createFiles} from '#workers/integrations/files/files.ts';

test('a file that is seen through a second mount is one entry, and its hard links are others', async t => {
	const folder = tempFolder(t);
	const {isSameEntry} = createFiles();
	const path = await writeAt(join(folder, 'films', 'film.mkv'), 'film');
	const other = join(folder, 'films', 'seeding.mkv');
	await link(path, other);
	t.false(await isSameEntry(path, other));
	const mounted = join(folder, 'mounted');
	await mkdir(mounted);
	if (spawnSync('mount', ['--bind', join(folder, 'films'), mounted]).status !== 0) {
		t.pass('nothing can be mounted here');
		return;
	}
	t.teardown(() => void spawnSync('umount', [mounted]));
	t.true(await isSameEntry(path, join(mounted, 'film.mkv')));
	t.false(await isSameEntry(path, join(mounted, 'seeding.mkv')));
});
