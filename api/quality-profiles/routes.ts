import {idParams} from '#api/http/fields.ts';
import {refuseUsed} from '#api/http/references.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict} from '#shared/errors.ts';
import {promiseAfter} from '#shared/jobs/promise-job.ts';
import {everyFile, rescoreFiles} from '#shared/jobs/refresh/rescore-files.ts';
import {restartSearches} from '#shared/tasks/restart-searches.ts';
import {type ProfileParts, profileFaults} from './profile-faults.ts';
import {qualityProfile} from './replies.ts';
import {addProfileBody, editProfileBody, type ProfileBody} from './schema.ts';

export function qualityProfilesRoutes(deps: RouteDeps): Route[] {
	const {qualityProfiles, customFormats, libraries, movies, series, now} = deps;
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: SoundBody<ProfileBody>) => {
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
				const changed = await promiseAfter(change, {job: rescoreFiles, payload: everyFile}, deps);
				await restartSearches('all', deps);
				return ok(qualityProfile.present(changed));
			},
		),
		route('DELETE /api/quality-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, name} = await qualityProfiles.get(params.id);
			const shelves = (await libraries.withQualityProfile(id)).map(each => `the library ${each}`);
			refuseUsed(name, [...shelves, await movies.usesOfProfile(id), await series.usesOfProfile(id)], 'Give them another profile first.');
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
