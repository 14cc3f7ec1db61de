import {mkdir, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {serveReplies} from '../serve-replies.ts';
import {tempFolder} from '../temp-folder.ts';
import {startProgram} from './program.ts';

export const rtorrentBinary = 'rtorrent';

/** A real rTorrent on the loopback address, behind the web server that it needs: one that forwards the body as SCGI. */
export async function startRtorrent(t: ExecutionContext): Promise<{url: string; downloads: string}> {
	const folder = tempFolder(t);
	const downloads = join(folder, 'downloads');
	const [scgiPort, peerPort] = [await freePort(), await freePort()];
	await mkdir(downloads);
	await mkdir(join(folder, 'session'));
	const rc = join(folder, 'rtorrent.rc');
	await writeFile(
		rc,
		[
			'system.daemon.set = true',
			`network.scgi.open_port = 127.0.0.1:${scgiPort}`,
			'network.bind_address.set = 127.0.0.1',
			`network.port_range.set = ${peerPort}-${peerPort}`,
			'network.port_random.set = no',
			`directory.default.set = ${downloads}`,
			`session.path.set = ${join(folder, 'session')}`,
			'dht.mode.set = disable',
			'protocol.pex.set = no',
			'trackers.use_udp.set = no',
		].join('\n'),
	);
	await startProgram(t, [rtorrentBinary, '-n', '-o', `import=${rc}`], `http://127.0.0.1:${scgiPort}`);
	const url = await serveReplies(t, async ({body}) => ({body: await askScgi(scgiPort, body), headers: {'content-type': 'text/xml'}}));
	return {url, downloads};
}

/** One SCGI request: a netstring of headers, then the body. The answer begins with CGI headers. */
async function askScgi(port: number, body: Buffer): Promise<Buffer> {
	const headers = `CONTENT_LENGTH\0${body.length}\0SCGI\x001\0REQUEST_METHOD\0POST\0REQUEST_URI\0/RPC2\0`;
	const socket = connect(port, '127.0.0.1');
	socket.end(Buffer.concat([Buffer.from(`${headers.length}:${headers},`), body]));
	const chunks: Buffer[] = [];
	for await (const chunk of socket) {
		chunks.push(chunk);
	}

	const answer = Buffer.concat(chunks);
	return answer.subarray(answer.indexOf('\r\n\r\n') + 4);
}
