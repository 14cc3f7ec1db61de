import {createHash} from 'node:crypto';

/** The smallest valid torrent file of one made-up film, and its info hash. */
export function smallTorrent(name = 'Lantern.Tide.2019.mkv', size = 1_000_000): {torrent: Buffer; infoHash: string} {
	const info = `d6:lengthi${size}e4:name${Buffer.byteLength(name)}:${name}12:piece lengthi1048576e6:pieces20:${'p'.repeat(20)}e`;
	return {
		torrent: Buffer.from(`d8:announce22:http://t.test/announce4:info${info}e`),
		infoHash: createHash('sha1').update(info).digest('hex'),
	};
}
