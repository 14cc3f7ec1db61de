import {createHash} from 'node:crypto';
import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {type AddressInfo, createServer} from 'node:net';
import type {ExecutionContext} from 'ava';

export interface ForbiddenHost {
	/** `127.0.0.2:<port>`, where TCP and UDP are listened to. */
	host: string;
	port: number;
	/** What came, by its protocol. */
	visits: string[];
}

/** A program of the own network that nobody may contact. */
export async function forbiddenHost(t: ExecutionContext): Promise<ForbiddenHost> {
	const visits: string[] = [];
	const tcp = createServer(socket => {
		visits.push('tcp');
		socket.destroy();
	}).listen(0, '127.0.0.2');
	await once(tcp, 'listening');
	const {port} = tcp.address() as AddressInfo;
	const udp = createSocket('udp4', () => visits.push('udp'));
	udp.bind(port, '127.0.0.2');
	await once(udp, 'listening');
	t.teardown(() => {
		tcp.close();
		udp.close();
	});
	return {host: `127.0.0.2:${port}`, port, visits};
}

/** A magnet link that names the host in every way there is. */
export function hostileMagnet(infoHash: string, {host, port}: ForbiddenHost): string {
	const web = encodeURIComponent(`http://${host}/announce`);
	const others = [`udp://${host}`, `wss://${host}/`, `http://localhost:${port}/announce`, `http://2130706434:${port}/announce`];
	const trackers = [web, ...others.map(encodeURIComponent)].map(tracker => `tr=${tracker}`);
	return `magnet:?xt=urn:btih:${infoHash}&dn=Trap&${trackers.join('&')}&xs=${web}&as=${web}&ws=${web}&x.pe=${host}`;
}

/** The same as a torrent file. */
export function hostileTorrent({host, port}: ForbiddenHost, name = 'Trap.mkv'): {torrent: Buffer; infoHash: string} {
	const text = (value: string) => `${Buffer.byteLength(value)}:${value}`;
	const web = text(`http://${host}/file/`);
	const info = `d6:lengthi1000e4:name${text(name)}12:piece lengthi1048576e6:pieces20:${'p'.repeat(20)}e`;
	const lists = `13:announce-listll${web}el${text(`udp://${host}`)}ee9:httpseedsl${web}e4:info${info}`;
	const nodes = `5:nodesll${text('127.0.0.2')}i${port}eee8:url-listl${web}e`;
	return {
		torrent: Buffer.from(`d8:announce${web}${lists}${nodes}e`),
		infoHash: createHash('sha1').update(info).digest('hex'),
	};
}
