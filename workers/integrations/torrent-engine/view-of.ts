import type {Torrent} from 'webtorrent';
import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadStatus} from '#shared/domain/downloads/queue-item.ts';
import {refusedText} from '#shared/network-address.ts';
import type {Refusals} from './refusals.ts';

interface Known {
	stored: BuiltinTorrent;
	/** Null while it does not run. */
	torrent: Torrent | null;
	refusals: Refusals | null;
	error: string | null;
	outputPath: string | null;
}

/** A torrent of the engine as download clients report theirs. */
export function viewOf({stored, torrent, refusals, error, outputPath}: Known): ClientDownload {
	const {infoHash, size, completed, title, finished, paused = false} = stored;
	const seeders = torrent?.wires.filter(wire => wire.isSeeder).length ?? null;
	return {
		downloadId: infoHash,
		title,
		status: builtinStatus({error, hasMetadata: size > 0, ready: torrent?.ready ?? false, completed, paused}),
		size,
		sizeLeft: completed ? 0 : Math.max(0, size - (torrent?.ready ? torrent.downloaded : havingBytes(stored))),
		secondsLeft: completed ? 0 : secondsLeft(torrent),
		outputPath,
		message: error ?? (torrent && refusals && !completed ? whyFewPeers(torrent, refusals) : null),
		seeders,
		leechers: torrent && seeders !== null ? torrent.wires.length - seeders : null,
		removable: finished,
	};
}

/** Of a paused torrent, which is closed: by the share of its pieces that were there, a few bytes more or less. */
function havingBytes({bitfield, size, paused}: BuiltinTorrent): number {
	if (!paused || !bitfield || bitfield.length === 0) {
		return 0;
	}
	const pieces = bitfield.reduce((count, byte) => count + countOnes(byte), 0);
	return Math.floor((size * pieces) / (bitfield.length * bitsOfByte));
}

const bitsOfByte = 8;
const countOnes = (byte: number): number => (byte === 0 ? 0 : (byte & 1) + countOnes(byte >> 1));

function secondsLeft(torrent: Torrent | null): number | null {
	const seconds = torrent?.ready ? Math.round(torrent.timeRemaining / 1000) : Number.POSITIVE_INFINITY;
	return Number.isFinite(seconds) ? seconds : null;
}

/** Single private peers are found in many swarms; they matter only if there are no others. */
function whyFewPeers({wires}: Torrent, refusals: Refusals): string | null {
	const found = refusals.count();
	return refusedText(wires.length === 0 ? found : {...found, peers: 0});
}

/** The fields of a built-in torrent that decide its status. */
interface BuiltinState {
	/** Why the engine gave up for now. */
	error: string | null;
	hasMetadata: boolean;
	/** The files on the disk were checked. */
	ready: boolean;
	completed: boolean;
	paused: boolean;
}

export function builtinStatus({error, hasMetadata, ready, completed, paused}: BuiltinState): DownloadStatus {
	if (error !== null) {
		return 'warning';
	}
	if (completed) {
		return 'completed';
	}
	if (paused) {
		return 'paused';
	}
	return hasMetadata && ready ? 'downloading' : 'queued';
}
