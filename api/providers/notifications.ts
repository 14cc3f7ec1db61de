import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {recordOperations, testOperations} from '#api/http/operation.ts';
import {accepted, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import {secret} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {type ChangedFile, type Delivery, deliveryStatuses, fileChanges} from '#shared/domain/notifications/delivery.ts';
import {
	type NotificationKind,
	type NotificationRecord,
	notificationEvents,
	notificationKinds,
	notificationStatuses,
	type PathMapping,
	webhookMethods,
} from '#shared/domain/notifications/notification.ts';
import {scopes} from '#shared/domain/scope.ts';
import {
	anyObject,
	flag,
	integer,
	integerOrNull,
	listOf,
	oneOf,
	orNull,
	stamps,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {notificationFamily} from '#shared/providers/notifications.ts';
import {message} from './notification-messages.ts';
import {providerRoutes} from './provider-routes.ts';

const mapping = viewOf<PathMapping>()(
	{from: text.description('Folder as this service sees it.'), to: text.description('The same folder as the media server sees it.')},
	'NotificationPathMapping',
);

const notification = viewOf<NotificationRecord>()(
	{
		id: text.description('Id of the notification.'),
		name: text.description('Unique name.'),
		kind: oneOf(Object.keys(notificationKinds) as NotificationKind[]).description(
			'Kind of receiver: any program via webhook, a media server, or a service for people.',
		),
		url: text.description('Where messages are sent, or the address of the media server.'),
		secret: {
			...secret,
			schema: secret.schema.description('Signs webhooks. Only shown in the reply to the request that generated it; otherwise asterisks.'),
		},
		apiKey: {...secret, schema: secret.schema.description('Key or token of the media server or service, as asterisks.')},
		username: textOrNull.description('Name of the account at the mail server or ntfy.'),
		password: {...secret, schema: secret.schema.description('Password of that account, as asterisks.')},
		from: textOrNull.description('Address that e-mails come from.'),
		to: textOrNull.description('Who gets it: e-mail addresses, a chat, a topic, or the key of a user.'),
		scope: orNull(oneOf(scopes)).description('Only events of movies, or of series; null for both.'),
		method: oneOf(webhookMethods).description('Method of HTTP with which a receiver of the kind arrWebhook gets them.'),
		settings: anyObject,
		enabled: flag.description('Whether events are sent.'),
		events: listOf(oneOf(notificationEvents)).description('Events that it receives.'),
		pathMappings: {...mapping.list, schema: mapping.list.schema.description('Folders that the media server sees under other paths.')},
		tags: texts.description('Libraries and tags: it is notified only of titles with one of them; empty for all titles.'),
		status: oneOf(notificationStatuses).description('Result of the last message or test.'),
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

const delivery = viewOf<Delivery>()(
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
		deliveredAt: timestampOrNull.description('When the receiver accepted it.'),
		responseStatus: integerOrNull.description('HTTP status of the last answer; null without an answer.'),
		error: textOrNull.description('Why the last try failed.'),
		createdAt: timestamp.description('When the event was noticed.'),
	},
	'Delivery',
);

interface DeliveriesQuery extends PageQuery {
	status?: Delivery['status'];
}
const deliveriesQuery = Joi.object<DeliveriesQuery, true>({
	...pageFields(),
	status: Joi.string()
		.valid(...deliveryStatuses)
		.description('Only deliveries with this status.'),
});

interface DeliveryParams {
	id: string;
	deliveryId: string;
}
const deliveryParams = Joi.object<DeliveryParams, true>({
	id: Joi.string().required().description('Id of the notification.'),
	deliveryId: Joi.string().required().description('Id of the delivery.'),
});

const path = '/api/notifications';
const operations: Operations = {
	...recordOperations(path, {name: 'Notification', view: notification}),
	...testOperations(path, 'Notification'),
};

export const notificationsOperations: Operations = {
	...operations,
	[`POST ${path}`]: {
		...operations[`POST ${path}`]!, // one of the operations of all records
		summary: 'Add a notification; a webhook without a secret gets one, which only this reply shows',
	},
	[`PUT ${path}/:id`]: {
		...operations[`PUT ${path}/:id`]!, // the same
		summary: 'Change a notification; null as the secret of a webhook makes a new one, which only this reply shows',
	},
	[`DELETE ${path}/:id`]: {...operations[`DELETE ${path}/:id`]!, summary: 'Delete a notification with its log'}, // the same
	[`GET ${path}/:id/deliveries`]: {
		id: 'listDeliveries',
		summary: 'List the deliveries to a receiver, sent and still waiting, newest first',
		replies: {200: pageOf('deliveries', delivery)},
	},
	[`POST ${path}/:id/deliveries/:deliveryId/replay`]: {
		id: 'replayDelivery',
		summary: 'Send a message again, with the same webhook-id',
		replies: {202: delivery.schema},
	},
};

export function notificationsRoutes(deps: RouteDeps): Route[] {
	const {notifications, deliveries, now} = deps;
	return [
		...providerRoutes(
			{
				name: 'notification',
				path,
				plural: 'notifications',
				family: notificationFamily,
				view: notification,
				store: notifications,
				readers: 'admin',
				removed: deliveries.removeOf,
			},
			deps,
		),
		route(`GET ${path}/:id/deliveries`, {access: 'admin', params: idParams, query: deliveriesQuery}, async ({params, query}) => {
			const {id} = await notifications.get(params.id);
			const found = await deliveries.page({...query, notificationId: id});
			return ok({deliveries: found.deliveries.map(delivery.present), pagination: presentPagination(query, found.total)});
		}),
		route(`POST ${path}/:id/deliveries/:deliveryId/replay`, {access: 'admin', params: deliveryParams}, async ({params}) => {
			const {id} = await notifications.get(params.id);
			const wanted = await deliveries.get(id, params.deliveryId);
			await deliveries.replay(wanted.id, now());
			return accepted(delivery.present(await deliveries.get(id, wanted.id)));
		}),
	];
}
