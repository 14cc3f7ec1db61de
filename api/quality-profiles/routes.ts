import {idParams} from '#api/http/id-params.ts';
import {invalid} from '#api/http/read-input.ts';
import {refuseUsed} from '#api/http/refuse-used.ts';
import {created, noContent, ok} from '#api/http/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict} from '#shared/errors.ts';
import {presentProfile} from './presenter.ts';
import {profileFaults} from './profile-faults.ts';
import {addProfileBody, editProfileBody, type ProfileBody} from './schema.ts';

export function qualityProfilesRoutes({qualityProfiles, customFormats, libraries, movies, series, now}: RouteDeps): Route[] {
	const check = async (profile: ProfileBody) => {
		const formats = profile.formatScores.length > 0 ? await customFormats.list() : [];
		const faults = profileFaults(profile, new Set(formats.map(({id}) => id)));
		if (faults.length > 0) {
			throw invalid(faults);
		}
	};

	return [
		route('GET /api/quality-profiles', {access: 'auth'}, async () =>
			ok({qualityProfiles: (await qualityProfiles.list()).map(presentProfile)}),
		),
		route('GET /api/quality-profiles/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(presentProfile(await qualityProfiles.get(params.id))),
		),
		route('POST /api/quality-profiles', {access: 'admin', body: addProfileBody}, async ({body}) => {
			await check(body);
			return created(presentProfile(await qualityProfiles.add(body, now())));
		}),
		route('PUT /api/quality-profiles/:id', {access: 'admin', params: idParams, body: editProfileBody}, async ({params, body}) => {
			const stored = await qualityProfiles.get(params.id);
			await check({...stored, ...body});
			return ok(presentProfile(await qualityProfiles.change(stored.id, body, now())));
		}),
		route('DELETE /api/quality-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, name} = await qualityProfiles.get(params.id);
			const shelves = (await libraries.withQualityProfile(id)).map(each => `the library ${each}`);
			const titles = [...shelves, ...(await movies.titlesWithProfile(id)), ...(await series.titlesWithProfile(id))];
			refuseUsed(name, titles, 'Give them another profile first.');
			if ((await qualityProfiles.list()).length === 1) {
				throw new Conflict('in_use', `${name} is the last profile, and new titles need one. Make another first.`);
			}
			await qualityProfiles.remove(id);
			return noContent;
		}),
	];
}
