import Joi from 'joi';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {noContent, ok, type PageQuery, pageFields, pageOf, presentPagination, queryFlag, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type GuideKind, guideKinds} from '#shared/domain/guide/guide-item.ts';
import {type FieldChange, fieldsOf, isChange, notable, type PlannedChange} from '#shared/domain/guide/plan-guide.ts';
import {type Program, programs} from '#shared/domain/quality/exported-codes.ts';
import {flag, integer, oneOf, text, textOrNull, texts, timestampOrNull} from '#shared/presenters/fields.ts';
import {plainView, viewOf} from '#shared/presenters/view.ts';
import type {ListedItem} from '#shared/store/profiles/guide.ts';
import {type AppliedGuide, applyGuide, readGuidePlan} from '#shared/tasks/apply-guide.ts';

const path = '/api/guide';
/** Milliseconds for which one request may apply a guide. */
const applyMs = 120_000;
/** Items that are named in one request. */
const maxKeys = 1000;

const keys = () => Joi.array().items(Joi.string().max(200)).max(maxKeys).unique();
const key = text.description('Names the item in requests.');

const shown = plainView(
	{
		address: text.description('The setting `guide.url`.'),
		updates: oneOf(['ask', 'apply']).description('The setting `guide.updates`.'),
		total: integer.description('Files of the guide in use.'),
		usable: integer.description('Those that can be used.'),
		takenAt: timestampOrNull.description('When the guide in use was taken.'),
		checkedAt: timestampOrNull.description('When it was last looked for a newer one.'),
		error: textOrNull.description('Why nothing was taken then; null when all was well.'),
		chosen: integer.description('Number of items that are chosen.'),
		waiting: integer.description('Number of records that would change if it were applied now.'),
	},
	'Guide',
);

interface ItemsQuery extends PageQuery {
	kind?: GuideKind;
	program?: Program;
	search?: string;
	chosen: boolean;
}
const itemsQuery = Joi.object<ItemsQuery, true>({
	...pageFields({limit: 100, maximum: 1000}),
	kind: Joi.string()
		.valid(...guideKinds)
		.description('Only profiles, formats, or sets of sizes.'),
	program: Joi.string()
		.valid(...programs)
		.description('Only items for movies (`radarr`) or series (`sonarr`).'),
	search: Joi.string().max(100).description('Part of a name.'),
	chosen: queryFlag().default(false).description('Only chosen items.'),
});

type ShownItem = ListedItem & {isChosen: boolean};
const item = viewOf<ShownItem>()(
	{
		key,
		kind: oneOf(guideKinds).description('What it is.'),
		program: oneOf(programs).description('`radarr` for movies, `sonarr` for series.'),
		name: text,
		description: textOrNull.description('What the guide says of it.'),
		fault: textOrNull.description('Why it cannot be used; null if it can.'),
		isChosen: flag.description('Whether it is to be here.'),
	},
	'GuideItem',
);

const chooseBody = Joi.object<{keys: string[]; chosen: boolean}, true>({
	keys: keys().min(1).required().example(['radarr/profile/0123456789abcdef0123456789abcdef']).description('Keys of items of the guide.'),
	chosen: Joi.boolean()
		.required()
		.description('Whether the items are applied here. What was made of an item stays when it is no longer chosen.'),
});

const field = viewOf<FieldChange>()(
	{
		field: text.description('Name of the field; `score` for that of a format.'),
		of: textOrNull.description('The format whose score it is; null for other fields.'),
		before: textOrNull.description('What it is now, in words; null for what is not there yet.'),
		after: text.description('What the guide says.'),
		isKept: flag.description('It was changed by people, so it stays unless `overwrite` names the item.'),
	},
	'GuideFieldChange',
);
type ShownChange = Omit<PlannedChange, 'target' | 'fields'> & {
	isApplied: boolean;
	fields: FieldChange[];
	leftOut: readonly string[];
	missing: number;
};
const change = viewOf<ShownChange>()(
	{
		key,
		kind: oneOf(guideKinds).description('What it is.'),
		name: text,
		localId: textOrNull.description('Id of the record that would change; null for one that would be added.'),
		isDeleted: flag.description('People deleted what was made of it, so it is not created again unless `overwrite` names it.'),
		isApplied: flag.description('Whether anything of it changes without `overwrite`.'),
		fields: field.list,
		leftOut: texts.description('Qualities that the guide allows, and that are not known here.'),
		missing: integer.description('Number of formats that the guide scores in it, and that cannot be used.'),
	},
	'GuideChange',
);
const preview = plainView(
	{
		hash: text.description('Names exactly these changes.'),
		changes: change.list,
		gone: texts.description('Keys of chosen items that the guide no longer has, or that can no longer be used.'),
	},
	'GuidePreview',
);

const applyBody = Joi.object<{hash: string; overwrite: string[]}, true>({
	hash: Joi.string()
		.pattern(/^[\da-f]{64}$/)
		.required()
		.example('0'.repeat(64))
		.description('The `hash` of the preview that was seen.'),
	overwrite: keys().default([]).description('Keys of items whose local changes are given up.'),
});
const failure = viewOf<AppliedGuide['failures'][number]>()({name: text, error: text});
const applied = viewOf<AppliedGuide>()(
	{
		added: integer.description('Records that were added.'),
		changed: integer.description('Records that were changed.'),
		failures: failure.list,
	},
	'AppliedGuide',
);

export function guideRoutes(deps: RouteDeps): Route[] {
	const {guide, settings} = deps;

	async function listed(): Promise<ShownItem[]> {
		const [items, links] = await Promise.all([guide.list(), guide.links()]);
		const chosen = new Set(links.filter(({isChosen}) => isChosen).map(each => each.key));
		return items.map(each => ({...each, isChosen: chosen.has(each.key)}));
	}

	return [
		route(`GET ${path}`, {access: 'admin'}, async () => {
			const [state, {plan, links}] = await Promise.all([guide.state(), readGuidePlan(deps)]);
			return ok(
				shown.present({
					...state,
					address: settings.get('guide.url'),
					updates: settings.get('guide.updates'),
					chosen: links.filter(({isChosen}) => isChosen).length,
					waiting: notable(plan).filter(each => isChange(each)).length,
				}),
			);
		}),
		route(`GET ${path}/items`, {access: 'admin', query: itemsQuery}, async ({query}) => {
			const found = (await listed()).filter(each => isAsked(each, query)).toSorted(byKindAndName);
			const from = (query.page - 1) * query.limit;
			return ok({
				items: found.slice(from, from + query.limit).map(item.present),
				pagination: presentPagination(query, found.length),
			});
		}),
		route(`POST ${path}/choose`, {access: 'admin', audit: 'guide.chosen', body: chooseBody}, async ({body}) => {
			const known = new Set((await listed()).filter(({isChosen, fault}) => isChosen || fault === null).map(each => each.key));
			const strange = body.chosen ? body.keys.findIndex(each => !known.has(each)) : -1;
			if (strange >= 0) {
				throw invalid([{path: `keys[${strange}]`, message: `keys[${strange}] must be the key of an item of the guide that can be used`}]);
			}
			await guide.choose(body.keys, body.chosen);
			return noContent;
		}),
		route(`GET ${path}/changes`, {access: 'admin'}, async () => {
			const {plan, hash} = await readGuidePlan(deps);
			return ok(preview.present({hash, changes: notable(plan).map(each => change.present(toShown(each))), gone: plan.gone}));
		}),
		route(`POST ${path}/apply`, {access: 'admin', audit: 'guide.applied', body: applyBody}, async ({body: {hash, overwrite}}) =>
			ok(applied.present(await applyGuide({hash, overwrite: new Set(overwrite), signal: AbortSignal.timeout(applyMs)}, deps))),
		),
	];
}

function isAsked({kind, program, name, isChosen}: ShownItem, asked: ItemsQuery): boolean {
	return (
		(asked.kind === undefined || asked.kind === kind) &&
		(asked.program === undefined || asked.program === program) &&
		(asked.search === undefined || name.toLowerCase().includes(asked.search.toLowerCase())) &&
		(isChosen || !asked.chosen)
	);
}

const byKindAndName = (a: ShownItem, b: ShownItem) =>
	guideKinds.indexOf(a.kind) - guideKinds.indexOf(b.kind) || a.name.localeCompare(b.name, 'en') || (a.key < b.key ? -1 : 1);

function toShown(planned: PlannedChange): ShownChange {
	const {leftOut, missing} = planned.kind === 'profile' ? planned.target : {leftOut: [], missing: 0};
	return {...planned, fields: fieldsOf(planned), isApplied: isChange(planned), leftOut, missing};
}

export const guideOperations: Operations = {
	[`GET ${path}`]: {
		id: 'getGuide',
		summary: 'Show the guide to qualities and formats, and whether changes of it wait',
		replies: {200: shown.schema},
	},
	[`GET ${path}/items`]: {
		id: 'listGuideItems',
		summary: 'List the profiles, formats and sizes of the guide',
		replies: {200: pageOf('items', item)},
	},
	[`POST ${path}/choose`]: {id: 'chooseGuideItems', summary: 'Choose items of the guide, or choose them no more', replies: {204: null}},
	[`GET ${path}/changes`]: {
		id: 'previewGuide',
		summary: 'Show what the chosen items of the guide would change',
		replies: {200: preview.schema},
	},
	[`POST ${path}/apply`]: {
		id: 'applyGuide',
		summary: 'Make the changes that the preview showed',
		replies: {200: applied.schema},
		failures: [409, 503],
	},
};
