/** Result of a handler; `endpoint` writes it. */
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
