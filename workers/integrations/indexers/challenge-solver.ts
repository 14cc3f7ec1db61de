import type {Redis} from 'ioredis';
import type {Clearances} from '#shared/captcha/clearances.ts';
import {cookieHeader} from '#shared/captcha/cookies.ts';
import {detectChallenge} from '#shared/captcha/detect-challenge.ts';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import type {ProviderNetwork} from '#shared/domain/provider.ts';
import {isExpected, UpstreamFailed} from '#shared/errors.ts';
import {type ChallengeToSolve, solveChallenge} from '#shared/jobs/captcha.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {openPayload, sealPayload} from '#shared/jobs/sealed-payload.ts';
import {hostAndPort, isSameHostAndPort} from '#shared/network-address.ts';
import {redisNow} from '#shared/redis.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {siteOf} from '#shared/site-of.ts';
import type {HttpReply} from '../http/http.ts';

/** How the browser gets to the site; null for what the settings say. */
export interface SolverWay {
	/** Address of a proxy, with its login. */
	proxy: string | null;
	/** Address of a solver. */
	solver: string | null;
}

/** Gets the requests of one indexer past challenges. */
export interface ChallengeSolver {
	/** The remembered clearance, if it is still fresh; otherwise null. */
	remembered(url: string): Promise<Clearance | null>;
	/**
	 * Lets a browser solve the challenge while we wait. `refused` is the id of a clearance that met the challenge
	 * again. Throws UpstreamFailed `challenge_failed`.
	 */
	solve(url: string, refused: string | null, signal: AbortSignal): Promise<Clearance>;
}

interface ChallengeSolverDeps {
	jobs: JobClient;
	clearances: Clearances;
	settings: Settings;
	secrets: Secrets;
	producer: Redis;
	/** That of the indexer. Throws UpstreamFailed if there is none. */
	way(): Promise<SolverWay>;
}

/** Milliseconds the answer may take beyond the time limit of the solve. */
const graceMs = 1500;

export function createChallengeSolver(
	indexer: Pick<IndexerSettings, 'url' | 'apiPath' | 'kind'> & ProviderNetwork,
	deps: ChallengeSolverDeps,
	reason: ChallengeToSolve['reason'] = 'indexer',
): ChallengeSolver {
	const {jobs, clearances, settings, secrets, producer, way} = deps;
	const own = URL.parse(indexer.url);

	/**
	 * Returns the page to open: without the query, and for other hosts without the path. Both may contain a key that no
	 * script should see.
	 */
	function pageOf(url: string): {url: string; allowedHost: string | null} {
		const asked = new URL(url);
		const isOwn = own !== null && isSameHostAndPort(asked, own);
		const hasPath = isOwn && (indexer.kind === 'torznab' || indexer.kind === 'newznab');
		const path = hasPath ? joinPaths(own.pathname, indexer.apiPath) : '/';
		return {url: asked.origin + path, allowedHost: isOwn && indexer.isPublic !== true ? hostAndPort(own) : null};
	}

	return {
		async remembered(url) {
			const mayUse = settings.get('captcha.cacheTtl') > 0;
			const proxy = async () => (await way()).proxy ?? (settings.get('captcha.proxy') || null);
			return mayUse ? clearances.find({site: siteOf(new URL(url)), proxy: await proxy()}) : null;
		},
		async solve(url, refused, signal) {
			if (!settings.get('captcha.enabled')) {
				throw new UpstreamFailed(
					'challenge_failed',
					'The indexer asks for a browser check, and passing them is switched off. Turn on captcha.enabled.',
				);
			}
			const timeoutMs = settings.get('captcha.timeout') * 1000;
			const asked: ChallengeToSolve = {...pageOf(url), reason, useCache: true, refused, ...(await way())};
			const deadline = (await redisNow(producer)) + timeoutMs;
			const outcome = await jobs.ask(
				solveChallenge,
				{sealed: sealPayload(solveChallenge, asked, secrets), deadline},
				{timeoutMs: timeoutMs + graceMs, signal},
			);
			if (!outcome.clearance) {
				throw new UpstreamFailed(
					'challenge_failed',
					`The browser check of the indexer could not be passed. ${outcome.failure?.message ?? ''}`.trim(),
				);
			}
			return openPayload<Clearance>(solveChallenge, outcome.clearance, secrets);
		},
	};
}

function joinPaths(base: string, path: string): string {
	return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`.split('?')[0] ?? '/';
}

/** Bytes. A challenge shows what it is near the beginning. */
const beginning = 500_000;

interface ChallengedRequest {
	url: string;
	/** Null when challenges are not to be solved. */
	solver: ChallengeSolver | null;
	now(): Date;
	signal: AbortSignal;
}

type Send = (headers: Record<string, string>) => Promise<HttpReply>;

/**
 * Sends the request with the clearance of an earlier solve, if there is one. If a challenge comes back, has it solved
 * and sends once more. Throws UpstreamFailed `challenge` or `challenge_failed` with the reason.
 */
export async function pastChallenge(send: Send, door: ChallengedRequest): Promise<HttpReply> {
	const {url, solver, now} = door;
	const known = (await solver?.remembered(url)) ?? null;
	const reply = await send(known ? headersOf(known, url, now()) : {});
	if (!isChallenged(reply)) {
		return reply;
	}
	if (!solver) {
		throw new UpstreamFailed('challenge', 'The indexer asks for a browser check. Turn on its option to pass browser checks.');
	}
	const solved = await solve(door, solver, known?.id ?? null);
	const second = await send(headersOf(solved, url, now()));
	if (isChallenged(second)) {
		throw new UpstreamFailed('challenge_failed', stillThere(solved));
	}
	return second;
}

/** A challenge ties its cookies to the user agent, so both are sent exactly as they were when it was solved. */
function headersOf({cookies, userAgent}: Clearance, url: string, now: Date): Record<string, string> {
	// Header values are bytes, and browsers read those of a cookie as UTF-8.
	const cookie = Buffer.from(cookieHeader(cookies, url, now)).toString('latin1');
	return {'user-agent': userAgent, ...(cookie && {cookie})};
}

function stillThere({kind}: Clearance): string {
	return kind === 'none'
		? 'The indexer asks for a browser check, but showed the browser none that could be passed. Check its address, or try again later.'
		: 'The indexer still asks for a browser check after one was passed. Try again later.';
}

async function solve({url, signal}: ChallengedRequest, solver: ChallengeSolver, refused: string | null): Promise<Clearance> {
	try {
		return await solver.solve(url, refused, signal);
	} catch (error) {
		if (signal.aborted || (error instanceof UpstreamFailed && error.code === 'challenge_failed')) {
			throw error;
		}
		const reason = isExpected(error) ? error.message : 'The log says why.';
		throw new UpstreamFailed('challenge_failed', `The browser check of the indexer could not be passed. ${reason}`.trim(), {cause: error});
	}
}

/** Some sites redirect to the page of the challenge, whose path is that of the edge. */
const toGate = /^(?:https?:\/\/[^/?#]{1,300})?\/cdn-cgi\//i;

/** A block page counts too, because another address or user agent may get through. */
function isChallenged({status, headers, body}: HttpReply): boolean {
	if (status >= 300 && status < 400) {
		return toGate.test(headers['location'] ?? '');
	}
	const {kind, blocked} = detectChallenge({status, headers, html: body.toString('utf8', 0, beginning)});
	return kind !== 'none' || blocked;
}
