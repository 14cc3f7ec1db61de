import {type Connection, Schema} from 'mongoose';
import type {NotificationHealth, NotificationRecord, NotificationSettings} from '../../domain/notifications/notification.ts';
import {maskedHealth} from '../../mask-secrets.ts';
import type {Secrets} from '../../secrets.ts';
import {byName, type Stored, schemaOptions} from '../mongo/record.ts';
import {createRecords, madeAt} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

export type NotificationStore = ReturnType<typeof createNotificationStore>;
export type NewNotification = Omit<NotificationSettings, 'id'>;

type StoredNotification = Stored<NotificationRecord>;

const notificationSchema = new Schema<StoredNotification>(
	{
		_id: String,
		name: String,
		kind: String,
		url: String,
		secret: String,
		apiKey: String,
		enabled: Boolean,
		events: [String],
		pathMappings: [{_id: false, from: String, to: String}],
		status: String,
		lastError: String,
		disabledUntil: Date,
		failures: Number,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
notificationSchema.index({name: 1}, {unique: true, collation: byName});

/** The address and the secrets are encrypted in the database and plain in the returned records. */
export function createNotificationStore(connection: Connection, secrets: Secrets) {
	const notifications = connection.model<StoredNotification>('Notification', notificationSchema, 'notifications');
	const {find, get, list, insert, update, note, remove} = createRecords<NotificationRecord>({
		model: notifications,
		kind: 'notification',
		order: {name: 1},
		collation: byName,
		sealing: createSealing('notifications', secrets),
		taken: {message: ({name}) => `A notification named ${name} already exists.`},
	});

	return {
		find,
		get,
		list,
		remove,
		add: (notification: NewNotification, now: Date) => insert({...notification, ...untried(notification), ...madeAt(now)}),
		/** Writes a whole record. That clears what was learned about its receiver. */
		replace: (seen: Pick<NotificationRecord, 'id' | 'updatedAt'>, notification: NewNotification, now: Date) =>
			update(seen.id, {...notification, ...untried(notification), updatedAt: now}, seen),
		/** With `seen`, nothing is written if the record was changed since then. */
		setHealth: (
			id: string,
			health: Partial<NotificationHealth & {enabled: boolean}>,
			seen?: Pick<NotificationRecord, 'updatedAt'>,
		): Promise<void> => note(id, maskedHealth(health), seen && {updatedAt: seen.updatedAt}),
	};
}

function untried({enabled}: Pick<NewNotification, 'enabled'>): NotificationHealth {
	return {status: enabled ? 'ok' : 'disabled', lastError: null, disabledUntil: null, failures: 0};
}
