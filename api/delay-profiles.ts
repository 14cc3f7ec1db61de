import Joi from 'joi';
import {idParams, readOnlyFields, tagsField} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import {learnTags} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {preferredProtocols} from '#shared/domain/decisions/delay-profile.ts';
import {scopes} from '#shared/domain/scope.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {flag, integer, oneOf, orNull, stamps, text, texts} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {field} from '#shared/providers/provider-family.ts';
import {defaultDelay, keepDefaultDelay} from '#shared/settings/delay-default.ts';
import type {NewDelayProfile, StoredDelayProfile} from '#shared/store/profiles/delay-profiles.ts';

export function delayProfilesRoutes(deps: RouteDeps): Route[] {
	const {delayProfiles, settings, now} = deps;
	const findFaults = async ({body: {tags, ...protocols}, params}: CheckedBody<NewDelayProfile>): Promise<Fault[]> => {
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
			await learnTags(body.tags, deps);
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
				await learnTags(body.tags ?? [], deps);
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

function protocolFaults({enableTorrent, enableUsenet}: Partial<Pick<NewDelayProfile, 'enableTorrent' | 'enableUsenet'>>): Fault[] {
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
		: 'tags must name a library or a label: the profile without tags is the default';
	return [{path: 'tags', message}];
}

const longestOrder = 2_147_483_647;
/** A week in minutes, the same limit as in the settings. */
const longestDelay = 10_080;
const score = Joi.number().integer().min(-1_000_000).max(1_000_000);

const fields = {
	order: Joi.number().integer().min(0).max(longestOrder),
	tags: tagsField(),
	preferredProtocol: Joi.string().valid(...preferredProtocols),
	enableTorrent: Joi.boolean(),
	enableUsenet: Joi.boolean(),
	torrentDelayMinutes: Joi.number().integer().min(0).max(longestDelay),
	usenetDelayMinutes: Joi.number().integer().min(0).max(longestDelay),
	bypassIfHighestQuality: Joi.boolean(),
	bypassIfAboveFormatScore: Joi.boolean(),
	minimumFormatScore: score,
	scope: field.scope,
};

/** Body of a new profile; without an order it is placed last. */
export type AddDelayProfileBody = Omit<NewDelayProfile, 'order'> & {order?: number};
const addDelayProfileBody = Joi.object<AddDelayProfileBody>({
	order: fields.order,
	tags: fields.tags.min(1).required(),
	preferredProtocol: fields.preferredProtocol.default('any'),
	enableTorrent: fields.enableTorrent.default(true),
	enableUsenet: fields.enableUsenet.default(true),
	torrentDelayMinutes: fields.torrentDelayMinutes.default(0),
	usenetDelayMinutes: fields.usenetDelayMinutes.default(0),
	bypassIfHighestQuality: fields.bypassIfHighestQuality.default(true),
	bypassIfAboveFormatScore: fields.bypassIfAboveFormatScore.default(false),
	minimumFormatScore: score.default(0),
	scope: field.scope.default(null),
});
const editDelayProfileBody = Joi.object<Partial<NewDelayProfile>>({...fields, ...readOnlyFields('isDefault')});

const delayProfile = viewOf<StoredDelayProfile>()(
	{
		id: text,
		order: integer,
		tags: texts.description('Libraries and tags: it applies to titles with one of them; the profile without any is the default.'),
		preferredProtocol: oneOf(preferredProtocols),
		enableTorrent: flag.description('False: no torrent is taken.'),
		enableUsenet: flag.description('False: no usenet release is taken.'),
		torrentDelayMinutes: integer,
		usenetDelayMinutes: integer,
		bypassIfHighestQuality: flag,
		bypassIfAboveFormatScore: flag,
		minimumFormatScore: integer,
		scope: from(orNull(oneOf(scopes)), ({scope = null}: StoredDelayProfile) => scope),
		isDefault: flag.description(
			'Its delays and protocol are the settings `download.torrentDelayMinutes`, `download.usenetDelayMinutes` and `download.preferredProtocol`.',
		),
		...stamps,
	},
	'DelayProfile',
);

export const delayProfilesOperations: Operations = {
	'GET /api/delay-profiles': {
		id: 'listDelayProfiles',
		summary: 'List delay profiles in order',
		replies: {200: objectOf({delayProfiles: delayProfile.list})},
	},
	'GET /api/delay-profiles/:id': {id: 'getDelayProfile', summary: 'Show a delay profile', replies: {200: delayProfile.schema}},
	'POST /api/delay-profiles': {
		id: 'addDelayProfile',
		summary: 'Add a delay profile for some titles',
		replies: {201: delayProfile.schema},
	},
	'PUT /api/delay-profiles/:id': {id: 'updateDelayProfile', summary: 'Change a delay profile', replies: {200: delayProfile.schema}},
	'DELETE /api/delay-profiles/:id': {
		id: 'deleteDelayProfile',
		summary: 'Delete a delay profile other than the default',
		replies: {204: null},
		failures: [409],
	},
};
