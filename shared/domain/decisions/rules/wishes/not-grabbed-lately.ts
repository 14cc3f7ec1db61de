import {isSameRelease, whyNoUpgrade} from '../../../quality/upgrade.ts';
import {toCopy} from '../../candidate.ts';
import type {Facts} from '../../facts.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** Somebody took it out of the queue, and the feed goes on showing it. A failed download keeps nothing else away. */
export const notGrabbedLately: Rule = (
	{release, ...candidate},
	{grabbedLately = [], grabbedBefore, failing = [], searched = false, profile},
) => {
	if (searched) {
		return null;
	}
	if (wasGrabbed(release, grabbedBefore)) {
		return rejected('Grabbed before, and taken away since');
	}
	const offered = toCopy({release, ...candidate});
	const taken = grabbedLately.filter(copy => !failing.some(failed => isSameRelease(failed, copy)));
	const why = taken.map(copy => whyNoUpgrade(profile, copy, offered)).find(each => each !== null);
	return why ? rejected(`Grabbed in the last hours: ${why}`) : null;
};

function wasGrabbed({guid, infoHash}: {guid: string; infoHash: string | null}, before: Facts['grabbedBefore']): boolean {
	return before !== undefined && (before.guids.has(guid) || (infoHash !== null && before.infoHashes.has(infoHash.toLowerCase())));
}
