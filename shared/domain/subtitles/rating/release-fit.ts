import {isOtherSpeed} from './frame-rates.ts';
import type {ReadName, ReleaseFacts} from './release-facts.ts';

/** Parts of the full score for what two releases have in common. */
export interface ReleaseWeights {
	group: number;
	source: number;
	audio: number;
	resolution: number;
	video: number;
}

/** One line of a score: `release group`, 15. */
export type Point = readonly [what: string, points: number];

/** Groups of the same people, whose releases have the same timing. */
const sameGroups: readonly (readonly string[])[] = [
	['lol', 'dimension'],
	['asap', 'immerse', 'fleet'],
	['avs', 'sva'],
];
/** A web rip is recorded from the stream that a web download is a copy of. */
const almostSame = 6 / 7;

const isWeb = (source: string) => source === 'webdl' || source === 'webrip';

/** Points for the release that fits best of those that a subtitle was made for. */
export function releasePoints(names: readonly ReadName[], ours: ReleaseFacts, weights: ReleaseWeights): Point[] {
	const all = names.map(({facts}) => pointsOf(facts, ours, weights));
	return all.toSorted((a, b) => sum(b) - sum(a))[0] ?? [];
}

export function sum(points: readonly Point[]): number {
	return points.reduce((total, [, each]) => total + each, 0);
}

function pointsOf(theirs: ReleaseFacts, ours: ReleaseFacts, weights: ReleaseWeights): Point[] {
	const source = sourceShare(theirs.source, ours.source);
	const isOtherSource = source === 0 && theirs.source !== 'unknown' && ours.source !== 'unknown';
	// A group releases a film from several sources and in several cuts, whose timing differs.
	const isGroup = !isOtherSource && theirs.cut === ours.cut && isSameGroup(theirs.group, ours.group);
	const points: Point[] = [
		['release group', isGroup ? weights.group : 0],
		['source', source * weights.source],
		['audio codec', isSame(theirs.audioCodec, ours.audioCodec) ? weights.audio : 0],
		['resolution', isSame(theirs.resolution || null, ours.resolution || null) ? weights.resolution : 0],
		['video codec', isSame(theirs.videoCodec, ours.videoCodec) ? weights.video : 0],
	];
	return points.filter(([, each]) => each > 0);
}

function isSame<T>(theirs: T | null, ours: T | null): boolean {
	return theirs !== null && theirs === ours;
}

/** A remux and an encode of the same disc are one source. */
function sourceShare(theirs: ReleaseFacts['source'], ours: ReleaseFacts['source']): number {
	if (theirs === 'unknown' || ours === 'unknown') {
		return 0;
	}
	if (theirs === ours) {
		return 1;
	}
	return isWeb(theirs) && isWeb(ours) ? almostSame : 0;
}

function isSameGroup(theirs: string | null, ours: string | null): boolean {
	if (theirs === null || ours === null) {
		return false;
	}
	const [a, b] = [theirs.toLowerCase(), ours.toLowerCase()];
	return a === b || sameGroups.some(group => group.includes(a) && group.includes(b));
}

/** Percent taken off for subtitles that certainly run out of step. */
const penalty = 30;

/** What speaks against the timing of a subtitle, of which no release is known to be the right one. */
export function penaltiesOf(
	names: readonly ReadName[],
	ours: ReleaseFacts,
	frameRates: {subtitle: number | null; video: number | null},
): Point[] {
	const isOtherCut = names.length > 0 && names.every(({facts}) => facts.cut !== ours.cut);
	const isOther = isOtherSpeed(frameRates.subtitle, frameRates.video);
	return [...(isOtherCut ? [['other edition', -penalty] as const] : []), ...(isOther ? [['other frame rate', -penalty] as const] : [])];
}
