import {dayMs} from '../../../durations.ts';
import type {QualityProfile} from '../../../quality/profiles.ts';
import type {ProperRepack} from '../../../quality/proper-repack.ts';
import {type Copy, isLaterRevision, whyNoUpgrade} from '../../../quality/upgrade.ts';
import {toCopy} from '../../candidate.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** Serious faults are found within days. After that, a file that people have watched need not change. */
const correctedWithinDays = 7;

const whySetting: Readonly<Record<ProperRepack, string | null>> = {
	prefer: null,
	doNotUpgrade: 'media.properRepack leaves present files to corrected releases only by hand',
	doNotPrefer: 'media.properRepack gives corrected releases no preference',
};

/** The later revision is the only reason for the release. */
function onlyCorrects(profile: QualityProfile, current: Copy, offered: Copy): boolean {
	return isLaterRevision(current, offered) && whyNoUpgrade(profile, current, {...offered, revision: current.revision}) !== null;
}

/** A search asks for the correction itself. A feed offers it also for files that nobody complains about any more. */
export const properWanted: Rule = (candidate, {files, queue, profile, settings: {properRepack = 'prefer'}, searched, now}) => {
	const offered = toCopy(candidate);
	const corrected = [...files, ...queue].filter(current => onlyCorrects(profile, current, offered));
	const why = whySetting[properRepack];
	if (corrected.length > 0 && why !== null) {
		return rejected(`Not an upgrade: ${why}`);
	}

	const ages = corrected.map(({addedAt}) => (addedAt ? Math.floor((Number(now) - Number(addedAt)) / dayMs) : 0));
	const oldest = Math.max(0, ...ages);
	return !searched && oldest > correctedWithinDays
		? rejected(`Not an upgrade: the file is ${oldest} days old, corrections are taken within ${correctedWithinDays}`)
		: null;
};
