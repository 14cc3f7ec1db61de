import {type Clearance, cookieHeader} from '#shared/domain/captcha/clearance.ts';
import {detectChallenge} from '#shared/domain/captcha/detect-challenge.ts';
import {isExpected, UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../http/http.ts';
import type {ChallengeSolver} from './challenge-solver.ts';

/** Bytes. A challenge shows what it is near the beginning. */
const beginning = 500_000;

interface Door {
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
export async function pastChallenge(send: Send, door: Door): Promise<HttpReply> {
	const {url, solver, now} = door;
	const known = (await solver?.remembered(url)) ?? null;
	const reply = await send(known ? headersOf(known, url, now()) : {});
	if (!isChallenged(reply)) {
		return reply;
	}
	if (!solver) {
		throw new UpstreamFailed('challenge', 'The indexer asks for a captcha. Turn on its option to solve challenges.');
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
		? 'The indexer asks for a captcha, but showed the browser no challenge that could be solved. Check its address, or try again later.'
		: 'The indexer still asks for a captcha after its challenge was solved. Try again later.';
}

async function solve({url, signal}: Door, solver: ChallengeSolver, refused: string | null): Promise<Clearance> {
	try {
		return await solver.solve(url, refused, signal);
	} catch (error) {
		if (signal.aborted || (error instanceof UpstreamFailed && error.code === 'challenge_failed')) {
			throw error;
		}
		const reason = isExpected(error) ? error.message : 'The log says why.';
		throw new UpstreamFailed('challenge_failed', `The challenge of the indexer could not be solved. ${reason}`.trim(), {cause: error});
	}
}

/** A block page counts too, because another address or user agent may get through. */
function isChallenged({status, headers, body}: HttpReply): boolean {
	const {kind, blocked} = detectChallenge({status, headers, html: body.toString('utf8', 0, beginning)});
	return kind !== 'none' || blocked;
}
