import type {MediaFile} from './media-file.ts';
import type {OtherNumbers} from './other-numbers.ts';
import type {EpisodeDetails} from './series.ts';

/** An episode in the library: the provider's data, and our own. */
export interface Episode extends EpisodeDetails {
	id: string;
	seriesId: string;
	/** The provider gives only the day, so this is its first moment. */
	airDateUtc: Date | null;
	/**
	 * Its numbers in other lists; missing for a series that is numbered the same everywhere, or whose numbers were not
	 * read yet.
	 */
	numbers?: OtherNumbers | null;
	monitored: boolean;
	/** The provider added it to a known series long after it aired, so no task searches it until a person does. */
	appearedLate?: boolean;
	/** A file with several episodes is in each of them with the same id. */
	file: MediaFile | null;
	lastSearchTime: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

export type EpisodeNumbers = Pick<Episode, 'seasonNumber' | 'episodeNumber'>;

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `S01E02, S01E03` */
export function numbersOf(episodes: readonly EpisodeNumbers[]): string {
	return episodes.map(({seasonNumber, episodeNumber}) => `S${twoDigits(seasonNumber)}E${twoDigits(episodeNumber)}`).join(', ');
}

const day = /^\d{4}-\d\d-\d\d$/;

/** `2024-02-29` as the first moment of that day; null for an invalid date. */
export function toAirDateUtc(airDate: string | null): Date | null {
	const time = new Date(airDate !== null && day.test(airDate) ? `${airDate}T00:00:00Z` : Number.NaN);
	return Number.isNaN(Number(time)) ? null : time;
}

/** Has it aired? An episode without a date counts as not aired. */
export function hasAired({airDateUtc}: Pick<Episode, 'airDateUtc'>, now: Date): boolean {
	return airDateUtc !== null && airDateUtc <= now;
}

/**
 * Episodes that would lose their file if a new file replaced those of `held`: a present file may hold further episodes.
 */
export function lostEpisodes<Known extends Pick<Episode, 'id' | 'file'>>(held: readonly Known[], all: readonly Known[]): Known[] {
	const ids = new Set(held.map(({id}) => id));
	const files = new Set(held.flatMap(({file}) => (file ? [file.id] : [])));
	return files.size === 0 ? [] : all.filter(({id, file}) => file !== null && files.has(file.id) && !ids.has(id));
}
