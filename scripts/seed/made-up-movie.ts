import {dayMs} from '#shared/domain/durations.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {type MinimumAvailability, type MovieDetails, minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {madeUpFile} from './made-up-file.ts';
import {madeUpPerson, madeUpTitle} from './made-up-title.ts';
import {createChance} from './words.ts';

const kindOfMovies = 1;
/** How long the library has been growing, in days. */
const libraryDays = 2500;

/** A movie at some stage of its life. */
export interface MadeUpMovie {
	id: string;
	details: MovieDetails;
	path: string;
	monitored: boolean;
	minimumAvailability: MinimumAvailability;
	file: MediaFile | null;
	addedAt: Date;
	updatedAt: Date;
	lastSearchTime: Date | null;
}

/** The n-th made-up movie: the same in every run except for the dates, which count back from `now`. */
export function madeUpMovie(n: number, {rootFolderPath, now}: {rootFolderPath: string; now: Date}): MadeUpMovie {
	const chance = createChance(kindOfMovies, n);
	const {integer, is, pick, uuid} = chance;
	const title = madeUpTitle(chance);
	const metaId = n + 1;
	const addedAt = new Date(Number(now) - integer(libraryDays * dayMs));
	const since = () => new Date(Number(addedAt) + integer(Number(now) - Number(addedAt)));
	const inCinemas = title.year ? new Date(Date.UTC(title.year, integer(12), 1 + integer(28))) : null;
	const name = `${title.title} (${title.year ?? 0})`;
	const path = `${rootFolderPath}/${name}`;
	return {
		id: uuid(),
		details: {
			...title,
			metaId,
			imdbId: is(0.05) ? null : `tt${String(1_000_000 + n)}`,
			tagline: is(0.4) ? null : 'Some doors are better left closed.',
			website: null,
			runtime: 60 + integer(110),
			cast: Array.from({length: 4 + integer(12)}, () => ({
				name: madeUpPerson(chance),
				character: madeUpPerson(chance),
				metaId: integer(500_000),
			})),
			crew: ['Director', 'Writer', 'Producer'].map(job => ({name: madeUpPerson(chance), job, metaId: integer(500_000)})),
			images: (['poster', 'backdrop', 'logo'] as const).map(type => ({url: `https://images.example/t/${uuid()}.jpg`, type})),
			inCinemas,
			digitalRelease: inCinemas && new Date(Number(inCinemas) + (60 + integer(90)) * dayMs),
			physicalRelease: null,
			collectionMetaId: null,
			collectionTitle: null,
		},
		path,
		monitored: is(0.85),
		minimumAvailability: pick(minimumAvailabilities),
		file: is(0.6) ? madeUpFile(chance, {folder: path, name, dateAdded: since()}) : null,
		addedAt,
		updatedAt: since(),
		lastSearchTime: is(0.35) ? null : since(),
	};
}
