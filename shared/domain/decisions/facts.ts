import type {LanguageProfile} from '../languages/language-profile.ts';
import type {EpisodeNumbers} from '../media/library-episode.ts';
import type {TaggedTitle} from '../media/tags.ts';
import type {QualityProfile} from '../quality/profiles.ts';
import type {ProperRepack} from '../quality/qualities.ts';
import type {SizeLimits} from '../quality/size-limits.ts';
import type {Copy} from '../quality/upgrade.ts';
import type {IndexerFlag, Protocol} from '../release/release.ts';
import type {Scope} from '../scope.ts';
import type {ReleaseProfile} from './release-profile.ts';

/** The fields of a blocklist entry that identify a release. */
interface BlockedRelease {
	guid: string | null;
	infoHash: string | null;
	title: string;
	indexerId: string | null;
	size: number | null;
}

/** The blocklist, prepared for many look-ups; built by `toBlocklist`. */
export interface Blocklist {
	guids: ReadonlySet<string>;
	infoHashes: ReadonlySet<string>;
	/** Keys made by `releaseKey`. */
	releases: ReadonlySet<string>;
}

export interface Delay {
	minutes: Readonly<Record<Protocol, number>>;
	/** Releases by these protocols are never taken, however long they wait. */
	disabledProtocols: readonly Protocol[];
	/** A release in the best quality of the profile and by the preferred protocol does not wait. */
	bypassIfTopQuality: boolean;
	/** A release by the preferred protocol does not wait from this format score up. Null: no such score. */
	bypassFromFormatScore: number | null;
}

interface DecisionSettings {
	minimumSeeders: number;
	/** By indexer id, for indexers with a minimum of their own. */
	minimumSeedersOf: Readonly<Record<string, number>>;
	/** Days that Usenet keeps articles; 0 for no limit. */
	retentionDays: number;
	/** Minutes until a Usenet post has reached most servers; 0 for no wait. */
	minimumAgeMinutes: number;
	/** For a whole release, in megabytes (1,048,576 bytes); 0 for no limit. */
	maximumSizeMb: number;
	/** By indexer id: flags of which a torrent must have one. */
	requiredFlagsOf: Readonly<Record<string, readonly IndexerFlag[]>>;
	sizeLimits: SizeLimits;
	delay: Delay;
	preferredProtocol: Protocol | null;
	/** Words for burnt-in subtitles that are accepted, such as `KORSUB` or `HC`. */
	allowedHardcodedSubs: readonly string[];
	properRepack: ProperRepack;
	/** By indexer id: the libraries and labels the indexer is for, see `isForTitle`. */
	indexerTags: Readonly<Record<string, readonly string[]>>;
	/** By indexer id. */
	indexerScopes: Readonly<Record<string, Scope>>;
}

/** A release that is in the queue for a copy of the title. */
export interface HeldRelease {
	guid: string;
	indexerId: string;
	infoHash: string | null;
	/** Name of the library that gets it; null for a copy without a library. */
	library: string | null;
	/** Its files have been imported. */
	isImported: boolean;
}

/** Why releases are judged. */
export interface Asking {
	/** A person or a task searched for the title; the release did not just appear in a feed. */
	searched: boolean;
	/**
	 * A person asked and waits for the answer. Reasons that time alone resolves are reported but
	 * do not refuse the release.
	 */
	byPerson: boolean;
	/** Not chosen by a person. Apart from what is searched, only monitored episodes are accepted. */
	onlyMonitored: boolean;
	/** When the release was found, if it has waited since; null for one that is found now. */
	waitingSince: Date | null;
}

/**
 * Everything a decision about one title needs; rules fetch nothing themselves. No field is optional: a fact that
 * somebody forgets to collect would silently switch its rule off.
 */
export interface Facts extends Asking {
	profile: QualityProfile;
	/** The files of the movie, or of the episodes that the release covers. */
	files: readonly Copy[];
	/** Downloads in progress for the same movie or episodes. */
	queue: readonly Copy[];
	blocklist: Blocklist;
	settings: DecisionSettings;
	/** When the movie, or the latest episode, is available. */
	availableFrom: Date | 'always' | 'never';
	/** When the last of the episodes airs, whether or not they may be grabbed earlier; `always` for a movie. */
	airedFrom: Date | 'always' | 'never';
	/** ISO 639-1, from the metadata provider. */
	originalLanguage: string | null;
	/** Failed downloads that may still be retried. They block only the same release. */
	failing: readonly Copy[];
	/**
	 * Grabs for the same title in the last hours that have neither failed nor been imported. A feed does not offer them
	 * again. For a release that has waited since a search, only grabs since then.
	 */
	grabbedLately: readonly Copy[];
	/**
	 * Releases that were grabbed before and have neither failed nor been imported: they are under way, or a person
	 * removed them. Neither a feed nor the pending releases offer them again.
	 */
	grabbedBefore: Pick<Blocklist, 'guids' | 'infoHashes'>;
	/** Releases that were grabbed for copies of the title in other libraries. A client takes a download once. */
	heldByCopies: readonly HeldRelease[];
	/** Ids of the episodes being searched; null for any. */
	wantedEpisodes: ReadonlySet<string> | null;
	/** The library and the labels of the title. */
	tagged: TaggedTitle;
	/** The language profile of the library; null when it has none. */
	languageProfile: LanguageProfile | null;
	/** The release profiles that apply to the title. */
	releaseProfiles: readonly ReleaseProfile[];
	/** Info hashes of imported torrents, in lower case. */
	importedHashes: ReadonlySet<string>;
	/** When the first waiting release of the same title was published; null until `endDelays` compares them. */
	firstWaiting: Date | null;
	/** Ids of the monitored episodes of the series; empty for a movie. */
	monitoredEpisodes: ReadonlySet<string>;
	/** Episodes in the present files that the release does not contain. */
	lostEpisodes: readonly EpisodeNumbers[];
	/** Free space of the library's disk; null when unknown. */
	freeBytes: number | null;
	now: Date;
}

/** The same title may have dots on one page of an indexer and spaces on another. */
export function releaseKey({title, indexerId, size}: {title: string; indexerId: string; size: number}): string {
	return `${indexerId}\n${size}\n${title
		.toLowerCase()
		.replace(/[._ ]+/g, ' ')
		.trim()}`;
}

export function toBlocklist(entries: Iterable<BlockedRelease>): Blocklist {
	const guids = new Set<string>();
	const infoHashes = new Set<string>();
	const releases = new Set<string>();
	for (const {guid, infoHash, title, indexerId, size} of entries) {
		if (guid) {
			guids.add(guid);
		}

		if (infoHash) {
			infoHashes.add(infoHash.toLowerCase());
		}

		if (indexerId && size) {
			releases.add(releaseKey({title, indexerId, size}));
		}
	}

	return {guids, infoHashes, releases};
}
