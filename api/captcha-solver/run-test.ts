import {refusedAddress, solveLimits, solverIsOff} from '#api/http/asks/solving.ts';
import {ok, type Reply} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import {hostAndPort, isSameHostAndPort} from '#shared/domain/network/host-and-port.ts';
import {Invalid} from '#shared/errors.ts';
import {type ChallengeToSolve, solveChallenge} from '#shared/jobs/captcha.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {siteOf} from '#shared/site-of.ts';
import {tested} from './replies.ts';
import type {TestBody} from './schema.ts';

type Deps = Pick<RouteDeps, 'clearances' | 'indexers' | 'jobs' | 'producer' | 'secrets' | 'settings'>;

/** Asks a worker to open the address and to solve its challenge, if there is one. */
export async function runTest({url, useCache}: TestBody, deps: Deps): Promise<Reply> {
	const {jobs, producer, secrets, settings} = deps;
	const startedAt = performance.now();
	const allowedHost = await enteredHost(new URL(url), deps);
	const refused = allowedHost === null ? refusedAddress(new URL(url), settings) : null;
	if (refused) {
		throw addressRefused(refused);
	}
	if (!settings.get('captcha.enabled')) {
		return ok(tested.present({url, solveTime: 0, usedCache: false, kind: null, open: false, failure: {message: solverIsOff}}));
	}
	// A remembered solution must not wait behind solves in progress.
	const known = useCache ? await remembered(new URL(url), deps) : null;
	if (known) {
		const solveTime = Math.round(performance.now() - startedAt);
		return ok(tested.present({url, solveTime, usedCache: true, kind: known.kind, open: true, failure: null}));
	}
	const challenge: ChallengeToSolve = {url, reason: 'test', useCache, allowedHost, refused: null};
	const {deadline, timeoutMs} = await solveLimits(producer, settings.get('captcha.timeout') * 1000);
	const outcome = await jobs.ask(solveChallenge, {sealed: sealPayload(solveChallenge, challenge, secrets), deadline}, {timeoutMs});
	// Only the worker sees where a name resolves to.
	if (outcome.failure?.code === 'address_refused') {
		throw addressRefused(outcome.failure.message);
	}
	return ok(tested.present({url, ...outcome}));
}

/**
 * `host:port` of this address if an administrator configured an indexer there that was not public, which allows it to
 * be private; else null.
 */
async function enteredHost(url: URL, {indexers}: Pick<RouteDeps, 'indexers'>): Promise<string | null> {
	const entered = (await indexers.list()).some(indexer => indexer.isPublic !== true && isSameHostAndPort(indexer.url, url));
	return entered ? hostAndPort(url) : null;
}

async function remembered(url: URL, {clearances, settings}: Pick<RouteDeps, 'clearances' | 'settings'>): Promise<Clearance | null> {
	const mayUse = settings.get('captcha.cacheTtl') > 0;
	return mayUse ? clearances.find({site: siteOf(url), proxy: settings.get('captcha.proxy') || null}) : null;
}

function addressRefused(message: string): Invalid {
	return new Invalid('address_refused', message, [{path: 'url', message: 'url must lead to a public address'}]);
}
