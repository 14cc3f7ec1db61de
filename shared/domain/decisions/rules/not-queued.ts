import {whyNoUpgrade} from '../../quality/upgrade.ts';
import {toCopy} from '../candidate.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

export const notQueued: Rule = (candidate, {queue, profile}) => {
	for (const queued of queue) {
		const why = whyNoUpgrade(profile, queued, toCopy(candidate));
		if (why) {
			return rejected(`Already in the queue: ${why}`);
		}
	}

	return null;
};
