import type {Response} from 'express';
import {isTrue, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {always, viewOf} from '#shared/presenters/view.ts';

/** Result of a handler. */
export interface Reply {
	status: number;
	body?: object;
	/** A body that is already JSON. */
	json?: Buffer;
}

export const ok = (body: object): Reply => ({status: 200, body});
/** A body that is already JSON. */
export const okJson = (json: Buffer): Reply => ({status: 200, json});
export const created = (body: object): Reply => ({status: 201, body});
export const accepted = (body: object): Reply => ({status: 202, body});
export const noContent: Reply = {status: 204};

export function send(response: Response, {status, body, json}: Reply): void {
	response.status(status);
	if (json) {
		response.set({'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(json.length)}).end(json);
		return;
	}
	if (body === undefined) {
		response.end();
		return;
	}
	response.json(body);
}

/** The first field of every reply to an action. */
export const success = always(isTrue, true);

/** The reply to a change that returns nothing else. */
export const changed = viewOf<{id: string; updatedAt: Date}>()({success, id: text, updatedAt: timestamp}, 'Changed');
export const done = viewOf<{message: string}>()({success, message: text}, 'Done');
export const added = viewOf<{id: string; message: string}>()({success, id: text, message: text});
export const queuedTask = viewOf<{taskId: string; message: string}>()({success, taskId: text, message: text});
export const queuedSearch = viewOf<{searchId: string; message: string}>()({success, searchId: text, message: text});

interface Connection {
	message: string;
	version: string | null;
	details: string[];
}
/** The reply to a successful connection test. */
export const connectionWorks = viewOf<Connection>()({success, message: text, version: textOrNull, details: texts}, 'ConnectionWorks');
