import {pbkdf2Sync, randomBytes} from 'node:crypto';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {tempFolder} from '../temp-folder.ts';
import {startProgram} from './program.ts';

/** A binary other than the one on PATH, to test a newer version. */
export const qbittorrentBinary = process.env['QBITTORRENT_BINARY'] || 'qbittorrent-nox';

export const peerLogin = {username: 'admin', password: 'peer password 1'};

/** A real qBittorrent on the loopback address with a fresh profile; returns its address and download folder. */
export async function startQbittorrent(t: ExecutionContext): Promise<{url: string; downloads: string}> {
	const profile = tempFolder(t);
	const downloads = join(profile, 'downloads');
	const [webPort, peerPort] = [await freePort(), await freePort()];
	const url = `http://127.0.0.1:${webPort}`;
	await mkdir(join(profile, 'qBittorrent', 'config'), {recursive: true});
	await writeFile(join(profile, 'qBittorrent', 'config', 'qBittorrent.conf'), configuration({webPort, peerPort, downloads}));
	await startProgram(t, [qbittorrentBinary, `--profile=${profile}`], url);
	return {url, downloads};
}

/**
 * All peers of a loopback swarm share one address, including qBittorrent itself. Without MultiConnectionsPerIp it might
 * keep only its connection to itself.
 */
function configuration({webPort, peerPort, downloads}: {webPort: number; peerPort: number; downloads: string}): string {
	const salt = randomBytes(16);
	const key = pbkdf2Sync(peerLogin.password, salt, 100_000, 64, 'sha512');
	return `[LegalNotice]
Accepted=true

[BitTorrent]
Session\\Interface=lo
Session\\InterfaceName=lo
Session\\Port=${peerPort}
Session\\DefaultSavePath=${downloads}
Session\\DHTEnabled=false
Session\\LSDEnabled=false
Session\\PeXEnabled=false
Session\\MultiConnectionsPerIp=true

[Preferences]
WebUI\\Enabled=true
WebUI\\Address=127.0.0.1
WebUI\\Port=${webPort}
WebUI\\Username=${peerLogin.username}
WebUI\\Password_PBKDF2="@ByteArray(${salt.toString('base64')}:${key.toString('base64')})"
WebUI\\UseUPnP=false
WebUI\\LocalHostAuth=true
`;
}
