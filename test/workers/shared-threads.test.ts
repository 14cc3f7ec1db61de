import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {Invalid, NotFound} from '#shared/errors.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';

test('worlds share the threads that read disks, and none sees what another has read', async t => {
	const [one, other] = [await withWorkerDeps(t), await withWorkerDeps(t)];
	t.is(one.deps.mediaInfo, other.deps.mediaInfo);
	t.is(one.deps.diskProbes, other.deps.diskProbes);
	const folder = tempFolder(t);
	const film = join(folder, 'film.mkv');
	const has = ({deps}: typeof one) => deps.diskProbes.probe('file', film);
	t.false(await has(one));
	writeFileSync(film, 'not a film');
	t.true(await has(other));
	await t.throwsAsync(one.deps.mediaInfo.read(film), {instanceOf: Invalid});
	writeFileSync(film, buildMatroska());
	t.is((await other.deps.mediaInfo.read(film)).resolution, '1920x1080');
	rmSync(film);
	t.false(await has(one));
	await t.throwsAsync(other.deps.mediaInfo.read(film), {instanceOf: NotFound});
});

test('a world that ends takes no thread from the others', async t => {
	const [one, other] = [await withWorkerDeps(t), await withWorkerDeps(t)];
	const film = join(tempFolder(t), 'film.mkv');
	writeFileSync(film, buildMatroska());
	const [reading, probing] = [other.deps.mediaInfo.read(film), other.deps.diskProbes.probe('state', other.library)];
	one.deps.diskProbes.close();
	await one.deps.mediaInfo.close();
	t.is((await reading).resolution, '1920x1080');
	t.true((await probing).accessible);
});
