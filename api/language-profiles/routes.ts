import {idParams} from '#api/http/fields.ts';
import {refuseUsed} from '#api/http/references.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {NewLanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {changingDefault, changingWishes, wishesDiffer} from './rejudge.ts';
import {languageProfile} from './replies.ts';
import {addLanguageProfileBody, editLanguageProfileBody} from './schema.ts';

export function languageProfilesRoutes(deps: RouteDeps): Route[] {
	const {languageProfiles, libraries, now} = deps;
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: SoundBody<NewLanguageProfile>) => {
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
				const changed = await (wishesDiffer(stored, body) ? changingWishes(stored, change, deps) : change());
				return ok(languageProfile.present(changed));
			},
		),
		route('DELETE /api/language-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const stored = await languageProfiles.get(params.id);
			const {id, name} = stored;
			refuseUsed(
				name,
				(await libraries.withLanguageProfile(id)).map(each => `the library ${each}`),
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
	return isStep ? [] : [{path: 'cutoff', message: 'cutoff must be one of the allowed languages'}];
}

function subtitleCutoffFaults({subtitles, subtitleCutoff}: Partial<Pick<NewLanguageProfile, 'subtitles' | 'subtitleCutoff'>>): Fault[] {
	const isWanted = !subtitleCutoff || (subtitles ?? []).some(({code}) => code === subtitleCutoff);
	return isWanted ? [] : [{path: 'subtitleCutoff', message: 'subtitleCutoff must be the code of one of the subtitles, or null'}];
}
