import Joi from 'joi';
import mongoose from 'mongoose';
import type {RouteDeps} from '#api/services.ts';
import {type BulkChange, type BulkEdit, maxListedTitles, maxNamedTitles} from '#shared/domain/tasks/bulk-change.ts';
import {bulkTaskId} from '#shared/domain/tasks/tasks.ts';
import {type Fault, Invalid} from '#shared/errors.ts';
import type {Page} from '#shared/lists/pager.ts';
import {flag, integer, text} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {BulkOutcome} from '#shared/tasks/edit-titles.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import type {Caller} from './access/callers.ts';
import {callerName, ofMove, refuseWhole} from './file-moves.ts';
import type {CheckedBody} from './input.ts';
import type {Operations} from './operation.ts';
import {type References, referenceFaults} from './references.ts';
import {accepted, type PageQuery, queryFlag, type Reply, type Route, route, success} from './route.ts';
import {askedFolder} from './title-copies.ts';
import {type TagsOfTitles, tagFaults, toTagChange} from './title-tags.ts';

export const bulkOutcome = viewOf<BulkOutcome>()({
	success: from(flag.description('Every title was changed.'), ({failures}: BulkOutcome) => failures.length === 0),
	updatedCount: integer,
	failedCount: from(integer, ({failures}: BulkOutcome) => failures.length),
	failures: viewOf<BulkOutcome['failures'][number]>()({id: text, error: text}).list,
	...ofMove,
});

/** Which titles: named ones, or all of the list whose parameters the query has. */
interface Chosen {
	ids?: string[];
	all?: boolean;
	except?: string[];
}
const chosenFields = {
	ids: Joi.array().items(Joi.string().allow('').max(100)).max(maxNamedTitles).description('Ids of the titles; a repeated one counts once.'),
	all: Joi.boolean()
		.valid(true)
		.description(
			`In place of \`ids\`: all titles of the list that the parameters of the query describe, at most ${maxListedTitles}. Its order and page do not matter.`,
		),
	except: Joi.array()
		.items(Joi.string().allow('').max(100))
		.max(maxNamedTitles)
		.description('With `all`: ids of titles of the list that are left out.'),
};
const chosenBody = Joi.object<Chosen, true>(chosenFields)
	.meta({neverEmpty: true})
	.example({ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10']});

/** Named titles, and as many that are left out. */
const bodyLimit = {nodes: 2 * maxNamedTitles + 1000};

interface DeletionQuery {
	deleteFiles: boolean;
	addImportExclusion: boolean;
}
const deletionFields = {
	deleteFiles: queryFlag().default(false),
	addImportExclusion: queryFlag().default(false).description('Never add them again automatically.'),
};

interface Bulk<Query extends PageQuery, Body> {
	kind: BulkChange['kind'];
	/** Below `/api/library`. */
	path: 'movies' | 'series';
	/** The parameters of the list. */
	query: Joi.ObjectSchema<Query>;
	/** The body of a change of many titles. */
	editBody: Joi.ObjectSchema<Body & {ids: string[]}>;
	page(query: Query, projection: {_id: 1}): Promise<Page>;
}

type EditBody = Chosen & TagsOfTitles & References & {moveFiles?: boolean};
type Wanted = Partial<Pick<BulkChange, 'deleteFiles' | 'edit' | 'exclude' | 'moveFiles'>>;

/** What a bulk change is unless it says otherwise. */
export const usualBulk = {edit: {}, moveFiles: false, deleteFiles: false, exclude: false, undoes: null};

/** Starts the task of a stored change. Two requests for one start it once. */
export async function startBulk({id, titleIds}: BulkChange, deps: RouteDeps): Promise<Reply> {
	const taskId = bulkTaskId(id);
	const {execution} = await startTask({taskId, options: {}, force: false}, deps);
	return accepted(begunBulk.present({id, taskId, executionId: execution.id, total: titleIds.length}));
}

/** Does the same to many titles: each route stores what is wanted and starts a job, which reports about each title. */
export function bulkRoutes<Query extends PageQuery, Body>(
	{kind, path, query, editBody, page}: Bulk<Query, Body>,
	deps: RouteDeps,
): Route[] {
	const base = `/api/library/${path}` as const;
	const idsOf = async ({ids, except = []}: Chosen, list: Query) => {
		const left = new Set(except);
		return ids ? [...new Set(ids)] : (await listedIds(list, page)).filter(id => !left.has(id));
	};
	const start = async (action: BulkChange['action'], titleIds: string[], wanted: Wanted, caller: Caller | null): Promise<Reply> =>
		startBulk(
			await deps.bulkChanges.add({...usualBulk, ...wanted, kind, action, titleIds, requestedBy: callerName(caller)}, deps.now()),
			deps,
		);
	const chosen = {
		access: 'auth',
		limit: 'runs',
		query,
		body: chosenBody,
		bodyLimit,
		findFaults: async (checked: CheckedBody<Chosen>) => choiceFaults(checked),
	} as const;
	const findEditFaults = async (checked: CheckedBody<EditBody>) => [
		...choiceFaults(checked),
		...(await referenceFaults(checked.body, deps)),
		...(await tagFaults(checked.body, kind === 'movie' ? 'movies' : 'tv', deps)),
	];
	return [
		route(
			`POST ${base}/bulk-edit`,
			{
				access: 'auth',
				right: 'editTitles',
				limit: 'runs',
				query,
				body: (editBody as unknown as Joi.ObjectSchema<EditBody>).keys(chosenFields).meta({neverEmpty: true}), // the fields of either kind
				bodyLimit,
				findFaults: findEditFaults,
			},
			async ({query: list, body: {ids, except, all = false, tags, addTags, removeTags, moveFiles = false, ...body}, caller}) => {
				refuseWhole(all && moveFiles, caller);
				const folder = await askedFolder({...(body as BulkEdit), moveFiles}, null, deps);
				const edit = {...(body as BulkEdit), ...folder, ...(await toTagChange({tags, addTags, removeTags}, deps))} as BulkEdit;
				return start('edit', await idsOf({ids, except} as Chosen, list), {edit, moveFiles}, caller);
			},
		),
		route(`POST ${base}/bulk-search`, {...chosen, right: 'searchReleases'}, async ({query: list, body, caller}) =>
			start('search', await idsOf(body, list), {}, caller),
		),
		route(`POST ${base}/bulk-refresh`, chosen, async ({query: list, body, caller}) =>
			start('refresh', await idsOf(body, list), {}, caller),
		),
		route(
			`POST ${base}/bulk-delete`,
			{
				...chosen,
				right: 'deleteTitles',
				optionRights: {deleteFiles: 'deleteFiles'},
				audit: `${path}.bulkDeleted`,
				query: query.keys(deletionFields as never) as unknown as Joi.ObjectSchema<Query & DeletionQuery>,
			},
			async ({query: {deleteFiles, addImportExclusion: exclude, ...list}, body, caller}) =>
				start('delete', await idsOf(body, list as unknown as Query), {deleteFiles, exclude}, caller),
		),
	];
}

function choiceFaults({body: {ids, all}, wrong}: CheckedBody<Chosen>): Fault[] {
	const isOne = (ids === undefined) !== (all === undefined);
	return isOne || wrong.has('ids') || wrong.has('all') ? [] : [{path: 'ids', message: 'ids or all is required, and only one of them'}];
}

/** Titles that are read together. */
const pageSize = 1000;

/** The ids of a whole list. Throws Invalid `too_many_titles`. */
async function listedIds<Query extends PageQuery>(list: Query, page: Bulk<Query, unknown>['page']): Promise<string[]> {
	const ids = new Set<string>();
	for (let number = 1; ; number += 1) {
		const {rows, total} = await page({...list, page: number, limit: pageSize}, {_id: 1});
		if (total > maxListedTitles) {
			throw new Invalid('too_many_titles', `The list has ${total} titles, and at most ${maxListedTitles} are possible at once. Filter it.`);
		}
		for (const row of rows) {
			ids.add(String(mongoose.mongo.BSON.deserialize(row)['_id']));
		}
		if (rows.length < pageSize) {
			return [...ids];
		}
	}
}

interface Begun {
	id: string;
	taskId: string;
	executionId: string;
	total: number;
}
export const begunBulk = viewOf<Begun>()(
	{
		success,
		id: text.description('Id of the bulk change.'),
		taskId: text.description('Task that the events of `/api/tasks/stream` name.'),
		executionId: text,
		total: integer.description('Titles that it concerns.'),
	},
	'BegunBulkChange',
);

const verbs = {edit: 'Change', search: 'Search the releases of', refresh: 'Refresh', delete: 'Delete'} as const;

/** The operations of these routes for movies, or for series. */
export function bulkOperations(path: 'movies' | 'series'): Operations {
	const name = path === 'movies' ? 'Movies' : 'Series';
	return Object.fromEntries(
		Object.entries(verbs).map(([action, verb]) => [
			`POST /api/library/${path}/bulk-${action}`,
			{id: `bulk${verb.split(' ')[0]}${name}`, summary: `${verb} many ${path} by a job`, replies: {202: begunBulk.schema}},
		]),
	);
}
