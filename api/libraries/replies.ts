import type {Operations} from '#api/http/operation.ts';
import {changed, pageOf, success} from '#api/http/route.ts';
import {backfillStatuses, type Library, libraryTypes} from '#shared/domain/media/library.ts';
import {flag, integer, integerOrNull, oneOf, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import type {Candidate, ScannedFile} from '#shared/store/libraries/scanned-files.ts';

interface CountedLibrary extends Library {
	itemCount: number;
}

const newFields = {
	id: text,
	name: text,
	type: oneOf(libraryTypes),
	rootFolderId: text,
	qualityProfileId: text,
	languageProfileId: textOrNull,
	enabled: flag,
	monitored: flag,
	appSlug: from(textOrNull, ({appSlug}: CountedLibrary) => appSlug ?? null),
	itemCount: integer,
	createdAt: timestamp,
};
const fields = {...newFields, updatedAt: timestamp};

export const listedLibrary = viewOf<CountedLibrary>()(fields, 'Library');
/** The reply to creating a library. */
export const newLibrary = viewOf<CountedLibrary>()({...newFields, backfillEnabled: flag});

interface Named {
	id: string;
	name: string;
}
interface NamedFolder extends Named {
	path: string;
}
/** A library with the records that it refers to, as far as they still exist. */
interface WholeLibrary extends CountedLibrary {
	rootFolder: NamedFolder | null;
	qualityProfile: Named | null;
	languageProfile: Named | null;
}

const named = viewOf<Named>()({id: text, name: text});
export const libraryDetail = viewOf<WholeLibrary>()(
	{
		...fields,
		rootFolder: viewOf<NamedFolder>()({...named.fields, path: text}).orNull,
		qualityProfile: named.orNull,
		languageProfile: named.orNull,
		backfillEnabled: flag,
		backfillStatus: oneOf(backfillStatuses),
		lastScanAt: timestampOrNull,
	},
	'LibraryDetail',
);

export const unmatchedFile = viewOf<ScannedFile>()(
	{
		id: text,
		path: text,
		size: integer,
		reason: textOrNull,
		candidates: viewOf<Candidate>()({metaId: integer, title: text, year: integerOrNull}).list,
	},
	'UnmatchedFile',
);

export const deletedLibrary = viewOf<{id: string; orphanedItems: number}>()({success, id: text, orphanedItems: integer});
export const startedBackfill = viewOf<{taskId: string; estimatedItems: number}>()({success, taskId: text, estimatedItems: integer});
export const matchedFile = viewOf<{id: string; titleId: string; message: string}>()({success, id: text, titleId: text, message: text});

export const librariesOperations: Operations = {
	'GET /api/libraries': {id: 'listLibraries', summary: 'List custom libraries', replies: {200: objectOf({libraries: listedLibrary.list})}},
	'POST /api/libraries': {id: 'addLibrary', summary: 'Add a custom library', replies: {201: newLibrary.schema}, failures: [409]},
	'GET /api/libraries/:id': {id: 'getLibrary', summary: 'Show a custom library', replies: {200: libraryDetail.schema}},
	'PUT /api/libraries/:id': {id: 'updateLibrary', summary: 'Change a custom library', replies: {200: changed.schema}, failures: [409]},
	'DELETE /api/libraries/:id': {
		id: 'deleteLibrary',
		summary: 'Delete a custom library but keep its titles',
		replies: {200: deletedLibrary.schema},
	},
	'POST /api/libraries/:id/backfill': {
		id: 'backfillLibrary',
		summary: 'Add the titles found below the root folder',
		replies: {202: startedBackfill.schema},
		failures: [409],
	},
	'GET /api/libraries/:id/unmatched': {
		id: 'listUnmatchedFiles',
		summary: 'List files that belong to no title',
		replies: {200: pageOf('files', unmatchedFile)},
	},
	'POST /api/libraries/:id/unmatched/:fileId/match': {
		id: 'matchFile',
		summary: 'Match a file to a title',
		replies: {200: matchedFile.schema},
		failures: [409, 502],
	},
};
