import type {Redis} from 'ioredis';
import type {Connection} from 'mongoose';
import type {Clearances} from '#shared/captcha/clearances.ts';
import type {PageShelf} from '#shared/captcha/page-shelf.ts';
import type {SolverSessions} from '#shared/captcha/solver-sessions.ts';
import type {EventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Log} from '#shared/log.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Stores} from '#shared/store/database.ts';
import type {ReleaseShelf} from '#shared/store/downloads/release-shelf.ts';

/** What of the configuration the HTTP layer goes by. */
export interface HttpOptions {
	trustProxy: false | readonly string[];
	listRequestsPerMinute: number;
	loginsPer15Minutes: number;
	metricsToken: string | null;
	/** Path below which everything is served, without a slash at its end; empty for the root. */
	basePath: string;
	/** 64 hexadecimal digits; cookies are signed with a key made from it. */
	secretKey: string;
	/** Folder of the log files. */
	logDirectory: string;
	version: string;
}

/** Milliseconds that the API gives the pool that has the disks. */
export interface DiskLimits {
	/** For the answer to a question that a caller cannot do without. */
	answerMs: number;
	/** For what is shown. */
	showMs: number;
	/** For something newer than what is remembered, which is shown otherwise. */
	renewMs: number;
}

/** Whether this process takes requests: not before its indexes stand, and no more once it stops. */
export interface Readiness {
	isReady(): boolean;
}

/** What routers may use; built once by `main.ts`. */
export interface ApiDeps extends Stores {
	log: Log;
	prefix: string;
	connection: Connection;
	producer: Redis;
	/** Its `ready` event tells that events were missed. */
	subscriber: Redis;
	jobs: JobClient;
	events: EventBus;
	settings: Settings;
	secrets: Secrets;
	releaseShelf: ReleaseShelf;
	clearances: Clearances;
	solverSessions: SolverSessions;
	pageShelf: PageShelf;
	readiness: Readiness;
	http: HttpOptions;
	diskLimits: DiskLimits;
	now: () => Date;
}
