import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {recordOperations, testOperations} from '#api/http/operation.ts';
import {referenceFaults} from '#api/http/references.ts';
import {accepted, ok, type PageQuery, pageFields, pageOf, presentPagination, queuedTask, type Route, route} from '#api/http/route.ts';
import {secret} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {
	type HeldTitles,
	type ImportList,
	type ImportListKind,
	type ImportListSettings,
	importListKinds,
	importListStatuses,
	leaveActions,
	listMedia,
	listMonitors,
	maxLists,
} from '#shared/domain/import-lists/import-list.ts';
import {type ItemState, itemStates, type ListIds, type ListItem} from '#shared/domain/import-lists/list-item.ts';
import {minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {addListItems, syncImportList} from '#shared/jobs/lists.ts';
import {
	flag,
	integer,
	integerOrNull,
	integers,
	listOf,
	oneOf,
	orNull,
	stamps,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import type {Entered} from '#shared/providers/provider-family.ts';
import {isOtherList} from '#shared/store/providers/provider-stores.ts';
import {providerRoutes} from './provider-routes.ts';

const held = viewOf<HeldTitles>()(
	{
		since: timestamp.description('When the question came up first.'),
		count: integer.description('Number of titles.'),
		titles: texts.description('The first hundred of them.'),
	},
	'HeldTitles',
);

const importList = viewOf<ImportList>()(
	{
		id: text,
		name: text,
		kind: oneOf(Object.keys(importListKinds) as ImportListKind[]),
		url: text,
		media: oneOf(listMedia).description('Whether its movies or its series are added.'),
		enabled: flag,
		apiKey: secret,
		sourceId: text.description('Which list of the service.'),
		sourceProfileIds: integers.description('Only titles with one of these quality profiles there are taken.'),
		sourceTagIds: integers.description('Only titles with one of these tags there are taken.'),
		sourceRootFolders: texts.description('Only titles in one of these root folders there are taken.'),
		takeSeasons: flag.description('Whether the seasons that are monitored there are monitored here.'),
		libraryId: textOrNull,
		rootFolderPath: text,
		qualityProfileId: textOrNull.description('Quality profile of what it adds; null for the default one.'),
		minimumAvailability: oneOf(minimumAvailabilities),
		monitor: oneOf(listMonitors).description('What is monitored of a title that it adds.'),
		seasonFolder: flag,
		searchOnAdd: flag,
		limit: integer.description('Most items that are taken.'),
		intervalMinutes: integer.description('Minutes between two syncs.'),
		onLeave: oneOf(leaveActions).description('What happens to a title that this list added and that no list has any more.'),
		graceDays: integer.description('Days in which every sync was complete before that happens.'),
		mostChanges: integer.description('If it would happen to more titles at once, they are held.'),
		status: oneOf(importListStatuses).description('Whether it can be read; `authorize` if the source refuses the key.'),
		lastError: textOrNull,
		disabledUntil: timestampOrNull,
		lastSyncAt: timestampOrNull.description('When its items were read last.'),
		nextSyncAt: timestampOrNull.description('It is read again after this time; null for at once.'),
		incomplete: textOrNull.description('Why the last answer was not the whole list, so that nothing counts as left; null if it was.'),
		items: integer.description('Items on the list now.'),
		held: {...held.orNull, schema: held.orNull.schema.description('Titles that would go, and wait for the word of a person.')},
		...stamps,
	},
	'ImportList',
);

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
export const importListsOperations: Operations = {
	...recordOperations(path, {name: 'ImportList', view: importList}),
	...testOperations(path, 'ImportList'),
	[`POST ${path}/:id/sync`]: {id: 'syncImportList', summary: 'Read an import list now', replies: {202: queuedTask.schema}, failures: [409]},
	[`POST ${path}/:id/held`]: {
		id: 'decideHeldTitles',
		summary: 'Say what happens to titles that have left a list and are held',
		replies: {202: queuedTask.schema},
		failures: [409],
	},
	[`GET ${path}/:id/items`]: {
		id: 'listImportListItems',
		summary: 'List the items of an import list, newest first',
		replies: {200: pageOf('items', listItem)},
	},
	[`POST ${path}/:id/items/:itemId`]: {
		id: 'decideImportListItem',
		summary: 'Add or exclude the title of an item, or say which title it is',
		replies: {202: listItem.schema},
		failures: [409],
	},
};

interface SyncBody {
	acceptFewer: boolean;
}
const syncBody = Joi.object<SyncBody, true>({
	acceptFewer: Joi.boolean()
		.default(false)
		.description('Takes an answer for the whole list although it has fewer than half of the items of the last one.'),
});

interface HeldBody {
	action: 'apply' | 'keep';
}
const heldBody = Joi.object<HeldBody, true>({
	action: Joi.string()
		.valid('apply', 'keep')
		.required()
		.description('`apply` does to them what the list says, `keep` leaves them as they are for good.'),
});

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
		.description('`add` adds it although somebody has deleted it, `exclude` keeps it away for good, `match` says which title it is.'),
	metaId: Joi.number()
		.integer()
		.min(1)
		.max(2_147_483_647)
		.description('The title that is meant; required for `match`, and ignored otherwise.'),
}).example({action: 'match', metaId: 603});

export function importListsRoutes(deps: RouteDeps): Route[] {
	const {importLists, importListItems} = deps;
	const sync = (listId: string) => promiseJob(syncImportList, {listId, byPerson: true}, deps);
	return [
		...providerRoutes(
			{
				name: 'importList',
				path,
				plural: 'importLists',
				family: importListFamily,
				view: importList,
				store: importLists,
				readers: 'auth',
				findOtherFaults: given => otherFaults(given, deps),
				async refuseAddition() {
					if ((await importLists.list()).length >= maxLists) {
						throw new Conflict(
							'too_many_lists',
							`There are ${maxLists} import lists already, the most that are possible. Delete one first.`,
						);
					}
				},
				async saved(list, before) {
					if (before && isOtherList(before, list)) {
						await importListItems.removeOf(list.id);
					}
					await (list.enabled && sync(list.id));
				},
				removed: importListItems.removeOf,
			},
			deps,
		),
		...listRoutes(deps),
		...itemRoutes(deps),
	];
}

function listRoutes(deps: RouteDeps): Route[] {
	const {importLists, importListItems} = deps;
	return [
		route(`POST ${path}/:id/sync`, {access: 'admin', limit: 'runs', params: idParams, body: syncBody}, async ({params, body}) => {
			const {id, name, enabled} = await importLists.get(params.id);
			if (!enabled) {
				throw new Conflict('list_disabled', `${name} is disabled. Enable it first.`);
			}
			const taskId = await promiseJob(syncImportList, {listId: id, byPerson: true, ...(body.acceptFewer && {acceptFewer: true})}, deps);
			return accepted(queuedTask.present({taskId, message: `${name} is being read.`}));
		}),
		route(`POST ${path}/:id/held`, {access: 'admin', params: idParams, body: heldBody}, async ({params, body: {action}}) => {
			const list = await importLists.get(params.id);
			if (list.held === null) {
				throw new Conflict('nothing_held', `Nothing of ${list.name} waits for a decision.`);
			}
			if (action === 'keep') {
				await importListItems.keepTitles(list.held.itemIds);
			}
			const decided = action === 'keep' ? null : {...list.held, approved: list.held.itemIds};
			await importLists.setHealth(list.id, {held: decided}, {updatedAt: list.updatedAt});
			const taskId = await promiseJob(syncImportList, {listId: list.id, byPerson: true}, deps);
			const message = action === 'keep' ? 'The titles stay as they are.' : 'The list is read again, then the titles go.';
			return accepted(queuedTask.present({taskId, message}));
		}),
	];
}

function itemRoutes(deps: RouteDeps): Route[] {
	const {importLists, importListItems} = deps;
	return [
		route(`GET ${path}/:id/items`, {access: 'auth', limit: 'lists', params: idParams, query: itemsQuery}, async ({params, query}) => {
			const {id} = await importLists.get(params.id);
			const {items, total} = await importListItems.page({...query, listId: id});
			return ok({items: items.map(listItem.present), pagination: presentPagination(query, total)});
		}),
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
		await importExclusions.ensure({type, metaId: ids.metaId, title: title || `TMDB ${ids.metaId}`, year}, now());
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

async function otherFaults(given: Partial<Entered<ImportListSettings>>, deps: RouteDeps): Promise<Fault[]> {
	const {rootFolderPath, qualityProfileId, libraryId, media} = given;
	const library = libraryId ? await deps.libraries.find(libraryId) : null;
	const isOther = library !== null && media !== undefined && (library.type === 'movies') !== (media === 'movies');
	return [
		...(await referenceFaults({rootFolderPath, qualityProfileId: qualityProfileId ?? undefined}, deps)),
		...(libraryId && (!library || isOther)
			? [{path: 'libraryId', message: 'libraryId must be the id of a library of /api/libraries for such titles, or null'}]
			: []),
	];
}
