import {rejectedForNow} from '../rejections.ts';
import type {Rule} from '../rule.ts';

export const available: Rule = (_candidate, {availableFrom, now}) => {
	if (availableFrom === 'always' || (availableFrom !== 'never' && availableFrom <= now)) {
		return null;
	}

	return rejectedForNow(
		availableFrom === 'never'
			? 'Not yet available: no date is known'
			: `Not yet available: expected ${availableFrom.toISOString().slice(0, 10)}`,
	);
};
