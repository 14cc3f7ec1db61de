import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {tempFolder} from '../temp-folder.ts';
import {startProgram} from './program.ts';
import {peerLogin} from './qbittorrent.ts';

export const nzbgetBinary = 'nzbget';

/** A real NZBGet on the loopback address with one category and no news server; returns its address. */
export async function startNzbget(t: ExecutionContext, category: string): Promise<string> {
	const folder = tempFolder(t);
	const port = await freePort();
	const options = {
		MainDir: folder,
		DestDir: join(folder, 'done'),
		InterDir: join(folder, 'inter'),
		QueueDir: join(folder, 'queue'),
		TempDir: join(folder, 'temp'),
		LockFile: join(folder, 'lock'),
		LogFile: join(folder, 'log'),
		ControlIP: '127.0.0.1',
		ControlPort: port,
		ControlUsername: peerLogin.username,
		ControlPassword: peerLogin.password,
		OutputMode: 'log',
		'Category1.Name': category,
	};
	const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
	const url = `http://127.0.0.1:${port}`;
	await startProgram(t, [nzbgetBinary, '-s', '-n', ...given], url);
	return url;
}
