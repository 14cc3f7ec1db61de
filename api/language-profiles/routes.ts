import {idParams} from '#api/http/id-params.ts';
import {invalid} from '#api/http/read-input.ts';
import {refuseUsed} from '#api/http/refuse-used.ts';
import {created, noContent, ok} from '#api/http/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {NewLanguageProfile} from '#shared/domain/languages/language-profile.ts';
import {Conflict} from '#shared/errors.ts';
import {presentLanguageProfile} from './presenter.ts';
import {addLanguageProfileBody, editLanguageProfileBody} from './schema.ts';

export function languageProfilesRoutes({languageProfiles, libraries, now}: RouteDeps): Route[] {
	return [
		route('GET /api/language-profiles', {access: 'auth'}, async () =>
			ok({languageProfiles: (await languageProfiles.list()).map(presentLanguageProfile)}),
		),
		route('GET /api/language-profiles/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(presentLanguageProfile(await languageProfiles.get(params.id))),
		),
		route('POST /api/language-profiles', {access: 'admin', body: addLanguageProfileBody}, async ({body}) => {
			checkCutoff(body);
			return created(presentLanguageProfile(await languageProfiles.add(body, now())));
		}),
		route('PUT /api/language-profiles/:id', {access: 'admin', params: idParams, body: editLanguageProfileBody}, async ({params, body}) => {
			const stored = await languageProfiles.get(params.id);
			checkCutoff({...stored, ...body});
			return ok(presentLanguageProfile(await languageProfiles.change(stored.id, body, now())));
		}),
		route('DELETE /api/language-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, name} = await languageProfiles.get(params.id);
			refuseUsed(
				name,
				(await libraries.withLanguageProfile(id)).map(each => `the library ${each}`),
				'Give it another profile first.',
			);
			if ((await languageProfiles.list()).length === 1) {
				throw new Conflict('in_use', `${name} is the last profile, and new libraries need one. Make another first.`);
			}
			await languageProfiles.remove(id);
			return noContent;
		}),
	];
}

function checkCutoff({languages, cutoff}: Pick<NewLanguageProfile, 'languages' | 'cutoff'>): void {
	if (!languages.some(({code, allowed}) => allowed && code === cutoff)) {
		throw invalid([{path: 'cutoff', message: 'cutoff must be an allowed language of languages'}]);
	}
}
