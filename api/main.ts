import {join} from 'node:path';
import closeWithGrace from 'close-with-grace';
import {loadConfigOrExit, wrongStart} from '#config/index.ts';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {createLog} from '#shared/log.ts';
import {createLogRelay} from '#shared/log-relay.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import type {StartFault} from '#shared/store/system/installation.ts';
import packageJson from '../package.json' with {type: 'json'};
import {announce, openTo} from './announce.ts';
import {createApp} from './app.ts';
import {createDeps} from './create-deps.ts';
import type {HttpOptions} from './deps.ts';
import {listen, listenFault} from './http-server.ts';
import {prepare} from './prepare.ts';

/** Milliseconds from the signal to the end of the process; requests get slightly less. */
const stopMs = 15_000;
const requestsMs = 8_000;

const config = loadConfigOrExit(process.env);
if (!config.mongodb.uri || !config.redis.url) {
	console.error('MONGODB_URI and REDIS_URL are missing. Set them, or use `npm start`, which brings its own servers.');
	process.exit(wrongStart);
}

const logDirectory = join(config.dataDir, 'logs');
const logRelay = createLogRelay();
const log = createLog({level: config.logLevel, source: 'api', directory: logDirectory, outputs: [logRelay.output]});
const secretKey = await loadSecretKey(config.secretKey, config.dataDir);
const http: HttpOptions = {...config.http, basePath: '', secretKey, logDirectory, dataDir: config.dataDir, version: packageJson.version};
const state: {isPrepared: boolean; startFault: StartFault | null} = {isPrepared: false, startFault: null};
const built = createDeps({
	log,
	mongodbUri: config.mongodb.uri,
	redisUrl: config.redis.url,
	prefix: config.redis.prefix,
	http,
	readiness: {isReady: () => state.isPrepared, startFault: () => state.startFault},
});
const {deps} = built;
logRelay.attach(deps.events, deps.producer);

// Until the base path is loaded from the database, every path answers 503 at the root.
let current = createApp(deps);
const server = await listen((request, response) => current.app(request, response), {
	...config.http,
	isShared: address => current.isShared(address),
}).catch(error => {
	console.error(`The API cannot listen on ${config.http.host}:${config.http.port}: ${listenFault(error)}`);
	return process.exit(wrongStart);
});
const heartbeat = startHeartbeat({redis: deps.producer, prefix: deps.prefix, services: ['api'], file: config.aliveFile});
const stopping = new AbortController();

const grace = closeWithGrace({delay: stopMs, logger: false}, async ({err}) => {
	if (err) {
		log.error({err}, 'The API process failed');
	}
	state.isPrepared = false;
	stopping.abort();
	const closed = server.close(requestsMs);
	current.close();
	await closed;
	await heartbeat.stop();
	await built.close();
});
process.on('disconnect', () => void grace.close());

const firstSecrets = await prepare({
	built,
	firstSecrets: config.firstStart,
	log,
	signal: stopping.signal,
	tellFault(fault) {
		if (fault && fault.code !== state.startFault?.code) {
			console.error(`The API must not start: ${fault.message}`);
		}
		state.startFault = fault;
	},
});
const basePath = deps.settings.get('externalUrl.basePath');
if (basePath) {
	const whole = createApp({...deps, http: {...http, basePath}});
	current.close();
	current = whole;
}
state.isPrepared = true;
log.info({address: server.address + basePath}, 'The API is ready');
const strangers = openTo(config.http.host, deps.settings.get('security.queuePublic'));
if (strangers) {
	console.error(strangers);
}
announce(server.address + basePath, firstSecrets);
