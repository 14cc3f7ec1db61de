import type {LanguageProfile} from '../languages/language-profile.ts';
import type {NamedLibrary} from '../media/library-tags.ts';
import type {EpisodeNumbers} from '../media/lost-episodes.ts';
import type {QualityProfile} from '../quality/profiles.ts';
import type {ProperRepack} from '../quality/proper-repack.ts';
import type {SizeLimits} from '../quality/size-limits.ts';
import type {Copy} from '../quality/upgrade.ts';
import type {Protocol} from '../release/release.ts';
import type {ReleaseProfile} from './release-profile.ts';

/** One entry of the blocklist, as far as it tells releases apart. */
export interface BlockedRelease {
	guid: string | null;
	infoHash: string | null;
	title: string;
	indexerId: string | null;
	size: number | null;
}

/** The blocklist, made to be asked a thousand times; `toBlocklist` builds it. */
export interface Blocklist {
	guids: ReadonlySet<string>;
	infoHashes: ReadonlySet<string>;
	/** Keys of `releaseKey`. */
	releases: ReadonlySet<string>;
}

export interface Delay {
	minutes: Readonly<Record<Protocol, number>>;
	/** Releases of these are not taken, however long they wait. */
	disabledProtocols?: readonly Protocol[];
	/** The best quality of the profile by the preferred protocol does not wait. */
	bypassIfTopQuality: boolean;
	/** A format score from which a release by the preferred protocol does not wait; null or not given is none. */
	bypassFromFormatScore?: number | null;
}

export interface DecisionSettings {
	minimumSeeders: number;
	/** By indexer id, where an indexer asks for another number. */
	minimumSeedersOf: Readonly<Record<string, number>>;
	/** Days that Usenet keeps articles; 0 is no limit. */
	retentionDays: number;
	sizeLimits: SizeLimits;
	delay: Delay;
	preferredProtocol: Protocol | null;
	/** Words of burnt-in subtitles that are taken, such as `KORSUB` or `HC`; none when not given. */
	allowedHardcodedSubs?: readonly string[];
	/** `prefer` when not given. */
	properRepack?: ProperRepack;
	/** By indexer id: the libraries that it is for, see `isForLibrary`. */
	indexerTags?: Readonly<Record<string, readonly string[]>>;
}

/** All that a decision about one title rests on; nothing in it is fetched by a rule. */
export interface Facts {
	profile: QualityProfile;
	/** The files of the movie, or of the episodes that the release covers. */
	files: readonly Copy[];
	/** What is on its way for the same movie or episodes. */
	queue: readonly Copy[];
	blocklist: Blocklist;
	settings: DecisionSettings;
	/** Of the movie, or of the latest of the episodes. */
	availableFrom: Date | 'always' | 'never';
	/** ISO 639-1, as the metadata provider tells it. */
	originalLanguage: string | null;
	/** Failed downloads that somebody may still retry: they stand in the way of the same release only. */
	failing?: readonly Copy[];
	/** What was grabbed for the same title in the last hours and has neither failed nor come into the library: a feed does not offer it again. */
	grabbedLately?: readonly Copy[];
	/** Ids of the episodes that are searched for; any will do when not given or null. */
	wantedEpisodes?: ReadonlySet<string> | null;
	/** Somebody or a task asked for the title; the release did not merely stand in a feed. */
	searched?: boolean;
	/** A person asked and waits for the answer: what only time speaks against is told, not refused. */
	byPerson?: boolean;
	/** The library of the title. */
	library?: NamedLibrary | null;
	/** That of the library. */
	languageProfile?: LanguageProfile | null;
	/** Those that are for the title. */
	releaseProfiles?: readonly ReleaseProfile[];
	/** In lower case. */
	importedHashes?: ReadonlySet<string>;
	/** When the first release that waits for the same title was published. */
	firstWaiting?: Date | null;
	/** Ids of the monitored episodes of the series. */
	monitoredEpisodes?: ReadonlySet<string>;
	/** Nobody asked for this release by hand: beside what is searched for only monitored episodes are taken. */
	onlyMonitored?: boolean;
	/** Episodes beside those of the release that the present files hold. */
	lostEpisodes?: readonly EpisodeNumbers[];
	/** What the disk of the library has to spare; not given or null when nobody knows. */
	freeBytes?: number | null;
	now: Date;
}

export const noDelay: Delay = {minutes: {torrent: 0, usenet: 0, stream: 0}, bypassIfTopQuality: true};

/** Titles come with dots from one page of an indexer and with spaces from another. */
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
