import Joi from 'joi';
import {idParams, nameField, readOnlyFields} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import {refuseUsed, usesByLists} from '#api/http/references.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {changeWithJob} from '#shared/coordination/outbox.ts';
import {type FormatScore, itemName, itemQualities, type ProfileItem, type QualityGroup} from '#shared/domain/quality/profiles.ts';
import {qualityNames} from '#shared/domain/quality/qualities.ts';
import {type Scope, scopes} from '#shared/domain/scope.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {everyFile, rescoreFiles} from '#shared/jobs/refresh.ts';
import {wantedLanguageChoices} from '#shared/presenters/choices.ts';
import {flag, integer, listOf, oneOf, orNull, stamps, text} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';
import {field} from '#shared/providers/provider-family.ts';
import type {StoredProfile} from '#shared/store/profiles/quality-profiles.ts';
import {restartSearches} from '#shared/tasks/restart-searches.ts';

export function qualityProfilesRoutes(deps: RouteDeps): Route[] {
	const {qualityProfiles, customFormats, importLists, libraries, movies, series, titleCollections, now} = deps;
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: CheckedBody<ProfileBody>) => {
		const stored = await qualityProfiles.find(params['id'] ?? '');
		const parts = partsOf({...stored, ...body}, wrong);
		const formats = parts.formatScores?.length ? await customFormats.list() : [];
		return profileFaults(parts, new Set(formats.map(({id}) => id)));
	};

	return [
		route('GET /api/quality-profiles', {access: 'auth'}, async () =>
			ok({qualityProfiles: (await qualityProfiles.list()).map(qualityProfile.present)}),
		),
		route('GET /api/quality-profiles/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(qualityProfile.present(await qualityProfiles.get(params.id))),
		),
		route('POST /api/quality-profiles', {access: 'admin', body: addProfileBody, findFaults}, async ({body}) => {
			return created(qualityProfile.present(await qualityProfiles.add(body, now())));
		}),
		route(
			'PUT /api/quality-profiles/:id',
			{access: 'admin', params: idParams, body: editProfileBody, findFaults},
			async ({params, body}) => {
				const {id} = await qualityProfiles.get(params.id);
				const change = () => qualityProfiles.change(id, body, now());
				const changed = await changeWithJob(change, {job: rescoreFiles, payload: everyFile}, deps);
				await restartSearches('all', deps);
				return ok(qualityProfile.present(changed));
			},
		),
		route('DELETE /api/quality-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, name} = await qualityProfiles.get(params.id);
			const libraryUses = (await libraries.withQualityProfile(id)).map(each => `the library ${each}`);
			const listUses = await usesByLists(importLists, ({qualityProfileId}) => qualityProfileId === id);
			const titleUses = [await movies.usesOfProfile(id), await series.usesOfProfile(id), await titleCollections.usesOfProfile(id)];
			refuseUsed(name, [...libraryUses, ...listUses, ...titleUses], 'Give them another profile first.');
			if (!(await qualityProfiles.removeUnlessLast(id))) {
				throw new Conflict('in_use', `${name} is the last profile, and new titles need one. Create another one first.`);
			}
			return noContent;
		}),
	];
}

/** Leaves out malformed fields: the stored values in their place are not what the caller meant. */
function partsOf(profile: ProfileParts, wrong: ReadonlySet<string>): ProfileParts {
	const {items, cutoff, formatScores} = profile;
	return {
		...(items && !wrong.has('items') && {items}),
		...(cutoff !== undefined && !wrong.has('cutoff') && {cutoff}),
		...(formatScores && !wrong.has('formatScores') && {formatScores}),
	};
}

export type ProfileParts = Partial<Pick<ProfileBody, 'items' | 'cutoff' | 'formatScores'>>;

/**
 * Finds what no schema can: a repeated quality, a cutoff that is not allowed, formats that do not exist. Missing parts
 * are skipped.
 */
function profileFaults({items, cutoff, formatScores = []}: ProfileParts, customFormatIds: ReadonlySet<string>): Fault[] {
	const faults = items ? [...itemsFaults(items), ...cutoffFaults(items, cutoff)] : [];
	for (const [index, {customFormatId}] of formatScores.entries()) {
		if (!customFormatIds.has(customFormatId)) {
			faults.push({path: `formatScores[${index}].customFormatId`, message: 'customFormatId must be the id of a custom format'});
		}
	}
	return faults;
}

function itemsFaults(items: readonly ProfileItem[]): Fault[] {
	const faults: Fault[] = [];
	for (const name of repeated(items.flatMap(itemQualities))) {
		faults.push({path: 'items', message: `items must contain ${name} only once`});
	}
	for (const name of repeated(items.map(itemName))) {
		faults.push({path: 'items', message: `items must contain only one group named ${name}`});
	}
	if (!items.some(({allowed}) => allowed)) {
		faults.push({path: 'items', message: 'items must allow at least one quality'});
	}
	return faults;
}

function cutoffFaults(items: readonly ProfileItem[], cutoff: string | undefined): Fault[] {
	const isStep = cutoff === undefined || items.some(item => item.allowed && itemName(item) === cutoff);
	return isStep ? [] : [{path: 'cutoff', message: 'cutoff must be an allowed quality or group in items'}];
}

function repeated(names: readonly string[]): Set<string> {
	return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

export interface ProfileBody {
	name: string;
	items: ProfileItem[];
	cutoff: string;
	upgradeAllowed: boolean;
	packForEpisodeAllowed: boolean;
	minFormatScore: number;
	cutoffFormatScore: number;
	minUpgradeFormatScore: number;
	formatScores: FormatScore[];
	language: string;
	scope?: Scope;
}

const qualityName = Joi.string().valid(...qualityNames);
const group = Joi.object({
	name: nameField(100).required(),
	qualities: Joi.array().items(qualityName).min(1).max(qualityNames.length).required(),
});
const item = Joi.object({quality: qualityName, group, allowed: Joi.boolean().required()}).xor('quality', 'group');
const score = Joi.number().integer().min(-1_000_000).max(1_000_000);
const language = Joi.string()
	.pattern(/^[a-z][a-z-]{1,40}$/, 'any, original, or the lower-case English name of a language')
	.meta({choices: wantedLanguageChoices});
const formatScore = Joi.object<FormatScore, true>({customFormatId: Joi.string().max(100).required(), score: score.required()});

const fields = {
	name: nameField(100),
	items: Joi.array().items(item).min(1).max(100),
	cutoff: Joi.string().max(100),
	upgradeAllowed: Joi.boolean(),
	packForEpisodeAllowed: Joi.boolean(),
	minFormatScore: score,
	cutoffFormatScore: score,
	minUpgradeFormatScore: score.min(1),
	formatScores: Joi.array().items(formatScore).max(1000),
	language,
	scope: field.scope,
};

const addProfileBody = Joi.object<ProfileBody>({
	...fields,
	name: fields.name.required(),
	items: fields.items.required(),
	cutoff: fields.cutoff.required(),
	upgradeAllowed: fields.upgradeAllowed.default(true),
	packForEpisodeAllowed: fields.packForEpisodeAllowed.default(false),
	minFormatScore: score.default(0),
	cutoffFormatScore: score.default(0),
	minUpgradeFormatScore: fields.minUpgradeFormatScore.default(1),
	formatScores: fields.formatScores.default([]),
	language: language.default('original'),
	scope: field.scope.default(null),
});
const editProfileBody = Joi.object<Partial<ProfileBody>>({...fields, ...readOnlyFields('isDefault')});

type Alone = Extract<ProfileItem, {quality: unknown}>;
type Grouped = Extract<ProfileItem, {group: unknown}>;

const quality = oneOf(qualityNames);
const alone = viewOf<Alone>()({quality, allowed: flag});
const groupView = viewOf<QualityGroup>()({name: text, qualities: listOf(quality)});
const grouped = viewOf<Grouped>()({group: groupView, allowed: flag});
const items: Part<readonly ProfileItem[]> = {
	schema: Joi.array().items(Joi.alternatives(alone.schema, grouped.schema)),
	present: list => list.map(item => ('group' in item ? grouped.present(item) : alone.present(item))),
};

const qualityProfile = viewOf<StoredProfile>()(
	{
		id: text,
		name: text,
		items,
		cutoff: text,
		upgradeAllowed: flag,
		packForEpisodeAllowed: flag,
		minFormatScore: integer,
		cutoffFormatScore: integer,
		minUpgradeFormatScore: integer,
		formatScores: viewOf<FormatScore>()({customFormatId: text, score: integer}).list,
		language: text,
		scope: from(orNull(oneOf(scopes)), ({scope = null}: StoredProfile) => scope),
		isDefault: flag,
		...stamps,
	},
	'QualityProfile',
);

export const qualityProfilesOperations: Operations = recordOperations('/api/quality-profiles', {
	name: 'QualityProfile',
	view: qualityProfile,
	deletable: 'an unused quality profile',
});
