import {wait} from '#shared/coordination/wait.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {NotFound, TooMany} from '#shared/errors.ts';
import type {SubtitleProviderStore} from '#shared/store/providers/provider-stores.ts';
import type {DownloadQuota} from './subtitle-provider.ts';

/** Milliseconds that a download waits while another one finds out the quota. */
const askingWaitMs = 20_000;
const pollMs = 150;

/** The downloads of a stored provider, counted by MongoDB for all workers. */
export function createDownloadQuota(
	{id, name, dailyLimit}: Pick<SubtitleProviderSettings, 'id' | 'name' | 'dailyLimit'>,
	{quotas, now}: Pick<SubtitleProviderStore, 'quotas'> & {now(): Date},
): DownloadQuota {
	function usedUp(until: Date): TooMany {
		const limit = dailyLimit === null ? '' : ` of ${dailyLimit}`;
		const seconds = Math.max(1, Math.ceil((until.getTime() - now().getTime()) / 1000));
		return new TooMany('quota_used_up', `The daily downloads${limit} of ${name} are used up until ${until.toISOString()}.`, seconds);
	}

	return {
		async take({tellsQuota}, signal) {
			const end = performance.now() + askingWaitMs;
			for (;;) {
				const taking = await quotas.takeDownload(id, {now: now(), tellsQuota});
				if (taking.outcome === 'granted') {
					return {giveBack: () => quotas.giveBackDownload(id, taking.id)};
				}
				if (taking.outcome === 'gone') {
					throw new NotFound('subtitle_provider_not_found', `The subtitle provider ${name} was deleted.`);
				}
				if (taking.outcome === 'usedUp') {
					if (taking.isOurLimit) {
						await quotas.noteLimitReached(id, {until: taking.until, dailyLimit});
					}
					throw usedUp(taking.until);
				}
				if (performance.now() > end) {
					throw new TooMany('provider_busy', `Another download finds out how many ${name} still allows. Try again in a moment.`, 30);
				}
				await wait(pollMs, signal);
			}
		},
		settle: () => quotas.settle(id),
		learn: word => quotas.learnQuota(id, {...word, now: now()}),
	};
}
