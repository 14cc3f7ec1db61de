import {dayMs} from '../durations.ts';
import type {MinimumAvailability} from './movie.ts';

/** A film of a collection, as the metadata provider lists it. */
export interface CollectionPart {
	metaId: number;
	title: string;
	year: number | null;
	/** First release anywhere. */
	releaseDate: Date | null;
	posterUrl: string | null;
}

/** What the metadata provider knows about a collection, in our own fields. */
export interface CollectionDetails {
	metaId: number;
	title: string;
	overview: string | null;
	posterUrl: string | null;
	/** In order of release. */
	parts: CollectionPart[];
}

/**
 * Where missing films of a collection are added, and with which settings. Null means as for its newest film in the
 * library.
 */
export interface CollectionChoice {
	/** Missing films are added as soon as they are released. */
	monitored: boolean;
	libraryId: string | null;
	rootFolderPath: string | null;
	qualityProfileId: string | null;
	minimumAvailability: MinimumAvailability | null;
	searchOnAdd: boolean;
	/** Labels of the films that are added. */
	tags: string[];
}

/** A collection with at least one film that is or was in the library. */
export interface TitleCollection extends CollectionDetails, CollectionChoice {
	id: string;
	sortTitle: string;
	partCount: number | null;
	/** Ids of films that a person has deleted; nothing adds them again but a person. */
	declined: number[];
	/** Films that are neither in the library nor kept out of it; null until the provider was asked for the parts. */
	missing: number | null;
	/** Films that are in the library. */
	movieCount: number;
	/** When the provider was last asked; null if never. */
	refreshedAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

/** Films of one collection that are stored; the largest at the provider has half as many. */
export const maxParts = 300;

/** Milliseconds after which a collection is read again: one that adds films, and one that only shows them. */
export const collectionAgeMs = {monitored: 15 * dayMs, shown: 90 * dayMs} as const;

export function isCollectionDue({monitored, refreshedAt}: Pick<TitleCollection, 'monitored' | 'refreshedAt'>, now: Date): boolean {
	return refreshedAt === null || Number(now) - Number(refreshedAt) > collectionAgeMs[monitored ? 'monitored' : 'shown'];
}

export interface CollectionFacts {
	/** Provider ids of films in the library. */
	inLibrary: ReadonlySet<number>;
	/** Provider ids of films that are never added automatically. */
	excluded: ReadonlySet<number>;
}

/** The films that the library lacks and that are not excluded. */
export function missingParts(
	{parts, declined}: Pick<TitleCollection, 'parts' | 'declined'>,
	{inLibrary, excluded}: CollectionFacts,
): CollectionPart[] {
	return parts.filter(({metaId}) => !inLibrary.has(metaId) && !excluded.has(metaId) && !declined.includes(metaId));
}

/** The films to add: the released ones that are missing, or those that a person names, even if they were deleted. */
export function partsToAdd(
	collection: Pick<TitleCollection, 'parts' | 'declined'>,
	{chosen, now, ...facts}: CollectionFacts & {chosen: readonly number[] | null; now: Date},
): CollectionPart[] {
	if (chosen) {
		return missingParts({...collection, declined: []}, facts).filter(({metaId}) => chosen.includes(metaId));
	}
	return missingParts(collection, facts).filter(({releaseDate}) => releaseDate !== null && releaseDate <= now);
}
