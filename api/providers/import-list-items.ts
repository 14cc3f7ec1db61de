import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {accepted, ok, type PageQuery, pageFields, pageOf, presentPagination, queuedTask, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {type ItemState, itemStates, type ListIds, type ListItem} from '#shared/domain/import-lists/list-item.ts';
import {Conflict} from '#shared/errors.ts';
import {addListItems, syncImportList} from '#shared/jobs/lists.ts';
import {integer, integerOrNull, listOf, oneOf, orNull, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {decodeText, readCsvList} from '#shared/providers/read-csv.ts';

const listItem = viewOf<ListItem>()(
	{
		id: text.description('Id of the item.'),
		ids: viewOf<ListIds>()({metaId: integerOrNull, imdbId: textOrNull, tvMetaId: integerOrNull}),
		title: text.description('Title as the list names it; empty if it says only an id.'),
		year: integerOrNull,
		seasons: orNull(listOf(integer)).description('Seasons that are monitored at the source; null if it does not say.'),
		state: oneOf(itemStates).description('What became of it.'),
		titleId: textOrNull.description('Its movie or series in the library.'),
		reason: textOrNull.description('Why it is not added, or what its leaving has caused.'),
		firstSeenAt: timestamp.description('When it was first on the list.'),
		lastSeenAt: timestampOrNull.description('When it was last on the list; null while it is.'),
		leftAt: timestampOrNull.description('When a whole list lacked it first; null while it is on the list.'),
	},
	'ImportListItem',
);

const path = '/api/import-lists';
export const importListItemsOperations: Operations = {
	[`GET ${path}/:id/items`]: {
		id: 'listImportListItems',
		summary: 'List the items of an import list, newest first',
		replies: {200: pageOf('items', listItem)},
	},
	[`POST ${path}/:id/file`]: {
		id: 'uploadImportListFile',
		summary: 'Replace the file of an import list of the kind `file`',
		replies: {202: queuedTask.schema},
		failures: [409],
	},
	[`POST ${path}/:id/items/:itemId`]: {
		id: 'decideImportListItem',
		summary: 'Add or exclude the title of an item, or say which title it is',
		replies: {202: listItem.schema},
		failures: [409],
	},
};

interface ItemsQuery extends PageQuery {
	state?: ItemState;
}
const itemsQuery = Joi.object<ItemsQuery, true>({
	...pageFields(),
	state: Joi.string()
		.valid(...itemStates)
		.description('Only items with this state.'),
});

interface ItemParams {
	id: string;
	itemId: string;
}
const itemParams = Joi.object<ItemParams, true>({
	id: Joi.string().required().description('Id of the import list.'),
	itemId: Joi.string().required().description('Id of the item.'),
});

interface ItemBody {
	action: 'add' | 'exclude' | 'match';
	metaId?: number;
}
const itemBody = Joi.object<ItemBody, true>({
	action: Joi.string()
		.valid('add', 'exclude', 'match')
		.required()
		.description('`add` adds it although somebody has deleted it, `exclude` never adds it, `match` says which title it is.'),
	metaId: Joi.number()
		.integer()
		.min(1)
		.max(2_147_483_647)
		.description('The title that is meant; required for `match`, and ignored otherwise.'),
}).example({action: 'match', metaId: 603});

interface FileBody {
	content: string;
}
/** 5 MiB in base64. */
const longestContent = 4 * Math.ceil((5 * 1024 * 1024) / 3);
const fileBody = Joi.object<FileBody, true>({
	content: Joi.string()
		.base64()
		.max(longestContent)
		.required()
		.description('The CSV file as IMDb or Letterboxd exports it, in base64; at most 5 MiB.'),
}).example({content: 'Q29uc3QsVGl0bGUsWWVhcgp0dDAwMDAwMDEsTGFtcCwyMDAxCg=='});
const bodyLimit = {bytes: 8 * 1024 * 1024, nodes: 20};

export function importListItemsRoutes(deps: RouteDeps): Route[] {
	const {importLists, importListItems} = deps;
	return [
		route(`GET ${path}/:id/items`, {access: 'auth', limit: 'lists', params: idParams, query: itemsQuery}, async ({params, query}) => {
			const {id} = await importLists.get(params.id);
			const {items, total} = await importListItems.page({...query, listId: id});
			return ok({items: items.map(listItem.present), pagination: presentPagination(query, total)});
		}),
		route(
			`POST ${path}/:id/file`,
			{access: 'admin', limit: 'runs', params: idParams, body: fileBody, bodyLimit},
			async ({params, body}) => {
				const {id, name, kind, media} = await importLists.get(params.id);
				if (kind !== 'file') {
					throw new Conflict('no_file', `${name} is of the kind ${kind}, which takes no file.`);
				}
				const content = Buffer.from(body.content, 'base64');
				const entries = await readCsvList(decodeText(content), media);
				if (!Array.isArray(entries)) {
					throw invalid([{path: 'content', message: `content cannot be read in line ${entries.line}: ${entries.message}`}]);
				}
				await importListItems.keepFile(id, content);
				// An uploaded file is always the whole list.
				const taskId = await promiseJob(syncImportList, {listId: id, byPerson: true, acceptFewer: true}, deps);
				return accepted(queuedTask.present({taskId, message: `${entries.length} titles are in the file.`}));
			},
		),
		route(`POST ${path}/:id/items/:itemId`, {access: 'admin', params: itemParams, body: itemBody}, async ({params, body}) => {
			const {id} = await importLists.get(params.id);
			const item = await importListItems.get(id, params.itemId);
			await decide(item, body, deps);
			return accepted(listItem.present(await importListItems.get(id, item.id)));
		}),
	];
}

/** What a person decides about an item. */
async function decide(item: ListItem, {action, metaId}: ItemBody, deps: RouteDeps): Promise<void> {
	const {importListItems, importExclusions, now} = deps;
	const {id, state: from, ids, media, title, year} = item;
	if (from === 'added' || from === 'inLibrary') {
		throw new Conflict('title_in_library', 'Its title is in the library already.');
	}
	if (action === 'exclude') {
		if (ids.metaId === null) {
			throw invalid([{path: 'action', message: 'action may be exclude only for an item whose title is known; match it first'}]);
		}
		const type = media === 'movies' ? 'movie' : 'series';
		await importExclusions.ensure([{type, metaId: ids.metaId, title: title || `TMDB ${ids.metaId}`, year, libraryId: null}], now());
		await importListItems.step([{id, from, change: {state: 'excluded', reason: null, isWanted: false}}]);
		return;
	}
	if (action === 'match' && metaId === undefined) {
		throw invalid([{path: 'metaId', message: 'metaId is required for match: the id of the title at the metadata provider'}]);
	}
	const meant = {...ids, metaId: action === 'match' ? (metaId ?? null) : ids.metaId};
	if (meant.metaId !== null && action === 'add') {
		await importListItems.forgive(media, meant.metaId);
	}
	const isWanted = action === 'add';
	const change = {state: 'waiting', ids: meant, titleId: null, reason: null, retryAt: null, isWanted} as const;
	await importListItems.decide(id, change);
	await promiseJob(addListItems, {}, deps);
}
