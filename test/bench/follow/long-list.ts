import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

export interface LongList {
	url: string;
	/** The torrents of the next list; each has this many bytes left. */
	setLeft(bytes: number): void;
	close(): Promise<void>;
}

export const hashOf = (n: number) => n.toString(16).padStart(40, '0');

/** qBittorrent with many torrents. Its list is written beforehand, so that the bench measures only who reads it. */
export async function serveLongList(length: number): Promise<LongList> {
	let list = '[]';
	const answers: Record<string, () => string> = {
		'/api/v2/app/webapiVersion': () => '2.8.19',
		'/api/v2/app/preferences': () => '{}',
		'/api/v2/torrents/info': () => list,
	};
	const server = createServer((request, response) => {
		request.resume();
		response.setHeader('set-cookie', 'SID=one; path=/');
		response.end(answers[new URL(request.url ?? '/', 'http://localhost').pathname]?.() ?? 'Ok.');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
		setLeft(bytes) {
			const rows = Array.from({length}, (_, n) => ({
				hash: hashOf(n),
				name: `The.Film.${n}.2019.1080p.WEB-DL.x265-NOBODY`,
				size: 1_000_000,
				amount_left: bytes,
				progress: 0,
				state: 'downloading',
				category: 'kinoteka',
				eta: 100,
				num_seeds: bytes % 7,
				num_leechs: 1,
				save_path: '/downloads',
				content_path: `/downloads/${n}`,
			}));
			list = JSON.stringify(rows);
		},
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
