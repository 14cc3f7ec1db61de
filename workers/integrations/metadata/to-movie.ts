import Joi from 'joi';
import {dayMs} from '#shared/domain/durations.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import type {CollectionDetails} from '#shared/domain/media/title-collection.ts';
import type {Params} from './ask-tmdb.ts';
import type {WantedTitles} from './metadata-provider.ts';
import {
	certificationOf,
	englishOf,
	type ImageUrl,
	inOrder,
	toAlternatives,
	toCast,
	toDate,
	toImages,
	toMarks,
	toYear,
	trailerOf,
} from './to-titles.ts';
import type {ReleaseDate, WireMovie} from './wire.ts';

const listedJobs = [
	'Director',
	'Screenplay',
	'Writer',
	'Story',
	'Novel',
	'Characters',
	'Producer',
	'Executive Producer',
	'Director of Photography',
	'Original Music Composer',
	'Editor',
];

export function toMovie(
	wire: WireMovie,
	{imageUrl, country, language, now}: {imageUrl: ImageUrl; country: string; language: string; now: Date},
): MovieDetails {
	const english = englishOf(wire.translations);
	const originalTitle = wire.original_title ?? wire.title;
	return {
		metaId: wire.id,
		imdbId: wire.imdb_id ?? wire.external_ids.imdb_id,
		title: wire.title,
		originalTitle,
		originalLanguage: wire.original_language,
		year: toYear(wire.release_date),
		overview: wire.overview ?? english?.data.overview ?? null,
		tagline: wire.tagline ?? english?.data.tagline ?? null,
		website: wire.homepage,
		runtime: wire.runtime,
		genres: wire.genres.map(({name}) => name),
		...toMarks(wire, wire.keywords.keywords),
		certification: certificationOf(
			wire.release_dates.results.flatMap(({iso_3166_1, release_dates}) =>
				release_dates.map(({certification}) => ({country: iso_3166_1, certification})),
			),
			country,
		),
		metaRating: wire.vote_average,
		metaVoteCount: wire.vote_count,
		posterUrl: imageUrl(wire.poster_path, 'w500'),
		backdropUrl: imageUrl(wire.backdrop_path),
		trailerUrl: trailerOf(wire.videos, language),
		alternativeTitles: toAlternatives(
			wire.alternative_titles.titles.map(({title}) => title),
			english,
			[wire.title, originalTitle],
		),
		cast: inOrder(wire.credits.cast).map(member => toCast(member, imageUrl)),
		crew: wire.credits.crew.filter(({job}) => listedJobs.includes(job)).map(({id, name, job}) => ({name, job, metaId: id})),
		images: toImages(wire.images, imageUrl),
		...toReleases(wire, now),
		collectionMetaId: wire.belongs_to_collection?.id ?? null,
		collectionTitle: wire.belongs_to_collection?.name ?? null,
	};
}

interface WireCollection {
	id: number;
	name: string;
	overview: string | null;
	poster_path: string | null;
	parts: {id: number; title: string; release_date: string | null; poster_path: string | null}[];
}

const id = Joi.number().integer().positive().required();
const name = Joi.string().trim().required();
const text = Joi.string().trim().empty(['', null]).default(null).failover(null);
const part = Joi.object({id, title: name, release_date: text, poster_path: text});

/** Parts of the wrong shape are dropped. */
export const wireCollection = Joi.object<WireCollection>({
	id,
	name,
	overview: text,
	poster_path: text,
	parts: Joi.array().items(part, Joi.any().strip()).empty(null).default([]).failover([]),
});

/** The provider refuses pages beyond. */
export const maxPages = 500;

/** Where the provider has these lists. There is none of series that are to come, so all are filtered for them. */
export function listOf(wanted: WantedTitles, now: Date): {path: string; params: Params} {
	const type = wanted.type === 'movie' ? 'movie' : 'tv';
	if ('genreId' in wanted || 'makerId' in wanted) {
		return {path: `discover/${type}`, params: paramsOf(wanted, now)};
	}
	switch (wanted.kind) {
		case 'similar':
			return {path: `${type}/${wanted.metaId}/similar`, params: {}};
		case 'recommended':
			return {path: `${type}/${wanted.metaId}/recommendations`, params: {}};
		case 'trending':
			return {path: `trending/${type}/week`, params: {}};
		case 'upcoming': {
			const from = {'first_air_date.gte': now.toISOString().slice(0, 10), sort_by: 'popularity.desc'};
			return type === 'movie' ? {path: 'movie/upcoming', params: {}} : {path: 'discover/tv', params: from};
		}
		default:
			return {path: `${type}/${{popular: 'popular', topRated: 'top_rated', inCinemas: 'now_playing'}[wanted.kind]}`, params: {}};
	}
}

/** Titles with few votes would lead a list by votes. */
const leastVotes = 200;

/** The provider filters only its list of everything, which can be put into the order of the others. */
function paramsOf({type, kind, genreId, makerId}: Extract<WantedTitles, {genreId?: unknown}>, now: Date): Params {
	const isMovie = type === 'movie';
	return {
		...(genreId !== undefined && {with_genres: genreId}),
		...(makerId !== undefined && {[isMovie ? 'with_companies' : 'with_networks']: makerId}),
		...(kind === 'topRated' ? {sort_by: 'vote_average.desc', 'vote_count.gte': leastVotes} : {sort_by: 'popularity.desc'}),
		...(kind === 'upcoming' && {[isMovie ? 'primary_release_date.gte' : 'first_air_date.gte']: now.toISOString().slice(0, 10)}),
	};
}

export function toCollection(wire: WireCollection, imageUrl: ImageUrl): CollectionDetails {
	const parts = wire.parts.map(({id, title, release_date, poster_path}) => ({
		metaId: id,
		title,
		year: toYear(release_date),
		releaseDate: toDate(release_date),
		posterUrl: imageUrl(poster_path, 'w500'),
	}));
	const timeOf = ({releaseDate}: {releaseDate: Date | null}) => releaseDate?.getTime() ?? Number.MAX_SAFE_INTEGER;
	return {
		metaId: wire.id,
		title: wire.name,
		overview: wire.overview,
		posterUrl: imageUrl(wire.poster_path, 'w500'),
		parts: parts.sort((a, b) => timeOf(a) - timeOf(b)),
	};
}

/** The provider's numbers for the types of release. */
const releaseTypes = {premiere: 1, limited: 2, theatrical: 3, digital: 4, physical: 5, tv: 6};

/** Notes of showings for the guests of a festival, also in their browsers, whatever type they are entered as. */
const festival =
	/(?:\b|film|do[ck])fest(?:s|ival)?\b|festiv[aá]l|festiwal|\b(?:sundance|slamdance|sxsw|tiff|iffr|idfa|berlinale|biennale|viennale|tribeca|telluride|locarno)\b|\b(?:virtual|online|press|test|preview) (?:screening|premiere)|映画祭|[电電]影[节節]|영화제|фестивал/i;

/** Days after which a film whose only known showing is a premiere has come out, though nobody entered where. */
const daysFromPremiere = 365;

/**
 * The earliest date of each kind in any country, at `now`. A film with only a limited cinema release counts from that
 * date. One that was broadcast has come to the homes that day.
 */
export function toReleases(
	{release_dates: {results}, release_date}: Pick<WireMovie, 'release_dates' | 'release_date'>,
	now: Date,
): Pick<MovieDetails, 'inCinemas' | 'digitalRelease' | 'physicalRelease'> {
	const all = results.flatMap(country => country.release_dates);
	const shown = all.filter(({note}) => note === null || !festival.test(note));
	const cinema = earliest(shown, releaseTypes.theatrical) ?? earliest(shown, releaseTypes.limited);
	const digital = earliest(shown, releaseTypes.digital);
	const physical = earliest(shown, releaseTypes.physical);
	const broadcast = earliest(shown, releaseTypes.tv);
	// One that comes long after the cinema would only make a film wait that is out by then.
	const isLate = cinema !== null && digital === null && physical === null && broadcast !== null && broadcast > cinema;
	const home = [digital, isLate ? null : broadcast].filter(date => date !== null).sort((a, b) => Number(a) - Number(b))[0] ?? null;
	const isUnknown = [cinema, digital, physical, broadcast].every(date => date === null);
	return {
		inCinemas: isUnknown ? firstShown(all, toDate(release_date), now) : cinema,
		digitalRelease: home,
		physicalRelease: physical,
	};
}

/** The premiere of a film that nobody has entered anything else for, once it is long ago. */
function firstShown(all: readonly ReleaseDate[], stated: Date | null, now: Date): Date | null {
	if (all.length === 0) {
		return stated;
	}
	const first = earliestOf(all) ?? stated;
	return first !== null && Number(now) - Number(first) >= daysFromPremiere * dayMs ? first : null;
}

const earliest = (rows: readonly ReleaseDate[], type: number) => earliestOf(rows.filter(row => row.type === type));

function earliestOf(rows: readonly ReleaseDate[]): Date | null {
	const dates = rows.map(row => toDate(row.release_date)).filter(date => date !== null);
	return dates.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
