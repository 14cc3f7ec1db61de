import {healthRules, withTruePause} from '#shared/coordination/backoff.ts';
import type {SubtitleProvider} from '#shared/domain/subtitles/provider-record.ts';
import {Conflict, TooMany} from '#shared/errors.ts';
import type {SubtitleProviderStore} from '#shared/store/providers/provider-stores.ts';
import type {SubtitleProviderClient} from '../integrations/subtitles/subtitle-provider.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {loginRefused} from './login-refused.ts';
import {noteDownload, noteFailure, restOf} from './subtitle-provider-health.ts';

interface Options {
	subtitleProviders: SubtitleProviderStore;
	now(): Date;
	startedAt: Date;
	open(settings: SubtitleProvider): SubtitleProviderClient;
}

/** Downloads a subtitle, unless its provider is off, has asked for a pause that is not over, or refuses the login. */
export function createDownloadSubtitle({open, ...options}: Options): WorkerDeps['downloadSubtitle'] {
	const {subtitleProviders, now, startedAt} = options;
	return async (found, signal) => {
		const record = await withTruePause(
			subtitleProviders,
			await subtitleProviders.get(found.providerId),
			now(),
			healthRules.subtitleProvider,
		);
		if (!record.enabled) {
			throw new Conflict('provider_disabled', `${record.name} is switched off. Enable it, or choose a subtitle of another provider.`);
		}
		const pausedUntil = record.status === 'rate_limited' ? restOf(record, now()) : null;
		if (pausedUntil) {
			const seconds = Math.max(1, Math.ceil((pausedUntil.getTime() - now().getTime()) / 1000));
			throw new TooMany(
				'rate_limited',
				`${record.name} is paused until ${pausedUntil.toISOString()}. ${record.lastError ?? ''}`.trim(),
				seconds,
			);
		}
		if (record.isLoginRefused) {
			throw loginRefused(record.name);
		}
		try {
			const sent = await open(record).download(found, signal);
			await noteDownload(record, {subtitleProviders, now: now()});
			return sent;
		} catch (error) {
			if (!signal.aborted) {
				await noteFailure(error, record, {subtitleProviders, now: now(), startedAt});
			}
			throw error;
		}
	};
}
