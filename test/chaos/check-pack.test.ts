import {rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import type {ChaosWorld} from '#test/chaos/world/chaos-world.ts';
import {checkPack} from '#test/chaos/world/check-pack.ts';
import {addPack, placedFiles, writeTemplate} from '#test/chaos/world/pack.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {runImport} from '#workers/import/import-download.ts';

test('a pack is judged by its files, records and history', async t => {
	const {deps, library, run} = await withWorkerDeps(t);
	const {id: profileId} = await deps.qualityProfiles.getDefault();
	const world = {stores: deps, library, profileId} as unknown as ChaosWorld;
	const template = await writeTemplate({folder: join(deps.dataDir, 'template'), episodes: 3, bytes: 200_000});
	const pack = await addPack(1, {world, template, parent: join(deps.dataDir, 'downloads'), protocol: 'torrent'});
	const before = await checkPack(pack, world, {moves: false});
	t.is(before.filter(fault => fault.includes('it has no file; its source is there')).length, 3);

	await runImport({queueItemId: pack.itemId}, deps, {run: run()});
	t.deepEqual(await checkPack(pack, world, {moves: false}), []);

	const [placed = ''] = await placedFiles(pack);
	await rm(placed);
	await writeFile(placed, 'half');
	await writeFile(join(dirname(placed), '.kinoteka-x.partial'), '');
	await rm(join(pack.source, pack.fileName(2)));
	const faults = (await checkPack(pack, world, {moves: false})).join('\n');
	t.regex(faults, /an unfinished file was left/);
	t.regex(faults, /is broken \(4 of 20000\d bytes\)/);
	t.regex(faults, /episode 2: (?:its source is lost|.*its source is lost)/);
});
