import {hourMs} from '../durations.ts';
import {firstRevision, type ProperRepack} from '../quality/qualities.ts';
import {bytesPerMegabyte, limitFor, type SizeLimits} from '../quality/size-limits.ts';
import type {IndexerFlag, Protocol} from '../release/release.ts';
import {type Candidate, runtimeOf} from './candidate.ts';
import type {Decision} from './decide.ts';

export interface RankingPreferences {
	/** Used when the title's delay profile prefers no protocol. */
	preferredProtocol: Protocol | null;
	/**
	 * A whole season is wanted: packs come first. Otherwise the release with the fewest unwanted episodes comes first.
	 */
	wholeSeason: boolean;
	sizeLimits: SizeLimits;
	properRepack: ProperRepack;
	/** Releases that cost less of a ratio, or that a tracker has chosen, come before others that are equal to them. */
	preferIndexerFlags: boolean;
	now: Date;
}

const hoursPerDay = 24;
/** Releases whose sizes differ by less count as equally large. */
const sizeStepBytes = 200 * bytesPerMegabyte;

/** Torrents by half powers of ten of their seeders, so 900 and 1,000 are equal; Usenet by the age of the articles. */
function reachability({release: {protocol, seeders, publishDate}}: Candidate, now: Date): number {
	if (protocol === 'torrent') {
		return seeders ? Math.round(Math.log10(seeders) * 2) / 2 : 0;
	}
	if (publishDate === null) {
		return 0;
	}
	const hours = (Number(now) - Number(publishDate)) / hourMs;
	return [7 * hoursPerDay, hoursPerDay, 1].filter(limit => hours <= limit).length;
}

function nearnessOfSize({release: {size}, quality, media}: Candidate, limits: SizeLimits): number {
	const preferred = limitFor(limits, quality.name, media.kind)?.preferred ?? null;
	const minutes = runtimeOf(media);
	if (preferred === null || minutes === null) {
		return Math.round(size / sizeStepBytes);
	}
	return -Math.round(Math.abs(size - preferred * minutes * bytesPerMegabyte) / sizeStepBytes);
}

function protocolWorth(protocol: Protocol, preferred: Protocol | null): number {
	if (protocol === 'stream') {
		return preferred === 'stream' ? 1 : -1;
	}
	return protocol === preferred ? 1 : 0;
}

/** The value of a download that counts half or less. Sites give the other flags to their best releases. */
const flagWorth: Readonly<Partial<Record<IndexerFlag, number>>> = {
	freeleech: 4,
	freeleech75: 3,
	halfleech: 2,
	freeleech25: 1,
	doubleUpload: 4,
	internal: 4,
	golden: 4,
	approved: 4,
};

const worthOfFlags = (flags: readonly IndexerFlag[]) => flags.reduce((sum, flag) => sum + (flagWorth[flag] ?? 0), 0);

const isNuked = ({release, beside}: Candidate) => release.flags.includes('nuked') || (beside?.behindKnown.includes(' nuked ') ?? false);

/** The criteria that rank releases, most important first. Larger is better for each. */
function worthOf(
	{candidate, qualityRank, approved, preferredProtocol: ownProtocol, packForEpisode}: Decision,
	preferences: RankingPreferences,
): number[] {
	const {preferredProtocol, wholeSeason, sizeLimits, now, properRepack, preferIndexerFlags} = preferences;
	const {release, media, formatScore, quality} = candidate;
	const revision = properRepack === 'doNotPrefer' ? firstRevision : candidate.revision;
	const episodes = media.kind === 'series' ? media.episodes.length : 0;
	return [
		Number(approved),
		-Number(packForEpisode !== null),
		qualityRank,
		formatScore,
		revision.real,
		revision.version,
		// Its group, or the scene, has announced a fault in it.
		-Number(isNuked(candidate)),
		protocolWorth(release.protocol, ownProtocol ?? preferredProtocol),
		wholeSeason ? episodes : -episodes,
		-release.indexerPriority,
		preferIndexerFlags ? worthOfFlags(release.flags) : 0,
		reachability(candidate, now),
		nearnessOfSize(candidate, sizeLimits),
		quality.rank,
		Number(release.publishDate) || 0,
	];
}

function compareWorth(a: number[], b: number[]): number {
	const index = a.findIndex((figure, at) => figure !== b[at]);
	return index < 0 ? 0 : b[index]! - a[index]!; // both lists come from worthOf and are equally long
}

function compareText(a: string, b: string): number {
	return a === b ? 0 : a < b ? -1 : 1;
}

function compareIdentity({candidate: {release: a}}: Decision, {candidate: {release: b}}: Decision): number {
	return compareText(a.guid, b.guid) || compareText(a.indexerId, b.indexerId) || compareText(a.title, b.title);
}

/** A decision with what it is ranked by. */
interface Weighed {
	decision: Decision;
	worth: number[];
}

export const weigh = (decision: Decision, preferences: RankingPreferences): Weighed => ({decision, worth: worthOf(decision, preferences)});

/**
 * Best first, approved before refused. The order is total, so the same releases always come in the same order. Weighing
 * a great many takes long; who has done it in turns hands them in.
 */
export function rank(
	decisions: readonly Decision[],
	preferences: RankingPreferences,
	weighed: readonly Weighed[] = decisions.map(decision => weigh(decision, preferences)),
): Decision[] {
	return weighed
		.toSorted((a, b) => compareWorth(a.worth, b.worth) || compareIdentity(a.decision, b.decision))
		.map(({decision}) => decision);
}
