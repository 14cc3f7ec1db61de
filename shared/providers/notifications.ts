import {randomBytes} from 'node:crypto';
import Joi from 'joi';
import {
	fileEvents,
	isMediaServer,
	type NotificationHealth,
	type NotificationSettings,
	notificationEvents,
	notificationKinds,
} from '../domain/notifications/notification.ts';
import type {Fault} from '../errors.ts';
import {type Entered, field, type ProviderFamily} from './provider-family.ts';

const path = Joi.string().max(4096).required();

export const notificationFamily: ProviderFamily<NotificationSettings, NotificationHealth> = {
	name: 'notification',
	collection: 'notifications',
	kinds: notificationKinds,
	fields: {
		name: field.name.description('Unique name.'),
		kind: field.kindOf(notificationKinds).description('Kind of receiver: any program via webhook, or a media server.'),
		url: field.webAddress.description('Where webhooks are sent, or the address of the media server, such as http://plex.test:32400.'),
		secret: field.text(200).description('Signs webhooks: `whsec_` and 24 to 64 bytes in base64. Without one, one is made and shown once.'),
		apiKey: field
			.text(500)
			.pattern(/^[\x21-\x7e]*$/, 'visible ASCII characters')
			.description('API key of Jellyfin or Emby, or token (X-Plex-Token) of Plex.'),
		enabled: Joi.boolean().description('Whether events are sent.'),
		events: Joi.array()
			.items(Joi.string().valid(...notificationEvents))
			.unique()
			.description('Events that it receives; all that its kind supports by default. Media servers support imported, upgraded and deleted.'),
		pathMappings: Joi.array()
			.items(
				Joi.object({
					from: path.pattern(/^\//, 'an absolute path as this service sees it').description('Folder as this service sees it.'),
					to: path
						.pattern(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'an absolute path as the media server sees it')
						.description('The same folder as the media server sees it.'),
				}),
			)
			.max(50)
			.description('Needed where a media server sees the library under other paths, as it often does in a container.'),
		tags: field.tags.description(
			'Libraries and labels; only their titles are notified of. Empty for all titles. Health is not tied to titles.',
		),
	},
	required: ['name', 'kind', 'url'],
	defaults: {enabled: true, pathMappings: [], tags: []},
	protection: {url: 'address', secret: 'secret', apiKey: 'secret'},
	untried: ({enabled}) => ({status: enabled ? 'ok' : 'disabled', lastError: null, disabledUntil: null, failures: 0}),
	/** Its test is a message to people, so only they ask for it. */
	isTestedWhenSaved: () => false,
	isOffWhenDisabled: true,
	complete: settings => ({
		...settings,
		secret: settings.secret || null,
		apiKey: settings.apiKey || null,
		events: settings.events ?? (isMediaServer(settings) ? [...fileEvents] : [...notificationEvents]),
	}),
	generate: settings => (isMediaServer(settings) || settings.secret ? {} : {secret: `whsec_${randomBytes(32).toString('base64')}`}),
	faults: settings => (isMediaServer(settings) ? mediaServerFaults(settings) : webhookFaults(settings)),
};

function webhookFaults({secret, apiKey, pathMappings}: Entered<NotificationSettings>): Fault[] {
	return [
		...(isSigningSecret(secret)
			? []
			: [{path: 'secret', message: 'secret must be whsec_ and 24 to 64 bytes in base64; leave it out to get one'}]),
		...(apiKey ? [{path: 'apiKey', message: 'apiKey is only for media servers; a webhook is signed with its secret'}] : []),
		...(pathMappings.length > 0 ? [{path: 'pathMappings', message: 'pathMappings are only for media servers'}] : []),
	];
}

function mediaServerFaults({kind, secret, apiKey, events}: Entered<NotificationSettings>): Fault[] {
	const foreign = events.filter(event => !fileEvents.includes(event));
	return [
		...(secret ? [{path: 'secret', message: `secret is only for webhooks; ${kind} takes an apiKey`}] : []),
		...(apiKey ? [] : [{path: 'apiKey', message: `apiKey must be given: ${kind} answers nobody without one`}]),
		...(foreign.length > 0
			? [{path: 'events', message: `events of ${kind} may be ${fileEvents.join(', ')}, but not ${foreign.join(', ')}`}]
			: []),
	];
}

const secretBytes = {min: 24, max: 64};

function isSigningSecret(secret: string | null): boolean {
	// The library that signs takes only whole base64, without the letters - and _ of addresses.
	const encoded = /^whsec_((?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)$/.exec(secret ?? '')?.[1];
	const {length} = Buffer.from(encoded ?? '', 'base64');
	return length >= secretBytes.min && length <= secretBytes.max;
}
