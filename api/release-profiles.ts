import Joi from 'joi';
import {idParams, nameField, readOnlyFields, tagsField} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import {learnTags} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {patternOfTerm} from '#shared/domain/decisions/release-profile.ts';
import {scopes} from '#shared/domain/scope.ts';
import type {Fault} from '#shared/errors.ts';
import {createPatternTrial} from '#shared/patterns/pattern-faults.ts';
import {flag, oneOf, orNull, stamps, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {field} from '#shared/providers/provider-family.ts';
import type {NewReleaseProfile, StoredReleaseProfile} from '#shared/store/profiles/release-profiles.ts';

export function releaseProfilesRoutes(deps: RouteDeps): Route[] {
	const {releaseProfiles, struckPatterns, now} = deps;
	const findFaults = ({body}: CheckedBody<NewReleaseProfile>) => termFaults(body, deps);
	return [
		route('GET /api/release-profiles', {access: 'auth'}, async () =>
			ok({releaseProfiles: (await releaseProfiles.list()).map(releaseProfile.present)}),
		),
		route('GET /api/release-profiles/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(releaseProfile.present(await releaseProfiles.get(params.id))),
		),
		route('POST /api/release-profiles', {access: 'admin', body: addReleaseProfileBody, findFaults}, async ({body}) => {
			await learnTags([...body.tags, ...body.excludedTags], deps);
			await struckPatterns.forget(patternsIn(body));
			return created(releaseProfile.present(await releaseProfiles.add(body, now())));
		}),
		route(
			'PUT /api/release-profiles/:id',
			{access: 'admin', params: idParams, body: editReleaseProfileBody, findFaults},
			async ({params, body}) => {
				const {id} = await releaseProfiles.get(params.id);
				await learnTags([...(body.tags ?? []), ...(body.excludedTags ?? [])], deps);
				await struckPatterns.forget(patternsIn(body));
				return ok(releaseProfile.present(await releaseProfiles.change(id, body, now())));
			},
		),
		route('DELETE /api/release-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await releaseProfiles.get(params.id);
			await releaseProfiles.remove(id);
			return noContent;
		}),
	];
}

type Terms = Partial<Pick<NewReleaseProfile, 'mustContain' | 'mustNotContain'>>;

const patternsIn = ({mustContain = [], mustNotContain = []}: Terms) =>
	[...mustContain, ...mustNotContain].map(patternOfTerm).filter(pattern => pattern !== null);

async function termFaults(terms: Terms, {patternMatcher}: Pick<RouteDeps, 'patternMatcher'>): Promise<Fault[]> {
	const faults = await createPatternTrial(patternMatcher).faultsOf(patternsIn(terms));
	return Object.entries({mustContain: terms.mustContain ?? [], mustNotContain: terms.mustNotContain ?? []}).flatMap(([name, given]) =>
		given.flatMap((term, index) => {
			const fault = faults.get(patternOfTerm(term) ?? '');
			return fault === undefined ? [] : [{path: `${name}[${index}]`, message: `${name}[${index}] ${fault}`}];
		}),
	);
}

const terms = Joi.array().items(Joi.string().max(500).pattern(/\S/, 'more than white space')).max(200);

const fields = {
	name: nameField(100),
	enabled: Joi.boolean(),
	mustContain: terms,
	mustNotContain: terms,
	tags: tagsField(),
	excludedTags: tagsField(),
	indexerIds: Joi.array().items(Joi.string().max(100)).max(200).unique(),
	scope: field.scope,
};

const addReleaseProfileBody = Joi.object<NewReleaseProfile>({
	name: fields.name.required(),
	enabled: fields.enabled.default(true),
	mustContain: terms.default([]),
	mustNotContain: terms.default([]),
	tags: fields.tags.default([]),
	excludedTags: fields.excludedTags.default([]),
	indexerIds: fields.indexerIds.default([]),
	scope: field.scope.default(null),
});
const editReleaseProfileBody = Joi.object<Partial<NewReleaseProfile>>({...fields, ...readOnlyFields('lastError')});

const releaseProfile = viewOf<StoredReleaseProfile>()(
	{
		id: text,
		name: text,
		enabled: flag,
		mustContain: texts.description('A title must contain at least one of them: texts, or patterns between slashes. Case is ignored.'),
		mustNotContain: texts,
		tags: texts,
		excludedTags: texts,
		indexerIds: texts,
		scope: from(orNull(oneOf(scopes)), ({scope = null}: StoredReleaseProfile) => scope),
		lastError: textOrNull.description('Why one of its patterns is treated as not found; null if all of them run.'),
		...stamps,
	},
	'ReleaseProfile',
);

export const releaseProfilesOperations: Operations = recordOperations('/api/release-profiles', {
	name: 'ReleaseProfile',
	view: releaseProfile,
});
