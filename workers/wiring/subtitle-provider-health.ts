import {afterFailure, afterLimit, type Standing, soonestEnd} from '#shared/domain/indexers/back-off.ts';
import type {SubtitleProvider} from '#shared/domain/subtitles/provider-record.ts';
import {Cancelled, type ExpectedError, isExpected, NotFound, TooMany, Unavailable} from '#shared/errors.ts';
import type {SubtitleProviderStore} from '#shared/store/providers/provider-stores.ts';

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
	if (!isExpected(error) || saysNothing(error)) {
		return;
	}
	const before: Standing = {level: record.failures, disabledUntil: record.disabledUntil};
	const isLimit = error instanceof TooMany;
	const {level, disabledUntil} = isLimit ? afterLimit(before, error.retryAfterSeconds, now) : afterFailure(before, {now, startedAt});
	await subtitleProviders.setHealth(
		record.id,
		{
			status: isLimit ? 'rate_limited' : 'error',
			lastError: error.message,
			failures: level,
			disabledUntil,
		},
		record,
	);
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

/** After the last download of a period it rests at once, because searching for more would be useless. */
export async function noteDownload(before: SubtitleProvider, {subtitleProviders, now}: Omit<Circumstances, 'startedAt'>): Promise<void> {
	await noteSuccess(before, subtitleProviders);
	const record = await subtitleProviders.find(before.id);
	if (record?.remaining === 0 && record.resetAt && record.resetAt > now) {
		const lastError = `The downloads of ${record.name} are used up until ${record.resetAt.toISOString()}.`;
		await subtitleProviders.setHealth(record.id, {status: 'rate_limited', lastError, disabledUntil: record.resetAt}, record);
	}
}

/** After the clock was put right, a rest ends no later than it could have been meant to. */
export async function withSoonestEnd(
	record: SubtitleProvider,
	{subtitleProviders, now}: Omit<Circumstances, 'startedAt'>,
): Promise<SubtitleProvider> {
	const disabledUntil = record.disabledUntil && soonestEnd(record.disabledUntil, now);
	if (disabledUntil === record.disabledUntil) {
		return record;
	}
	await subtitleProviders.setHealth(record.id, {disabledUntil}, record);
	return {...record, disabledUntil};
}

/** Until when a provider is not asked; null when it may be. */
export function restOf({disabledUntil}: Pick<SubtitleProvider, 'disabledUntil'>, now: Date): Date | null {
	return disabledUntil && disabledUntil > now ? disabledUntil : null;
}
