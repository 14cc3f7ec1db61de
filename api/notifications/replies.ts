import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/pages.ts';
import {connectionWorks} from '#api/http/replies.ts';
import {secret} from '#api/http/secrets.ts';
import {type ChangedFile, type Delivery, deliveryStatuses, fileChanges} from '#shared/domain/notifications/delivery.ts';
import {
	type NotificationRecord,
	notificationEvents,
	notificationKinds,
	notificationStatuses,
	type PathMapping,
} from '#shared/domain/notifications/notification.ts';
import {
	flag,
	integer,
	integerOrNull,
	listOf,
	oneOf,
	stamps,
	text,
	textOrNull,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import {message} from './messages.ts';

const mapping = viewOf<PathMapping>()(
	{from: text.description('Folder as this service sees it.'), to: text.description('The same folder as the media server sees it.')},
	'NotificationPathMapping',
);

export const notification = viewOf<NotificationRecord>()(
	{
		id: text.description('Id of the notification.'),
		name: text.description('Unique name.'),
		kind: oneOf(notificationKinds).description('Kind of receiver: any program by webhook, or a media server.'),
		url: text.description('Where webhooks are sent, or the address of the media server.'),
		secret: {
			...secret,
			schema: secret.schema.description('Signs webhooks. Shown only in the reply that it was generated for; otherwise stars.'),
		},
		apiKey: {...secret, schema: secret.schema.description('API key or token of the media server, as stars.')},
		enabled: flag.description('Whether events are sent.'),
		events: listOf(oneOf(notificationEvents)).description('Events that it receives.'),
		pathMappings: {...mapping.list, schema: mapping.list.schema.description('Folders that the media server sees under other paths.')},
		status: oneOf(notificationStatuses).description('How the last message or test went.'),
		lastError: textOrNull.description('Why the last message could not be delivered.'),
		disabledUntil: timestampOrNull.description('After a failure nothing is sent before this time.'),
		...stamps,
	},
	'Notification',
);

const changedFile = viewOf<ChangedFile>()(
	{path: text.description('Path in the library.'), change: oneOf(fileChanges).description('What happened to it.')},
	'ChangedFile',
);

export const delivery = viewOf<Delivery>()(
	{
		id: text.description('Id of the delivery. A webhook has it, without hyphens and after `msg_`, in `webhook-id`.'),
		notificationId: text.description('Notification that it belongs to.'),
		event: oneOf(notificationEvents).description('The event.'),
		message,
		files: {
			...changedFile.list,
			schema: changedFile.list.schema.description('Changed files for a media server; empty for a webhook.'),
		},
		status: oneOf(deliveryStatuses).description('`pending` until it is delivered, or was tried in vain for about a day.'),
		tries: integer.description('How often it was tried, since the last replay.'),
		nextTryAt: timestampOrNull.description('When it is tried next.'),
		lastTryAt: timestampOrNull.description('When it was tried last.'),
		deliveredAt: timestampOrNull.description('When the receiver took it.'),
		responseStatus: integerOrNull.description('HTTP status of the last answer; null without an answer.'),
		error: textOrNull.description('Why the last try failed.'),
		createdAt: timestamp.description('When the event was noticed.'),
	},
	'Delivery',
);

const one = notification.schema;
export const notificationsOperations: Operations = {
	'GET /api/notifications': {
		id: 'listNotifications',
		summary: 'List notifications',
		replies: {200: objectOf({notifications: notification.list})},
	},
	'GET /api/notifications/:id': {id: 'getNotification', summary: 'Show a notification', replies: {200: one}},
	'POST /api/notifications': {
		id: 'addNotification',
		summary: 'Add a notification; a webhook without a secret gets one, which only this reply shows',
		replies: {201: one},
		failures: [409],
	},
	'POST /api/notifications/test': {
		id: 'testNotificationSettings',
		summary: 'Test the settings of a notification before it is stored',
		replies: {200: connectionWorks.schema},
	},
	'PUT /api/notifications/:id': {
		id: 'updateNotification',
		summary: 'Change a notification; null as the secret of a webhook makes a new one, which only this reply shows',
		replies: {200: one},
		failures: [409],
	},
	'DELETE /api/notifications/:id': {id: 'deleteNotification', summary: 'Delete a notification with its log', replies: {204: null}},
	'POST /api/notifications/:id/test': {
		id: 'testNotification',
		summary: 'Test a stored notification',
		replies: {200: connectionWorks.schema},
		failures: [400],
	},
	'GET /api/notifications/:id/deliveries': {
		id: 'listDeliveries',
		summary: 'List the deliveries to a receiver, sent and still waiting, newest first',
		replies: {200: pageOf('deliveries', delivery)},
	},
	'POST /api/notifications/:id/deliveries/:deliveryId/replay': {
		id: 'replayDelivery',
		summary: 'Send a message again, with the same webhook-id',
		replies: {202: delivery.schema},
	},
};
