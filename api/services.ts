import type {Request, RequestHandler} from 'express';
import {createRates} from '#shared/coordination/rate.ts';
import {readCounters} from '#shared/counters.ts';
import {controlStream} from '#shared/events/control.ts';
import {createAskMachines} from '#shared/machines/ask-machines.ts';
import {machineOf} from '#shared/machines/machine.ts';
import type {AskDisks} from '#shared/machines/machine-questions.ts';
import {createLoginLimit, type LoginLimit} from './auth/login-limit.ts';
import type {ApiDeps} from './deps.ts';
import {arrivedByHttps, createGuard, type Guarded} from './http/access/access.ts';
import {type Authentication, createAuthentication, createSessions} from './http/access/authenticate.ts';
import {createVerifiedCallers} from './http/access/callers.ts';
import {createDiskMemory, type DiskMemory} from './http/asks/disk-memory.ts';
import {type Auditor, createAuditor} from './http/audit.ts';
import {createRelays, createStreamSlots, type Relays} from './http/event-streams.ts';
import {createIdempotency, type Idempotency} from './http/idempotency.ts';
import {createRequestLimits} from './http/request-limits.ts';
import {createFairAsks, createRequestSlots, type FairAsks, type RequestSlots} from './http/request-slots.ts';
import type {Limit} from './http/route.ts';
import {createImageAddresses, type ImageAddresses} from './images/addresses.ts';
import {createPictures, type Pictures} from './images/pictures.ts';
import {createMetrics, type Metrics} from './metrics.ts';

/** In-memory state of the HTTP layer: recently verified callers and open streams. */
export interface HttpServices {
	authentication: Authentication;
	auditor: Auditor;
	idempotency: Idempotency;
	relays: Relays;
	metrics: Metrics;
	disks: DiskMemory;
	asks: FairAsks;
	/** For requests that are being answered. */
	slots: RequestSlots;
	images: ImageAddresses;
	pictures: Pictures;
	guard(route: Guarded): RequestHandler;
	limits: Record<Limit, RequestHandler>;
	logins: LoginLimit;
	/** Asks other machines about their disks. */
	askDisks: AskDisks;
	/** Tells every process that a user or a key changed; this process knows immediately. */
	forgetCallers(): Promise<void>;
	close(): void;
}

export type RouteDeps = ApiDeps &
	Pick<HttpServices, 'authentication' | 'relays' | 'metrics' | 'disks' | 'images' | 'pictures' | 'logins' | 'askDisks' | 'forgetCallers'>;

export function createHttpServices(deps: ApiDeps): HttpServices {
	const {users, apiKeys, sessions, settings, events, jobs, connection, producer, subscriber, prefix, http, waits, now} = deps;
	const rates = createRates(producer, prefix, {tolerantMs: waits.countMs});
	const verified = createVerifiedCallers(now);
	const path = http.basePath || '/';
	const isHttps = (request: Request) => arrivedByHttps(request, settings);
	const session = createSessions({connection, secretKey: http.secretKey, path, isHttps});
	const logins = createLoginLimit({rates, tries: http.loginsPer15Minutes, secretKey: http.secretKey, path, isHttps});
	const sessionDays = () => settings.get('security.sessionDays');
	const authentication = createAuthentication({
		...{users, apiKeys, sessions, session, sessionDays, verified, now},
		unknownKeyMs: waits.unknownKeyMs,
	});
	const streamSlots = createStreamSlots({
		maxPerCaller: () => settings.get('events.connectionsPerCaller'),
		maxStreams: http.streamsPerProcess,
	});
	const relays = createRelays({
		events,
		slots: streamSlots,
		isStillKnown: authentication.isStillKnown,
		subscriptionMs: waits.subscriptionMs,
	});
	const asks = createFairAsks(jobs, waits);
	const metrics = createMetrics({jobs, readCounters: () => readCounters(producer, prefix)});
	// A stream outlives the check of its caller, so it is ended when that check might now fail.
	const unsubscribe = events.subscribe(controlStream, ({event}) => {
		if (event === 'callersChanged') {
			verified.clear();
			relays.endAll();
		}
	});
	const stopListening = settings.onChange(key => key === 'security.queuePublic' && relays.endAll());
	// Events published while the subscription was down are replayed when the clients reconnect.
	const endAll = () => relays.endAll();
	subscriber.on('ready', endAll);

	return {
		authentication,
		auditor: createAuditor(deps),
		idempotency: createIdempotency(deps),
		relays,
		guard: createGuard({authentication, settings, metricsToken: http.metricsToken}),
		metrics,
		disks: createDiskMemory(deps),
		asks,
		slots: createRequestSlots(),
		images: createImageAddresses({settings, ...http}),
		pictures: createPictures({...deps, jobs: asks.jobs}),
		logins,
		askDisks: createAskMachines(() => machineOf(http.dataDir), {...deps, redis: producer, limitMs: waits.machineMs}),
		limits: {...createRequestLimits(rates, {lists: http.listRequestsPerMinute, jobs: http.searchesPerMinute}), logins: logins.countOrigin},
		async forgetCallers() {
			verified.clear();
			await events.publish(controlStream, 'callersChanged', {}).catch(() => {});
		},
		close() {
			unsubscribe();
			stopListening();
			subscriber.off('ready', endAll);
			relays.endAll();
			metrics.close();
		},
	};
}
