import {idParams} from '#api/http/input/id-params.ts';
import {refuseUsed} from '#api/http/input/refuse-used.ts';
import type {SoundBody} from '#api/http/input/sound-body.ts';
import {created, noContent, ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {NewLanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {languageProfile} from './replies.ts';
import {addLanguageProfileBody, editLanguageProfileBody} from './schema.ts';

export function languageProfilesRoutes({languageProfiles, libraries, now}: RouteDeps): Route[] {
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: SoundBody<NewLanguageProfile>) => {
		const stored = await languageProfiles.find(params['id'] ?? '');
		return wrong.has('languages') || wrong.has('cutoff') ? [] : cutoffFaults({...stored, ...body});
	};
	return [
		route('GET /api/language-profiles', {access: 'auth'}, async () =>
			ok({languageProfiles: (await languageProfiles.list()).map(languageProfile.present)}),
		),
		route('GET /api/language-profiles/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(languageProfile.present(await languageProfiles.get(params.id))),
		),
		route('POST /api/language-profiles', {access: 'admin', body: addLanguageProfileBody, findFaults}, async ({body}) => {
			return created(languageProfile.present(await languageProfiles.add(body, now())));
		}),
		route(
			'PUT /api/language-profiles/:id',
			{access: 'admin', params: idParams, body: editLanguageProfileBody, findFaults},
			async ({params, body}) => {
				const {id} = await languageProfiles.get(params.id);
				return ok(languageProfile.present(await languageProfiles.change(id, body, now())));
			},
		),
		route('DELETE /api/language-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, name} = await languageProfiles.get(params.id);
			refuseUsed(
				name,
				(await libraries.withLanguageProfile(id)).map(each => `the library ${each}`),
				'Give it another profile first.',
			);
			if ((await languageProfiles.list()).length === 1) {
				throw new Conflict('in_use', `${name} is the last profile, and new libraries need one. Create another one first.`);
			}
			await languageProfiles.remove(id);
			return noContent;
		}),
	];
}

function cutoffFaults({languages, cutoff}: Partial<Pick<NewLanguageProfile, 'languages' | 'cutoff'>>): Fault[] {
	const isStep = !languages || cutoff === undefined || languages.some(({code, allowed}) => allowed && code === cutoff);
	return isStep ? [] : [{path: 'cutoff', message: 'cutoff must be one of the allowed languages'}];
}
