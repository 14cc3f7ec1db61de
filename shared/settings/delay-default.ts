import type {DelayProfile} from '../domain/decisions/delay-profile.ts';
import type {Settings} from './settings.ts';

const keys = {
	preferredProtocol: 'download.preferredProtocol',
	torrentDelayMinutes: 'download.torrentDelayMinutes',
	usenetDelayMinutes: 'download.usenetDelayMinutes',
} as const;

type DefaultDelay = Pick<DelayProfile, keyof typeof keys>;

/** The part of the default delay profile that is kept in settings. */
export function defaultDelay(settings: Pick<Settings, 'get'>): DefaultDelay {
	return {
		preferredProtocol: settings.get(keys.preferredProtocol),
		torrentDelayMinutes: settings.get(keys.torrentDelayMinutes),
		usenetDelayMinutes: settings.get(keys.usenetDelayMinutes),
	};
}

/** Stores these values as settings; they must already be validated. */
export async function keepDefaultDelay(change: Partial<DefaultDelay>, settings: Pick<Settings, 'set'>, at: Date): Promise<void> {
	if (change.preferredProtocol !== undefined) {
		await settings.set(keys.preferredProtocol, change.preferredProtocol, at);
	}
	for (const name of ['torrentDelayMinutes', 'usenetDelayMinutes'] as const) {
		const minutes = change[name];
		if (minutes !== undefined) {
			await settings.set(keys[name], minutes, at);
		}
	}
}
