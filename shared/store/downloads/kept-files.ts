import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import type {Redis} from 'ioredis';
import {createHandOverList} from '../../coordination/cache.ts';
import type {GrabbedRelease} from '../../domain/downloads/queue-item.ts';
import {dayMs} from '../../domain/durations.ts';
import type {PrivateAddresses} from '../../network-address.ts';
import type {Secrets} from '../../secrets.ts';

type Release = Pick<GrabbedRelease, 'indexerId' | 'guid'>;

/** What was fetched for a release: exactly one of `magnetUrl`, `torrent` and `nzb`. */
interface FetchedFile {
	magnetUrl: string | null;
	torrent: Uint8Array | null;
	nzb: Uint8Array | null;
	infoHash: string | null;
	/** Addresses of the torrent that are missing, because they are private. */
	leftOut?: PrivateAddresses;
}

/** Bytes. An NZB lists each article of up to 100 GB, so 30 MB and more do occur. */
export const largestFile = 100 * 1024 * 1024;

export type KeptFiles = ReturnType<typeof createKeptFiles>;

interface Kept extends Pick<FetchedFile, 'infoHash' | 'leftOut' | 'magnetUrl'> {
	/** Packed, as base64. */
	torrent: string | null;
	nzb: string | null;
}

/** Bytes of a packed file. A larger one is fetched again, unless somebody waits for it. */
const maxBytes = 4 * 1024 * 1024;
const maxAwaitedBytes = 32 * 1024 * 1024;
/** Redis holds them in memory. */
const maxFiles = 12;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * Files that were fetched from a site for a client that did not take them, so that another try asks no site again, and
 * files that other programs wait for.
 * Encrypted because trackers put passkeys into them.
 */
export function createKeptFiles(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	const files = createHandOverList<Kept>({...sealedIn, name: 'fetched-file', ttlMs: dayMs, max: maxFiles});
	const keyOf = ({indexerId, guid}: Release) => `${indexerId} ${guid}`;

	return {
		async keep(release: Release, {torrent, nzb, ...fetched}: FetchedFile, isAwaited = false): Promise<void> {
			const [packedTorrent, packedNzb] = await Promise.all([packed(torrent), packed(nzb)]);
			if ((packedTorrent ?? packedNzb ?? '').length * 0.75 <= (isAwaited ? maxAwaitedBytes : maxBytes)) {
				await files.put({[keyOf(release)]: {...fetched, torrent: packedTorrent, nzb: packedNzb}});
			}
		},
		/** Null when it was not kept, or not for so long. */
		async find(release: Release): Promise<FetchedFile | null> {
			const kept = await files.get(keyOf(release));
			return kept && {...kept, torrent: await unpacked(kept.torrent), nzb: await unpacked(kept.nzb)};
		},
		drop: async (release: Release): Promise<void> => void (await files.drop(keyOf(release))),
	};
}

const packed = async (bytes: Uint8Array | null) => bytes && (await pack(bytes)).toString('base64');

const unpacked = async (text: string | null) =>
	text === null ? null : unpack(Buffer.from(text, 'base64'), {maxOutputLength: largestFile});
