import {detectChallenge} from '#shared/domain/captcha/detect-challenge.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../http.ts';
import type {Clearance} from './indexer.ts';

export type Solve = (url: string, signal: AbortSignal) => Promise<Clearance>;

/** Bytes; a challenge says what it is at its beginning. */
const beginning = 500_000;

interface Door {
	url: string;
	/** Null when challenges are not to be solved, or nobody can. */
	solve: Solve | null;
	signal: AbortSignal;
}

/** Sends; when a challenge comes back, has it solved and sends once more with what the solving left. Throws UpstreamFailed `challenge` or `challenge_failed`. */
export async function pastChallenge(send: (headers: Record<string, string>) => Promise<HttpReply>, door: Door): Promise<HttpReply> {
	const reply = await send({});
	if (!isChallenged(reply)) {
		return reply;
	}
	if (!door.solve) {
		throw new UpstreamFailed('challenge', 'The indexer asks for a human. Turn on its option to solve challenges.');
	}
	const {userAgent, cookie} = await clear(door, door.solve);
	const second = await send({'user-agent': userAgent, cookie});
	if (isChallenged(second)) {
		throw new UpstreamFailed('challenge_failed', 'The indexer still asks for a human after its challenge was solved. Try again later.');
	}
	return second;
}

async function clear({url, signal}: Door, solve: Solve): Promise<Clearance> {
	try {
		return await solve(url, signal);
	} catch (error) {
		if (signal.aborted) {
			throw error;
		}
		throw new UpstreamFailed('challenge_failed', 'The challenge of the indexer could not be solved. Try again later.', {cause: error});
	}
}

/** A site that shut us out counts too: another address or another user agent may open it. */
function isChallenged({status, headers, body}: HttpReply): boolean {
	const {kind, blocked} = detectChallenge({status, headers, html: body.toString('utf8', 0, beginning)});
	return kind !== 'none' || blocked;
}
