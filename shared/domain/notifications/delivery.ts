import type {NotificationMessage} from './message.ts';
import type {NotificationEvent} from './notification.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

export const fileChanges = ['created', 'modified', 'deleted'] as const;

/** A file of the library that a media server should look at. */
export interface ChangedFile {
	path: string;
	change: (typeof fileChanges)[number];
}

/** One event for one receiver. */
export interface Delivery {
	/** Follows from the event and the receiver, so that an event that is read twice is still sent once. */
	id: string;
	notificationId: string;
	event: NotificationEvent;
	message: NotificationMessage;
	files: ChangedFile[];
	status: (typeof deliveryStatuses)[number];
	tries: number;
	/** Null when it is no longer tried. */
	nextTryAt: Date | null;
	lastTryAt: Date | null;
	deliveredAt: Date | null;
	/** HTTP status of the last answer; null without one. */
	responseStatus: number | null;
	error: string | null;
	createdAt: Date;
}

/** The same for every try, so that a receiver can tell that it has the message already. */
export function messageIdOf({id}: Pick<Delivery, 'id'>): string {
	return `msg_${id.replaceAll('-', '')}`;
}
