import type {Collection} from 'mongodb';
import type {Connection} from 'mongoose';
import {createOutbox, toPromise} from '../../coordination/outbox.ts';
import {libraryOfFolder} from '../../domain/folders/root-folder-path.ts';
import type {Library} from '../../domain/media/library.ts';
import {rejudgeSubtitles} from '../../jobs/subtitles.ts';
import {createRevisions} from '../../lists/revisions.ts';

type StoredLibrary = Pick<Library, 'type' | 'enabled' | 'rootFolderId'> & {_id: string};

interface OldTitle {
	_id: string;
	rootFolderPath: string;
	libraryId: string | null;
	alone?: true;
}

const titles = [
	{collection: 'movies', kind: 'movies'},
	{collection: 'series', kind: 'tv'},
] as const;

/** Titles that are changed in one command. */
const together = 500;

/**
 * Earlier versions never gave a library to a title that a person added. Each title without one gets the only library of
 * its root folder; if there are several, it gets none. What a killed run has written stays.
 */
export async function giveTitlesLibraries(connection: Connection): Promise<void> {
	const libraries = await readLibraries(connection);
	const rootFolders = (await connection.collection<{_id: string; path: string}>('rootFolders').find({}).toArray()).map(({_id, path}) => ({
		id: _id,
		path,
	}));
	let given = 0;
	for (const {collection, kind} of titles) {
		// Mongoose's collections are the driver's.
		const stored = connection.collection(collection) as unknown as Collection<OldTitle>;
		const revisions = createRevisions(connection, collection);
		for (const rootFolderPath of await stored.distinct('rootFolderPath', {libraryId: null})) {
			const library = libraryOfFolder(rootFolderPath, {kind, libraries, rootFolders});
			const isOnly = libraries.filter(each => each.type === kind && each.rootFolderId === library?.rootFolderId).length === 1;
			if (library && isOnly) {
				given += await revisions.during(['libraryId'], () => give(stored, rootFolderPath, library._id));
			}
		}
	}
	if (given > 0) {
		// The language profile of the library says which subtitles they lack.
		await createOutbox(connection).put(toPromise(rejudgeSubtitles, {libraryId: null}));
	}
}

/** A disabled library gets none, as for titles that are added. */
async function readLibraries(connection: Connection): Promise<StoredLibrary[]> {
	const rows = connection.collection<StoredLibrary>('libraries').find({}, {projection: {type: 1, enabled: 1, rootFolderId: 1}});
	return rows.toArray();
}

async function give(stored: Collection<OldTitle>, rootFolderPath: string, libraryId: string): Promise<number> {
	for (let given = 0; ; ) {
		const rows = await stored
			.find({rootFolderPath, libraryId: null}, {projection: {_id: 1}})
			.limit(together)
			.toArray();
		if (rows.length === 0) {
			return given;
		}
		given += (await stored.updateMany({_id: {$in: rows.map(({_id}) => _id)}, libraryId: null}, {$set: {libraryId}})).modifiedCount;
	}
}

/** Titles without a library were unique before, and must not be added a second time without a library. */
export async function markTitlesAlone(connection: Connection): Promise<void> {
	for (const {collection} of titles) {
		// Mongoose's collections are the driver's.
		const stored = connection.collection(collection) as unknown as Collection<OldTitle>;
		for (let isMore = true; isMore; ) {
			const rows = await stored
				.find({libraryId: null, alone: {$exists: false}}, {projection: {_id: 1}})
				.limit(together)
				.toArray();
			await stored.updateMany({_id: {$in: rows.map(({_id}) => _id)}}, {$set: {alone: true}});
			isMore = rows.length === together;
		}
	}
}
