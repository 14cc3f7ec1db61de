import test, {type ExecutionContext} from 'ava';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {byFeed, byTask} from '#workers/search/collect-facts.ts';
import {decideMovieReleases} from '#workers/search/judge-releases.ts';

const now = new Date();
const release = (words: string, more: Partial<FoundRelease> = {}) =>
	buildRelease({title: `The.Quiet.Harbour.2019.${words}1080p.WEB-DL.x265-NOBODY`, size: 4 * gigabyte, publishDate: now, ...more});

/** A movie in a library called Films that wants German or the original sound. */
async function withFilms(t: ExecutionContext) {
	const {deps, addMovie} = await withWorkerDeps(t);
	const {id: languageProfileId} = await deps.languageProfiles.add(
		{
			name: 'German',
			languages: ['de', 'original'].map(code => ({code, allowed: true})),
			cutoff: 'de',
			upgradeAllowed: false,
			subtitles: [],
			subtitleCutoff: null,
			minimumSubtitleScore: 0,
		},
		now,
	);
	const [rootFolder] = await deps.rootFolders.list();
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	await deps.qualityProfiles.change(qualityProfileId, {language: 'any'}, now);
	const choice = {
		rootFolderId: rootFolder?.id ?? '',
		qualityProfileId,
		languageProfileId,
		enabled: true,
		monitored: true,
		backfillEnabled: false,
	};
	const films = await deps.libraries.add({name: 'Films', type: 'movies', ...choice}, now);
	await addMovie(movieDetails, {libraryId: films.id});
	const title = 'The Loose Harbour';
	const loose = await addMovie({...movieDetails, title, originalTitle: title, metaId: 77, imdbId: null, alternativeTitles: []});
	/** Why the release is refused for the movie of the library, or for the one outside of all. */
	const why = async (found: FoundRelease, of: 'films' | 'none', asking = byFeed) => {
		const named = {...found, title: of === 'films' ? found.title : found.title.replace('Quiet', 'Loose')};
		const [decision] = await decideMovieReleases([named], {wanted: null, ...asking}, {...deps, now: () => now});
		return decision?.rejectionDetails.map(({detail}) => detail).join('; ');
	};
	return {deps, loose, why};
}

test('the language profile of the library decides for its titles, or that of the title itself', async t => {
	const {deps, loose, why} = await withFilms(t);
	t.is(await why(release('FRENCH.'), 'films'), 'Language french, language profile German wants german or english');
	t.is(await why(release('FRENCH.'), 'none'), '');
	const [german] = (await deps.languageProfiles.list()).filter(({name}) => name === 'German');
	await deps.movies.change(loose.id, {languageProfileId: german?.id ?? ''}, now);
	t.regex((await why(release('FRENCH.'), 'none')) ?? '', /language profile German/);
	await deps.movies.change(loose.id, {languageProfileId: 'gone'}, now);
	t.is(await why(release('FRENCH.'), 'none'), '');
	t.is(await why(release('German.DL.'), 'films'), '');
});

test('release profiles decide by words and by patterns, for the libraries that they name', async t => {
	const {deps, why} = await withFilms(t);
	const profile = {enabled: true, mustContain: [], mustNotContain: [], tags: [], excludedTags: [], indexerIds: []};
	await deps.releaseProfiles.add({...profile, name: 'All', mustNotContain: ['/\\bdl\\.X26[45]\\b/']}, now);
	t.is(await why(release(''), 'none'), 'Release profile All wants nothing with: /\\bdl\\.X26[45]\\b/');
	const [all] = await deps.releaseProfiles.list();
	await deps.releaseProfiles.change(all?.id ?? '', {scope: 'tv'}, now);
	t.is(await why(release(''), 'none'), '');
	await deps.releaseProfiles.change(all?.id ?? '', {scope: 'movies'}, now);
	t.not(await why(release(''), 'none'), '');
	await deps.releaseProfiles.change(all?.id ?? '', {tags: ['films'], mustNotContain: [], mustContain: ['remux']}, now);
	t.is(await why(release(''), 'none'), '');
	t.is(await why(release(''), 'films'), 'Release profile All asks for one of: remux');
});

test('the delay profile of the library comes before the settings', async t => {
	const {deps, why} = await withFilms(t);
	await deps.delayProfiles.ensureDefault(now);
	await deps.settings.set('download.torrentDelayMinutes', 30, now);
	const delay = {
		enableTorrent: true,
		enableUsenet: true,
		preferredProtocol: 'any' as const,
		usenetDelayMinutes: 0,
		bypassIfHighestQuality: true,
		bypassIfAboveFormatScore: false,
	};
	await deps.delayProfiles.add({...delay, order: 0, scope: 'tv', tags: ['Films'], torrentDelayMinutes: 90, minimumFormatScore: 0}, now);
	await deps.delayProfiles.add({...delay, order: 1, tags: ['Films'], torrentDelayMinutes: 60, minimumFormatScore: 0}, now);
	t.regex((await why(release(''), 'none')) ?? '', /of the 30 minutes/);
	t.regex((await why(release(''), 'films')) ?? '', /of the 60 minutes/);
});

test('an imported torrent is known by its info hash, an old file by its age', async t => {
	const {deps, loose, why} = await withFilms(t);
	const infoHash = 'ab'.repeat(20);
	const entry = {title: 'Other name', movieId: loose.id, seriesId: null, episodeIds: [], quality: null, qualityScore: null};
	const grabbed = {...entry, indexer: null, downloadClient: null, downloadId: infoHash.toUpperCase(), data: {}, timestamp: now};
	await deps.history.add({...grabbed, event: 'imported'});
	const dateAdded = new Date(Number(now) - 30 * 86_400_000);
	await deps.movies.setFile(loose.id, buildMediaFile({quality: 'HDTV-1080p', dateAdded}), now);
	t.is(await why(release('', {infoHash}), 'none'), 'Not an upgrade: this torrent was imported already');
	t.is(await why(release('', {infoHash: 'cd'.repeat(20)}), 'none'), '');
	const proper = release('PROPER.', {title: 'The.Quiet.Harbour.2019.PROPER.1080p.HDTV.x264-LARK'});
	t.regex((await why(proper, 'none')) ?? '', /the file is 30 days old/);
	t.is(await why(proper, 'none', byTask), '');
});
