import {missingParts} from '../domain/media/title-collection.ts';
import type {Stores} from '../store/database.ts';
import type {CollectionToCount} from '../store/libraries/title-collections.ts';

type Deps = Pick<Stores, 'importExclusions' | 'movies' | 'titleCollections'>;

/** Counts the films of these collections again that are in the library, and those that are missing. */
export async function countMissingParts(
	collections: readonly CollectionToCount[],
	{titleCollections, movies, importExclusions}: Deps,
): Promise<void> {
	const metaIds = collections.flatMap(({parts}) => parts.map(({metaId}) => metaId));
	const inLibrary = new Set((await movies.amongMetaIds(metaIds)).map(({metaId}) => metaId));
	const excluded = await importExclusions.among('movie', metaIds);
	const changed = collections.flatMap(collection => {
		const isKnown = collection.refreshedAt !== null;
		const missing = isKnown ? missingParts(collection, {inLibrary, excluded}).length : null;
		const movieCount = isKnown ? collection.parts.filter(({metaId}) => inLibrary.has(metaId)).length : collection.movieCount;
		const isSame = missing === collection.missing && movieCount === collection.movieCount;
		return isSame ? [] : [{id: collection.id, missing, movieCount}];
	});
	await titleCollections.setCounts(changed);
}

/** The same for the collections that films are part of, when the films have come or gone. */
export async function countPartsOf(films: readonly {collectionMetaId: number | null}[], deps: Deps): Promise<void> {
	const metaIds = new Set(films.flatMap(({collectionMetaId}) => collectionMetaId ?? []));
	const collections = metaIds.size > 0 ? await deps.titleCollections.findByMetaIds([...metaIds]) : [];
	await (collections.length > 0 ? countMissingParts(collections, deps) : null);
}
