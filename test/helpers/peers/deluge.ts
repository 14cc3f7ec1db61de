import {createHash} from 'node:crypto';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {tempFolder} from '../temp-folder.ts';
import {startProgram} from './program.ts';
import {peerLogin} from './qbittorrent.ts';

export const delugeBinary = 'deluged';

const daemonPassword = 'daemon password 1';

/** A real Deluge daemon with its web interface on the loopback address; returns its address and download folder. */
export async function startDeluge(t: ExecutionContext): Promise<{url: string; downloads: string; startDaemon(): Promise<void>}> {
	const folder = tempFolder(t);
	const downloads = join(folder, 'downloads');
	const [daemonPort, webPort, peerPort] = [await freePort(), await freePort(), await freePort()];
	await mkdir(downloads);
	const salt = '0123456789abcdef';
	const write = (file: string, version: number, content: unknown) =>
		writeFile(join(folder, file), `${JSON.stringify({file: version, format: 1})}${JSON.stringify(content)}`);
	await writeFile(join(folder, 'auth'), `localclient:${daemonPassword}:10\n`);
	await write('core.conf', 1, {
		daemon_port: daemonPort,
		listen_interface: '127.0.0.1',
		listen_ports: [peerPort, peerPort],
		random_port: false,
		download_location: downloads,
		enabled_plugins: ['Label'],
		dht: false,
		lsd: false,
		utpex: false,
		upnp: false,
		natpmp: false,
	});
	await write('hostlist.conf', 3, {hosts: [['a'.repeat(32), '127.0.0.1', daemonPort, 'localclient', daemonPassword]]});
	await write('web.conf', 2, {
		port: webPort,
		interface: '127.0.0.1',
		pwd_salt: salt,
		pwd_sha1: createHash('sha1').update(salt).update(peerLogin.password).digest('hex'),
		first_login: false,
		default_daemon: '',
	});
	const url = `http://127.0.0.1:${webPort}`;
	const daemon = [delugeBinary, '-d', '-c', folder, '-u', '127.0.0.1', '-p', String(daemonPort)] as const;
	const startDaemon = () => startProgram(t, [...daemon], `http://127.0.0.1:${daemonPort}`);
	await startDaemon();
	await startProgram(t, ['deluge-web', '-d', '-c', folder, '-i', '127.0.0.1', '-p', String(webPort)], url);
	return {url, downloads, startDaemon};
}
