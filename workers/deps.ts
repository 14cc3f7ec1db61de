import type {Redis} from 'ioredis';
import type {EventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Log} from '#shared/log.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Stores} from '#shared/store/database.ts';
import type {Http} from './integrations/http.ts';

/** What handlers may use; built once a process by `createDeps`, the only place that opens clients. */
export interface WorkerDeps extends Stores {
	log: Log;
	prefix: string;
	producer: Redis;
	jobs: JobClient;
	events: EventBus;
	settings: Settings;
	secrets: Secrets;
	http: Http;
	dataDir: string;
	now: () => Date;
}
