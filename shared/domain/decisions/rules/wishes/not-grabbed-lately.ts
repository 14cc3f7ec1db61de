import {isSameRelease, whyNoUpgrade} from '../../../quality/upgrade.ts';
import {toCopy} from '../../candidate.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** Somebody took it out of the queue, and the feed goes on showing it. A failed download keeps nothing else away. */
export const notGrabbedLately: Rule = (candidate, {grabbedLately = [], failing = [], searched = false, profile}) => {
	const taken = searched ? [] : grabbedLately.filter(copy => !failing.some(failed => isSameRelease(failed, copy)));
	const why = taken.map(copy => whyNoUpgrade(profile, copy, toCopy(candidate))).find(each => each !== null);
	return why ? rejected(`Grabbed in the last hours: ${why}`) : null;
};
