import {presentStamps} from '#api/http/replies/stamps.ts';
import type {StoredReleaseProfile} from '#shared/store/profiles/release-profiles.ts';

export function presentReleaseProfile(profile: StoredReleaseProfile) {
	return {
		id: profile.id,
		name: profile.name,
		enabled: profile.enabled,
		mustContain: profile.mustContain,
		mustNotContain: profile.mustNotContain,
		tags: profile.tags,
		...presentStamps(profile),
	};
}
