import test, {type ExecutionContext} from 'ava';
import type {Stores} from '#shared/store/database.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-02T12:00:00Z');
const file = buildMediaFile({id: 'file', path: '/films/Film/film.mkv'});
const ofShow = buildMediaFile({id: 'file', path: '/tv/show/1.mkv'});
const subtitles = {list: [], missing: [], readAt: now, stamp: 'a'};
const moved = {fileId: 'file', to: '/films/Film/other.mkv', subtitles: new Map<string, string>()};
const scores = {fileId: 'file', formatScore: 5, formatIds: [], belowCutoff: true};
const info = {mediaInfo: null, quality: 'WEBDL-720p' as const, qualityScore: 1};

async function withTitles(t: ExecutionContext) {
	const {stores} = await withStores(t);
	const {movies, series, episodes, titleNews} = stores;
	const choice = {
		monitored: true,
		minimumAvailability: 'released' as const,
		rootFolderPath: '/films',
		path: '/films/Film',
		qualityProfileId: 'profile',
		libraryId: 'films',
		searchOnAdd: false,
		tags: ['old'],
	};
	const {id} = await movies.add(movieDetails, choice, now);
	const show = await series.add(buildSeriesDetails(), buildNewSeries({libraryId: 'shows', tags: ['old']}), new Date('2024-01-10'));
	const [episode] = await episodes.ofSeason(show.id, 1);
	const heard: string[] = [];
	const say = (event: string, data: unknown) => {
		const {kind = '', id: of = ''} = data as {kind?: string; id?: string};
		heard.push(of === '' ? event : `${event} ${kind} ${of === id || of === show.id ? 'own' : 'other'}`);
	};
	const outlet = {
		publish: async (_stream: unknown, event: string, data: unknown) => say(event, data),
		publishMany: async (_stream: unknown, event: string, all: readonly unknown[]) => all.forEach(data => void say(event, data)),
	};
	return {
		stores,
		id,
		showId: show.id,
		episodeId: episode?.id ?? '',
		choice,
		/** What clients hear of a write. */
		async notified(write: () => Promise<unknown>): Promise<string[]> {
			const end = titleNews.attach(outlet as never);
			await write();
			await end();
			return heard.splice(0).sort();
		},
	};
}

type Titles = Awaited<ReturnType<typeof withTitles>>;
type Writes = Record<string, [write: (titles: Titles) => Promise<unknown>, notified: string]>;

/** In this order: what one write stores, the next ones change. */
const ofMovies: Writes = {
	add: [
		({stores: {movies}, choice}) => movies.add({...movieDetails, metaId: 9}, {...choice, path: '/films/Nine'}, now),
		'titleAdded movie other',
	],
	addMany: [
		({stores: {movies}, choice}) =>
			movies.addMany([{details: {...movieDetails, metaId: 10}, choice: {...choice, tags: [], path: '/films/Ten'}, file: null}], now),
		'titleAdded movie other',
	],
	change: [({stores: {movies}, id}) => movies.change(id, {monitored: false}, now), 'titleChanged movie own'],
	changeMany: [({stores: {movies}, id}) => movies.changeMany([id], {monitored: true}, now), 'titleChanged movie own'],
	setFolders: [
		({stores: {movies}, id}) => movies.setFolders(new Map([[id, {rootFolderPath: '/b', path: '/b/Film'}]])),
		'titleChanged movie own',
	],
	setUsualDelay: [({stores: {movies}, id}) => movies.setUsualDelay([id], 3), 'titleChanged movie own'],
	refresh: [({stores: {movies}, id}) => movies.refresh(id, {...movieDetails, title: 'New'}, now), 'titleChanged movie own'],
	markSearched: [({stores: {movies}, id}) => movies.markSearched(id, now), 'titleChanged movie own'],
	replaceTag: [({stores: {movies}}) => movies.replaceTag('old', 'new'), 'titleChanged movie other, titleChanged movie own'],
	setRuleTags: [({stores: {movies}, id}) => movies.setRuleTags([{id, ruleTags: ['rule']}]), 'titleChanged movie own'],
	replaceFile: [({stores: {movies}, id}) => movies.replaceFile(id, file, {replaces: null, at: now}), 'fileAdded movie own'],
	setScores: [({stores: {movies}, id}) => movies.setScores([{titleId: id, ...scores}]), 'fileChanged movie own'],
	setFileInfo: [({stores: {movies}, id}) => movies.setFileInfo(id, file.path, info), 'fileChanged movie own'],
	setSubtitles: [({stores: {movies}, id}) => movies.setSubtitles(id, {fileId: 'file', before: null, subtitles}), 'fileChanged movie own'],
	setMissing: [
		({stores: {movies}, id}) => movies.setMissing([{id, fileId: 'file', readAt: now, missing: ['en']}]),
		'fileChanged movie own',
	],
	moveFile: [
		({stores: {movies}, id}) => movies.moveFile(id, {file: {...moved, from: [file.path]}, folder: null}, now),
		'fileChanged movie own',
	],
	dropFile: [({stores: {movies}, id}) => movies.dropFile(id, 'file', {unmonitor: false, at: now}), 'fileRemoved movie own'],
	recordFiles: [({stores: {movies}, id}) => movies.recordFiles([{id, file, replaces: null}], now), 'fileAdded movie own'],
	setFile: [({stores: {movies}, id}) => movies.setFile(id, null, now), 'fileRemoved movie own'],
	detach: [({stores: {movies}, id}) => movies.detach('films', [id]), 'titleChanged movie own'],
	joinLibrary: [({stores: {movies}}) => movies.joinLibrary({libraryId: 'films', isPlace: () => true}), 'reset'],
	remove: [({stores: {movies}, id}) => movies.remove(id), 'titleRemoved movie own'],
	restore: [
		({stores: {movies}}) => movies.restore({document: {_id: 'back', title: 'Back', metaId: 77, libraryId: null} as {_id: string}}, now),
		'titleAdded movie other',
	],
	removeMany: [({stores: {movies}}) => movies.removeMany(['back', 'nobody'], {alsoWrite: null, at: now}), 'titleRemoved movie other'],
};

const ofSeries: Writes = {
	add: [
		({stores: {series}}) => series.add(buildSeriesDetails({metaId: 9}), buildNewSeries({path: '/tv/Nine'}), now),
		'titleAdded series other',
	],
	shown: [({stores: {series}, showId}) => series.shown(showId, new Date('2024-01-16')), 'titleChanged series own'],
	settle: [({stores: {series}}) => series.settle(later), 'titleChanged series own'],
	change: [
		({stores: {series}, showId}) => series.change(showId, {qualityProfileId: 'b', tagChange: {add: ['x']}}, now),
		'titleChanged series own',
	],
	changeMany: [({stores: {series}, showId}) => series.changeMany([showId], {monitored: true}, now), 'titleChanged series own'],
	setFolders: [
		({stores: {series}, showId}) => series.setFolders(new Map([[showId, {rootFolderPath: '/b', path: '/b/Show'}]])),
		'titleChanged series own',
	],
	setSeasonMonitored: [
		({stores: {series}, showId}) => series.setSeasonMonitored(showId, {seasonNumber: 1, monitored: false}, now),
		'titleChanged series own',
	],
	chooseEpisodes: [({stores: {series}, showId}) => series.chooseEpisodes([showId], 'none', now), 'titleChanged series own'],
	refresh: [({stores: {series}, showId}) => series.refresh(showId, buildSeriesDetails({title: 'New'}), now), 'titleChanged series own'],
	markSearched: [({stores: {series}, showId}) => series.markSearched(showId, now), 'titleChanged series own'],
	replaceTag: [({stores: {series}}) => series.replaceTag('old', null), 'titleChanged series own'],
	setRuleTags: [({stores: {series}, showId}) => series.setRuleTags([{id: showId, ruleTags: ['rule']}]), 'titleChanged series own'],
	setNumbers: [
		({stores: {series}, showId}) =>
			series.setNumbers(showId, {numbers: new Map(), sceneTitles: [{title: 'Scene', seasonNumber: 1}], dueAt: later}),
		'titleChanged series own',
	],
	detach: [({stores: {series}, showId}) => series.detach('shows', [showId]), 'titleChanged series own'],
	joinLibrary: [({stores: {series}}) => series.joinLibrary({libraryId: 'shows', isPlace: () => true}), 'reset'],
	remove: [({stores: {series}, showId}) => series.remove(showId), 'titleRemoved series own'],
	restore: [
		({stores: {series}}) => series.restore({document: {_id: 'back', title: 'Back', metaId: 77, libraryId: null} as {_id: string}}, [], now),
		'titleAdded series other',
	],
	removeMany: [({stores: {series}}) => series.removeMany(['back', 'nobody'], {alsoWrite: null, at: now}), 'titleRemoved series other'],
};

const ofEpisodes: Writes = {
	setMonitored: [({stores: {episodes}, episodeId}) => episodes.setMonitored(episodeId, false, now), 'titleChanged series own'],
	setFlags: [
		({stores: {episodes}, showId, episodeId}) => episodes.setFlags(showId, {on: [], off: [episodeId]}, now),
		'titleChanged series own',
	],
	markSearched: [({stores: {episodes}, episodeId}) => episodes.markSearched([episodeId], now), 'titleChanged series own'],
	recordFile: [
		({stores: {episodes}, showId: seriesId, episodeId}) =>
			episodes.recordFile({seriesId, episodeIds: [episodeId], file: ofShow, replaces: []}, now),
		'fileAdded series own',
	],
	setScores: [({stores: {episodes}, showId}) => episodes.setScores([{titleId: showId, ...scores}]), 'fileChanged series own'],
	setFileInfo: [({stores: {episodes}, showId}) => episodes.setFileInfo(showId, ofShow.path, info), 'fileChanged series own'],
	setSubtitles: [
		({stores: {episodes}, showId: seriesId, episodeId}) =>
			episodes.setSubtitles(episodeId, {seriesId, fileId: 'file', before: null, subtitles}),
		'fileChanged series own',
	],
	setMissing: [
		({stores: {episodes}, episodeId: id}) => episodes.setMissing([{id, fileId: 'file', readAt: now, missing: ['en']}]),
		'fileChanged series own',
	],
	moveFiles: [
		({stores: {episodes}, showId}) => episodes.moveFiles(showId, [{...moved, from: [ofShow.path]}], now),
		'fileChanged series own',
	],
	removeFiles: [
		({stores: {episodes}, showId: seriesId}) => episodes.removeFiles({seriesId, fileIds: ['file']}, now),
		'fileRemoved series own',
	],
	recordFiles: [
		({stores: {episodes}, showId, episodeId}) => episodes.recordFiles(showId, [{episodeIds: [episodeId], file: ofShow, replaces: []}], now),
		'fileAdded series own',
	],
};

/** Writes that nothing shows, and what they store. */
const silent: Record<string, string> = {
	'movies postponeRefresh': 'when to ask the provider',
	'series postponeRefresh': 'when to ask the provider',
	'movies forgetReading': 'that subtitles have to be read again',
	'episodes forgetReading': 'that subtitles have to be read again',
	'series findNumbered': 'when to ask for numbers',
	'series postponeNumbers': 'when to ask for numbers',
	'series noteUnknownRelease': 'why to ask for numbers',
	'series settleMonitored': 'the flag that its series has already',
};

const all: [name: 'movies' | 'series' | 'episodes', writes: Writes][] = [
	['movies', ofMovies],
	['series', ofSeries],
	['episodes', ofEpisodes],
];

for (const [name, writes] of all) {
	test(`each write of ${name} is told to those who follow the library`, async t => {
		const titles = await withTitles(t);
		for (const [method, [write, expected]] of Object.entries(writes)) {
			t.is((await titles.notified(() => write(titles))).join(', '), expected, method);
		}
	});
}

/** What only reads is named so. A new write belongs into the tables above. */
const reads: Record<'movies' | 'series' | 'episodes', string> = {
	movies: [
		'revision laterCopies idsWithTag find get shown getMany ofSelection page letters byKeys idsAmong usesOfFolder usesOfProfile',
		'findCopies findOldest findInLibrary copiesOf withCopies notElsewhere withoutPlace',
		'usesOfLanguageProfile titleAtFolder titlesAtFolders foldersBelow withOtherDelay dueForRefresh',
		'releaseDatesOf missingLine unsearched missingOf nextAvailable belowCutoff belowCutoffOf withFileSince',
		'missing withFile missingSubtitles downloadedSubtitles wantingSubtitles onDisk filesOf',
		'atPath pathsOf countByLibrary countInLibrary filesInLibrary toScore wantedPage',
		'inCalendar collections amongMetaIds newestOfCollection lastAdded unreadSubtitles subtitlesToJudge listed',
		'countTags withoutRoom toTag ownsPath placeOf asListed',
	].join(' '),
	series: [
		'revision laterCopies idsWithTag findCopies findOldest findInLibrary copiesOf withCopies notElsewhere withoutPlace',
		'find get seasons findByTvMetaId getMany ofSelection page letters byKeys monitoredOf withMissing',
		'withFiles airedSince listed dueForRefresh idsAmong usesOfFolder usesOfProfile usesOfLanguageProfile',
		'titleAtFolder titlesAtFolders foldersBelow named namesOf selected lastAdded countByLibrary countInLibrary',
		'inLibrary countTags withoutRoom toTag hasAnime dueForNumbers isNumbered',
	].join(' '),
	episodes: [
		'airingsOf revision laterCopies idsWithTag briefly find get getMany ofSeries ofSeason rowsOfSeason missingLine unsearched missingOf belowCutoff',
		'belowCutoffOf withFileSince airedBetween countAiring idsOfSeries nextAiring missingSubtitles',
		'downloadedSubtitles wantingSubtitles onDisk seriesAtPath pathsOf sizesOf',
		'seriesOnDisk toScore wantedPage inCalendar unreadSubtitles idsOfFile seenSubtitles subtitlesToJudge',
		'pathsOwned seriesIdsOf',
	].join(' '),
};

test('no write of a title is forgotten here', async t => {
	const {stores} = await withStores(t);
	for (const [name, writes] of all) {
		const methods = Object.entries(stores[name as keyof Stores] as object).filter(([, value]) => typeof value === 'function');
		const known = new Set([
			...Object.keys(writes),
			...Object.keys(silent).map(key => key.replace(`${name} `, '')),
			...reads[name].split(' '),
		]);
		t.deepEqual(
			methods.map(([method]) => method).filter(method => !known.has(method)),
			[],
			`Does it write? Then it is told, or says above what it stores (${name})`,
		);
	}
});
