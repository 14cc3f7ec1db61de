import type {Response} from 'express';

/** Result of a handler. */
export interface Reply {
	status: number;
	body?: object;
	/** A body that is already JSON. */
	json?: Buffer;
}

export const ok = (body: object): Reply => ({status: 200, body});
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
