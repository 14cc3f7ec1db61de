// Written by `npm run page-types`, from the document of the API.

export interface Activity {
	from: string;
	to: string;
	counts: ActivityCounts;
	events: HistoryEntry[];
	searches: FruitlessSearch[];
}

export interface Backup {
	name: string;
	path: string;
	machine: string;
	createdAt: string;
	version: string;
	madeBy: 'schedule' | 'person';
	byPerson: boolean;
	bytes: number;
	documents: number;
	movies: number;
	series: number;
	hasKey: boolean;
	restoreCommand: string;
}

export interface BlocklistEntry {
	id: string;
	title: string;
	reason: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
	addedAt: string;
	createdAt: string;
	updatedAt: string;
	guid: string | null;
	infoHash: string | null;
	indexer: string | null;
	indexerId: string | null;
	protocol: 'torrent' | 'usenet' | 'stream';
	size: number | null;
}

export interface BulkChange {
	id: string;
	mediaType: 'movie' | 'series';
	action: 'edit' | 'search' | 'refresh' | 'delete' | 'undo';
	status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
	total: number;
	processed: number;
	failed: number;
	error: string | null;
	canUndo: boolean;
	taskId: string;
	executionId: string | null;
	requestedBy: string | null;
	createdAt: string;
	startedAt: string | null;
	endedAt: string | null;
}

export interface CalendarEvent {
	id: string;
	title: string | null;
	year: number | null;
	overview: string | null;
	seriesId: string | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	hasFile: boolean;
	type: 'movie' | 'episode';
	event: 'airing' | 'inCinemas' | 'digitalRelease' | 'physicalRelease';
	date: string;
	seriesTitle: string | null;
	runtime: number | null;
	monitored: boolean;
	libraryId: string | null;
}

export interface Collection {
	id: string;
	metaId: number;
	title: string;
	posterUrl: string | null;
	monitored: boolean;
	partCount: number | null;
	movieCount: number;
	missing: number | null;
	refreshedAt: string | null;
	createdAt: string;
	updatedAt: string;
}

export interface CollectionPart {
	metaId: number;
	title: string;
	year: number | null;
	releaseDate: string | null;
	posterUrl: string | null;
	inLibrary: boolean;
	id: string | null;
	hasFile: boolean;
	excluded: boolean;
	declined: boolean;
}

export interface Counts {
	queue: {downloads: number; needsYou: number};
	wanted: {missing: number; cutoff: number; subtitles: number};
	health: {status: 'healthy' | 'degraded' | 'unhealthy'; notice: number; warning: number; error: number};
}

export interface CustomFilter {
	id: string;
	kind: 'movies' | 'series';
	name: string;
	conditions: Record<string, unknown>;
	sort: string | null;
	createdAt: string;
	updatedAt: string;
}

export interface DefinitionPackage {
	address: string;
	total: number;
	usable: number;
	sha256: string | null;
	takenAt: string | null;
	checkedAt: string | null;
	error: string | null;
	used: UsedDefinition[];
}

export interface Deletion {
	id: string;
	movieId: string | null;
	seriesId: string | null;
	title: string;
	year: number | null;
	path: string;
	titleDeleted: boolean;
	files: number;
	bytes: number;
	filesDeleted: boolean;
	deletedBy: string | null;
	state: 'kept' | 'undoing' | 'undone' | 'failed' | 'erasing';
	message: string | null;
	waitsFor: string | null;
	expiresAt: string;
	createdAt: string;
	updatedAt: string;
}

export interface DeletionPreview {
	path: string;
	files: number;
	bytes: number;
	paths: string[];
	companions: number | null;
	companionBytes: number | null;
	recycled: boolean;
	undoDays: number;
}

export interface Delivery {
	id: string;
	notificationId: string;
	event: 'grabbed' | 'imported' | 'upgraded' | 'failed' | 'deleted' | 'renamed' | 'health' | 'titleAdded' | 'titleRemoved' | 'dailySummary';
	message: GrabbedMessage | ImportedMessage | UpgradedMessage | FailedMessage | DeletedMessage | RenamedMessage | HealthMessage | TitleAddedMessage | TitleRemovedMessage | DailySummaryMessage;
	files: ChangedFile[];
	status: 'pending' | 'delivered' | 'failed';
	tries: number;
	nextTryAt: string | null;
	lastTryAt: string | null;
	deliveredAt: string | null;
	responseStatus: number | null;
	error: string | null;
	createdAt: string;
}

export interface Disk {
	freeSpace: number | null;
	totalSpace: number | null;
	level: 'ok' | 'low' | 'full' | 'silent' | 'unreachable';
	folders: UsedFolder[];
}

export interface EpisodeDetail {
	id: string;
	seriesId: string;
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	title: string | null;
	overview: string | null;
	airDate: string | null;
	airDateUtc: string | null;
	runtime: number | null;
	monitored: boolean;
	numbers: OtherNumbers;
	unverifiedSceneNumbering: boolean;
	hasFile: boolean;
	downloaded: boolean;
	fileId: string | null;
	file: EpisodeFileDetail | null;
	images: {url: string; type: string}[];
}

export interface EpisodeFileDetail {
	id: string;
	path: string;
	size: number;
	quality: string;
	qualityScore: number;
	dateAdded: string;
	releaseTitle: string | null;
	releaseGroup: string | null;
	languages: string[];
	mediaInfo: MediaInfo | null;
	originalFile: string | null;
	releaseHash: string | null;
	formatIds: string[];
}

export interface ErasedSize {
	files: number;
	bytes: number;
	freedBytes: number;
}

export interface FileChange {
	id: string;
	kind: 'rename' | 'move' | 'undo';
	state: 'planning' | 'planned' | 'running' | 'done' | 'failed' | 'cancelled' | 'undone';
	to: string | null;
	path: string | null;
	folders: boolean;
	copies: boolean;
	totals: {titles: number; files: number; bytes: number; done: number; skipped: number; failed: number; linkedFiles: number; linkedBytes: number};
	title: string | null;
	message: string | null;
	taskId: string;
	requestedBy: string | null;
	undoOf: string | null;
	plannedAt: string | null;
	startedAt: string | null;
	endedAt: string | null;
	createdAt: string;
	updatedAt: string;
}

export interface FileChangeRow {
	id: string;
	movieId: string | null;
	seriesId: string | null;
	title: string;
	fileId: string;
	from: string;
	to: string;
	size: number;
	state: 'planned' | 'placed' | 'recorded' | 'done' | 'skipped' | 'failed';
	code: 'target_exists' | 'collision' | 'file_missing' | 'changed_on_disk' | 'outside_root' | 'busy' | 'too_little_space' | 'link_leads_outside' | 'needs_copies' | 'title_changed' | null;
	companions: {from: string; to: string}[];
}

export interface FolderList {
	path: string;
	parent: string | null;
	folders: BrowsedFolder[];
	total: number;
}

export interface FolderUse {
	path: string;
	use: 'rootFolder' | 'downloads' | 'recycleBin' | 'backups' | 'data';
	names: string[];
	bytes: number | null;
	sharedBytes: number;
	isWhole: boolean;
}

export interface FoundSubtitle {
	providerId: string;
	provider: string;
	subtitleId: string;
	language: string;
	forced: boolean;
	hearingImpaired: boolean;
	score: number;
	approved: boolean;
	reasons: string[];
	rejections: string[];
	releases: string[];
	isHashMatch: boolean;
	isIdMatch: boolean;
	title: string | null;
	year: number | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	fps: number | null;
	isMachineTranslated: boolean;
	isTrusted: boolean;
	downloadCount: number;
	format: string | null;
	uploadedAt: string | null;
}

export interface FruitlessSearch {
	title: string | null;
	media: NamedTitle | null;
	status: 'completed' | 'grabbed' | 'nothing' | 'refused' | 'failed' | 'notSearched' | 'skipped';
	message: string | null;
	timestamp: string;
}

export interface Guide {
	address: string;
	updates: 'ask' | 'apply';
	total: number;
	usable: number;
	takenAt: string | null;
	checkedAt: string | null;
	error: string | null;
	chosen: number;
	waiting: number;
}

export interface GuideChange {
	key: string;
	kind: 'profile' | 'format' | 'sizes';
	name: string;
	localId: string | null;
	isDeleted: boolean;
	isApplied: boolean;
	fields: GuideFieldChange[];
	leftOut: string[];
	missing: number;
}

export interface GuideFieldChange {
	field: string;
	of: string | null;
	before: string | null;
	after: string;
	isKept: boolean;
}

export interface GuideItem {
	key: string;
	kind: 'profile' | 'format' | 'sizes';
	program: 'radarr' | 'sonarr';
	name: string;
	description: string | null;
	fault: string | null;
	isChosen: boolean;
}

export interface GuidePreview {
	hash: string;
	changes: GuideChange[];
	gone: string[];
}

export interface Health {
	status: 'healthy' | 'degraded' | 'unhealthy';
	version: string;
	checks: {database: {status: 'healthy' | 'degraded' | 'unhealthy'; responseTime: number | null}; redis: {status: 'healthy' | 'degraded' | 'unhealthy'; responseTime: number | null}; downloadClients: {status: 'healthy' | 'degraded' | 'unhealthy'; clients: {id: string; name: string; status: string}[]}; indexers: {status: 'healthy' | 'degraded' | 'unhealthy'; enabledCount: number; failingCount: number; totalCount: number; expiringCount: number}; subtitleProviders: {status: 'healthy' | 'degraded' | 'unhealthy'; enabledCount: number; failingCount: number}; notifications: {status: 'healthy' | 'degraded' | 'unhealthy'; enabledCount: number; failingCount: number}; importLists: {status: 'healthy' | 'degraded' | 'unhealthy'; enabledCount: number; failingCount: number}; proxies: {status: 'healthy' | 'degraded' | 'unhealthy'; enabledCount: number; failingCount: number}; definitions: {status: 'healthy' | 'degraded' | 'unhealthy'; vanished: number; faulty: number; waiting: number; replaced: number; notUnderstood: number; packageError: boolean}; patterns: {status: 'healthy' | 'degraded' | 'unhealthy'; customFormats: number; releaseProfiles: number}; loginCaptchas: {status: 'healthy' | 'degraded' | 'unhealthy'; needed: number}; rootFolders: {status: 'healthy' | 'degraded' | 'unhealthy'; unreachable: string[]; silent: string[]; rightsRefused: string[]; full: string[]; low: string[]}; workers: {status: 'healthy' | 'degraded' | 'unhealthy'; missing: string[]; refused: {service: string; host: string; message: string; refusedAt: string}[]; stuck: string[]}; machines: {status: 'healthy' | 'degraded' | 'unhealthy'; lacking: {machine: string; folder: string}[]}; installation: {status: 'healthy' | 'degraded' | 'unhealthy'; message: string | null; dataDisk: 'ok' | 'low' | 'full' | null}; pauses: {status: 'healthy' | 'degraded' | 'unhealthy'; all: boolean; downloadClients: number; indexers: number; libraries: number; move: boolean; until: string | null; isEndless: boolean}};
	issues: HealthIssue[];
	timestamp: string;
}

export interface HealthIssue {
	check: string;
	level: 'notice' | 'warning' | 'error';
	code: string;
	reason: string;
	remedy: string;
	link: string;
}

export interface HeldTitles {
	id: string;
	since: string;
	count: number;
	titles: string[];
}

export interface HistoryEntry {
	id: string;
	event: 'grabbed' | 'imported' | 'downloadFailed' | 'importFailed' | 'fileDeleted' | 'fileRenamed' | 'titleMoved' | 'ignored' | 'subtitleDownloaded' | 'subtitleRemoved' | 'titleAdded' | 'titleRemoved';
	title: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
	quality: string | null;
	qualityScore: number | null;
	indexer: string | null;
	downloadClient: string | null;
	downloadId: string | null;
	media: NamedTitle | null;
	data: Record<string, unknown>;
	timestamp: string;
	createdAt: string;
	updatedAt: string;
}

export interface ImportCandidate {
	id: string;
	path: string;
	name: string;
	size: number;
	movie: {id: string; title: string; year: number | null} | null;
	series: {id: string; title: string} | null;
	episodes: {id: string; seasonNumber: number; episodeNumber: number; title: string}[];
	quality: string;
	languages: string[];
	releaseGroup: string | null;
	edition: string | null;
	rejections: {reason: string}[];
}

export interface ImportListItem {
	id: string;
	ids: {metaId: number | null; imdbId: string | null; tvMetaId: number | null};
	title: string;
	year: number | null;
	seasons: number[] | null;
	state: 'waiting' | 'added' | 'inLibrary' | 'excluded' | 'unmatched' | 'removedByPerson' | 'left';
	titleId: string | null;
	reason: string | null;
	firstSeenAt: string;
	lastSeenAt: string | null;
	leftAt: string | null;
}

export interface ImportOutcome {
	id: string;
	name: string;
	outcome: 'added' | 'exists' | 'refused';
	indexerId: string | null;
	message: string | null;
}

export interface ImportRow {
	id: string;
	name: string;
	outcome: 'comes' | 'needsYou' | 'exists' | 'cannot';
	way: 'definition' | 'direct' | 'through' | null;
	kind: 'newznab' | 'torznab' | 'rss' | 'm3u' | 'definition' | null;
	url: string | null;
	definition: string | null;
	needs: ImportNeed[];
	notes: string[];
}

export interface IndexerCaptcha {
	indexerId: string;
	indexerName: string;
	kind: 'captcha' | 'code';
	hasPicture: boolean;
	question: string | null;
	expiresAt: string | null;
}

export interface IndexerDay {
	day: string;
	queries: number;
	rss: number;
	grabs: number;
	requests: number;
	failures: number;
}

export interface IndexerEvent {
	id: string;
	at: string;
	action: 'query' | 'rss' | 'grab' | 'login';
	subject: string | null;
	error: string | null;
	answerMs: number | null;
	requests: number;
	releases: number;
}

export interface IndexerImport {
	id: string;
	expiresAt: string;
	rows: ImportRow[];
	notes: string[];
}

export interface IndexerResult {
	indexerId: string;
	indexerName: string;
	resultCount: number;
	status: 'ok' | 'error' | 'timeout' | 'disabled' | 'rate_limited' | 'challenge_failed';
	errorMessage: string | null;
}

export interface IndexerStatistics {
	indexerId: string;
	name: string;
	isStored: boolean;
	queries: number;
	failedQueries: number;
	rss: number;
	failedRss: number;
	grabs: number;
	failedGrabs: number;
	logins: number;
	failedLogins: number;
	requests: number;
	releases: number;
	answers: number;
	answerMs: number;
	meanMs: number | null;
	p95Ms: number | null;
	days: IndexerDay[];
}

export interface LastSearch {
	at: string;
	searchId: string;
	byPerson: boolean;
	outcome: 'completed' | 'grabbed' | 'nothing' | 'refused' | 'failed' | 'notSearched' | 'skipped';
	message: string;
	found: number;
	refused: number;
	reasons: CountedReason[];
	indexers: number;
	silent: SilentIndexer[];
}

export interface Letter {
	letter: string;
	position: number;
	count: number;
}

export interface Library {
	id: string;
	name: string;
	type: 'movies' | 'tv';
	rootFolderId: string;
	qualityProfileId: string;
	languageProfileId: string | null;
	enabled: boolean;
	monitored: boolean;
	appSlug: string | null;
	itemCount: number;
	createdAt: string;
	updatedAt: string;
}

export interface ListedSeason {
	seasonNumber: number;
	monitored: boolean;
	episodeCount: number;
	episodeFileCount: number;
	totalEpisodeCount: number;
}

export interface LookedUpTitle {
	metaId: number;
	title: string;
	year: number | null;
	overview: string | null;
	posterUrl: string | null;
	releaseDate?: string | null;
	metaRating?: number | null;
	genres?: string[];
	inLibrary: boolean;
	id: string | null;
	copies: TitleCopy[];
}

export interface MoveFolder {
	from: string;
	to: string | null;
	isGiven: boolean;
	checked: number;
	found: number;
}

export interface MoveRow {
	source: number;
	program: 'radarr' | 'sonarr' | 'prowlarr' | 'bazarr';
	kind: 'setting' | 'rootFolder' | 'library' | 'tag' | 'customFormat' | 'qualityProfile' | 'qualityDefinition' | 'languageProfile' | 'downloadClient' | 'remotePathMapping' | 'proxy' | 'indexer' | 'delayProfile' | 'releaseProfile' | 'notification' | 'importList' | 'autoTag' | 'collection' | 'movie' | 'series' | 'exclusion' | 'blocklist' | 'history' | 'subtitle' | 'subtitleProvider' | 'other';
	sourceId: string;
	title: string;
	outcome: 'comes' | 'exists' | 'comesChanged' | 'needsYou' | 'cannot';
	ourId: string | null;
	notes: ({code: 'setting_changes' | 'merged' | 'noted' | 'switched_off' | 'would_search' | 'would_replace' | 'second_file' | 'already_here' | 'changed_here' | 'setting_differs' | 'weak_match' | 'number_given' | 'date_unusable' | 'dangling_file' | 'dangling_profile' | 'dangling_tag' | 'episode_renumbered' | 'episode_unmatched' | 'field_unsupported' | 'file_missing' | 'file_outside_roots' | 'file_without_episode' | 'folder_shared' | 'json_unreadable' | 'quality_unknown' | 'quality_without_home' | 'root_missing' | 'size_differs' | 'sign_in' | 'secret_masked' | 'path_unmapped' | 'disk_away' | 'pattern_invalid' | 'pattern_not_portable' | 'function_ends' | 'value_unknown' | 'title_gone' | 'title_unknown' | 'kind_unsupported'; detail: string; names: string[]})[];
}

export interface Movie {
	id: string;
	title: string;
	originalTitle: string | null;
	year: number | null;
	metaId: number;
	imdbId: string | null;
	overview: string | null;
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	posterUrl: string | null;
	backdropUrl: string | null;
	monitored: boolean;
	path: string;
	createdAt: string;
	updatedAt: string;
	addedAt: string;
	addedBy: AddedBy | null;
	minimumAvailability: 'announced' | 'inCinemas' | 'released';
	rootFolderPath: string;
	qualityProfileId: string;
	libraryId: string | null;
	tags: string[];
	ruleTags: string[];
	languageProfileId: string | null;
	searchOnAdd: boolean;
	lastSearchTime: string | null;
	titleSlug: string;
	inCinemas: string | null;
	digitalRelease: string | null;
	physicalRelease: string | null;
	studios: string[];
	lastRefreshTime: string | null;
	downloaded: boolean;
	hasFile: boolean;
	fileId: string | null;
	file: MovieFile | null;
	standing?: Standing;
}

export interface MovieDetail {
	id: string;
	title: string;
	originalTitle: string | null;
	year: number | null;
	metaId: number;
	imdbId: string | null;
	overview: string | null;
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	posterUrl: string | null;
	backdropUrl: string | null;
	monitored: boolean;
	path: string;
	createdAt: string;
	updatedAt: string;
	addedAt: string;
	addedBy: AddedBy | null;
	minimumAvailability: 'announced' | 'inCinemas' | 'released';
	rootFolderPath: string;
	qualityProfileId: string;
	libraryId: string | null;
	tags: string[];
	ruleTags: string[];
	languageProfileId: string | null;
	searchOnAdd: boolean;
	lastSearchTime: string | null;
	titleSlug: string;
	tagline: string | null;
	website: string | null;
	trailerUrl: string | null;
	inCinemas: string | null;
	digitalRelease: string | null;
	physicalRelease: string | null;
	collectionMetaId: number | null;
	collectionTitle: string | null;
	alternativeTitles: string[];
	downloaded: boolean;
	hasFile: boolean;
	fileId: string | null;
	file: MovieFileDetail | null;
	isAvailable: boolean;
	availabilityDelayDays: number | null;
	credits: {cast: ({name: string; character: string | null; metaId: number | null; pictureUrl?: string | null})[]; crew: ({name: string; job: string | null; metaId: number | null})[]};
	images: {url: string; type: string}[];
	copies: TitleCopy[];
}

export interface MovieFile {
	id: string;
	path: string;
	size: number;
	quality: string;
	qualityScore: number;
	releaseTitle: string | null;
	dateAdded: string;
}

export interface MovieFileDetail {
	id: string;
	path: string;
	size: number;
	quality: string;
	qualityScore: number;
	releaseTitle: string | null;
	dateAdded: string;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	mediaInfo: MediaInfo | null;
	originalFile: string | null;
	releaseHash: string | null;
	formatIds: string[];
}

export interface NamedTitle {
	kind: 'movie' | 'series';
	id: string;
	title: string;
	year: number | null;
	posterUrl: string | null;
	episodes: string[];
}

export interface NamingToken {
	token: string;
	group: string;
	parts: ('movieFolder' | 'movieFile' | 'seriesFolder' | 'seasonFolder' | 'episodeFile')[];
	example: string;
}

export interface Pagination {
	page: number;
	limit: number;
	total: number;
	totalPages: number;
}

export interface ParsedName {
	type: 'movie' | 'series';
	isUnderstood: boolean;
	title: string;
	year: number | null;
	season: number | null;
	episodes: string[];
	absoluteEpisodes: string[];
	airDate: string | null;
	isWholeSeason: boolean;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	quality: string;
	isCorrected: boolean;
	formats: NamedFormat[];
	profiles: NameVerdict[];
}

export interface Pause {
	id: string;
	scope: 'all' | 'downloadClient' | 'indexer' | 'library' | 'move';
	targetId: string | null;
	name: string | null;
	until: string | null;
	pausedBy: string | null;
	createdAt: string;
	updatedAt: string;
}

export interface PlacedEpisode {
	title: string;
	from: EpisodePlace | null;
	to: EpisodePlace;
	isListed: boolean;
}

export interface QualityDefinition {
	id: string;
	quality: string;
	minMbPerMinute: number;
	preferredMbPerMinute: number | null;
	maxMbPerMinute: number | null;
	movies: {minMbPerMinute: number; preferredMbPerMinute: number | null; maxMbPerMinute: number | null} | null;
	tv: {minMbPerMinute: number; preferredMbPerMinute: number | null; maxMbPerMinute: number | null} | null;
	preview: {movie: QualitySizes; episode: QualitySizes};
	createdAt: string;
	updatedAt: string;
}

export interface QualityProfile {
	id: string;
	name: string;
	items: ({quality: 'Remux-2160p' | 'Bluray-2160p' | 'WEBDL-2160p' | 'WEBRip-2160p' | 'HDTV-2160p' | 'Remux-1080p' | 'Bluray-1080p' | 'WEBDL-1080p' | 'WEBRip-1080p' | 'HDTV-1080p' | 'Bluray-720p' | 'WEBDL-720p' | 'WEBRip-720p' | 'HDTV-720p' | 'Bluray-576p' | 'Bluray-480p' | 'WEBDL-480p' | 'WEBRip-480p' | 'DVD-R' | 'DVD' | 'SDTV' | 'Telecine' | 'Telesync' | 'CAM' | 'Workprint' | 'Unknown'; allowed: boolean} | {group: {name: string; qualities: ('Remux-2160p' | 'Bluray-2160p' | 'WEBDL-2160p' | 'WEBRip-2160p' | 'HDTV-2160p' | 'Remux-1080p' | 'Bluray-1080p' | 'WEBDL-1080p' | 'WEBRip-1080p' | 'HDTV-1080p' | 'Bluray-720p' | 'WEBDL-720p' | 'WEBRip-720p' | 'HDTV-720p' | 'Bluray-576p' | 'Bluray-480p' | 'WEBDL-480p' | 'WEBRip-480p' | 'DVD-R' | 'DVD' | 'SDTV' | 'Telecine' | 'Telesync' | 'CAM' | 'Workprint' | 'Unknown')[]}; allowed: boolean})[];
	cutoff: string;
	upgradeAllowed: boolean;
	packForEpisodeAllowed: boolean;
	minFormatScore: number;
	cutoffFormatScore: number;
	minUpgradeFormatScore: number;
	formatScores: {customFormatId: string; score: number}[];
	language: string;
	scope: 'movies' | 'tv' | null;
	isDefault: boolean;
	createdAt: string;
	updatedAt: string;
}

export interface QueueItem {
	id: string;
	downloadId: string | null;
	title: string;
	status: 'downloading' | 'paused' | 'queued' | 'completed' | 'failed' | 'warning';
	trackedDownloadStatus: 'ok' | 'warning' | 'error';
	trackedDownloadState: 'downloading' | 'importPending' | 'importing' | 'imported' | 'failedPending' | 'failed' | 'ignored';
	protocol: 'torrent' | 'usenet' | 'stream';
	downloadClient: string;
	downloadClientId: string;
	indexer: string;
	outputPath: string | null;
	size: number;
	sizeleft: number;
	timeleft: string | null;
	estimatedCompletionTime: string | null;
	statusMessages: {title: string; messages: string[]}[];
	errorMessage: string | null;
	episodeIds: string[];
	movieId: string | null;
	seriesId: string | null;
	added: string;
	started: string | null;
	ended: string | null;
	chosenByPerson: boolean;
	grabbedDespite: string[];
	quality: string;
	qualityScore: number;
	seeders: number | null;
	leechers: number | null;
}

export interface Release {
	guid: string;
	title: string;
	size: number;
	indexer: string;
	indexerId: string;
	publishDate: string | null;
	downloadUrl: string | null;
	infoUrl: string | null;
	category: string[];
	seeders: number | null;
	leechers: number | null;
	protocol: 'torrent' | 'usenet' | 'stream';
	quality: {quality: string; resolution: string | null; source: string | null; modifier: string | null};
	qualityScore: number;
	customFormatScore: number;
	rejections: ('Unknown movie' | 'Unknown series' | 'Unknown episode' | 'Release rejected' | 'Custom format cut-off unmet' | 'Release is blacklisted')[];
	rejectionDetails: ({reason: 'Unknown movie' | 'Unknown series' | 'Unknown episode' | 'Release rejected' | 'Custom format cut-off unmet' | 'Release is blacklisted'; detail: string; temporary: boolean})[];
	wouldHaveWaited: string[];
	approved: boolean;
	releaseGroup: string | null;
	language: string | null;
	indexerFlags: ('freeleech' | 'freeleech25' | 'halfleech' | 'freeleech75' | 'doubleUpload' | 'internal' | 'scene' | 'nuked' | 'golden' | 'approved' | 'subtitles')[];
	customFormats: MatchedFormat[];
	numbering: 'scene' | 'tvdb' | 'own' | null;
	mappedMovie: {id: string; title: string; year: number | null} | null;
	mappedSeries: {id: string; title: string} | null;
	mappedEpisode: {seasonNumber: number; episodeNumber: number} | null;
	versions: ReleaseVersion[];
}

export interface RematchPreview {
	title: string;
	year: number | null;
	added: number;
	removed: number;
	matchedFiles: number;
	leftFiles: number;
	files: RematchedEpisode[];
}

export interface RestoreOutcome {
	name: string;
	at: string;
	error: string | null;
}

export interface Rights {
	addTitles: boolean;
	searchReleases: boolean;
	deleteTitles: boolean;
	deleteFiles: boolean;
	editTitles: boolean;
	runTasks: boolean;
}

export interface RootFolder {
	id: string;
	name: string;
	path: string;
	accessible: boolean;
	answering: boolean;
	freeSpace: number | null;
	totalSpace: number | null;
	rightsFault: string | null;
	unmappedFolders: {name: string; path: string}[];
	createdAt: string;
	updatedAt: string;
}

export interface Season {
	seriesId: string;
	id: string;
	seasonNumber: number;
	monitored: boolean;
	statistics: {episodeCount: number; episodeFileCount: number; totalEpisodeCount: number; sizeOnDisk: number | null; percentOfEpisodes: number};
	images: {url: string; type: string}[];
}

export interface Series {
	id: string;
	title: string;
	originalTitle: string | null;
	year: number | null;
	metaId: number;
	tvMetaId: number | null;
	imdbId: string | null;
	overview: string | null;
	network: string | null;
	status: 'continuing' | 'ended' | 'upcoming';
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	posterUrl: string | null;
	backdropUrl: string | null;
	monitored: boolean;
	seasonFolder: boolean;
	path: string;
	createdAt: string;
	updatedAt: string;
	addedAt: string;
	addedBy: AddedBy | null;
	rootFolderPath: string;
	qualityProfileId: string;
	libraryId: string | null;
	tags: string[];
	ruleTags: string[];
	languageProfileId: string | null;
	searchOnAdd: boolean;
	lastSearchTime: string | null;
	type: 'standard' | 'daily' | 'anime';
	seasonCount: number;
	episodeCount: number;
	episodeFileCount: number;
	totalEpisodeCount: number;
	sizeOnDisk: number | null;
	nextAiring: string | null;
	previousAiring: string | null;
	lastRefreshTime: string | null;
	percentOfEpisodes: number;
	standing?: Standing;
	seasons?: ListedSeason[];
}

export interface SeriesDetail {
	id: string;
	title: string;
	originalTitle: string | null;
	year: number | null;
	metaId: number;
	tvMetaId: number | null;
	imdbId: string | null;
	overview: string | null;
	network: string | null;
	status: 'continuing' | 'ended' | 'upcoming';
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	posterUrl: string | null;
	backdropUrl: string | null;
	monitored: boolean;
	seasonFolder: boolean;
	path: string;
	createdAt: string;
	updatedAt: string;
	addedAt: string;
	addedBy: AddedBy | null;
	rootFolderPath: string;
	qualityProfileId: string;
	libraryId: string | null;
	tags: string[];
	ruleTags: string[];
	languageProfileId: string | null;
	searchOnAdd: boolean;
	lastSearchTime: string | null;
	type: 'standard' | 'daily' | 'anime';
	chosenType: 'standard' | 'daily' | 'anime' | null;
	monitorNewSeasons: boolean;
	episodeOrder: string | null;
	releaseNumbering: 'auto' | 'scene' | 'tvdb' | 'own';
	alternativeTitles: string[];
	trailerUrl: string | null;
	seasons: Season[];
	actors: ({name: string; character: string | null; metaId: number | null; pictureUrl?: string | null})[];
	copies: TitleCopy[];
}

export interface Service {
	name: string;
	status: 'pending' | 'starting' | 'ready' | 'error';
	lastRun: string | null;
	nextRun: string | null;
	uptime: number | null;
	processes: number | null;
	message?: string;
}

export interface SessionUser {
	id: string;
	username: string;
	role: 'admin' | 'user';
}

export interface ShownMove {
	id: string;
	state: 'planning' | 'planned' | 'running' | 'completed' | 'failed' | 'cancelled' | 'takingOver' | 'takenOver' | 'undoing' | 'undone';
	sources: MoveSource[];
	pathMappings: {from: string; to: string}[];
	folders: MoveFolder[];
	choices: ({source: number; kind: 'setting' | 'rootFolder' | 'library' | 'tag' | 'customFormat' | 'qualityProfile' | 'qualityDefinition' | 'languageProfile' | 'downloadClient' | 'remotePathMapping' | 'proxy' | 'indexer' | 'delayProfile' | 'releaseProfile' | 'notification' | 'importList' | 'autoTag' | 'collection' | 'movie' | 'series' | 'exclusion' | 'blocklist' | 'history' | 'subtitle' | 'subtitleProvider' | 'other'; id: string; take: boolean})[];
	message: string | null;
	failure: string | null;
	comparison: MoveComparison | null;
	requestedBy: string | null;
	plannedAt: string | null;
	endedAt: string | null;
	createdAt: string;
	updatedAt: string;
	totals: ({kind: 'setting' | 'rootFolder' | 'library' | 'tag' | 'customFormat' | 'qualityProfile' | 'qualityDefinition' | 'languageProfile' | 'downloadClient' | 'remotePathMapping' | 'proxy' | 'indexer' | 'delayProfile' | 'releaseProfile' | 'notification' | 'importList' | 'autoTag' | 'collection' | 'movie' | 'series' | 'exclusion' | 'blocklist' | 'history' | 'subtitle' | 'subtitleProvider' | 'other'; outcome: 'comes' | 'exists' | 'comesChanged' | 'needsYou' | 'cannot'; rows: number})[];
	codes: {code: string; rows: number}[];
	moved: number;
	summary: string[];
}

export interface SignInCode {
	userCode: string;
	verificationUrl: string;
	expiresAt: string;
}

export interface Standing {
	state: 'missing' | 'notAvailableYet' | 'searching' | 'found' | 'downloading' | 'importing' | 'needsYou' | 'there';
	sentence: string;
	until: string | null;
	progress: number | null;
	queueId: string | null;
}

export interface StatisticsGroup {
	key: string | null;
	count: number;
	bytes: number;
}

export interface Subtitle {
	id: string;
	language: string | null;
	forced: boolean;
	hearingImpaired: boolean;
	source: 'embedded' | 'file' | 'downloaded' | 'uploaded';
	path: string | null;
	format: string | null;
	score: number | null;
	provider: string | null;
	downloadedAt: string | null;
}

export interface SubtitleBlocklistEntry {
	id: string;
	title: string;
	reason: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
	addedAt: string;
	createdAt: string;
	updatedAt: string;
	providerId: string;
	provider: string;
	subtitleId: string;
	release: string | null;
	language: string;
}

export interface Tag {
	id: string;
	label: string;
	number: number;
	renamedFrom: string | null;
	titles: {movies: number; series: number};
	uses: TagUse[];
	createdAt: string;
	updatedAt: string;
}

export interface Task {
	id: string;
	name: string;
	description: string;
	type: 'monitoring' | 'subtitle' | 'system';
	enabled: boolean;
	interval: number | null;
	intervalUnit: 'minutes' | 'hours' | 'days' | null;
	defaultInterval: number | null;
	lastRunAt: string | null;
	nextRunAt: string | null;
	status: 'idle' | 'running' | 'queued' | 'error';
	supportsCancel: boolean;
	supportsHistory: boolean;
	forAdministrators: boolean;
}

export interface TaskExecution {
	id: string;
	taskId: string;
	startedAt: string | null;
	completedAt: string | null;
	duration: number | null;
	status: 'completed' | 'failed' | 'cancelled';
	itemsProcessed: number;
	itemsAffected: number;
	error: string | null;
}

export interface TestedRelease {
	title: string;
	size: number | null;
	seeders: number | null;
	leechers: number | null;
	publishDate: string | null;
	categories: number[];
}

export interface TitleFacts {
	metaId: number;
	imdbId: string | null;
	tvMetaId: number | null;
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	studios: string[];
	network: string | null;
	status: 'continuing' | 'ended' | 'upcoming' | null;
	type: 'standard' | 'daily' | 'anime' | null;
	seasons: SeasonFacts[];
	monitoring: MonitoringFacts[];
}

export interface UnmatchedFile {
	id: string;
	path: string;
	size: number;
	reason: string | null;
	candidates: ({metaId: number; title: string; year: number | null})[];
}

export interface UsedDefinition {
	indexerId: string;
	indexerName: string;
	definition: string;
	state: 'current' | 'vanished' | 'faulty' | 'waiting';
	faults: number;
	waiting: {hash: string; hosts: string[]} | null;
	replaced: string | null;
}

export interface ActivityCounts {
	grabbed: number;
	imported: number;
	failed: number;
	subtitles: number;
	searched: number;
	refused: number;
	nothing: number;
}

export interface GrabbedMessage {
	type: 'grabbed';
	timestamp: string;
	data: {media: NotifiedTitle | null; releaseTitle: string; quality: string | null; size: number | null; indexer: string | null; downloadClient: string | null; downloadId: string | null; protocol: string | null};
}

export interface ImportedMessage {
	type: 'imported';
	timestamp: string;
	data: {media: NotifiedTitle | null; releaseTitle: string; quality: string | null; size: number | null; indexer: string | null; downloadClient: string | null; downloadId: string | null; path: string; releaseGroup: string | null};
}

export interface UpgradedMessage {
	type: 'upgraded';
	timestamp: string;
	data: {media: NotifiedTitle | null; releaseTitle: string; quality: string | null; size: number | null; indexer: string | null; downloadClient: string | null; downloadId: string | null; path: string; releaseGroup: string | null};
}

export interface FailedMessage {
	type: 'failed';
	timestamp: string;
	data: {media: NotifiedTitle | null; releaseTitle: string; quality: string | null; size: number | null; indexer: string | null; downloadClient: string | null; downloadId: string | null; stage: 'grab' | 'download' | 'import'; message: string};
}

export interface DeletedMessage {
	type: 'deleted';
	timestamp: string;
	data: {media: NotifiedTitle | null; quality: string | null; size?: number | null; path: string; reason: string};
}

export interface RenamedMessage {
	type: 'renamed';
	timestamp: string;
	data: {media: NotifiedTitle | null; path: string; oldPath: string};
}

export interface HealthMessage {
	type: 'health';
	timestamp: string;
	data: {status: 'ok' | 'error'; subject: HealthSubject; message: string};
}

export interface TitleAddedMessage {
	type: 'titleAdded';
	timestamp: string;
	data: {media: NotifiedTitle | null};
}

export interface TitleRemovedMessage {
	type: 'titleRemoved';
	timestamp: string;
	data: {media: NotifiedTitle | null; deletedFiles?: boolean; size?: number};
}

export interface DailySummaryMessage {
	type: 'dailySummary';
	timestamp: string;
	data: {from: string; to: string; grabbed: number; imported: number; failed: number; subtitles: number; searched: number; refused: number; nothing: number; lines: string[]};
}

export interface ChangedFile {
	path: string;
	change: 'created' | 'modified' | 'deleted';
}

export interface UsedFolder {
	path: string;
	use: 'rootFolder' | 'downloads' | 'recycleBin' | 'backups' | 'data';
	names: string[];
	accessible: boolean;
}

export interface OtherNumbers {
	tvdb: OtherNumber | null;
	scene: OtherNumber | null;
}

export interface MediaInfo {
	videoCodec: string | null;
	audioCodec: string | null;
	audioChannels: number | null;
	resolution: string | null;
	videoBitDepth: number | null;
	dynamicRange: string | null;
	frameRate: number | null;
	durationSeconds: number | null;
	audioLanguages: string[];
	subtitleTracks: SubtitleTrack[];
}

export interface BrowsedFolder {
	name: string;
	path: string;
}

export interface ImportNeed {
	path: string;
	label: string;
}

export interface CountedReason {
	code: string;
	reason: string;
	count: number;
}

export interface SilentIndexer {
	indexer: string;
	status: 'error' | 'timeout' | 'disabled' | 'rate_limited' | 'challenge_failed';
	message: string | null;
}

export interface TitleCopy {
	id: string;
	libraryId: string | null;
	path: string;
}

export interface AddedBy {
	kind: 'person' | 'list' | 'collection' | 'backfill' | 'app' | 'move';
	id: string | null;
}

export interface NamedFormat {
	id: string;
	name: string;
}

export interface NameVerdict {
	profileId: string;
	profile: string;
	score: number;
	formatScores: NamedFormatScore[];
	accepted: boolean;
	cutoffMet: boolean;
	reasons: string[];
}

export interface EpisodePlace {
	seasonNumber: number;
	episodeNumber: number;
}

export interface QualitySizes {
	minutes: number;
	minSize: number;
	preferredSize: number | null;
	maxSize: number | null;
}

export interface MatchedFormat {
	name: string;
	score: number;
}

export interface ReleaseVersion {
	movieId: string | null;
	seriesId: string | null;
	libraryId: string | null;
	approved: boolean;
	rejections: ('Unknown movie' | 'Unknown series' | 'Unknown episode' | 'Release rejected' | 'Custom format cut-off unmet' | 'Release is blacklisted')[];
	rejectionDetails: ({reason: 'Unknown movie' | 'Unknown series' | 'Unknown episode' | 'Release rejected' | 'Custom format cut-off unmet' | 'Release is blacklisted'; detail: string; temporary: boolean})[];
	customFormatScore: number;
}

export interface RematchedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	title: string | null;
	newTitle: string | null;
	isMatched: boolean;
}

export interface MoveSource {
	uploads: string[];
	url: string | null;
	readAt: string | null;
	program: 'radarr' | 'sonarr' | 'prowlarr' | 'bazarr' | null;
	schemaVersion: string | null;
	counts: {table: string; rows: number}[];
	warnings: {code: string; message: string}[];
}

export interface MoveComparison {
	state: 'reading' | 'ready' | 'failed';
	at: string | null;
	counts: {added: number; changed: number; gone: number};
	titles: ({source: number; sourceId: string; title: string; change: 'added' | 'changed' | 'gone'})[];
	message: string | null;
}

export interface TagUse {
	kind: 'indexer' | 'downloadClient' | 'notification' | 'delayProfile' | 'releaseProfile' | 'autoTag' | 'importList' | 'titleCollection';
	id: string;
	name: string;
}

export interface SeasonFacts {
	seasonNumber: number;
	episodes: number;
	aired: number;
}

export interface MonitoringFacts {
	monitor: 'all' | 'future' | 'missing' | 'existing' | 'recent' | 'pilot' | 'firstSeason' | 'lastSeason' | 'none';
	episodes: number;
	seasons: number;
}

export interface NotifiedTitle {
	type: 'movie' | 'series';
	id: string;
	title: string | null;
	year: number | null;
	tmdbId: number | null;
	imdbId: string | null;
	library?: string;
	posterUrl?: string;
	episodes: NotifiedEpisode[];
	app?: AppTitle;
}

export interface HealthSubject {
	kind: 'indexer' | 'downloadClient' | 'subtitleProvider' | 'importList' | 'pool';
	id: string | null;
	name: string;
}

export interface OtherNumber {
	season: number;
	episode: number;
	absolute: number | null;
	guessed: boolean;
}

export interface SubtitleTrack {
	language: string | null;
	forced: boolean;
	hearingImpaired: boolean;
	format: string | null;
	isImage: boolean;
}

export interface NamedFormatScore {
	customFormatId: string;
	score: number;
}

export interface NotifiedEpisode {
	id: string;
	seasonNumber: number;
	episodeNumber: number;
	title: string;
}

export interface AppTitle {
	number: number;
	path: string;
	tvdbId: number | null;
	episodes: number[];
	file?: number;
	tags?: string[];
	airDates?: (string | null)[];
	releaseDate?: string | null;
	clientKind?: 'qbittorrent' | 'transmission' | 'deluge' | 'rtorrent' | 'sabnzbd' | 'nzbget' | 'blackhole' | 'builtin';
	formats?: NotifiedFormats;
	replaced?: ReplacedFile[];
}

export interface NotifiedFormats {
	score: number;
	names: string[];
}

export interface ReplacedFile {
	path: string;
	quality: string | null;
	size: number | null;
}
