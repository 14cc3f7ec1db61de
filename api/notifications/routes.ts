import {runConnectionTest} from '#api/http/asks/connection-test.ts';
import {idParams} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {presentPagination} from '#api/http/pages.ts';
import {accepted, created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import {maskAddress, maskedFaults, unmasked, withoutMasked} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import type {NotificationRecord} from '#shared/domain/notifications/notification.ts';
import type {NewNotification} from '#shared/store/notifications/notifications.ts';
import {delivery, notification} from './replies.ts';
import {addNotificationBody, deliveriesQuery, deliveryParams, editNotificationBody, testNotificationBody} from './schema.ts';
import {kindFaults, whole} from './whole.ts';

export function notificationsRoutes(deps: RouteDeps): Route[] {
	const {notifications, deliveries, now} = deps;
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: SoundBody<NewNotification & {id?: string}>) => {
		const stored = await notifications.find(params['id'] ?? body.id ?? '');
		const masked = stored || params['id'] ? [] : maskedFaults(body);
		const known = new Set([...wrong, ...masked.map(({path}) => path)]);
		return [...masked, ...kindFaults(stored ? {...stored, ...withoutMasked(body)} : body, known)];
	};
	return [
		route('GET /api/notifications', {access: 'admin'}, async () =>
			ok({notifications: (await notifications.list()).map(record => notification.present(shown(record)))}),
		),
		route('GET /api/notifications/:id', {access: 'admin', params: idParams}, async ({params}) =>
			ok(notification.present(shown(await notifications.get(params.id)))),
		),
		route('POST /api/notifications', {access: 'admin', body: addNotificationBody, findFaults}, async ({body}) => {
			const {settings, newSecret} = whole(body);
			return created(withSecret(await notifications.add(settings, now()), newSecret));
		}),
		route(
			'POST /api/notifications/test',
			{access: 'admin', limit: 'tests', body: testNotificationBody, findFaults},
			async ({body: {id, ...given}}) => {
				const stored = id ? await notifications.find(id) : null;
				const {settings} = whole({...stored, ...(stored ? unmasked(stored, given) : given)});
				return runConnectionTest({kind: 'notification', settings: {...settings, id: id ?? ''}, recordId: null}, deps);
			},
		),
		route(
			'PUT /api/notifications/:id',
			{access: 'admin', params: idParams, body: editNotificationBody, findFaults},
			async ({params, body}) => {
				const stored = await notifications.get(params.id);
				const {settings, newSecret} = whole({...stored, ...unmasked(stored, body)});
				return ok(withSecret(await notifications.replace(stored, settings, now()), newSecret));
			},
		),
		route('DELETE /api/notifications/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await notifications.get(params.id);
			await notifications.remove(id);
			await deliveries.removeOf(id);
			return noContent;
		}),
		route('POST /api/notifications/:id/test', {access: 'admin', limit: 'tests', params: idParams}, async ({params}) => {
			const stored = await notifications.get(params.id);
			return runConnectionTest({kind: 'notification', settings: stored, recordId: stored.id}, deps);
		}),
		...deliveriesRoutes(deps),
	];
}

function deliveriesRoutes({notifications, deliveries, now}: RouteDeps): Route[] {
	return [
		route('GET /api/notifications/:id/deliveries', {access: 'admin', params: idParams, query: deliveriesQuery}, async ({params, query}) => {
			const {id} = await notifications.get(params.id);
			const found = await deliveries.page({...query, notificationId: id});
			return ok({deliveries: found.deliveries.map(delivery.present), pagination: presentPagination(query, found.total)});
		}),
		route('POST /api/notifications/:id/deliveries/:deliveryId/replay', {access: 'admin', params: deliveryParams}, async ({params}) => {
			const {id} = await notifications.get(params.id);
			const wanted = await deliveries.get(id, params.deliveryId);
			await deliveries.replay(wanted.id, now());
			return accepted(delivery.present(await deliveries.get(id, wanted.id)));
		}),
	];
}

/** A secret that we have made is shown once. */
function withSecret(record: NotificationRecord, newSecret: string | null) {
	return {...notification.present(shown(record)), ...(newSecret !== null && {secret: newSecret})};
}

/** Addresses of webhooks often contain a key. */
const shown = (record: NotificationRecord) => ({...record, url: maskAddress(record.url)});
