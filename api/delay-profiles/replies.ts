import type {Operations} from '#api/http/operation.ts';
import {preferredProtocols} from '#shared/domain/decisions/delay-profile.ts';
import {flag, integer, oneOf, stamps, text, texts} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import type {StoredDelayProfile} from '#shared/store/profiles/delay-profiles.ts';

export const delayProfile = viewOf<StoredDelayProfile>()(
	{
		id: text,
		order: integer,
		tags: texts.description('Names or ids of the libraries that it applies to; the profile without any is the default.'),
		preferredProtocol: oneOf(preferredProtocols),
		enableTorrent: from(flag.description('False: no torrent is taken.'), ({enableTorrent}: StoredDelayProfile) => enableTorrent !== false),
		enableUsenet: from(
			flag.description('False: no usenet release is taken.'),
			({enableUsenet}: StoredDelayProfile) => enableUsenet !== false,
		),
		torrentDelayMinutes: integer,
		usenetDelayMinutes: integer,
		bypassIfHighestQuality: flag,
		bypassIfAboveFormatScore: flag,
		minimumFormatScore: integer,
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
		summary: 'Add a delay profile for some libraries',
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
