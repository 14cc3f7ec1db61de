import type {RequestListener} from 'node:http';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import {readConfig, readEnvironment} from '#config/index.ts';
import {missingServers, startNeeds} from '#config/start-needs.ts';
import type {RestoreMessage} from '#shared/backup/restore-request.ts';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {createLog} from '#shared/log/log.ts';
import {createLogRelay} from '#shared/log/log-relay.ts';
import {sendSpans} from '#shared/log/send-spans.ts';
import {answerForMachine} from '#shared/machines/ask-machines.ts';
import {machineOf} from '#shared/machines/machine.ts';
import {diskAnswers} from '#shared/machines/machine-questions.ts';
import {startReports} from '#shared/machines/reports.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import {awaitServers} from '#shared/start/await-servers.ts';
import {beginProcess, endWithNpm, leaveHungThreads} from '#shared/start/begin-process.ts';
import {listenFault} from '#shared/start/check-port.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {wrongStart} from '#shared/start/start-problem.ts';
import type {StartFault} from '#shared/store/system/installation.ts';
import packageJson from '../package.json' with {type: 'json'};
import {createApp, type UpgradeRequest} from './app.ts';
import {createDeps, type HttpOptions} from './deps.ts';
import {addressAtPort, noteFacePort} from './faces/face-port.ts';
import {addressesOf, announce, openTo, prepare} from './first-start.ts';
import {listen} from './http-server.ts';

readCommandLine({
	usage: 'npm run api',
	about:
		'Starts the API alone. It needs MONGODB_URI and REDIS_URL; everything is set by variables of the environment or in the file .env: see docs/configuration.md.',
});

/** Milliseconds from the signal to the end of the process; requests get slightly less. */
const stopMs = 15_000;
const requestsMs = 8_000;

leaveHungThreads();
const found = readEnvironment();
const reading = readConfig(found.env, found.wrongValues);
const {config} = reading;
const {dataDir, mongodbUri, redisUrl, redisPrefix, api} = startNeeds(reading);
const needs = {dataDir, mongodbUri, redisUrl, redisPrefix, listen: api, mustBeSet: false};
const wrongValues = [...reading.wrongValues.map(({message}) => message), ...missingServers(reading)];
const problems = await beginProcess({who: 'API', wrongValues, needs});

const logDirectory = join(config.dataDir, 'logs');
const logRelay = createLogRelay();
const log = createLog({level: config.logLevel, source: 'api', directory: logDirectory, outputs: [logRelay.output]});
const spans = await sendSpans(config.traceCollector, 'api');
const secretKey = await loadSecretKey(config.secretKey, config.dataDir);
const tellStarter = process.send?.bind(process);
const http: HttpOptions = {
	...config.http,
	basePath: '',
	secretKey,
	logDirectory,
	dataDir: config.dataDir,
	version: packageJson.version,
	restore: tellStarter ? folder => void tellStarter({restore: folder} satisfies RestoreMessage) : null,
};
const state: {isPrepared: boolean; startFault: StartFault | null} = {isPrepared: false, startFault: null};
const built = createDeps({
	log,
	mongodbUri: config.mongodb.uri ?? '',
	redisUrl: config.redis.url ?? '',
	prefix: config.redis.prefix,
	http,
	readiness: {isReady: () => state.isPrepared, startFault: () => state.startFault},
});
const {deps} = built;
logRelay.attach(deps.events, deps.producer);

// Until the base path is loaded from the database, every path answers 503 at the root.
let current = createApp(deps);
const isShared = (address: string) => current.isShared(address);
const cannotListen = (address: {host: string; port: number}, port: string) => (error: NodeJS.ErrnoException) => {
	console.error(`API cannot start: ${listenFault(error, {...address, names: {host: 'HOST', port}})}`);
	return process.exit(wrongStart);
};
const server = await listen((request, response) => current.app(request, response), {
	...config.http,
	isShared,
	mayUpgrade: request => current.mayUpgrade(request),
}).catch(cannotListen(config.http, 'PORT'));
/** Known once the database is read. */
let basePath = '';
const atPorts = await Promise.all(
	config.facePorts.map(facePort => {
		const address = {host: config.http.host, port: facePort.port};
		const answer: RequestListener = (request, response) => {
			noteFacePort(request, facePort, basePath);
			current.app(request, response);
		};
		const mayUpgrade = ({method, url = '/'}: UpgradeRequest) => current.mayUpgrade({method, url: addressAtPort(url, facePort, basePath)});
		return listen(answer, {...address, isShared, mayUpgrade}).catch(cannotListen(address, 'KINOTEKA_FACES'));
	}),
);
const heartbeat = startHeartbeat({redis: deps.producer, prefix: deps.prefix, services: ['api'], file: config.aliveFile});
const stopping = new AbortController();
const machine = await machineOf(config.dataDir);
const reports = startReports({redis: deps.producer, prefix: deps.prefix, machine, services: ['api']});
const stopAnswers = answerForMachine(machine, diskAnswers({dataDir: config.dataDir, settings: deps.settings}), {
	...deps,
	redis: deps.producer,
});

const grace = closeWithGrace({delay: config.drainMs + stopMs, logger: false}, async ({err}) => {
	if (err) {
		log.error({err}, 'The API process failed');
	}
	state.isPrepared = false;
	stopping.abort();
	// A balancer asks every few seconds whether it may send somebody here. After a failure nobody should come.
	await pause(err ? 0 : config.drainMs);
	const closed = Promise.all([server, ...atPorts].map(each => each.close(requestsMs)));
	current.close();
	await closed;
	stopAnswers();
	await Promise.all([heartbeat.stop(), (await reports).stop()]);
	await spans.close();
	await built.close();
});
process.on('disconnect', () => void grace.close());
endWithNpm(process.env, () => void grace.close());

function reportFault(fault: StartFault | null): void {
	if (fault && fault.code !== state.startFault?.code) {
		console.error(`The API must not ${state.isPrepared ? 'go on' : 'start'}: ${fault.message}`);
	}
	state.startFault = fault;
}

// The first start of a version builds the page, beside what waits for the servers.
deps.pageFiles.current().catch(error => log.error({err: error}, 'The page cannot be built'));
void awaitServers({who: 'API', problems, needs, signal: stopping.signal}).catch(() => {});
const firstSecrets = await prepare({
	built,
	firstSecrets: config.firstStart,
	log,
	signal: stopping.signal,
	reportFault,
}).catch(error => {
	if (stopping.signal.aborted) {
		return new Promise<never>(() => {});
	}
	throw error;
});
basePath = deps.settings.get('externalUrl.basePath');
if (basePath) {
	const whole = createApp({...deps, http: {...http, basePath}});
	current.close();
	current = whole;
}
state.isPrepared = true;
built.database.installation.watchVersion(fault => {
	reportFault(fault);
	state.isPrepared = fault === null && !stopping.signal.aborted;
}, stopping.signal);
log.info({address: server.address + basePath}, 'The API is ready');
// In a container its own addresses say nothing to others.
const addresses = process.send ? addressesOf(config.http.host, new URL(server.address).port) : [];
const strangers = openTo(config.http.host, deps.settings.get('security.queuePublic'), addresses);
if (strangers) {
	console.error(strangers);
}
announce(server.address + basePath, firstSecrets);
