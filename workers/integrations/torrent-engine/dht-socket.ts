import {createSocket, type Socket} from 'node:dgram';
import type {MayContact} from './address-guard.ts';

type Send = (message: Uint8Array, offset: number, length: number, port: number, host: string, done?: (error: Error | null) => void) => void;

/** The socket of the DHT. Other nodes tell it whom to ask next, so it checks each address at the moment of sending. */
export function openDhtSocket(mayContact: MayContact): Socket {
	const socket = createSocket('udp4');
	const send: Send = socket.send.bind(socket);
	const guarded: Send = (message, offset, length, port, host, done) => {
		if (mayContact(host)) {
			send(message, offset, length, port, host, done);
			return;
		}
		done?.(new Error('The address is private.'));
	};
	return Object.assign(socket, {send: guarded});
}
