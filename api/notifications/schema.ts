import Joi from 'joi';
import {forKinds, nameField, readOnlyFields, secretText} from '#api/http/fields.ts';
import {type PageQuery, pageFields} from '#api/http/pages.ts';
import {type Delivery, deliveryStatuses} from '#shared/domain/notifications/delivery.ts';
import {
	fileEvents,
	isMediaServer,
	type NotificationSettings,
	notificationEvents,
	notificationFieldKinds,
	notificationKinds,
} from '#shared/domain/notifications/notification.ts';
import type {Fault} from '#shared/errors.ts';
import type {NewNotification} from '#shared/store/notifications/notifications.ts';

const path = Joi.string().max(4096).required();

const fields = forKinds(notificationFieldKinds, {
	name: nameField(100).description('Unique name.'),
	kind: Joi.string()
		.valid(...notificationKinds)
		.description('Kind of receiver: any program by webhook, or a media server.'),
	url: Joi.string()
		.uri({scheme: ['http', 'https']})
		.max(2000)
		.description('Where webhooks are sent, or the address of the media server, such as http://plex.test:32400.'),
	secret: secretText(200).description('Signs webhooks: `whsec_` and 24 to 64 bytes in base64. Without one, one is made and shown once.'),
	apiKey: secretText(500)
		.pattern(/^[\x21-\x7e]*$/, 'visible ASCII characters')
		.description('API key of Jellyfin or Emby, or token (X-Plex-Token) of Plex.'),
	enabled: Joi.boolean().description('Whether events are sent.'),
	events: Joi.array()
		.items(Joi.string().valid(...notificationEvents))
		.unique()
		.description('Events that it receives; all that its kind knows if left out. Media servers know imported, upgraded and deleted.'),
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
});

const newFields = {
	...fields,
	name: fields.name.required(),
	kind: fields.kind.required(),
	url: fields.url.required(),
	enabled: fields.enabled.default(true),
	pathMappings: fields.pathMappings.default([]),
};

const readOnly = readOnlyFields('status', 'lastError', 'disabledUntil');

/** `events` has its default by the kind. */
type Given = Omit<NewNotification, 'events'> & {events?: NewNotification['events']};
export const addNotificationBody = Joi.object<Given>(newFields);
export const editNotificationBody = Joi.object<Partial<NewNotification>>({...fields, ...readOnly});
/** With the id of a stored notification, stars mean its stored secrets. */
export const testNotificationBody = Joi.object<Given & {id?: string}>({
	...newFields,
	...readOnly,
	id: Joi.string().max(100).description('Of a stored notification, whose secrets stars stand for.'),
});

export interface DeliveriesQuery extends PageQuery {
	status?: Delivery['status'];
}
export const deliveriesQuery = Joi.object<DeliveriesQuery, true>({
	...pageFields(),
	status: Joi.string()
		.valid(...deliveryStatuses)
		.description('Only deliveries with this status.'),
});

export interface DeliveryParams {
	id: string;
	deliveryId: string;
}
export const deliveryParams = Joi.object<DeliveryParams, true>({
	id: Joi.string().required().description('Id of the notification.'),
	deliveryId: Joi.string().required().description('Id of the delivery.'),
});

const secretBytes = {least: 24, most: 64};

/** What a whole record must fulfil beyond its single fields. */
export function faultsOf(settings: Omit<NotificationSettings, 'id'>): Fault[] {
	const {kind, secret, apiKey, events, pathMappings} = settings;
	if (!isMediaServer(settings)) {
		return [
			...(isSigningSecret(secret)
				? []
				: [{path: 'secret', message: 'secret must be whsec_ and 24 to 64 bytes in base64; leave it out to get one'}]),
			...(apiKey ? [{path: 'apiKey', message: 'apiKey is only for media servers; a webhook is signed with its secret'}] : []),
			...(pathMappings.length > 0 ? [{path: 'pathMappings', message: 'pathMappings are only for media servers'}] : []),
		];
	}
	const foreign = events.filter(event => !fileEvents.includes(event));
	return [
		...(secret ? [{path: 'secret', message: `secret is only for webhooks; ${kind} takes an apiKey`}] : []),
		...(apiKey ? [] : [{path: 'apiKey', message: `apiKey must be given: ${kind} answers nobody without one`}]),
		...(foreign.length > 0
			? [{path: 'events', message: `events of ${kind} may be ${fileEvents.join(', ')}, but not ${foreign.join(', ')}`}]
			: []),
	];
}

function isSigningSecret(secret: string | null): boolean {
	// The library that signs takes only whole base64, without the letters - and _ of addresses.
	const encoded = /^whsec_((?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)$/.exec(secret ?? '')?.[1];
	const {length} = Buffer.from(encoded ?? '', 'base64');
	return length >= secretBytes.least && length <= secretBytes.most;
}
