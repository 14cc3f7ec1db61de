import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {refuseUsed} from '#api/http/references.ts';
import {created, noContent, ok, queryFlag, type Route, route} from '#api/http/route.ts';
import {tagFaults} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {startPromised, toPromise} from '#shared/coordination/outbox.ts';
import {longestTag, toLabel} from '#shared/domain/media/tags.ts';
import {renameTag} from '#shared/jobs/tags.ts';
import {integer, oneOf, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import {type TagUse, tagUserKinds} from '#shared/store/titles/tag-uses.ts';
import type {Tag} from '#shared/store/titles/tags.ts';

interface TagBody {
	label: string;
}
const labelText = 'Letters from a to z, digits and hyphens. Other texts are folded: `Für Kinder` becomes fur-kinder.';
const tagBody = Joi.object<TagBody, true>({label: Joi.string().max(longestTag).required().description(labelText)}).example({label: 'kids'});

interface DeleteTagQuery {
	fromTitles: boolean;
}
const deleteTagQuery = Joi.object<DeleteTagQuery, true>({
	fromTitles: queryFlag().default(false).description('Also take it off all titles.'),
});

interface TagTitles {
	movies: number;
	series: number;
}
interface UsedTag extends Tag {
	titles: TagTitles;
	uses: TagUse[];
}

const path = '/api/tags';

export function tagsRoutes(deps: RouteDeps): Route[] {
	const {tags, now} = deps;
	const findFaults = async ({body: {label}}: CheckedBody<TagBody>) =>
		typeof label === 'string'
			? (await tagFaults({tags: [label]}, 'movies', deps)).map(({message}) => ({
					path: 'label',
					message: message.replace('tags[0]', 'label'),
				}))
			: [];
	const show = async (all: readonly Tag[]) => (await withUses(all, deps)).map(tag.present);
	const showOne = async (one: Tag) => (await show([one]))[0]!; // one in, one out
	const deleted = {action: 'tags.deleted', nameOf: async ({id = ''}) => (await tags.find(id))?.label ?? null};
	return [
		route(`GET ${path}`, {access: 'auth'}, async () => ok({tags: await show(await tags.list())})),
		route(`GET ${path}/:id`, {access: 'auth', params: idParams}, async ({params}) => ok(await showOne(await tags.get(params.id)))),
		route(`POST ${path}`, {access: 'auth', right: 'editTitles', body: tagBody, findFaults}, async ({body}) => {
			const label = toLabel(body.label);
			const {unknown} = await tags.countNew([label]);
			const [known] = await tags.take([label], now());
			const shown = await showOne(known!); // one in, one out
			return unknown.length > 0 ? created(shown) : ok(shown);
		}),
		route(`PUT ${path}/:id`, {access: 'admin', params: idParams, body: tagBody, findFaults}, async ({params, body}) => {
			const before = await tags.get(params.id);
			const label = toLabel(body.label);
			return ok(await showOne(label === before.label ? before : await rename(before, label, deps)));
		}),
		route(
			`DELETE ${path}/:id`,
			{access: 'admin', params: idParams, query: deleteTagQuery, audit: deleted},
			async ({params, query: {fromTitles}}) => {
				await remove(await tags.get(params.id), fromTitles, deps);
				return noContent;
			},
		),
	];
}

type UsesDeps = Pick<RouteDeps, 'movies' | 'series' | 'tagUses'>;

async function withUses(tags: readonly Tag[], {movies, series, tagUses}: UsesDeps): Promise<UsedTag[]> {
	const labels = tags.map(({label}) => label);
	const [inMovies, inSeries, uses] = [await movies.countTags(labels), await series.countTags(labels), await tagUses.all()];
	return tags.map(each => ({
		...each,
		titles: {movies: inMovies.get(each.label) ?? 0, series: inSeries.get(each.label) ?? 0},
		uses: uses.get(each.label) ?? [],
	}));
}

/** Titles and records get the new label by a job. */
async function rename(before: Tag, label: string, {tags, outbox, jobs, now}: RouteDeps): Promise<Tag> {
	const promise = toPromise(renameTag, {tagId: before.id, from: before.label, to: label});
	const renamed = await tags.rename(before.id, label, {alsoWrite: session => outbox.put(promise, session), now: now()});
	await startPromised(renameTag, promise, {jobs});
	return renamed;
}

/** Throws Conflict `in_use` while a record has it, or a title that must not lose it, and `rename_running`. */
async function remove(tag: Tag, fromTitles: boolean, deps: RouteDeps): Promise<void> {
	const {tags, outbox, jobs} = deps;
	const [{uses, titles}] = (await withUses([tag], deps)) as [UsedTag]; // one in, one out
	refuseUsed(
		`The tag ${tag.label}`,
		uses.map(({name}) => name),
		'Take it off these records first.',
	);
	const {label} = tag;
	if (!fromTitles) {
		const total = titles.movies + titles.series;
		refuseUsed(`The tag ${label}`, [{titles: [], total}], 'Delete it with fromTitles=true to take it off them.');
		await tags.remove(tag);
		return;
	}
	const promise = toPromise(renameTag, {tagId: tag.id, from: label, to: null});
	await tags.remove(tag, session => outbox.put(promise, session));
	await startPromised(renameTag, promise, {jobs});
}

const titles = viewOf<TagTitles>()({movies: integer.description('Number of movies.'), series: integer.description('Number of series.')});
const use = viewOf<TagUse>()(
	{
		kind: oneOf(tagUserKinds).description('What it is.'),
		id: text.description('Id of the record.'),
		name: text.description('Name of the record.'),
	},
	'TagUse',
);

const tag = viewOf<UsedTag>()(
	{
		id: text,
		label: text.description('Its name.'),
		number: integer.description('Id for programs that know tags by number.'),
		renamedFrom: textOrNull.description('Former name, while titles and records still get the new one; otherwise null.'),
		titles: {...titles, schema: titles.schema.description('Number of titles that have it.')},
		uses: {...use.list, schema: use.list.schema.description('Records that apply to titles with this tag, or not to them.')},
		...stamps,
	},
	'Tag',
);

export const tagsOperations: Operations = {
	[`GET ${path}`]: {
		id: 'listTags',
		summary: 'List tags with the titles and records that have them',
		replies: {200: objectOf({tags: tag.list})},
	},
	[`GET ${path}/:id`]: {id: 'getTag', summary: 'Show a tag', replies: {200: tag.schema}},
	[`POST ${path}`]: {
		id: 'addTag',
		summary: 'Add a tag; 200 with the known one if there is one with this label',
		replies: {200: tag.schema, 201: tag.schema},
		failures: [409],
	},
	[`PUT ${path}/:id`]: {
		id: 'updateTag',
		summary: 'Rename a tag; titles and records get the new label in the background',
		replies: {200: tag.schema},
		failures: [409],
	},
	[`DELETE ${path}/:id`]: {id: 'deleteTag', summary: 'Delete an unused tag', replies: {204: null}, failures: [409]},
};
