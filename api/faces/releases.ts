import {createHash, randomUUID} from 'node:crypto';
import type {RouteDeps} from '#api/services.ts';
import type {JudgedRelease, Version} from '#shared/domain/decisions/judged-release.ts';
import {unknownParsedQuality} from '#shared/domain/release/parsed-title.ts';
import type {FoundRelease, Protocol} from '#shared/domain/release/release.ts';
import {isExpected, NotFound, Unavailable} from '#shared/errors.ts';
import {grabRelease} from '#shared/jobs/grab.ts';
import {type JudgedName, judgeName, judgeOffered, longestName, type SearchSubject, searchReleases} from '#shared/jobs/search.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import {faceLanguages, flagBits, ratedQuality} from './codes.ts';
import {plainEpisodes, presentEpisodes} from './episodes.ts';
import {type FaceCall, type FaceRoute, faceRoute, shown} from './faces.ts';
import {aroundOf, presentMovies} from './movies.ts';
import {presentAllSeries} from './series.ts';
import {covers} from './shelf.ts';
import {idOf, type Tables} from './tables.ts';
import {integerIn, notFound, textIn, toDate, wordIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;
/** Milliseconds: indexers have 60 s to answer, and a client takes a release in less. */
const searchMs = 65_000;
const grabMs = 60_000;
const judgeMs = 20_000;
/** Releases of a search that are shown. */
const maxReleases = 1000;

/** Releases that are searched by hand, grabbed, and offered by other programs. */
export function releaseRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET release', both, async call => {
			const libraryId = call.shelf.library?.id;
			const payload = {
				...{subject: await subjectOf(call, deps), indexerIds: null, categories: null, minSeeders: null, maxAge: null},
				...{limit: maxReleases, ...(libraryId && {libraryId})},
			};
			const {searchId} = await deps.jobs.ask(searchReleases, payload, {timeoutMs: searchMs});
			return shown(await presentReleases(await readJudged(searchId, deps), call, deps));
		}),
		faceRoute('POST release', both, async call => {
			const indexerId = await idOf(deps, 'indexer', integerIn(call.body, 'indexerId') ?? 0);
			const guid = textIn(call.body, 'guid') ?? '';
			const body = {guid, indexerId, ...(await namedTitle(call, deps))};
			await call.ask('POST /api/download/grab', {body});
			const found = await deps.releaseCache.find(indexerId, await deps.releaseGuids.nameOf(guid));
			return shown(found ? (await presentReleases([found], call, deps))[0] : {guid});
		}),
		faceRoute('POST release/push', both, async call => {
			const [judged] = await judgeOffer(await offerIn(call, deps), call, deps);
			const answered = await grabIfApproved(judged ?? missing(), call, deps);
			return shown(await presentReleases([answered], call, deps));
		}),
		faceRoute('GET parse', both, async call => shown(await parse(call, deps))),
	];
}

function missing(): never {
	throw notFound();
}

async function readJudged(searchId: string, {releaseCache}: RouteDeps): Promise<JudgedRelease[]> {
	const result = await releaseCache.readSearch(searchId);
	if (!result) {
		throw new Unavailable('search_lost', 'Redis lost the results of the search. Search again.');
	}
	return result.releases;
}

/** What a person wants to see releases of. */
async function subjectOf({face, query}: FaceCall, deps: RouteDeps): Promise<SearchSubject> {
	if (face === 'movies') {
		return {kind: 'movie', movie: {id: await idOf(deps, 'movie', query.number('movieId') ?? 0)}};
	}
	const episodeNumber = query.number('episodeId');
	if (episodeNumber !== null) {
		const episode = await deps.episodes.get(await idOf(deps, 'episode', episodeNumber));
		return {kind: 'episode', seriesId: episode.seriesId, seasonNumber: episode.seasonNumber, episodeNumber: episode.episodeNumber};
	}
	return {kind: 'tv', series: {id: await idOf(deps, 'series', query.number('seriesId') ?? 0)}, seasonNumber: query.number('seasonNumber')};
}

/** The title that a person says a release is of; without one, that which the search has found. */
async function namedTitle({face, body}: FaceCall, deps: RouteDeps): Promise<{movieId?: string; seriesId?: string}> {
	const number = integerIn(body, face === 'movies' ? 'movieId' : 'seriesId');
	if (number === undefined || number < 1) {
		return {};
	}
	return face === 'movies' ? {movieId: await idOf(deps, 'movie', number)} : {seriesId: await idOf(deps, 'series', number)};
}

/** A release of no indexer of ours. */
const offeredBy = 'offered';

async function offerIn({body}: FaceCall, deps: RouteDeps): Promise<FoundRelease> {
	const title = (textIn(body, 'title') ?? '').trim();
	const [downloadUrl, magnetUrl] = [textIn(body, 'downloadUrl') ?? '', textIn(body, 'magnetUrl') ?? ''];
	if (title === '' || title.length > longestName) {
		throw wrong('Title', "'Title' must not be empty.", title.slice(0, longestName));
	}
	const magnet = [magnetUrl, downloadUrl].find(url => /^magnet:\?/i.test(url)) ?? null;
	const url = /^https?:\/\//i.test(downloadUrl) && URL.canParse(downloadUrl) ? downloadUrl : null;
	if (url === null && magnet === null) {
		throw wrong('DownloadUrl', "'Download Url' must be an address of http, or 'Magnet Url' one of a magnet.");
	}
	const protocol = wordIn(body, 'protocol', ['unknown', 'usenet', 'torrent'] as const);
	if (protocol === undefined || protocol === 'unknown') {
		throw wrong('Protocol', "'Protocol' must be usenet or torrent.");
	}
	const indexer = await knownIndexer(body, url, deps);
	const infoHash = textIn(body, 'infoHash') ?? /btih:([\da-f]{40})/i.exec(magnet ?? '')?.[1] ?? '';
	return {
		guid: `PUSH-${createHash('sha256')
			.update(url ?? magnet ?? '')
			.digest('hex')}`,
		title,
		size: Math.max(0, integerIn(body, 'size') ?? 0),
		...{indexer: indexer?.name ?? textIn(body, 'indexer') ?? 'Release push', indexerId: indexer?.id ?? offeredBy},
		indexerPriority: indexer?.priority ?? 25,
		publishDate: toDate(textIn(body, 'publishDate')) ?? deps.now(),
		...{downloadUrl: url, magnetUrl: magnet, infoUrl: null, category: [], protocol: protocol as Protocol},
		...{seeders: null, leechers: null, infoHash: /^[\da-f]{40}$/i.test(infoHash) ? infoHash.toLowerCase() : null, flags: []},
		...{container: null, files: null, languages: [], imdbId: null, metaId: null, tvMetaId: null},
	};
}

/**
 * The indexer of ours that an offer names, whose limits and client it then has. Its own address must be there: what an
 * indexer is sent besides must not go to others.
 */
async function knownIndexer(body: unknown, address: string | null, {indexers, numbers}: RouteDeps) {
	const number = integerIn(body, 'indexerId') ?? 0;
	const id = (await numbers.idsOf('indexer', [number])).get(number);
	const name = textIn(body, 'indexer')?.toLowerCase();
	const named = (await indexers.list()).find(each => each.id === id || each.name.toLowerCase() === name) ?? null;
	const isThere = named && (address === null || (URL.canParse(named.url) && new URL(named.url).host === new URL(address).host));
	return isThere ? named : null;
}

/** An offer before anybody has judged it. */
export const unjudged = (release: FoundRelease): JudgedRelease => ({
	release,
	judgement: {
		...{quality: 'Unknown', qualityScore: 0, formatScore: 0, formatIds: [], parsedQuality: unknownParsedQuality},
		...{releaseGroup: null, edition: null, languages: [], releaseTraits: null},
	},
	...{approved: false, temporarilyRejected: false, rejections: [], rejectionDetails: [], wouldHaveWaited: []},
	...{mappedMovie: null, mappedSeries: null, mappedEpisode: null, episodeIds: []},
});

/** The address of an offer may have keys in it, so it is handed over as what is found is: encrypted. */
async function judgeOffer(release: FoundRelease, {face}: FaceCall, deps: RouteDeps): Promise<JudgedRelease[]> {
	const {releaseCache, jobs, now} = deps;
	await releaseCache.put(randomUUID(), {releases: [unjudged(release)], indexerResults: [], searchTime: now()});
	const {guid, indexerId} = release;
	const {searchId} = await jobs.ask(judgeOffered, {guid, indexerId, mode: face === 'movies' ? 'movie' : 'tv'}, {timeoutMs: judgeMs});
	return readJudged(searchId, deps);
}

/** The decision for the copy of the title that the face shows. */
function versionOf(judged: JudgedRelease, {shelf}: Pick<FaceCall, 'shelf'>): JudgedRelease {
	const versions: readonly Version[] = judged.versions ?? [judged];
	const own = versions.filter(({libraryId}) => covers(shelf, libraryId ?? null));
	const best = own.find(({approved}) => approved) ?? own[0];
	return best ? {...judged, ...best} : {...judged, approved: false, mappedMovie: null, mappedSeries: null, episodeIds: []};
}

async function grabIfApproved(offered: JudgedRelease, call: FaceCall, deps: RouteDeps): Promise<JudgedRelease> {
	const judged = versionOf(offered, call);
	const {approved, mappedMovie, mappedSeries, release} = judged;
	const refuse = (detail: string, temporary = false): JudgedRelease => {
		const reason = {reason: 'Release rejected' as const, detail, temporary};
		return {...judged, approved: false, temporarilyRejected: temporary, rejectionDetails: [...judged.rejectionDetails, reason]};
	};
	if (!approved) {
		return judged;
	}
	if (mappedMovie && !(await deps.movies.get(mappedMovie.id)).monitored) {
		return refuse('Movie is not monitored');
	}
	const {guid, indexerId} = release;
	const target = {movieId: mappedMovie?.id ?? null, seriesId: mappedSeries?.id ?? null, episodeIds: mappedMovie ? null : judged.episodeIds};
	return deps.jobs.ask(grabRelease, {guid, indexerId, ...target}, {timeoutMs: grabMs}).then(
		() => judged,
		error => {
			if (!isExpected(error) || error instanceof NotFound) {
				throw error;
			}
			return refuse(maskSecrets(error.message), error instanceof Unavailable);
		},
	);
}

async function presentReleases(judged: readonly JudgedRelease[], call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const {face} = call;
	const {numbers, movies, series} = deps;
	const rows = judged.map(each => versionOf(each, call));
	const titleIds = rows.flatMap(({mappedMovie, mappedSeries}) => (face === 'movies' ? mappedMovie : mappedSeries)?.id ?? []);
	const [ofIndexers, ofTitles, {tables}, titles] = await Promise.all([
		numbers.of(
			'indexer',
			rows.map(({release}) => release.indexerId),
		),
		numbers.of(face === 'movies' ? 'movie' : 'series', titleIds),
		aroundOf(call, deps),
		face === 'movies' ? movies.getMany(titleIds) : series.getMany(titleIds),
	]);
	const ids = new Map(titles.map(title => [title.id, title]));
	return rows.map((row, index) => {
		const title = ids.get((face === 'movies' ? row.mappedMovie : row.mappedSeries)?.id ?? '');
		const number = title ? (ofTitles.get(title.id) ?? 0) : 0;
		const numbered = {indexerId: ofIndexers.get(row.release.indexerId) ?? 0, titleNumber: number, weight: rows.length - index};
		return {
			...presentRelease(row, {call, tables, now: deps.now(), ...numbered}),
			...(face === 'movies' && title && {tmdbId: title.metaId}),
			...(face === 'tv' && title && 'tvMetaId' in title && {tvdbId: title.tvMetaId ?? 0}),
		};
	});
}

interface Presenting {
	call: FaceCall;
	tables: Tables;
	now: Date;
	indexerId: number;
	titleNumber: number;
	weight: number;
}

function presentRelease(judged: JudgedRelease, {call: {face}, tables, now, indexerId, titleNumber, weight}: Presenting) {
	const {release, judgement, approved, temporarilyRejected, rejectionDetails, mappedEpisode} = judged;
	const minutes = release.publishDate ? Math.max(0, (Number(now) - Number(release.publishDate)) / 60_000) : 0;
	const isPack = judgement.releaseTraits?.releaseType === 'seasonPack';
	return {
		guid: release.guid,
		quality: ratedQuality(face, judgement.quality, judgement.parsedQuality),
		qualityWeight: judgement.qualityScore,
		...{age: Math.floor(minutes / 1440), ageHours: minutes / 60, ageMinutes: minutes},
		...{size: release.size, indexerId, indexer: release.indexer, releaseGroup: judgement.releaseGroup},
		...{title: release.title, sceneSource: false, languages: faceLanguages(face, judgement.languages), edition: judgement.edition},
		...{approved, temporarilyRejected, rejected: !approved, rejections: rejectionDetails.map(({detail}) => detail)},
		...{customFormats: tables.formats(judgement.formatIds), customFormatScore: judgement.formatScore},
		// The addresses of releases have keys in them, and grabbing needs the guid only.
		...{publishDate: release.publishDate, downloadAllowed: titleNumber > 0, releaseWeight: weight, infoHash: release.infoHash},
		...{seeders: release.seeders, leechers: release.leechers, protocol: release.protocol === 'usenet' ? 'usenet' : 'torrent'},
		...(face === 'movies'
			? {movieTitles: [], mappedMovieId: titleNumber || null, indexerFlags: []}
			: {
					...{fullSeason: isPack, seasonNumber: mappedEpisode?.seasonNumber ?? 0, mappedSeriesId: titleNumber || null},
					...{episodeNumbers: mappedEpisode && !isPack ? [mappedEpisode.episodeNumber] : [], absoluteEpisodeNumbers: []},
					...{mappedSeasonNumber: mappedEpisode?.seasonNumber ?? null, seriesTitle: judged.mappedSeries?.title ?? null},
					...{episodeRequested: true, special: false, isPossibleSpecialEpisode: false, isDaily: false, isAbsoluteNumbering: false},
					indexerFlags: flagBits(face, release.flags),
				}),
	};
}

/** What a name says, and the title of the library that it is of. */
async function parse(call: FaceCall, deps: RouteDeps): Promise<object> {
	const {face} = call;
	const title = (call.query.text('title') ?? '').slice(0, longestName);
	if (title === '') {
		return {title};
	}
	const mode = face === 'movies' ? 'movie' : 'tv';
	const guid = `PARSE-${createHash('sha256').update(title).digest('hex')}`;
	const nothing = {protocol: 'torrent' as const, infoHash: null, seeders: null, leechers: null, infoUrl: null, magnetUrl: null};
	const release: FoundRelease = {
		...{guid, title, size: 0, indexer: '', indexerId: offeredBy, indexerPriority: 25, publishDate: deps.now(), downloadUrl: null},
		...{...nothing, category: [], flags: [], container: null, files: null, languages: [], imdbId: null, metaId: null, tvMetaId: null},
	};
	const [named, [found], around] = await Promise.all([
		deps.jobs.ask(judgeName, {name: title, mode, size: 0}, {timeoutMs: judgeMs}),
		judgeOffer(release, call, deps),
		aroundOf(call, deps),
	]);
	const judged = found && versionOf(found, call);
	const shared = {
		title,
		languages: faceLanguages(face, judged?.judgement.languages ?? named.parsed.languages),
		customFormats: around.tables.formats(named.formats.map(({id}) => id)),
		customFormatScore: judged?.judgement.formatScore ?? 0,
	};
	if (face === 'movies') {
		const [movie] = await presentMovies(await deps.movies.getMany(judged?.mappedMovie ? [judged.mappedMovie.id] : []), around, deps);
		return {...shared, ...(named.isUnderstood && {parsedMovieInfo: parsedMovie(named)}), ...(movie && {movie})};
	}
	const [series] = await presentAllSeries(await deps.series.getMany(judged?.mappedSeries ? [judged.mappedSeries.id] : []), around, deps);
	const episodes = await presentEpisodes(await deps.episodes.getMany(judged?.episodeIds ?? []), plainEpisodes, around, deps);
	return {...shared, ...(named.isUnderstood && {parsedEpisodeInfo: parsedEpisode(named)}), ...(series && {series}), episodes};
}

const parsedShared = (face: 'movies' | 'tv', {parsed, quality}: JudgedName) => ({
	releaseTitle: parsed.releaseTitle ?? parsed.title,
	quality: ratedQuality(face, quality, parsed.quality),
	languages: faceLanguages(face, parsed.languages),
	releaseGroup: parsed.group ?? null,
	releaseHash: parsed.hash ?? '',
});

const parsedMovie = (named: JudgedName) => ({
	...parsedShared('movies', named),
	movieTitles: named.parsed.titles ?? [named.parsed.title],
	movieTitle: named.parsed.title,
	primaryMovieTitle: named.parsed.title,
	originalTitle: named.parsed.title,
	year: named.parsed.year ?? 0,
	edition: named.parsed.edition ?? '',
	imdbId: named.parsed.imdbId ?? '',
	tmdbId: named.parsed.tmdbId ?? 0,
});

const parsedEpisode = (named: JudgedName) => {
	const {parsed} = named;
	return {
		...parsedShared('tv', named),
		seriesTitle: parsed.title,
		seriesTitleInfo: {title: parsed.title, titleWithoutYear: parsed.titleWithoutYear ?? parsed.title, year: parsed.year ?? 0},
		seasonNumber: parsed.season ?? 0,
		episodeNumbers: parsed.episodes ?? [],
		absoluteEpisodeNumbers: parsed.absoluteEpisodes ?? [],
		airDate: parsed.airDate ?? null,
		fullSeason: parsed.fullSeason ?? false,
		isPartialSeason: parsed.partialSeason ?? false,
		isMultiSeason: parsed.multiSeason ?? false,
		special: parsed.special ?? false,
		isDaily: (parsed.airDate ?? null) !== null,
		isAbsoluteNumbering: (parsed.absoluteEpisodes ?? []).length > 0,
		isPossibleSpecialEpisode: parsed.possibleSpecial ?? false,
	};
};
