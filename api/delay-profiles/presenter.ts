import {presentStamps} from '#api/http/replies/stamps.ts';
import {defaultDelay} from '#shared/settings/delay-default.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {StoredDelayProfile} from '#shared/store/profiles/delay-profiles.ts';

/** The delays and the protocol of the default are settings. */
export function presentDelayProfile(profile: StoredDelayProfile, settings: Settings) {
	const {preferredProtocol, torrentDelayMinutes, usenetDelayMinutes} = profile.isDefault ? defaultDelay(settings) : profile;
	return {
		id: profile.id,
		order: profile.order,
		tags: profile.tags,
		preferredProtocol,
		torrentDelayMinutes,
		usenetDelayMinutes,
		bypassIfHighestQuality: profile.bypassIfHighestQuality,
		bypassIfAboveFormatScore: profile.bypassIfAboveFormatScore,
		minimumFormatScore: profile.minimumFormatScore,
		isDefault: profile.isDefault,
		...presentStamps(profile),
	};
}
