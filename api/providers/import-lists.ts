import {createHash} from 'node:crypto';
import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {recordOperations, testOperations} from '#api/http/operation.ts';
import {referenceFaults} from '#api/http/references.ts';
import {accepted, queuedTask, type Route, route} from '#api/http/route.ts';
import {secret} from '#api/http/secrets.ts';
import {libraryRoot} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {
	type HeldTitles,
	type ImportList,
	type ImportListKind,
	type ImportListSettings,
	importListKinds,
	importListStatuses,
	kindOf,
	leaveActions,
	listMedia,
	listMonitors,
	maxLists,
} from '#shared/domain/import-lists/import-list.ts';
import {minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {seriesTypes} from '#shared/domain/media/series.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {syncImportList} from '#shared/jobs/lists.ts';
import {
	flag,
	integer,
	integers,
	oneOf,
	orNull,
	stamps,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import type {Entered} from '#shared/providers/provider-family.ts';
import {isOtherList} from '#shared/store/providers/provider-stores.ts';
import {importListItemsOperations, importListItemsRoutes} from './import-list-items.ts';
import {listSignInOperations, listSignInRoutes} from './list-sign-in.ts';
import {providerRoutes} from './provider-routes.ts';

/** The same for the same titles, in any order. */
const questionOf = ({itemIds}: HeldTitles) => createHash('sha256').update(itemIds.toSorted().join()).digest('base64url').slice(0, 24);

const held = viewOf<HeldTitles>()(
	{
		id: from(text.description('Id of the question: another one when other titles are held.'), questionOf),
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
		clientId: text.description('Client ID of the app that is registered at the service.'),
		clientSecret: secret,
		source: text.description('Which titles of TMDB or Trakt.'),
		sourceId: text.description('Which list of the service.'),
		filters: text.description('Conditions of a search at TMDB, or of a list of Trakt.'),
		sourceProfileIds: integers.description('Only titles with one of these quality profiles there are taken.'),
		sourceTagIds: integers.description('Only titles with one of these tags there are taken.'),
		sourceRootFolders: texts.description('Only titles in one of these root folders there are taken.'),
		takeSeasons: flag.description('Whether the seasons that are monitored there are monitored here.'),
		libraryId: textOrNull,
		rootFolderPath: text,
		qualityProfileId: textOrNull.description('Quality profile of what it adds; null for the default one.'),
		languageProfileId: textOrNull,
		minimumAvailability: oneOf(minimumAvailabilities),
		monitor: oneOf(listMonitors).description('What is monitored of a title that it adds.'),
		monitorNewSeasons: flag.description('Whether seasons that appear later are monitored.'),
		type: orNull(oneOf(seriesTypes)).description('Type of the series that it adds; null for what the metadata provider says.'),
		tags: texts.description('Labels of the titles that it adds.'),
		seasonFolder: flag,
		searchOnAdd: flag,
		limit: integer.description('Most items that are taken.'),
		intervalMinutes: integer.description('Minutes between two syncs.'),
		onLeave: oneOf(leaveActions).description('What happens to a title that this list added and that no list has any more.'),
		leaveTags: texts.description('Labels that such a title gets if `onLeave` is `tag`.'),
		graceDays: integer.description('Days in which every sync was complete before that happens.'),
		mostChanges: integer.description('If it would happen to more titles at once, they are held.'),
		status: oneOf(importListStatuses).description(
			'Whether it can be read; `authorize` if the source refuses the key, or nobody has signed in.',
		),
		lastError: textOrNull,
		disabledUntil: timestampOrNull,
		lastSyncAt: timestampOrNull.description('When its items were read last.'),
		nextSyncAt: timestampOrNull.description('It is read again after this time; null for at once.'),
		incomplete: textOrNull.description('Why the last answer was not the whole list, so that nothing counts as left; null if it was.'),
		items: integer.description('Items on the list now.'),
		authorizedUntil: timestampOrNull.description(
			'When the access to the account ends unless a sync renews it; null without a sign-in, or if it does not end.',
		),
		held: {...held.orNull, schema: held.orNull.schema.description('Titles that would be removed, and wait until a person decides.')},
		...stamps,
	},
	'ImportList',
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
	...listSignInOperations,
	...importListItemsOperations,
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
	heldId?: string;
}
const heldBody = Joi.object<HeldBody, true>({
	action: Joi.string()
		.valid('apply', 'keep')
		.required()
		.description('`apply` does to them what the list says, `keep` leaves them as they are for good.'),
	heldId: Joi.string()
		.max(100)
		.description('Id of the question, as `held` of the list has it. If other titles are held by now, nothing is done.'),
});

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
				findOtherFaults: (given, stored, isNew) => otherFaults(given, {stored, isNew}, deps),
				findDefaults: given => rootOfLibrary(given, deps),
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
		...listSignInRoutes(deps),
		...importListItemsRoutes(deps),
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
		route(`POST ${path}/:id/held`, {access: 'admin', params: idParams, body: heldBody}, async ({params, body: {action, heldId}}) => {
			const list = await importLists.get(params.id);
			if (list.held === null) {
				throw new Conflict('nothing_held', `Nothing of ${list.name} waits for a decision.`);
			}
			if (heldId !== undefined && heldId !== questionOf(list.held)) {
				throw new Conflict('changed_meanwhile', `Other titles of ${list.name} are held by now. Look at them, then decide.`);
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

type Given = Partial<Entered<ImportListSettings>>;

/** The titles of a library lie in its root folder unless the list says where below it. */
async function rootOfLibrary({rootFolderPath, libraryId}: Given, deps: RouteDeps): Promise<Given> {
	const root = rootFolderPath === undefined && libraryId ? await libraryRoot(libraryId, deps) : null;
	return root === null ? {} : {rootFolderPath: root};
}

async function otherFaults(given: Given, {stored, isNew}: {stored: ImportList | null; isNew: boolean}, deps: RouteDeps): Promise<Fault[]> {
	const {qualityProfileId, languageProfileId} = given;
	const {rootFolderPath} = {...given, ...(isNew && (await rootOfLibrary(given, deps)))};
	const isNowhere = isNew && rootFolderPath === undefined;
	return [
		...(isNowhere ? [{path: 'rootFolderPath', message: 'rootFolderPath is required without a library that has one'}] : []),
		...(await referenceFaults({rootFolderPath, qualityProfileId: qualityProfileId ?? undefined, languageProfileId}, deps)),
		...(await libraryFaults(given, stored, deps)),
	];
}

/** Its titles lie in its library. What a change leaves alone is not judged again: the library may be another by now. */
async function libraryFaults(given: Given, stored: ImportList | null, deps: RouteDeps): Promise<Fault[]> {
	const names = ['libraryId', 'rootFolderPath', 'media', 'kind'] as const;
	const isChanged = names.some(name => given[name] !== undefined && given[name] !== stored?.[name]);
	const {libraryId, rootFolderPath, kind}: Given = {...stored, ...given};
	if (!libraryId || !isChanged) {
		return [];
	}
	const usual = kind !== undefined && Object.hasOwn(importListKinds, kind) ? kindOf(kind).media[0] : undefined;
	const media = given.media ?? (kind === stored?.kind ? stored?.media : usual);
	const library = await deps.libraries.find(libraryId);
	if (!library?.enabled || library.type !== (media === 'series' ? 'tv' : 'movies')) {
		return [{path: 'libraryId', message: 'libraryId must be the id of an enabled library of /api/libraries for such titles, or null'}];
	}
	const root = await libraryRoot(libraryId, deps);
	const path = typeof rootFolderPath === 'string' ? normalPath(rootFolderPath) : null;
	return root !== null && path !== null && !isWithinFolder(path, root)
		? [{path: 'rootFolderPath', message: `rootFolderPath must be ${root}, the root folder of the library, or lie below it`}]
		: [];
}
