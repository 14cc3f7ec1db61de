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

/** Percent taken off for subtitles that certainly drift. */
const penalty = 30;

/** Reasons to doubt the timing of a subtitle for which no matching release is known. */
export function penaltiesOf(
	names: readonly ReadName[],
	ours: ReleaseFacts,
	frameRates: {subtitle: number | null; video: number | null},
): Point[] {
	const isOtherCut = names.length > 0 && names.every(({facts}) => facts.cut !== ours.cut);
	const isOther = isOtherSpeed(frameRates.subtitle, frameRates.video);
	return [...(isOtherCut ? [['other edition', -penalty] as const] : []), ...(isOther ? [['other frame rate', -penalty] as const] : [])];
}

/** Part of a rate by which its spellings differ: 23.976, 23.98. */
const tolerance = 0.002;

/**
 * Whether subtitles made for one frame rate drift away from the picture of another. A film has the same length at
 * 23.976, 24, 29.97 or 60 frames a second, but is four percent shorter at 25 and 50.
 */
function isOtherSpeed(subtitle: number | null, video: number | null): boolean {
	const speeds = [subtitle, video].map(speedOf);
	return speeds[0] !== null && speeds[1] !== null && speeds[0] !== speeds[1];
}

type Speed = 'film' | 'pal';

const rates: readonly (readonly [rate: number, speed: Speed])[] = [
	[23.976, 'film'],
	[24, 'film'],
	[29.97, 'film'],
	[30, 'film'],
	[47.952, 'film'],
	[48, 'film'],
	[59.94, 'film'],
	[60, 'film'],
	[25, 'pal'],
	[50, 'pal'],
	[100, 'pal'],
];

/** Null for a rate that is missing or unusual. */
function speedOf(rate: number | null): Speed | null {
	const found = rate === null ? undefined : rates.find(([usual]) => Math.abs(usual - rate) <= usual * tolerance);
	return found?.[1] ?? null;
}
