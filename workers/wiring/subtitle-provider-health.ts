import {afterFailure, afterLimit, type Standing, soonestEnd} from '#shared/domain/indexers/back-off.ts';
import type {SubtitleProvider} from '#shared/domain/subtitles/provider-record.ts';
import {Cancelled, isExpected, NotFound, TooMany, Unavailable} from '#shared/errors.ts';
import type {SubtitleProviderStore} from '#shared/store/subtitles/subtitle-providers.ts';

interface Circumstances {
	subtitleProviders: SubtitleProviderStore;
	now: Date;
	startedAt: Date;
}

/** Writes only changes. A record that was changed meanwhile, or was given another rest, stays as it is. */
export async function noteSuccess(record: SubtitleProvider, providers: SubtitleProviderStore): Promise<void> {
	if (record.status !== 'ok' || record.failures > 0 || record.disabledUntil) {
		await providers.setHealth(record.id, {status: 'ok', lastError: null, failures: 0, disabledUntil: null}, record);
	}
}

/** A provider rests as long as it asks for, or longer with each failure in a row. */
export async function noteFailure(
	error: unknown,
	record: SubtitleProvider,
	{subtitleProviders, now, startedAt}: Circumstances,
): Promise<void> {
	if (saysNothing(error)) {
		return;
	}
	const before: Standing = {level: record.failures, disabledUntil: record.disabledUntil};
	const isLimit = error instanceof TooMany;
	const {level, disabledUntil} = isLimit ? afterLimit(before, error.retryAfterSeconds, now) : afterFailure(before, {now, startedAt});
	await subtitleProviders.setHealth(
		record.id,
		{
			status: isLimit ? 'rate_limited' : 'error',
			lastError: isExpected(error) ? error.message : 'Its answer could not be read; the log says why.',
			failures: level,
			disabledUntil,
		},
		record,
	);
}

/** Our own limits, a missing subtitle, or a stop say nothing about a provider. */
function saysNothing(error: unknown): boolean {
	return (
		error instanceof Cancelled ||
		error instanceof NotFound ||
		error instanceof Unavailable ||
		(error instanceof TooMany && error.code === 'provider_busy') ||
		(isExpected(error) && error.code === 'not_a_subtitle')
	);
}

/** Until when a provider is not asked; null when it may be. One that was set under a wrong clock ends sooner. */
export function restOf({disabledUntil}: Pick<SubtitleProvider, 'disabledUntil'>, now: Date): Date | null {
	const end = disabledUntil && soonestEnd(disabledUntil, now);
	return end && end > now ? end : null;
}
