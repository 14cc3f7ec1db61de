import {promiseJob} from '#shared/coordination/outbox.ts';
import {partsToAdd, type TitleCollection} from '#shared/domain/media/title-collection.ts';
import {Conflict, NotFound} from '#shared/errors.ts';
import {addMissingParts, type monitorCollection, refreshCollection} from '#shared/jobs/collections.ts';
import {countMissingParts} from '#shared/tasks/count-missing-parts.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {type AddDeps, handleAddMovie} from './add-titles.ts';

type Deps = AddDeps & Pick<WorkerDeps, 'qualityProfiles'>;

/** Reads the parts of a collection from the provider. One that is gone there keeps those it had. */
export const handleRefreshCollection: Handler<typeof refreshCollection, keyof Deps> = async ({collectionId}, deps, {signal}) => {
	const {titleCollections, metadata, now} = deps;
	const {metaId} = await titleCollections.get(collectionId);
	const details = await metadata.collection(metaId, signal).catch(error => {
		if (error instanceof NotFound) {
			return null;
		}
		throw error;
	});
	await titleCollections.refresh(collectionId, details, now());
	const collection = await titleCollections.get(collectionId);
	await countMissingParts([collection], deps);
	if (collection.monitored) {
		await promiseJob(addMissingParts, {collectionId, metaIds: null, onlyMonitored: true}, deps);
	}
};

/** A list wants all of it. What a person has chosen for the collection stays. */
export const handleMonitorCollection: Handler<typeof monitorCollection, keyof Deps> = async ({metaId, title, ...choice}, deps) => {
	const {titleCollections, now} = deps;
	await titleCollections.ensure([{metaId, title}], now());
	const known = await titleCollections.findByMetaId(metaId);
	const isUndecided = known !== null && Number(known.updatedAt) === Number(known.createdAt);
	if (known && isUndecided) {
		await titleCollections.change(known.id, {...choice, monitored: true}, now());
	}
	// A run that died after the change is repeated.
	await (known && (isUndecided || known.monitored) && promiseJob(refreshCollection, {collectionId: known.id}, deps));
};

/** Each film is added on its own: whatever ends a run, the next one finds in the library what this one added. */
export const handleAddMissingParts: Handler<typeof addMissingParts, keyof Deps> = async (
	{collectionId, metaIds: chosen, onlyMonitored},
	deps,
	run,
) => {
	const {titleCollections, movies, importExclusions, now} = deps;
	const collection = await titleCollections.find(collectionId);
	if (!collection || (onlyMonitored && !collection.monitored)) {
		return;
	}
	const metaIds = collection.parts.map(({metaId}) => metaId);
	const inLibrary = new Set((await movies.amongMetaIds(metaIds)).map(({metaId}) => metaId));
	const excluded = await importExclusions.among('movie', metaIds);
	const wanted = partsToAdd(collection, {inLibrary, excluded, chosen, now: now()});
	const addSettings = wanted.length > 0 ? await addSettingsOf(collection, deps) : null;
	try {
		for (const {metaId} of addSettings ? wanted : []) {
			run.signal.throwIfAborted();
			const addedBy = {kind: 'collection', id: collection.id} as const;
			await addPart({metaId, monitored: true, ...addSettings!, addedBy, asBacklog: onlyMonitored}, deps, run); // `wanted` is empty without them
		}
	} finally {
		await countMissingParts([collection], deps);
	}
};

type NewPart = Parameters<typeof handleAddMovie>[0];

/** A film that was added by another meanwhile, or that the provider no longer has, is skipped. */
async function addPart(part: NewPart, deps: Deps, run: Run): Promise<void> {
	try {
		await handleAddMovie(part, deps, run);
	} catch (error) {
		if (!(error instanceof Conflict || error instanceof NotFound)) {
			throw error;
		}
		run.log.info({err: error, metaId: part.metaId}, 'A film of a collection was not added');
	}
}

/** How missing films are kept. Throws Conflict `collection_without_folder` if nothing says where. */
async function addSettingsOf(
	{metaId, libraryId, rootFolderPath, qualityProfileId, minimumAvailability, searchOnAdd, tags}: TitleCollection,
	{libraries, movies, qualityProfiles, rootFolders}: Deps,
): Promise<Omit<NewPart, 'metaId' | 'monitored' | 'addedBy'>> {
	const newest = await movies.newestOfCollection(metaId);
	const library = libraryId === null ? null : await libraries.find(libraryId);
	const ofLibrary = library && (await rootFolders.find(library.rootFolderId));
	const root = rootFolderPath ?? ofLibrary?.path ?? newest?.rootFolderPath;
	if (root === undefined) {
		throw new Conflict('collection_without_folder', 'No film of this collection is in the library. Choose a root folder for it first.');
	}
	return {
		rootFolderPath: root,
		libraryId: library ? library.id : (newest?.libraryId ?? null),
		qualityProfileId: qualityProfileId ?? library?.qualityProfileId ?? newest?.qualityProfileId ?? (await qualityProfiles.getDefault()).id,
		minimumAvailability: minimumAvailability ?? newest?.minimumAvailability ?? 'released',
		searchOnAdd,
		tags,
	};
}
