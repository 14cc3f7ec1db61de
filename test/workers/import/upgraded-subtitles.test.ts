import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {folder, fresh, importBroken, otherTiming, prepareUpgrade, sameTiming, upgrade} from '#test/helpers/upgrade-video.ts';
import {filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {importSteps} from '#workers/import/place-planned.ts';
import {handleReadUnreadSubtitles} from '#workers/subtitles/read-subtitles.ts';

test('subtitles whose timing fits get the name of the new video and stay known', async t => {
	const world = await createWorld(t, {movie: {}});
	const found = await upgrade(world, {old: sameTiming, subtitles: ['en.srt', 'de.forced.ass']});
	t.deepEqual(found, [`${fresh}.de.forced.ass`, `${fresh}.en.srt`, `${fresh}.mkv`]);
	const {file} = await world.deps.movies.get(world.movie.id);
	const path = join(world.library, folder, `${fresh}.en.srt`);
	t.is(await readFile(path, 'utf8'), 'old en.srt');
	t.deepEqual(
		file?.subtitles?.list.map(each => ({path: each.path, score: each.score})),
		[{path, score: 80}],
	);
	t.is(file?.subtitles?.stamp, '');
});

test('what the new video lacks is searched although it has taken over subtitles, and a lost request is made up for', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, movie} = world;
	await deps.languageProfiles.ensureDefaults(deps.now());
	const {id} = await deps.languageProfiles.getDefault();
	const requests = ['en', 'fr'].map(code => ({code, forced: false, hearingImpaired: false}));
	await deps.languageProfiles.change(id, {subtitles: requests}, deps.now());
	await upgrade(world, {old: sameTiming, subtitles: ['en.srt']});
	const queue = deps.jobs.queue('subtitles');
	await queue.drain();
	t.deepEqual(await deps.movies.unreadSubtitles(10), [movie.id]);
	await handleReadUnreadSubtitles({}, deps, world.run());
	const read = (await deps.movies.get(movie.id)).file?.subtitles;
	t.deepEqual(read?.missing, ['fr']);
	t.like(
		read?.list.find(({source}) => source === 'downloaded'),
		{language: 'en', score: 80},
	);
	const queued = await queue.getJobs(['waiting', 'prioritized']);
	t.true(queued.some(({name, data}) => name === 'fetch-subtitles' && data.payload.reason === 'import'));
});

test('the others go with the old video, into the recycle bin if there is one', async t => {
	const world = await createWorld(t, {movie: {}});
	const bin = join(world.deps.dataDir, 'bin');
	await world.deps.settings.set('media.recycleBin', bin, new Date());
	t.deepEqual(await upgrade(world, {old: otherTiming, subtitles: ['en.srt']}), [`${fresh}.mkv`]);
	t.deepEqual(await filesBelow(bin), [`${folder}/Old.en.srt`, `${folder}/Old.mkv`]);
	t.is((await world.deps.movies.get(world.movie.id)).file?.subtitles ?? null, null);
});

test('under the same name, old subtitles make room for the new ones only when their timing does not fit', async t => {
	const world = await createWorld(t, {movie: {}});
	const bin = join(world.deps.dataDir, 'bin');
	await world.deps.settings.set('media.recycleBin', bin, new Date());
	const request = {stem: fresh, subtitles: ['en.srt', 'fr.srt'], companions: ['en.srt']};
	t.deepEqual(await upgrade(world, {...request, old: otherTiming}), [`${fresh}.en.srt`, `${fresh}.mkv`]);
	t.is(await readFile(join(world.library, folder, `${fresh}.en.srt`), 'utf8'), 'new en.srt');
	t.deepEqual(
		(await filesBelow(bin)).filter(name => name.endsWith('srt')),
		[`${folder}/${fresh}.en.srt`, `${folder}/${fresh}.fr.srt`],
	);
});

test('under the same name, subtitles that fit are not touched', async t => {
	const world = await createWorld(t, {movie: {}});
	const found = await upgrade(world, {old: sameTiming, stem: fresh, subtitles: ['en.srt'], companions: ['en.srt']});
	t.deepEqual(found, [`${fresh}.en.2.srt`, `${fresh}.en.srt`, `${fresh}.mkv`]);
	t.is(await readFile(join(world.library, folder, `${fresh}.en.srt`), 'utf8'), 'old en.srt');
});

test('one of ours gives way to one that came with the release, one of a person gets a number', async t => {
	const world = await createWorld(t, {movie: {}});
	const found = await upgrade(world, {old: sameTiming, subtitles: ['en.srt', 'de.srt'], companions: ['en.srt', 'de.srt']});
	t.deepEqual(found, [`${fresh}.2.de.srt`, `${fresh}.de.srt`, `${fresh}.en.srt`, `${fresh}.mkv`]);
	t.is(await readFile(join(world.library, folder, `${fresh}.2.de.srt`), 'utf8'), 'old de.srt');
	t.is(await readFile(join(world.library, folder, `${fresh}.en.srt`), 'utf8'), 'new en.srt');
});

test('a video that differs only in its extension keeps or loses its subtitles like any other', async t => {
	const world = await createWorld(t, {movie: {}});
	const request = {stem: fresh, extension: 'avi', subtitles: ['en.srt'], companions: ['en.srt']};
	t.deepEqual(await upgrade(world, {...request, old: otherTiming}), [`${fresh}.en.2.srt`, `${fresh}.mkv`]);
});

test('a subtitle that cannot be carried over stays under its old name', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.library, folder, `${fresh}.de.srt`), 'precious');
	const found = await upgrade(world, {old: sameTiming, subtitles: ['de.srt', 'en.srt']});
	t.deepEqual(found, ['Old.de.srt', `${fresh}.de.srt`, `${fresh}.en.srt`, `${fresh}.mkv`]);
	t.is(await readFile(join(world.library, folder, `${fresh}.de.srt`), 'utf8'), 'precious');
});

test('an import that breaks off before any step and goes on treats subtitles that fit as if nothing had happened', async t => {
	for (const broken of importSteps) {
		const world = await createWorld(t, {movie: {}});
		const request = {old: sameTiming, subtitles: ['en.srt', 'fr.srt'], companions: ['it.srt']};
		const item = await prepareUpgrade(world, request);
		await importBroken(world, item.id, broken);
		t.deepEqual(
			await filesBelow(join(world.library, folder)),
			[`${fresh}.en.srt`, `${fresh}.fr.srt`, `${fresh}.it.srt`, `${fresh}.mkv`],
			broken,
		);
		await rm(world.library, {recursive: true});
	}
});
