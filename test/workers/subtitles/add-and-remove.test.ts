import {mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {shiftTimes} from '#shared/domain/subtitles/text/shift-times.ts';
import {Conflict, Forbidden, Invalid, NotFound} from '#shared/errors.ts';
import type {AddSubtitle} from '#shared/jobs/subtitles.ts';
import {offered, srt} from '#test/helpers/world/subtitles.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleAddSubtitle} from '#workers/subtitles/add-subtitle.ts';
import {handleRemoveSubtitle} from '#workers/subtitles/remove-subtitle.ts';
import {handleSearchSubtitles} from '#workers/subtitles/search-subtitles.ts';

const ownerOf = ({movie}: World<'subtitles'>) => ({type: 'movie' as const, id: movie.id});
const add = (world: World<'subtitles'>, from: AddSubtitle['from'], rights: Pick<AddSubtitle, 'mayNotReplace'> = {}) =>
	handleAddSubtitle({owner: ownerOf(world), from, ...rights}, world.deps, world.run());
const search = (world: World<'subtitles'>, languages: string[] | null = null) =>
	handleSearchSubtitles({owner: ownerOf(world), languages}, world.deps, world.run());
const remove = (world: World<'subtitles'>, subtitleId: string, blocklist = false) =>
	handleRemoveSubtitle({owner: ownerOf(world), subtitleId, blocklist}, world.deps, world.run());

async function upload(world: World<'subtitles'>, text: string, language = 'en'): Promise<AddSubtitle['from']> {
	const content = Buffer.from(text).toString('base64');
	const key = await world.deps.subtitleCache.uploads.leave({language, forced: false, hearingImpaired: false, name: 'mine.srt', content});
	return {kind: 'upload', key};
}

const listed = async ({deps}: World<'subtitles'>, {searchId}: {searchId: string}) => (await deps.subtitleCache.readSearch(searchId)) ?? [];

/** Searches, and takes the found subtitle with this score. */
async function chosen(world: World<'subtitles'>, score: number): Promise<AddSubtitle['from']> {
	const found = (await listed(world, await search(world))).find(each => each.score === score);
	return {kind: 'found', providerId: found?.providerId ?? '', subtitleId: found?.id ?? ''};
}

const english = ({video}: World<'subtitles'>) => join(dirname(video), 'The Quiet Harbour (2019).en.srt');
const poor = {release: 'The.Quiet.Harbour.2019.DVDRip.XviD-ELSE'};

test('a search downloads nothing and keeps what was found, the best first, with reasons', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, poor), offered(2), offered(3, {raw: {hearing_impaired: true}})]});
	const {searchId, providerResults, duration} = await search(world);
	t.like(providerResults, [{status: 'ok', provider: 'OpenSubtitles', resultCount: 3}]);
	t.true(duration >= 0);
	const found = await listed(world, {searchId});
	t.deepEqual(
		found.map(({score}) => score),
		[100, 99, 76],
	);
	t.deepEqual(found[1]?.rejections, []);
	t.true(found[0]?.reasons.includes('release group +13'));
	t.is(world.site.count('download'), 0);
});

test('whoever names a language gets all kinds of it, wanted or not', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {language: 'fr'})]});
	const found = await listed(world, await search(world, ['fr']));
	t.like(found, [{language: 'fr', rejections: []}]);
	await world.want();
	await t.throwsAsync(search(world), {instanceOf: Invalid, message: /wants no subtitles/});
});

test('two searches of one title at the same time list their own results, and all of them can be chosen', async t => {
	const world = await createWorld(t, {subtitles: [offered(1), offered(2, {language: 'de'})]});
	const [english, german] = await Promise.all([search(world, ['en']), search(world, ['de'])]);
	t.like(await listed(world, english), [{id: '1', language: 'en'}]);
	t.like(await listed(world, german), [{id: '2', language: 'de'}]);
	const providerId = (await listed(world, english))[0]?.providerId ?? '';
	for (const id of ['1', '2']) {
		t.truthy(await world.deps.subtitleCache.find(ownerOf(world), {providerId, id}));
	}
	t.is(await world.deps.subtitleCache.readSearch('unknown'), null);
});

test('who chooses what lies there already spends no download, and it is not upgraded from then on', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, poor), offered(2, {...poor, language: 'de'})]});
	await world.fetch();
	const from = await chosen(world, 76);
	const ids = await Promise.all([add(world, from), add(world, from), add(world, from)]);
	t.is(new Set(ids.map(({id}) => id)).size, 1);
	t.like((await world.recorded())?.list, [{id: ids[0]?.id, isChosen: true, source: 'downloaded', score: 76}]);
	t.is(world.site.count('download'), 1);
	t.is((await world.deps.history.page({page: 1, limit: 10, event: 'subtitleRemoved'})).total, 0);
	world.site.subtitles.push(offered(3));
	t.is(await world.fetch('upgrade'), 'skipped: None of its subtitles is to be upgraded.');
	await writeFile(english(world), srt('Changed.'));
	await add(world, from);
	t.is(world.site.count('download'), 2);
});

test('what a person chooses is put there, takes the place of ours, and is not upgraded', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, poor), offered(2)]});
	await world.fetch();
	t.is(await readFile(english(world), 'utf8'), srt('Line of 2.'));
	const {id} = await add(world, await chosen(world, 76));
	t.is(await readFile(english(world), 'utf8'), srt('Line of 1.'));
	t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
	t.like((await world.recorded())?.list[0], {id, score: 76, isChosen: true});
	t.is(await world.fetch('upgrade'), 'skipped: None of its subtitles is to be upgraded.');
});

test('an uploaded subtitle is put beside a file that somebody else put there', async t => {
	const world = await createWorld(t, {subtitles: []});
	await writeFile(english(world), srt('Theirs.'));
	const {id} = await add(world, await upload(world, srt('Mine.')));
	t.is(await readFile(english(world), 'utf8'), srt('Theirs.'));
	t.is((await world.beside()).length, 2);
	t.like(
		(await world.recorded())?.list.find(each => each.id === id),
		{source: 'uploaded', language: 'en', score: null},
	);
	const {entries} = await world.deps.history.page({page: 1, limit: 5, event: 'subtitleDownloaded'});
	t.like(entries[0]?.data, {reason: 'person', provider: null});
});

test('a subtitle is shown later or earlier in place, once however often its job runs', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await world.fetch();
	const [before] = (await world.recorded())?.list ?? [];
	const from = {kind: 'retimed', subtitleId: before?.id ?? '', hash: before?.hash ?? null, offsetMs: 1500} as const;
	const moved = shiftTimes(srt('Line of 1.'), {format: 'srt', offsetMs: 1500});
	for (const _ of [1, 2]) {
		t.is((await add(world, from)).id, before?.id ?? '');
		t.is(await readFile(english(world), 'utf8'), moved);
	}
	t.like((await world.recorded())?.list, [{source: 'downloaded', provider: 'OpenSubtitles', isChosen: true}]);
	t.is(await world.fetch('upgrade'), 'skipped: None of its subtitles is to be upgraded.');
});

test('a file of somebody else keeps its times; the one with others lies beside it', async t => {
	const world = await createWorld(t, {subtitles: []});
	await writeFile(english(world), srt('Theirs.'));
	await add(world, await upload(world, srt('Meins.'), 'de'));
	const theirs = (await world.recorded())?.list.find(({language}) => language === 'en');
	const from = {kind: 'retimed', subtitleId: theirs?.id ?? '', hash: theirs?.hash ?? null, offsetMs: -500} as const;
	const ids = [await add(world, from), await add(world, from)];
	t.deepEqual(ids[0], ids[1]);
	t.is(await readFile(english(world), 'utf8'), srt('Theirs.'));
	t.is((await world.beside()).length, 3);
	await t.throwsAsync(add(world, {...from, offsetMs: null}), {instanceOf: Conflict, code: 'synchroniser_off'});
});

test('who may not delete files replaces no subtitle, and a refusal costs no download', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, poor), offered(2)]});
	await world.fetch();
	const refused = {instanceOf: Forbidden, code: 'right_required'};
	const downloads = world.site.count('download');
	await t.throwsAsync(add(world, await chosen(world, 76), {mayNotReplace: true}), refused);
	await t.throwsAsync(add(world, await upload(world, srt('Mine.')), {mayNotReplace: true}), refused);
	t.is(world.site.count('download'), downloads);
	t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
	t.is(await readFile(english(world), 'utf8'), srt('Line of 2.'));
	await add(world, await upload(world, srt('Meins.'), 'de'), {mayNotReplace: true});
	t.is((await world.beside()).length, 2, 'another language takes nothing away');
});

test('rubbish, and what is no longer kept, is refused and leaves nothing behind', async t => {
	const world = await createWorld(t, {subtitles: []});
	await t.throwsAsync(add(world, await upload(world, '\u0000\u0001\u0002 nothing')), {instanceOf: Invalid});
	await t.throwsAsync(add(world, {kind: 'upload', key: 'gone'}), {instanceOf: NotFound});
	await t.throwsAsync(add(world, {kind: 'found', providerId: 'x', subtitleId: 'y'}), {instanceOf: NotFound});
	t.deepEqual(await world.beside(), []);
	t.deepEqual(await world.deps.fetchedSubtitles.ownersBefore(new Date(Date.now() + 60_000), 10), []);
});

test('a removed subtitle is missing again, waits for its back-off, and a blocked one is not taken again', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, poor), offered(2)]});
	await world.fetch();
	const id = (await world.recorded())?.list[0]?.id ?? '';
	await remove(world, id, true);
	t.deepEqual(await world.beside(), []);
	t.deepEqual((await world.recorded())?.missing, ['en']);
	t.is((await world.deps.subtitleBlocklist.page({page: 1, limit: 5, movieId: world.movie.id})).total, 1);
	const {entries} = await world.deps.history.page({page: 1, limit: 5, event: 'subtitleRemoved'});
	t.like(entries[0]?.data, {reason: 'blocklisted', path: english(world), score: 100});
	t.regex(await world.fetch(), /downloaded: en \(OpenSubtitles, score 76\)/);
});

test('a file of a person is removed too when a person asks, and goes to the recycle bin', async t => {
	const world = await createWorld(t, {subtitles: []});
	const bin = join(world.deps.dataDir, 'bin');
	await mkdir(bin);
	await world.deps.settings.set('media.recycleBin', bin, new Date());
	await writeFile(english(world), srt('Theirs.'));
	await world.fetch();
	await remove(world, (await world.recorded())?.list[0]?.id ?? '', true);
	t.deepEqual(await world.beside(), []);
	t.is(await readFile(join(bin, 'The Quiet Harbour (2019)', 'The Quiet Harbour (2019).en.srt'), 'utf8'), srt('Theirs.'));
	t.is((await world.deps.subtitleBlocklist.page({page: 1, limit: 5})).total, 0);
});

test('a track of the video, an unknown one, and what a link leads to are not removed', async t => {
	const world = await createWorld(t, {subtitles: []});
	const {deps, movie, video} = world;
	const outside = join(deps.dataDir, 'elsewhere');
	await mkdir(outside);
	await writeFile(join(outside, 'The Quiet Harbour (2019).en.srt'), srt('Outside.'));
	await symlink(outside, join(dirname(video), 'Subs'));
	const {file} = await deps.movies.get(movie.id);
	const subtitleTracks = [{language: 'en', forced: false, hearingImpaired: false, format: 'srt', isImage: false}];
	const mediaInfo = file?.mediaInfo ? {...file.mediaInfo, subtitleTracks, frameRate: 25} : null;
	await deps.movies.setFile(movie.id, file && {...file, mediaInfo}, deps.now());
	await world.fetch();
	const list = (await world.recorded())?.list ?? [];
	const track = list.find(({source}) => source === 'embedded');
	t.truthy(track);
	await t.throwsAsync(remove(world, track?.id ?? ''), {instanceOf: Conflict, message: /track of the video/});
	await t.throwsAsync(remove(world, 'unknown'), {instanceOf: NotFound});
	for (const {id, path} of list) {
		if (path !== null) {
			await t.throwsAsync(remove(world, id), {instanceOf: Conflict});
		}
	}
	t.is(await readFile(join(outside, 'The Quiet Harbour (2019).en.srt'), 'utf8'), srt('Outside.'));
});
