import {madeUpFile} from '#scripts/seed/made-up-file.ts';
import {madeUpMovie} from '#scripts/seed/made-up-movie.ts';
import {createChance} from '#scripts/seed/words.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {availableFrom} from '#shared/domain/media/availability.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {type StoredMovie, toStoredMovie} from '#shared/store/movies/movie-schema.ts';
import {delayOf, makeOffer, type OfferSource, someday} from './offers.ts';
import type {Film, Offer, Span, Title} from './titles.ts';

export const movieFolder = '/made-up/movies';
const kindOfFilms = 21;
const cinemaToHomeDays = 90;
const decadesMs = 20 * 365 * dayMs;

interface Making {
	seed: number;
	span: Span;
	qualityProfileId: string;
}

/** The n-th movie of the library, and what the indexers have of it. */
export function makeFilm(n: number, {seed, span, qualityProfileId}: Making): {stored: StoredMovie; film: Film} {
	const chance = createChance(kindOfFilms + seed * 100, n);
	const now = new Date(span.start);
	const {id, details, path, monitored, minimumAvailability, file, addedAt} = madeUpMovie(n, {rootFolderPath: movieFolder, now});
	const home = Number(details.digitalRelease ?? Number.NaN);
	const isOut = Number.isNaN(home) || home < span.start;
	// A library that has been growing for years misses less than a new one.
	const isMissing = file === null && chance.is(0.5);
	const had = isMissing || !isOut ? 'nothing' : chance.is(0.01) ? 'poor' : 'good';
	const from = availableFrom(minimumAvailability, details, 0);
	const title: Title = {
		id,
		name: `${details.title} (${details.year ?? 'no year'})`,
		kind: 'movie',
		seriesId: null,
		season: 0,
		episode: 0,
		runtime: details.runtime ?? 90,
		monitored,
		wantedFrom: from === 'always' ? span.start : from === 'never' ? Number.POSITIVE_INFINITY : Number(from),
		had,
		airs: false,
	};
	const choice = {monitored, minimumAvailability, rootFolderPath: movieFolder, path, qualityProfileId, libraryId: null, searchOnAdd: false};
	const stored: StoredMovie = {
		...toStoredMovie(details, choice, addedAt),
		_id: id,
		hasFile: had !== 'nothing',
		file: had === 'nothing' ? null : asHad(file ?? madeUpFile(chance, {folder: movieFolder, name: title.name, dateAdded: addedAt}), had),
		// The provider does not know made-up titles.
		refreshAt: new Date(span.start + decadesMs),
	};
	const film = {metaId: details.metaId, imdbId: details.imdbId, title, offers: [] as Offer[]};
	const at = had === 'good' || !monitored ? null : comesOut({chance, span}, homeOf(details, span), had);
	if (at !== null) {
		const name = details.year === null ? details.title : `${details.title} ${details.year}`;
		film.offers.push(makeOffer(name, {titles: [title], isPack: false, at}, {chance, span}));
	}
	return {stored, film};
}

/** Most are out for long, others come months later, a few never. */
function comesOut({chance, span}: OfferSource, home: number, had: 'nothing' | 'poor'): number | null {
	if (chance.is(0.01)) {
		return null;
	}
	const isLate = chance.is(had === 'poor' ? 0.6 : 0.12);
	return Math.max(home + delayOf(chance), isLate ? someday(chance, span) : 0);
}

function homeOf({inCinemas, digitalRelease}: {inCinemas: Date | null; digitalRelease: Date | null}, {start}: Span): number {
	return Number(digitalRelease ?? (inCinemas ? Number(inCinemas) + cinemaToHomeDays * dayMs : start - 365 * dayMs));
}

/** A file that is good enough, or one below the cutoff of the profile. Old enough that no group corrects it. */
export function asHad(file: MediaFile, had: 'poor' | 'good'): MediaFile {
	const quality = had === 'good' ? 'WEBDL-1080p' : 'HDTV-1080p';
	return {
		...file,
		quality,
		qualityScore: getQuality(quality).score,
		formatScore: 0,
		belowCutoff: had === 'poor',
		dateAdded: new Date('2020-01-01T00:00:00Z'),
	};
}
