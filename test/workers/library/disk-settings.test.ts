import {stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import {createRightsRules} from '#workers/library/disk-settings.ts';

test('an import has the mode of the settings; a group that is not there is a warning of the root folder, until it is', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, movie} = world;
	const fault = async () => (await deps.rootFolders.list())[0]?.rightsFault ?? null;
	await deps.settings.set('media.folderMode', '750', new Date());
	await deps.settings.set('media.group', 'no-such-group', new Date());
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	t.like(await deps.downloads.get(item.id), {state: 'imported'});
	t.regex((await fault()) ?? '', /no group no-such-group/);

	await deps.settings.set('media.group', '', new Date());
	await deps.movies.change(movie.id, {path: join(world.library, 'Elsewhere')}, new Date());
	await deps.movies.setFile(movie.id, null, new Date());
	const again = await world.addItem({
		outputPath: await writeAt(join(world.downloads, 'again', `${release}.mkv`)),
		downloadId: 'e'.repeat(40),
	});
	await handleImportDownload({queueItemId: again.id}, deps, world.run());
	const path = (await deps.movies.get(movie.id)).file?.path ?? '';
	t.is((await stat(dirname(path))).mode & 0o777, 0o750);
	t.is((await stat(path)).mode & 0o777, 0o640);
	t.is(await fault(), null);
});

test('a group is found by its name or taken by its number', async t => {
	const {deps} = await withWorkerDeps(t);
	const groups = join(tempFolder(t), 'group');
	await writeFile(groups, 'root:x:0:\nmedia:x:1234:anna,ben\n');
	const rules = createRightsRules(deps, groups);
	const rows: [string, unknown][] = [
		['media', {folderMode: null, group: 1234}],
		['77', {folderMode: null, group: 77}],
		['0', {folderMode: null, group: 0}],
		['4294967295', 'There is no group 4294967295 where the files are'],
		['nobody-here', 'There is no group nobody-here where the files are'],
		['', null],
	];
	for (const [group, expected] of rows) {
		await deps.settings.set('media.group', group, new Date());
		t.deepEqual(await rules.current(), expected as never, group);
	}
});
