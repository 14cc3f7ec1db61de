import {type DelayProfile, preferredProtocols} from '../decisions/delay-profile.ts';
import type {ReleaseProfile} from '../decisions/release-profile.ts';
import type {RemotePathMapping} from '../imports/map-remote-path.ts';
import type {Program} from '../quality/exported-codes.ts';
import {qualityOfCode} from '../quality/exported-qualities.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {SizeLimit} from '../quality/size-limits.ts';
import {mapPath} from './map-paths.ts';
import type {FoundRecord, MoveNote, PathMapping} from './move.ts';
import {tagsOf} from './source-connections.ts';
import {isRecord, jsonOf, numbersOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

export const definitionColumns = ['Id', 'Quality', 'MinSize', 'MaxSize', 'PreferredSize'] as const;

/** Megabytes per minute that a person can enter here. */
const mostMegabytes = 10_000;
const sizeOf = (value: unknown): number | null =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.min(mostMegabytes, Math.round(value * 10) / 10) : null;

/** The limits of sizes by our qualities. Of two of theirs that are one of ours, the wider ones count. */
export function readDefinitions(rows: readonly SourceRow[], program: Program): Map<QualityName, SizeLimit> {
	const limits = new Map<QualityName, SizeLimit>();
	for (const row of rows) {
		const found = qualityOfCode(wholeOf(row['Quality']) ?? -1, program);
		const maximum = sizeOf(row['MaxSize']);
		const minimum = Math.min(sizeOf(row['MinSize']) ?? 0, maximum ?? Number.POSITIVE_INFINITY);
		const preferred = sizeOf(row['PreferredSize']);
		const inside = preferred === null ? null : Math.max(minimum, Math.min(preferred, maximum ?? preferred));
		const limit = {minimum, preferred: inside, maximum: maximum === 0 ? null : maximum};
		// What has no quality of its own here says nothing about the one that it is read as.
		const known = found && found.homeless === null ? limits.get(found.name) : undefined;
		found?.homeless === null && limits.set(found.name, known ? widest(known, limit) : limit);
	}
	return limits;
}

/** What both limits allow. */
export function widest(one: SizeLimit, other: SizeLimit): SizeLimit {
	const most = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b));
	return {
		minimum: Math.min(one.minimum, other.minimum),
		preferred: most(one.preferred, other.preferred),
		maximum: most(one.maximum, other.maximum),
	};
}

export const delayColumns = [
	'Id',
	'EnableUsenet',
	'EnableTorrent',
	'PreferredProtocol',
	'UsenetDelay',
	'TorrentDelay',
	'Order',
	'Tags',
	'BypassIfHighestQuality',
	'BypassIfAboveCustomFormatScore',
	'MinimumCustomFormatScore',
] as const;

export interface WantedDelay {
	profile: Omit<DelayProfile, 'id' | 'tags'>;
	/** Their numbers of tags; the default profile has none. */
	tags: number[];
}

const longestDelayMinutes = 10_080;

export function readDelay(row: SourceRow): FoundRecord<WantedDelay> {
	const isOn = (name: string) => Number(row[name]) === 1;
	const [usenet, torrent] = [Math.max(0, wholeOf(row['UsenetDelay']) ?? 0), Math.max(0, wholeOf(row['TorrentDelay']) ?? 0)];
	const notes: MoveNote[] =
		Math.max(usenet, torrent) > longestDelayMinutes
			? [{code: 'field_unsupported', detail: 'A delay is at most seven days here, so it gets shorter.'}]
			: [];
	const tags = tagsOf(row);
	// Their numbers of protocols: 1 is Usenet, 2 is torrent.
	const preferred = wholeOf(row['PreferredProtocol']);
	const profile = {
		order: Math.max(1, wholeOf(row['Order']) ?? 1),
		preferredProtocol: preferred === 1 ? ('usenet' as const) : preferred === 2 ? ('torrent' as const) : preferredProtocols[0],
		enableUsenet: isOn('EnableUsenet'),
		enableTorrent: isOn('EnableTorrent') || !isOn('EnableUsenet'),
		usenetDelayMinutes: Math.min(longestDelayMinutes, usenet),
		torrentDelayMinutes: Math.min(longestDelayMinutes, torrent),
		bypassIfHighestQuality: isOn('BypassIfHighestQuality'),
		bypassIfAboveFormatScore: isOn('BypassIfAboveCustomFormatScore'),
		minimumFormatScore: wholeOf(row['MinimumCustomFormatScore']) ?? 0,
	};
	const title = tags.length === 0 ? 'The default delays' : `Delays of ${tags.length === 1 ? 'one tag' : `${tags.length} tags`}`;
	return {sourceId: String(row['Id']), title, wanted: {profile, tags}, notes};
}

export const releaseColumns = [
	'Id',
	'Name',
	'Enabled',
	'Required',
	'Ignored',
	'Preferred',
	'Tags',
	'ExcludedTags',
	'IndexerId',
	'IndexerIds',
	'AirDateRestriction',
] as const;

export interface WantedReleaseProfile {
	profile: Omit<ReleaseProfile, 'id' | 'tags' | 'excludedTags' | 'indexerIds'>;
	tags: number[];
	excludedTags: number[];
	/** Their numbers of indexers; none for all. */
	indexers: number[];
}

const longestTerm = 500;
const mostTerms = 200;

/** Older versions wrote the words with commas between them. */
function termsOf(value: unknown): string[] {
	const read = jsonOf(value);
	const terms = Array.isArray(read) ? read.filter(each => typeof each === 'string') : (textOf(value) ?? '').split(',');
	return terms.map(term => term.trim()).filter(term => term !== '');
}

export function readReleaseProfile(row: SourceRow): FoundRecord<WantedReleaseProfile> {
	const numbers = (name: string): number[] => {
		const read = jsonOf(row[name]);
		return Array.isArray(read) ? numbersOf(read).filter(each => each > 0) : [];
	};
	const [required, ignored] = [termsOf(row['Required']), termsOf(row['Ignored'])];
	const usable = (terms: readonly string[]) => terms.filter(term => term.length <= longestTerm).slice(0, mostTerms);
	const notes: MoveNote[] = [];
	if (usable(required).length < required.length || usable(ignored).length < ignored.length) {
		notes.push({code: 'field_unsupported', detail: `Words above ${longestTerm} letters, and those after ${mostTerms}, are left out.`});
	}
	const preferred = jsonOf(row['Preferred']);
	if (Array.isArray(preferred) && preferred.some(isRecord)) {
		notes.push({code: 'field_unsupported', detail: 'Its preferred words are custom formats in newer versions; make such formats here.'});
	}
	if ((wholeOf(row['AirDateRestriction']) ?? 0) !== 0) {
		notes.push({code: 'field_unsupported', detail: 'Its limit by the day of airing is left out.'});
	}
	const name = (textOf(row['Name']) ?? `Release profile ${row['Id']}`).slice(0, 100);
	const single = wholeOf(row['IndexerId']) ?? 0;
	const wanted = {
		profile: {
			name,
			enabled: row['Enabled'] === undefined || Number(row['Enabled']) === 1,
			mustContain: usable(required),
			mustNotContain: usable(ignored),
		},
		tags: tagsOf(row),
		excludedTags: numbers('ExcludedTags'),
		indexers: single > 0 ? [single] : numbers('IndexerIds'),
	};
	const isEmpty = wanted.profile.mustContain.length === 0 && wanted.profile.mustNotContain.length === 0;
	return {sourceId: String(row['Id']), title: name, wanted: isEmpty ? null : wanted, notes};
}

export const pathMappingColumns = ['Id', 'Host', 'RemotePath', 'LocalPath'] as const;

/** Their local path is in their own view, so it is mapped. */
export function readPathMapping(row: SourceRow, mappings: readonly PathMapping[]): FoundRecord<RemotePathMapping> {
	const [host, remotePath, local] = [textOf(row['Host']), textOf(row['RemotePath']), textOf(row['LocalPath'])];
	const found = {sourceId: String(row['Id']), title: `${host ?? '?'}: ${remotePath ?? '?'}`};
	const localPath = local === null ? null : (mapPath(local, mappings) ?? local);
	if (host === null || remotePath === null || !localPath?.startsWith('/')) {
		return {...found, wanted: null, notes: [{code: 'value_unknown', detail: `It is not known where ${local ?? 'its folder'} is here.`}]};
	}
	return {...found, wanted: {host, remotePath, localPath}, notes: []};
}
