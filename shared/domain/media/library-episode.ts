import type {MediaFile} from './media-file.ts';
import type {EpisodeDetails} from './series.ts';

/** An episode of the library: what the provider knows of it, and what we do with it. */
export interface Episode extends EpisodeDetails {
	id: string;
	seriesId: string;
	/** The provider tells the day only: its first moment. */
	airDateUtc: Date | null;
	monitored: boolean;
	/** A file of several episodes stands in each of them under one id. */
	file: MediaFile | null;
	lastSearchTime: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

const day = /^\d{4}-\d\d-\d\d$/;

/** `2024-02-29` as its first moment; null for what is no such day. */
export function toAirDateUtc(airDate: string | null): Date | null {
	const moment = new Date(airDate !== null && day.test(airDate) ? `${airDate}T00:00:00Z` : Number.NaN);
	return Number.isNaN(Number(moment)) ? null : moment;
}

/** Has it been shown? An episode without a date has not, as far as anybody knows. */
export function hasAired({airDateUtc}: Pick<Episode, 'airDateUtc'>, now: Date): boolean {
	return airDateUtc !== null && airDateUtc <= now;
}
