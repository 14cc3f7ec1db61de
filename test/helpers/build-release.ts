import {type Candidate, type MappedMedia, readRelease, toCandidate} from '#shared/domain/decisions/candidate.ts';
import {type Facts, toBlocklist} from '#shared/domain/decisions/facts.ts';
import {untagged} from '#shared/domain/media/tags.ts';
import {defaultProfiles, type QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {Copy} from '#shared/domain/quality/upgrade.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';

/** No release waits for a better one. */
export const noDelay: Facts['settings']['delay'] = {
	minutes: {torrent: 0, usenet: 0, stream: 0},
	disabledProtocols: [],
	bypassIfTopQuality: true,
	bypassFromFormatScore: null,
};

export const now = new Date('2026-03-01T12:00:00Z');
export const gigabyte = 1024 ** 3;

export function buildRelease(overrides: Partial<FoundRelease> = {}): FoundRelease {
	return {
		guid: 'guid-1',
		title: 'Paper.Harbor.2019.1080p.WEB-DL.DDP5.1.H.264-KITE',
		size: 6 * gigabyte,
		indexer: 'Made up',
		indexerId: 'indexer-1',
		indexerPriority: 25,
		publishDate: new Date('2026-02-20T12:00:00Z'),
		downloadUrl: 'https://indexer.example/1',
		magnetUrl: null,
		infoUrl: null,
		category: ['2040'],
		protocol: 'torrent',
		seeders: 20,
		leechers: 1,
		infoHash: null,
		flags: [],
		container: null,
		files: null,
		languages: [],
		imdbId: null,
		metaId: null,
		tvMetaId: null,
		...overrides,
	};
}

export function buildProfile(overrides: Partial<QualityProfile> = {}): QualityProfile {
	return {...defaultProfiles[0]!, id: 'profile-1', ...overrides}; // the list of default profiles is not empty
}

/** The default profile with this name. */
export function profileCalled(name: string, overrides: Partial<QualityProfile> = {}): QualityProfile {
	return buildProfile({...defaultProfiles.find(profile => profile.name === name), ...overrides});
}

export const mappedMovie: MappedMedia = {kind: 'movie', movie: {id: 'movie-1', title: 'Paper Harbor', year: 2019, runtime: 100}};

interface CandidateOptions {
	media?: MappedMedia;
	formatScore?: number;
	matchedTerms?: ReadonlySet<string>;
}

/** A candidate as a search creates it; the title is really parsed. */
export function buildCandidate(
	release: Partial<FoundRelease> = {},
	{media = mappedMovie, formatScore = 0, matchedTerms = new Set()}: CandidateOptions = {},
): Candidate {
	const found = buildRelease(release);
	const parsed = readRelease(found, media.kind === 'movie' ? 'movie' : 'tv');
	return toCandidate(found, parsed, {media, formats: {formatIds: [], score: formatScore}, matchedTerms});
}

export function buildCopy(overrides: Partial<Copy> = {}): Copy {
	return {
		quality: 'HDTV-1080p',
		formatScore: 0,
		revision: {version: 1, real: 0},
		group: 'OLD',
		releaseTitle: null,
		correctsOthers: false,
		addedAt: null,
		...overrides,
	};
}

export function buildFacts(overrides: Partial<Facts> = {}): Facts {
	return {
		profile: buildProfile(),
		files: [],
		queue: [],
		blocklist: toBlocklist([]),
		settings: {
			minimumSeeders: 1,
			minimumSeedersOf: {},
			retentionDays: 0,
			minimumAgeMinutes: 0,
			maximumSizeMb: 0,
			requiredFlagsOf: {},
			sizeLimits: {},
			delay: noDelay,
			preferredProtocol: null,
			allowedHardcodedSubs: [],
			properRepack: 'prefer',
			indexerTags: {},
			indexerScopes: {},
		},
		availableFrom: 'always',
		airedFrom: 'always',
		originalLanguage: 'en',
		failing: [],
		grabbedLately: [],
		grabbedBefore: toBlocklist([]),
		heldByCopies: [],
		wantedEpisodes: null,
		searched: false,
		byPerson: false,
		waitingSince: null,
		tagged: untagged,
		languageProfile: null,
		releaseProfiles: [],
		importedHashes: new Set(),
		firstWaiting: null,
		monitoredEpisodes: new Set(),
		onlyMonitored: false,
		lostEpisodes: [],
		freeBytes: null,
		now,
		...overrides,
	};
}
