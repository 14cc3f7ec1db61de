import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import type {Redis} from 'ioredis';
import {createHandOverList} from '#shared/coordination/cache.ts';
import type {GrabbedRelease} from '#shared/domain/downloads/queue-item.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {Secrets} from '#shared/secrets.ts';
<<<<<<<< HEAD:workers/integrations/indexers/kept-files.ts
import {type FetchedRelease, largestFile} from './fetch-release.ts';
========
import {type FetchedRelease, largestFile} from './indexers/fetch-release.ts';
>>>>>>>> w-clients:workers/integrations/kept-files.ts

type Release = Pick<GrabbedRelease, 'indexerId' | 'guid'>;

export type KeptFiles = ReturnType<typeof createKeptFiles>;

interface Kept extends Pick<FetchedRelease, 'infoHash' | 'leftOut' | 'magnetUrl'> {
	/** Packed, as base64. */
	torrent: string | null;
	nzb: string | null;
}

/** Bytes of a packed file. A larger one is fetched again. */
const maxBytes = 4 * 1024 * 1024;
/** Redis holds them in memory. */
const maxFiles = 12;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/**
 * Files that were fetched from a site for a client that did not take them, so that another try asks no site again.
 * Encrypted because trackers put passkeys into them.
 */
export function createKeptFiles(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	const files = createHandOverList<Kept>({...sealedIn, name: 'fetched-file', ttlMs: dayMs, max: maxFiles});
	const keyOf = ({indexerId, guid}: Release) => `${indexerId} ${guid}`;

	return {
		async keep(release: Release, {torrent, nzb, ...fetched}: FetchedRelease): Promise<void> {
			const [packedTorrent, packedNzb] = await Promise.all([packed(torrent), packed(nzb)]);
			if ((packedTorrent ?? packedNzb ?? '').length * 0.75 <= maxBytes) {
				await files.put({[keyOf(release)]: {...fetched, torrent: packedTorrent, nzb: packedNzb}});
			}
		},
		/** Null when it was not kept, or not for so long. */
		async find(release: Release): Promise<FetchedRelease | null> {
			const kept = await files.get(keyOf(release));
			return kept && {...kept, torrent: await unpacked(kept.torrent), nzb: await unpacked(kept.nzb)};
		},
		drop: async (release: Release): Promise<void> => void (await files.drop(keyOf(release))),
	};
}

const packed = async (bytes: Uint8Array | null) => bytes && (await pack(bytes)).toString('base64');

const unpacked = async (text: string | null) =>
	text === null ? null : unpack(Buffer.from(text, 'base64'), {maxOutputLength: largestFile});
