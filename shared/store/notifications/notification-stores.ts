import type {Connection} from 'mongoose';
import {createDeliveryStore} from './deliveries.ts';
import {createHealthStateStore} from './health-states.ts';

export function createNotificationStores(connection: Connection) {
	return {
		deliveries: createDeliveryStore(connection),
		healthStates: createHealthStateStore(connection),
	};
}
