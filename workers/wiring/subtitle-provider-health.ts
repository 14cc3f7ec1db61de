import {healthRules, recordFailure, recordSuccess} from '#shared/coordination/backoff.ts';
import type {SubtitleProvider} from '#shared/domain/subtitles/provider-record.ts';
import {Cancelled, type ExpectedError, isExpected, NotFound, TooMany, Unavailable} from '#shared/errors.ts';
import type {SubtitleProviderStore} from '#shared/store/providers/provider-stores.ts';

interface Circumstances {
	subtitleProviders: SubtitleProviderStore;
	now: Date;
	startedAt: Date;
}

export const noteSuccess = (record: SubtitleProvider, providers: SubtitleProviderStore): Promise<void> =>
	recordSuccess(providers, record, healthRules.subtitleProvider);

/** A provider is paused as long as it asks for, or longer with each failure in a row. */
export async function noteFailure(
	error: unknown,
	record: SubtitleProvider,
	{subtitleProviders, now, startedAt}: Circumstances,
): Promise<void> {
	if (!isExpected(error) || saysNothing(error)) {
		return;
	}
	const isLimit = error instanceof TooMany;
	const failure = {message: error.message, isLimit, retryAfterSeconds: isLimit ? error.retryAfterSeconds : null};
	await recordFailure(subtitleProviders, record, failure, {rules: healthRules.subtitleProvider, now, startedAt});
}

/** Our own limits and failures, a missing subtitle, or a stop say nothing about a provider. */
function saysNothing(error: ExpectedError): boolean {
	return (
		error instanceof Cancelled ||
		error instanceof NotFound ||
		error instanceof Unavailable ||
		error.code === 'provider_busy' ||
		error.code === 'subtitle_unusable'
	);
}

/** After the last download of a period it is paused at once, because searching for more would be useless. */
export async function noteDownload(before: SubtitleProvider, {subtitleProviders, now}: Omit<Circumstances, 'startedAt'>): Promise<void> {
	await noteSuccess(before, subtitleProviders);
	const record = await subtitleProviders.find(before.id);
	if (record?.remaining === 0 && record.resetAt && record.resetAt > now) {
		const lastError = `The downloads of ${record.name} are used up until ${record.resetAt.toISOString()}.`;
		await subtitleProviders.setHealth(record.id, {status: 'rate_limited', lastError, disabledUntil: record.resetAt}, record);
	}
}

/** Until when a provider is not asked; null when it may be. */
export function pauseEndOf({disabledUntil}: Pick<SubtitleProvider, 'disabledUntil'>, now: Date): Date | null {
	return disabledUntil && disabledUntil > now ? disabledUntil : null;
}
