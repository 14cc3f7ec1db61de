import type {Torrent} from 'webtorrent';
import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {Conflict, Invalid, Unavailable} from '#shared/errors.ts';
import {refusedText} from '#shared/network-address.ts';
import {
	type ClientWord,
	clientFault,
	failed,
	fetching,
	paused as held,
	queued,
	standing,
	completed as whole,
	wordFields,
	working,
} from '../download-clients/client-reply.ts';
import {errnoOf} from '../files/disk-failure.ts';
import type {Refusals} from './refusals.ts';

interface Known {
	stored: BuiltinTorrent;
	/** Null while it does not run. */
	torrent: Torrent | null;
	refusals: Refusals | null;
	/** Why the engine gave up for now. */
	error: Error | null;
	outputPath: string | null;
}

/** A torrent of the engine as download clients report theirs. */
export function viewOf({stored, torrent, refusals, error, outputPath}: Known): ClientDownload {
	const {infoHash, size, completed, title, finished, paused = false} = stored;
	const meaning = builtinMeaning({
		error,
		isRunning: torrent !== null,
		hasMetadata: size > 0,
		ready: torrent?.ready ?? false,
		completed,
		paused,
	});
	const seeders = torrent?.wires.filter(wire => wire.isSeeder).length ?? null;
	return {
		downloadId: infoHash,
		title,
		...wordFields(meaning),
		size,
		sizeLeft: completed ? 0 : Math.max(0, size - (torrent?.ready ? torrent.downloaded : havingBytes(stored))),
		secondsLeft: completed ? 0 : secondsLeft(torrent),
		outputPath,
		message: error?.message ?? (torrent && refusals && !completed ? whyFewPeers(torrent, refusals, size > 0) : null),
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
function whyFewPeers({wires, ready}: Torrent, refusals: Refusals, hasMetadata: boolean): string | null {
	const found = refusals.count();
	const refused = refusedText(wires.length === 0 ? found : {...found, peers: 0});
	if (hasMetadata && (wires.length > 0 || !ready)) {
		return refused;
	}
	const lacking = hasMetadata
		? 'No peer is connected that could send it.'
		: 'The metadata of this magnet link has not come from any peer yet.';
	return refused === null ? lacking : `${lacking} ${refused}`;
}

/** The fields of a built-in torrent that decide its status. */
interface BuiltinState {
	error: Error | null;
	/** It is open, and not only about to be. */
	isRunning: boolean;
	hasMetadata: boolean;
	/** The files on the disk were checked. */
	ready: boolean;
	completed: boolean;
	paused: boolean;
}

/** The errors of the disk pass, what the engine must not run never does, and whatever else may. */
function meaningOfError(error: Error): ClientWord {
	if (error instanceof Invalid || error instanceof Conflict) {
		return failed;
	}
	return error instanceof Unavailable || errnoOf(error) !== null ? clientFault : standing;
}

export function builtinMeaning({error, isRunning, hasMetadata, ready, completed, paused}: BuiltinState): ClientWord {
	if (error !== null) {
		return meaningOfError(error);
	}
	if (completed) {
		return whole;
	}
	if (paused) {
		return held;
	}
	if (!isRunning) {
		return queued;
	}
	if (!hasMetadata) {
		return {...queued, activity: 'fetching'};
	}
	return ready ? fetching : {...working, status: 'queued'};
}
