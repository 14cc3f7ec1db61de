import {join} from 'node:path';
import test from 'ava';
import {buildItem, filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';

test('the formats that a release was grabbed with stand in its file name, as far as they are wanted there', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, downloads} = world;
	const now = new Date('2026-01-01');
	await deps.settings.set('media.movieFileFormat', '{Movie Title} {[Custom Formats]}', now);
	const format = (name: string, includeWhenRenaming: boolean) =>
		deps.customFormats.add(
			{name, includeWhenRenaming, conditions: [{name: 'c', kind: 'releaseTitle', value: 'x', negate: false, required: true}]},
			now,
		);
	const shown = await format('x265', true);
	const hidden = await format('Good group', false);
	await format('Not matched', true);
	const {judgement} = buildItem({}).release;
	const item = await world.addItem({
		outputPath: await writeAt(join(downloads, release, 'film.mkv')),
		judgement: {...judgement, formatIds: [hidden.id, shown.id]},
	});

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	t.deepEqual(await filesBelow(library), ['The Quiet Harbour (2019)/The Quiet Harbour [x265].mkv']);
});
