import type {QualityProfile} from '../quality/profiles.ts';
import {type Copy, whyNoUpgrade} from '../quality/upgrade.ts';

/**
 * Why a release that was approved a moment ago is no longer wanted: a file or a download of the same title came in
 * between. Null when it is still wanted.
 */
export function whySuperseded(offered: Copy, present: readonly Copy[], profile: QualityProfile): string | null {
	return present.map(copy => whyNoUpgrade(profile, copy, offered)).find(why => why !== null) ?? null;
}
