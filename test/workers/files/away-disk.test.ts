import {rename} from 'node:fs/promises';
import test from 'ava';
import {createWorld} from '#test/helpers/world.ts';

test('a plan says at the first title that a disk is away, and not after looking for every other one', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const {files} = deps;
	for (let n = 1; n <= 40; n += 1) {
		await world.addFilm(`Film ${n} (2001)`, 'film.mkv');
	}
	let looks = 0;
	const entry = (path: string) => {
		looks += Number(path.endsWith('film.mkv'));
		return files.entry(path);
	};
	Object.assign(deps, {files: {...files, entry}});
	await rename(library, `${library}-away`);
	await t.throwsAsync(world.plan({kind: 'rename'}), {code: 'root_folder_missing'});
	t.true(looks < 40, String(looks));
	const {changes} = await deps.fileChanges.page({page: 1, limit: 9});
	t.regex(changes[0]?.message ?? '', /is not there. Mount it/);
	await rename(`${library}-away`, library);
	await rename(other, `${other}-away`);
	await t.throwsAsync(world.plan({kind: 'move', to: other}), {code: 'root_folder_missing'}, 'the goal');
	t.is((await deps.fileChanges.rows.count((await deps.fileChanges.page({page: 1, limit: 1})).changes[0]?.id ?? '')).files, 0);
});
