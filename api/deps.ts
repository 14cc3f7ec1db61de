import type {Redis} from 'ioredis';
import type {Connection} from 'mongoose';
import type {Clearances} from '#shared/captcha/clearances.ts';
import type {PageCache} from '#shared/captcha/page-cache.ts';
import type {SolverSessions} from '#shared/captcha/solver-sessions.ts';
import type {EventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Log} from '#shared/log.ts';
import type {QueryBudgets} from '#shared/query-budgets.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Stores} from '#shared/store/database.ts';
import type {ReleaseCache} from '#shared/store/downloads/release-cache.ts';
import type {SubtitleCache} from '#shared/store/subtitles/subtitle-cache.ts';
import type {StartFault} from '#shared/store/system/installation.ts';
import type {ImageCache} from '#shared/store/titles/image-cache.ts';
import type {Passwords} from './password.ts';

/** The part of the configuration that the HTTP layer needs. */
export interface HttpOptions {
	trustProxy: false | readonly string[];
	/** Names under which browsers may reach the service, besides those in the settings. */
	hosts: readonly string[];
	listRequestsPerMinute: number;
	/** Searches that a caller may request per minute; as many lookups, tests of connections and tests of the solver. */
	searchesPerMinute: number;
	loginsPer15Minutes: number;
	metricsToken: string | null;
	/** Path under which everything is served, without a trailing slash; empty for the root. */
	basePath: string;
	/** 64 hexadecimal digits; the key that signs cookies is derived from it. */
	secretKey: string;
	/** Folder of the log files. */
	logDirectory: string;
	/** Folder of databases, logs and keys, which holds no media. */
	dataDir: string;
	version: string;
}

/** How long the API waits for the disks pool, in milliseconds. */
export interface DiskLimits {
	/** For answers that the request cannot do without. */
	answerMs: number;
	/** For answers that are only displayed. */
	showMs: number;
	/** For a newer answer while a remembered one could be shown instead. */
	renewMs: number;
}

/** Whether this process accepts requests: only after its indexes exist, and until it begins to stop. */
export interface Readiness {
	isReady(): boolean;
	/** Why this process does not fit the installation; null if it does. */
	startFault(): StartFault | null;
}

/** Everything that routers may use; built once by `main.ts`. */
export interface ApiDeps extends Stores {
	log: Log;
	prefix: string;
	connection: Connection;
	producer: Redis;
	/** Its `ready` event means that events may have been missed. */
	subscriber: Redis;
	jobs: JobClient;
	events: EventBus;
	settings: Settings;
	secrets: Secrets;
	releaseCache: ReleaseCache;
	subtitleCache: SubtitleCache;
	imageCache: ImageCache;
	clearances: Clearances;
	solverSessions: SolverSessions;
	pageCache: PageCache;
	queryBudgets: QueryBudgets;
	readiness: Readiness;
	passwords: Passwords;
	http: HttpOptions;
	diskLimits: DiskLimits;
	/** Milliseconds for which everybody is shown the same answer about the state of the service. */
	stateMs: number;
	now: () => Date;
}
