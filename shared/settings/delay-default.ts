import type {DelayProfile} from '../domain/decisions/delay-profile.ts';
import type {Settings} from './settings.ts';

/** What of the default delay profile are settings. */
export function defaultDelay(
	settings: Pick<Settings, 'get'>,
): Pick<DelayProfile, 'preferredProtocol' | 'torrentDelayMinutes' | 'usenetDelayMinutes'> {
	return {
		preferredProtocol: settings.get('download.preferredProtocol'),
		torrentDelayMinutes: settings.get('download.torrentDelayMinutes'),
		usenetDelayMinutes: settings.get('download.usenetDelayMinutes'),
	};
}
