import {readFile, rename, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {subtitleSearchKey} from '#shared/domain/searches/search-backoff.ts';
import {harbour, offered, srt} from '#test/helpers/world/subtitles.ts';
import {createWorld} from '#test/helpers/world.ts';

const used = ({downloads}: {downloads: number[]}) => downloads.reduce((sum, each) => sum + (each ?? 0), 0);

test('a missing subtitle is downloaded, put beside the film and recorded', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {release: 'The.Quiet.Harbour.2019.DVDRip.XviD-ELSE'}), offered(2)]});
	const {deps, movie, video} = world;
	t.regex(await world.fetch(), /^completed: 2 subtitles found, downloaded: en \(OpenSubtitles, score 100\)\.$/);
	t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
	const path = join(dirname(video), 'The Quiet Harbour (2019).en.srt');
	t.is(await readFile(path, 'utf8'), srt('Line of 2.'));
	const recorded = await world.recorded();
	t.deepEqual(recorded?.missing, []);
	t.like(recorded?.list[0], {language: 'en', source: 'downloaded', path, score: 100, provider: 'OpenSubtitles'});
	const {entries} = await deps.history.page({page: 1, limit: 10, event: 'subtitleDownloaded'});
	t.is(entries.length, 1);
	t.like(entries[0], {title: 'The Quiet Harbour (2019)', movieId: movie.id});
	t.like(entries[0]?.data, {path, language: 'en', provider: 'OpenSubtitles', score: 100, reason: 'missing'});
	t.deepEqual(await deps.fetchedSubtitles.ownersBefore(new Date(Date.now() + 60_000), 10), []);
	t.is(used(world.site), 1);
});

test('once nothing is missing nobody is asked', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await world.fetch();
	const before = world.site.count('subtitles');
	t.is(await world.fetch(), 'skipped: Nothing is missing.');
	t.is(world.site.count('subtitles'), before);
	t.is(used(world.site), 1);
});

test('one search finds all languages, and the best of each kind is taken', async t => {
	const world = await createWorld(t, {
		subtitles: [
			offered(1),
			offered(2, {language: 'de'}),
			offered(3, {raw: {hearing_impaired: true}}),
			offered(4, {raw: {foreign_parts_only: true}}),
		],
	});
	await world.want('en', 'de', {language: 'en', forced: true, hearingImpaired: false});
	await world.fetch();
	t.deepEqual(
		await world.beside(),
		['de', 'en.forced', 'en'].map(kind => `The Quiet Harbour (2019).${kind}.srt`),
	);
	t.is(used(world.site), 3);
	t.deepEqual((await world.recorded())?.missing, []);
});

test('one for the hearing-impaired is taken where usual ones are wanted and none is offered', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {raw: {hearing_impaired: true}})]});
	t.regex(await world.fetch(), /downloaded: en\.hi \(OpenSubtitles, score \d+\)\.$/);
	t.deepEqual((await world.recorded())?.missing, []);
	t.is(await world.fetch(), 'skipped: Nothing is missing.');
});

test('usual ones are taken first, however well one for the hearing-impaired fits', async t => {
	const worse = {release: 'The.Quiet.Harbour.2019.1080p.WEB-DL-ELSE'};
	const world = await createWorld(t, {subtitles: [offered(1, {raw: {hearing_impaired: true}}), offered(2, worse)]});
	await world.fetch();
	t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
});

test('a subtitle that cannot be read is blocklisted, and the next best is taken', async t => {
	const world = await createWorld(t, {
		subtitles: [offered(1, {content: '\u0000\u0001 no subtitle at all'}), offered(2, {release: 'The.Quiet.Harbour.2019.WEB-ELSE'})],
	});
	t.regex(await world.fetch(), /^completed: 2 subtitles found, downloaded: en \(OpenSubtitles, score 8\d\)\.$/);
	const {entries} = await world.deps.subtitleBlocklist.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({title, language, movieId}) => ({title, language, movieId})),
		[{title: 'The Quiet Harbour (2019)', language: 'en', movieId: world.movie.id}],
	);
});

test('no more than three downloads are spent on one wish', async t => {
	const world = await createWorld(t, {subtitles: [1, 2, 3, 4, 5].map(fileId => offered(fileId, {content: 'rubbish'}))});
	t.regex(await world.fetch(), /^failed: 5 subtitles found, not downloaded: /);
	t.is(used(world.site), 3);
	t.regex(await world.fetch(), /^failed: /);
	t.is(used(world.site), 5, 'what could not be read is not downloaded again');
	t.regex(await world.fetch(), /^refused: 5 subtitles found, all refused: blocklisted \(5 times\)$/);
});

test('what does not fit is refused with its reasons, and the title has a back-off', async t => {
	const world = await createWorld(t, {
		subtitles: [offered(1, {raw: {machine_translated: true}}), offered(2, {raw: {ai_translated: true}})],
	});
	t.regex(await world.fetch(), /^refused: \d subtitles? found, all refused: machine translated|^nothing: /);
	t.is(used(world.site), 0);
	const key = subtitleSearchKey(world.movie.id);
	t.true((await world.deps.searchBackoff.paused([key], new Date())).has(key));
});

test('a person is served at once, and changes nothing of the rest', async t => {
	const world = await createWorld(t, {subtitles: []});
	t.is(await world.fetch('person'), 'nothing: No subtitle was found.');
	t.is((await world.deps.searchBackoff.waits([subtitleSearchKey(world.movie.id)])).size, 0);
});

test('an unmonitored title is left alone, unless a person asks', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await world.deps.movies.change(world.movie.id, {monitored: false}, new Date());
	t.is(await world.fetch(), 'skipped: It is not monitored.');
	t.regex(await world.fetch('person'), /^completed/);
});

test('without downloads left the title is not searched, and the outcome says until when', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	world.site.dailyDownloads = 0;
	t.regex(
		await world.fetch(),
		/^notSearched: 1 subtitle found, not downloaded: OpenSubtitles allows no more downloads until \d{4}-\d\d-\d\dT/,
	);
	t.deepEqual(await world.beside(), []);
	t.is((await world.deps.searchBackoff.waits([subtitleSearchKey(world.movie.id)])).size, 0);
});

test('while the disk is away nothing is downloaded', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await rename(dirname(world.video), join(world.deps.dataDir, 'away'));
	await t.throwsAsync(world.fetch());
	t.is(world.site.count('download'), 0);
});

test('a full disk costs one download, which is used once there is room', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await world.deps.settings.set('media.minimumFreeSpaceMiB', 1_000_000_000, new Date());
	await t.throwsAsync(world.fetch(), {message: /room|full/i});
	await t.throwsAsync(world.fetch());
	await world.deps.settings.set('media.minimumFreeSpaceMiB', 0, new Date());
	t.is(await world.fetch(), 'completed: Finished what an earlier run had downloaded: en (OpenSubtitles, score 100).');
	t.is(used(world.site), 1);
});

test('a file that a person put there is never touched', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await world.want('en', 'de');
	const theirs = join(dirname(world.video), 'The Quiet Harbour (2019).en.srt');
	await writeFile(theirs, srt('Mine.'));
	t.regex(await world.fetch(), /^(?:nothing|refused): /);
	t.is(await readFile(theirs, 'utf8'), srt('Mine.'));
	t.is(used(world.site), 0);
});

test('two workers on one title download once', async t => {
	const world = await createWorld(t, {subtitles: [offered(1), offered(2)]});
	await Promise.all([world.fetch(), world.fetch('import'), world.fetch('person')]);
	t.is(used(world.site), 1);
	t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
	const {total} = await world.deps.history.page({page: 1, limit: 10, event: 'subtitleDownloaded'});
	t.is(total, 1);
});

const other = 'The.Quiet.Harbour.2019.DVDRip.XviD-ELSE';

test('a better subtitle takes the place of ours, once', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {release: other})]});
	await world.fetch();
	t.is(await world.fetch('upgrade'), 'refused: 1 subtitle found, but none is better.');
	world.site.subtitles.push(offered(2));
	t.regex(await world.fetch('upgrade'), /^completed: 2 subtitles found, downloaded: en \(OpenSubtitles, score 100\)/);
	t.deepEqual(await world.beside(), ['The Quiet Harbour (2019).en.srt']);
	t.is(await readFile(join(dirname(world.video), 'The Quiet Harbour (2019).en.srt'), 'utf8'), srt('Line of 2.'));
	t.is(await world.fetch('upgrade'), 'skipped: None of its subtitles is to be upgraded.', 'there is nothing better than 100');
	t.is(used(world.site), 2);
	const {entries} = await world.deps.history.page({page: 1, limit: 10, event: 'subtitleRemoved'});
	t.like(entries[0]?.data, {reason: 'replaced', provider: 'OpenSubtitles'});
});

test('a subtitle that a person has changed is no longer ours to replace', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {release: other})]});
	await world.fetch();
	const path = join(dirname(world.video), 'The Quiet Harbour (2019).en.srt');
	await writeFile(path, srt('Corrected.'));
	world.site.subtitles.push(offered(2));
	t.is(await world.fetch('upgrade'), 'skipped: None of its subtitles is to be upgraded.');
	t.is(await readFile(path, 'utf8'), srt('Corrected.'));
});

test('after the window of days nothing is upgraded', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {release: other})]});
	await world.fetch();
	world.site.subtitles.push(offered(2));
	const now = () => new Date(Date.now() + 8 * 86_400_000);
	t.is(await world.fetch('upgrade', {now}), 'skipped: None of its subtitles is to be upgraded.');
});

test('a subtitle of another film is never downloaded', async t => {
	const world = await createWorld(t, {subtitles: [offered(1, {...harbour, title: 'Another Harbour', imdbNumber: 99, tmdbId: 99})]});
	t.regex(await world.fetch(), /^(?:nothing|refused): /);
	t.is(used(world.site), 0);
});

test('a title that was deleted after its search was queued is skipped', async t => {
	const world = await createWorld(t, {subtitles: [offered(1)]});
	await world.deps.movies.remove(world.movie.id);
	t.is(await world.fetch(), 'skipped: It has no file, or was deleted.');
});
