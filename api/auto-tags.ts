import Joi from 'joi';
import {askPool} from '#api/http/asks/ask-workers.ts';
import {idParams, nameField, readOnlyFields} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import {tagFaults, takeLabels} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {changeWithJob} from '#shared/coordination/outbox.ts';
import {type AutoTagCondition, type AutoTagConditionKind, type AutoTagRange, autoTagConditions} from '#shared/domain/media/auto-tags.ts';
import {searchForm} from '#shared/domain/media/sort-title.ts';
import {longestTag, maxTagsOfTitle, toLabels} from '#shared/domain/media/tags.ts';
import {scopes} from '#shared/domain/scope.ts';
import type {Fault} from '#shared/errors.ts';
import {applyAutoTags, everyTitle, previewAutoTag, type TaggedExample} from '#shared/jobs/tags.ts';
import {flag, integer, integerOrNull, oneOf, orNull, stamps, text, texts} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';
import {field} from '#shared/providers/provider-family.ts';
import type {NewAutoTag, StoredAutoTag} from '#shared/store/titles/auto-tags.ts';

const path = '/api/auto-tags';

/** Milliseconds for reading the whole library. */
const libraryMs = 30_000;

export function autoTagsRoutes(deps: RouteDeps): Route[] {
	const {autoTags, now} = deps;
	const conditionFaults = async ({body, wrong}: CheckedBody<Pick<NewAutoTag, 'conditions'>>) =>
		[...wrong].some(at => at.startsWith('conditions')) ? [] : (await withIds(body.conditions ?? [], deps)).faults;
	const findFaults = async (checked: CheckedBody<NewAutoTag>) => [
		...(await tagFaults({tags: checked.body.tags}, 'movies', deps)),
		...(await conditionFaults(checked)),
	];
	/** The rules are applied to all titles after each change. */
	const applied = <T>(change: () => Promise<T>) => changeWithJob(change, {job: applyAutoTags, payload: everyTitle}, deps);
	return [
		route(`GET ${path}`, {access: 'auth'}, async () => ok({autoTags: (await autoTags.list()).map(autoTag.present)})),
		route(`POST ${path}/preview`, {access: 'admin', limit: 'tests', body: previewBody, findFaults: conditionFaults}, async ({body}) =>
			ok(
				previewed.present(
					await askPool(
						deps,
						previewAutoTag,
						{conditions: (await withIds(body.conditions, deps)).conditions, ...(body.scope && {scope: body.scope})},
						libraryMs,
					),
				),
			),
		),
		route(`GET ${path}/:id`, {access: 'auth', params: idParams}, async ({params}) => ok(autoTag.present(await autoTags.get(params.id)))),
		route(`POST ${path}`, {access: 'admin', body: addBody, findFaults}, async ({body}) => {
			const tags = await takeLabels(toLabels(body.tags), deps);
			const {conditions: named} = await withIds(body.conditions, deps);
			return created(autoTag.present(await applied(() => autoTags.add({...body, conditions: named, tags}, now()))));
		}),
		route(`PUT ${path}/:id`, {access: 'admin', params: idParams, body: editBody, findFaults}, async ({params, body}) => {
			const {id} = await autoTags.get(params.id);
			const tags = body.tags && (await takeLabels(toLabels(body.tags), deps));
			const named = body.conditions && (await withIds(body.conditions, deps)).conditions;
			const change = {...body, ...(tags && {tags}), ...(named && {conditions: named})};
			return ok(autoTag.present(await applied(() => autoTags.change(id, change, now()))));
		}),
		route(`DELETE ${path}/:id`, {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await autoTags.get(params.id);
			await applied(() => autoTags.remove(id));
			return noContent;
		}),
	];
}

/** Conditions that name a library or a quality profile, with its id, and those that name none. */
async function withIds(
	asked: readonly AutoTagCondition[],
	{libraries, qualityProfiles}: Pick<RouteDeps, 'libraries' | 'qualityProfiles'>,
): Promise<{conditions: AutoTagCondition[]; faults: Fault[]}> {
	const known = {
		library: asked.some(({kind}) => kind === 'library') ? await libraries.list() : [],
		qualityProfile: asked.some(({kind}) => kind === 'qualityProfile') ? await qualityProfiles.list() : [],
	};
	const faults: Fault[] = [];
	const conditions = asked.map((each, index): AutoTagCondition => {
		const {kind, value} = each;
		if ((kind !== 'library' && kind !== 'qualityProfile') || typeof value !== 'string') {
			return each;
		}
		const named = known[kind].find(({id}) => id === value) ?? known[kind].find(({name}) => searchForm(name) === searchForm(value));
		const path = `conditions[${index}].value`;
		if (!named) {
			faults.push({path, message: `${path} must be the id or the name of a ${kind === 'library' ? 'library' : 'quality profile'}`});
		}
		return named ? {...each, value: named.id} : each;
	});
	return {conditions, faults};
}

const bound = Joi.number().integer().min(0).max(100_000).allow(null).required();
const values = {
	text: Joi.string().max(300).required(),
	flag: Joi.boolean().required(),
	range: Joi.object<AutoTagRange, true>({min: bound, max: bound}).required(),
};
const folderPath = Joi.string().max(4096).required();
const kinds = Object.keys(autoTagConditions) as AutoTagConditionKind[];

function conditionOf(kind: AutoTagConditionKind) {
	return Joi.object({
		kind: Joi.string().valid(kind).required(),
		value: kind === 'rootFolder' ? folderPath : values[autoTagConditions[kind]],
		negate: Joi.boolean().default(false),
		required: Joi.boolean().default(false),
	});
}

const condition = Joi.alternatives()
	// biome-ignore lint/suspicious/noThenProperty: joi's own word, and never awaited
	.conditional('.kind', {switch: kinds.map(kind => ({is: kind, then: conditionOf(kind)}))})
	.messages({
		'alternatives.any': `{{#label}} must be an object whose kind is one of ${kinds.join(', ')}`,
	}) as Joi.AlternativesSchema<AutoTagCondition>;

const fields = {
	name: nameField(100),
	enabled: Joi.boolean(),
	conditions: Joi.array()
		.items(condition)
		.min(1)
		.max(100)
		.description('What a title must have: one of each kind, and everything required.'),
	tags: Joi.array().items(Joi.string().max(longestTag)).min(1).max(maxTagsOfTitle).description('Tags that it gives to these titles.'),
};
const addBody = Joi.object<NewAutoTag>({
	name: fields.name.required(),
	enabled: fields.enabled.default(true),
	conditions: fields.conditions.required(),
	tags: fields.tags.required(),
	scope: field.scope.default(null),
});
const editBody = Joi.object<Partial<NewAutoTag>>({...fields, scope: field.scope, ...readOnlyFields()});
/** The rest of a rule changes nothing. */
const previewBody = Joi.object<Pick<NewAutoTag, 'conditions' | 'scope'>>({
	conditions: fields.conditions.required(),
	scope: field.scope,
	...Object.fromEntries(['name', 'enabled', 'tags'].map(name => [name, Joi.any().strip()])),
	...readOnlyFields(),
});

const conditions: Part<readonly AutoTagCondition[]> = {
	schema: Joi.array().items(condition),
	present: list => list.map(({kind, value, negate, required}) => ({kind, value, negate, required})),
};

const autoTag = viewOf<StoredAutoTag>()(
	{
		id: text,
		name: text,
		enabled: flag,
		conditions,
		tags: texts,
		scope: from(orNull(oneOf(scopes)), ({scope = null}: StoredAutoTag) => scope),
		...stamps,
	},
	'AutoTag',
);

interface Previewed {
	movies: number;
	series: number;
	examples: TaggedExample[];
}
const example = viewOf<TaggedExample>()({
	type: oneOf(['movie', 'series']).description('Whether it is a movie or a series.'),
	id: text,
	title: text,
	year: integerOrNull,
});
const previewed = viewOf<Previewed>()(
	{
		movies: integer.description('Number of movies that it would apply to.'),
		series: integer.description('Number of series that it would apply to.'),
		examples: {...example.list, schema: example.list.schema.description('Some of them, at most ten.')},
	},
	'AutoTagPreview',
);

export const autoTagsOperations: Operations = {
	...recordOperations(path, {name: 'AutoTag', view: autoTag}),
	[`POST ${path}/preview`]: {
		id: 'previewAutoTag',
		summary: 'Show what a rule would apply to, before it is stored',
		replies: {200: previewed.schema},
	},
};
