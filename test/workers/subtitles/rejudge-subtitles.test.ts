import test from 'ava';
import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleRejudgeSubtitles} from '#workers/subtitles/rejudge-subtitles.ts';

test('what is missing follows the profile without a look at the disk, and only changes are written', async t => {
	const world = await createWorld(t, {films: {}});
	const {deps} = world;
	const [english, none] = [await world.addFilm(['Film.en.srt']), await world.addFilm()];
	const unread = await world.addFilm();
	await world.refresh(english);
	await world.refresh(none);
	const written: number[] = [];
	const setMissing: WorkerDeps['movies']['setMissing'] = async rows => {
		written.push(rows.length);
		return deps.movies.setMissing(rows);
	};
	const rejudge = () => handleRejudgeSubtitles({libraryId: null}, {...deps, movies: {...deps.movies, setMissing}}, world.run());
	await rejudge();
	await world.want('en fr');
	await rejudge();
	t.deepEqual((await world.stored(english))?.missing, ['fr']);
	t.deepEqual((await world.stored(none))?.missing, ['en', 'fr']);
	await world.want('en fr', {subtitleCutoff: 'en'});
	await rejudge();
	t.deepEqual((await world.stored(english))?.missing, []);
	t.deepEqual(written, [0, 2, 1]);
	t.is(await world.stored(unread), undefined);
	const {id: own} = await deps.languageProfiles.add(
		{
			name: 'Polish',
			languages: [{code: 'original', allowed: true}],
			cutoff: 'original',
			upgradeAllowed: false,
			subtitles: [{code: 'pl', forced: false, hearingImpaired: false}],
			subtitleCutoff: null,
			minimumSubtitleScore: 70,
		},
		new Date(),
	);
	await deps.movies.change(none.id, {languageProfileId: own}, new Date());
	await handleRejudgeSubtitles({libraryId: null, titleIds: [none.id]}, deps, world.run());
	t.deepEqual((await world.stored(none))?.missing, ['pl']);
	t.deepEqual((await world.refresh(none))?.missing, ['pl']);
});

test('a setting in the database counts, also when this process has not heard of it', async t => {
	const world = await createWorld(t, {films: {}});
	await world.want('de');
	const movie = await world.addFilm();
	t.deepEqual((await world.refresh(movie))?.missing, []);
	await world.deps.settingStore.set('subtitles.useEmbedded', false, new Date());
	await handleRejudgeSubtitles({libraryId: null}, world.deps, world.run());
	t.deepEqual((await world.stored(movie))?.missing, ['de']);
});

test('only the titles of a library are judged, by its profile, and what was read in the meantime is left alone', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps} = world;
	const {id: languageProfileId} = await deps.languageProfiles.add(
		{
			name: 'French',
			languages: [{code: 'original', allowed: true}],
			cutoff: 'original',
			upgradeAllowed: false,
			subtitles: [{code: 'fr', forced: false, hearingImpaired: false}],
			subtitleCutoff: null,
			minimumSubtitleScore: 70,
		},
		new Date(),
	);
	const [root] = await deps.rootFolders.list();
	const library = await deps.libraries.add(
		{
			name: 'Shelf',
			type: 'tv',
			rootFolderId: root?.id ?? '',
			qualityProfileId: 'any',
			languageProfileId,
			enabled: true,
			monitored: true,
			backfillEnabled: false,
		},
		new Date(),
	);
	const {id: seriesId} = world.series;
	const ids = [(await world.episode(1, 1)).id, (await world.episode(1, 2)).id];
	await deps.episodes.recordFile({seriesId, episodeIds: ids, file: buildMediaFile({id: 'double'}), replaces: []}, new Date());
	const list: Subtitle[] = [];
	const readAt = new Date('2026-01-01');
	const read = {fileId: 'double', before: null, info: null, subtitles: {list, missing: ['it'], readAt, stamp: ''}};
	t.true(await deps.episodes.setSubtitles(ids[0] ?? '', {...read, seriesId}));
	t.false(await deps.episodes.setSubtitles(ids[0] ?? '', {...read, seriesId}));
	const missing = async () => Promise.all(ids.map(async id => (await deps.episodes.get(id)).file?.subtitles?.missing));
	await handleRejudgeSubtitles({libraryId: library.id}, deps, world.run());
	t.deepEqual(await missing(), [['it'], ['it']]);
	await handleRejudgeSubtitles({libraryId: null}, deps, world.run());
	t.deepEqual(await missing(), [['fr'], ['fr']]);
	await deps.episodes.setMissing([{id: ids[0] ?? '', fileId: 'double', readAt: new Date('2025-01-01'), missing: ['xx']}]);
	t.deepEqual(await missing(), [['fr'], ['fr']]);
});

test('what a changed profile makes missing is searched soon, also what was searched in vain before', async t => {
	const world = await createWorld(t, {films: {}});
	const {deps} = world;
	const english = await world.addFilm(['Film.en.srt']);
	await world.want('en');
	await world.refresh(english);
	const rejudge = () => handleRejudgeSubtitles({libraryId: null, search: true}, deps, world.run());
	await rejudge();
	t.deepEqual(await deps.taskHistory.active('missingSubtitles'), [], 'nothing is missing');
	await world.want('en fr');
	await rejudge();
	t.is((await deps.taskHistory.active('missingSubtitles')).length, 1);
	await rejudge();
	t.is((await deps.taskHistory.active('missingSubtitles')).length, 1);
});
