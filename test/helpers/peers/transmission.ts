import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {tempFolder} from '../temp-folder.ts';
import {startProgram} from './program.ts';
import {peerLogin} from './qbittorrent.ts';

/** A binary other than the one on PATH, to test a newer version. */
export const transmissionBinary = process.env['TRANSMISSION_BINARY'] || 'transmission-daemon';

/** A real Transmission on the loopback address with a fresh configuration; returns its address and download folder. */
export async function startTransmission(t: ExecutionContext): Promise<{url: string; downloads: string}> {
	const folder = tempFolder(t);
	const downloads = join(folder, 'downloads');
	const rpcPort = await freePort();
	await mkdir(downloads);
	await writeFile(join(folder, 'settings.json'), JSON.stringify(await settings({rpcPort, downloads})));
	const url = `http://127.0.0.1:${rpcPort}`;
	await startProgram(t, [transmissionBinary, '-f', '-g', folder], url);
	return {url, downloads};
}

async function settings({rpcPort, downloads}: {rpcPort: number; downloads: string}) {
	return {
		'rpc-bind-address': '127.0.0.1',
		'rpc-port': rpcPort,
		'rpc-authentication-required': true,
		'rpc-username': peerLogin.username,
		'rpc-password': peerLogin.password,
		'bind-address-ipv4': '127.0.0.1',
		'bind-address-ipv6': '::1',
		'peer-port': await freePort(),
		'download-dir': downloads,
		'dht-enabled': false,
		'lpd-enabled': false,
		'pex-enabled': false,
		'utp-enabled': false,
		'port-forwarding-enabled': false,
	};
}
