import {alwaysAvailable} from '../../domain/media/availability.ts';
import type {MinimumAvailability} from '../../domain/media/movie.ts';
import {aspectsOf} from './movie-page.ts';
import type {StoredMovie} from './movie-schema.ts';

/** An update of movies, and the aspects of lists that it changes. */
export interface MovieUpdate {
	update: object | object[];
	aspects: string[];
}

/** The stored form of a change, with the fields that follow from it. */
export function toUpdate(change: Partial<StoredMovie>): MovieUpdate {
	// MongoDB would store null for a field without a value.
	const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<StoredMovie>;
	const set = withFlags(given);
	if (change.minimumAvailability === undefined && change.availableBy === undefined) {
		return {update: {$set: set}, aspects: aspectsOf(set)};
	}
	// The setting and the dates are changed by different callers, so MongoDB combines what is stored.
	const literal = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, {$literal: value}]));
	return {update: [{$set: literal}, {$set: storedDates}], aspects: [...aspectsOf(set), ...Object.keys(storedDates)]};
}

/** A file changes together with the flag that lists filter by. */
export function withFlags<T extends Partial<Pick<StoredMovie, 'file'>>>(change: T): T & {hasFile?: boolean} {
	return {...change, ...(change.file !== undefined && {hasFile: change.file !== null})};
}

const isFrom = (minimum: MinimumAvailability) => ({$eq: ['$minimumAvailability', minimum]});

const bySetting = (announced: unknown) => ({
	$cond: [isFrom('announced'), announced, {$cond: [isFrom('inCinemas'), '$availableBy.inCinemas', '$availableBy.released']}],
});
/** What the domain says of these dates, from the stored fields. */
export const storedDates = {
	availableAt: bySetting(alwaysAvailable),
	releasedAt: bySetting({$min: ['$availableBy.inCinemas', '$availableBy.released']}),
};
