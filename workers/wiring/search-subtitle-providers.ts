import {healthRules, withTruePause} from '#shared/coordination/backoff.ts';
import {orCancelled} from '#shared/coordination/wait.ts';
import type {FoundSubtitle, ProviderResult, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleProvider} from '#shared/domain/subtitles/provider-record.ts';
import {Cancelled, isExpected, TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {SubtitleProviderStore} from '#shared/store/providers/provider-stores.ts';
import {type AnswerTime, createAnswerTime, type TimeOver} from '../integrations/indexers/answer-time.ts';
import type {SubtitleProviderClient} from '../integrations/subtitles/subtitle-provider.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {loginRefused} from './login-refused.ts';
import {noteFailure, noteSuccess, restOf} from './subtitle-provider-health.ts';

/** Seconds for all providers together; they are asked at the same time. */
const totalSecondsByDefault = 30;
/** Of all providers together. */
const mostResults = 300;

interface Options {
	subtitleProviders: SubtitleProviderStore;
	now(): Date;
	startedAt: Date;
	totalSeconds?: number;
	open(settings: SubtitleProvider, time: AnswerTime): SubtitleProviderClient;
}

interface Answer {
	found: FoundSubtitle[];
	row: ProviderResult;
}

export function createSearchSubtitleProviders(options: Options): WorkerDeps['searchSubtitleProviders'] {
	return async ({criteria, providerIds}, signal) => {
		const {subtitleProviders, now} = options;
		const stored = (await subtitleProviders.list()).filter(({id, enabled}) => (providerIds ? providerIds.includes(id) : enabled));
		const toAsk = await Promise.all(stored.map(record => withTruePause(subtitleProviders, record, now(), healthRules.subtitleProvider)));
		const answers = await Promise.all(toAsk.map(record => askOne(record, {criteria, signal}, options)));
		if (signal.aborted) {
			throw new Cancelled();
		}
		return {found: best(answers.map(({found}) => found)), providerResults: answers.map(({row}) => row)};
	};
}

/** When there are too many, what was found by hash or id goes first, then by the priority of its provider. */
function best(lists: readonly FoundSubtitle[][]): FoundSubtitle[] {
	const rank = ({isHashMatch, isIdMatch}: FoundSubtitle) => (isHashMatch ? 0 : isIdMatch ? 1 : 2);
	return lists
		.flat()
		.toSorted((a, b) => rank(a) - rank(b))
		.slice(0, mostResults);
}

async function askOne(record: SubtitleProvider, {criteria, signal}: {criteria: SubtitleCriteria; signal: AbortSignal}, options: Options) {
	const {subtitleProviders, now, startedAt, totalSeconds = totalSecondsByDefault, open} = options;
	const reason = whyNot(record, now());
	if (reason) {
		return failed(record, reason);
	}
	// The rest of the time is for our own turns, so that a silent provider is told from one that had none.
	const seconds = Math.min(record.timeoutSeconds, totalSeconds * 0.9);
	const time = createAnswerTime({answerMs: seconds * 1000, totalMs: totalSeconds * 1000});
	try {
		const both = AbortSignal.any([time.signal, signal]);
		// A provider that ignores its signal must not hold up the others.
		const found = await orCancelled(open(record, time).search(criteria, both), both);
		await noteSuccess(record, subtitleProviders);
		return {found, row: {...rowOf(record), resultCount: found.length}} satisfies Answer;
	} catch (thrown) {
		const error = time.signal.aborted ? lateError(time.signal.reason, seconds) : thrown;
		if (!signal.aborted) {
			await noteFailure(error, record, {subtitleProviders, now: now(), startedAt});
		}
		return failed(record, error);
	} finally {
		time.stop();
	}
}

function lateError(reason: TimeOver, seconds: number): Error {
	return reason === 'turn'
		? new TooMany('provider_busy', 'Waiting for a free slot left no time for an answer. Try again in a moment.', 15)
		: new UpstreamFailed('timed_out', `No answer within ${seconds} seconds.`);
}

function whyNot(record: SubtitleProvider, now: Date): Error | null {
	if (!record.enabled) {
		return new UpstreamFailed('disabled', 'The provider is switched off.');
	}
	if (record.isLoginRefused) {
		return loginRefused(record.name);
	}
	const rest = restOf(record, now);
	const message = rest && `The provider is paused until ${rest.toISOString()}. ${record.lastError ?? ''}`.trim();
	if (!rest || !message) {
		return null;
	}
	return record.status === 'rate_limited'
		? new TooMany('rate_limited', message, Math.ceil((rest.getTime() - now.getTime()) / 1000))
		: new UpstreamFailed('resting', message);
}

function rowOf({id, name}: SubtitleProvider): ProviderResult {
	return {providerId: id, provider: name, status: 'ok', resultCount: 0, errorMessage: null};
}

/** An unexpected error may contain anything, even keys, so its text is not shown. */
function failed(record: SubtitleProvider, error: unknown): Answer {
	const errorMessage = isExpected(error) ? error.message : 'The answer of the provider could not be read.';
	return {found: [], row: {...rowOf(record), status: error instanceof TooMany ? 'rate_limited' : 'error', errorMessage}};
}
