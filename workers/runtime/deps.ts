import type {Redis} from 'ioredis';
import type {Clearances} from '#shared/captcha/clearances.ts';
import type {PageCache} from '#shared/captcha/page-cache.ts';
import type {SolverSessions} from '#shared/captcha/solver-sessions.ts';
import type {Counters} from '#shared/counters.ts';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import type {IndexerSettings, IndexerUse} from '#shared/domain/indexers/indexer-record.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {TaggedTitle} from '#shared/domain/media/tags.ts';
import type {ProxySettings} from '#shared/domain/network/proxy-record.ts';
import type {NotificationSettings} from '#shared/domain/notifications/notification.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {FoundSubtitle, ProviderResult, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import type {EventBus} from '#shared/events/stream.ts';
import type {FolderReaders} from '#shared/files/folder-readers.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Log} from '#shared/log/log.ts';
import type {PatternMatcher} from '#shared/patterns/match-patterns.ts';
import type {QueryBudgets} from '#shared/query-budgets.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Stores} from '#shared/store/database.ts';
import type {FeedParts} from '#shared/store/downloads/feed-parts.ts';
import type {KeptFiles, ReleaseCache} from '#shared/store/downloads/release-cache.ts';
import type {SubtitleCache} from '#shared/store/subtitles/subtitle-cache.ts';
import type {ImageCache} from '#shared/store/titles/image-cache.ts';
import type {BudgetCache} from '#shared/tasks/search-room.ts';
import type {PageOpener} from '../integrations/browser/page-opener.ts';
import type {DiskProbes} from '../integrations/disk-probes/disk-probes.ts';
import type {ClientFolders} from '../integrations/download-clients/client-folders.ts';
import type {DownloadClient} from '../integrations/download-clients/download-client.ts';
import type {Files} from '../integrations/files/files.ts';
import type {Http} from '../integrations/http/http.ts';
import type {ImportListClient, SignInClient} from '../integrations/import-lists/import-list-client.ts';
import type {AnswerTime, TakeAnswer} from '../integrations/indexers/answer-limits.ts';
import type {DefinitionCatalogue} from '../integrations/indexers/definition/catalogue.ts';
import type {DefinitionSource} from '../integrations/indexers/definition/definition-source.ts';
import type {FetchFromIndexer} from '../integrations/indexers/fetch-release.ts';
import type {Indexer} from '../integrations/indexers/indexer.ts';
import type {MediaInfoReader} from '../integrations/media-info/media-info-reader.ts';
import type {MetadataProvider} from '../integrations/metadata/metadata-provider.ts';
import type {Receiver} from '../integrations/notifications/receiver.ts';
import type {OtherNumbersSource} from '../integrations/other-numbers/open-other-numbers.ts';
import type {PackageUpdate} from '../integrations/packages/update-package.ts';
import type {SentSubtitle, SubtitleProviderClient} from '../integrations/subtitles/subtitle-provider.ts';
import type {TorrentEngine} from '../integrations/torrent-engine/torrent-engine.ts';

export interface WantedReleases {
	criteria: SearchCriteria;
	/** Who uses it: a task or a follow-up, or a person. */
	use: Exclude<IndexerUse, 'rss'>;
	/** Null for all enabled ones of this use. */
	indexerIds: string[] | null;
	/** The title or its copies whose indexers are asked; every indexer if not given, whatever its tags. */
	title?: TaggedTitle | readonly TaggedTitle[];
	/** Queries of the limit of each indexer that this search leaves to more urgent ones. */
	reserved?: ReadonlyMap<string, number> | undefined;
	/** There are copies of the title: the answers are kept for their searches. Only searches of tasks read them. */
	hasCopies?: boolean;
	/** Is called at the start and after each indexer's answer, with what returns everything that has come so far. */
	onAnswer?(soFar: () => FoundSoFar): void;
}

export interface FeedReading {
	/** Whoever reads under the same id again, after the death of a worker, gets the answers that it got. */
	id: string;
	/** Null for all. */
	indexerIds: readonly string[] | null;
}

/** The results of a search while some indexers have not answered yet. */
export interface FoundSoFar {
	releases: FoundRelease[];
	indexerResults: IndexerResult[];
	asking: {id: string; name: string}[];
}

/**
 * What handlers may use: MongoDB, Redis, the outside world, and this process. Built once per process by
 * `create-deps.ts`, the only place that opens clients. A handler names the members it uses, see `Handler`.
 */
export interface WorkerDeps extends Stores, OverRedis, OutsideWorld, OfProcess {}

/** What processes share in Redis. */
interface OverRedis {
	producer: Redis;
	prefix: string;
	jobs: JobClient;
	events: EventBus;
	counters: Counters;
	queryBudgets: QueryBudgets;
	releaseCache: ReleaseCache;
	/** What was read of the feeds for a run of the task. */
	feedParts: FeedParts;
	keptFiles: KeptFiles;
	subtitleCache: SubtitleCache;
	imageCache: ImageCache;
	pageCache: PageCache;
	clearances: Clearances;
	solverSessions: SolverSessions;
}

/** Services that we call, and disks. */
interface OutsideWorld {
	http: Http;
	metadata: MetadataProvider;
	otherNumbers: OtherNumbersSource;
	/** The sites that definitions describe. */
	definitionCatalogue: DefinitionCatalogue;
	definitionSource: DefinitionSource;
	/** See `updatePackage`. */
	updateDefinitionPackage(signal: AbortSignal, before: () => Promise<void>): Promise<PackageUpdate | null>;
	/**
	 * `test` is for a person trying out the indexer: challenges are then tried in spite of earlier failures. `time`
	 * stands still while the indexer waits for its turn; `reserved` queries of its limit are left alone.
	 */
	openIndexer(
		settings: IndexerSettings,
		reason?: 'test' | 'indexer',
		time?: AnswerTime & {reserved?: number; takeAnswer?: TakeAnswer},
	): Indexer;
	/** Searches all indexers of this use that are for the title at once, or the named ones. Never fails as a whole. */
	searchIndexers(wanted: WantedReleases, signal: AbortSignal): Promise<{releases: FoundRelease[]; indexerResults: IndexerResult[]}>;
	/** Returns the recent releases of the indexers whose feeds are read. Never fails as a whole. */
	recentReleases(signal: AbortSignal, reading?: FeedReading): Promise<{releases: FoundRelease[]; indexerResults: IndexerResult[]}>;
	fetchRelease: FetchFromIndexer;
	openDownloadClient(settings: DownloadClientSettings): DownloadClient;
	clientFolders: ClientFolders;
	/** Only in the process that runs the engine; throws Unavailable `torrent_engine_elsewhere` in all others. */
	torrentEngine(): TorrentEngine;
	/** `test` is for a person trying out the settings. */
	openSubtitleProvider(settings: SubtitleProviderSettings, reason?: 'test'): SubtitleProviderClient;
	/** Asks all enabled subtitle providers at once, or the named ones. Never fails as a whole. */
	searchSubtitleProviders(
		wanted: {criteria: SubtitleCriteria; providerIds: string[] | null},
		signal: AbortSignal,
	): Promise<{found: FoundSubtitle[]; providerResults: ProviderResult[]}>;
	/** Throws NotFound for a deleted provider, TooMany when its quota is used up, UpstreamFailed. */
	downloadSubtitle(found: Pick<FoundSubtitle, 'providerId' | 'id' | 'link'>, signal: AbortSignal): Promise<SentSubtitle>;
	openImportList(settings: ImportListSettings): ImportListClient;
	/** Null for a kind without accounts. */
	openListSignIn(settings: ImportListSettings): SignInClient | null;
	openReceiver(settings: NotificationSettings): Receiver;
	/** Asks for something through a proxy, or asks a solver whether it is ready. */
	tryProxy(settings: ProxySettings, signal: AbortSignal): Promise<{version: string | null; details: string[]}>;
	/** Our own browser, started when the first page is opened. */
	pageOpener: PageOpener;
	/** The service that solves instead of our browser when `captcha.externalUrl` is set. */
	externalSolver: Pick<PageOpener, 'open'>;
	files: Files;
	diskProbes: DiskProbes;
	/** Bytes free on a folder's disk, asked of the pool that has the disks; null when unknown. */
	freeSpaceOf(folder: string): Promise<number | null>;
	folderReaders: FolderReaders;
	mediaInfo: MediaInfoReader;
}

interface OfProcess {
	log: Log;
	now: () => Date;
	settings: Settings;
	secrets: Secrets;
	dataDir: string;
	budgetCache: BudgetCache;
	/** Its thread holds the compiled patterns. */
	patternMatcher: PatternMatcher;
}
