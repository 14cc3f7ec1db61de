import type {ExecutionContext} from 'ava';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {answerNames} from './answer-all.ts';
import {answerDisks} from './answer-disks.ts';
import {answerJobs} from './answer-jobs.ts';
import {buildIndexer} from './build-indexer.ts';
import {addMovie, buildMediaFile} from './build-movie.ts';
import {buildRelease} from './build-release.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from './build-series.ts';
import {withFaces} from './faces.ts';
import {unjudged} from './unjudged.ts';
import {buildItem} from './world/movie.ts';

/** Of the download that was imported, as its client knows it. */
export const importedHash = 'abcdef0123456789abcdef0123456789abcdef01';
export const posterUrl = 'https://image.test/t/p/original/poster.jpg';

/**
 * What programs meet in a household: a movie with a file and one that is being downloaded, a series of two episodes with
 * one file and a download that waits for a person, their history, an indexer, and the records of a first start.
 */
export async function withHousehold(t: ExecutionContext) {
	const served = await withFaces(t);
	const {deps} = served;
	const now = deps.now();
	await Promise.all([deps.qualityProfiles.ensureDefaults(now), deps.qualityDefinitions.ensureDefaults(now)]);
	await Promise.all([deps.delayProfiles.ensureDefault(now), deps.languageProfiles.ensureDefaults(now)]);
	const [profile] = await deps.qualityProfiles.list();
	const qualityProfileId = profile?.id ?? '';
	const indexer = await deps.indexers.add(buildIndexer({name: 'Tracker', apiKey: 'hidden-key-of-the-site'}), now);
	await deps.rootFolders.add({name: 'Films', path: '/films'}, now);
	await deps.rootFolders.add({name: 'Shows', path: '/tv'}, now);
	const ofMovie = {posterUrl, backdropUrl: posterUrl, digitalRelease: new Date('2019-05-01')};
	const movie = await addMovie(served, {metaId: 603, ...ofMovie}, {rootFolderPath: '/films', path: '/films/603', qualityProfileId});
	const movieFile = buildMediaFile({id: crypto.randomUUID(), path: '/films/603/a.mkv', size: 5_000_000});
	await deps.movies.replaceFile(movie.id, movieFile, {replaces: null, at: now});
	const wanted = await addMovie(
		served,
		{metaId: 604, imdbId: 'tt0000604', title: 'Wanted', ...ofMovie},
		{rootFolderPath: '/films', path: '/films/604', qualityProfileId},
	);
	const series = await deps.series.add(
		buildSeriesDetails({posterUrl, backdropUrl: posterUrl, seasons: [buildSeason(1, ['2024-01-01', '2024-01-08'])]}),
		buildNewSeries({path: '/tv/815', qualityProfileId}),
		now,
	);
	const [first, second] = await deps.episodes.ofSeries(series.id);
	const file = buildMediaFile({id: crypto.randomUUID(), path: '/tv/815/Season 01/a.mkv', size: 2_000_000});
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [first?.id ?? ''], file, replaces: []}, now);
	await deps.downloads.add(
		buildItem({
			...{movieId: wanted.id, title: 'Wanted.2019.1080p.WEB-DL-NOBODY', state: 'downloading', status: 'downloading', size: 1000},
			...{sizeLeft: 400, secondsLeft: 90, outputPath: '/down/Wanted', downloadId: 'e'.repeat(40), ended: null},
		}),
	);
	await deps.downloads.add(
		buildItem({
			...{seriesId: series.id, episodeIds: [second?.id ?? ''], title: 'Paper.Lanterns.S01E02-NOBODY', health: 'warning'},
			...{statusMessages: [{title: 'a.mkv', messages: ['Not an upgrade']}], retryAt: untilPerson, outputPath: '/down/Paper'},
		}),
	);
	const entry = {
		quality: 'WEBDL-1080p',
		qualityScore: 70,
		indexer: 'Tracker',
		downloadClient: 'qB',
		downloadId: importedHash,
		timestamp: now,
	} as const;
	const ofFilm = {...entry, title: 'A.Film-NOBODY', movieId: movie.id, seriesId: null, episodeIds: []};
	const ofShow = {...entry, title: 'A.Show.S01E01-NOBODY', movieId: null, seriesId: series.id, episodeIds: [first?.id ?? '']};
	for (const [of, path] of [
		[ofFilm, movieFile.path],
		[ofShow, file.path],
	] as const) {
		await deps.history.add({...of, event: 'grabbed', data: {guid: 'g', size: 10, infoUrl: 'https://tracker.test/1'}});
		await deps.history.add({...of, event: 'imported', data: {source: '/down/a.mkv', path, size: 10}});
	}
	const event = {indexerId: indexer.id, indexerName: indexer.name, action: 'query', subject: 'A', error: null} as const;
	await deps.indexerActivity.note([{...event, answerMs: 120, requests: 1, releases: 3}], now);
	await answerDisks(t, served);
	await answerJobs(t, served, {
		testConnection: async () => ({version: '1.3', details: []}),
		judgeName: answerNames.judgeName,
		judgeOffered: async ({indexerId, guid}) => {
			const found = await deps.releaseCache.find(indexerId, guid);
			const reason = {reason: 'Release rejected' as const, detail: 'Not an upgrade', temporary: false};
			const releases = found ? [{...found, approved: false, rejectionDetails: [reason]}] : [];
			await deps.releaseCache.put('j', {releases, indexerResults: [], searchTime: deps.now()});
			return {searchId: 'j'};
		},
		categorizeDownload: async () => ({error: 'qB has no category for imported downloads.'}),
		searchReleases: async () => {
			const found = buildRelease({
				guid: `rel_${'c'.repeat(32)}`,
				indexer: 'Tracker',
				indexerId: indexer.id,
				downloadUrl: 'https://t.test/?passkey=x',
			});
			await deps.releaseCache.put('s', {releases: [unjudged(found)], indexerResults: [], searchTime: deps.now()});
			return {searchId: 's', total: 1, duration: 1};
		},
		addMovie: async ({metaId, rootFolderPath}) => {
			const {id, title} = await addMovie(served, {metaId}, {rootFolderPath, path: `${rootFolderPath}/${metaId}`, qualityProfileId});
			return {id, title};
		},
	});
	return {...served, indexer, movie, wanted, series};
}
