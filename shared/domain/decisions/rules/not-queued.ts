import {isSameRelease, whyNoUpgrade} from '../../quality/upgrade.ts';
import {toCopy} from '../candidate.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

export const notQueued: Rule = (candidate, {queue, failing = [], profile}) => {
	if (failing.some(failed => isSameRelease(failed, toCopy(candidate)))) {
		return rejected('Its download has just failed');
	}

	for (const queued of queue) {
		const why = whyNoUpgrade(profile, queued, toCopy(candidate));
		if (why) {
			return rejected(`Already in the queue: ${why}`);
		}
	}

	return null;
};
