import {idParams} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {defaultDelay, keepDefaultDelay} from '#shared/settings/delay-default.ts';
import type {NewDelayProfile, StoredDelayProfile} from '#shared/store/profiles/delay-profiles.ts';
import {delayProfile} from './replies.ts';
import {addDelayProfileBody, editDelayProfileBody} from './schema.ts';

export function delayProfilesRoutes({delayProfiles, settings, now}: RouteDeps): Route[] {
	const findFaults = async ({body: {tags, ...protocols}, params}: SoundBody<NewDelayProfile>): Promise<Fault[]> => {
		const stored = (await delayProfiles.list()).find(({id}) => id === params['id']);
		return [...(stored && tags ? tagFaults(tags, stored.isDefault) : []), ...protocolFaults({...stored, ...protocols})];
	};
	/** The default profile's delays and protocol are stored as settings. */
	const present = (profile: StoredDelayProfile) => delayProfile.present({...profile, ...(profile.isDefault && defaultDelay(settings))});
	return [
		route('GET /api/delay-profiles', {access: 'auth'}, async () => ok({delayProfiles: (await delayProfiles.list()).map(present)})),
		route('GET /api/delay-profiles/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(present(await delayProfiles.get(params.id))),
		),
		route('POST /api/delay-profiles', {access: 'admin', body: addDelayProfileBody, findFaults}, async ({body}) => {
			const others = (await delayProfiles.list()).filter(({isDefault}) => !isDefault);
			const order = body.order ?? Math.max(0, ...others.map(profile => profile.order)) + 1;
			return created(present(await delayProfiles.add({...body, order}, now())));
		}),
		route(
			'PUT /api/delay-profiles/:id',
			{access: 'admin', params: idParams, body: editDelayProfileBody, findFaults},
			async ({params, body}) => {
				const {id, isDefault} = await delayProfiles.get(params.id);
				if (isDefault) {
					await keepDefaultDelay(body, settings, now());
				}
				return ok(present(await delayProfiles.change(id, body, now())));
			},
		),
		route('DELETE /api/delay-profiles/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id, isDefault} = await delayProfiles.get(params.id);
			if (isDefault) {
				throw new Conflict(
					'default_profile',
					'The delay profile without tags is the default and cannot be deleted. Set its delays to 0 instead.',
				);
			}
			await delayProfiles.remove(id);
			return noContent;
		}),
	];
}

function protocolFaults({enableTorrent, enableUsenet}: Pick<NewDelayProfile, 'enableTorrent' | 'enableUsenet'>): Fault[] {
	return enableTorrent === false && enableUsenet === false
		? [{path: 'enableUsenet', message: 'enableUsenet must be true where enableTorrent is false: a title must be had in one way'}]
		: [];
}

function tagFaults(tags: readonly string[], isDefault: boolean): Fault[] {
	if (isDefault === (tags.length === 0)) {
		return [];
	}
	const message = isDefault
		? 'tags must be empty: this profile is the default'
		: 'tags must name a library: the profile without tags is the default';
	return [{path: 'tags', message}];
}
