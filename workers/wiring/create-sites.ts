import type {Redis} from 'ioredis';
import {backoffs, createSharedBackoff} from '#shared/coordination/backoff.ts';
import {createDefinitionProcess} from '#shared/definitions/definition-process.ts';
import type {Log} from '#shared/log.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Stores} from '#shared/store/database.ts';
import {createDefinitionStore} from '#shared/store/definitions/definitions.ts';
import {createLoginCaptchas} from '#shared/store/definitions/login-captchas.ts';
import type {Http} from '../integrations/http/http.ts';
import {createDefinitionCatalogue} from '../integrations/indexers/definition/catalogue.ts';
import {createDefinitionSource} from '../integrations/indexers/definition/definition-source.ts';
import type {SiteDeps} from '../integrations/indexers/definition/site-deps.ts';
import {updateDefinitionPackage} from '../integrations/indexers/definition/update-package.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface Options {
	stores: Stores;
	producer: Redis;
	prefix: string;
	secrets: Secrets;
	settings: Settings;
	dataDir: string;
	log: Log;
	http: Http;
	now: () => Date;
}

/** What indexers by definition share in a process, and the definitions of all sites. */
export function createSites({stores, producer: redis, prefix, secrets, settings, dataDir, log, http, now}: Options): {
	sites: SiteDeps;
	deps: Pick<WorkerDeps, 'definitionCatalogue' | 'definitionSource' | 'updateDefinitionPackage'>;
	close(): Promise<void>;
} {
	const thread = createDefinitionProcess();
	const folder = createDefinitionStore({dataDir});
	const {packagedDefinitions: packaged, usedDefinitions: used, leases} = stores;
	const definitionSource = createDefinitionSource({folder, packaged, used, thread, now});
	return {
		sites: {
			note: event =>
				stores.indexerActivity.note([event], now()).catch(error => log.warn({err: error}, 'The statistics of an indexer miss something')),
			definitions: definitionSource,
			thread,
			refusedLogins: createSharedBackoff({redis, key: `${prefix}:refused-logins`, backoff: backoffs.siteLogin}),
			captchas: createLoginCaptchas({producer: redis, prefix, secrets}),
			redis,
			prefix,
			secrets,
			leases,
		},
		deps: {
			definitionSource,
			definitionCatalogue: createDefinitionCatalogue({definitions: folder, packaged, thread}),
			updateDefinitionPackage: (signal, before) => updateDefinitionPackage({http, thread, packaged, leases, settings, now}, signal, before),
		},
		close: () => thread.close(),
	};
}
