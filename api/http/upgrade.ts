import type {IncomingMessage} from 'node:http';

/** A request that asks for a WebSocket, and the bytes that came behind its headers. */
interface Upgrading extends IncomingMessage {
	upgradeHead?: Buffer;
}

export function noteUpgrade(request: IncomingMessage, head: Buffer): void {
	(request as Upgrading).upgradeHead = head;
}

/** Null for a request that wants a usual reply. */
export const upgradeHeadOf = (request: IncomingMessage): Buffer | null => (request as Upgrading).upgradeHead ?? null;
