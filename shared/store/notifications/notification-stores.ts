import type {Connection} from 'mongoose';
import type {Secrets} from '../../secrets.ts';
import {createDeliveryStore} from './deliveries.ts';
import {createHealthStateStore} from './health-states.ts';
import {createNotificationStore} from './notifications.ts';

export function createNotificationStores(connection: Connection, secrets: Secrets) {
	return {
		notifications: createNotificationStore(connection, secrets),
		deliveries: createDeliveryStore(connection),
		healthStates: createHealthStateStore(connection),
	};
}
