import {readFile} from 'node:fs/promises';
import type {Socket} from 'node:net';

/** Columns of /proc/net/tcp: slot, local address, remote address, state, queues, timers, retransmits, user. */
const ownAddress = 1;
const otherAddress = 2;
const user = 7;

/**
 * Checks whether the other end of a loopback connection belongs to our own user. Other users of the machine must not
 * send through our proxy, which may carry the credentials of an upstream proxy. Programs of our own user could read
 * those anyway. Returns true where the system does not tell.
 */
export async function isOwnConnection({remotePort, localPort}: Socket, uid = process.getuid?.()): Promise<boolean> {
	const table = await readFile('/proc/net/tcp', 'latin1').catch(() => null);
	if (table === null || uid === undefined || remotePort === undefined || localPort === undefined) {
		return true;
	}
	const [from, to] = [`:${hexadecimal(remotePort)}`, `:${hexadecimal(localPort)}`];
	const row = table
		.split('\n')
		.map(line => line.trim().split(/\s+/))
		.find(columns => columns[ownAddress]?.endsWith(from) && columns[otherAddress]?.endsWith(to));
	return row !== undefined && Number(row[user]) === uid;
}

function hexadecimal(port: number): string {
	return port.toString(16).toUpperCase().padStart(4, '0');
}
