import {createSlots} from '#shared/coordination/slots.ts';
import {orCancelled} from '#shared/coordination/wait.ts';
import {Cancelled, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {type AnswerTime, createAnswerTime, type TimeOver} from './indexers/answer-limits.ts';

interface Asking<Provider, Answer> {
	/** Seconds for all together, and how many of them a provider may have. */
	totalSeconds: number;
	secondsOf(provider: Provider): number;
	/** Milliseconds that each has at least, whatever else is said. */
	leastMs: number;
	/** How many are asked at once; all if not given. */
	atOnce?: number;
	/** What a provider has failed with when we waited until the time of all was over: for a slot of it, or to begin. */
	noTurn(totalSeconds: number, isBegun: boolean): Error;
	signal: AbortSignal;
	/** A failed provider is an answer, too. `inTime` throws UpstreamFailed `timed_out`. */
	ask(provider: Provider, inTime: InTime): Promise<Answer>;
}

/** Runs a request to the provider, which is given up when its time is over. Waiting for a slot does not count. */
export type InTime = <Found>(request: (time: AnswerTime, signal: AbortSignal) => Promise<Found>) => Promise<Found>;

/** Asks providers of one family at once, each within its time. Throws Cancelled when the caller aborts. */
export async function askAll<Provider, Answer>(
	providers: readonly Provider[],
	{totalSeconds, secondsOf, leastMs, atOnce = Number.POSITIVE_INFINITY, noTurn, signal, ask}: Asking<Provider, Answer>,
): Promise<Answer[]> {
	const most = Math.max(totalSeconds, leastMs / 1000);
	const turns = createSlots({max: atOnce});
	const until = performance.now() + most * 1000;
	const leftMs = () => Math.max(1, until - performance.now());
	const answers = providers.map(provider =>
		ask(provider, async request => {
			const leave = await turns.take('', leftMs(), signal).catch(error => {
				throw error instanceof TooMany ? noTurn(most, false) : error;
			});
			const seconds = Math.max(Math.min(secondsOf(provider), totalSeconds), leastMs / 1000);
			const time = createAnswerTime({answerMs: seconds * 1000, totalMs: leftMs()});
			try {
				const both = AbortSignal.any([time.signal, signal]);
				// A provider that ignores its signal must not delay the others.
				return await orCancelled(request(time, both), both);
			} catch (error) {
				if (!time.signal.aborted) {
					throw error;
				}
				const isTurn = time.signal.reason === ('turn' satisfies TimeOver);
				throw isTurn ? noTurn(most, true) : new UpstreamFailed('timed_out', `No answer within ${seconds} seconds.`);
			} finally {
				time.stop();
				leave();
			}
		}),
	);
	const all = await Promise.all(answers);
	if (signal.aborted) {
		throw new Cancelled();
	}
	return all;
}
