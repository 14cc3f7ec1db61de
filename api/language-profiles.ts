import Joi from 'joi';
import {idParams, nameField, readOnlyFields} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import {refuseUsed, usesByLists} from '#api/http/references.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {changeWithJob} from '#shared/coordination/outbox.ts';
import type {LanguageProfile, LanguageStep, NewLanguageProfile, WantedSubtitle} from '#shared/domain/languages/language-profile.ts';
import {languageCodes, regionalLanguages, subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {subtitleKindKey} from '#shared/domain/media/subtitle.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import {flag, integer, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {StoredLanguageProfile} from '#shared/store/profiles/language-profiles.ts';

export function languageProfilesRoutes(deps: RouteDeps): Route[] {
	const {languageProfiles, importLists, libraries, movies, series, now} = deps;
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: CheckedBody<NewLanguageProfile>) => {
		const stored = await languageProfiles.find(params['id'] ?? '');
		const parts = {...stored, ...body};
		return [
			...(wrong.has('languages') || wrong.has('cutoff') ? [] : cutoffFaults(parts)),
			...(wrong.has('subtitles') || wrong.has('subtitleCutoff') ? [] : subtitleCutoffFaults(parts)),
		];
	};
	return [
		route('GET /api/language-profiles', {access: 'auth'}, async () =>
			ok({languageProfiles: (await languageProfiles.list()).map(languageProfile.present)}),
		),
		route('GET /api/language-profiles/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(languageProfile.present(await languageProfiles.get(params.id))),
		),
		route('POST /api/language-profiles', {access: 'admin', body: addLanguageProfileBody, findFaults}, async ({body}) => {
			const added = await changingDefault(null, () => languageProfiles.add(body, now()), deps);
			return created(languageProfile.present(added));
		}),
		route(
			'PUT /api/language-profiles/:id',
			{access: 'admin', params: idParams, body: editLanguageProfileBody, findFaults},
			async ({params, body}) => {
				const stored = await languageProfiles.get(params.id);
				const change = () => languageProfiles.change(stored.id, body, now());
				const changed = await (subtitlesDiffer(stored, body) ? changingSubtitles(stored, change, deps) : change());
				return ok(languageProfile.present(changed));
			},
		),
		route('DELETE /api/language-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const stored = await languageProfiles.get(params.id);
			const {id, name} = stored;
			refuseUsed(
				name,
				[
					...(await libraries.withLanguageProfile(id)).map(each => `the library ${each}`),
					...(await usesByLists(importLists, ({languageProfileId}) => languageProfileId === id)),
					await movies.usesOfLanguageProfile(id),
					await series.usesOfLanguageProfile(id),
				],
				'Give it another profile first.',
			);
			const remove = async () => {
				if (!(await languageProfiles.removeUnlessLast(id))) {
					throw new Conflict('in_use', `${name} is the last profile, and new libraries need one. Create another one first.`);
				}
			};
			await changingDefault(stored, remove, deps);
			return noContent;
		}),
	];
}

function cutoffFaults({languages, cutoff}: Partial<Pick<NewLanguageProfile, 'languages' | 'cutoff'>>): Fault[] {
	const isStep = !languages || cutoff === undefined || languages.some(({code, allowed}) => allowed && code === cutoff);
	return isStep ? [] : [{path: 'cutoff', message: 'choose one of the allowed languages at which upgrades stop'}];
}

function subtitleCutoffFaults({subtitles, subtitleCutoff}: Partial<Pick<NewLanguageProfile, 'subtitles' | 'subtitleCutoff'>>): Fault[] {
	const isWanted = !subtitleCutoff || (subtitles ?? []).some(({code}) => code === subtitleCutoff);
	return isWanted ? [] : [{path: 'subtitleCutoff', message: 'choose one of the wanted subtitles, or none'}];
}

type Deps = Pick<RouteDeps, 'languageProfiles' | 'libraries' | 'movies' | 'series' | 'jobs' | 'outbox'>;

/** Changes a profile; afterwards it is determined again what its titles lack, and searched. */
async function changingSubtitles<T>(profile: StoredLanguageProfile, change: () => Promise<T>, deps: Deps): Promise<T> {
	const users = (await deps.libraries.list()).filter(({languageProfileId}) => languageProfileId === profile.id);
	// Titles without a library have the default profile.
	const ofTitles = await Promise.all([deps.movies, deps.series].map(titles => titles.usesOfLanguageProfile(profile.id)));
	const isForAll = users.length > 1 || ofTitles.some(({total}) => total > 0) || (await isDefault(profile, deps));
	const payload = {libraryId: isForAll ? null : (users[0]?.id ?? null), search: true};
	return users.length > 0 || isForAll ? await changeWithJob(change, {job: rejudgeSubtitles, payload}, deps) : await change();
}

/** Adds or removes a profile; without the default of the first start, the first by name is the default. */
async function changingDefault<T>(removed: StoredLanguageProfile | null, change: () => Promise<T>, deps: Deps): Promise<T> {
	const isStable = removed === null ? (await deps.languageProfiles.list()).some(each => each.isDefault) : !(await isDefault(removed, deps));
	return isStable ? await change() : await changeWithJob(change, {job: rejudgeSubtitles, payload: {libraryId: null}}, deps);
}

function subtitlesDiffer(before: LanguageProfile, after: Partial<LanguageProfile>): boolean {
	const {subtitles = before.subtitles, subtitleCutoff = before.subtitleCutoff, name = before.name} = after;
	return JSON.stringify([subtitles, subtitleCutoff, name]) !== JSON.stringify([before.subtitles, before.subtitleCutoff, before.name]);
}

async function isDefault({id}: StoredLanguageProfile, {languageProfiles}: Deps): Promise<boolean> {
	return (await languageProfiles.getDefault()).id === id;
}

const subtitleCode = Joi.string()
	.valid(...subtitleLanguages)
	.meta({schemaName: 'SubtitleLanguage'})
	.messages({'any.only': `{{#label}} must be an ISO 639-1 language code such as en, or one of ${regionalLanguages.join(', ')}`});
const soundCode = Joi.string()
	.valid('original', ...languageCodes)
	.messages({'any.only': '{{#label}} must be original or an ISO 639-1 language code such as en'});
const language = Joi.object<LanguageStep, true>({code: soundCode.required(), allowed: Joi.boolean().required()});
const subtitle = Joi.object<WantedSubtitle, true>({
	code: subtitleCode.required(),
	forced: Joi.boolean().default(false),
	hearingImpaired: Joi.boolean().default(false),
});

const maxSubtitles = 100;

/** Joi's own check compares each entry with each other. Malformed entries are reported separately. */
function refuseRepeated(wanted: WantedSubtitle[], {error, state}: Joi.CustomHelpers): WantedSubtitle[] | Joi.ErrorReport {
	const keys = wanted
		.slice(0, maxSubtitles)
		.map(subtitle => (subtitle?.code === undefined ? null : subtitleKindKey({...subtitle, language: subtitle.code})));
	const repeated = keys.findIndex((key, index) => key !== null && keys.indexOf(key) < index);
	const location = () => state.localize?.([...(state.path ?? []), repeated], state.ancestors, null);
	return repeated < 0 ? wanted : error('array.unique', {pos: repeated, dupePos: keys.indexOf(keys[repeated] ?? null)}, location());
}

const fields = {
	name: nameField(100),
	languages: Joi.array().items(language).min(1).max(languageCodes.length).unique('code'),
	cutoff: soundCode,
	upgradeAllowed: Joi.boolean(),
	subtitles: Joi.array().items(subtitle).max(maxSubtitles).custom(refuseRepeated),
	minimumSubtitleScore: Joi.number().integer().min(0).max(100),
	subtitleCutoff: subtitleCode.allow(null),
};

/** For examples: the cutoff is one of the languages. */
const germanFirst = {
	languages: [
		{code: 'de', allowed: true},
		{code: 'en', allowed: true},
	],
	cutoff: 'de',
};

const addLanguageProfileBody = Joi.object<NewLanguageProfile, true>({
	name: fields.name.required(),
	languages: fields.languages.required(),
	cutoff: fields.cutoff.required(),
	upgradeAllowed: fields.upgradeAllowed.default(true),
	subtitles: fields.subtitles.default([]),
	minimumSubtitleScore: fields.minimumSubtitleScore.default(70),
	subtitleCutoff: fields.subtitleCutoff.default(null),
}).example({
	name: 'German, else English',
	...germanFirst,
	subtitles: [{code: 'en', forced: false, hearingImpaired: false}],
});
const editLanguageProfileBody = Joi.object<Partial<NewLanguageProfile>>({...fields, ...readOnlyFields('isDefault')}).example(germanFirst);

const languageProfile = viewOf<StoredLanguageProfile>()(
	{
		id: text,
		name: text,
		languages: viewOf<LanguageStep>()({code: text, allowed: flag}).list,
		cutoff: text,
		upgradeAllowed: flag,
		subtitles: viewOf<WantedSubtitle>()({code: text, forced: flag, hearingImpaired: flag}).list,
		minimumSubtitleScore: integer,
		subtitleCutoff: textOrNull,
		isDefault: flag,
		...stamps,
	},
	'LanguageProfile',
);

export const languageProfilesOperations: Operations = recordOperations('/api/language-profiles', {
	name: 'LanguageProfile',
	view: languageProfile,
	deletable: 'an unused language profile',
});
