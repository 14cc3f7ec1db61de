import {randomUUID} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {offered, srt} from '#test/helpers/world/subtitles.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleAddSubtitle} from '#workers/subtitles/add-subtitle.ts';
import {handleSearchSubtitles} from '#workers/subtitles/search-subtitles.ts';

const other = 'The.Quiet.Harbour.2019.DVDRip.XviD-ELSE';
const name = 'The Quiet Harbour (2019).en.srt';
const used = ({site}: World<'subtitles'>) => site.downloads.reduce((sum, each) => sum + (each ?? 0), 0);
const pathIn = ({video}: World<'subtitles'>) => join(dirname(video), name);

/** Stores that die before the first write of a subtitle, and after it was noted what will be written. */
function dyingBeforeWrite({deps}: World<'subtitles'>) {
	const die = () => Promise.reject(new Error('killed'));
	const {setBefore} = deps.fetchedSubtitles;
	const noting: typeof setBefore = (id, placing) => (placing === null ? die() : setBefore(id, placing));
	return {files: {...deps.files, writeText: die}, fetchedSubtitles: {...deps.fetchedSubtitles, setBefore: noting}};
}

test('an upgrade whose worker died does not take the place of what a person has changed since', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {release: other})]});
	await world.fetch();
	world.site.subtitles.push(offered(2));
	await t.throwsAsync(world.fetch('upgrade', dyingBeforeWrite(world)), {message: 'killed'});
	await writeFile(pathIn(world), srt('Corrected.'));
	t.is(await world.fetch(), 'skipped: Nothing is missing.');
	t.deepEqual(await world.beside(), [name]);
	t.is(await readFile(pathIn(world), 'utf8'), srt('Corrected.'));
	t.deepEqual(await world.deps.fetchedSubtitles.ownersBefore(new Date(Date.now() + 60_000), 10), []);
});

test('what a person puts where a worker died before it could write is a person’s', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await t.throwsAsync(world.fetch('missing', dyingBeforeWrite(world)), {message: 'killed'});
	await writeFile(pathIn(world), srt('Mine.'));
	t.is(await world.fetch(), 'skipped: Nothing is missing.');
	t.is(await readFile(pathIn(world), 'utf8'), srt('Mine.'));
	t.deepEqual(
		(await world.recorded())?.list.map(({source}) => source),
		['file'],
	);
});

test('nothing is put beside a video that took the place of the searched one meanwhile', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	world.site.override = async ({path}) => {
		if (path === 'download') {
			const file = buildMediaFile({id: randomUUID(), path: world.video, size: 200_001, releaseTitle: other});
			await world.deps.movies.setFile(world.movie.id, file, new Date());
		}
		return null;
	};
	t.is(await world.fetch(), 'skipped: It has another file by now.');
	t.deepEqual(await world.beside(), []);
	t.deepEqual(await world.deps.fetchedSubtitles.ownersBefore(new Date(Date.now() + 60_000), 10), []);
	t.is((await world.deps.history.page({page: 1, limit: 10, event: 'subtitleDownloaded'})).total, 0);
});

test('what was put beside a video that is replaced in that moment is removed again', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	const writeText: typeof world.deps.files.writeText = async text => {
		const path = await world.deps.files.writeText(text);
		const file = buildMediaFile({id: randomUUID(), path: world.video, size: 200_001, releaseTitle: other});
		await world.deps.movies.setFile(world.movie.id, file, new Date());
		return path;
	};
	t.is(await world.fetch('missing', {files: {...world.deps.files, writeText}}), 'skipped: It has another file by now.');
	t.deepEqual(await world.beside(), []);
});

test('what was downloaded for a person is put there once there is room, also for an unmonitored title', async t => {
	const world = await createWorld(t, {subtitles: [offered(1), offered(2, {language: 'de'})]});
	await world.deps.movies.change(world.movie.id, {monitored: false}, new Date());
	await world.deps.settings.set('media.minimumFreeSpaceMiB', 1_000_000_000, new Date());
	await t.throwsAsync(world.fetch('person'));
	await world.deps.settings.set('media.minimumFreeSpaceMiB', 0, new Date());
	await world.want('en', 'de');
	t.regex(await world.fetch(), /^completed: Finished what an earlier run had downloaded/);
	t.deepEqual(await world.beside(), [name], 'nothing else is searched');
	t.is(used(world), 1);
});

test('a chosen subtitle whose worker died after the download is not downloaded again', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	const owner = {type: 'movie' as const, id: world.movie.id};
	await handleSearchSubtitles({owner, languages: ['en']}, world.deps, world.run());
	const providerId = (await world.deps.subtitleProviders.list())[0]?.id ?? '';
	const request = {owner, from: {kind: 'found' as const, providerId, subtitleId: '1'}};
	await t.throwsAsync(handleAddSubtitle(request, {...world.deps, ...dyingBeforeWrite(world)}, world.run()), {message: 'killed'});
	const {id} = await handleAddSubtitle(request, world.deps, world.run());
	t.like((await world.recorded())?.list, [{id, isChosen: true}]);
	t.deepEqual(await world.beside(), [name]);
	t.is(used(world), 1);
});

test('a worker that dies with its subtitle named and not recorded leaves nothing unfinished', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	const {files} = world.deps;
	let partial = '';
	const writeText: typeof files.writeText = async file => {
		partial = files.partialBeside(await files.writeText(file), file.owner, 'token');
		await writeFile(partial, 'half');
		throw new Error('killed');
	};
	await t.throwsAsync(world.fetch('missing', {...dyingBeforeWrite(world), files: {...files, writeText}}), {message: 'killed'});
	await t.notThrowsAsync(readFile(partial));
	await world.fetch();
	t.deepEqual(await world.beside(), [name]);
	await t.throwsAsync(readFile(partial), {code: 'ENOENT'});
	t.is(used(world), 1);
});
